import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { publishJob } from './contract/jobs.ts'
import { countPostsAround, countPostsSince, type PostColumns } from './sql/posts.ts'

const MANY_POSTS = 100
const MINUTE_MS = 60_000
const SECOND_MS = 1000

/**
 * Returns the priorities of newly stored posts, in their order: a workspace that publishes hundreds of posts within a minute
 * comes after those that publish a few. Posts of one second share a count.
 */
export async function listPriorities(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  posts: readonly { readonly post: PostColumns }[],
): Promise<number[]> {
  const seconds = posts.map(({ post }) => toScheduledSecond(post))
  const since = ctx.ids.lowestAt('post', new Date(ctx.clock.now().getTime() - MINUTE_MS))
  const scheduled = [...new Set(seconds)].filter((second) => second !== null)
  // The posts themselves are counted too: each one comes after the earlier ones of its second.
  const atMost = MANY_POSTS + posts.length
  const [around, recent] = await Promise.all([
    scheduled.length > 0
      ? countPostsAround(
          tx,
          workspaceId,
          scheduled.map((second) => new Date(second)),
          atMost,
        )
      : [],
    seconds.includes(null) ? countPostsSince(tx, workspaceId, since, atMost) : 0,
  ])
  const near = new Map<number | null, number>([[null, recent]])
  for (const [at, second] of scheduled.entries()) near.set(second, around[at] ?? 0)
  const priorities: number[] = []
  for (const [at, second] of [...seconds.entries()].toReversed()) {
    const count = near.get(second) ?? 0
    near.set(second, count - 1)
    priorities[at] = count < MANY_POSTS ? publishJob.priority : publishJob.priority + 1
  }
  return priorities
}

/** Returns its scheduled time, to the second; null for now. */
function toScheduledSecond({ scheduled_at }: PostColumns): number | null {
  return scheduled_at && Math.floor(scheduled_at.getTime() / SECOND_MS) * SECOND_MS
}
