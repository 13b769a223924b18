import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { atEnd, until } from './harness.ts'

export interface Mailbox {
  /** Environment of a server that sends mail here. */
  readonly env: Record<string, string>
  /** Takes the path and token of the link in the next message to an address. */
  takeLink(to: string): Promise<string>
  /** Takes the text of the next message to an address. */
  takeText(to: string): Promise<string>
  /** Takes the next message to an address. */
  take(to: string): Promise<Message>
}

export interface Message {
  readonly headers: string
  readonly subject: string
  readonly text: string
}

/** Starts a mail server on loopback that keeps its messages. */
export async function openMailbox(): Promise<Mailbox> {
  const inbox: (Message & { to: string })[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        inbox.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), ...read(Buffer.concat(parts)) })
        done()
      })
    },
  })
  const listening = smtp.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  atEnd(() => new Promise<void>((closed) => smtp.close(() => closed())))
  const { port } = listening.address() as AddressInfo
  const take = (to: string) =>
    until(`a message to ${to}`, () => {
      const at = inbox.findIndex((message) => message.to === to)
      return at < 0 ? undefined : inbox.splice(at, 1)[0]
    })
  return {
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Quoin <quoin@example.com>' },
    take,
    takeLink: async (to) => /https?:\/\/[^/\s]+(\/\w+#[\w-]{43})/.exec((await take(to)).text)?.[1] ?? '',
    takeText: async (to) => {
      const { headers, text } = await take(to)
      return `${headers}\n\n${text}`
    },
  }
}

/** Reads a message of one part in plain text, as our server writes them. */
function read(bytes: Buffer): Message {
  const [head = '', ...rest] = bytes.toString('latin1').split('\r\n\r\n')
  const headers = head.replaceAll(/\r\n[ \t]+/g, ' ')
  const encoding = /^Content-Transfer-Encoding: (\S+)/im.exec(headers)?.[1]
  const body = rest.join('\r\n\r\n')
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? unquote(body)
        : Buffer.from(body, 'latin1')
  const subject = /^Subject: (.*)$/im.exec(headers)?.[1] ?? ''
  return { headers, subject: decodeWords(subject), text: text.toString() }
}

function unquote(text: string): Buffer {
  const joined = text.replaceAll('=\r\n', '')
  return Buffer.from(
    joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}

/** RFC 2047: `=?UTF-8?Q?...?=` and `=?UTF-8?B?...?=`. */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      (kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64') : unquote(word.replaceAll('_', ' '))).toString(),
    )
}
