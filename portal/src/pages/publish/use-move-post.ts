import { useWrite } from '../../api/hooks.ts'
import type { ProblemError } from '../../api/problem.ts'
import { showDone, showProblem } from '../../components/notify.ts'
import { absoluteTime } from '../../components/time/time.ts'
import type { Post } from '../../resources/posts/post-labels.ts'

export interface MovePostState {
  readonly to: (post: Post, at: string, onDone?: () => void) => void
  readonly isRunning: boolean
  readonly problem: ProblemError | null
  /** The post being moved, to show it in its new place at once. */
  readonly pending: { readonly id: string; readonly at: string } | undefined
}

/** Reschedules a post, with Undo. */
export function useMovePost(): MovePostState {
  const update = useWrite('posts.update')
  const move = ({ id, scheduled_at: before }: Post, at: string, onDone?: () => void) =>
    update.mutate(
      { params: { id }, body: { scheduled_at: at } },
      {
        onSuccess: () => {
          onDone?.()
          showDone(`Post rescheduled to ${absoluteTime(at)}`, () =>
            update.mutate({ params: { id }, body: { scheduled_at: before } }, { onError: showProblem }),
          )
        },
        ...(!onDone && { onError: showProblem }),
      },
    )
  const { variables } = update
  const at = variables?.body.scheduled_at
  return {
    to: move,
    isRunning: update.isPending,
    problem: update.error,
    pending: update.isPending && variables && at ? { id: variables.params.id, at } : undefined,
  }
}
