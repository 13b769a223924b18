import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Connector } from '../../../../connectors/connector.ts'
import { PlatformError } from '../../../../connectors/failure.ts'
import type { GrantCall, Tokens } from '../../../../connectors/session.ts'
import type { Context } from '../../../../kit/context.ts'
import { isUnavailable } from '../../../../kit/postgres/db.ts'
import * as sql from '../sql/grants.ts'
import { mergeTokens, sealTokens } from './grants.ts'

interface Renewal {
  readonly row: { readonly workspace_id: string; readonly id: string }
  readonly connector: Connector
  readonly tokens: Tokens
  readonly version: number
}

/** Longer than a platform may take to answer: a lease that ends under way lets another spend the same refresh token. */
const LEASE_SECONDS = 60
const LOOK_MS = 40
const under = new Map<string, Promise<void>>()

/**
 * Renews tokens once, however many ask: refresh tokens are often good for one use, and two that race would lose the grant.
 * Returns when tokens newer than these are stored, by us or by another process.
 */
export function renewTokens(ctx: Context, renewal: Renewal, call: GrantCall): Promise<void> {
  const { workspace_id: workspaceId, id } = renewal.row
  const key = `${workspaceId}/${id}/${renewal.version}`
  const running = under.get(key)
  if (running) return running
  const started = renewOrWait(ctx, renewal, call).finally(() => under.delete(key))
  under.set(key, started)
  return started
}

async function renewOrWait(ctx: Context, renewal: Renewal, call: GrantCall): Promise<void> {
  const { row, version } = renewal
  const claim = randomUUID()
  const patienceEnds = performance.now() + LEASE_SECONDS * 1500
  while (performance.now() < patienceEnds) {
    if (await sql.claimGrant(ctx.db, row.workspace_id, row.id, { version, claim, leaseSeconds: LEASE_SECONDS }))
      return renewClaimed(ctx, renewal, call, claim)
    const current = await sql.findGrantVersion(ctx.db, row.workspace_id, row.id)
    if (current !== version) return
    await pause(LOOK_MS)
  }
  throw new PlatformError('unavailable', 'Another worker is renewing this sign-in and does not come back.')
}

async function renewClaimed(ctx: Context, renewal: Renewal, call: GrantCall, claim: string): Promise<void> {
  const { row, connector, tokens, version } = renewal
  const { workspace_id: workspaceId, id } = row
  let renewed: Tokens | undefined
  try {
    renewed = await connector.auth.refresh?.renew(call)
  } catch (error) {
    await sql.releaseGrant(ctx.db, workspaceId, id, claim)
    // Somebody signed in anew while we asked: these tokens are no longer of interest, dead or not.
    if ((await sql.findGrantVersion(ctx.db, workspaceId, id)) !== version) return
    throw error
  }
  if (!renewed) return
  const grant = sealTokens(ctx, connector, id, mergeTokens(tokens, renewed))
  await insist(() => sql.updateGrant(ctx.db, workspaceId, id, version, grant))
}

/** The old refresh token may be spent: what came back for it exists nowhere else, so a hiccup of the database is waited out. */
async function insist(store: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      await store()
      return
    } catch (error) {
      if (attempt === 20 || !isUnavailable(error)) throw error
      await pause(100 * attempt)
    }
}
