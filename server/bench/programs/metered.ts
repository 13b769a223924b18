import { readConfig } from '../../src/kit/config/config.ts'
import { createLedger } from '../../src/ledger/ledger.ts'
import { openRuntime } from '../../src/runtime.ts'
import { meteredRoutes } from '../../test/support/metered-routes.ts'
import { serve } from '../rig/serve.ts'

/** One metered lookup whose answer is in memory. `BATCH=1` makes it one transaction per call. */
const runtime = await openRuntime(readConfig(process.env))
const { ctx } = runtime
const batchMax = Number(process.env['BATCH'] ?? 500)
await serve(runtime, {
  routes: meteredRoutes,
  ...(batchMax !== 500 && { ctx: { ...ctx, ledger: await createLedger({ ...ctx, batchMax }) } }),
})
