import assert from 'node:assert/strict'
import { test } from 'node:test'
import { skipOnCitus } from '../../../support/citus-databases.ts'
import type { Reply } from '../../../support/harness.ts'
import { ctx, FIND, free, KNOWN, paid, post, UNKNOWN, vendor, verdict, world } from '../../../support/lookup-scene.ts'

const { db } = ctx
const skip = await skipOnCitus('holds are noted by a trigger, in a table that no worker has')
await db`create table test_holds (request_id text)`
await db`
  create function note_hold() returns trigger language plpgsql as $$
  begin
    insert into test_holds values (new.request_id);
    return new;
  end $$`
if (!skip) await db`create trigger note_hold after insert on holds for each row execute function note_hold()`

async function countHolds({ headers }: Reply): Promise<number> {
  return (await db`select from test_holds where request_id = ${headers.get('x-request-id') ?? ''}`).length
}

test("a result from this server's own data is charged without a hold", { skip }, async () => {
  vendor.asked.length = 0
  const known = [
    await paid(5, () => post(FIND, KNOWN)),
    await paid(2, () => post('search/people', { query: 'gardener' })),
    await paid(3, () => post('people/enrich', { query: 'ada2@widgets.example' })),
    await free(() => post('search/companies', { query: 'nothing is called so' })),
  ]
  for (const reply of known) assert.deepEqual([reply.status, await countHolds(reply)], [200, 0], reply.text)
  assert.deepEqual(vendor.asked, [])
})

test('credits are held before an external source is asked, whatever its result', { skip }, async () => {
  vendor.script('finder', 'miss')
  vendor.script('checker', verdict('valid'))
  const replies = [
    await free(() => post(FIND, UNKNOWN)),
    await paid(1, () => post('contacts/verify-email', { query: 'a@b.example' })),
  ]
  for (const reply of replies) assert.equal(await countHolds(reply), 1)
})

test('without credits no external source is asked', async () => {
  const { live, workspaceId } = await world.neighbour()
  const [grant] = await db<[{ id: string }]>`select id from grants where workspace_id = ${workspaceId}`
  await db`select ledger_take(${workspaceId}, null, 'revoke', ${grant.id}, 46, 'test')`
  vendor.asked.length = 0
  const refused = await live('POST', `/v1/data/${FIND}`, UNKNOWN)
  assert.deepEqual([refused.status, refused.body.code, vendor.asked], [402, 'insufficient_credits', []])
})
