import type { Context } from '../../../../kit/context.ts'
import { type Batcher, createBatcher } from '../../../../kit/postgres/batch.ts'

type RunMany<Item, Result> = (ctx: Context, workspaceId: string, items: readonly Item[]) => Promise<readonly Result[]>
type RunOne<Item, Result> = (ctx: Context, workspaceId: string, item: Item) => Promise<Result>

const SIZE_MAX = 100

/**
 * Makes a step of one target of a step of many: what a workspace's targets need at the same moment is one statement and one
 * commit, and a lone target waits for nobody. A burst spends most of its time on the way to the database and back otherwise.
 */
export function together<Item, Result>(runMany: RunMany<Item, Result>): RunOne<Item, Result> {
  const batchers = new WeakMap<Context, Map<string, Batcher<Item, Result>>>()
  return (ctx, workspaceId, item) => {
    const lines = batchers.get(ctx) ?? new Map<string, Batcher<Item, Result>>()
    batchers.set(ctx, lines)
    const known = lines.get(workspaceId)
    if (known) return known.submit(item)
    const batcher = createBatcher<Item, Result>({
      run: (items) => runMany(ctx, workspaceId, items),
      sizeMax: SIZE_MAX,
      queueMax: Number.POSITIVE_INFINITY,
      onFull: () => new Error('unreachable'),
      // What to do without an answer is for the caller to say: it may have been done.
      patienceMs: 0,
    })
    lines.set(workspaceId, batcher)
    const result = batcher.submit(item)
    void batcher.drain().then(() => lines.delete(workspaceId))
    return result
  }
}
