import type { Context } from '../../../kit/context.ts'
import { ApiError, tooComplex } from '../../../kit/declare/errors.ts'
import { type Meter, NO_METER } from '../../../kit/declare/price.ts'
import { failpoint } from '../../../kit/failpoint.ts'
import { isDataError, isUnavailable } from '../../../kit/postgres/db.ts'
import { type AnyAction, type DataQuestion, readQuestion } from '../../../sources/action.ts'
import type { Person } from '../../../sources/directory/contract.ts'
import type { Actions } from '../../billing/credits/contract/pricing.ts'
import { bookFor } from '../../billing/credits/published-books.ts'
import type { LookupCall } from '../lookups/call.ts'
import { isPaidFor, lookUp } from '../lookups/lookup.ts'
import { findPeople as searchPeople } from '../lookups/search.ts'
import { isSuppressed, withoutSuppressed } from '../lookups/suppressed.ts'
import { inParallel } from './concurrently.ts'
import type { Quote, RunReply, RunRequest } from './contract/requests.ts'
import { SEARCH_ACTION, type Search, type Workflow } from './contract/workflow.ts'
import { describeAll, priceAll, type WorkflowList } from './contract.ts'
import {
  assertAnswered,
  type Priced,
  replyOf,
  rowsAtMost,
  type Start,
  startsOfList,
  startsOfSearch,
  type Told,
  type Walked,
  walk,
} from './interpret.ts'
import { quoteIn } from './quote.ts'
import { type Memory, openMemory } from './stored-steps.ts'
import { dryRun } from './test-run.ts'

export interface RunCall {
  readonly ctx: Context
  readonly asking: LookupCall
  readonly idempotencyKey: string | null
  readonly meter: Meter
}

interface Run {
  readonly ctx: Context
  readonly asking: LookupCall
  readonly memory: Memory
  /** What is left of the call's time; some of it is kept for the ledger. */
  readonly leftMs: () => number
}

const SEARCH_STEP = 'person'

export async function listWorkflows(ctx: Context, workspaceId: string): Promise<WorkflowList> {
  return describeAll(await bookFor(ctx, workspaceId))
}

export async function listActions(ctx: Context, workspaceId: string): Promise<Actions> {
  return priceAll(await bookFor(ctx, workspaceId))
}

export async function quoteWorkflow(
  ctx: Context,
  workspaceId: string,
  flow: Workflow,
  request: RunRequest,
): Promise<Quote> {
  return quoteIn(await bookFor(ctx, workspaceId), flow, request)
}

/**
 * Runs every row through its steps, a few at a time, and then charges what was found. Killed before its answer is
 * stored, nothing is charged and the hold is swept; a retry with the same key takes up what the steps have answered.
 */
export async function runWorkflow(
  { ctx, asking, idempotencyKey, meter }: RunCall,
  flow: Workflow,
  request: RunRequest,
): Promise<RunReply> {
  const { workspaceId } = asking
  if (request.dry_run) return dryRun(flow, await quoteWorkflow(ctx, workspaceId, flow, request))
  const deadline = performance.now() + ctx.config.CALL_SECONDS * 900
  const memory = await openMemory(ctx, asking, idempotencyKey, flow, request)
  const run: Run = { ctx, asking, memory, leftMs: () => Math.max(0, deadline - performance.now()) }
  const starts = await startRows(run, flow, request)
  const rows = await inParallel(ctx.config.WORKFLOW_PARALLEL, starts, (start) => walkRow(run, flow, start))
  assertAnswered(rows)
  return replyOf(flow, await chargeRows(meter, flow, rows))
}

async function startRows(run: Run, flow: Workflow, request: RunRequest): Promise<Start[]> {
  if ('list' in flow.rows) return startsOfList(flow, request)
  const people = await findPeople(run, flow.rows.search(request.inputs), rowsAtMost(flow, request))
  const starts = startsOfSearch(people)
  const shown = new Set(await withoutSuppressed(run.ctx, run.asking.workspaceId, people))
  // A row keeps its number, by which its steps are remembered.
  return starts.filter(({ known: { person } }) => person && shown.has(person))
}

async function findPeople(
  { ctx, asking, memory, leftMs }: Run,
  search: Search,
  limit: number,
): Promise<readonly Person[]> {
  const known = memory.recall(SEARCH_STEP)
  if (known !== undefined) return (known ?? []) as Person[]
  const question = { ...search, limit, track_delta: false }
  const { people } = await searchPeople(ctx, { ...asking, step: SEARCH_STEP, deadlineMs: leftMs() }, question)
  await writeDown(memory, SEARCH_STEP, people.length > 0 ? people : null)
  return people
}

async function walkRow(run: Run, flow: Workflow, start: Start): Promise<Walked> {
  const walking = walk(flow, start, run.ctx.clock.now())
  let turn = walking.next()
  while (!turn.done) {
    const { step, question } = turn.value
    turn = walking.next(await ask(run, step.action, question, stepKey(step.finds, start.n)))
  }
  return turn.value
}

function stepKey(field: string, n: number): string {
  return `${field}.${n}`
}

/** Asks once: what was answered is written down before the next step begins. */
async function ask(run: Run, action: AnyAction, question: DataQuestion, step: string): Promise<Told> {
  const { ctx, asking, memory, leftMs } = run
  const known = memory.recall(step)
  if (known !== undefined) return known === null ? { data: null } : tellAgain(run, action, question, known)
  try {
    const { data, repeat = false } = await lookUp(
      ctx,
      { ...asking, step, deadlineMs: leftMs() },
      action,
      question as never,
    )
    await writeDown(memory, step, data)
    return { data, isRepeat: repeat }
  } catch (error) {
    if (isUnavailable(error) || (error instanceof ApiError && error.code === 'unavailable')) throw error
    return { failure: failureOf(ctx, error) }
  }
}

/** What breaks on one row fails that row's step: a bug must not cost the other rows their answers. */
function failureOf(ctx: Context, error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isDataError(error)) return tooComplex(error)
  ctx.log.error({ err: error }, 'a step of a workflow could not be asked')
  return new ApiError('internal', 'Something broke on our side while this step was asked. It is not charged.')
}

/** Killed before this is done, the question is asked again; after it, never. */
async function writeDown(memory: Memory, step: string, data: unknown): Promise<void> {
  await failpoint('workflow_after_ask')
  await memory.remember(step, data)
  await failpoint('workflow_after_step')
}

/** What was written down, unless somebody asked to be left out since. This call is now the one that pays for it. */
async function tellAgain(
  { ctx, asking }: Run,
  action: AnyAction,
  question: DataQuestion,
  known: unknown,
): Promise<Told> {
  const input: unknown = readQuestion(action, question)
  for (const subject of [action.questionSubject(input), action.answerSubject(known)])
    if (await isSuppressed(ctx, asking.workspaceId, subject)) return { data: null }
  return { data: known, isRepeat: action.isCharged(known) && (await isPaidFor(ctx, asking, action, input)) }
}

/** The search is one line of the receipt; every other step is one for each row it found something for. */
async function chargeRows(meter: Meter, flow: Workflow, rows: readonly Walked[]): Promise<Priced[]> {
  const found = 'search' in flow.rows ? rows.length : 0
  const searched = found > 0 ? (await meter.charge(SEARCH_STEP, { [SEARCH_ACTION]: found })) / found : 0
  const priced: Priced[] = []
  for (const { n, known, steps } of rows) {
    const charged = []
    for (const step of steps) {
      const isCharged = step.outcome === 'found' && !step.repeat
      const charge = () => meter.charge(stepKey(step.step, n), { [step.action]: 1 })
      const credits = step.action === SEARCH_ACTION ? searched : isCharged ? await charge() : 0
      charged.push({ ...step, credits })
    }
    priced.push({ n, known, steps: charged })
  }
  return priced
}
