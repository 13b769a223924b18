import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from './http/app.ts'
import { routes } from './http/catalogue.ts'
import { openPortal, startBuild } from './http/portal/portal.ts'
import type { Metrics } from './http/system/metrics.ts'
import { createWriteCheck } from './http/system/write-check.ts'
import type { Context } from './kit/context.ts'
import { isAnswering } from './kit/postgres/health.ts'

export interface Server {
  readonly url: string
  /** Marks the first start as complete: /readyz returns 200 from now on. */
  open(): void
  /** Makes /readyz return 503, lets running requests finish, then closes the port. */
  drain(): Promise<void>
}

const ANSWER_MS = 2000

export async function startServer(ctx: Context, metrics: Metrics): Promise<Server> {
  const { config } = ctx
  let state: 'starting' | 'open' | 'draining' = 'starting'
  const checkWrites = createWriteCheck(ctx)
  const checkDatabase = async () => {
    const isUp = await Promise.race([isAnswering(ctx.db), sleep(ANSWER_MS, false, { ref: false })])
    return isUp ? checkWrites() : 'the database does not respond'
  }
  // A check that waits for a slow disk would report to the load balancer only after the port is closed. One check runs at a
  // time (system.ts).
  let interruptCheck: (() => void) | undefined
  const readiness = {
    isStarting: () => state === 'starting',
    async check() {
      if (state !== 'open') return state
      return new Promise<string | undefined>((resolve, reject) => {
        interruptCheck = () => resolve('draining')
        checkDatabase().then(resolve, reject)
      })
    },
  }
  const portal = openPortal()
  let build: { stop(): void } | undefined
  const app = createApp(ctx, { routes, readiness, metrics, portal })
  await app.listen({ host: config.HOST, port: config.PORT })
  return {
    url: ctx.publicUrl.get(),
    open() {
      state = 'open'
      if (config.PORTAL_BUILD === 'auto') build = startBuild(portal, ctx.log)
    },
    async drain() {
      state = 'draining'
      interruptCheck?.()
      build?.stop()
      await sleep(config.DRAIN_NOTICE_SECONDS * 1000)
      const timeout = sleep(config.DRAIN_SECONDS * 1000, 'late', { ref: false })
      const outcome = await Promise.race([app.close(), timeout])
      if (outcome === 'late') app.server.closeAllConnections()
    },
  }
}
