import type { AnyAction, DataQuestion } from '../../../sources/action.ts'
import { readQuestion } from '../../../sources/action.ts'
import { enrichPerson, verifyEmail } from '../../../sources/actions.ts'
import { creditsFor } from '../../billing/credits/price-book.ts'
import { STANDARD_BOOK } from '../../billing/credits/standard-book.ts'
import { scriptedFailure } from '../lookups/contract/requests.ts'
import type { RunReply, RunRequest } from './contract/requests.ts'
import type { Workflow } from './contract/workflow.ts'
import {
  assertAnswered,
  type Priced,
  replyOf,
  type Start,
  startsOfList,
  startsOfSearch,
  type Told,
  type Walked,
  walk,
} from './interpret.ts'
import { quoteIn } from './quote.ts'

/** Fixed data has a fixed time. */
const NOW = new Date(verifyEmail.example.output.checked_at)
const MISS = 'nobody'
const FAIL = 'failure'

/** Which inputs a test key gets what for. */
export function scriptOf({ rows, steps }: Workflow): string {
  if ('search' in rows) return `With a test key the query \`${MISS}\` finds nothing and \`${FAIL}\` fails.`
  const [first] = steps
  return `With a test key \`${first?.action.missQuery}\` is never found and \`${first?.action.failQuery}\` always fails.`
}

/** What a test key is answered: the same steps over fixed data, with the prices that a live key pays. */
export function rehearse(flow: Workflow, request: RunRequest): RunReply {
  if (request.dry_run) return dryRun(flow, quoteIn(STANDARD_BOOK, flow, request))
  const rows = startsOf(flow, request).map((start) => walkAlone(flow, start))
  assertAnswered(rows)
  return replyOf(flow, rows.map(priced))
}

function priced({ steps, ...row }: Walked): Priced {
  return { ...row, steps: steps.map((step) => ({ ...step, credits: priceOf(step) })) }
}

function priceOf({ action, outcome }: Walked['steps'][number]): number {
  return outcome === 'found' ? creditsFor(STANDARD_BOOK, { [action]: 1 }) : 0
}

export function dryRun(flow: Workflow, estimate: RunReply['estimate'] & object): RunReply {
  return { status: 'OK', workflow: flow.name, dry_run: true, data: null, credits: 0, estimate }
}

function startsOf(flow: Workflow, request: RunRequest): Start[] {
  if ('list' in flow.rows) return startsOfList(flow, request)
  const { query } = flow.rows.search(request.inputs)
  if (query === FAIL) throw scriptedFailure()
  return query === MISS ? [] : startsOfSearch([enrichPerson.example.output])
}

function walkAlone(flow: Workflow, start: Start): Walked {
  const walking = walk(flow, start, NOW)
  let turn = walking.next()
  while (!turn.done) turn = walking.next(tell(turn.value.step.action, turn.value.question))
  return turn.value
}

function tell(action: AnyAction, question: DataQuestion): Told {
  const subjectOf = (asked: DataQuestion) => action.subjectKey(readQuestion(action, asked))
  const subject = subjectOf(question)
  const isScripted = (query: string) => subject === subjectOf({ query, filters: null })
  if (isScripted(action.failQuery)) return { failure: scriptedFailure() }
  return { data: isScripted(action.missQuery) ? null : action.example.output }
}
