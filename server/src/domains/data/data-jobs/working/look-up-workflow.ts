import type { Person } from '../../../../sources/directory/contract.ts'
import { LIMIT_DEFAULT } from '../../lookups/contract/requests.ts'
import type { Workflow } from '../../workflows/contract/workflow.ts'
import { type JobRowStart, runJobRow } from '../../workflows/job-row.ts'
import type { ActionId } from '../contract/actions.ts'
import { readLimit } from '../limits.ts'
import { createQuestionReader, toListInputs } from '../row-question.ts'
import type { StoredRow } from '../sql/rows.ts'
import type { JobRun } from './job-run.ts'
import { buildJobTiming, oneByOne, type RowLookup } from './row-lookup.ts'
import { type RowOutcome, retryLater, toSourceError } from './row-outcome.ts'

/**
 * Runs a workflow for each row. Its steps are stored as they are answered, so that another attempt asks only for what is missing.
 */
export function workflowLookup({ ctx, job, book }: JobRun, flow: Workflow): RowLookup {
  const isOfPerson = job.search_limit !== null
  const readRow = createQuestionReader(job.action as ActionId, job.columns)

  function readRowStart({ cells }: StoredRow): JobRowStart {
    if (isOfPerson) return { person: JSON.parse(cells[0] ?? '') as Person }
    const { query, filters } = readRow(cells, job.filters)
    if ('list' in flow.rows) return { ...toListInputs(flow.rows.list, { query, filters }), limit: null }
    const { limit: _, ...rest } = filters ?? {}
    return { inputs: { query, filters: rest }, limit: readLimit(job.filters) ?? LIMIT_DEFAULT }
  }

  return oneByOne(ctx, job, async (row) => {
    const call = { workspaceId: job.workspace_id, keyId: job.key_id, requestId: job.request_id, step: row.step }
    const { rows, lines, failure } = await runJobRow(
      ctx,
      { call, book, rowId: `${job.id} ${row.n}` },
      flow,
      readRowStart(row),
    )
    if (failure) {
      const later = retryLater(row, toSourceError(failure), buildJobTiming(ctx, job))
      // After the last attempt the row keeps what its other steps found.
      if (later.status === 'postponed') return later
    }
    if (!rows) return { row, status: 'not_found' } satisfies RowOutcome
    return { row, status: 'found', data: isOfPerson ? rows[0] : rows, lines }
  })
}
