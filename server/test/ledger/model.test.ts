import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { histories } from '../support/ledger-model/commands.ts'
import { LedgerModel } from '../support/ledger-model/model.ts'
import { compare, ctx, readLedgerState, START, type System, startSystem } from '../support/ledger-model/system.ts'

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
/** `LONG=1` runs for five minutes, `LONG=2` for ten, and shrinks failures; `SEED=n` reproduces one. */
const minutes = Number(process.env['LONG'] ?? 0) * 5
const bounds = minutes > 0 ? { numRuns: 10 } : { numRuns: 12, endOnFailure: true }

test('the ledger agrees with the model after any history, in batches of 1 as of 500', async (t) => {
  t.diagnostic(`SEED=${seed}`)
  let runs = 0
  const property = fc.asyncProperty(histories(minutes > 0 ? 60 : 25), async (commands) => {
    const ends: unknown[] = []
    for (const batchMax of [1, 500]) {
      const system = await startSystem(batchMax)
      const model = new LedgerModel(START.getTime())
      for (const _ of system.workspaces) model.addWorkspace(50)
      await fc.asyncModelRun(() => ({ model, real: system }), commands)
      ends.push(await readFinalState(system))
      await quieten(model, system)
    }
    assert.deepEqual(ends[0], ends[1])
    runs++
  })
  // A history is never interrupted: the rest of it would continue during the next test.
  const until = Date.now() + minutes * 60_000
  for (let round = 0; round === 0 || Date.now() < until; round++)
    await fc.assert(property, { seed: seed + round, ...bounds })
  t.diagnostic(`${runs} histories`)
})

/**
 * Reads the state that must not depend on how the work was split into batches. The journal has an entry per batch, so its sums
 * count.
 */
async function readFinalState(system: System) {
  return Promise.all(
    system.workspaces.map(async (workspaceId) => ({
      ...(await readLedgerState(system, workspaceId)),
      journal: await ctx.db`
        select kind, sum(amount)::bigint as amount, sum(entries)::bigint as entries from journal
        where workspace_id = ${workspaceId} group by kind order by kind`.then((rows) => [...rows]),
    })),
  )
}

/** Expires every hold and runs the sweeper, then asserts that nothing is held and no key waits. */
async function quieten(model: LedgerModel, system: System): Promise<void> {
  for (const hold of model.holds.values()) hold.isOverdue = true
  for (const workspaceId of system.workspaces)
    await ctx.db`update holds set expires_at = now() - interval '1 second' where workspace_id = ${workspaceId}`
  assert.equal(await system.ledger('a').sweep(), model.sweep())
  for (const wallet of model.wallets) assert.equal(wallet.held, 0)
  await compare(model, system)
  const [waiting] = await ctx.db`select count(*)::int as n from idempotency_keys where status is null`
  assert.equal(waiting?.['n'], 0)
}
