import type { Context } from '../../../kit/context.ts'
import { transaction } from '../../../kit/postgres/db.ts'
import { timer } from '../../../queue/timers.ts'
import { revokeKey } from '../keys/service.ts'
import { findGrant } from './grant.ts'
import * as sql from './sql.ts'

export const oauthTimers = [timer({ id: 'oauth.forget', everySeconds: 300, run: forgetExpiredTokens })]

/** Expired codes and tokens stay this long, so that a second use of a code is still recognized. */
const KEPT_MS = 3_600_000
const KEYS_MAX = 1000

/**
 * Deletes expired tokens, and revokes the keys of apps that have no token left: apps that were not used for a month, and those
 * that never exchanged their code. A key is revoked before the rows that lead to it are deleted, so a crash in between leaves
 * nothing behind that is not found again.
 */
export async function forgetExpiredTokens(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const before = new Date(now.getTime() - KEPT_MS)
  for (const { workspace_id, key_id } of await sql.listUnclaimedDeviceKeys(ctx.db, before))
    await revokeKey(ctx, ctx.db, workspace_id, key_id)
  await sql.deleteDeviceCodesBefore(ctx.db, before)
  const expired = await sql.listKeysWithExpiredTokens(ctx.db, before, KEYS_MAX)
  for (const row of expired)
    await transaction(ctx.db, async (tx) => {
      const { workspace_id: workspaceId, key_id: keyId } = row
      if (!(await sql.hasLiveToken(tx, workspaceId, keyId, now)) && (await findGrant(tx, row)))
        await revokeKey(ctx, tx, workspaceId, keyId)
      await sql.deleteExpiredTokens(tx, workspaceId, keyId, before)
    })
}
