import type { Config } from './config.ts'

export interface Message {
  readonly to: string
  readonly subject: string
  readonly text: string
}

const TIMEOUT_MS = 20_000

/** Sends a plain-text message through the operator's SMTP server. The library is loaded by the first message. */
export async function sendMail({ SMTP_URL, MAIL_FROM }: Config, message: Message): Promise<void> {
  if (SMTP_URL === undefined || MAIL_FROM === undefined) throw new Error('SMTP_URL and MAIL_FROM are not set')
  const { createTransport } = await import('nodemailer')
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
  const transport = createTransport({ url: SMTP_URL, ...timeouts })
  try {
    await transport.sendMail({ from: MAIL_FROM, ...message })
  } finally {
    transport.close()
  }
}
