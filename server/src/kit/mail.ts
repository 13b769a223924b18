import type { Config } from './config/config.ts'
import { isMailAddress, readMailbox } from './mail-address.ts'
import { toName } from './name.ts'

export interface Message {
  /** A bare address, without a name. */
  readonly to: string
  readonly subject: string
  readonly text: string
}

const TIMEOUT_MS = 20_000
const SUBJECT_MAX = 200

/**
 * Sends a plain-text message through the operator's SMTP server. The first message loads the library. It gets addresses as
 * data: it would parse a formatted one again, by its own rules.
 */
export async function sendMail({ SMTP_URL, MAIL_FROM }: Config, { to, subject, text }: Message): Promise<void> {
  const from = readMailbox(MAIL_FROM ?? '')
  if (SMTP_URL === undefined || !from) throw new Error('SMTP_URL and MAIL_FROM are not set')
  if (!isMailAddress(to)) throw new Error('the recipient of a message is not a plain address')
  const { createTransport } = await import('nodemailer')
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
  const transport = createTransport({ url: SMTP_URL, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  try {
    await transport.sendMail({
      from: { ...from },
      to: { name: '', address: to },
      envelope: { from: from.address, to },
      subject: toName(subject, SUBJECT_MAX),
      text,
    })
  } finally {
    transport.close()
  }
}

const VALUE_MAX = 80
/** Inside a word, many mail programs turn these into a link or an address. */
const LINKING = /[.。:/\\@]+(?=\S)/g

/**
 * Builds the subject or text of a message. A string is text that a user chose: it is inserted as one short line that mail
 * programs do not turn into a link, unless it is a plain email address. A URL is ours and stays a link.
 */
export function mailText(strings: TemplateStringsArray, ...values: readonly (string | URL)[]): string {
  return strings.map((text, at) => text + (at < values.length ? toMailValue(values[at] ?? '') : '')).join('')
}

function toMailValue(value: string | URL): string {
  if (value instanceof URL) return value.href
  if (isMailAddress(value)) return value
  const name = toName(value.slice(0, 4 * VALUE_MAX).normalize('NFKC'), 4 * VALUE_MAX)
  const words = toName(name.replaceAll(LINKING, ' '), 4 * VALUE_MAX)
  return words.length > VALUE_MAX ? `${toName(words, VALUE_MAX)}…` : words
}
