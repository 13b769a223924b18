import { type AnyAction, type DataQuestion, readQuestion } from '../../../sources/action.ts'
import { verifyEmail } from '../../../sources/actions.ts'
import { creditsFor } from '../../billing/credits/price-book.ts'
import { STANDARD_BOOK } from '../../billing/credits/standard-book.ts'
import { examplePeople } from '../lookups/contract/example-people.ts'
import { SCRIPTED, searchExamples } from '../lookups/contract/example-search.ts'
import { scriptedFailure } from '../lookups/contract/requests.ts'
import type { RunReply, RunRequest } from './contract/requests.ts'
import type { Workflow } from './contract/workflow.ts'
import {
  assertAnswered,
  buildListRows,
  buildRunReply,
  buildSearchRows,
  interpretRow,
  type PricedRow,
  type StepAnswer,
  type WorkflowRow,
} from './interpret.ts'
import { quoteIn } from './quote.ts'

/** Fixed data has a fixed time. */
const NOW = new Date(verifyEmail.example.output.checked_at)

/** Describes for the docs which inputs give which outcome with a test key. */
export function describeTestInputs({ rows, steps }: Workflow): string {
  if ('search' in rows) return SCRIPTED
  const [first] = steps
  return `With a test key \`${first?.action.missQuery}\` is never found and \`${first?.action.failQuery}\` always fails.`
}

/** Builds the reply to a test key: the same steps over fixed data, at no cost. */
export function testRun(flow: Workflow, request: RunRequest): RunReply {
  if (request.dry_run) return dryRunReply(flow, quoteIn(STANDARD_BOOK, flow, request))
  return buildRunReply(
    flow,
    runRows(flow, request).map((row) => priceRow(row, () => 0)),
  )
}

/** Builds the same reply with the prices that a live key pays, for the docs. */
export function exampleRun(flow: Workflow, request: RunRequest): RunReply {
  return buildRunReply(
    flow,
    runRows(flow, request).map((row) => priceRow(row, priceStep)),
  )
}

function runRows(flow: Workflow, request: RunRequest): WorkflowRow[] {
  const rows = buildTestRows(flow, request).map((row) => runRow(flow, row))
  assertAnswered(rows)
  return rows
}

export function dryRunReply(flow: Workflow, estimate: RunReply['estimate'] & object): RunReply {
  return { status: 'OK', workflow: flow.name, dry_run: true, data: null, credits: 0, estimate }
}

type StepPricer = (step: WorkflowRow['steps'][number]) => number

function priceRow({ steps, ...row }: WorkflowRow, price: StepPricer): PricedRow {
  return { ...row, steps: steps.map((step) => ({ ...step, credits: price(step) })) }
}

function priceStep({ action, outcome }: WorkflowRow['steps'][number]): number {
  return outcome === 'found' ? creditsFor(STANDARD_BOOK, { [action]: 1 }) : 0
}

function buildTestRows(flow: Workflow, request: RunRequest): WorkflowRow[] {
  if ('list' in flow.rows) return buildListRows(flow, request)
  const { data } = searchExamples('people', examplePeople, {
    ...flow.rows.search(request.inputs),
    limit: request.limit ?? null,
  })
  return buildSearchRows(data ?? [])
}

function runRow(flow: Workflow, row: WorkflowRow): WorkflowRow {
  const steps = interpretRow(flow, row, NOW)
  let next = steps.next()
  while (!next.done) next = steps.next(answerTestStep(next.value.step.action, next.value.question))
  return next.value
}

function answerTestStep(action: AnyAction, question: DataQuestion): StepAnswer {
  const readSubjectKey = (asked: DataQuestion) => action.subjectKey(readQuestion(action, asked))
  const key = readSubjectKey(question)
  const isScripted = (query: string) => key === readSubjectKey({ query, filters: null })
  if (isScripted(action.failQuery)) return { failure: scriptedFailure() }
  if (isScripted(action.missQuery)) return { data: null }
  return { data: action.echo(readQuestion(action, question), action.example.output) }
}
