import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createMetrics } from '../server/src/http/system/metrics.ts'
import { createLog } from '../server/src/kit/log/log.ts'
import { openRedisLimits } from '../server/src/kit/redis/open-limits.ts'
import type { SlotRequest } from '../server/src/kit/shared-limits.ts'
import { createHostLimiter, type HostLimiter } from '../server/src/sources/mail/host-limiter.ts'
import { createProfile, signIn, startConnection } from '../server/test/support/account-scene.ts'
import { FakeDiscord } from '../server/test/support/connectors/discord-fake.ts'
import { atEnd, createClient, freshDatabase, until } from '../server/test/support/harness.ts'
import { firstRun, run, scratch, start } from '../server/test/support/processes.ts'
import { freePort } from './free-ports.ts'
import { fromDebian } from './peer.ts'

const { path, skip } = await fromDebian('redis-server', 'redis-server')
/** On a busy machine a healthy Redis can take longer than the default. */
const PATIENT = { REDIS_TIMEOUT_MS: '5000' }

interface Redis {
  readonly url: string
  readonly child: ChildProcess
}

async function startRedis(port: number): Promise<Redis> {
  const child = spawn(path, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
    stdio: 'ignore',
  })
  atEnd(() => void child.kill('SIGKILL'))
  await until('Redis', async () => {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    return isOpen
  })
  return { url: `redis://127.0.0.1:${port}`, child }
}

/** Starts two whole servers on one database; with Redis they share limits. */
async function startPair(env: Record<string, string>) {
  const [host = '', database = ''] = (await freshDatabase()).split('?')
  const data = join(scratch(), 'data')
  mkdirSync(data)
  const settings = {
    QUOIN_MASTER_KEY: Buffer.alloc(32, 9).toString('base64'),
    DATABASE_URL: `postgres:///${database}?host=${encodeURIComponent(host)}&user=quoin`,
    ...env,
  }
  const first = await start(data, settings)
  await first.says(/first workspace/)
  const second = await start(data, settings)
  const { live_key, test_key } = firstRun(data)
  return { servers: [first, second] as const, live_key, test_key, env: { ...settings, QUOIN_DATA: data } }
}

type ServerPair = Awaited<ReturnType<typeof startPair>>

/** Calls both servers alternately and at once, and counts the responses by status. */
async function callBoth({ servers }: ServerPair, key: string | undefined, times: number, target = '/v1/profiles') {
  const started = Date.now()
  const replies = await Promise.all(
    Array.from({ length: times }, (_, n) => createClient(servers[n % 2]?.url ?? '', key)('GET', target)),
  )
  const ok = replies.filter(({ status }) => status === 200)
  return { replies, ok: ok.length, seconds: (Date.now() - started) / 1000 }
}

const SLOW_REFILL = { RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '30' }

test('two processes share the limits of a key, a workspace and an address exactly', { skip }, async () => {
  const { url } = await startRedis(await freePort())
  const pair = await startPair({
    REDIS_URL: url,
    ...PATIENT,
    ...SLOW_REFILL,
    RATE_LIMIT_WORKSPACE_PER_SECOND: '1',
    RATE_LIMIT_WORKSPACE_BURST: '50',
    RATE_LIMIT_ADDRESS_PER_SECOND: '1',
    RATE_LIMIT_ADDRESS_BURST: '20',
  })
  const ofKey = await callBoth(pair, pair.live_key, 60)
  assert.ok(ofKey.ok >= 30 && ofKey.ok <= 30 + Math.ceil(ofKey.seconds), `${ofKey.ok} of one key`)
  const left = ofKey.replies.filter(({ status }) => status === 200).map(({ headers }) => headers.get('ratelimit') ?? '')
  for (const header of left) assert.match(header, /^"default";r=\d+;t=\d+$/)
  const rest = left.map((header) => Number(/r=(\d+)/.exec(header)?.[1])).toSorted((a, b) => b - a)
  assert.deepEqual(rest.slice(0, 5), [29, 28, 27, 26, 25], 'each answer shows what all have left')
  for (const { status, headers } of ofKey.replies.filter((reply) => reply.status !== 200)) {
    assert.equal(status, 429)
    assert.equal(headers.get('ratelimit'), `"default";r=0;t=${headers.get('retry-after')}`)
    assert.equal(headers.get('ratelimit-policy'), '"default";q=30;w=30')
  }
  const ofAll = await callBoth(pair, pair.test_key, 60)
  const between = Math.ceil(ofKey.seconds + ofAll.seconds) + 2
  assert.ok(ofAll.ok <= 20 + between, `${ofAll.ok} of the other key: the workspace has 50`)
  const ofAddress = await callBoth(pair, undefined, 40, '/openapi.json')
  assert.ok(ofAddress.ok >= 19 && ofAddress.ok <= 20 + Math.ceil(ofAddress.seconds), `${ofAddress.ok} of one address`)
})

test('without Redis each process counts separately, and both the second start and doctor say so', {
  skip,
}, async () => {
  const pair = await startPair(SLOW_REFILL)
  const { ok } = await callBoth(pair, pair.live_key, 80)
  assert.ok(ok >= 60, `${ok} of twice 30`)
  await pair.servers[1].says(/Each process has its own rate limits/)
  const doctor = run('doctor', { ...pair.env, QUOIN_DOCTOR_URL: `${pair.servers[0].url}/healthz` })
  await doctor.ended
  assert.match(doctor.output(), /limits: each of 2 processes has its own/)
})

test('the test quota of a workspace is shared by two processes', { skip }, async () => {
  const { url } = await startRedis(await freePort())
  const pair = await startPair({ REDIS_URL: url, ...PATIENT, TEST_QUOTA_PER_DAY: '25' })
  const { ok, replies } = await callBoth(pair, pair.test_key, 60)
  assert.equal(ok, 25)
  assert.ok(replies.every(({ status }) => status === 200 || status === 429))
})

test("two processes together keep to a vendor's rate limit", { skip }, async () => {
  const { url } = await startRedis(await freePort())
  const requestTimes: number[] = []
  const vendor = createServer((_request, response) => {
    requestTimes.push(performance.now())
    response.setHeader('content-type', 'application/json').end('{"status":"success","result":"valid","flags":[]}')
  }).listen(0, '127.0.0.1')
  await once(vendor, 'listening')
  atEnd(() => void vendor.close())
  const pair = await startPair({
    REDIS_URL: url,
    ...PATIENT,
    NEVERBOUNCE_API_KEY: 'example',
    NEVERBOUNCE_BASE_URL: `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`,
    SOURCES_VERIFY_EMAIL: 'neverbounce',
  })
  const emails = Array.from({ length: 60 }, (_, n) => `person${n}@vendor-rate.example`)
  await Promise.all(
    emails.map((email, n) =>
      createClient(pair.servers[n % 2]?.url ?? '', pair.live_key)('POST', '/v1/data/contacts/verify-email', {
        query: email,
      }),
    ),
  )
  // Ten per second with a burst of ten, and no call waits for more than two seconds: thirty in all, from both.
  const seconds = ((requestTimes.at(-1) ?? 0) - (requestTimes[0] ?? 0)) / 1000
  assert.ok(requestTimes.length >= 25, `${requestTimes.length} requests`)
  assert.ok(requestTimes.length <= 10 + 10 * (seconds + 1), `${requestTimes.length} requests in ${seconds} s`)
})

test('two processes publish to one server with the slots of one, and every post once', { skip }, async () => {
  const { url } = await startRedis(await freePort())
  const fake = await new FakeDiscord().start()
  let [running, most] = [0, 0]
  /** Discord, with slow responses to posts. */
  const answerSlowly = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isPost = request.method === 'POST'
    if (isPost) most = Math.max(most, ++running)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (isPost) await sleep(150)
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers as Record<string, string>
    const reply = await fetch(`${fake.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    if (isPost) running--
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text())
  }
  const slow = createServer((request, response) => void answerSlowly(request, response)).listen(0, '127.0.0.1')
  await once(slow, 'listening')
  atEnd(() => slow.closeAllConnections())
  atEnd(() => void slow.close())
  const pair = await startPair({
    REDIS_URL: url,
    ...PATIENT,
    PUBLISH_SLOTS_PER_SERVER: '3',
    PLATFORM_ORIGINS: `https://discord.com=http://127.0.0.1:${(slow.address() as AddressInfo).port}`,
  })
  const live = createClient(pair.servers[0].url, pair.live_key)
  const profileId = await createProfile(live)
  const guild = fake.addGuild(fake.addBot())
  const [bot] = fake.bots.values()
  const targets: { account_id: string }[] = []
  for (let n = 0; n < 10; n++) {
    const channel = fake.addChannel(guild)
    const { id } = await startConnection(live, profileId, { platform: 'discord' })
    await signIn(live, id, { bot_token: bot.token })
    const selected = await live('POST', `/v1/connections/${id}/select`, { external_id: channel.id })
    assert.equal(selected.status, 200, selected.text)
    targets.push({ account_id: selected.body.id })
  }
  const created = await live('POST', '/v1/posts', { targets, content: 'Over two processes' })
  assert.equal(created.status, 201, created.text)
  await until('the posts', async () => (await live('GET', `/v1/posts/${created.body.id}`)).body.status === 'published')
  assert.equal(most, 3)
  assert.equal(fake.messages.size, targets.length)
})

test('two processes share one session slot of a mail server, and a pause applies to both', {
  skip,
}, async () => {
  const { url } = await startRedis(await freePort())
  const log = createLog('silent')
  const nodes = await Promise.all(
    [1, 2].map(() => openRedisLimits({ url, timeoutMs: 5000, log, registry: createMetrics().registry })),
  )
  for (const limits of nodes) atEnd(() => limits.close())
  // Longer than a process waits before it looks again, so that only the shared interval can hold back the other process.
  const intervalMs = 250
  const grants: { readonly askedAt: number; readonly gotAt: number }[] = []
  const limiters = nodes.map((limits) => {
    const acquire = async (slot: SlotRequest) => {
      const askedAt = performance.now()
      const answer = await limits.acquire(slot)
      if (answer?.isAcquired) grants.push({ askedAt, gotAt: performance.now() })
      return answer
    }
    return createHostLimiter(intervalMs, { sharedLimits: { ...limits, acquire } })
  })
  let [running, most] = [0, 0]
  const session = async () => {
    most = Math.max(most, ++running)
    await sleep(20)
    running--
    return 'done'
  }
  const untilMs = performance.now() + 60_000
  const runs = Array.from({ length: 8 }, (_, n) =>
    (limiters[n % 2] as HostLimiter).run('mx.example.com', untilMs, session),
  )
  assert.deepEqual(new Set(await Promise.all(runs)), new Set(['done']))
  assert.equal(most, 1)
  assert.equal(grants.length, runs.length)
  // Responses may come late, so each interval is measured from requesting one slot to getting the next, which is never shorter.
  // Redis counts whole milliseconds.
  for (const [n, { gotAt }] of grants.slice(1).entries())
    assert.ok(gotAt - (grants[n]?.askedAt ?? 0) >= intervalMs - 2, `the interval is kept after session ${n}`)
  limiters[0]?.pause('mx.example.com')
  await until(
    'the pause',
    async () => (await limiters[1]?.run('mx.example.com', performance.now() + 1000, session)) === undefined,
  )
  assert.equal(limiters[1]?.isPaused('mx.example.com'), true)
})

test('a released slot is free at once, and the slot of a dead process expires', { skip }, async () => {
  const port = await freePort()
  const { url, child } = await startRedis(port)
  const log = createLog('silent')
  const limits = await openRedisLimits({ url, timeoutMs: 5000, log, registry: createMetrics().registry })
  atEnd(() => limits.close())
  const slot = await limits.acquire({ id: 'publish:example.com', max: 1 })
  assert.ok(slot?.isAcquired)
  assert.deepEqual(await limits.acquire({ id: 'publish:example.com', max: 1 }), {
    isAcquired: false,
    waitMs: undefined,
  })
  slot.release()
  const next = await until('the slot', async () => {
    const answer = await limits.acquire({ id: 'publish:example.com', max: 1 })
    return answer?.isAcquired && answer
  })
  assert.ok(next)
  const keys = await sendRedisCommand(port, 'PTTL quoin:slots:publish:example.com')
  assert.ok(Number(keys.slice(1)) > 0, `the key expires: ${keys}`)
  child.kill('SIGKILL')
})

test('when Redis is killed, frozen and restarted under load, no call fails or hangs, and limits are shared again', {
  skip,
}, async () => {
  const port = await freePort()
  let redis = await startRedis(port)
  const pair = await startPair({
    REDIS_URL: redis.url,
    LOG_LEVEL: 'info',
    RATE_LIMIT_PER_SECOND: '100000',
    RATE_LIMIT_BURST: '100000',
  })
  const state = { isOver: false, calls: 0, slowestMs: 0 }
  const odd: string[] = []
  const load = Array.from({ length: 8 }, async (_, n) => {
    const live = createClient(pair.servers[n % 2]?.url ?? '', pair.live_key)
    while (!state.isOver) {
      const started = performance.now()
      const { status, text } = await live('GET', '/v1/profiles')
      if (status !== 200 && status !== 429) odd.push(`${status} ${text}`)
      state.slowestMs = Math.max(state.slowestMs, performance.now() - started)
      state.calls++
      await sleep(5)
    }
  })
  const readUpMetric = async (n: 0 | 1) => {
    const { text } = await createClient(pair.servers[n].url)('GET', '/metrics')
    return /^quoin_shared_limits_up (\d)/m.exec(text)?.[1]
  }
  const bothAre = (value: string) =>
    until(`both at ${value}`, async () => (await readUpMetric(0)) === value && (await readUpMetric(1)) === value)
  await bothAre('1')
  for (let round = 0; round < 2; round++) {
    redis.child.kill('SIGKILL')
    await once(redis.child, 'exit')
    await bothAre('0')
    const before = state.calls
    await until('calls without Redis', () => state.calls > before + 50)
    await pair.servers[0].says(/Redis \(REDIS_URL\) is unavailable/)
    redis = await startRedis(port)
    await bothAre('1')
  }
  redis.child.kill('SIGSTOP')
  await bothAre('0')
  const before = state.calls
  await until('calls beside a frozen Redis', () => state.calls > before + 50)
  redis.child.kill('SIGCONT')
  await bothAre('1')
  state.isOver = true
  await Promise.all(load)
  assert.deepEqual(odd, [])
  assert.ok(state.slowestMs < 5000, `a call took ${state.slowestMs} ms`)
  const away = pair.servers[0].output().match(/Redis \(REDIS_URL\) is unavailable/g) ?? []
  assert.ok(away.length >= 1 && away.length <= 3, `${away.length} lines for three absences`)
})

/** Sends one command to Redis over a new connection. */
async function sendRedisCommand(port: number, command: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${command}\r\n`)
  const [data] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return data.toString().trim()
}
