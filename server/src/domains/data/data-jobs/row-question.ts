import type { Violation } from '../../../kit/declare/errors.ts'
import { sha256Hex } from '../../../kit/hash.ts'
import { type DataQuestion, findViolation } from '../../../sources/action.ts'
import { checkItems } from '../workflows/check-items.ts'
import { toItemSubjectKey } from '../workflows/interpret.ts'
import { type ActionId, findListWorkflow, findSingleAction } from './contract/actions.ts'

const QUERY_MAX = 1000
const CELL_MAX = 255

/** Alternative column names in uploaded files. */
const ALIASES: Readonly<Record<string, string>> = {
  name: 'full_name',
  firstname: 'first_name',
  lastname: 'last_name',
  company_domain: 'domain',
  website: 'domain',
  email_address: 'email',
}

export function toFieldName(column: string): string {
  const plain = column
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  return ALIASES[plain] ?? plain
}

export function listActionFields(action: ActionId): string[] {
  const single = findSingleAction(action)
  if (single) return ['query', ...Object.keys(single.filters.properties)]
  return findListWorkflow(action) ? ['query', 'email'] : ['query']
}

/** Returns the inputs of a workflow over a list: the list in the filters, or the single item of a row. */
export function toListInputs(list: string, { query, filters }: DataQuestion) {
  return { inputs: { [list]: filters?.[list] ?? [filters?.['email'] ?? query] } }
}

export type ReadRowQuestion = (
  cells: readonly string[],
  filters?: Readonly<Record<string, unknown>> | null,
) => DataQuestion

/** Reads the question of a row from its cells. Of several columns with the same name, the first counts. */
export function createQuestionReader(action: ActionId, columns: readonly string[]): ReadRowQuestion {
  const known = listActionFields(action)
  const indexes = new Map<string, number>()
  columns.forEach((column, at) => {
    const field = toFieldName(column)
    if (known.includes(field) && !indexes.has(field)) indexes.set(field, at)
  })
  return (cells, filters = null) => {
    const named: Record<string, unknown> = { ...filters }
    for (const [field, at] of indexes) if (field !== 'query' && cells[at]?.trim()) named[field] = cells[at].trim()
    const query = cells[indexes.get('query') ?? -1]?.trim() ?? ''
    return { query, filters: Object.keys(named).length > 0 ? named : null }
  }
}

/** Derives the key of the question's subject, or returns the problem with the question. */
export function deriveSubjectKey(action: ActionId, question: DataQuestion): { subjectKey: string } | { error: string } {
  const { query, filters } = question
  if (query.length > QUERY_MAX) return { error: `the query has more than ${QUERY_MAX} characters` }
  const long = Object.entries(filters ?? {}).find(([, value]) => typeof value === 'string' && value.length > CELL_MAX)
  if (long) return { error: `${long[0]} has more than ${CELL_MAX} characters` }
  const list = findListWorkflow(action)
  if (list) return deriveItemKey(list, question)
  const single = findSingleAction(action)
  if (!single) return query === '' ? { error: 'the query is empty' } : { subjectKey: query.toLowerCase() }
  const violation = findViolation(single, question)
  if (violation) return { error: readViolationReason(violation) }
  return { subjectKey: single.subjectKey(single.read(question)) }
}

function deriveItemKey(
  { flow, list }: NonNullable<ReturnType<typeof findListWorkflow>>,
  question: DataQuestion,
): ReturnType<typeof deriveSubjectKey> {
  const { inputs } = toListInputs(list, question)
  const [first] = flow.steps
  const [item] = inputs[list] as [string]
  if (!first || item === '') return { error: 'the query is empty' }
  const [violation] = checkItems(flow, { inputs, dry_run: false, format: 'json' })
  return violation ? { error: readViolationReason(violation) } : { subjectKey: toItemSubjectKey(first, item) }
}

/**
 * Identifies a subject within its job. The step is a hash, because it is written into the ledger, which is never deleted: a
 * subject is charged once, and no email address stays there (decision 0014).
 */
export function hashRowStep(jobId: string, subjectKey: string): string {
  return sha256Hex(`${jobId} ${subjectKey}`).slice(0, 32)
}

function readViolationReason({ ctx, msg }: Violation): string {
  const reason = ctx?.['error']
  return typeof reason === 'string' ? reason : msg
}
