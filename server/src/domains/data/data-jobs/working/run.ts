import { ApiError, InvalidRequest, TOO_COMPLEX } from '../../../../kit/declare/errors.ts'
import { isDataError, transaction } from '../../../../kit/postgres/db.ts'
import type { JobCall } from '../../../../queue/job.ts'
import { enqueue } from '../../../../queue/queue.ts'
import { bookNamed } from '../../../billing/credits/published-books.ts'
import { findWorkflow } from '../contract/actions.ts'
import { selectWorkJob, workBulk } from '../contract.ts'
import { HOLD_SECONDS } from '../hold.ts'
import { isFinished } from '../present.ts'
import { findJob, type JobRow, lockJob, updateStarted } from '../sql/jobs.ts'
import { findNextDue } from '../sql/rows.ts'
import { failJob, finishJob } from './finish.ts'
import type { JobRun } from './job-run.ts'
import { lookUpDueRows, lookUpNextRows } from './row-batches.ts'
import { findPage, type JobPage } from './search-page.ts'
import { storePage, storePeople } from './store.ts'

const PAGE_ROWS = 250
/** The cursor at the end of the search. */
const END = ''

/** Time after which the job goes to the back of the queue, so that long lists take turns (decision 0014). */
const RUN_MS = 5000

/** Number of attempts of a search whose source fails; the queue decides when. The rows of a list have their own attempts. */
const SEARCH_ATTEMPTS: Record<JobRow['kind'], number> = { async: 4, bulk: workBulk.attempts }

type Call = JobCall<{ job_id: string }>

function isSourceFailure(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code.startsWith('upstream_')
}

/**
 * Runs a job once. All state is in the database, so a killed run is simply repeated: the queue starts it again when the lease
 * expires.
 */
export async function runJob(call: Call): Promise<void> {
  const { ctx, workspaceId, payload, signal } = call
  await updateStarted(ctx.db, workspaceId, payload.job_id, ctx.clock.now())
  const job = await findJob(ctx.db, workspaceId, payload.job_id)
  if (!job || isFinished(job)) return
  const hold = await ctx.ledger.adopt(workspaceId, job.hold_id, HOLD_SECONDS)
  if (!hold) {
    const message = 'Its credits were released, because no worker had worked on it for a week. Create the job again.'
    return failJob(ctx, job, { code: 'internal', message })
  }
  const run: JobRun = { ctx, book: await bookNamed(ctx.db, job.price_book), hold, job }
  const until = performance.now() + RUN_MS
  const isStopped = () =>
    signal.aborted || performance.now() > until || run.job.status === 'canceling' || run.isThrottled === true
  let hasMore: boolean
  try {
    hasMore = await work(run, isStopped)
  } catch (error) {
    // A search over filters is one question, which would fail again.
    const isAboutQuestion = isDataError(error) || error instanceof InvalidRequest
    if (job.search_limit !== null && isAboutQuestion)
      return failJob(ctx, job, { code: 'validation_error', message: `This query cannot be run: ${TOO_COMPLEX}.` }, hold)
    if (isSourceFailure(error) && call.attempt >= SEARCH_ATTEMPTS[job.kind])
      return failJob(ctx, job, { code: error.code, message: error.message }, hold)
    throw error
  }
  const nextDue = hasMore && !run.isThrottled ? undefined : await findNextDue(ctx.db, workspaceId, job.id)
  const runAt = nextDue ?? (hasMore ? ctx.clock.now() : undefined)
  if (run.job.status !== 'canceling' && runAt) await enqueueNextRun(call, run, runAt)
  else await finishJob(run)
}

/** Works on the job until it is done or stopped; returns true when there is more to do. */
async function work(run: JobRun, isStopped: () => boolean): Promise<boolean> {
  const pages = run.job.search_limit !== null
  const hasRows = !pages || findWorkflow(run.job.action) !== undefined
  if (hasRows && !isStopped()) await lookUpDueRows(run, isStopped)
  let hasMore = true
  while (hasMore && !isStopped())
    hasMore = (hasRows && (await lookUpNextRows(run, isStopped))) || (pages && (await readNextPages(run, isStopped)))
  return hasMore
}

/**
 * Enqueues the next run. A concurrent cancel is either seen here, or finds the new run and starts it at once: both lock the job.
 */
async function enqueueNextRun(
  { ctx, workspaceId, payload, complete }: Call,
  { job }: JobRun,
  dueAt: Date,
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const row = await lockJob(tx, workspaceId, job.id)
    await complete(tx)
    if (!row || isFinished(row)) return
    const runAt = row.status === 'canceling' ? ctx.clock.now() : dueAt
    await enqueue(ctx, tx, selectWorkJob(job.kind), payload, { workspaceId, dedupe: job.id, runAt })
  })
}

/**
 * Reads and stores pages of the job's search; returns false at its end. While a page is stored, the next one is read (0041). A
 * workflow stores one page and looks up its people before the next is read.
 */
async function readNextPages(run: JobRun, isStopped: () => boolean): Promise<boolean> {
  const isWorkflow = findWorkflow(run.job.action) !== undefined
  const left = () => (run.job.search_limit ?? 0) - (isWorkflow ? run.job.taken : run.job.done)
  const read = (cursor: string | null, rows: number) =>
    findPage(run.ctx, run.job, { query: '', limit: Math.min(PAGE_ROWS, rows), cursor })
  let ahead: Promise<JobPage> | undefined
  for (let isFirst = true; isFirst || !(isWorkflow || isStopped()); isFirst = false) {
    const { search_cursor: cursor } = run.job
    if (left() <= 0 || cursor === END) return false
    const { items, nextCursor } = await (ahead ?? read(cursor, left()))
    const rest = left() - items.length
    ahead = nextCursor !== null && rest > 0 && !isWorkflow ? read(nextCursor, rest) : undefined
    // Its failure is thrown when it is awaited, unless storing fails first.
    ahead?.catch(() => {})
    const store = isWorkflow ? storePeople : storePage
    await store(run, items, { cursor: nextCursor ?? END, limit: left() })
  }
  return true
}
