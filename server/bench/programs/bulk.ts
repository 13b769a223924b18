import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { grantCredits } from '../../src/domains/billing/service.ts'
import { openWorkspace } from '../../src/domains/onboarding/service.ts'
import { createApp } from '../../src/http/app.ts'
import { routes } from '../../src/http/catalogue.ts'
import { createMetrics } from '../../src/http/metrics.ts'
import { readConfig } from '../../src/kit/config.ts'
import { csvRow } from '../../src/kit/csv.ts'
import { openRuntime } from '../../src/runtime.ts'
import { importPeople } from '../../src/sources/directory/import.ts'
import { syntheticItems } from '../../src/sources/directory/synthetic.ts'
import { startWorker } from '../../src/worker/worker.ts'

/** API and worker in one process, as `npm start` has them, over a directory of invented people who are also the list. */
const { ctx, close } = await openRuntime(readConfig(process.env))
const people = Number(process.env['PEOPLE'] ?? 1000)
await importPeople(ctx.db, ctx.clock, {
  id: `synthetic ${people} 0`,
  source: 'synthetic',
  items: (from) => syntheticItems(people, 0, from),
})
const file = join(ctx.config.dataDir, 'people.csv')
const rows = await ctx.db`
  select email, full_name, company_domain from people where email is not null and company_domain is not null
  order by id limit ${Number(process.env['ROWS'] ?? 1000)}`
writeFileSync(
  file,
  `email,full_name,domain\r\n${rows.map((row) => csvRow([row['email'], row['full_name'], row['company_domain']])).join('')}`,
)
const { workspaceId, liveKey } = await openWorkspace(ctx, 'Bench')
await grantCredits(ctx, ctx.db, workspaceId, { kind: 'manual', source: 'bench', amount: 1e12, expiresAt: null })
const metrics = createMetrics()
const app = createApp(ctx, { routes, metrics, readiness: { check: async () => undefined }, publicUrl: () => '' })
const worker = await startWorker(ctx, metrics.registry)
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${url} ${liveKey} ${file}\n`)
process.once(
  'SIGTERM',
  () =>
    void app
      .close()
      .then(() => worker.stop())
      .then(() => close())
      .then(() => process.exit(0)),
)
