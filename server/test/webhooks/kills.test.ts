import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openWorkspace } from '../../src/domains/billing/onboarding/service.ts'
import { reviewNew } from '../../src/domains/social/inbox/reviews/contract/review.ts'
import { createWebhook } from '../../src/domains/webhooks/endpoints.ts'
import { systemClock } from '../../src/kit/clock.ts'
import { createSecrets, newMasterKey } from '../../src/kit/secrets.ts'
import type { DeliveryOptions } from '../../src/webhooks/delivery/start.ts'
import { emit } from '../../src/webhooks/emit.ts'
import { atEnd, freshDatabase, testContext } from '../support/harness.ts'
import { programFile } from '../support/processes.ts'

const SECONDS = process.env['LONG'] ? 60 : 8
/** Minimum number of kills, even on a machine that starts new workers slowly. */
const KILLS = 3
const WORKERS = 3
const ENDPOINTS = 4
const LEASE_SECONDS = 2
/** Time limit for a worker to claim a delivery after its lease has expired or its retry is due. */
const REAP_SECONDS = 5
const OPTIONS: DeliveryOptions = {
  leaseSeconds: LEASE_SECONDS,
  pollMs: 250,
  deadlineMs: 1500,
  perEndpoint: 8,
  schedule: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7],
}

const address = await freshDatabase()
const masterKey = newMasterKey()
const base = await testContext({ address, clock: systemClock, env: { LOG_LEVEL: 'silent' } })
const ctx = { ...base, secrets: createSecrets(masterKey) }
const { db } = ctx

/** Requests by endpoint and event, counted before the receiver misbehaves. */
const arrived = new Map<string, number>()
const answered = new Map<string, number>()
const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)

function misbehave(request: IncomingMessage, response: ServerResponse): void {
  const key = `${request.url?.slice(1)} ${String(request.headers['webhook-id'])}`
  count(arrived, key)
  request.resume()
  const chance = Math.random()
  if (chance < 0.1) response.writeHead(500).end('broken')
  else if (chance < 0.17) request.socket.resetAndDestroy()
  else if (chance < 0.22) return
  else {
    count(answered, key)
    setTimeout(() => response.writeHead(204).end(), Math.random() * 20)
  }
}

const receiver = createServer(misbehave)
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
atEnd(() => {
  receiver.closeAllConnections()
  receiver.close()
})
const { port } = receiver.address() as AddressInfo

const workers = new Set<ChildProcess>()
const ready = new Set<ChildProcess>()
atEnd(() => {
  for (const worker of workers) worker.kill('SIGKILL')
})

async function startWorker(): Promise<void> {
  const file = programFile('server/test/support/webhook-worker.ts')
  const child = spawn(process.execPath, [file, address, JSON.stringify(OPTIONS)], {
    env: { ...process.env, QUOIN_MASTER_KEY: masterKey },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  workers.add(child)
  child.once('exit', () => {
    workers.delete(child)
    ready.delete(child)
  })
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  ready.add(child)
}

/** Returns the longest time that a delivery has been due without a worker claiming it. */
async function longestIdle(): Promise<number> {
  const [row] = await db<{ seconds: number | null }[]>`
    select max(extract(epoch from clock_timestamp() - greatest(d.next_attempt_at, d.lease_until, e.paused_until)))::float8 as seconds
    from webhook_deliveries d join webhook_endpoints e on e.workspace_id = d.workspace_id and e.id = d.endpoint_id
    where d.next_attempt_at is not null`
  return row?.seconds ?? 0
}

test(`killing and disconnecting workers for ${SECONDS} s with a flaky receiver loses no event`, async (t) => {
  const { workspaceId } = await openWorkspace(ctx, 'Killed')
  const paths = new Map<string, string>()
  for (let n = 0; n < ENDPOINTS; n++) {
    const { id } = await createWebhook(ctx, db, workspaceId, { url: `http://127.0.0.1:${port}/${n}`, events: ['*'] })
    paths.set(id, String(n))
  }
  await Promise.all(Array.from({ length: WORKERS }, startWorker))
  let kills = 0
  let cuts = 0
  let idle = 0
  const end = Date.now() + SECONDS * 1000
  const isOver = () => Date.now() >= end && (kills >= KILLS || Date.now() >= end + 60_000)
  const until = async (pauseMs: () => number, work: () => Promise<unknown>) => {
    while (!isOver()) {
      await work()
      await sleep(pauseMs())
    }
  }
  await Promise.all([
    until(
      () => 20,
      () => emit(ctx, db, reviewNew, reviewNew.example, { workspaceId }),
    ),
    until(
      () => 500 + Math.random() * 1000,
      async () => {
        // One worker is always kept alive, so that no delivery waits for lack of workers.
        const victim = [...ready][Math.floor(Math.random() * ready.size)]
        if (!victim || ready.size < 2) return
        victim.kill('SIGKILL')
        ready.delete(victim)
        kills++
        void startWorker()
      },
    ),
    until(
      () => 300 + Math.random() * 600,
      async () => {
        const cut = await db`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and (application_name like 'quoin webhook%' or application_name like 'worker %')
          order by random() limit 1`
        cuts += cut.length
      },
    ),
    until(
      () => 50,
      async () => {
        idle = Math.max(idle, await longestIdle())
      },
    ),
  ])
  for (let left = 1, deadline = Date.now() + 60_000; left > 0; ) {
    const rows = await db`select from webhook_deliveries where next_attempt_at is not null limit 1`
    left = rows.length
    idle = Math.max(idle, await longestIdle())
    assert.ok(Date.now() < deadline, 'some deliveries did not end')
    await sleep(50)
  }

  const deliveries = await db<
    {
      id: string
      key: string
      status: string
      attempt: number
      logged: number
      good: number
      last_good: boolean
      lost: number
    }[]
  >`
    select d.id, d.endpoint_id || ' ' || d.event_id as key, d.status, d.attempt, count(a.attempt) as logged,
      count(*) filter (where a.error is null) as good, bool_or(a.error is null and a.attempt = d.attempt) as last_good,
      count(*) filter (where a.error like 'timeout%') as lost
    from webhook_deliveries d left join webhook_attempts a on a.workspace_id = d.workspace_id and a.delivery_id = d.id
    group by d.workspace_id, d.id`
  const events = await db`select from webhook_events`
  let unlogged = 0
  for (const { key, status, attempt, logged, good, last_good, lost } of deliveries) {
    const [endpoint = '', event = ''] = key.split(' ')
    const at = `${paths.get(endpoint)} ${event}`
    const hits = arrived.get(at) ?? 0
    assert.ok(hits >= 1, `${at} never arrived`)
    assert.ok(['delivered', 'dead'].includes(status), `${at} is ${status}`)
    assert.equal(attempt, logged, `${at}: every attempt that counts is in the log`)
    assert.ok(hits >= attempt - lost, `${at}: ${attempt} attempts in the log, ${hits} at the receiver`)
    assert.equal(good, status === 'delivered' ? 1 : 0, `${at}: delivered once by the log`)
    if (status === 'delivered')
      assert.ok(last_good && (answered.get(at) ?? 0) >= 1, `${at}: the last attempt succeeded`)
    unlogged += Math.max(0, hits - attempt)
  }
  t.diagnostic(`${events.length} events, ${deliveries.length} deliveries, ${kills} kills, ${cuts} connections cut`)
  t.diagnostic(`${unlogged} requests in flight at a kill, longest idle ${idle.toFixed(2)} s`)
  assert.equal(deliveries.length, events.length * ENDPOINTS)
  assert.ok(kills >= KILLS && cuts > 0, `${kills} kills, ${cuts} cuts`)
  assert.ok(unlogged <= kills * ENDPOINTS * (OPTIONS.perEndpoint ?? 0), `${unlogged} requests are not in the log`)
  assert.ok(
    idle <= (process.env['LONG'] ? REAP_SECONDS : 60),
    `a delivery idled for ${idle} s after its lease of ${LEASE_SECONDS} s`,
  )
})
