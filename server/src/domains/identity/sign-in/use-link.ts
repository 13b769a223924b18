import type { Context } from '../../../kit/context.ts'
import { ApiError, InvalidRequest, missingField } from '../../../kit/declare/errors.ts'
import type { Visitor } from '../../../kit/declare/route.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { claimLink, getLink, type LinkRow } from '../links/service.ts'
import { replacePassword } from '../sessions/replace-password.ts'
import { endUnprovenCredentials } from '../users/address-verification.ts'
import { hashPassword } from '../users/password.ts'
import { auditUser, lockUser, type UserRow } from '../users/service.ts'
import type { UseLinkRequest } from './contract/auth.ts'
import { proveVisitorAddress } from './prove-address.ts'
import { prepareFirstUser } from './set-up.ts'
import { type SignInReply, signInAs } from './sign-in.ts'

/**
 * Uses a link in the transaction that does its work: after a crash the link works again, or its work is done. A token cannot be
 * guessed, so failures are not counted: they would only lock out others of the network.
 */
export async function useLink(ctx: Context, visitor: Visitor, body: UseLinkRequest): SignInReply {
  const link = await getLink(ctx, ctx.db, body.token)
  const { kind, user_id: userId } = link
  if (kind === 'invitation')
    throw new ApiError('wrong_state', 'Accept an invitation with `POST /v1/invitations:accept`, or sign up with it.')
  const findUser =
    kind === 'set_up'
      ? await prepareFirstUser(ctx, body)
      : await (kind === 'reset' ? prepareReset : prepareMagic)(ctx, visitor, link, body)
  return transaction(ctx.db, async (tx) => {
    // Locked before the link, as in a change of password, which ends the user's links.
    if (userId !== null) await lockUser(tx, userId)
    await claimLink(ctx, tx, body.token)
    return signInAs(ctx, tx, visitor, { user: await findUser(tx), method: 'link' })
  })
}

type FindUser = (tx: Db) => Promise<UserRow>

async function prepareMagic(ctx: Context, visitor: Visitor, { user_id }: LinkRow): Promise<FindUser> {
  return async (tx) => proveVisitorAddress(ctx, tx, visitor, user_id ?? '')
}

/** Prepares a password reset. The hash is computed before the transaction, which must not wait for it. */
async function prepareReset(
  ctx: Context,
  visitor: Visitor,
  { user_id, is_mailed: isMailed }: LinkRow,
  { password }: UseLinkRequest,
): Promise<FindUser> {
  if (password === undefined) throw new InvalidRequest([missingField(['body', 'password'])])
  const userId = user_id ?? ''
  const password_hash = await hashPassword(password, `user ${userId}`)
  return async (tx) => {
    // A link handed over by an operator lets the user in again, but verifies no address.
    const proved = isMailed
      ? await proveVisitorAddress(ctx, tx, visitor, userId)
      : await endUnprovenCredentials(ctx, tx, await lockUser(tx, userId))
    const { user, sessionsEnded } = await replacePassword(ctx, tx, userId, password_hash)
    await auditUser(ctx, tx, proved, 'users.reset_password', { sessions_ended: sessionsEnded })
    return user
  }
}
