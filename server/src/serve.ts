import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from './http/app.ts'
import { routes } from './http/catalogue.ts'
import type { Metrics } from './http/metrics.ts'
import { createWriteCheck } from './http/write-check.ts'
import type { Context } from './kit/context.ts'
import { isAnswering } from './kit/postgres/health.ts'

export interface Server {
  readonly url: string
  /** The first start is complete: /readyz answers 200 from now on. */
  open(): void
  /** /readyz answers 503, then running requests finish, then the port closes. */
  drain(): Promise<void>
}

const ANSWER_MS = 2000

export async function startServer(ctx: Context, metrics: Metrics): Promise<Server> {
  const { config } = ctx
  let state: 'starting' | 'open' | 'draining' = 'starting'
  const checkWrites = createWriteCheck(ctx)
  const readiness = {
    async check() {
      if (state !== 'open') return state
      const isUp = await Promise.race([isAnswering(ctx.db), sleep(ANSWER_MS, false, { ref: false })])
      return isUp ? checkWrites() : 'the database does not answer'
    },
  }
  const app = createApp(ctx, { routes, readiness, metrics })
  await app.listen({ host: config.HOST, port: config.PORT })
  return {
    url: ctx.publicUrl.get(),
    open() {
      state = 'open'
    },
    async drain() {
      state = 'draining'
      await sleep(config.DRAIN_NOTICE_SECONDS * 1000)
      const timeout = sleep(config.DRAIN_SECONDS * 1000, 'late', { ref: false })
      const outcome = await Promise.race([app.close(), timeout])
      if (outcome === 'late') app.server.closeAllConnections()
    },
  }
}
