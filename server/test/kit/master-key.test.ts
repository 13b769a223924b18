import assert from 'node:assert/strict'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from '../../src/kit/config/config.ts'
import { confirmMasterKey } from '../../src/kit/master-key.ts'
import { connect } from '../../src/kit/postgres/db.ts'
import { createSecrets, newMasterKey, SecretError } from '../../src/kit/secrets.ts'
import { freshDatabase } from '../support/harness.ts'
import { firstRun, run, scratch, start } from '../support/processes.ts'

const [k1, k2] = [newMasterKey(), newMasterKey()]
const readConfigWithKey = (key: string) => readConfig({ QUOIN_MASTER_KEY: key, QUOIN_DATA: '/nowhere' })

async function database() {
  const db = connect(await freshDatabase(), { max: 2 })
  after(() => db.end())
  return { db, prove: (key: string) => confirmMasterKey(db, createSecrets(key), readConfigWithKey(key)) }
}

test('a database accepts the keys it was used with and refuses every other, naming its id and showing no key', async () => {
  const { prove } = await database()
  await prove(k1)
  await prove(k1)
  await assert.rejects(prove(k2), (error: Error) => {
    assert.ok(error instanceof SecretError)
    assert.match(error.message, /^QUOIN_MASTER_KEY does not open the secrets in this database.*[0-9a-f]{16}.*Set it to/)
    for (const key of [k1, k2]) assert.ok(!error.message.includes(key))
    return true
  })
  await prove(`${k2},${k1}`)
  await assert.rejects(prove(k2), SecretError, 'what k1 sealed is still there')
  await assert.rejects(prove(k1), SecretError, 'and k2 has sealed since')
  await prove(`k1:${k1},k2:${k2}`)
})

test('of two processes that start with different keys on a new database, one is refused', async () => {
  const { prove } = await database()
  const outcomes = await Promise.allSettled([prove(k1), prove(k2)])
  assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
})

test('the server does not start with a wrong key, doctor reports it, and production prints no key', async (t) => {
  const dataDir = join(scratch(), 'data')
  const env = { QUOIN_DATA: dataDir, QUOIN_ENV: 'production', QUOIN_EMBEDDED_DATABASE: 'yes', QUOIN_MASTER_KEY: k1 }
  mkdirSync(dataDir, { mode: 0o755 })

  await t.test('in production the keys of the first start are in first-run.json only', async () => {
    const server = await start(dataDir, env)
    await server.says(/are in \S+first-run\.json, which only you can read/)
    assert.doesNotMatch(server.output(), /qk_/)
    assert.match(firstRun(dataDir).live_key, /^qk_live_/)
    assert.equal(statSync(join(dataDir, 'first-run.json')).mode & 0o777, 0o600)
    assert.equal(statSync(dataDir).mode & 0o077, process.getuid?.() === 0 ? 0o010 : 0, 'the data folder is closed')
    server.child.kill('SIGTERM')
    assert.equal((await server.ended).code, 0)
  })

  await t.test('another key is refused, naming the variable', async () => {
    const server = run('all', { ...env, QUOIN_MASTER_KEY: k2 })
    assert.equal((await server.ended).code, 1)
    assert.match(server.output(), /^QUOIN_MASTER_KEY does not open the secrets in this database/m)
    assert.doesNotMatch(server.output(), /at \w+ \(/)
  })

  await t.test('doctor reports it', async () => {
    const doctor = run('doctor', { ...env, QUOIN_MASTER_KEY: k2 })
    assert.equal((await doctor.ended).code, 1)
    assert.match(doctor.output(), /FAIL +master key: QUOIN_MASTER_KEY does not open/)
  })

  await t.test("without the variable, the key's file is named", async () => {
    const development = { QUOIN_DATA: dataDir }
    const server = run('all', development)
    assert.equal((await server.ended).code, 1)
    assert.match(server.output(), /^The master key in \S+master\.key does not open .* or set QUOIN_MASTER_KEY/m)
    rmSync(join(dataDir, 'master.key'))
  })
})
