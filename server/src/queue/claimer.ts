import type { ClaimEngine, Claimer } from '../kit/claims/claimer.ts'
import type { Slots } from '../kit/claims/slots.ts'
import type { Context } from '../kit/context.ts'
import { violatedConstraint } from '../kit/postgres/db.ts'
import { traceWork } from '../kit/trace.ts'
import { runAttempt } from './attempt.ts'
import { createJobRecorder, returnToQueue } from './finish.ts'
import { type ClaimedJob, JobsInFlight, newClaimedJob } from './in-flight.ts'
import { ClaimLost, type Handler } from './job.ts'
import { Looks } from './looks.ts'
import type { QueueMetrics } from './metrics.ts'
import { advance, plan } from './plan.ts'
import { startReaper } from './reaper.ts'
import { type ClaimedRow, type ClaimRequest, claimJobs, type Head, listHeads } from './sql/claims.ts'
import { renewLeases } from './sql/leases.ts'

export interface JobClaimerOptions {
  readonly handlers: ReadonlyMap<string, Handler>
  readonly slots: Slots
  readonly metrics: QueueMetrics
  readonly concurrency: number
  readonly pollMs: number
  readonly reapSeconds: number
}

/** Claims jobs within the shares of their workspaces and runs their handlers. */
export function createJobClaimer(
  ctx: Context,
  engine: ClaimEngine<Head>,
  { handlers, slots, metrics, concurrency, pollMs, reapSeconds }: JobClaimerOptions,
): Claimer<Head, ClaimRequest, ClaimedJob> {
  const now = () => ctx.clock.forDatabase()
  const inFlight = new JobsInFlight(slots)
  const looks = new Looks(slots)
  const recorder = createJobRecorder({ db: engine.outcomes, log: ctx.log, now })
  const reaper = startReaper({ db: engine.outcomes, log: ctx.log, now, reapSeconds, onReaped: () => engine.wake() })
  /** Kinds of which the last claim parked jobs: many may wait for one key. */
  let parkedKinds: ReadonlySet<string> = new Set()
  const canLookBehind = looks.canLookBehind.bind(looks)
  const capacity = {
    slots,
    of(kind: string) {
      const job = handlers.get(kind)?.job
      return job && { job, hasParked: parkedKinds.has(kind), canLookBehind }
    },
  }

  async function run(job: ClaimedJob) {
    const outcome = await traceWork(`job ${job.row.job}`, () => runAttempt(ctx, job))
    if (outcome === 'completed') end(job, 'done')
    else if (outcome === 'lost') end(job, 'lost')
    else end(job, (await recorder.record(job, outcome)) ? outcome.kind : 'lost')
  }

  function end(job: ClaimedJob, how: string) {
    inFlight.remove(job)
    if (how !== 'done' || job.row.key !== null) engine.outdateHeads()
    metrics.recordEnd(job.row.job, how, (performance.now() - job.startedAt) / 1000)
    engine.wake()
  }

  return {
    inFlight,
    isFull: () => slots.free <= 0,
    needsHelp: () => inFlight.size >= concurrency,
    readHeads: () => listHeads(engine.claims, now(), slots.listFull()),
    plan: (heads, ageMs) => plan(heads, capacity, pollMs, ageMs),
    async claim(requests, claim) {
      const atMost = slots.free
      const claimedAt = performance.now()
      const full = slots.listFull(requests.map(({ job }) => job))
      const rows = await claimJobs(engine.claims, { claim, now: now(), atMost, requests, full }).catch(ignoreRace)
      if (!rows) return { work: [], isEmpty: false, advance: (heads) => heads }
      parkedKinds = new Set(rows.filter((row) => row.state === 'parked').map((row) => row.job))
      const byRequest = Map.groupBy(rows, (row) => row.request)
      for (const [at, request] of requests.entries()) looks.record(request, byRequest.get(at) ?? [])
      return {
        work: inStartOrder(rows).map((row) =>
          newClaimedJob(row, handlers.get(row.job) as Handler, { claim, claimedAt }),
        ),
        isEmpty: rows.length === 0,
        advance: (heads) => advance(heads, requests, rows, atMost),
      }
    },
    start(job) {
      inFlight.add(job)
      metrics.recordStart(job.row.job, (job.row.late_ms + performance.now() - job.claimedAt) / 1000)
      void run(job)
    },
    unclaim: (jobs) => returnToQueue(engine.outcomes, jobs),
    renewLeases: (jobs) => renewLeases(engine.outcomes, jobs),
    onLeaseLost({ row, abort }) {
      abort.abort(new ClaimLost(`${row.job} ${row.id} was claimed by another worker`))
    },
    onHint: () => looks.hint(),
    abort() {
      for (const { abort } of inFlight.all()) abort.abort(new Error('The process is stopping.'))
    },
    async close() {
      recorder.close()
      await reaper.stop()
    },
  }
}

/** Two nodes claimed jobs of one key at the same moment. The unique index let one through; the other plans again. */
function ignoreRace(error: unknown): undefined {
  if (violatedConstraint(error) !== 'jobs_one_per_key') throw error
}

function inStartOrder(rows: readonly ClaimedRow[]): ClaimedRow[] {
  return rows
    .filter((row) => row.state === 'running')
    .toSorted((a, b) => a.priority - b.priority || a.run_at.getTime() - b.run_at.getTime() || a.id - b.id)
}
