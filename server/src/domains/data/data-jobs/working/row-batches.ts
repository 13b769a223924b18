import { listAnswered } from '../sql/results.ts'
import { listDueRows, listNextRows, type StoredRow } from '../sql/rows.ts'
import type { JobRun } from './job-run.ts'
import { createRowLookup } from './look-up-rows.ts'
import type { RowLookup } from './row-lookup.ts'
import type { RowOutcome } from './row-outcome.ts'
import { storeOutcomes } from './store.ts'

/** Larger batches are hardly faster, and their allocations survive more garbage collections. */
const BATCH_ROWS = 250
const CONCURRENCY = 16
const STORE_ROWS = 64
const STORE_MS = 500

export async function lookUpDueRows(run: JobRun, isStopped: () => boolean): Promise<void> {
  const { ctx, job } = run
  const wanted = { now: ctx.clock.now(), limit: BATCH_ROWS }
  const rows = await listDueRows(ctx.db, job.workspace_id, job.id, wanted)
  if (rows.length > 0) await finishBatch(run, await lookUpBatch(run, rows, 0), isStopped)
}

/**
 * Looks up the next rows until none is left or the run is stopped; returns false when there were none. While a batch is stored,
 * the next one is looked up (0041). Rows that are asked one by one take long, and the next batch must not become stale meanwhile.
 */
export async function lookUpNextRows(run: JobRun, isStopped: () => boolean): Promise<boolean> {
  let batch: RowBatch | undefined = await readNextBatch(run, run.job.taken)
  if (!batch) return false
  while (batch && !isStopped()) {
    const { last, open }: RowBatch = batch
    const ahead: Promise<RowBatch | undefined> | undefined = open.length === 0 ? readNextBatch(run, last) : undefined
    // Its failure is thrown below, unless storing fails first.
    ahead?.catch(() => {})
    await finishBatch(run, batch, isStopped)
    batch = isStopped() ? undefined : await (ahead ?? readNextBatch(run, last))
  }
  return true
}

/** Rows that one call could look up; open rows are asked one by one. */
interface RowBatch {
  readonly lookup: RowLookup
  readonly outcomes: readonly RowOutcome[]
  readonly open: readonly StoredRow[]
  /** Number of the last row in the batch: once all are stored or postponed, rows up to it count as taken. */
  readonly last: number
}

/** Reads the rows after a number that have not been looked up; undefined when there are none. */
async function readNextBatch(run: JobRun, after: number): Promise<RowBatch | undefined> {
  const { ctx, job } = run
  const next = await listNextRows(ctx.db, job.workspace_id, job.id, { after, limit: BATCH_ROWS })
  const last = next.at(-1)?.n
  if (last === undefined) return undefined
  // A run that was interrupted has left results for some of them.
  const answered = await listAnswered(ctx.db, job.workspace_id, job.id, { after, upTo: last })
  const rows = next.filter(({ n }) => !answered.has(n))
  return lookUpBatch(run, rows, last)
}

async function lookUpBatch(run: JobRun, rows: readonly StoredRow[], last: number): Promise<RowBatch> {
  const lookup = createRowLookup(run)
  return { lookup, last, ...(await lookup.batch(rows)) }
}

async function finishBatch(
  run: JobRun,
  { lookup, outcomes, open, last }: RowBatch,
  isStopped: () => boolean,
): Promise<void> {
  if (open.length === 0 || outcomes.length > 0) await storeOutcomes(run, outcomes, open.length === 0 ? last : 0)
  if (open.length > 0 && (await lookUpEach(run, lookup, open, isStopped))) await storeOutcomes(run, [], last)
}

/** Looks up a few rows at a time and stores them as they finish; returns true when all were looked up. */
async function lookUpEach(
  run: JobRun,
  lookup: RowLookup,
  rows: readonly StoredRow[],
  isStopped: () => boolean,
): Promise<boolean> {
  let outcomes: RowOutcome[] = []
  let storedAt = performance.now()
  let storing = Promise.resolve()
  const store = () => {
    const batch = outcomes
    outcomes = []
    storedAt = performance.now()
    storing = storing.then(() => storeOutcomes(run, batch))
    return storing
  }
  const left = rows.values()
  let count = 0
  const lookUpLeft = async () => {
    for (const row of left) {
      const outcome = await lookup.one(row)
      outcomes.push(outcome)
      count++
      if (outcome.status === 'postponed' && outcome.isThrottled) run.isThrottled = true
      if (outcomes.length >= STORE_ROWS || performance.now() - storedAt > STORE_MS) await store()
      if (isStopped()) return
    }
  }
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, rows.length) }, lookUpLeft))
  if (outcomes.length > 0) await store()
  await storing
  return count === rows.length
}
