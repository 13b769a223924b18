import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../src/kit/config/config.ts'
import { csvRow } from '../../src/kit/csv/csv.ts'
import { openRuntime } from '../../src/runtime.ts'
import { importPeople } from '../../src/sources/directory/import/import.ts'
import { syntheticItems } from '../../src/sources/directory/import/synthetic.ts'

/** Fills the directory with invented people and writes the list of those who will be looked up, in a process of its own. */
await using runtime = await openRuntime(readConfig(process.env))
const { ctx } = runtime
const people = Number(process.env['PEOPLE'] ?? 1000)
await importPeople(ctx.directory, ctx.clock, {
  id: `synthetic ${people} 0`,
  source: 'synthetic',
  items: (from) => syntheticItems(people, 0, from),
})
const rows = await ctx.directory`
  select email, full_name, company_domain from people where email is not null and company_domain is not null
  order by id limit ${Number(process.env['ROWS'] ?? 1000)}`
const lines = rows.map((row) => csvRow([row['email'], row['full_name'], row['company_domain']]))
writeFileSync(join(ctx.config.dataDir, 'people.csv'), `email,full_name,domain\r\n${lines.join('')}`)
process.stdout.write('done\n')
