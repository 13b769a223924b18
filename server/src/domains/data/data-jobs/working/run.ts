import { InvalidRequest, TOO_COMPLEX } from '../../../../kit/declare/errors.ts'
import { isDataError, transaction } from '../../../../kit/postgres/db.ts'
import type { JobCall } from '../../../../queue/job.ts'
import { enqueue } from '../../../../queue/queue.ts'
import { bookNamed } from '../../../billing/credits/published-books.ts'
import { workAsync, workBulk } from '../contract.ts'
import { HOLD_SECONDS } from '../hold.ts'
import { isOver } from '../present.ts'
import { findJob, lockJob, updateStarted } from '../sql/jobs.ts'
import { listAnswered } from '../sql/results.ts'
import { type AskedRow, findNextDue, listDueRows, listNextRows } from '../sql/rows.ts'
import { endJob, failJob } from './finish.ts'
import { type Asking, askingOf, searchOnce } from './look-up-rows.ts'
import type { Answer } from './row-outcome.ts'
import { storeAnswers, storePage, type Turn } from './store.ts'

/** Bigger ones are hardly faster, and what they read and write outlives more rounds of the garbage collector. */
const BATCH_ROWS = 250
/** After so long the job goes to the back of the line, so that long lists take turns. */
const TURN_MS = 5000
const AT_A_TIME = 16
const STORE_ROWS = 64
const STORE_MS = 500
/** The search is at its end. */
const END = ''

type Call = JobCall<{ job_id: string }>

/**
 * One turn at a job. Nothing is kept between turns but what the database has, so a turn that is killed is simply taken
 * again: by the queue when the lease runs out.
 */
export async function takeTurn(call: Call): Promise<void> {
  const { ctx, workspaceId, payload, signal } = call
  await updateStarted(ctx.db, workspaceId, payload.job_id, ctx.clock.now())
  const job = await findJob(ctx.db, workspaceId, payload.job_id)
  if (!job || isOver(job)) return
  const hold = await ctx.ledger.adopt(workspaceId, job.hold_id, HOLD_SECONDS)
  if (!hold) {
    const message = 'Its credits were given back: it had not been worked on for a week.'
    return failJob(ctx, job, { code: 'internal', message })
  }
  const turn: Turn = { ctx, book: await bookNamed(ctx.db, job.price_book), hold, job }
  const until = performance.now() + TURN_MS
  const isStopped = () =>
    signal.aborted || performance.now() > until || turn.job.status === 'cancelling' || turn.isHeldUp === true
  if (job.search_limit === null && !isStopped()) await askDue(turn, isStopped)
  let hasMore = true
  try {
    while (hasMore && !isStopped())
      hasMore = job.search_limit === null ? await askBatch(turn, isStopped) : await walkPage(turn)
  } catch (error) {
    // The job is one question then, and asked again it would fail again.
    const isOfQuestion = isDataError(error) || error instanceof InvalidRequest
    if (job.search_limit === null || !isOfQuestion) throw error
    return failJob(ctx, job, { code: 'validation_error', message: `This cannot be asked: ${TOO_COMPLEX}.` }, hold)
  }
  const next = hasMore && !turn.isHeldUp ? undefined : await findNextDue(ctx.db, workspaceId, job.id)
  const due = next ?? (hasMore ? ctx.clock.now() : undefined)
  if (turn.job.status !== 'cancelling' && due) await comeBack(call, turn, due)
  else await endJob(turn)
}

/** Rows that wait and whose time has come. */
async function askDue(turn: Turn, isStopped: () => boolean): Promise<void> {
  const { ctx, job } = turn
  const wanted = { now: ctx.clock.now(), atMost: BATCH_ROWS }
  const rows = await listDueRows(ctx.db, job.workspace_id, job.id, wanted)
  if (rows.length > 0) await ask(turn, rows, 0, isStopped)
}

/** Asks the next rows; false when there are none. */
async function askBatch(turn: Turn, isStopped: () => boolean): Promise<boolean> {
  const { ctx, job } = turn
  const at = [ctx.db, job.workspace_id, job.id] as const
  const next = await listNextRows(...at, { after: job.taken, atMost: BATCH_ROWS })
  const last = next.at(-1)?.n
  if (last === undefined) return false
  // A turn that was cut short has left some of them answered.
  const answered = await listAnswered(...at, { after: job.taken, upTo: last })
  await ask(
    turn,
    next.filter(({ n }) => !answered.has(n)),
    last,
    isStopped,
  )
  return true
}

/** Together as far as that goes, then singly; `last` is taken once all of them are stored or wait. */
async function ask(turn: Turn, rows: readonly AskedRow[], last: number, isStopped: () => boolean): Promise<void> {
  const asking = askingOf(turn.ctx, turn.job, turn.book)
  const { answers, open } = await asking.together(rows)
  if (open.length === 0 || answers.length > 0) await storeAnswers(turn, answers, open.length === 0 ? last : 0)
  if (open.length > 0 && (await askSingly(turn, asking, open, isStopped))) await storeAnswers(turn, [], last)
}

/** A few at a time, stored as they come; says whether all were asked. */
async function askSingly(
  turn: Turn,
  asking: Asking,
  rows: readonly AskedRow[],
  isStopped: () => boolean,
): Promise<boolean> {
  let answers: Answer[] = []
  let storedAt = performance.now()
  let storing = Promise.resolve()
  const store = () => {
    const batch = answers
    answers = []
    storedAt = performance.now()
    storing = storing.then(() => storeAnswers(turn, batch))
    return storing
  }
  const left = rows.values()
  let asked = 0
  const askNext = async () => {
    for (const row of left) {
      const answer = await asking.singly(row)
      answers.push(answer)
      asked++
      if (answer.status === 'later' && answer.isHeldUp) turn.isHeldUp = true
      if (answers.length >= STORE_ROWS || performance.now() - storedAt > STORE_MS) await store()
      if (isStopped()) return
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_A_TIME, rows.length) }, askNext))
  if (answers.length > 0) await store()
  await storing
  return asked === rows.length
}

/** The next page of a search; false at its end. */
async function walkPage(turn: Turn): Promise<boolean> {
  const { ctx, job } = turn
  const left = (job.search_limit ?? 0) - job.done
  if (left <= 0 || job.search_cursor === END) return false
  const limit = Math.min(BATCH_ROWS, left)
  const { data, nextCursor } = await searchOnce(ctx, job, { query: '', limit, cursor: job.search_cursor })
  await storePage(turn, data, { cursor: nextCursor ?? END, atMost: left })
  return true
}

/** Whoever cancels meanwhile either is seen here or finds the new turn and hastens it: both hold the job's lock. */
async function comeBack({ ctx, workspaceId, payload, complete }: Call, { job }: Turn, due: Date): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const row = await lockJob(tx, workspaceId, job.id)
    await complete(tx)
    if (!row || isOver(row)) return
    const runAt = row.status === 'cancelling' ? ctx.clock.now() : due
    await enqueue(ctx, tx, job.kind === 'async' ? workAsync : workBulk, payload, {
      workspaceId,
      dedupe: job.id,
      runAt,
    })
  })
}
