import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { sha256 } from '../../../kit/hash.ts'
import { mailText } from '../../../kit/mail.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { enqueueMail } from '../links/mail.ts'
import { getUser } from '../users/service.ts'
import { findWorkspaceName } from '../workspaces/service.ts'
import * as sql from './sql/invitation-counts.ts'
import type { InvitationRow } from './sql/invitations.ts'

const DAY_SECONDS = 86_400

/** Sends an invitation once the transaction commits. `userId` is the member who invites; undefined for an operator. */
export async function mailInvitation(
  ctx: Context,
  tx: Db,
  row: InvitationRow,
  { url, userId }: { url: string; userId: string | undefined },
): Promise<void> {
  if (userId !== undefined) {
    await assertVerified(tx, userId)
    await claimMail(ctx, tx, row, userId)
  }
  const workspace = (await findWorkspaceName(tx, row.workspace_id)) ?? ''
  const { invited_by: by, role } = row
  await enqueueMail(ctx, tx, {
    to: row.email,
    subject: mailText`${by} invited you to ${workspace}`,
    text: mailText`${by} invited you to the workspace "${workspace}" as ${role}.\n\nOpen this link within 7 days to accept:\n${new URL(url)}\n\nIf you did not expect this invitation, you can ignore it.\n`,
  })
}

/** Refuses unverified inviters: the message names the inviter by their address, so it must be theirs. */
async function assertVerified(tx: Db, userId: string): Promise<void> {
  const { email_verified_at } = await getUser(tx, userId)
  if (email_verified_at) return
  throw new ApiError(
    'email_unverified',
    'Verify your email address before you invite people: request a sign-in link and open it in this browser.',
  )
}

/**
 * Counts the message in the transaction that enqueues it. A message is refused, and not counted, when the workspace, the inviter,
 * the recipient or the server has reached its limit.
 */
async function claimMail({ clock, config }: Context, tx: Db, row: InvitationRow, userId: string): Promise<void> {
  const limits = [
    { subject: 'all', max: config.INVITATIONS_PER_DAY, sender: 'This server' },
    {
      subject: `workspace ${row.workspace_id}`,
      max: config.INVITATIONS_PER_WORKSPACE_PER_DAY,
      sender: 'This workspace',
    },
    { subject: `user ${userId}`, max: config.INVITATIONS_PER_USER_PER_DAY, sender: 'Your account' },
    {
      subject: `recipient ${row.email.toLowerCase()}`,
      max: config.INVITATIONS_PER_RECIPIENT_PER_DAY,
      sender: undefined,
    },
  ].map((limit) => ({ ...limit, hash: sha256(limit.subject) }))
  const now = clock.now()
  const counted = await sql.countInvitations(tx, {
    subjects: limits.map(({ hash }) => hash),
    now,
    daySeconds: DAY_SECONDS,
  })
  const counts = new Map(counted.map((count) => [Buffer.from(count.subject).toString('hex'), count]))
  for (const { hash, max, sender } of limits) {
    const found = counts.get(hash.toString('hex'))
    if (!found || found.count <= max) continue
    const seconds = Math.max(1, Math.ceil(DAY_SECONDS - (now.getTime() - found.started_at.getTime()) / 1000))
    const happened =
      sender === undefined
        ? 'This address has received too many invitations today'
        : `${sender} has sent too many invitations today`
    throw new ApiError('rate_limited', `${happened}. Try again in ${Math.ceil(seconds / 3600)} hours.`, {
      headers: { 'retry-after': String(seconds) },
    })
  }
}

export async function forgetOldCounts({ clock, db }: Context): Promise<void> {
  await sql.deleteOldCounts(db, new Date(clock.now().getTime() - DAY_SECONDS * 1000))
}
