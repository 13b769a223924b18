import assert from 'node:assert/strict'
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { archiveScene, DAY_MS } from '../support/archive-scene.ts'
import { startBucket } from '../support/fake-s3.ts'
import { freshDatabase, toDatabaseUrl, until } from '../support/harness.ts'
import { run } from '../support/processes.ts'

const address = await freshDatabase()
const bucket = await startBucket()
const scene = await archiveScene({ address })
const { ctx, db, data, listDiscrepancies } = scene
/** Creates history that is old enough by the system clock for a separate process to archive. */
function livedIn() {
  ctx.clock.set(new Date(Date.now() - 140 * DAY_MS))
  return scene.livedIn()
}
const before = new Date(Date.now() - 40 * DAY_MS).toISOString().slice(0, 10)

async function quoin(args: readonly string[], env: Record<string, string> = {}) {
  const program = run(
    'ledger',
    { DATABASE_URL: toDatabaseUrl(address), QUOIN_MASTER_KEY: scene.masterKey, QUOIN_DATA: data, ...env },
    { args },
  )
  return { ...(await program.ended), output: program.output() }
}

/** Retries while the database has not yet noticed that the previous process was killed. */
const archive = (workspaceId: string, env?: Record<string, string>) =>
  until('the lock is free', async () => {
    const ended = await quoin(['archive', '--before', before, '--workspace', workspaceId], env)
    return !/Another process/.test(ended.output) && ended
  })

async function chargedIn(workspaceId: string): Promise<{ archived: number; left: number }> {
  const [row] = await db<[{ archived: number; left: number }]>`
    select (select coalesce(max((body::json #>> '{counts,charges}')::int), 0) from ledger_checkpoints where workspace_id = ${workspaceId}) as archived,
      (select count(*)::int from charges where workspace_id = ${workspaceId} and credits > 0) as left`
  return row
}

for (const point of ['archive_read', 'archive_stored', 'archive_committed'])
  test(`killed at ${point}, nothing is lost or duplicated, and the next run completes the work`, async () => {
    const { workspaceId } = await livedIn()
    const { left: charges } = await chargedIn(workspaceId)
    const { signal, output } = await archive(workspaceId, { QUOIN_FAILPOINT: point })
    assert.equal(signal, 'SIGKILL', output)
    const halfway = await chargedIn(workspaceId)
    assert.equal(halfway.archived + halfway.left, charges)
    assert.equal(halfway.archived > 0, point === 'archive_committed')
    assert.equal(await listDiscrepancies(workspaceId), '')
    const again = await archive(workspaceId)
    assert.equal(again.code, 0, again.output)
    assert.deepEqual(await chargedIn(workspaceId), { archived: charges, left: 0 })
    assert.equal(globSync(`media/ledger/${workspaceId}/*`, { cwd: data }).length, 1)
    const verified = await quoin(['verify', '--archive', '--workspace', workspaceId])
    assert.equal(verified.code, 0, verified.output)
    assert.match(
      verified.output,
      /ok {2}\d+ entries, \d+ charges; \d+ entries from before .* are archived\nThe ledger is consistent/,
    )
  })

test('a partial object of a killed process is written again', async () => {
  const { workspaceId } = await livedIn()
  await archive(workspaceId, { QUOIN_FAILPOINT: 'archive_stored' })
  const [name = ''] = globSync(`media/ledger/${workspaceId}/*`, { cwd: data })
  const file = join(data, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.part`, 'half')
  writeFileSync(file, 'another half')
  assert.equal((await archive(workspaceId)).code, 0)
  assert.ok(!existsSync(`${file}.part`))
  assert.equal(await listDiscrepancies(workspaceId), '')
})

test('objects are stored in the media bucket', async () => {
  const { workspaceId } = await livedIn()
  const env = {
    MEDIA_S3_BUCKET: 'archive',
    MEDIA_S3_ENDPOINT: bucket.url,
    MEDIA_S3_ACCESS_KEY_ID: 'a',
    MEDIA_S3_SECRET_ACCESS_KEY: 'b',
  }
  assert.equal((await archive(workspaceId, { ...env, QUOIN_FAILPOINT: 'archive_stored' })).signal, 'SIGKILL')
  assert.equal((await archive(workspaceId, env)).code, 0)
  const keys = [...bucket.objects.keys()].filter((key) => key.includes(workspaceId))
  assert.equal(keys.length, 1)
  const verify = ['verify', '--archive', '--workspace', workspaceId]
  assert.equal((await quoin(verify, env)).code, 0)
  bucket.objects.set(keys[0] ?? '', Buffer.from('other bytes'))
  const { code, output } = await quoin(verify, env)
  assert.deepEqual([code, /does not match checkpoint 1/.test(output)], [1, true])
  bucket.objects.delete(keys[0] ?? '')
  assert.match((await quoin(verify, env)).output, /of checkpoint 1 is missing/)
})

test('a command that would write to another store than the servers is refused', async () => {
  const { workspaceId } = await livedIn()
  await db`insert into nodes (role, media, lease_ends_at) values ('all', 'bucket other', now() + interval '1 hour')`
  const { code, output } = await archive(workspaceId)
  assert.deepEqual([code, /keep media in another store/.test(output)], [2, true], output)
  await db`delete from nodes where media = 'bucket other'`
})

test('of two concurrent archivers, only one archives each row', async () => {
  const { workspaceId } = await livedIn()
  const { left: charges } = await chargedIn(workspaceId)
  const both = await Promise.all([archive(workspaceId), archive(workspaceId)])
  for (const { code, output } of both) assert.equal(code, 0, output)
  assert.deepEqual(await chargedIn(workspaceId), { archived: charges, left: 0 })
  assert.equal(await listDiscrepancies(workspaceId), '')
})
