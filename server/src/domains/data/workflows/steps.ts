import type { Context } from '../../../kit/context.ts'
import { ApiError, tooComplex } from '../../../kit/declare/errors.ts'
import { failpoint } from '../../../kit/failpoint.ts'
import { isDataError, isUnavailable } from '../../../kit/postgres/db.ts'
import { type AnyAction, type DataQuestion, readQuestion } from '../../../sources/action.ts'
import { isLocalLimit } from '../lookups/local-limit.ts'
import { isPaidFor, lookUp } from '../lookups/lookup.ts'
import type { LookupCall } from '../lookups/lookup-call.ts'
import { isSuppressed } from '../lookups/suppression-checks.ts'
import type { StepAnswer } from './interpret.ts'
import type { StoredSteps } from './stored-steps.ts'

export interface WorkflowRun {
  readonly ctx: Context
  readonly call: LookupCall
  readonly stored: StoredSteps
  /** Prefix of the step names in the receipt, when the request has other rows too. */
  readonly prefix?: string
  /** Returns the time left of the call. */
  readonly leftMs: () => number
}

/** Asks a step once: its answer is stored before the next step begins. */
export async function askStep(
  run: WorkflowRun,
  action: AnyAction,
  question: DataQuestion,
  step: string,
): Promise<StepAnswer> {
  const { ctx, call, stored, leftMs, prefix = '' } = run
  const known = stored.find(step)
  if (known !== undefined) return known === null ? { data: null } : repeatAnswer(run, action, question, known)
  try {
    const lookupCall = { ...call, step: `${prefix}${step}`, deadlineMs: leftMs() }
    const { data, repeat = false } = await lookUp(ctx, lookupCall, action, question as never)
    await saveStep(stored, step, data)
    return { data, isRepeat: repeat }
  } catch (error) {
    if (isLocalLimit(error)) return { failure: error }
    if (isUnavailable(error) || (error instanceof ApiError && error.code === 'unavailable')) throw error
    return { failure: toStepFailure(ctx, error) }
  }
}

/** Limits an error to the step of one row: a bug must not cost the other rows their answers. */
function toStepFailure(ctx: Context, error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isDataError(error)) return tooComplex(error)
  ctx.log.error({ err: error }, 'could not run a step of a workflow')
  return new ApiError('internal', 'Something went wrong on our side while this step ran. It is not charged.')
}

/** Stores an answer. If the process is killed before this, a retry asks the question again; after it, never. */
export async function saveStep(stored: StoredSteps, step: string, data: unknown): Promise<void> {
  failpoint('workflow_after_ask')
  await stored.save(step, data)
  failpoint('workflow_after_step')
}

/** Returns the stored answer, unless its subject has been suppressed since. This call is now the one that pays for it. */
async function repeatAnswer(
  { ctx, call }: WorkflowRun,
  action: AnyAction,
  question: DataQuestion,
  known: unknown,
): Promise<StepAnswer> {
  const input: unknown = readQuestion(action, question)
  for (const subject of [action.questionSubject(input), action.answerSubject(known)])
    if (await isSuppressed(ctx, call.workspaceId, subject)) return { data: null }
  return { data: known, isRepeat: action.isCharged(known) && (await isPaidFor(ctx, call, action, input)) }
}
