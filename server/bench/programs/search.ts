import { lookupRoutes } from '../../src/domains/data/lookups/routes.ts'
import { readConfig } from '../../src/kit/config/config.ts'
import { openRuntime } from '../../src/runtime.ts'
import { importPeople } from '../../src/sources/directory/import/import.ts'
import { syntheticItems } from '../../src/sources/directory/import/synthetic.ts'
import { serve } from '../rig/serve.ts'

/** The lookups, over a directory of invented people. */
const runtime = await openRuntime(readConfig(process.env))
const people = Number(process.env['PEOPLE'] ?? 1000)
await importPeople(runtime.ctx.directory, runtime.ctx.clock, {
  id: `synthetic ${people} 0`,
  source: 'synthetic',
  items: (from) => syntheticItems(people, 0, from),
})
await serve(runtime, { routes: lookupRoutes })
