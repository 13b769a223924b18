import type { Principal } from '../../../kit/context.ts'
import { ApiError, notFound } from '../../../kit/declare/errors.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import type { Post } from './contract/resources.ts'
import { presentPost } from './present.ts'
import { getPostRow, getReachablePost } from './read.ts'
import { lockPost, type PostRow } from './sql/posts.ts'
import { lockTargets, type TargetRow } from './sql/targets.ts'

type LockedPostAction<T> = (tx: Db, post: PostRow, targets: readonly TargetRow[]) => Promise<T>

/** Runs work on a post in a transaction that locks it and its targets, so that no worker claims one of them meanwhile. */
export async function withLockedPost<T>(
  db: Db,
  principal: Principal,
  id: string,
  work: LockedPostAction<T>,
): Promise<T> {
  const { workspaceId } = principal
  await getReachablePost(db, principal, id)
  return transaction(db, async (tx) => {
    if (!(await lockPost(tx, workspaceId, id))) throw notFound('post')
    const targets = await lockTargets(tx, workspaceId, id)
    return work(tx, await getPostRow(tx, workspaceId, id), targets)
  })
}

export function changePost(db: Db, principal: Principal, id: string, change: LockedPostAction<void>): Promise<Post> {
  return withLockedPost(db, principal, id, async (tx, post, targets) => {
    await change(tx, post, targets)
    return presentPost(await getPostRow(tx, principal.workspaceId, id))
  })
}

/** Collects every asset of the post and its targets. */
export function collectMediaIds(post: PostRow, targets: readonly TargetRow[]): string[] {
  return [...new Set([...post.media_ids, ...targets.flatMap((target) => target.media_ids ?? [])])]
}

/** Returns the targets with these ids, or all that qualify. Throws when a named one does not qualify, and when none does. */
export function chooseTargets(
  post: PostRow,
  targets: readonly TargetRow[],
  ids: readonly string[] | undefined,
  qualifies: (target: TargetRow) => boolean,
): TargetRow[] {
  const chosen = ids
    ? ids.map((id, at) => {
        const target = targets.find((one) => one.id === id)
        if (!target) throw new ApiError('not_found', `The post has no target with the id of target_ids[${at}].`)
        return target
      })
    : targets.filter(qualifies)
  const other = chosen.find((target) => !qualifies(target))
  if (other) throw wrongState(post, `the target ${other.id} is ${other.status}`)
  if (chosen.length === 0) throw wrongState(post, 'none of its targets is in a state that allows this')
  return chosen
}

export function wrongState(post: PostRow, reason: string): ApiError {
  return new ApiError('wrong_state', `The post is ${post.status}: ${reason}.`, {
    members: { post_status: post.status },
  })
}
