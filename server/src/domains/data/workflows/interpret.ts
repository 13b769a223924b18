import { ApiError } from '../../../kit/declare/errors.ts'
import { type DataQuestion, readQuestion, violationOf } from '../../../sources/action.ts'
import { LIMIT_DEFAULT } from '../lookups/contract/requests.ts'
import type { Row, RunReply, RunRequest, StepResult } from './contract/requests.ts'
import {
  type Field,
  type Known,
  NOTHING_KNOWN,
  SEARCH_ACTION,
  type Step,
  stepsOf,
  type Workflow,
} from './contract/workflow.ts'

/** What came of a question: null when nobody knows; a repeat was paid for lately. */
export type Told = { readonly data: unknown; readonly isRepeat?: boolean } | { readonly failure: ApiError }

/** A row that was walked through all steps; nothing is priced yet. */
export interface Walked {
  /** Counts from 1 and names the row's charges. */
  readonly n: number
  readonly known: Known
  readonly steps: readonly Omit<StepResult, 'credits'>[]
}

/** A row before its first step. */
export type Start = Walked

/** The rows of a list, each subject once. */
export function startsOfList(flow: Workflow, { inputs, limit }: RunRequest): Start[] {
  const [first] = flow.steps
  if (!('list' in flow.rows) || !first) return []
  const items = inputs[flow.rows.list] as readonly string[]
  const bySubject = Map.groupBy(items, (input) => subjectOf(first, input))
  return [...bySubject.values()]
    .slice(0, limit ?? undefined)
    .flatMap(([input = '']) => input)
    .map((input, at) => ({ n: at + 1, known: { ...NOTHING_KNOWN, input }, steps: [] }))
}

function subjectOf({ action, ask }: Step, input: string): string {
  const question = ask({ ...NOTHING_KNOWN, input })
  return question && !violationOf(action, question) ? action.subjectKey(readQuestion(action, question)) : input
}

export function startsOfSearch(people: readonly NonNullable<Known['person']>[]): Start[] {
  const found = { step: 'person', action: SEARCH_ACTION, outcome: 'found', error: null } as const
  return people.map((person, at) => ({ n: at + 1, known: { ...NOTHING_KNOWN, person }, steps: [found] }))
}

/** The most rows a call can come to have. */
export function rowsAtMost(flow: Workflow, request: RunRequest): number {
  return 'list' in flow.rows ? startsOfList(flow, request).length : (request.limit ?? LIMIT_DEFAULT)
}

/**
 * One row through its steps, whoever answers: it hands out questions and takes what came of them. Sources answer live
 * keys, fixed data answers test keys.
 */
export function* walk(
  flow: Workflow,
  { n, known: before, steps: taken }: Start,
  now: Date,
): Generator<{ step: Step; question: DataQuestion }, Walked, Told> {
  const steps = [...taken]
  let known = before
  for (const step of flow.steps) {
    const named = { step: step.finds, action: step.action.id }
    const question = step.ask(known)
    if (!question || violationOf(step.action, question)) {
      steps.push({ ...named, outcome: 'skipped', error: null })
      if (question && step.unreadable) known = { ...known, [step.finds]: step.unreadable(known.input ?? '', now) }
      continue
    }
    const told = yield { step, question }
    if ('failure' in told) {
      const { code, message } = told.failure
      steps.push({ ...named, outcome: 'failed', error: { code, detail: message } })
      continue
    }
    known = { ...known, [step.finds]: told.data }
    const isWorth = told.data !== null && step.action.isCharged(told.data)
    const outcome = told.data === null ? 'not_found' : isWorth ? 'found' : 'inconclusive'
    steps.push({ ...named, outcome, error: null, ...(told.isRepeat && { repeat: true }) })
  }
  return { n, known, steps }
}

/** Throws when sources failed and nothing was found: that is no miss. */
export function assertAnswered(rows: readonly Walked[]): void {
  const errors = rows.flatMap(({ steps }) => steps.flatMap(({ error }) => error ?? []))
  if (errors.length === 0 || rows.some(isKnown)) return
  const isLate = errors.every(({ code }) => code === 'upstream_timeout')
  throw new ApiError(
    isLate ? 'upstream_timeout' : 'upstream_error',
    'Sources failed and nothing was found. Nothing was charged; a retry with the same Idempotency-Key asks only for what is missing.',
  )
}

function isKnown({ known: { person, email, verification } }: Walked): boolean {
  return (person ?? email ?? verification) !== null
}

export interface Priced extends Walked {
  readonly steps: readonly StepResult[]
}

/** Rows without anything found are told beside others, and are no result by themselves. */
export function replyOf(flow: Workflow, rows: readonly Priced[]): RunReply {
  const data = rows.map((row) => presentRow(flow, row))
  return {
    status: 'OK',
    workflow: flow.name,
    dry_run: false,
    data: rows.some(isKnown) ? data : null,
    credits: data.reduce((sum, { credits }) => sum + credits, 0),
  }
}

function presentRow(flow: Workflow, { known, steps }: Priced): Row {
  const fields: Field[] = stepsOf(flow).map(({ finds }) => finds)
  return {
    ...('list' in flow.rows && { input: known.input }),
    ...Object.fromEntries(fields.map((field) => [field, known[field]])),
    credits: steps.reduce((sum, { credits }) => sum + credits, 0),
    steps: [...steps],
  }
}
