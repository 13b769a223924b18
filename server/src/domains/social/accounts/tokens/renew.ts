import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { PlatformError } from '../../../../connectors/platform-error.ts'
import type { GrantCall, Tokens } from '../../../../connectors/session.ts'
import type { Context } from '../../../../kit/context.ts'
import { isUnavailable } from '../../../../kit/postgres/db.ts'
import * as sql from '../sql/grants.ts'
import { mergeTokens, sealTokens } from './grants.ts'
import type { AccountAccess } from './read-access.ts'

/** Longer than a platform may take to respond: a lease that ends earlier would let another worker use the same refresh token. */
const LEASE_SECONDS = 60
const POLL_MS = 40
const running = new Map<string, Promise<void>>()

/**
 * Renews tokens once for all callers: refresh tokens are often valid for one use, and two workers that use the same one lose the
 * grant. The lock is a lease in the grant's row, claimed by version, because the platform is called outside any transaction
 * (decision 0015). Returns when newer tokens are stored, by this process or by another one.
 */
export function renewTokens(ctx: Context, access: AccountAccess, call: GrantCall): Promise<void> {
  const { workspace_id: workspaceId, id } = access.row
  const key = `${workspaceId}/${id}/${access.version}`
  const earlier = running.get(key)
  if (earlier) return earlier
  const started = renewOrWait(ctx, access, call).finally(() => running.delete(key))
  running.set(key, started)
  return started
}

async function renewOrWait(ctx: Context, access: AccountAccess, call: GrantCall): Promise<void> {
  const { row, version } = access
  const claim = randomUUID()
  const deadline = performance.now() + LEASE_SECONDS * 1500
  while (performance.now() < deadline) {
    if (await sql.claimGrant(ctx.db, row.workspace_id, row.id, { version, claim, leaseSeconds: LEASE_SECONDS }))
      return renewClaimed(ctx, access, call, claim)
    const current = await sql.findGrantVersion(ctx.db, row.workspace_id, row.id)
    if (current !== version) return
    await pause(POLL_MS)
  }
  throw new PlatformError('unavailable', 'Another worker is still renewing this sign-in. Try again in a moment.')
}

async function renewClaimed(ctx: Context, access: AccountAccess, call: GrantCall, claim: string): Promise<void> {
  const { row, connector, tokens, version } = access
  const { workspace_id: workspaceId, id } = row
  let renewed: Tokens | undefined
  try {
    renewed = await connector.auth.refresh?.renew(call)
  } catch (error) {
    await sql.releaseGrant(ctx.db, workspaceId, id, claim)
    // The account signed in again during the call: whether the old tokens work no longer matters.
    if ((await sql.findGrantVersion(ctx.db, workspaceId, id)) !== version) return
    throw error
  }
  if (!renewed) return
  const grant = sealTokens(ctx, connector, id, mergeTokens(tokens, renewed))
  await retryWhileUnavailable(() => sql.updateGrant(ctx.db, workspaceId, id, { version, grant }))
}

/** Retries during a short outage of the database: the old refresh token may be used up, and the new one exists only here. */
async function retryWhileUnavailable(store: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      await store()
      return
    } catch (error) {
      if (attempt === 20 || !isUnavailable(error)) throw error
      await pause(100 * attempt)
    }
}
