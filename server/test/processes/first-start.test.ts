import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { connect } from '../../src/kit/postgres/db.ts'
import { QUOIN_MASTER_KEY } from '../support/backup-scene.ts'
import { emptyDatabase } from '../support/databases.ts'
import { atEnd, createClient, toDatabaseUrl, until } from '../support/harness.ts'
import { firstRun, freePort, run, scratch } from '../support/processes.ts'

const address = await emptyDatabase()
const db = connect(address, { max: 1, name: 'test' })
atEnd(() => db.end({ timeout: 1 }))

test('three processes that start on an empty database at once create one workspace and one key file', async () => {
  const env = {
    DATABASE_URL: toDatabaseUrl(address),
    QUOIN_MASTER_KEY,
    MEDIA_S3_BUCKET: 'media',
    MEDIA_S3_ENDPOINT: 'http://127.0.0.1:9',
  }
  const nodes = ['all', 'serve', 'serve'].map((command) => {
    const folder = join(scratch(), 'data')
    return { folder, program: run(command, { ...env, QUOIN_DATA: folder }) }
  })
  const urls = await Promise.all(
    nodes.map(async ({ program }) => (await program.says(/^ {2}API +(http\S+)$/m))[1] ?? ''),
  )
  const [made] = await db<[{ workspaces: number; keys: number; imports: number }]>`
    select (select count(*)::int from workspaces) as workspaces, (select count(*)::int from api_keys) as keys,
      (select count(*)::int from directory_imports) as imports`
  assert.deepEqual({ ...made }, { workspaces: 1, keys: 2, imports: 1 })
  const written = nodes.filter(({ folder }) => existsSync(join(folder, 'first-run.json')))
  assert.equal(written.length, 1)
  assert.deepEqual(
    nodes.filter(({ program }) => /first workspace/.test(program.output())),
    written,
  )
  const { live_key: key } = firstRun(written[0]?.folder ?? '')
  for (const url of urls) assert.equal((await createClient(url, key)('GET', '/v1/profiles')).status, 200)

  const busy = urls.flatMap((url) =>
    Array.from({ length: 30 }, (_, n) =>
      createClient(url, key)('POST', '/v1/profiles', { name: 'Example' }, { 'idempotency-key': `${url}-${n}` }),
    ),
  )
  for (const { status, text } of await Promise.all(busy)) assert.ok([201, 429].includes(status), text)
  const [{ open }] = await db<[{ open: number }]>`
    select count(*)::int as open from pg_stat_activity
    where datname = current_database() and application_name like 'quoin%'`
  assert.ok(open <= 3 * 10, `three processes have ${open} connections, 10 each are allowed`)
  for (const { program } of nodes) program.child.kill('SIGTERM')
  for (const { program } of nodes) assert.equal((await program.ended).code, 0, program.output())
})

test('no one can sign up before the first start is complete: the operator comes first', async () => {
  const fresh = await emptyDatabase()
  const lock = connect(fresh, { max: 1, name: 'test' })
  atEnd(() => lock.end({ timeout: 1 }))
  await lock`select pg_advisory_lock(hashtext('quoin.first_run'))`
  const folder = join(scratch(), 'data')
  const port = await freePort()
  const program = run('all', {
    DATABASE_URL: toDatabaseUrl(fresh),
    QUOIN_MASTER_KEY,
    QUOIN_DATA: folder,
    PORT: String(port),
  })
  const anyone = createClient(`http://127.0.0.1:${port}`)
  const person = { email: 'stranger@example.com', name: 'Stranger', password: 'correct horse battery staple' }
  const early = await until('the port', () => anyone('POST', '/v1/auth/sign-up', person).catch(() => undefined))
  assert.deepEqual([early.status, early.headers.get('retry-after')], [503, '1'], early.text)
  assert.equal((await anyone('GET', '/healthz')).status, 200)
  assert.equal((await anyone('GET', '/readyz')).status, 503)
  await lock`select pg_advisory_unlock(hashtext('quoin.first_run'))`
  await program.says(/first-run\.json/)
  assert.equal((await anyone('POST', '/v1/auth/sign-up', person)).status, 200)
})
