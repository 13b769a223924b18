import assert from 'node:assert/strict'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { connect } from '../../src/kit/postgres/db.ts'
import { QUOIN_MASTER_KEY } from '../support/backup-scene.ts'
import { emptyDatabase, plainDatabase } from '../support/databases.ts'
import { atEnd, boot, createClient, toDatabaseUrl, until } from '../support/harness.ts'
import { ingestImage } from '../support/post-scene.ts'
import { firstRun, type RunOptions, run, scratch, start } from '../support/processes.ts'

/** Runs a command to its end. */
async function quoin(args: readonly string[], env: Record<string, string>, options: RunOptions = {}) {
  const [command = '', ...rest] = args
  const program = run(command, env, { ...options, args: rest })
  return { ...(await program.ended), output: program.output() }
}

async function succeeds(args: readonly string[], env: Record<string, string>): Promise<string> {
  const { code, output } = await quoin(args, env)
  assert.equal(code, 0, output)
  return output
}

// Created here, so that they are dropped after the last test.
const external = await emptyDatabase()
const fresh = await plainDatabase()
const world = await boot({ address: fresh, env: { QUOIN_MASTER_KEY, LOG_LEVEL: 'silent' } })
await world.live('POST', '/v1/profiles', { name: 'Example brand' })
const targets = [await emptyDatabase(), await emptyDatabase()]

describe('backups between processes', { concurrency: 2 }, () => {
  test('from the embedded database of a running server to an external one and back, keys, data and media survive', async () => {
    const data = join(scratch(), 'data')
    const server = await start(data)
    await server.says(/Try it/)
    const { live_key: key } = firstRun(data)
    const idle = async (client: ReturnType<typeof createClient>) => {
      await until('the image', async () => (await client('GET', '/v1/media')).body.data[0]?.status === 'ready')
    }
    const client = createClient(server.url, key)
    const media = await ingestImage(client, { idle: () => idle(client) })
    const folder = scratch()
    const output = await succeeds(['backup', join(folder, 'one'), '--media'], { QUOIN_DATA: data })
    assert.match(output, /includes 1 media files/)
    server.child.kill('SIGTERM')
    await server.ended

    const check = async (at: Awaited<ReturnType<typeof start>>) => {
      const { status, body } = await createClient(at.url, key)('GET', `/v1/media/${media}`)
      assert.deepEqual([status, body.status], [200, 'ready'])
      const file = await fetch(body.public_url)
      assert.deepEqual([file.status, (await file.bytes()).length], [200, body.bytes_size])
      at.child.kill('SIGTERM')
      await at.ended
    }
    const env = { DATABASE_URL: toDatabaseUrl(external), QUOIN_DATA: join(scratch(), 'data') }
    mkdirSync(env.QUOIN_DATA)
    copyFileSync(join(data, 'master.key'), join(env.QUOIN_DATA, 'master.key'))
    const [medium = ''] = globSync('one/media/**/*', { cwd: folder }).filter((name) =>
      statSync(join(folder, name)).isFile(),
    )
    const bytes = readFileSync(join(folder, medium))
    writeFileSync(join(folder, medium), bytes.subarray(1))
    assert.match((await quoin(['restore', join(folder, 'one')], env)).output, /media\/.* is damaged/)
    writeFileSync(join(folder, medium), bytes)
    assert.match(await succeeds(['restore', join(folder, 'one')], env), /Stored 1 of 1 media files/)
    await check(await start(env.QUOIN_DATA, env))
    await succeeds(['backup', join(folder, 'two'), '--media'], env)

    const again = join(scratch(), 'data')
    mkdirSync(again)
    copyFileSync(join(data, 'master.key'), join(again, 'master.key'))
    await succeeds(['restore', join(folder, 'two')], { QUOIN_DATA: again })
    await succeeds(['resume'], { QUOIN_DATA: again })
    await check(await start(again))
    assert.match(await succeeds(['ledger', 'verify'], { QUOIN_DATA: again }), /consistent/)
  })

  test('a killed backup leaves no backup, and the next one is complete', async () => {
    const env = { DATABASE_URL: toDatabaseUrl(fresh), QUOIN_MASTER_KEY, QUOIN_DATA: scratch() }
    const folder = join(scratch(), 'killed')
    for (const QUOIN_FAILPOINT of ['backup_chunk:40', 'backup_filled']) {
      const { signal } = await quoin(['backup', folder], { ...env, QUOIN_FAILPOINT })
      assert.equal(signal, 'SIGKILL')
      assert.ok(!existsSync(folder))
      const [left = ''] = readdirSync(dirname(folder)).map((name) => join(dirname(folder), name))
      const refused = await quoin(['restore', left], { ...env, DATABASE_URL: toDatabaseUrl(targets[0] ?? '') })
      assert.equal(refused.code, 1)
      assert.match(refused.output, /is not a complete backup/)
    }
    await succeeds(['backup', folder], env)
    assert.deepEqual(readdirSync(dirname(folder)), ['killed'])
  })

  test('a killed restore leaves the database unchanged, and can be repeated', async () => {
    const folder = join(scratch(), 'whole')
    const env = { DATABASE_URL: toDatabaseUrl(fresh), QUOIN_MASTER_KEY, QUOIN_DATA: scratch() }
    await succeeds(['backup', folder], env)
    const into = { ...env, DATABASE_URL: toDatabaseUrl(targets[1] ?? '') }
    const db = connect(targets[1] ?? '', { max: 1, name: 'test' })
    atEnd(() => db.end({ timeout: 1 }))
    for (const QUOIN_FAILPOINT of ['restore_chunk:40', 'restore_loaded']) {
      const { signal } = await quoin(['restore', folder], { ...into, QUOIN_FAILPOINT })
      assert.equal(signal, 'SIGKILL')
      await until('the transaction is gone', async () => {
        const rows = await db`select relname from pg_class where relnamespace = 'public'::regnamespace`
        const others = await db`
          select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
        return rows.length === 0 && others.length === 0
      })
    }
    assert.match(await succeeds(['restore', folder], into), /The ledger is consistent/)
  })

  test('a full disk is named, and nothing is left on it', async () => {
    const env = { DATABASE_URL: toDatabaseUrl(fresh), QUOIN_MASTER_KEY, QUOIN_DATA: scratch() }
    const folder = join(scratch(), 'full')
    // No file may grow beyond one block, which is what a full disk looks like to a program.
    const prefix = ['/bin/sh', '-c', 'trap "" XFSZ; ulimit -f 1; exec "$@"', 'sh']
    const { code, output } = await quoin(['backup', folder], env, { prefix })
    assert.equal(code, 1, output)
    assert.match(output, /full was not written\. The disk is full/)
    assert.deepEqual(readdirSync(dirname(folder)), [])
  })

  test('a backup contains no secrets: neither the key nor the password of the database', async () => {
    const env = { DATABASE_URL: toDatabaseUrl(fresh), QUOIN_MASTER_KEY, QUOIN_DATA: scratch() }
    const folder = join(scratch(), 'quiet')
    const output = await succeeds(['backup', folder, '--json'], env)
    const manifest = readFileSync(join(folder, 'manifest.json'), 'utf8')
    for (const secret of [QUOIN_MASTER_KEY, 'postgres://', toDatabaseUrl(fresh)])
      assert.ok(!output.includes(secret) && !manifest.includes(secret), secret)
    assert.equal(JSON.parse(output).folder, folder)
  })
})
