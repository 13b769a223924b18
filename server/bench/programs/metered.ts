import { grantCredits } from '../../src/domains/billing/service.ts'
import { openWorkspace } from '../../src/domains/onboarding/service.ts'
import { createApp } from '../../src/http/app.ts'
import { readConfig } from '../../src/kit/config.ts'
import { createLedger } from '../../src/ledger/ledger.ts'
import { openRuntime } from '../../src/runtime.ts'
import { meteredRoutes } from '../../test/metered.ts'

/** The front door with one metered lookup whose answer is in memory. `BATCH=1` makes it one transaction per call. */
const runtime = await openRuntime(readConfig(process.env))
const batchMax = Number(process.env['BATCH'] ?? 500)
const ctx =
  batchMax === 500 ? runtime.ctx : { ...runtime.ctx, ledger: await createLedger({ ...runtime.ctx, batchMax }) }
const { workspaceId, liveKey } = await openWorkspace(ctx, 'Bench')
await grantCredits(ctx, ctx.db, workspaceId, {
  kind: 'manual',
  source: 'bench',
  amount: 1_000_000_000_000,
  expiresAt: null,
})
const app = createApp(ctx, { routes: meteredRoutes, readiness: { check: async () => undefined }, publicUrl: () => '' })
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${url} ${liveKey}\n`)
process.once(
  'SIGTERM',
  () =>
    void app
      .close()
      .then(() => runtime.close())
      .then(() => process.exit(0)),
)
