import { grantCredits } from '../../src/domains/billing/service.ts'
import { lookupRoutes } from '../../src/domains/lookups/routes.ts'
import { openWorkspace } from '../../src/domains/onboarding/service.ts'
import { createApp } from '../../src/http/app.ts'
import { readConfig } from '../../src/kit/config.ts'
import { openRuntime } from '../../src/runtime.ts'
import { importPeople } from '../../src/sources/directory/import.ts'
import { syntheticItems } from '../../src/sources/directory/synthetic.ts'

/** The front door with the lookups, over a directory of invented people. */
const runtime = await openRuntime(readConfig(process.env))
const { ctx } = runtime
const people = Number(process.env['PEOPLE'] ?? 1000)
await importPeople(ctx.db, ctx.clock, {
  id: `synthetic ${people} 0`,
  source: 'synthetic',
  items: (from) => syntheticItems(people, 0, from),
})
const { workspaceId, liveKey } = await openWorkspace(ctx, 'Bench')
await grantCredits(ctx, ctx.db, workspaceId, {
  kind: 'manual',
  source: 'bench',
  amount: 1_000_000_000_000,
  expiresAt: null,
})
const app = createApp(ctx, { routes: lookupRoutes, readiness: { check: async () => undefined }, publicUrl: () => '' })
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
