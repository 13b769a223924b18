import { listAnswered } from '../sql/results.ts'
import { listDueRows, listNextRows, type StoredRow } from '../sql/rows.ts'
import type { JobRun } from './job-run.ts'
import { createRowLookup } from './look-up-rows.ts'
import type { RowLookup } from './row-lookup.ts'
import type { RowOutcome } from './row-outcome.ts'
import { storeOutcomes } from './store.ts'

/** Larger batches are hardly faster, and what they allocate survives more garbage collections. */
const BATCH_ROWS = 250
const CONCURRENCY = 16
const STORE_ROWS = 64
const STORE_MS = 500

/** Looks up rows whose next attempt is due. */
export async function lookUpDueRows(run: JobRun, isStopped: () => boolean): Promise<void> {
  const { ctx, job } = run
  const wanted = { now: ctx.clock.now(), limit: BATCH_ROWS }
  const rows = await listDueRows(ctx.db, job.workspace_id, job.id, wanted)
  if (rows.length > 0) await lookUp(run, rows, 0, isStopped)
}

/** Looks up the next rows; false when there are none. */
export async function lookUpNextRows(run: JobRun, isStopped: () => boolean): Promise<boolean> {
  const { ctx, job } = run
  const { workspace_id: workspaceId, id, taken: after } = job
  const next = await listNextRows(ctx.db, workspaceId, id, { after, limit: BATCH_ROWS })
  const last = next.at(-1)?.n
  if (last === undefined) return false
  // A run that was cut short has left results of some of them.
  const answered = await listAnswered(ctx.db, workspaceId, id, { after, upTo: last })
  const open = next.filter(({ n }) => !answered.has(n))
  await lookUp(run, open, last, isStopped)
  return true
}

/** In one batch as far as possible, then one by one; rows up to `last` are taken when all are stored or postponed. */
async function lookUp(run: JobRun, rows: readonly StoredRow[], last: number, isStopped: () => boolean): Promise<void> {
  const lookup = createRowLookup(run)
  const { outcomes, open } = await lookup.batch(rows)
  if (open.length === 0 || outcomes.length > 0) await storeOutcomes(run, outcomes, open.length === 0 ? last : 0)
  if (open.length > 0 && (await lookUpEach(run, lookup, open, isStopped))) await storeOutcomes(run, [], last)
}

/** A few rows at a time, stored as they come; returns whether all were looked up. */
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
