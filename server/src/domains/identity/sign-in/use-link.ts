import type { Context } from '../../../kit/context.ts'
import { ApiError, InvalidRequest, missingField } from '../../../kit/declare/errors.ts'
import type { Visitor } from '../../../kit/declare/route.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { claimLink, getLink } from '../links/service.ts'
import { replacePassword } from '../sessions/replace-password.ts'
import { hashPassword } from '../users/password.ts'
import { auditUser, getUser, lockUser, type UserRow } from '../users/service.ts'
import { proveAddress } from '../users/unproven.ts'
import type { UseLinkRequest } from './contract/auth.ts'
import { prepareFirstUser } from './set-up.ts'
import { type SignInReply, signInAs } from './sign-in.ts'

/**
 * Uses a link in the transaction that does what it is for: after a crash it works again, or its work is done. A token cannot be
 * guessed, so wrong ones are not counted: they would only keep others of the network out.
 */
export async function useLink(ctx: Context, visitor: Visitor, body: UseLinkRequest): SignInReply {
  const { kind, user_id } = await getLink(ctx, ctx.db, body.token)
  if (kind === 'invitation')
    throw new ApiError('wrong_state', 'Accept an invitation with `POST /v1/invitations:accept`, or sign up with it.')
  const findUser =
    kind === 'set_up'
      ? await prepareFirstUser(ctx, body)
      : await (kind === 'reset' ? prepareReset : prepareMagic)(ctx, user_id ?? '', body)
  return transaction(ctx.db, async (tx) => {
    // Before the link, as a new password does, which ends the links of the user.
    if (user_id !== null) await lockUser(tx, user_id)
    await claimLink(ctx, tx, body.token)
    return signInAs(ctx, tx, visitor, { user: await findUser(tx), method: 'link' })
  })
}

type FindUser = (tx: Db) => Promise<UserRow>

async function prepareMagic(ctx: Context, userId: string): Promise<FindUser> {
  return async (tx) => proveAddress(ctx, tx, await getUser(tx, userId))
}

/** The hash is made before the transaction, which must not wait for it. */
async function prepareReset(ctx: Context, userId: string, { password }: UseLinkRequest): Promise<FindUser> {
  if (password === undefined) throw new InvalidRequest([missingField(['body', 'password'])])
  const password_hash = await hashPassword(password, `user ${userId}`)
  return async (tx) => {
    const proved = await proveAddress(ctx, tx, await getUser(tx, userId))
    const { user, sessionsEnded } = await replacePassword(ctx, tx, userId, password_hash)
    await auditUser(ctx, tx, proved, 'users.reset_password', { sessions_ended: sessionsEnded })
    return user
  }
}
