import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { atEnd, until } from './harness.ts'

export interface Mailbox {
  /** What the server needs to send mail here. */
  readonly env: Record<string, string>
  /** The path and token of the link in the next message to an address that was not taken yet. */
  takeLink(to: string): Promise<string>
  /** The text of the next message to an address that was not taken yet. */
  takeText(to: string): Promise<string>
}

/** A mail server on loopback that keeps what it gets. */
export async function openMailbox(): Promise<Mailbox> {
  const inbox: { to: string; text: string }[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const text = Buffer.concat(parts).toString().replaceAll('=\r\n', '').replaceAll('=3D', '=')
        inbox.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), text })
        done()
      })
    },
  })
  const listening = smtp.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  atEnd(() => new Promise<void>((closed) => smtp.close(() => closed())))
  const { port } = listening.address() as AddressInfo
  const take = (to: string) => {
    const at = inbox.findIndex((message) => message.to === to)
    return at < 0 ? undefined : inbox.splice(at, 1)[0]?.text
  }
  return {
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Quoin <quoin@example.com>' },
    takeLink: (to) =>
      until(`a message to ${to}`, () => /https?:\/\/[^/\s]+(\/\w+#[\w-]{43})/.exec(take(to) ?? '')?.[1]),
    takeText: (to) => until(`a message to ${to}`, () => take(to)),
  }
}
