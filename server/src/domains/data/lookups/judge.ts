import type { Context } from '../../../kit/context.ts'
import type { AskOptions } from '../../../kit/sources.ts'
import type { Action } from '../../../sources/action.ts'
import { isSuppressed } from './suppressed.ts'

/** The verdict on an answer: is it fresh, is its subject visible, and is it conclusive? */
export function judgeOf<Out>(
  ctx: Context,
  workspaceId: string,
  action: Pick<Action<never, Out>, 'asOf' | 'freshDays' | 'isConclusive' | 'answerSubject'>,
): AskOptions<Out>['judge'] {
  return async (data, about) => {
    if (!isFresh(ctx, action, data)) return 'stale'
    if (await isSuppressed(ctx, workspaceId, { ...action.answerSubject(data), ...about })) return 'withheld'
    return action.isConclusive(data) ? 'good' : 'weak'
  }
}

export function isFresh<Out>(ctx: Context, action: Pick<Action<never, Out>, 'asOf' | 'freshDays'>, data: Out): boolean {
  const asOf = action.asOf(data)
  return asOf === null || Date.parse(asOf) >= ctx.clock.now().getTime() - action.freshDays * 86_400_000
}
