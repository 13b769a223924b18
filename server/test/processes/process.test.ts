import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdirSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { nobodyUser } from '../../src/operations/embedded/cluster-folder.ts'
import { createClient } from '../support/harness.ts'
import { firstRun, isGone, isRunning, main, readPostmasterPid, run, scratch, start } from '../support/processes.ts'

const isRoot = process.getuid?.() === 0
const fetchStatus = async (url: string) => {
  const response = await fetch(url)
  await response.text()
  return response.status
}

/** A local server for `doctor` to reach. */
const outside = createServer((_request, response) => response.end('here'))
await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
after(() => outside.close())
const QUOIN_DOCTOR_URL = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/`

describe('the server as a process', { concurrency: 3 }, () => {
  test('first start, doctor, a second process, Ctrl-C, second start, drain: one data folder throughout', async (t) => {
    const dataDir = join(scratch(), 'data')
    const first = await start(dataDir)
    const [, key = '', url = ''] = await first.says(/curl -H 'Authorization: Bearer (\S+)' (http\S+)/)

    await t.test('the first start prints two keys and a curl command that returns 200', async () => {
      assert.equal((await fetch(url, { headers: { authorization: `Bearer ${key}` } })).status, 200)
      assert.match(first.output(), /^ {2}Docs +http\S+\/docs$/m)
      assert.match(first.output(), new RegExp(`live +${key}`))
      assert.match(first.output(), /test +qk_test_\w{49}$/m)
      for (const path of ['/docs', '/healthz', '/readyz', '/metrics', '/openapi.json'])
        assert.equal(await fetchStatus(`${first.url}${path}`), 200, path)
    })

    await t.test('first-run.json has the same keys and only its owner can read it', async () => {
      const { base_url, live_key, test_key, workspace_id } = firstRun(dataDir)
      assert.deepEqual([base_url, live_key], [first.url, key])
      assert.ok(first.output().includes(test_key) && first.output().includes(workspace_id))
      assert.equal(statSync(join(dataDir, 'first-run.json')).mode & 0o777, 0o600)
      assert.equal(statSync(join(dataDir, 'master.key')).mode & 0o777, 0o600)
      assert.equal((await createClient(first.url, test_key)('GET', '/v1/profiles')).status, 200)
    })

    await t.test('doctor finds no problem while the server runs', async () => {
      const doctor = run('doctor', { QUOIN_DATA: dataDir, QUOIN_DOCTOR_URL })
      assert.deepEqual(await doctor.ended, { code: 0, signal: null }, doctor.output())
      for (const part of ['database', 'schema', 'clock', 'master key', 'disk', 'network'])
        assert.match(doctor.output(), new RegExp(`ok +${part}`))
      assert.match(
        doctor.output(),
        /ok +connections: \d+ of \d+ are in use; each process opens up to 20 \(DATABASE_POOL\)/,
      )
    })

    await t.test('a second process on the data folder says so and exits', async () => {
      const second = run('all', { QUOIN_DATA: dataDir })
      assert.equal((await second.ended).code, 1)
      assert.match(second.output(), /Another Quoin is running on this data folder/)
      assert.equal(await fetchStatus(`${first.url}/readyz`), 200)
    })

    await t.test('Ctrl-C stops it and PostgreSQL', async () => {
      const postmaster = readPostmasterPid(dataDir)
      assert.ok(isRunning(postmaster))
      first.child.kill('SIGINT')
      assert.deepEqual(await first.ended, { code: 0, signal: null })
      await isGone(postmaster)
      assert.ok(!existsSync(join(dataDir, 'postgres/postmaster.pid')))
    })

    const second = await start(dataDir, { DRAIN_NOTICE_SECONDS: '5' })
    await t.test('the second start has the data and prints no key', async () => {
      const listed = await createClient(second.url, key)('GET', '/v1/api-keys')
      assert.equal(listed.body.data.length, 2)
      assert.doesNotMatch(second.output(), /qk_/)
    })

    await t.test('on SIGTERM /readyz fails first and a running request finishes', async () => {
      const postmaster = readPostmasterPid(dataDir)
      const slow = slowRequest(second.url, key)
      await slow.isHalfSent
      second.child.kill('SIGTERM')
      while ((await fetchStatus(`${second.url}/readyz`)) !== 503) await sleep(10)
      while (await isListening(second.url)) await sleep(20)
      assert.match(await slow.finish(), /^HTTP\/1\.1 201 Created/)
      assert.deepEqual(await second.ended, { code: 0, signal: null })
      await isGone(postmaster)
    })
  })

  test('killed at any moment it starts again, with every acknowledged write', async (t) => {
    const dataDir = join(scratch(), 'data')

    await t.test('killed while it creates the database, it creates it again', async () => {
      const server = run('all', { QUOIN_DATA: dataDir })
      while (globSync('postgres*/PG_VERSION', { cwd: dataDir }).length === 0) await sleep(2)
      server.child.kill('SIGKILL')
      assert.equal((await server.ended).signal, 'SIGKILL')
    })

    let live = ''
    const acknowledged = new Map<string, string>()
    for (const round of ['the server', 'the server and PostgreSQL'])
      await t.test(`killed while writing: ${round}`, async () => {
        const server = await start(dataDir)
        if (!live) await server.says(/first-run\.json/)
        live = firstRun(dataDir).live_key
        const writers = Array.from({ length: 8 }, (_, n) => write(server.url, live, `${round} ${n}`, acknowledged))
        const before = acknowledged.size
        while (acknowledged.size < before + 150) await sleep(5)
        const postmaster = readPostmasterPid(dataDir)
        server.child.kill('SIGKILL')
        if (round !== 'the server') process.kill(postmaster, 'SIGKILL')
        await Promise.all(writers)
        await server.ended
      })

    const last = await start(dataDir)
    const client = createClient(last.url, live)
    const kept = new Map<string, string>()
    for (let cursor = ''; ; ) {
      const { body } = await client('GET', `/v1/profiles?limit=100${cursor}`)
      for (const { id, name } of body.data) kept.set(id, name)
      if (!body.has_more) break
      cursor = `&cursor=${body.next_cursor}`
    }
    for (const [id, name] of acknowledged) assert.equal(kept.get(id), name)
    assert.ok(kept.size <= acknowledged.size + 16, 'at most what was on its way is there besides')
    last.child.kill('SIGTERM')
    assert.equal((await last.ended).code, 0)
  })

  test('it starts and stops as an ordinary user, with a data folder too deep for a socket', async (t) => {
    const deep = join(scratch(), 'd'.repeat(60), 'e'.repeat(60), 'data')
    const nobody = isRoot ? ordinaryUser(deep) : undefined
    if (isRoot && !nobody) t.diagnostic('run as root only: nobody cannot read this checkout')
    const server = await start(deep, {}, nobody)
    await server.says(/first-run\.json/)
    const postmaster = readPostmasterPid(deep)
    if (nobody) assert.equal(statSync(join(deep, 'first-run.json')).uid, nobody.uid)
    assert.equal((await createClient(server.url, firstRun(deep).live_key)('GET', '/v1/profiles')).status, 200)
    server.child.kill('SIGTERM')
    assert.deepEqual(await server.ended, { code: 0, signal: null })
    await isGone(postmaster)
  })

  test('of two that start at the same moment on a new folder, one runs and the other says why it does not', async () => {
    const dataDir = join(scratch(), 'data')
    const both = [1, 2].map(() => run('all', { QUOIN_DATA: dataDir }))
    const loser = await Promise.race(both.map(async (one) => (await one.ended, one)))
    assert.match(loser.output(), /Another Quoin is running on this data folder/)
    const winner = both.find((one) => one !== loser)
    await winner?.says(/first-run\.json/)
    assert.equal(await fetchStatus(`${firstRun(dataDir).base_url}/readyz`), 200)
    winner?.child.kill('SIGTERM')
    assert.equal((await winner?.ended)?.code, 0)
  })

  test('all invalid variables are reported at once, without their secrets', async () => {
    const env = { PORT: 'http', RATE_LIMIT_BURST: '0', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://u:hunter2@h/d' }
    const broken = run('all', { QUOIN_DATA: join(scratch(), 'data'), ...env })
    assert.equal((await broken.ended).code, 1)
    for (const name of Object.keys(env)) assert.match(broken.output(), new RegExp(`^- ${name} must be `, 'm'))
    assert.doesNotMatch(broken.output(), /hunter2|at \w+ \(/)
  })

  test('production does not start without its own database and master key', async () => {
    const production = run('all', { QUOIN_DATA: join(scratch(), 'data'), QUOIN_ENV: 'production' })
    assert.equal((await production.ended).code, 1)
    assert.match(production.output(), /^- DATABASE_URL must be set in production/m)
    assert.match(production.output(), /^- QUOIN_MASTER_KEY must be set in production/m)
    const weak = { QUOIN_ENV: 'production', QUOIN_EMBEDDED_DATABASE: 'yes', QUOIN_MASTER_KEY: 'k1:c2hvcnQ=' }
    const guessed = run('all', { QUOIN_DATA: join(scratch(), 'data'), ...weak })
    assert.equal((await guessed.ended).code, 1)
    assert.match(guessed.output(), /QUOIN_MASTER_KEY must be/)
    assert.doesNotMatch(guessed.output(), /c2hvcnQ/)
  })

  test('doctor exits with 1 and advice when something is wrong', async () => {
    const env = { DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/none', QUOIN_DOCTOR_URL: 'http://127.0.0.1:1024/' }
    const doctor = run('doctor', { QUOIN_DATA: join(scratch(), 'data'), ...env })
    assert.equal((await doctor.ended).code, 1)
    assert.match(doctor.output(), /FAIL +database: .*Check that DATABASE_URL names a running server/)
    assert.match(doctor.output(), /FAIL +network: .*Check the firewall and DNS/)
    assert.match(doctor.output(), /2 problems found/)
    assert.doesNotMatch(doctor.output(), /hunter2/)
  })

  test('an unknown command prints the list of commands', async () => {
    const unknown = run('dance', {})
    assert.equal((await unknown.ended).code, 2)
    assert.match(unknown.output(), /unknown command .dance..*all .*serve .*work .*migrate .*doctor /s)
  })
})

/** Starts a POST that sends the end of its body only on request. */
function slowRequest(url: string, key: string) {
  const body = '{"name":"sent slowly"}'
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const head = `POST /v1/profiles HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`
  const isHalfSent = new Promise<void>((resolve) =>
    socket.write(head + body.slice(0, 5), () => setTimeout(resolve, 200)),
  )
  const answer = new Promise<string>((resolve) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.on('error', () => {}).on('close', () => resolve(text))
  })
  return {
    isHalfSent,
    finish: () => {
      socket.write(body.slice(5))
      return answer
    },
  }
}

async function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Creates profiles one after the other and records each acknowledged one, until the server is gone. */
async function write(url: string, key: string, name: string, acknowledged: Map<string, string>): Promise<void> {
  const client = createClient(url, key)
  for (let n = 0; ; n++) {
    const reply = await client('POST', '/v1/profiles', { name: `${name} ${n}` }).catch(() => undefined)
    if (!reply) return
    if (reply.status === 201) acknowledged.set(reply.body.id, reply.body.name)
  }
}

/** Returns the user nobody with its own home, where it can read this checkout; otherwise undefined. */
function ordinaryUser(folder: string) {
  const { uid, gid } = nobodyUser()
  const prefix = [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=-all',
    '--bounding-set=-all',
  ]
  try {
    execFileSync('setpriv', [...prefix.slice(1), process.execPath, '--version'], { stdio: 'pipe' })
    execFileSync('setpriv', [...prefix.slice(1), 'test', '-r', main], { stdio: 'pipe' })
  } catch {
    return undefined
  }
  mkdirSync(folder, { recursive: true })
  for (let at = folder; at.includes('quoin-process-'); at = dirname(at)) chownSync(at, uid, gid)
  return { uid, prefix }
}
