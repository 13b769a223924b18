import { invalidValue, type Violation } from '../../../../kit/declare/errors.ts'
import { findViolation } from '../../../../sources/action.ts'
import { checkItems } from '../../workflows/check-items.ts'
import { type ActionId, findListWorkflow, findSingleAction } from './actions.ts'

interface JobQuestion {
  readonly action: ActionId
  readonly query: string
  readonly filters?: Record<string, unknown> | null
}

/** Checks the question of an async job by the rules of the action itself. */
export function checkQuestion({ action, query, filters = null }: JobQuestion): Violation[] {
  const single = findSingleAction(action)
  const violation = single && findViolation(single, { query, filters })
  if (violation) return [violation]
  if (action === 'consensus' && query === '') return [emptyQuery()]
  const list = findListWorkflow(action)
  return list ? checkList(list, query, filters) : []
}

/** Checks the question of a workflow over a list: one item as the query, or several under their name in the filters. */
function checkList(
  { flow, list }: NonNullable<ReturnType<typeof findListWorkflow>>,
  query: string,
  filters: JobQuestion['filters'],
): Violation[] {
  if (filters && query !== '')
    return [invalidValue(['body', 'query'], `send one item as query or several as filters.${list}, not both`)]
  if (!filters && query === '') return [emptyQuery()]
  const inputs = filters ?? { [list]: [query] }
  const violations = checkItems(flow, { inputs, dry_run: false, format: 'json' })
  return violations.map((one) => ({
    ...one,
    loc: filters ? ['body', 'filters', ...one.loc.slice(2)] : ['body', 'query'],
  }))
}

function emptyQuery(): Violation {
  const msg = 'String should have at least 1 character'
  return { type: 'string_too_short', loc: ['body', 'query'], msg, ctx: { min_length: 1 } }
}
