import { failpoint } from '../../../../kit/failpoint.ts'
import type { Charge } from '../../../../kit/ledger.ts'
import { type Db, isDataError, transaction } from '../../../../kit/postgres/db.ts'
import { subjectKeys } from '../../../../sources/directory/suppress/subject.ts'
import { creditsFor, type PriceBook } from '../../../billing/credits/price-book.ts'
import { hashRowStep } from '../row-question.ts'
import { updateProgress } from '../sql/jobs.ts'
import { insertResults, type NewResult } from '../sql/results.ts'
import { copyRows, listKnownSteps, updateAnswered, updatePostponed } from '../sql/rows.ts'
import { holdLost, type JobRun, lockUnfinished } from './job-run.ts'
import type { RowOutcome } from './row-outcome.ts'
import type { JobPage } from './search-page.ts'

/**
 * Stores results, progress and charges in one transaction (decision 0014). If the process is killed before the commit, nothing is
 * charged and the rows are looked up again; after it, they are neither looked up nor charged again. A worker that lost the job is
 * fenced by the hold, and a row that another worker has stored is not charged again. Rows up to `takenTo` are done.
 */
export async function storeOutcomes(run: JobRun, outcomes: readonly RowOutcome[], takenTo = 0): Promise<void> {
  try {
    await storeBatch(run, outcomes, takenTo)
  } catch (error) {
    const [first, ...others] = outcomes
    if (!first || !isDataError(error)) throw error
    // One result that cannot be stored must not prevent the others from being stored.
    if (others.length === 0) return storeBatch(run, [unstorable(first)], takenTo)
    for (const outcome of outcomes) await storeOutcomes(run, [outcome])
    await storeBatch(run, [], takenTo)
  }
}

function unstorable({ row }: RowOutcome): RowOutcome {
  const message = 'The result of this row could not be stored. It is not charged.'
  return { row, status: 'failed', error: { code: 'internal', message } }
}

type FinalOutcome = Exclude<RowOutcome, { status: 'postponed' }>

async function storeBatch(run: JobRun, outcomes: readonly RowOutcome[], takenTo: number): Promise<void> {
  const { ctx, book } = run
  const { workspace_id: workspaceId, id, action } = run.job
  const final = outcomes.filter((outcome): outcome is FinalOutcome => outcome.status !== 'postponed')
  const postponed = outcomes.flatMap((outcome) => (outcome.status === 'postponed' ? [outcome.postponed] : []))
  const priced = final.map((outcome) => ({ outcome, result: toNewResult(book, outcome) }))
  failpoint('before_rows')
  await transaction(ctx.db, async (tx) => {
    const results = priced.map(({ result }) => result)
    // Sent together, in this order: one round trip fewer while others wait for the locks.
    const [, ns] = await Promise.all([
      lockUnfinished(tx, run),
      results.length > 0 ? insertResults(tx, workspaceId, id, results) : [],
    ])
    const inserted = new Set(ns)
    const fresh = priced.filter(({ result }) => inserted.has(result.n))
    const waited = final.flatMap(({ row }) => (row.attempts > 0 || row.trouble || row.tickets ? [row.n] : []))
    if (waited.length > 0) await updateAnswered(tx, workspaceId, id, waited)
    if (postponed.length > 0) await updatePostponed(tx, workspaceId, id, postponed)
    const count = (status?: string) =>
      fresh.reduce(
        (sum, { outcome: { row }, result }) => sum + (!status || result.status === status ? row.times : 0),
        0,
      )
    const charges = fresh.flatMap(({ outcome }) => buildCharges(book, action, outcome))
    const [done, failed] = [count(), count('failed')]
    const progress = {
      taken: takenTo,
      done,
      found: count('found'),
      failed,
      charged: sumCredits(charges),
      answeredAt: done > failed ? ctx.clock.now() : null,
    }
    const [job] = await Promise.all([updateProgress(tx, workspaceId, id, progress), settleCharges(run, tx, charges)])
    run.job = job
    failpoint('before_rows_commit')
  })
  failpoint('after_rows_commit')
}

/** Stores a page of a search: items that the job already has are neither stored nor charged again. */
export async function storePage(
  run: JobRun,
  items: JobPage['items'],
  { cursor, limit }: { readonly cursor: string; readonly limit: number },
): Promise<void> {
  const { ctx, book } = run
  const { workspace_id: workspaceId, id, action } = run.job
  const byStep = new Map(items.map((item) => [hashRowStep(id, item.id), item]))
  const credits = creditsFor(book, { [action]: 1 })
  failpoint('before_rows')
  await transaction(ctx.db, async (tx) => {
    const { done } = await lockUnfinished(tx, run)
    const known = await listKnownSteps(tx, workspaceId, [...byStep.keys()])
    const rows = [...byStep.keys()]
      .filter((step) => !known.has(step))
      .slice(0, limit)
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
    const counts = { taken: 0, done: found, found, failed: 0, charged: sumCredits(charges), answeredAt, cursor }
    const [job] = await Promise.all([updateProgress(tx, workspaceId, id, counts), settleCharges(run, tx, charges)])
    run.job = job
    failpoint('before_rows_commit')
  })
  failpoint('after_rows_commit')
}

/**
 * Stores a page of people as rows without a result: each runs the steps of the job's workflow, and is charged for what they find.
 */
export async function storePeople(
  run: JobRun,
  people: JobPage['items'],
  { cursor, limit }: { readonly cursor: string; readonly limit: number },
): Promise<void> {
  const { ctx } = run
  const { workspace_id: workspaceId, id } = run.job
  const byStep = new Map(people.map((person) => [hashRowStep(id, person.id), person]))
  await transaction(ctx.db, async (tx) => {
    const { taken } = await lockUnfinished(tx, run)
    const known = await listKnownSteps(tx, workspaceId, [...byStep.keys()])
    const rows = [...byStep]
      .filter(([step]) => !known.has(step))
      .slice(0, limit)
      .map(([step, person], at) => ({
        n: taken + at + 1,
        line: null,
        cells: [JSON.stringify(person)],
        step,
        sameAs: null,
        times: 1,
      }))
    if (rows.length > 0) await copyRows(tx, workspaceId, id, rows)
    const none = { taken: 0, done: 0, found: 0, failed: 0, charged: 0, answeredAt: null }
    run.job = await updateProgress(tx, workspaceId, id, { ...none, cursor })
    failpoint('before_rows_commit')
  })
}

async function settleCharges({ ctx, hold, job }: JobRun, tx: Db, charges: readonly Charge[]): Promise<void> {
  const { verdict } = await ctx.ledger.settleIn(tx, { hold, charges, closes: false, response: null })
  if (verdict === 'fenced') throw holdLost(job.id)
}

function toNewResult(book: PriceBook, outcome: FinalOutcome): NewResult {
  const { n } = outcome.row
  if (outcome.status === 'failed') return { n, status: 'failed', data: null, error: outcome.error, credits: 0 }
  if (outcome.status === 'not_found') return { n, status: 'not_found', data: null, error: null, credits: 0 }
  const credits = outcome.lines.reduce((sum, { action, units }) => sum + creditsFor(book, { [action]: units }), 0)
  const marks = outcome.about && subjectKeys(outcome.about)
  return { n, status: 'found', data: JSON.stringify(outcome.data), error: null, credits, ...(marks && { marks }) }
}

/** Writes a receipt line of 0 credits for free results; a failure gets none. */
function buildCharges(book: PriceBook, action: string, outcome: FinalOutcome): Charge[] {
  if (outcome.status === 'failed') return []
  const lines = outcome.status === 'found' ? outcome.lines : []
  if (lines.length === 0) return [{ step: outcome.row.step, action, units: 0, credits: 0 }]
  return lines.map((line) => ({ ...line, credits: creditsFor(book, { [line.action]: line.units }) }))
}

function sumCredits(charges: readonly Charge[]): number {
  return charges.reduce((sum, { credits }) => sum + credits, 0)
}
