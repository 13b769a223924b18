import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import type { Visitor } from '../../../kit/declare/route.ts'
import { transaction } from '../../../kit/postgres/db.ts'
import { claimNetworkAttempt, forgetNetworkAttempt } from '../users/throttle.ts'
import type { UseLinkRequest } from './contract.ts'
import { claimLink, readLink } from './links.ts'
import { prepareFirstUser } from './set-up.ts'
import { type SignInReply, signInAs } from './sign-in.ts'

/** Uses a link in the transaction that does what it is for: after a crash it works again, or its work is done. */
export async function useLink(ctx: Context, visitor: Visitor, body: UseLinkRequest): SignInReply {
  await claimNetworkAttempt(ctx, visitor.network)
  const { kind } = await readLink(ctx, ctx.db, body.token)
  if (kind !== 'set_up') throw new ApiError('wrong_state', 'This link is used elsewhere.')
  const makeUser = await prepareFirstUser(ctx, body)
  const reply = await transaction(ctx.db, async (tx) => {
    await claimLink(ctx, tx, body.token)
    const user = await makeUser(tx)
    return signInAs(ctx, tx, visitor, { user, method: 'link' })
  })
  await forgetNetworkAttempt(ctx, visitor.network)
  return reply
}
