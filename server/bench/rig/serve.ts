import { grantCredits } from '../../src/domains/billing/credits/grants.ts'
import { openWorkspace } from '../../src/domains/billing/onboarding/service.ts'
import { createApp } from '../../src/http/app.ts'
import type { routes } from '../../src/http/catalogue.ts'
import { createMetrics } from '../../src/http/system/metrics.ts'
import type { Context } from '../../src/kit/context.ts'
import type { Runtime } from '../../src/runtime.ts'
import { startWorker } from '../../src/worker/worker.ts'

export interface ServeOptions {
  readonly routes: typeof routes
  readonly ctx?: Context
  /** API and worker in one process, as `npm start` has them. */
  readonly isWorker?: boolean
}

/** The front door with these routes and a workspace that has all the credits in the world; its address and key are printed. */
export async function serve(
  runtime: Runtime,
  { routes, ctx = runtime.ctx, isWorker = false }: ServeOptions,
): Promise<void> {
  const { workspaceId, liveKey } = await openWorkspace(ctx, 'Bench')
  await grantCredits(ctx, ctx.db, workspaceId, { kind: 'manual', source: 'bench', amount: 1e12, expiresAt: null })
  const metrics = createMetrics()
  const app = createApp(ctx, {
    routes,
    ...(isWorker && { metrics }),
    readiness: { check: async () => undefined },
  })
  const worker = isWorker ? await startWorker(ctx, metrics.registry) : undefined
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  process.stdout.write(`${url} ${liveKey}\n`)
  const close = async () => {
    await app.close()
    await worker?.stop()
    await runtime[Symbol.asyncDispose]()
    process.exit(0)
  }
  process.once('SIGTERM', () => void close())
}
