import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../kit/context.ts'
import { findWorkPause } from '../operations/work-pause.ts'

const POLL_MS = 1000

/**
 * Resolves when background work may run: at once, or after `quoin-server resume`. Resolves with false when `signal` stops the
 * wait.
 */
export async function waitForResume(ctx: Context, signal: AbortSignal): Promise<boolean> {
  for (let isSaid = false; !signal.aborted; ) {
    const paused = await findWorkPause(ctx.db).catch(() => 'unknown' as const)
    if (!paused) return true
    if (!isSaid && paused !== 'unknown') {
      ctx.log.warn(
        { restored_to: paused.restored_to },
        'background work is paused after a restore; run `quoin-server resume` to start it',
      )
      isSaid = true
    }
    await sleep(POLL_MS, undefined, { signal }).catch(() => {})
  }
  return false
}
