import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import type { Meter } from '../../../kit/declare/price.ts'
import { SourceError } from '../../../kit/sources.ts'
import type { Person } from '../../../sources/directory/contract.ts'
import { creditsFor, type PriceBook } from '../../billing/credits/price-book.ts'
import { localLimit } from '../lookups/local-limit.ts'
import type { LookupCall } from '../lookups/lookup-call.ts'
import { chargeRows } from './charge.ts'
import type { Row, RunRequest } from './contract/requests.ts'
import type { Workflow } from './contract/workflow.ts'
import { buildRunReply, type WorkflowRow } from './interpret.ts'
import { buildPeopleRows, runRows, startRows, timeLeft } from './run.ts'
import type { WorkflowRun } from './steps.ts'
import { openStoredSteps } from './stored-steps.ts'

/** Start of a workflow in a job's row: a complete call, or its steps for one person that the job has found. */
export type JobRowStart = { readonly inputs: RunRequest['inputs']; readonly limit: number | null } | { person: Person }

export interface JobRowAnswer {
  /** Null when nothing was found. */
  readonly rows: readonly Row[] | null
  /** Charges to make when the row is stored. */
  readonly lines: readonly { step: string; action: string; units: number }[]
  /** Failure of a step upstream. Another run asks only for what is missing. */
  readonly failure: ApiError | undefined
}

interface JobRowCall {
  readonly call: LookupCall & { readonly step: string }
  readonly book: PriceBook
  /** Identifies the row among all jobs of the workspace: the answers of its steps are stored under it. */
  readonly rowId: string
}

/** Runs a workflow for one row of a job and charges nothing: the job charges the lines with the result it stores. */
export async function runJobRow(
  ctx: Context,
  { call, book, rowId }: JobRowCall,
  flow: Workflow,
  start: JobRowStart,
): Promise<JobRowAnswer> {
  const inputs = 'person' in start ? { person: start.person.id } : start.inputs
  const request: RunRequest = { inputs, limit: 'person' in start ? 1 : start.limit, dry_run: false, format: 'json' }
  // No caller's key can begin with a space.
  const stored = await openStoredSteps(ctx, call, ` ${rowId}`, { flow, request })
  const prefix = `${call.step}.`
  const run: WorkflowRun = { ctx, call, stored, prefix, leftMs: timeLeft(ctx) }
  const starts = 'person' in start ? await buildPeopleRows(run, [start.person]) : await startRows(run, flow, request)
  const rows = await runRows(run, flow, starts)
  const lines: { step: string; action: string; units: number }[] = []
  const meter: Meter = {
    // The job's hold covers all its rows.
    hold: () => Promise.resolve(),
    keep: () => {},
    async charge(step, units) {
      for (const [action, count] of Object.entries(units))
        lines.push({ step: `${prefix}${step}`, action, units: count })
      return creditsFor(book, units)
    },
  }
  const { data } = buildRunReply(flow, await chargeRows(meter, flow, rows))
  return { rows: data, lines, failure: failureIn(rows) }
}

function failureIn(rows: readonly WorkflowRow[]): ApiError | undefined {
  const errors = rows.flatMap(({ steps }) => steps.flatMap(({ error }) => error ?? []))
  const upstream = errors.find(({ code }) => code.startsWith('upstream_') || code === 'unavailable')
  if (!upstream) return undefined
  const { code, message } = upstream
  if (code === 'unavailable') return localLimit(new SourceError('unavailable', message, { isLocalLimit: true }))
  return new ApiError(code === 'upstream_timeout' ? 'upstream_timeout' : 'upstream_error', message)
}
