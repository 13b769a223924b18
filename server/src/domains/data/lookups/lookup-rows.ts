import type { Context } from '../../../kit/context.ts'
import { type LookupResult, SourceError, type Ticket } from '../../../kit/sources.ts'
import type { Action } from '../../../sources/action.ts'
import { createJudge, isFresh } from './judge.ts'
import { learnFrom } from './lookup.ts'
import { buildAskOptions, type LookupCall, recordSteps } from './lookup-call.ts'
import { NO_SOURCE } from './result.ts'
import { areSuppressed, isSuppressed } from './suppression-checks.ts'

/**
 * Looks up many rows of a job in one call to the first source, if it supports batches. Returns the data, null when not found, or
 * undefined when the row has to be looked up individually.
 */
export async function lookUpBatch<In, Out>(
  ctx: Context,
  workspaceId: string,
  action: Action<In, Out>,
  inputs: readonly In[],
): Promise<(Out | null | undefined)[]> {
  const found = await ctx.sources.askFirst<Out>(action.id, inputs, workspaceId)
  if (!found) return inputs.map(() => undefined)
  const suppressed = await areSuppressed(ctx, workspaceId, [
    ...inputs.map((input) => action.questionSubject(input)),
    ...found.map((data) => (data === undefined ? {} : action.answerSubject(data))),
  ])
  const isOnlySource = ctx.sources.list(action.id).length === 1
  return found.map((data, n) => {
    if (suppressed[n] || suppressed[inputs.length + n]) return null
    if (data !== undefined && isFresh(ctx, action, data) && (action.isConclusive(data) || isOnlySource)) return data
    return isOnlySource ? null : undefined
  })
}

/** A suppressed subject is not found, whatever any source knows. */
const NOT_FOUND = {
  found: undefined,
  page: undefined,
  weak: undefined,
  failure: undefined,
  pending: [],
  unchecked: [],
  steps: [],
} satisfies LookupResult<never>

/** Looks up one row of a job without waiting for pending answers: it returns their tickets. */
export async function lookUpRow<In, Out>(
  ctx: Context,
  call: LookupCall & { readonly step: string },
  action: Action<In, Out>,
  { input, tickets }: { readonly input: In; readonly tickets: readonly Ticket[] | null },
): Promise<LookupResult<Out>> {
  const { workspaceId } = call
  if (await isSuppressed(ctx, workspaceId, action.questionSubject(input))) return NOT_FOUND
  if (ctx.sources.list(action.id).length === 0) return { ...NOT_FOUND, failure: new SourceError('rejected', NO_SOURCE) }
  const result = await ctx.sources.ask<Out>(action.id, input, {
    ...buildAskOptions(ctx, call),
    judge: createJudge(ctx, workspaceId, action),
    canWait: false,
    ...(tickets && { tickets }),
  })
  await learnFrom(ctx, action, input, result)
  await recordSteps(ctx, call, result.steps)
  return result
}
