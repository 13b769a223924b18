import { type AnyAction, readQuestion } from '../../../../sources/action.ts'
import { DIRECTORY } from '../../../../sources/directory/sources.ts'
import { RECEIPT_ROWS_MAX } from '../../../billing/credits/contract/receipt.ts'
import { isPaidRepeat } from '../../../billing/credits/free-repeats.ts'
import { recordSources } from '../../../billing/credits/receipts.ts'
import { findConsensus } from '../../lookups/consensus.ts'
import { lookUpBatch, lookUpRow } from '../../lookups/lookup-rows.ts'
import { type ActionId, findSingleAction, findWorkflow } from '../contract/actions.ts'
import { LIMIT_DEFAULT } from '../contract/requests.ts'
import { readLimit } from '../limits.ts'
import { createQuestionReader } from '../row-question.ts'
import type { StoredRow } from '../sql/rows.ts'
import type { JobRun } from './job-run.ts'
import { workflowLookup } from './look-up-workflow.ts'
import { buildJobTiming, oneByOne, type RowLookup } from './row-lookup.ts'
import { concernsJob, foundOutcome, type RowOutcome, toRowError, toRowOutcome } from './row-outcome.ts'
import { findPage } from './search-page.ts'

export function createRowLookup(run: JobRun): RowLookup {
  return isolateRows(run, selectRowLookup(run))
}

function selectRowLookup(run: JobRun): RowLookup {
  const { action } = run.job
  const [single, flow] = [findSingleAction(action), findWorkflow(action)]
  if (single) return singleLookup(run, single)
  if (flow) return workflowLookup(run, flow)
  return action === 'consensus' ? consensusLookup(run) : searchLookup(run)
}

/** Limits an error to its row: after a failed batch, the rows are looked up one by one. */
function isolateRows({ ctx, job }: JobRun, lookup: RowLookup): RowLookup {
  // The same bug may affect every row; one log line is enough.
  let isLogged = false
  const logOnce = (error: unknown) => {
    if (!isLogged) ctx.log.error({ err: error, job_id: job.id, action: job.action }, 'could not look up a row')
    isLogged = true
  }
  return {
    async batch(rows) {
      try {
        return await lookup.batch(rows)
      } catch (error) {
        if (concernsJob(error)) throw error
        return { outcomes: [], open: [...rows] }
      }
    },
    async one(row) {
      try {
        return await lookup.one(row)
      } catch (error) {
        if (concernsJob(error)) throw error
        const reason = toRowError(error)
        if (reason.code === 'internal') logOnce(error)
        return { row, status: 'failed', error: reason }
      }
    },
  }
}

/** Looks up one subject per row. */
function singleLookup({ ctx, job, book }: JobRun, action: AnyAction): RowLookup {
  const call = { workspaceId: job.workspace_id, keyId: job.key_id, requestId: job.request_id }
  const request = { ...call, priceBook: book.name }
  const readRow = createQuestionReader(job.action as ActionId, job.columns)
  const readRowInput = ({ cells }: StoredRow): unknown => readQuestion(action, readRow(cells, job.filters))

  /** Makes a result free that was paid for recently, where the price book says so. */
  async function applyRepeat(outcome: RowOutcome): Promise<RowOutcome> {
    const { repeat_free_days: days } = book
    if (days === null || outcome.status !== 'found' || !outcome.lines.some(({ units }) => units > 0)) return outcome
    const datum = { action: action.id, subject: action.subjectKey(readRowInput(outcome.row)), days }
    if (!(await isPaidRepeat(ctx, request, datum))) return outcome
    return { ...outcome, lines: outcome.lines.map((line) => ({ ...line, units: 0 })) }
  }

  /** Records steps for the receipt. A receipt shows only its first lines, so later rows record none. */
  async function recordBatch(outcomes: readonly RowOutcome[]): Promise<void> {
    const lines = outcomes.flatMap(({ row: { n, step }, status }) => {
      const asked = { source: DIRECTORY, outcome: status, ms: null, cost_micros: 0 }
      return n > RECEIPT_ROWS_MAX ? [] : [{ step, steps: [asked] }]
    })
    await recordSources(ctx, request, lines)
  }

  return {
    async batch(rows) {
      // Rows that wait for another attempt have already been in a batch.
      const fresh = rows.filter(({ attempts, tickets, trouble }) => attempts === 0 && !tickets && !trouble)
      const data = await lookUpBatch<unknown, unknown>(ctx, job.workspace_id, action, fresh.map(readRowInput))
      const outcomes = fresh.flatMap((row, n): RowOutcome[] => {
        const datum = data[n]
        if (datum === undefined) return []
        if (datum === null) return [{ row, status: 'not_found' }]
        return [foundOutcome(row, action, datum)]
      })
      await recordBatch(outcomes)
      const answered = new Set(outcomes.map(({ row }) => row))
      return {
        outcomes: await Promise.all(outcomes.map(applyRepeat)),
        open: rows.filter((row) => !answered.has(row)),
      }
    },
    async one(row) {
      const { step, tickets } = row
      const result = await lookUpRow<unknown, unknown>(ctx, { ...call, step }, action, {
        input: readRowInput(row),
        tickets,
      })
      return applyRepeat(toRowOutcome(row, result, action, buildJobTiming(ctx, job)))
    },
  }
}

/** Runs one search per row; its result is a list. */
function searchLookup({ ctx, job }: JobRun): RowLookup {
  const limit = readLimit(job.filters) ?? LIMIT_DEFAULT
  const readRow = createQuestionReader(job.action as ActionId, job.columns)
  return oneByOne(ctx, job, async (row) => {
    const { query } = readRow(row.cells, job.filters)
    const { items } = await findPage(ctx, job, { query, limit, cursor: null })
    return listOutcome(row, job.action, items)
  })
}

/** Asks all sources once per row; the result is the list of people they agree on. */
function consensusLookup({ ctx, job }: JobRun): RowLookup {
  const limit = readLimit(job.filters) ?? LIMIT_DEFAULT
  const readRow = createQuestionReader(job.action as ActionId, job.columns)
  return oneByOne(ctx, job, async (row) => {
    const { query } = readRow(row.cells, job.filters)
    const call = { workspaceId: job.workspace_id, keyId: job.key_id, requestId: job.request_id, step: row.step }
    const { data } = await findConsensus(ctx, call, { query, limit })
    return listOutcome(row, job.action, data ?? [])
  })
}

function listOutcome(row: StoredRow, action: string, items: readonly unknown[]): RowOutcome {
  const lines = [{ step: row.step, action, units: items.length }]
  return items.length > 0 ? { row, status: 'found', data: items, lines } : { row, status: 'not_found' }
}
