import type { Context } from '../../../../kit/context.ts'
import { listThresholds } from '../sql/auto-topups.ts'
import { orderTopup } from './settings.ts'

type Thresholds = ReadonlyMap<string, number>

/** After it was noticed that a workspace is low, it is not looked at again for so long. */
const REST_MS = 5000

/**
 * Compares each settled balance with the workspace's threshold, in memory: the thresholds of all workspaces are read
 * once and again when one changes. A call of a workspace without automatic top-up costs a look into a map, no query.
 */
export function watchBalances(ctx: Context): void {
  let known: Thresholds | undefined
  let loading: Promise<Thresholds> | undefined
  const rested = new Map<string, number>()
  ctx.control.on('topups', () => {
    known = loading = undefined
  })

  /** What changes while it is being read is read again. */
  async function load(): Promise<Thresholds> {
    for (;;) {
      const mine = (loading ??= listThresholds(ctx.db).then(
        (rows) => new Map(rows.map(({ workspace_id, threshold }) => [workspace_id, threshold])),
      ))
      const loaded = await mine
      if (loading === mine) return (known = loaded)
    }
  }

  async function look(workspaceId: string, available: number): Promise<void> {
    const threshold = (known ?? (await load())).get(workspaceId)
    if (threshold === undefined || available >= threshold) return
    const now = ctx.clock.now().getTime()
    for (const [rests, until] of rested) if (until <= now) rested.delete(rests)
    if (rested.has(workspaceId)) return
    rested.set(workspaceId, now + REST_MS)
    await orderTopup(ctx, workspaceId)
  }

  ctx.ledger.onSettled((workspaceId, available) => {
    if (known && !known.has(workspaceId)) return
    look(workspaceId, available).catch((error: unknown) => {
      loading = undefined
      ctx.log.warn({ err: error }, 'a low balance was noticed and nothing ordered; it will be found again')
    })
  })
}
