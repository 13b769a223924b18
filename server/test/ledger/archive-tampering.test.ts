import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createSecrets, newMasterKey } from '../../src/kit/secrets.ts'
import { createSigner } from '../../src/ledger/archive/signing.ts'
import { archiveScene, DAY_MS } from '../support/archive-scene.ts'

const { ctx, db, data, livedIn, archive, daysAgo, listDiscrepancies } = await archiveScene()
await db`alter table journal disable trigger journal_append_only`

type Id = string

async function readCheckpointBody(id: Id, number: number): Promise<string> {
  const [row] = await db<[{ body: string }]>`
    select body from ledger_checkpoints where workspace_id = ${id} and number = ${number}`
  return row.body
}

async function changeBody(id: Id, number: number, change: (body: string) => string): Promise<void> {
  const body = change(await readCheckpointBody(id, number))
  await db`update ledger_checkpoints set body = ${body} where workspace_id = ${id} and number = ${number}`
}

/** Forges a checkpoint as an attacker with write access to the database and another key would. */
async function forge(id: Id, number: number, change: (body: string) => string): Promise<void> {
  const forger = createSigner(createSecrets(newMasterKey()))
  const body = change(await readCheckpointBody(id, number))
  await db`
    update ledger_checkpoints set body = ${body}, public_key = ${forger.publicKey}, signature = ${forger.sign(body)}
    where workspace_id = ${id} and number = ${number}`
}

async function resolveArchivePath(id: Id, number: number): Promise<string> {
  const { object } = JSON.parse(await readCheckpointBody(id, number)) as { object: { key: string } }
  return join(data, 'media', object.key)
}

/** Cases on a ledger with checkpoints 1 to 3, each with an object, and journal entries after them. */
const tampering: Record<string, [change: (id: Id) => Promise<unknown>, named: RegExp]> = {
  'a missing object': [
    async (id) => rmSync(await resolveArchivePath(id, 2)),
    /^the object ledger\/\w+\/000002-\w+\.jsonl\.gz of checkpoint 2 is missing: restore it from a copy of the store$/,
  ],
  'an object with a reduced charge': [
    async (id) => {
      const file = await resolveArchivePath(id, 1)
      const text = gunzipSync(readFileSync(file)).toString().replace('"credits":5', '"credits":4')
      writeFileSync(file, gzipSync(text))
    },
    /^the object ledger\/\w+\/000001-\w+\.jsonl\.gz does not match checkpoint 1: restore it/,
  ],
  'a truncated object': [
    async (id) => {
      const file = await resolveArchivePath(id, 3)
      writeFileSync(file, readFileSync(file).subarray(0, -1))
    },
    /^the object .* does not match checkpoint 3/,
  ],
  'a checkpoint with added credits': [
    (id) => changeBody(id, 3, (body) => body.replace(/"remaining":(\d+)/, '"remaining":1$1')),
    /^checkpoint 3 does not match its signature: restore this row of ledger_checkpoints from a backup$/m,
  ],
  'a changed earlier checkpoint': [
    (id) => changeBody(id, 1, (body) => body.replace('"seq":', '"seq":1')),
    /^checkpoint 1 does not match its signature/m,
  ],
  'a checkpoint that is no longer JSON': [
    (id) => changeBody(id, 3, () => 'gone'),
    /^checkpoint 3 does not match its signature[^]*^the archive cannot be read beyond checkpoint 3$/m,
  ],
  'a changed signature': [
    (id) => db`update ledger_checkpoints set signature = reverse(signature) where workspace_id = ${id} and number = 2`,
    /^checkpoint 2 does not match its signature/m,
  ],
  'a checkpoint signed with a foreign key': [
    (id) => forge(id, 3, (body) => body),
    /^checkpoint 3 is signed with the unknown key [\w-]{43}\. Add the master key .* to QUOIN_MASTER_KEY/m,
  ],
  'an earlier checkpoint signed with a foreign key': [
    (id) => forge(id, 2, (body) => body.replace(/"spent":\d+/, '"spent":1')),
    /^checkpoint 3 does not build on the stored checkpoint 2/m,
  ],
  'a column that differs from the signed body': [
    (id) => db`update ledger_checkpoints set seq = seq - 1 where workspace_id = ${id} and number = 2`,
    /^checkpoint 2 has columns that differ from its signed body/m,
  ],
  'the deletion of the last checkpoint': [
    (id) => db`delete from ledger_checkpoints where workspace_id = ${id} and number = 3`,
    /^entry \d+ is missing; the next entry is \d+$/m,
  ],
  'the deletion of a middle checkpoint': [
    (id) => db`delete from ledger_checkpoints where workspace_id = ${id} and number = 2`,
    /^checkpoint 3 follows checkpoint 1: restore this row of ledger_checkpoints from a backup, or the missing one$/m,
  ],
  'the deletion of all checkpoints': [
    (id) => db`delete from ledger_checkpoints where workspace_id = ${id}`,
    /^entry 1 is missing; the next entry is \d+$/m,
  ],
  'a checkpoint copied from another workspace': [
    async (id) => {
      const other = await livedIn()
      await archive(other.workspaceId, daysAgo(61))
      await db`delete from ledger_checkpoints where workspace_id = ${id}`
      await db`
        insert into ledger_checkpoints select ${id}, number, seq, archived_before, body, public_key, signature, created_at
        from ledger_checkpoints where workspace_id = ${other.workspaceId}`
    },
    /^checkpoint 1 has columns that differ from its signed body/m,
  ],
  'the deletion of the first entry after the archive': [
    (id) =>
      db`delete from journal where workspace_id = ${id} and seq = (select min(seq) from journal where workspace_id = ${id})`,
    /^entry \d+ is missing; the next entry is \d+$/m,
  ],
  'a changed entry after the archive': [
    (id) => db`update journal set amount = amount + 1 where workspace_id = ${id}`,
    /^entry \d+ its hash is/m,
  ],
  'an archived charge that was restored': [
    (id) => db`
      insert into charges (workspace_id, hold_id, step, key_id, action, units, credits, price_book, request_id, journal_seq, created_at)
      values (${id}, 'hold_0', '', 'key_x', 'x', 1, 5, 'x', 'req_x', 5, now())`,
    /^the charges are \d+, \d+ expected$[^]*^charge hold_0\/\w* names entry 5, which is not there$/m,
  ],
  'a used-up grant that was refilled': [
    (id) => db`update grants set remaining = 3 where workspace_id = ${id} and source_ref = 'a gift'`,
    /^0 grants were used up before checkpoint 3, and they differ from the 1 that it lists/m,
  ],
  'a used-up grant that was changed': [
    (id) => db`update grants set amount = amount + 1 where workspace_id = ${id} and source_ref = 'a gift'`,
    /^1 grants were used up before checkpoint 3, and they differ from the 1 that it lists/m,
  ],
  'a remaining grant that was refilled': [
    (id) => db`update grants set remaining = remaining + 1 where workspace_id = ${id} and kind = 'signup'`,
    /^grant grt_\w+ has \d+ credits left, \d+ expected$/m,
  ],
  'a wallet whose spending was reset': [
    (id) => db`update wallets set available = available + 5, spent = spent - 5 where workspace_id = ${id}`,
    /^spent is \d+, \d+ expected$/m,
  ],
}

for (const [what, [change, named]] of Object.entries(tampering))
  test(`the verifier reports ${what}`, async () => {
    const { workspaceId } = await livedIn()
    for (const days of [75, 45]) await archive(workspaceId, daysAgo(days))
    ctx.clock.advance(10 * DAY_MS)
    await archive(workspaceId, daysAgo(31))
    await db`select ledger_grant(${workspaceId}, now(), ${`grt_late_${workspaceId}`}, 'manual', 'late', 7, null)`
    await db`select ledger_grant(${workspaceId}, now(), ${`grt_last_${workspaceId}`}, 'manual', 'last', 7, null)`
    assert.equal(await listDiscrepancies(workspaceId), '')
    await change(workspaceId)
    assert.match(await listDiscrepancies(workspaceId), named)
  })
