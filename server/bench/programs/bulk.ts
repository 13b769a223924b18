import { grantCredits } from '../../src/domains/billing/service.ts'
import { openWorkspace } from '../../src/domains/onboarding/service.ts'
import { createApp } from '../../src/http/app.ts'
import { routes } from '../../src/http/catalogue.ts'
import { createMetrics } from '../../src/http/metrics.ts'
import { readConfig } from '../../src/kit/config.ts'
import { openRuntime } from '../../src/runtime.ts'
import { startWorker } from '../../src/worker/worker.ts'

/** API and worker in one process, as `npm start` has them, over a directory that another has filled. */
const runtime = await openRuntime(readConfig(process.env))
const { ctx } = runtime
const { workspaceId, liveKey } = await openWorkspace(ctx, 'Bench')
await grantCredits(ctx, ctx.db, workspaceId, { kind: 'manual', source: 'bench', amount: 1e12, expiresAt: null })
const metrics = createMetrics()
const app = createApp(ctx, { routes, metrics, readiness: { check: async () => undefined }, publicUrl: () => '' })
const worker = await startWorker(ctx, metrics.registry)
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${url} ${liveKey}\n`)
process.once(
  'SIGTERM',
  () =>
    void app
      .close()
      .then(() => worker.stop())
      .then(() => runtime.close())
      .then(() => process.exit(0)),
)
