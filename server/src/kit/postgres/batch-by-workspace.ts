import type { Context } from '../context.ts'
import { type Batcher, createBatcher } from './batch.ts'

type RunMany<Item, Result> = (ctx: Context, workspaceId: string, items: readonly Item[]) => Promise<readonly Result[]>
type RunOne<Item, Result> = (ctx: Context, workspaceId: string, item: Item) => Promise<Result>

const SIZE_MAX = 100

/**
 * Turns a function over many items of a workspace into one for a single item. Concurrent calls share its statements and one
 * commit; a single call does not wait. Measured without it: a burst of posts spent half of its time on round trips to the
 * database (decision 0013), and creating posts on commits (decision 0040).
 */
export function batchByWorkspace<Item, Result>(runMany: RunMany<Item, Result>): RunOne<Item, Result> {
  const batchersByContext = new WeakMap<Context, Map<string, Batcher<Item, Result>>>()
  return (ctx, workspaceId, item) => {
    const batchers = batchersByContext.get(ctx) ?? new Map<string, Batcher<Item, Result>>()
    batchersByContext.set(ctx, batchers)
    const known = batchers.get(workspaceId)
    if (known) return known.submit(item)
    const batcher = createBatcher<Item, Result>({
      run: (items) => runMany(ctx, workspaceId, items),
      sizeMax: SIZE_MAX,
      queueMax: Number.POSITIVE_INFINITY,
      onFull: () => new Error('unreachable'),
      // Only the caller knows whether a batch with an unknown outcome may be sent again.
      resendMs: 0,
    })
    batchers.set(workspaceId, batcher)
    const result = batcher.submit(item)
    void batcher.drain().then(() => batchers.delete(workspaceId))
    return result
  }
}
