import type { Context } from '../../../kit/context.ts'
import { type Message, sendMail } from '../../../kit/mail.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { enqueue } from '../../../queue/queue.ts'
import { sendMailJob } from './contract.ts'

const PURPOSE = 'mail'

/** Returns true when this server can send mail. Otherwise links are shown to their creators. */
export function hasMail({ config }: Context): boolean {
  return config.SMTP_URL !== undefined
}

/** Sends a message once the transaction commits. */
export async function enqueueMail(ctx: Context, tx: Db, message: Message): Promise<void> {
  await enqueue(ctx, tx, sendMailJob, { sealed: ctx.secrets.seal(JSON.stringify(message), PURPOSE) })
}

/**
 * Sends a message. If the process is killed after the mail server accepted it, it is sent again: twice is better than not at all.
 */
export async function sendSealedMail(ctx: Context, sealed: string): Promise<void> {
  if (hasMail(ctx)) await sendMail(ctx.config, JSON.parse(ctx.secrets.open(sealed, PURPOSE)) as Message)
}
