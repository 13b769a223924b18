import type { Context } from '../../../../kit/context.ts'
import { failpoint } from '../../../../kit/failpoint.ts'
import type { Charge, Hold } from '../../../../kit/ledger.ts'
import { isDataError, transaction } from '../../../../kit/postgres/db.ts'
import { ClaimLost } from '../../../../queue/job.ts'
import { subjectKeys } from '../../../../sources/directory/suppress/subject.ts'
import { creditsFor, type PriceBook } from '../../../billing/credits/price-book.ts'
import { isOver } from '../present.ts'
import { stepOf } from '../read-rows.ts'
import { type JobRow, lockJob, updateProgress } from '../sql/jobs.ts'
import { insertResults, type NewResult } from '../sql/results.ts'
import { copyRows, listKnownSteps, updateAnswered, updatePostponed } from '../sql/rows.ts'
import type { Answer } from './row-outcome.ts'

/** What a turn at a job needs to write down what it learned. */
export interface Turn {
  readonly ctx: Context
  readonly book: PriceBook
  readonly hold: Hold
  /** As it was when it was last written. */
  job: JobRow
  /** A source wants to be asked less often: the turn ends, and the next one comes when a row is due. */
  isHeldUp?: boolean
}

/**
 * Results, progress and charges in one transaction: killed before it commits, nobody was charged and the rows are asked
 * again; after it, they are neither asked nor charged again. A worker that lost the job to another is fenced by the hold,
 * and a row that somebody else brought home meanwhile is not charged again.
 */
export async function storeAnswers(turn: Turn, answers: readonly Answer[], taken = 0): Promise<void> {
  try {
    await storeTogether(turn, answers, taken)
  } catch (error) {
    const [first, ...others] = answers
    if (!first || !isDataError(error)) throw error
    // One answer that cannot be stored must not take the others with it.
    if (others.length === 0) return storeTogether(turn, [unstorable(first)], taken)
    for (const answer of answers) await storeAnswers(turn, [answer])
    await storeTogether(turn, [], taken)
  }
}

function unstorable({ row }: Answer): Answer {
  const message = 'What was found for this row could not be stored. It is not charged.'
  return { row, status: 'failed', error: { code: 'internal', message } }
}

async function storeTogether(turn: Turn, answers: readonly Answer[], taken: number): Promise<void> {
  const { ctx, book } = turn
  const { workspace_id: workspaceId, id, action } = turn.job
  const ended = answers.filter((answer) => answer.status !== 'later')
  const postponed = answers.flatMap((answer) => (answer.status === 'later' ? [answer.postponed] : []))
  const priced = ended.map((answer) => ({ answer, result: resultOf(book, action, answer) }))
  await failpoint('before_rows')
  await transaction(ctx.db, async (tx) => {
    await lockRunning(turn, tx)
    const results = priced.map(({ result }) => result)
    const fresh = new Set(results.length > 0 ? await insertResults(tx, workspaceId, id, results) : [])
    const news = priced.filter(({ result }) => fresh.has(result.n))
    const waited = ended.flatMap(({ row }) => (row.attempts > 0 || row.trouble || row.tickets ? [row.n] : []))
    if (waited.length > 0) await updateAnswered(tx, workspaceId, id, waited)
    if (postponed.length > 0) await updatePostponed(tx, workspaceId, id, postponed)
    const count = (status?: string) =>
      news.reduce((sum, { answer: { row }, result }) => sum + (!status || result.status === status ? row.times : 0), 0)
    const charges = news.flatMap(({ answer, result }) => chargeOf(action, answer, result))
    const [done, failed] = [count(), count('failed')]
    turn.job = await updateProgress(tx, workspaceId, id, {
      taken,
      done,
      found: count('found'),
      failed,
      charged: sumOf(charges),
      answeredAt: done > failed ? ctx.clock.now() : null,
    })
    await charge(turn, tx, charges)
    await failpoint('before_rows_commit')
  })
  await failpoint('after_rows_commit')
}

/** The same for a page of a search: whom the job has already is neither stored nor charged again. */
export async function storePage(
  turn: Turn,
  items: readonly { id: string }[],
  { cursor, atMost }: { cursor: string; atMost: number },
): Promise<void> {
  const { ctx, book } = turn
  const { workspace_id: workspaceId, id, action } = turn.job
  const byStep = new Map(items.map((item) => [stepOf(id, item.id), item]))
  const credits = creditsFor(book, { [action]: 1 })
  await failpoint('before_rows')
  await transaction(ctx.db, async (tx) => {
    const { done } = await lockRunning(turn, tx)
    const known = await listKnownSteps(tx, workspaceId, [...byStep.keys()])
    const rows = [...byStep.keys()]
      .filter((step) => !known.has(step))
      .slice(0, atMost)
      .map((step, at) => ({ n: done + at + 1, line: null, cells: [], step, sameAs: null, times: 1 }))
    await copyRows(tx, workspaceId, id, rows)
    const results = rows.map(
      ({ n, step }): NewResult => ({
        n,
        status: 'found',
        data: JSON.stringify(byStep.get(step)),
        error: null,
        credits,
      }),
    )
    if (results.length > 0) await insertResults(tx, workspaceId, id, results)
    const charges = rows.map(({ step }) => ({ step, action, units: 1, credits }))
    const found = rows.length
    const answeredAt = ctx.clock.now()
    const counts = { taken: 0, done: found, found, failed: 0, charged: sumOf(charges), answeredAt, cursor }
    turn.job = await updateProgress(tx, workspaceId, id, counts)
    await charge(turn, tx, charges)
    await failpoint('before_rows_commit')
  })
  await failpoint('after_rows_commit')
}

async function lockRunning({ job }: Turn, tx: Parameters<typeof lockJob>[0]): Promise<JobRow> {
  const row = await lockJob(tx, job.workspace_id, job.id)
  if (!row || isOver(row)) throw new ClaimLost(`the job ${job.id} has ended meanwhile`)
  return row
}

async function charge({ ctx, hold, job }: Turn, tx: Parameters<typeof lockJob>[0], charges: readonly Charge[]) {
  const { verdict } = await ctx.ledger.settleIn(tx, { hold, charges, closes: false, answer: null })
  if (verdict === 'fenced') throw new ClaimLost(`the credits of the job ${job.id} are held by another worker`)
}

function resultOf(book: PriceBook, action: string, answer: Exclude<Answer, { status: 'later' }>): NewResult {
  const { n } = answer.row
  if (answer.status === 'failed') return { n, status: 'failed', data: null, error: answer.error, credits: 0 }
  if (answer.status === 'not_found') return { n, status: 'not_found', data: null, error: null, credits: 0 }
  const credits = creditsFor(book, { [action]: answer.units })
  const marks = answer.about && subjectKeys(answer.about)
  return { n, status: 'found', data: JSON.stringify(answer.data), error: null, credits, ...(marks && { marks }) }
}

/** A miss leaves a line of nought in the receipt; what failed leaves none. */
function chargeOf(action: string, answer: Answer, { status, credits }: NewResult): Charge[] {
  if (status === 'failed') return []
  return [{ step: answer.row.step, action, units: answer.status === 'found' ? answer.units : 0, credits }]
}

function sumOf(charges: readonly Charge[]): number {
  return charges.reduce((sum, { credits }) => sum + credits, 0)
}
