import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Db } from '../src/kit/postgres/db.ts'
import { startEmbeddedPostgres } from '../src/kit/postgres/embedded/embedded-postgres.ts'
import { migrate } from '../src/kit/postgres/migrate.ts'
import type { Output } from './output.ts'

/** The schema after all migrations, with the current functions, for readers of `sql.ts` files. */
export const schemaDump: Output = {
  path: 'docs/schema.sql',
  async content() {
    const dataDir = mkdtempSync(join(tmpdir(), 'quoin-schema-'))
    const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
    const db = connect(postgres.address, { max: 1, name: 'quoin schema' })
    try {
      await migrate(db)
      return await describeSchema(db)
    } finally {
      await db.end({ timeout: 5 })
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

const HEADER = `-- Generated from migrations/ by \`npm run gen\`: add a migration, do not change this.
-- Functions used by indexes come first, then tables in the order of their creation, then functions and triggers by name.
set check_function_bodies = off;

`

export async function describeSchema(db: Db): Promise<string> {
  const parts = [
    await describeSequences(db),
    ...(await describeFunctions(db, { isOfIndex: true })),
    ...(await describeTables(db)),
    ...(await describeFunctions(db, { isOfIndex: false })),
    await describeTriggers(db),
  ]
  return `${HEADER}${parts.join('\n')}`
}

/** Sequences that do not belong to an identity column. */
async function describeSequences(db: Db): Promise<string> {
  const sequences = await db<{ name: string }[]>`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i') order by c.relname`
  return sequences.map(({ name }) => `create sequence ${name};\n`).join('')
}

/** Tables in the order of creation, with named constraints and the indexes that belong to no constraint. */
async function describeTables(db: Db): Promise<string[]> {
  const tables = await db<{ name: string; columns: string[]; constraints: string[]; indexes: string[] }[]>`
    select c.relname as name,
      array(
        select format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
          || case a.attidentity when '' then '' else ' generated always as identity' end
          || case when a.attgenerated <> '' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
               when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end
          || case when a.attnotnull then ' not null' else '' end
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum
      ) as columns,
      array(
        select format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid)) from pg_constraint k
        where k.conrelid = c.oid and k.contype <> 'n' order by k.contype = 'p' desc, k.contype, k.conname
      ) as constraints,
      array(
        select pg_get_indexdef(i.indexrelid) from pg_index i
        where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
        order by i.indexrelid
      ) as indexes
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by c.oid`
  return tables.map(({ name, columns, constraints, indexes }) => {
    const lines = [...columns, ...constraints].map((line) => `  ${line}`).join(',\n')
    const after = indexes.map((statement) => `${statement.replaceAll('public.', '')};\n`).join('')
    return `create table ${name} (\n${lines}\n);\n${after}`
  })
}

async function describeFunctions(db: Db, { isOfIndex }: { isOfIndex: boolean }): Promise<string[]> {
  const functions = await db<{ text: string }[]>`
    select pg_get_functiondef(p.oid) as text from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      and ${isOfIndex} = exists (
        select from pg_depend d join pg_index i on i.indexrelid = d.objid where d.refobjid = p.oid)
    order by p.proname, p.oid`
  return functions.map(({ text }) => `${text.trimEnd().replaceAll('public.', '')};\n`)
}

async function describeTriggers(db: Db): Promise<string> {
  const triggers = await db<{ text: string }[]>`
    select pg_get_triggerdef(t.oid) as text from pg_trigger t where not t.tgisinternal order by t.tgname`
  return triggers.map(({ text }) => `${text.replaceAll('public.', '')};\n`).join('')
}
