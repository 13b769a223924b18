import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { archiveByAge } from '../../src/domains/billing/credits/archive.ts'
import { isPaidRepeat } from '../../src/domains/billing/credits/free-repeats.ts'
import { createSecrets, newMasterKey } from '../../src/kit/secrets.ts'
import { isSignedBy, listPublicKeys } from '../../src/ledger/archive/signing.ts'
import { checkInvariants, verifyLedger } from '../../src/ledger/verify.ts'
import { archiveScene, DAY_MS } from '../support/archive-scene.ts'
import { commandsOn } from '../support/commands.ts'

const scene = await archiveScene()
const { ctx, db, livedIn, archive, daysAgo, listDiscrepancies } = scene

async function verifyWorkspaceLedger(workspaceId: string) {
  for await (const verification of verifyLedger(db, { workspaceId })) return verification
  return undefined
}

async function countLedgerRows(workspaceId: string) {
  const [row] = await db<[{ entries: number; charges: number }]>`
    select (select count(*) from journal where workspace_id = ${workspaceId})::int as entries,
      (select count(*) from charges where workspace_id = ${workspaceId})::int as charges`
  return row
}

test('archived rows leave the database, balances stay, and the whole ledger still verifies', async () => {
  const { workspaceId, live } = await livedIn()
  const before = await verifyWorkspaceLedger(workspaceId)
  const credits = (await live('GET', '/v1/credits')).body
  const rows = await countLedgerRows(workspaceId)
  const [archived] = await archive(workspaceId, daysAgo(40))
  assert.deepEqual(archived?.discrepancies, [])
  const left = await countLedgerRows(workspaceId)
  assert.deepEqual(
    [archived?.entries, archived?.charges],
    [rows.entries - left.entries, rows.charges - left.charges],
    'what left the tables is what was archived',
  )
  assert.ok(left.entries > 0 && left.charges > 0 && left.entries < rows.entries)
  const after = await verifyWorkspaceLedger(workspaceId)
  assert.deepEqual([after?.entries, after?.charges, after?.discrepancies], [before?.entries, before?.charges, []])
  assert.equal(after?.archived?.entries, archived?.entries)
  assert.equal(await listDiscrepancies(workspaceId), '')
  assert.deepEqual((await live('GET', '/v1/credits')).body, credits)
  assert.deepEqual(await checkInvariants(db), [])

  assert.equal((await live('POST', '/v1/demo/find', {})).status, 200)
  ctx.clock.advance(40 * DAY_MS)
  await archive(workspaceId, daysAgo(35))
  assert.equal((await countLedgerRows(workspaceId)).entries, 0)
  assert.equal((await live('POST', '/v1/demo/find', {})).status, 200)
  assert.equal(await listDiscrepancies(workspaceId), '')
})

test('a second run does nothing', async () => {
  const { workspaceId } = await livedIn()
  assert.equal((await archive(workspaceId, daysAgo(40))).length, 1)
  const [checkpoints] = await db`select count(*) from ledger_checkpoints where workspace_id = ${workspaceId}`
  const again = await archive(workspaceId, daysAgo(40))
  assert.deepEqual(again, [])
  assert.deepEqual(
    (await db`select count(*) from ledger_checkpoints where workspace_id = ${workspaceId}`)[0],
    checkpoints,
  )
})

test('a long history becomes many small consecutive objects', async () => {
  const { workspaceId } = await livedIn()
  const [archived] = await archive(workspaceId, daysAgo(31), 2)
  assert.ok((archived?.objects ?? 0) > 5)
  assert.equal(await listDiscrepancies(workspaceId), '')
  const objects = globSync(`media/ledger/${workspaceId}/*.jsonl.gz`, { cwd: scene.data }).toSorted()
  assert.equal(objects.length, archived?.objects)
  const rows = objects.flatMap((file) =>
    gunzipSync(readFileSync(join(scene.data, file)))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { row: string; credits?: number }),
  )
  const count = (kind: string) => rows.filter(({ row }) => row === kind).length
  assert.deepEqual([count('entry'), count('charge') + count('free')], [archived?.entries, archived?.charges])
  assert.ok(count('free') >= 3)
})

test('an open hold keeps its charges, and everything after them, in the database', async () => {
  const { workspaceId, live } = await livedIn()
  const { headers } = await live('POST', '/v1/demo/find', {})
  const requestId = headers.get('x-request-id')
  await live('POST', '/v1/demo/find', { find: 0 })
  await db`
    insert into holds (workspace_id, id, key_id, amount, epoch, expires_at, is_durable, action, price_book, request_id, created_at)
    select workspace_id, hold_id, key_id, 0, 1, now() + interval '1 year', true, action, price_book, request_id, created_at
    from charges where workspace_id = ${workspaceId} and request_id = ${requestId}`
  ctx.clock.advance(60 * DAY_MS)
  await archive(workspaceId, daysAgo(40))
  assert.deepEqual(await countLedgerRows(workspaceId), { entries: 1, charges: 1 })
  assert.equal(await listDiscrepancies(workspaceId), '')
  await db`delete from holds where workspace_id = ${workspaceId}`
  await archive(workspaceId, daysAgo(40))
  assert.deepEqual(await countLedgerRows(workspaceId), { entries: 0, charges: 0 })
  assert.equal(await listDiscrepancies(workspaceId), '')
})

test('calls continue while their ledger is archived', async () => {
  const { workspaceId, live } = await livedIn()
  const done = new AbortController()
  const calls = Array.from({ length: 4 }, async () => {
    while (!done.signal.aborted) assert.equal((await live('POST', '/v1/demo/local', {})).status, 200)
  })
  await archive(workspaceId, daysAgo(31), 1)
  done.abort()
  await Promise.all(calls)
  assert.equal(await listDiscrepancies(workspaceId), '')
})

test('the journal stays append-only next to the archive', async () => {
  const { workspaceId } = await livedIn()
  await archive(workspaceId, daysAgo(40))
  await assert.rejects(db`delete from journal where workspace_id = ${workspaceId}`, /append-only/)
})

test('rows that cannot be stored, or are inconsistent, are not deleted', async () => {
  const { workspaceId } = await livedIn()
  const rows = await countLedgerRows(workspaceId)
  const { storage } = ctx
  Object.assign(ctx, { storage: { ...storage, write: async () => {} } })
  await assert.rejects(archive(workspaceId, daysAgo(40)), /did not return the object .* Nothing was deleted/)
  Object.assign(ctx, { storage })
  await db`update charges set units = units + 1 where workspace_id = ${workspaceId} and journal_seq = 4`
  const [archived] = await archive(workspaceId, daysAgo(40))
  assert.match(archived?.discrepancies.join() ?? '', /^entry 4 the hash of its charges/)
  assert.deepEqual(await countLedgerRows(workspaceId), rows)
  await db`update charges set units = units - 1 where workspace_id = ${workspaceId} and journal_seq = 4`
})

test('receipts, lists, usage and refunds include archived rows', async () => {
  const { workspaceId, live, requests } = await livedIn()
  const [hold] = await db<[{ hold_id: string }]>`
    select hold_id from charges where workspace_id = ${workspaceId} and request_id = ${requests[0] ?? ''}`
  const listed = (await live('GET', '/v1/requests?limit=100&metered=true')).body.data.length
  await db`insert into receipt_steps values (${workspaceId}, 'x', ${requests[0] ?? ''}, 'key_x', 'standard', '', '[]', ${ctx.clock.now()})`
  await archive(workspaceId, daysAgo(40))
  const day = daysAgo(40).toISOString()
  const receipt = await live('GET', `/v1/requests/${requests[0]}`)
  assert.deepEqual([receipt.status, receipt.body.detail.includes(`before ${day} were archived`)], [404, true])
  assert.equal((await live('GET', `/v1/requests/${requests.at(-1)}`)).status, 200)
  const { data } = (await live('GET', '/v1/requests?limit=100&metered=true')).body
  assert.equal(data.length, listed / 3)
  const { data: entries, has_more: hasMore } = (await live('GET', '/v1/credits/ledger?limit=100')).body
  assert.deepEqual([entries.length, hasMore], [(await countLedgerRows(workspaceId)).entries, false])
  const since = daysAgo(60).toISOString().slice(0, 10)
  assert.equal((await live('GET', `/v1/credits/usage?since=${since}`)).body.archived_before, day)
  assert.ok(!('archived_before' in (await live('GET', '/v1/credits/usage')).body))
  const quoin = commandsOn(ctx)
  await assert.rejects(
    quoin('credits', 'refund', workspaceId, hold.hold_id, '--actor', 'a', '--reason', 'b'),
    /were archived and cannot be refunded/,
  )
})

test('a paid result stays free as long as its price book says, and an unpaid one does not', async () => {
  const { workspaceId, requests } = await livedIn()
  const [paid = '', , failed = ''] = requests
  const datum = (subject: string) => ({ action: 'contacts/find-email', subject, days: 365 })
  for (const [requestId, subject] of [
    [paid, 'paid'],
    [failed, 'failed'],
  ] as const)
    assert.equal(await isPaidRepeat(ctx, { workspaceId, requestId, keyId: '', priceBook: '' }, datum(subject)), false)
  await db`update paid_subjects set paid_at = ${daysAgo(90)} where workspace_id = ${workspaceId}`
  const quoin = commandsOn(ctx)
  await quoin('ledger', 'archive', '--before', daysAgo(40).toISOString().slice(0, 10), '--workspace', workspaceId)
  const again = { workspaceId, requestId: 'req_new', keyId: '', priceBook: '' }
  assert.equal(await isPaidRepeat(ctx, again, datum('paid')), true)
  assert.equal(await isPaidRepeat(ctx, again, datum('failed')), false)
})

test('a checkpoint is verified with the public key alone, and signed again after the master key changed', async () => {
  const { workspaceId } = await livedIn()
  await archive(workspaceId, daysAgo(70))
  const last = () =>
    db<[{ body: string; public_key: string; signature: string }]>`
      select body, public_key, signature from ledger_checkpoints where workspace_id = ${workspaceId} order by number limit 1`
  const [first] = await last()
  assert.ok(isSignedBy(first.public_key, first.body, first.signature))
  const { secrets } = ctx
  const rotated = createSecrets(`${newMasterKey()},${scene.masterKey}`)
  Object.assign(ctx, { secrets: rotated })
  try {
    assert.equal(await listDiscrepancies(workspaceId), '')
    await archive(workspaceId, daysAgo(40))
    const [again] = await last()
    assert.deepEqual([again.body, again.public_key], [first.body, listPublicKeys(rotated)[0]])
    assert.equal(await listDiscrepancies(workspaceId, listPublicKeys(rotated).slice(0, 1)), '', 'without the old key')
  } finally {
    Object.assign(ctx, { secrets })
  }
})

test('the command refuses recent days and reports what it archived', async () => {
  const { workspaceId } = await livedIn()
  const quoin = commandsOn(ctx)
  const day = (days: number) => daysAgo(days).toISOString().slice(0, 10)
  await assert.rejects(quoin('ledger', 'archive', '--before', day(20)), /within the last 31 days.*Use a day up to/)
  await assert.rejects(quoin('ledger', 'archive', '--before', 'yesterday'), /not a date/)
  const output = await quoin('ledger', 'archive', '--before', day(40), '--workspace', workspaceId)
  assert.match(output, new RegExp(`^${workspaceId}  9 entries, 12 charges in 1 object, 0\\.0 MB$`, 'm'))
  assert.match(
    output,
    /^Archived 9 entries and 12 charges from before .*\nCheckpoints are signed with the Ed25519 key [\w-]{43}\./m,
  )
  assert.match(
    await quoin('ledger', 'archive', '--before', day(40), '--workspace', workspaceId),
    /Nothing from before .* is left to archive/,
  )
})

test('a second archiver says that another one is running, and does nothing', async () => {
  const release = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const locked = db.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('quoin.ledger_archive'))`
    held.resolve()
    await release.promise
  })
  await held.promise
  const quoin = commandsOn(ctx)
  const output = await quoin('ledger', 'archive', '--before', daysAgo(40).toISOString().slice(0, 10))
  assert.match(output, /Another process is archiving the ledger/)
  release.resolve()
  await locked
})

test('LEDGER_KEEP_MONTHS archives whole months', async () => {
  const { workspaceId } = await livedIn()
  ctx.clock.advance(60 * DAY_MS)
  await archiveByAge(ctx, 3)
  const [row] = await db<[{ archived_before: Date; left: Date }]>`
    select archived_before, (select min(created_at) from journal where workspace_id = ${workspaceId}) as left
    from ledger_checkpoints where workspace_id = ${workspaceId}`
  const now = ctx.clock.now()
  assert.equal(row.archived_before.getTime(), Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 3, 1))
  assert.ok(row.left >= row.archived_before)
  assert.ok(existsSync(join(scene.data, 'media/ledger', workspaceId)))
})
