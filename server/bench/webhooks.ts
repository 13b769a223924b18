import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyWebhook } from '../../sdk/src/webhooks.ts'
import { createWorkspace } from '../src/domains/identity/workspaces/service.ts'
import { reviewNew } from '../src/domains/social/inbox/reviews/contract/review.ts'
import { createWebhook } from '../src/domains/webhooks/endpoints.ts'
import { systemClock } from '../src/kit/clock.ts'
import type { Context } from '../src/kit/context.ts'
import { createIds } from '../src/kit/ids.ts'
import { createLog } from '../src/kit/log/log.ts'
import { createOutbound } from '../src/kit/net/outbound.ts'
import { connect } from '../src/kit/postgres/db.ts'
import { createSecrets, newMasterKey } from '../src/kit/secrets.ts'
import { startEmbeddedPostgres } from '../src/operations/embedded/embedded-postgres.ts'
import { migrate } from '../src/operations/schema/migrate.ts'
import { emit } from '../src/webhooks/emit.ts'
import { type StreamFigures, streamEvents } from './rig/event-stream.ts'
import { cpuSeconds, residentBytes } from './rig/machine.ts'
import { type Program, startProgram } from './rig/program.ts'
import { type Report, table } from './rig/report.ts'

const EVENTS = 100_000
const WRITERS = 10
const FEW = 25_000
const ENDPOINTS = 10
const STREAM = { perSecond: 5000, seconds: 10, together: 10, writers: WRITERS }

/** Deliveries on PostgreSQL's durable defaults to a receiver on loopback; sender and receiver in processes of their own. */
export async function bench(): Promise<Report> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quoin-bench-'))
  // Lateness is counted from the commit of an event.
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { track_commit_timestamp: 'on' } })
  const masterKey = newMasterKey()
  const ctx = createEmitContext(postgres.address, masterKey)
  const receiver = await startProgram({ file: 'bench/programs/webhook-receiver.ts', ready: /(http\S+)\n/ })
  const place = { ctx, address: postgres.address, masterKey, postgres: postgres.pid, receiver }
  try {
    await migrate(ctx.db)
    const many = await measure(place, EVENTS, ENDPOINTS)
    const one = await measure(place, FEW, 1)
    return report(many, one, await measureStream(place))
  } finally {
    await receiver.stop()
    await ctx.outbound.close()
    await ctx.db.end({ timeout: 5 })
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface BenchSetup {
  readonly ctx: Context
  readonly address: string
  readonly masterKey: string
  readonly postgres: number
  readonly receiver: Program
}

/** All that emitting asks of its context. */
function createEmitContext(address: string, masterKey: string): Context {
  return {
    db: connect(address, { max: WRITERS }),
    clock: systemClock,
    ids: createIds(systemClock),
    log: createLog('warn'),
    secrets: createSecrets(masterKey),
    outbound: createOutbound({ allowLoopback: true, httpsOnly: false }),
  } as unknown as Context
}

interface BacklogFigures {
  readonly emitted: { readonly perSecond: number; readonly megabytes: number; readonly grownBy: number }
  readonly perSecond: number
  /** Of the sender, at most. */
  readonly megabytes: number
  /** Microseconds of processor time a delivery: sender, PostgreSQL, receiver. */
  readonly cost: readonly number[]
}

/** Events are emitted while nobody sends, then a sender starts and clears the backlog. */
async function measure(place: BenchSetup, events: number, endpoints: number): Promise<BacklogFigures> {
  const { ctx, receiver } = place
  const before = await heard(receiver)
  const secrets = new Map<string, string>()
  const workspaces: string[] = []
  for (let n = 0; n < endpoints; n++) {
    const workspaceId = await createWorkspace(ctx, ctx.db, { name: `Bench ${n}`, createdBy: null })
    const path = `${endpoints}-${n}`
    const { secret } = await createWebhook(ctx, ctx.db, workspaceId, { url: `${receiver.url}/${path}`, events: ['*'] })
    workspaces.push(workspaceId)
    secrets.set(path, secret)
  }
  const emitted = await emitAll(ctx, workspaces, events)
  await ctx.db`checkpoint`
  const sent = await drain(place, workspaces, events)
  const after = await heard(receiver)
  if (after.count - before.count !== events) throw new Error(`${after.count - before.count} of ${events} arrived`)
  for (const { headers, body, path } of after.kept.slice(before.kept.length))
    await verifyWebhook(body, headers, secrets.get(path) ?? '')
  return { emitted, ...sent }
}

async function measureStream(place: BenchSetup): Promise<StreamFigures> {
  const { ctx, receiver } = place
  const workspaceId = await createWorkspace(ctx, ctx.db, { name: 'Bench stream', createdBy: null })
  await createWebhook(ctx, ctx.db, workspaceId, { url: `${receiver.url}/stream`, events: ['*'] })
  const sender = await startSender(place)
  try {
    return await streamEvents(ctx, workspaceId, STREAM)
  } finally {
    await sender.stop()
  }
}

interface ReceiverLog {
  readonly count: number
  readonly kept: { readonly headers: Record<string, string>; readonly body: string; readonly path: string }[]
}

async function heard({ url }: Program): Promise<ReceiverLog> {
  return (await (await fetch(url)).json()) as ReceiverLog
}

/** Each event in a transaction of its own, ten at a time; the memory of the process that does it. */
async function emitAll(
  ctx: Context,
  workspaces: readonly string[],
  events: number,
): Promise<BacklogFigures['emitted']> {
  let next = 0
  let half = 0
  let peak = 0
  const write = async () => {
    for (let n = next++; n < events; n = next++) {
      await emit(ctx, ctx.db, reviewNew, reviewNew.example, { workspaceId: workspaces[n % workspaces.length] ?? '' })
      if (n % 1000 > 0) continue
      peak = Math.max(peak, residentBytes(process.pid))
      if (n <= events / 2) half = peak
    }
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: WRITERS }, write))
  const perSecond = (events / (performance.now() - begun)) * 1000
  return { perSecond, megabytes: peak / 1e6, grownBy: peak / half }
}

/** From the start of the first attempt to the last commit that says delivered, both as they are in the log. */
async function drain(place: BenchSetup, workspaces: readonly string[], events: number) {
  const { ctx, postgres, receiver } = place
  const used = (sender: number) => [
    cpuSeconds(sender),
    cpuSeconds(postgres, { family: true }),
    cpuSeconds(receiver.pid),
  ]
  const sender = await startSender(place)
  const before = used(sender.pid)
  let peak = 0
  try {
    for (;;) {
      peak = Math.max(peak, residentBytes(sender.pid))
      const left = await ctx.db`select from webhook_deliveries where next_attempt_at is not null limit 1`
      if (left.length === 0) break
      await sleep(100)
    }
    const cost = used(sender.pid).map((seconds, which) => ((seconds - (before[which] ?? 0)) / events) * 1e6)
    const [log] = await ctx.db<{ seconds: number; rows: number }[]>`
      select extract(epoch from max(d.delivered_at) - min(a.started_at))::float8 as seconds, count(*) as rows
      from webhook_deliveries d join webhook_attempts a on a.workspace_id = d.workspace_id and a.delivery_id = d.id
      where d.workspace_id = any(${workspaces}) and d.status = 'delivered' and a.response_code = 204`
    if (log?.rows !== events) throw new Error(`${log?.rows} of ${events} are in the log`)
    return { perSecond: events / log.seconds, megabytes: peak / 1e6, cost }
  } finally {
    await sender.stop()
  }
}

function startSender({ address, masterKey }: BenchSetup): Promise<Program> {
  return startProgram({
    file: 'test/support/webhook-worker.ts',
    args: [address],
    env: { QUOIN_MASTER_KEY: masterKey },
    ready: /ready/,
  })
}

function report(many: BacklogFigures, one: BacklogFigures, stream: StreamFigures): Report {
  const whole = (n: number) => Math.round(n).toLocaleString('en')
  const row = (what: string, { perSecond, megabytes, cost }: BacklogFigures) => [
    what,
    whole(perSecond),
    `${whole(megabytes)} MB`,
    ...cost.map((us) => `${us.toFixed(0)} µs`),
  ]
  return {
    title: 'Webhooks',
    text: `One process sends a backlog of deliveries: claim, sign, post, 204, attempt and state committed (PostgreSQL's durable defaults).
The time is from the first attempt to the last commit in the log. Sender, receiver and PostgreSQL share the machine; one delivery
in a thousand is verified with the SDK afterwards. The last three columns are CPU time per delivery.

${table(
  ['', 'deliveries/s', "sender's memory", 'sender', 'PostgreSQL', 'receiver'],
  [
    row(`${EVENTS.toLocaleString('en')} to ${ENDPOINTS} endpoints`, many),
    row(`${FEW.toLocaleString('en')} to one endpoint`, one),
  ],
)}

The events were emitted before, one per transaction, ${WRITERS} at a time: ${whole(many.emitted.perSecond)} per second. That process had at most ${whole(many.emitted.megabytes)} MB.

In a steady stream of ${whole(stream.perSecond)} events per second to one endpoint for ${STREAM.seconds} s, ${STREAM.together} per transaction, the first attempt began ${stream.p50.toFixed(0)} ms
after the event's commit at p50, ${stream.p99.toFixed(0)} ms at p99 and ${stream.most.toFixed(0)} ms at most.`,
    bars: [
      { what: 'deliveries a second', is: many.perSecond, atLeast: 10_000 },
      { what: 'deliveries a second to one endpoint', is: one.perSecond, atLeast: 5000 },
      { what: 'events a second in a steady stream to one endpoint', is: stream.perSecond, atLeast: 4900 },
      { what: 'p99 lateness in ms of that stream', is: stream.p99, atMost: 200 },
      {
        what: `memory after ${EVENTS.toLocaleString('en')} emitted events over that after half of them`,
        is: many.emitted.grownBy,
        atMost: 1.1,
      },
    ],
  }
}
