import { forgetOldAnswers } from '../domains/idempotency/service.ts'
import type { Context } from '../kit/context.ts'

export interface Worker {
  stop(): Promise<void>
}

const BROOM_MS = 10 * 60_000

/** The background half of the process. Any number may run: what they do is safe to do twice. */
export function startWorker(ctx: Context): Worker {
  let running: Promise<unknown> = Promise.resolve()
  const sweep = () => {
    running = forgetOldAnswers(ctx).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'old idempotent answers were not deleted'),
    )
  }
  const timer = setInterval(sweep, BROOM_MS)
  sweep()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
