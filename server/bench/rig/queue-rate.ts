import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { systemClock } from '../../src/kit/clock.ts'
import type { Context } from '../../src/kit/context.ts'
import { createLog } from '../../src/kit/log/log.ts'
import { connect } from '../../src/kit/postgres/db.ts'
import { startEmbeddedPostgres } from '../../src/operations/embedded/embedded-postgres.ts'
import { migrate } from '../../src/operations/schema/migrate.ts'
import { handler, job } from '../../src/queue/job.ts'
import { enqueueAll } from '../../src/queue/queue.ts'
import { startQueue } from '../../src/queue/start.ts'
import { cpuSeconds } from './machine.ts'

const HERE = join(import.meta.dirname, '../../..')
const JOBS = 20_000
const CONCURRENCY = 200
const noop = job({ id: 'bench.noop', payload: Type.Object({ n: Type.Integer() }), concurrency: CONCURRENCY })

/** How fast one version of the queue works through jobs, on a database of its own. */
export interface QueueRate {
  /** Enqueues, claims, runs and settles jobs of this many workspaces. */
  measure(workspaces: number): Promise<Rate>
  close(): Promise<void>
}

export interface Rate {
  readonly perSecond: number
  /** Microseconds of processor time for a job, of Node and PostgreSQL together. */
  readonly processorUs: number
}

interface QueueCode {
  readonly connect: typeof connect
  readonly migrate: typeof migrate
  readonly enqueueAll: typeof enqueueAll
  readonly startQueue: typeof startQueue
}

/** Opens the queue of a checkout; of this one when none is named. */
export async function openQueueRate(checkout = HERE): Promise<QueueRate> {
  const code = checkout === HERE ? { connect, migrate, enqueueAll, startQueue } : await loadQueue(checkout)
  const dataDir = mkdtempSync(join(tmpdir(), 'quoin-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const ctx = { db: code.connect(postgres.address), clock: systemClock, log: createLog('warn') } as unknown as Context
  await code.migrate(ctx.db)
  const used = () => cpuSeconds(process.pid) + cpuSeconds(postmaster, { family: true })

  return {
    async measure(workspaces) {
      const all = Promise.withResolvers<void>()
      let done = 0
      const one = handler(noop, async () => void (++done === JOBS && all.resolve()))
      const [cpu, begun] = [used(), performance.now()]
      await code.enqueueAll(ctx, ctx.db, noop, numbered(workspaces))
      const queue = await code.startQueue(ctx, { jobs: [one], concurrency: CONCURRENCY, drainSeconds: 5 })
      await all.promise
      await queue.stop()
      return {
        perSecond: (JOBS / (performance.now() - begun)) * 1000,
        processorUs: ((used() - cpu) / JOBS) * 1e6,
      }
    },
    async close() {
      await ctx.db.end({ timeout: 5 })
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function loadQueue(checkout: string): Promise<QueueCode> {
  const load = (path: string) => import(join(checkout, 'server/src', path))
  const [db, migrations, queue, start] = await Promise.all(
    ['kit/postgres/db.ts', 'operations/schema/migrate.ts', 'queue/queue.ts', 'queue/start.ts'].map(load),
  )
  return { ...db, ...migrations, ...queue, ...start }
}

function* numbered(workspaces: number) {
  for (let n = 0; n < JOBS; n++) yield { payload: { n }, workspaceId: `ws_${n % workspaces}` }
}
