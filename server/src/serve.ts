import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from './http/app.ts'
import { routes } from './http/catalogue.ts'
import type { Metrics } from './http/metrics.ts'
import type { Context } from './kit/context.ts'
import { isAnswering } from './kit/postgres/health.ts'

export interface Server {
  readonly url: string
  /** /readyz answers 503, then running requests finish, then the port closes. */
  drain(): Promise<void>
}

export async function startServer(ctx: Context, metrics: Metrics): Promise<Server> {
  const { config } = ctx
  let isDraining = false
  const readiness = {
    async check() {
      if (isDraining) return 'draining'
      const isUp = await Promise.race([isAnswering(ctx.db), sleep(2000, false, { ref: false })])
      return isUp ? undefined : 'the database does not answer'
    },
  }
  const app = createApp(ctx, { routes, readiness, metrics })
  await app.listen({ host: config.HOST, port: config.PORT })
  return {
    url: ctx.publicUrl.get(),
    async drain() {
      isDraining = true
      await sleep(config.DRAIN_NOTICE_SECONDS * 1000)
      const timeout = sleep(config.DRAIN_SECONDS * 1000, 'late', { ref: false })
      const outcome = await Promise.race([app.close(), timeout])
      if (outcome === 'late') app.server.closeAllConnections()
    },
  }
}
