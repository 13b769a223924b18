import type { Context } from '../../../kit/context.ts'
import type { Visitor } from '../../../kit/declare/route.ts'
import { transaction } from '../../../kit/postgres/db.ts'
import { signInOptions, verifyPasskey } from '../users/passkeys.ts'
import { getUser } from '../users/service.ts'
import { type SignInReply, signInAs } from './sign-in.ts'

export async function readPasskeyOptions(ctx: Context, visitor: Visitor): Promise<Record<string, unknown>> {
  return { ...(await signInOptions(ctx, visitor)) }
}

/**
 * Signs in with a passkey. A signature cannot be guessed, so failures are not counted: they would only lock out others of the
 * network.
 */
export async function signInWithPasskey(ctx: Context, visitor: Visitor, response: unknown): SignInReply {
  return transaction(ctx.db, async (tx) => {
    const userId = await verifyPasskey(ctx, tx, visitor, response)
    return signInAs(ctx, tx, visitor, { user: await getUser(tx, userId), method: 'passkey' })
  })
}
