import type { Context } from '../../../kit/context.ts'
import type { AskOptions } from '../../../kit/sources.ts'
import type { Action } from '../../../sources/action.ts'
import { isSuppressed } from './suppression-checks.ts'

/** Returns a function that judges an answer: whether it is fresh, its subject is visible, and it is conclusive. */
export function createJudge<Out>(
  ctx: Context,
  workspaceId: string,
  action: Pick<Action<never, Out>, 'answerDate' | 'freshDays' | 'isConclusive' | 'answerSubject'>,
): AskOptions<Out>['judge'] {
  return async (data, about) => {
    if (!isFresh(ctx, action, data)) return 'stale'
    if (await isSuppressed(ctx, workspaceId, { ...action.answerSubject(data), ...about })) return 'withheld'
    return action.isConclusive(data) ? 'good' : 'weak'
  }
}

export function isFresh<Out>(
  ctx: Context,
  action: Pick<Action<never, Out>, 'answerDate' | 'freshDays'>,
  data: Out,
): boolean {
  const answeredAt = action.answerDate(data)
  return answeredAt === null || Date.parse(answeredAt) >= ctx.clock.now().getTime() - action.freshDays * 86_400_000
}
