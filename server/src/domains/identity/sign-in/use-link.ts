import type { Context } from '../../../kit/context.ts'
import { ApiError, InvalidRequest, missingField } from '../../../kit/declare/errors.ts'
import type { Visitor } from '../../../kit/declare/route.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { claimLink, getLink, type LinkRow } from '../links/service.ts'
import { revokeSessionsOf } from '../sessions/service.ts'
import { hashPassword } from '../users/password.ts'
import { auditUser, changeUser, lockUser, type UserRow } from '../users/service.ts'
import { claimNetworkAttempt, forgetNetworkAttempt } from '../users/throttle.ts'
import { endUnprovenCredentials } from '../users/unproven.ts'
import type { UseLinkRequest } from './contract/auth.ts'
import { proveVisitorAddress } from './prove-address.ts'
import { prepareFirstUser } from './set-up.ts'
import { type SignInReply, signInAs } from './sign-in.ts'

/** Uses a link in the transaction that does what it is for: after a crash it works again, or its work is done. */
export async function useLink(ctx: Context, visitor: Visitor, body: UseLinkRequest): SignInReply {
  await claimNetworkAttempt(ctx, visitor.network)
  const link = await getLink(ctx, ctx.db, body.token)
  const { kind } = link
  if (kind === 'invitation')
    throw new ApiError('wrong_state', 'Accept an invitation with `POST /v1/invitations:accept`, or sign up with it.')
  const findUser =
    kind === 'set_up'
      ? await prepareFirstUser(ctx, body)
      : await (kind === 'reset' ? prepareReset : prepareMagic)(ctx, visitor, link, body)
  const reply = await transaction(ctx.db, async (tx) => {
    await claimLink(ctx, tx, body.token)
    return signInAs(ctx, tx, visitor, { user: await findUser(tx), method: 'link' })
  })
  await forgetNetworkAttempt(ctx, visitor.network)
  return reply
}

type FindUser = (tx: Db) => Promise<UserRow>

async function prepareMagic(ctx: Context, visitor: Visitor, { user_id }: LinkRow): Promise<FindUser> {
  return async (tx) => proveVisitorAddress(ctx, tx, visitor, user_id ?? '')
}

/** The hash is made before the transaction, which must not wait for it. */
async function prepareReset(
  ctx: Context,
  visitor: Visitor,
  { user_id, is_mailed: isMailed }: LinkRow,
  { password }: UseLinkRequest,
): Promise<FindUser> {
  if (password === undefined) throw new InvalidRequest([missingField(['body', 'password'])])
  const password_hash = await hashPassword(password)
  const userId = user_id ?? ''
  return async (tx) => {
    // A link that an operator handed over lets the user in again, and proves no address.
    const proved = isMailed
      ? await proveVisitorAddress(ctx, tx, visitor, userId)
      : await endUnprovenCredentials(ctx, tx, await lockUser(tx, userId))
    const ended = await revokeSessionsOf(ctx, tx, userId)
    await auditUser(ctx, tx, proved, 'users.reset_password', { sessions_ended: ended })
    return changeUser(ctx, tx, userId, { password_hash })
  }
}
