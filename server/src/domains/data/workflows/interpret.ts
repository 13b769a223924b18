import { ApiError } from '../../../kit/declare/errors.ts'
import { type DataQuestion, findViolation, readQuestion } from '../../../sources/action.ts'
import { SEARCH_PEOPLE } from '../../../sources/actions.ts'
import { LIMIT_DEFAULT } from '../lookups/contract/requests.ts'
import type { Row, RunReply, RunRequest, StepResult } from './contract/requests.ts'
import {
  EMPTY_ROW,
  type Field,
  listWorkflowSteps,
  type RowData,
  type Workflow,
  type WorkflowStep,
} from './contract/workflow.ts'

/** Answer to a step's question: data is null when nothing was found; a repeat was paid for recently. */
export type StepAnswer = { readonly data: unknown; readonly isRepeat?: boolean } | { readonly failure: ApiError }

/** A row and the steps it has run, without prices. */
export interface WorkflowRow {
  /** Counted from 1; identifies the row's charges. */
  readonly n: number
  readonly data: RowData
  readonly steps: readonly Omit<StepResult, 'credits'>[]
}

/** Builds the rows of a list, each subject once. */
export function buildListRows(flow: Workflow, { inputs, limit }: RunRequest): WorkflowRow[] {
  const [first] = flow.steps
  if (!('list' in flow.rows) || !first) return []
  const items = inputs[flow.rows.list] as readonly string[]
  const bySubject = Map.groupBy(items, (input) => toItemSubjectKey(first, input))
  return [...bySubject.values()]
    .slice(0, limit ?? undefined)
    .flatMap(([input = '']) => input)
    .map((input, at) => ({ n: at + 1, data: { ...EMPTY_ROW, input }, steps: [] }))
}

/** Normalises an item to its subject's key; an item that the action cannot read is its own key. */
export function toItemSubjectKey({ action, ask }: WorkflowStep, input: string): string {
  const question = ask({ ...EMPTY_ROW, input })
  return question && !findViolation(action, question) ? action.subjectKey(readQuestion(action, question)) : input
}

export function buildSearchRows(people: readonly NonNullable<RowData['person']>[]): WorkflowRow[] {
  const found = { step: 'person', action: SEARCH_PEOPLE, outcome: 'found', error: null } as const
  return people.map((person, at) => ({ n: at + 1, data: { ...EMPTY_ROW, person }, steps: [found] }))
}

export function countRowsMax(flow: Workflow, request: RunRequest): number {
  return 'list' in flow.rows ? buildListRows(flow, request).length : (request.limit ?? LIMIT_DEFAULT)
}

/**
 * Runs one row through its steps. The generator yields questions and receives their answers: sources answer for live keys, fixed
 * data for test keys.
 */
export function* interpretRow(
  flow: Workflow,
  { n, data: start, steps: before }: WorkflowRow,
  now: Date,
): Generator<{ step: WorkflowStep; question: DataQuestion }, WorkflowRow, StepAnswer> {
  const steps = [...before]
  let data = start
  for (const step of flow.steps) {
    const named = { step: step.field, action: step.action.id }
    const question = step.ask(data)
    if (!question || findViolation(step.action, question)) {
      steps.push({ ...named, outcome: 'skipped', error: null })
      if (question && step.refuseUnreadable)
        data = { ...data, [step.field]: step.refuseUnreadable(data.input ?? '', now) }
      continue
    }
    const answer = yield { step, question }
    if ('failure' in answer) {
      const { code, message } = answer.failure
      steps.push({ ...named, outcome: 'failed', error: { code, message } })
      continue
    }
    data = { ...data, [step.field]: answer.data }
    const isCharged = answer.data !== null && step.action.isCharged(answer.data)
    const outcome = answer.data === null ? 'not_found' : isCharged ? 'found' : 'inconclusive'
    steps.push({ ...named, outcome, error: null, ...(answer.isRepeat && { repeat: true }) })
  }
  return { n, data, steps }
}

/** Throws when sources failed and nothing was found: that is not a miss. */
export function assertAnswered(rows: readonly WorkflowRow[]): void {
  const errors = rows.flatMap(({ steps }) => steps.flatMap(({ error }) => error ?? []))
  if (errors.length === 0 || rows.some(hasData)) return
  const all = (wanted: string) => errors.every(({ code }) => code === wanted)
  const retry = 'Nothing was charged; a retry with the same Idempotency-Key asks only for what is missing.'
  if (all('unavailable'))
    throw new ApiError('unavailable', `This server reached its limits and nothing was found. ${retry}`, {
      headers: { 'retry-after': '30' },
    })
  throw new ApiError(
    all('upstream_timeout') ? 'upstream_timeout' : 'upstream_error',
    `Sources failed and nothing was found. ${retry}`,
  )
}

function hasData({ data: { person, email, verification } }: WorkflowRow): boolean {
  return (person ?? email ?? verification) !== null
}

export interface PricedRow extends WorkflowRow {
  readonly steps: readonly StepResult[]
}

/** Shows empty rows beside others; when all rows are empty, the data is null. */
export function buildRunReply(flow: Workflow, rows: readonly PricedRow[]): RunReply {
  const data = rows.map((row) => presentRow(flow, row))
  return {
    status: 'OK',
    workflow: flow.name,
    dry_run: false,
    data: rows.some(hasData) ? data : null,
    credits: data.reduce((sum, { credits }) => sum + credits, 0),
  }
}

function presentRow(flow: Workflow, { data, steps }: PricedRow): Row {
  const fields: Field[] = listWorkflowSteps(flow).map(({ field }) => field)
  return {
    ...('list' in flow.rows && { input: data.input }),
    ...Object.fromEntries(fields.map((field) => [field, data[field]])),
    credits: steps.reduce((sum, { credits }) => sum + credits, 0),
    steps: [...steps],
  }
}
