import type { Context } from '../../kit/context.ts'
import { listThresholds } from './sql/topups.ts'
import { orderTopup } from './topups.ts'

/** After it was noticed that a workspace is low, it is not looked at again for so long. */
const REST_MS = 5000

/**
 * Compares each settled balance with the workspace's threshold, in memory: the thresholds of all workspaces are read
 * once and again when one changes. A call of a workspace without automatic top-up costs a look into a map, no query.
 */
export function watchBalances(ctx: Context): void {
  let thresholds: Promise<ReadonlyMap<string, number>> | undefined
  let known: ReadonlyMap<string, number> | undefined
  const rested = new Map<string, number>()
  ctx.control.on('topups', () => {
    thresholds = known = undefined
  })

  async function load(): Promise<void> {
    thresholds ??= listThresholds(ctx.db).then(
      (rows) => new Map(rows.map(({ workspace_id, threshold }) => [workspace_id, threshold])),
    )
    const loading = thresholds
    const loaded = await loading
    if (thresholds === loading) known = loaded
  }

  async function look(workspaceId: string, available: number): Promise<void> {
    if (!known) await load()
    const threshold = known?.get(workspaceId)
    if (threshold === undefined || available >= threshold) return
    const now = ctx.clock.now().getTime()
    if ((rested.get(workspaceId) ?? 0) > now) return
    rested.set(workspaceId, now + REST_MS)
    await orderTopup(ctx, workspaceId)
  }

  ctx.ledger.onSettled((workspaceId, available) => {
    if (known && !known.has(workspaceId)) return
    look(workspaceId, available).catch((error: unknown) => {
      thresholds = undefined
      ctx.log.warn({ err: error }, 'a low balance was noticed and nothing ordered; it will be found again')
    })
  })
}
