import assert from 'node:assert/strict'
import { routes } from '../../src/http/catalogue.ts'
import { newMasterKey } from '../../src/kit/secrets.ts'
import { archiveLedger } from '../../src/ledger/archive/archive.ts'
import { listPublicKeys } from '../../src/ledger/archive/signing.ts'
import { verifyArchive } from '../../src/ledger/archive/verify-archive.ts'
import { describeDiscrepancy, verifyLedger } from '../../src/ledger/verify.ts'
import { boot, type ContextOptions } from './harness.ts'
import { meteredRoutes } from './metered-routes.ts'
import { scratch } from './processes.ts'

export const DAY_MS = 86_400_000

/** Boots a server with a manual clock, whose ledgers have some months of history. */
export async function archiveScene({ env = {}, ...options }: ContextOptions = {}) {
  const data = scratch()
  const masterKey = newMasterKey()
  const world = await boot({
    ...options,
    routes: [...routes, ...meteredRoutes],
    env: { QUOIN_DATA: data, QUOIN_MASTER_KEY: masterKey, ...env },
  })
  const { ctx, db } = world

  /** Creates two grants, one of them used up, and paid, free and stepwise calls in each of three months. */
  async function livedIn() {
    const neighbour = await world.neighbour()
    const { workspaceId, live } = neighbour
    await db`select ledger_grant(${workspaceId}, ${ctx.clock.now()}, ${`grt_old_${workspaceId}`}, 'manual', 'a gift', 12, ${new Date(ctx.clock.now().getTime() + 10 * DAY_MS)})`
    await db`select ledger_grant(${workspaceId}, ${ctx.clock.now()}, ${`grt_new_${workspaceId}`}, 'pack', 'a pack', 100000, null)`
    const requests: string[] = []
    for (let month = 0; month < 3; month++) {
      for (const body of [{}, { find: 2, most: 3 }, { find: 0 }]) {
        const { status, headers } = await live('POST', '/v1/demo/find', body)
        assert.equal(status, 200)
        requests.push(headers.get('x-request-id') ?? '')
      }
      assert.equal((await live('POST', '/v1/demo/steps', { steps: ['a', 'b'] })).status, 200)
      ctx.clock.advance(30 * DAY_MS)
    }
    return { ...neighbour, requests }
  }

  const daysAgo = (days: number) => new Date(ctx.clock.now().getTime() - days * DAY_MS)

  async function archive(workspaceId: string, before: Date, chargesMax?: number) {
    const archived: unknown[] = []
    const isAlone = await archiveLedger(ctx, {
      before,
      workspaceId,
      onWorkspace: (one) => archived.push(one),
      ...(chargesMax !== undefined && { chargesMax }),
    })
    assert.ok(isAlone)
    return archived as Parameters<NonNullable<Parameters<typeof archiveLedger>[1]['onWorkspace']>>[0][]
  }

  /** Returns the reports of both verifications, one line each. */
  async function listDiscrepancies(workspaceId: string, trusted = listPublicKeys(ctx.secrets)): Promise<string> {
    const found: string[] = []
    for await (const { discrepancies } of verifyLedger(db, { workspaceId, trusted }))
      found.push(...discrepancies.map(describeDiscrepancy))
    found.push(...(await verifyArchive(db, ctx.storage, workspaceId)))
    return found.join('\n')
  }

  return { ...world, data, masterKey, livedIn, daysAgo, archive, listDiscrepancies }
}
