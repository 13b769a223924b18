import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { routes } from '../../src/http/catalogue.ts'
import { checkInvariants, describeDiscrepancy, verifyLedger } from '../../src/ledger/verify.ts'
import { boot } from '../support/harness.ts'
import { meteredRoutes } from '../support/metered-routes.ts'
import { main } from '../support/processes.ts'

const world = await boot({ routes: [...routes, ...meteredRoutes] })
const { db, ctx } = world
await db`alter table journal disable trigger journal_append_only`

async function listDiscrepancies(workspaceId: string): Promise<string[]> {
  for await (const { discrepancies } of verifyLedger(db, { workspaceId })) return discrepancies.map(describeDiscrepancy)
  return []
}

/** Creates a workspace with history: two grants, charges from both, an expiry. Entries 1 to 5. */
async function livedIn(): Promise<string> {
  const { workspaceId, live } = await world.neighbour()
  const expires = new Date(ctx.clock.now().getTime() + 60_000)
  await db`select ledger_grant(${workspaceId}, ${ctx.clock.now()}, ${`grt_soon_${workspaceId}`}, 'manual', 'a gift', 12, ${expires})`
  assert.equal((await live('POST', '/v1/demo/find', {}, { 'idempotency-key': 'one' })).status, 200)
  assert.equal((await live('POST', '/v1/demo/find', { find: 2, most: 3 })).status, 200)
  // Claims a key without a hold.
  const unmetered = await live('POST', '/v1/credits/checkout', { pack_id: 'starter' }, { 'idempotency-key': 'two' })
  assert.equal(unmetered.status, 201)
  ctx.clock.advance(120_000)
  assert.equal((await live('POST', '/v1/demo/find', {})).status, 200)
  return workspaceId
}

test('a used ledger is consistent', async () => {
  const workspaceId = await livedIn()
  for await (const verification of verifyLedger(db, { workspaceId }))
    assert.deepEqual(verification, { workspaceId, entries: 5, charges: 3, discrepancies: [] })
  assert.deepEqual(await checkInvariants(db), [])
})

const tampering: Record<string, [change: (workspaceId: string) => Promise<unknown>, named: RegExp]> = {
  'a reduced charge': [
    (id) => db`update charges set credits = credits - 1 where workspace_id = ${id} and journal_seq = 4`,
    /^entry 4 has charges of 9 credits, 10 expected$/m,
  ],
  'a charge moved to another key': [
    (id) => db`update charges set key_id = 'key_other' where workspace_id = ${id} and journal_seq = 3`,
    /^entry 3 the hash of its charges is/m,
  ],
  'a deleted charge': [
    (id) => db`delete from charges where workspace_id = ${id} and journal_seq = 5`,
    /^entry 5 has 0 charges, 1 expected$/m,
  ],
  'an added charge': [
    (
      id,
    ) => db`insert into charges select workspace_id, 'hold_new', step, key_id, action, units, credits, price_book, request_id, 9, created_at
      from charges where workspace_id = ${id} and journal_seq = 3`,
    /^charge hold_new\/ names entry 9, which is not there$/m,
  ],
  'a charge that does not match its price book': [
    (id) => db`update charges set units = 7 where workspace_id = ${id} and journal_seq = 3`,
    /is 5 credits, 35 expected by price book standard-2026-11$/m,
  ],
  "an entry's amount": [
    (id) => db`update journal set amount = 60 where workspace_id = ${id} and seq = 1`,
    /^entry 1 its hash is/m,
  ],
  "an entry's body": [
    (id) => db`update journal set body = replace(body, 'a gift', 'a debt') where workspace_id = ${id} and seq = 2`,
    /^entry 2 its hash is/m,
  ],
  "an entry's time": [
    (id) => db`update journal set created_at = ${new Date(0)} where workspace_id = ${id} and seq = 4`,
    /^entry 4 its hash is/m,
  ],
  'an entry whose body is no longer JSON': [
    (id) => db`update journal set body = '' where workspace_id = ${id} and seq = 4`,
    /^entry 4 its body cannot be read/m,
  ],
  'a deleted entry': [
    (id) => db`delete from journal where workspace_id = ${id} and seq = 3`,
    /^entry 3 is missing; the next entry is 4$/m,
  ],
  'the deletion of the last entry': [
    (id) => db`delete from journal where workspace_id = ${id} and seq = 5`,
    /^the wallet ends at entry 5, 4 expected$/m,
  ],
  'a burn from the wrong grant, hashed again': [
    (id) => db`update journal set body = json_build_object('burned', json_build_array(json_build_array(
        (select id from grants where workspace_id = ${id} and kind = 'signup'), 5)))::text where workspace_id = ${id} and seq = 3`,
    /^entry 3 burns .* in order it would be \[\["grt_soon_/m,
  ],
  'a refilled grant': [
    (id) => db`update grants set remaining = remaining + 1 where workspace_id = ${id} and kind = 'signup'`,
    /^grant grt_\w+ has 43 credits left, 42 expected$/m,
  ],
  'a grant whose expiry was removed': [
    (id) => db`update grants set expires_at = null where workspace_id = ${id} and kind = 'manual'`,
    /^grant grt_soon_\w+ is not what its entry says$/m,
  ],
  'a grant from nowhere': [
    (id) => db`insert into grants (workspace_id, id, kind, source_ref, amount, remaining, created_at)
      values (${id}, 'grt_x', 'pack', 'x', 1, 1, now())`,
    /^grant grt_x is in no entry$/m,
  ],
  'a deleted grant': [
    (id) => db`delete from grants where workspace_id = ${id} and kind = 'signup'`,
    /^grant grt_\w+ is gone, 42 credits expected$/m,
  ],
  'a wallet with added credits': [
    (id) => db`update wallets set available = available + 100, granted = granted + 100 where workspace_id = ${id}`,
    /^granted is 162, 62 expected$/m,
  ],
  'a wallet whose spending was reset': [
    (id) => db`update wallets set available = available + spent, spent = 0 where workspace_id = ${id}`,
    /^spent is 0, 20 expected$/m,
  ],
  'a wallet with held credits but no hold': [
    (id) => db`update wallets set available = available - 1, held = held + 1 where workspace_id = ${id}`,
    /^held is 1, 0 expected$/m,
  ],
  'a deleted wallet': [(id) => db`delete from wallets where workspace_id = ${id}`, /^there is no wallet$/m],
  'a stored response with another price': [
    (id) =>
      db`update idempotency_keys set headers = headers || '{"x-credits-charged": "4"}' where workspace_id = ${id}`,
    /^idempotency key one answered 4 credits charged, its charges are 5$/m,
  ],
  'a claim whose hold is gone': [
    (id) => db`update idempotency_keys set status = null, hold_id = 'hold_gone' where workspace_id = ${id}`,
    /^idempotency key one waits for hold hold_gone, which is not there$/m,
  ],
  'a budget with held credits but no hold': [
    (id) => db`insert into key_budgets values (${id}, 'key_x', '2026-11-01', 5, 0)`,
    /^budget of key key_x in 2026-11-01 holds 5 credits, its holds 0$/m,
  ],
}

for (const [what, [change, named]] of Object.entries(tampering))
  test(`the verifier reports ${what}`, async () => {
    const workspaceId = await livedIn()
    await change(workspaceId)
    assert.match((await listDiscrepancies(workspaceId)).join('\n'), named)
  })

test('the command reports each workspace and exits with 1 when one has discrepancies', async () => {
  const [{ name }] = await db<[{ name: string }]>`select current_database() as name`
  const verify = (...args: string[]) =>
    spawnSync(process.execPath, [main, 'ledger', 'verify', ...args], {
      encoding: 'utf8',
      env: {
        ...process.env,
        DATABASE_URL: `postgres:///${name}`,
        PGHOST: process.env['TEST_POSTGRES'],
        PGUSER: 'quoin',
      },
    })
  const workspaceId = await livedIn()
  const good = verify('--workspace', workspaceId)
  assert.deepEqual(
    [good.status, good.stdout],
    [0, `${workspaceId}  ok  5 entries, 3 charges\nThe ledger is consistent.\n`],
  )
  const all = verify()
  assert.equal(all.status, 1)
  assert.match(all.stdout, /BROKEN {2}5 entries, 3 charges\n {2}entry 4 has charges of 9 credits, 10 expected\n/)
  assert.match(all.stdout, /^The ledger of \d+ workspaces is inconsistent\.$/m)
})
