import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { HANG_MS } from '../support/hang-timeout.ts'
import { createClient, type Reply, until } from '../support/harness.ts'
import { firstRun, isGone, isRunning, readPostmasterPid, scratch, start } from '../support/processes.ts'

const skip = process.platform !== 'linux' && 'reads /proc'

function readParentPid(pid: string): number {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}

/** Lists a postmaster and its children. */
function listPostgresPids(postmaster: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return [postmaster, ...pids.filter((pid) => readParentPid(pid) === postmaster).map(Number)]
}

/** Returns NaN while there is no pid file: a failed start removes it. */
function findPostmaster(dataDir: string): number {
  try {
    return readPostmasterPid(dataDir)
  } catch {
    return Number.NaN
  }
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) if (isRunning(pid)) process.kill(pid, name)
}

async function startQuoin(env: Record<string, string> = {}) {
  const dataDir = join(scratch(), 'data')
  const server = await start(dataDir, env)
  await server.says(/first-run\.json/)
  const live = createClient(server.url, firstRun(dataDir).live_key)
  await until('/readyz', async () => (await fetch(`${server.url}/readyz`)).status === 200)
  return { ...server, dataDir, live }
}

/** Fails the test when the work would hang. */
function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`No answer within ${HANG_MS} ms`)), HANG_MS)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

test('while the embedded database hangs every call gets 503, and calls are served again when it resumes', {
  skip,
}, async () => {
  const { dataDir, live, url } = await startQuoin()
  const create = (n: number): Promise<Reply> =>
    live('POST', '/v1/profiles', { name: `Profile ${n}` }, { 'idempotency-key': `hangs-${n}` })
  assert.equal((await create(0)).status, 201)
  const frozen = listPostgresPids(readPostmasterPid(dataDir))
  after(() => signal(frozen, 'SIGCONT'))
  assert.ok(frozen.length > 5, 'its backends are known')
  // Backends first, because the postmaster could start another one meanwhile.
  signal(frozen.toReversed(), 'SIGSTOP')
  const calls = [
    live('GET', '/v1/profiles'),
    create(1),
    create(2),
    live('POST', '/v1/data/search/people', { query: 'research' }),
    live('GET', '/v1/credits'),
  ]
  for (const { status, headers, text } of await inTime(Promise.all(calls)))
    assert.deepEqual([status, headers.get('retry-after')], [503, '1'], text)
  // The same when no connection is left.
  assert.equal((await inTime(live('GET', '/v1/profiles'))).status, 503)
  assert.equal((await inTime(fetch(`${url}/readyz`))).status, 503)
  signal(frozen, 'SIGCONT')
  for (const n of [1, 2]) await until(`profile ${n}`, async () => (await create(n)).status === 201)
  const { data } = (await live('GET', '/v1/profiles')).body as { data: { name: string }[] }
  assert.deepEqual(data.map(({ name }) => name).toSorted(), ['Profile 0', 'Profile 1', 'Profile 2'])
  await until('/readyz', async () => (await fetch(`${url}/readyz`)).status === 200)
})

test('an embedded database that dies is restarted, and no acknowledged write is lost', async () => {
  const server = await startQuoin()
  const acknowledged: string[] = []
  const writing = new AbortController()
  const write = async (writer: number) => {
    for (let n = 0; !writing.signal.aborted; n++) {
      const name = `Profile ${writer} ${n}`
      const { status, text } = await server.live('POST', '/v1/profiles', { name })
      assert.ok(status === 201 || status === 503, text)
      if (status === 201) acknowledged.push(name)
    }
  }
  const writers = [0, 1, 2].map(write)
  for (let deaths = 0; deaths < 2; deaths++) {
    const [before, postmaster] = [acknowledged.length, readPostmasterPid(server.dataDir)]
    await until('writes', () => acknowledged.length > before + 20)
    process.kill(postmaster, 'SIGKILL')
    const killed = acknowledged.length
    await until('writes again', () => acknowledged.length > killed + 20)
    assert.notEqual(readPostmasterPid(server.dataDir), postmaster)
  }
  writing.abort()
  await Promise.all(writers)
  assert.equal(server.child.exitCode, null)
  const stored = new Set<string>()
  let cursor = ''
  do {
    const { body } = await server.live('GET', `/v1/profiles?limit=100${cursor && `&cursor=${cursor}`}`)
    for (const { name } of body.data) stored.add(name)
    cursor = body.next_cursor ?? ''
  } while (cursor)
  assert.deepEqual(
    acknowledged.filter((name) => !stored.has(name)),
    [],
  )
  assert.match(server.output(), /The embedded PostgreSQL ended unexpectedly\. Restarting it/)

  const postmaster = readPostmasterPid(server.dataDir)
  server.child.kill('SIGTERM')
  assert.equal((await server.ended).code, 0)
  await isGone(postmaster)
})

test('an embedded database that keeps dying ends the server with a clear error', async () => {
  const server = await startQuoin()
  const killed = new Set<number>()
  while (server.child.exitCode === null && killed.size < 20) {
    const postmaster = await until('another postmaster', () => {
      if (server.child.exitCode !== null) return -1
      const pid = findPostmaster(server.dataDir)
      return pid < 2 ** 30 && !killed.has(pid) && isRunning(pid) && pid
    })
    if (postmaster === -1) break
    killed.add(postmaster)
    process.kill(postmaster, 'SIGKILL')
  }
  assert.equal((await server.ended).code, 1)
  assert.ok(killed.size > 3, `it gave up after ${killed.size} deaths`)
  assert.match(server.output(), /The embedded PostgreSQL ended \d+ times in a row/)
})
