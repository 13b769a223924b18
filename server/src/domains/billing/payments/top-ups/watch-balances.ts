import type { Context } from '../../../../kit/context.ts'
import { listThresholds } from '../sql/auto-topups.ts'
import { orderTopup } from './order-topup.ts'

type Thresholds = ReadonlyMap<string, number>

/** Time for which a workspace is not checked again after a low balance. */
const REST_MS = 5000

/**
 * Compares each settled balance with the workspace's threshold, in memory: the thresholds of all workspaces are read once, and
 * again when one changes. A call of a workspace without auto top-up costs a lookup in a map and no query.
 */
export function watchBalances(ctx: Context): void {
  let known: Thresholds | undefined
  let loading: Promise<Thresholds> | undefined
  const restingUntil = new Map<string, number>()
  ctx.invalidation.on('topups', () => {
    known = loading = undefined
  })

  /** Reads again if a threshold changes during the read. */
  async function load(): Promise<Thresholds> {
    for (;;) {
      const mine = (loading ??= listThresholds(ctx.db).then(
        (rows) => new Map(rows.map(({ workspace_id, threshold }) => [workspace_id, threshold])),
      ))
      const loaded = await mine
      if (loading === mine) return (known = loaded)
    }
  }

  async function check(workspaceId: string, available: number): Promise<void> {
    const threshold = (known ?? (await load())).get(workspaceId)
    if (threshold === undefined || available >= threshold) return
    const now = ctx.clock.now().getTime()
    for (const [workspace, until] of restingUntil) if (until <= now) restingUntil.delete(workspace)
    if (restingUntil.has(workspaceId)) return
    restingUntil.set(workspaceId, now + REST_MS)
    await orderTopup(ctx, workspaceId)
  }

  ctx.ledger.onSettled((workspaceId, available) => {
    if (known && !known.has(workspaceId)) return
    check(workspaceId, available).catch((error: unknown) => {
      loading = undefined
      ctx.log.warn({ err: error }, 'could not order a top-up for a low balance; the timer will order it')
    })
  })
}
