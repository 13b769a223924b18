import type { Context } from '../../../kit/context.ts'
import type { Visitor } from '../../../kit/declare/route.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { enqueue } from '../../../queue/queue.ts'
import { enqueueMail, hasMail } from '../links/mail.ts'
import { createLink } from '../links/service.ts'
import { auditUser, findUserByEmail } from '../users/service.ts'
import { claimLinkAttempt } from '../users/throttle.ts'
import { askLinkJob } from './contract/auth.ts'

type LinkRequest = { readonly email: string; readonly kind: 'magic' | 'reset' }

export async function askLink(
  ctx: Context,
  db: Db,
  visitor: Visitor,
  { email, kind }: LinkRequest,
): Promise<{ status: 'sent_if_known' | 'no_mail' }> {
  await claimLinkAttempt(ctx, visitor, email)
  if (!hasMail(ctx)) return { status: 'no_mail' }
  await enqueue(ctx, db, askLinkJob, { email, kind })
  return { status: 'sent_if_known' }
}

const SUBJECTS = { magic: 'Your sign-in link', reset: 'Reset your password' }
const TEXTS = {
  magic: 'Open this link within 15 minutes to sign in:',
  reset: 'Open this link within an hour to set a new password:',
}

/** Creates the link and the mail in one transaction; unknown addresses get no mail. */
export async function sendAskedLink(ctx: Context, { email, kind }: LinkRequest): Promise<void> {
  const user = await findUserByEmail(ctx.db, email)
  if (!user) return
  await transaction(ctx.db, async (tx) => {
    const url = await createLink(ctx, tx, { kind, userId: user.id, isMailed: true })
    const text = `${TEXTS[kind]}\n${url}\n\nIf you did not request this link, you can ignore this email: nothing has changed.\n`
    await enqueueMail(ctx, tx, { to: user.email, subject: SUBJECTS[kind], text })
    await auditUser(ctx, tx, user, 'links.ask', { kind })
  })
}
