import type { Context } from '../../../../kit/context.ts'
import { type AnyAction, type DataQuestion, readQuestion } from '../../../../sources/action.ts'
import { DIRECTORY } from '../../../../sources/directory/sources.ts'
import { RECEIPT_ROWS_MAX } from '../../../billing/credits/contract/receipt.ts'
import { isPaidRepeat } from '../../../billing/credits/free-repeats.ts'
import type { PriceBook } from '../../../billing/credits/price-book.ts'
import { recordSources } from '../../../billing/credits/receipts.ts'
import { lookUpBatch, lookUpRow } from '../../lookups/lookup-rows.ts'
import { findCompanies, findPeople } from '../../lookups/search.ts'
import { type ActionId, singleOf } from '../contract/actions.ts'
import { LIMIT_DEFAULT } from '../contract/async.ts'
import { limitOf } from '../create.ts'
import { questionReader } from '../read-rows.ts'
import type { JobRow } from '../sql/jobs.ts'
import type { AskedRow } from '../sql/rows.ts'
import { type Answer, answerOf, failureOf, isOfJob, type Moment, retry, rowErrorOf } from './row-outcome.ts'

/** How the rows of one job are asked. */
export interface Asking {
  /** Those that the first source can answer together; the others are left open. */
  together(rows: readonly AskedRow[]): Promise<{ answers: Answer[]; open: AskedRow[] }>
  singly(row: AskedRow): Promise<Answer>
}

export function askingOf(ctx: Context, job: JobRow, book: PriceBook): Asking {
  const action = job.action as ActionId
  const reader = questionReader(action, job.columns)
  const read = ({ cells }: AskedRow) => reader(cells, job.filters)
  const single = singleOf(action)
  const moment = (): Moment => ({ now: ctx.clock.now(), since: job.answered_at ?? job.started_at ?? ctx.clock.now() })
  return rowByRow(ctx, job, single ? singles(ctx, job, book, single, read, moment) : searches(ctx, job, read, moment))
}

/** What breaks on one row fails that row: rows that were asked together are asked singly, and there it fails alone. */
function rowByRow(ctx: Context, job: JobRow, asking: Asking): Asking {
  // One line is enough where the same bug meets every row.
  let isLogged = false
  const note = (error: unknown) => {
    if (!isLogged) ctx.log.error({ err: error, job_id: job.id, action: job.action }, 'a row could not be asked')
    isLogged = true
  }
  return {
    async together(rows) {
      try {
        return await asking.together(rows)
      } catch (error) {
        if (isOfJob(error)) throw error
        return { answers: [], open: [...rows] }
      }
    },
    async singly(row) {
      try {
        return await asking.singly(row)
      } catch (error) {
        if (isOfJob(error)) throw error
        const reason = rowErrorOf(error)
        if (reason.code === 'internal') note(error)
        return { row, status: 'failed', error: reason }
      }
    },
  }
}

function singles(
  ctx: Context,
  job: JobRow,
  book: PriceBook,
  action: AnyAction,
  read: (row: AskedRow) => DataQuestion,
  moment: () => Moment,
): Asking {
  const asking = { workspaceId: job.workspace_id, keyId: job.key_id, requestId: job.request_id }
  const inputOf = (row: AskedRow) => readQuestion(action, read(row))
  /** What was paid for lately is free where the price book says so. */
  const priced = async (answer: Answer): Promise<Answer> => {
    const { repeat_free_days: days } = book
    if (days === null || answer.status !== 'found' || answer.units === 0) return answer
    const datum = { action: action.id, subject: action.subjectKey(inputOf(answer.row)), days }
    const isRepeat = await isPaidRepeat(ctx, { ...asking, priceBook: book.name }, datum)
    return isRepeat ? { ...answer, units: 0 } : answer
  }
  /** A receipt shows no more than its first lines: what is answered behind them leaves nothing there. */
  const record = async (answers: readonly Answer[]): Promise<void> => {
    const lines = answers.flatMap(({ row: { n, step }, status }) => {
      const asked = { source: DIRECTORY, outcome: status, ms: null, cost_micros: 0 }
      return n > RECEIPT_ROWS_MAX ? [] : [{ step, steps: [asked] }]
    })
    await recordSources(ctx, { ...asking, priceBook: book.name }, lines)
  }
  return {
    async together(rows) {
      // What waits for its next attempt has been asked together before.
      const fresh = rows.filter(({ attempts, tickets, trouble }) => attempts === 0 && !tickets && !trouble)
      const data = await lookUpBatch<unknown, unknown>(ctx, job.workspace_id, action, fresh.map(inputOf))
      const answers = fresh.flatMap((row, n): Answer[] => {
        const datum = data[n]
        if (datum === undefined) return []
        if (datum === null) return [{ row, status: 'not_found' }]
        return [{ row, status: 'found', data: datum, units: action.isCharged(datum) ? 1 : 0 }]
      })
      await record(answers)
      const answered = new Set(answers.map(({ row }) => row))
      return { answers: await Promise.all(answers.map(priced)), open: rows.filter((row) => !answered.has(row)) }
    },
    async singly(row) {
      const result = await lookUpRow<unknown, unknown>(ctx, { ...asking, step: row.step }, action, {
        input: inputOf(row),
        tickets: row.tickets,
      })
      return priced(answerOf(row, result, action.isCharged, moment()))
    },
  }
}

/** Every row is a search of its own, and its answer a list. */
function searches(ctx: Context, job: JobRow, read: (row: AskedRow) => DataQuestion, moment: () => Moment): Asking {
  const limit = limitOf(job.filters) ?? LIMIT_DEFAULT
  return {
    together: async (rows) => ({ answers: [], open: [...rows] }),
    async singly(row) {
      try {
        const { query } = read(row)
        const { data } = await searchOnce(ctx, job, { query, limit, cursor: null })
        return data.length > 0 ? { row, status: 'found', data, units: data.length } : { row, status: 'not_found' }
      } catch (error) {
        return retry(row, failureOf(error), moment())
      }
    },
  }
}

/** A page of the job's search. */
export async function searchOnce(
  ctx: Context,
  job: JobRow,
  { query, limit, cursor }: { query: string; limit: number; cursor: string | null },
): Promise<{ data: { id: string }[]; nextCursor: string | null }> {
  const { limit: _, ...filters } = job.filters ?? {}
  const request = { query, filters, limit, cursor }
  const asking = { workspaceId: job.workspace_id, keyId: job.key_id, requestId: job.request_id }
  if (job.action === 'search/companies') {
    const { companies, nextCursor } = await findCompanies(ctx, asking, request)
    return { data: companies, nextCursor }
  }
  const page = await findPeople(ctx, asking, { ...request, track_delta: false }, { isOnce: true })
  return { data: page.people, nextCursor: page.nextCursor }
}
