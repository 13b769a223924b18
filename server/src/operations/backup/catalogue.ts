import type { Db } from '../../kit/postgres/db.ts'
import { quote } from '../../kit/postgres/statement.ts'
import type { Sequence } from './manifest.ts'

/* Reads the database's own catalogue of its tables. */

const schema = (db: Db) => db`quote_ident(current_schema())::regnamespace`

export interface Table {
  readonly name: string
  /** Excludes generated columns. */
  readonly columns: string[]
  readonly size: number
}

export async function listTables(db: Db): Promise<Table[]> {
  return db<Table[]>`
    select c.relname::text as name, pg_table_size(c.oid) as size,
      array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
      ) as columns
    from pg_class c where c.relnamespace = ${schema(db)} and c.relkind = 'r' order by c.relname`
}

export async function listSequences(db: Db): Promise<Sequence[]> {
  return db<Sequence[]>`
    select sequencename::text as name, last_value from pg_sequences
    where schemaname = current_schema() order by sequencename`
}

/** Restores a sequence. An unused one starts from its first value again. */
export async function setSequence(db: Db, { name, last_value: last }: Sequence): Promise<void> {
  if (last !== null) await db`select setval(${quote(name)}::regclass, ${last}::bigint)`
  else await db`select setval(seqrelid, seqstart, false) from pg_sequence where seqrelid = ${quote(name)}::regclass`
}

export async function hasRows(db: Db, table: string): Promise<boolean> {
  return (await db`select from ${db(table)} limit 1`).length > 0
}

/** Returns true if processes of Quoin other than a restore are connected. */
export async function hasOtherSessions(db: Db): Promise<boolean> {
  const rows = await db`
    select from pg_stat_activity where datname = current_database() and application_name like 'quoin%'
      and application_name not like 'quoin restore%'`
  return rows.length > 0
}

/** Statements that remove and create a constraint or an index. */
interface ObjectDdl {
  readonly remove: string
  readonly create: string
}

/** Lists references between tables, which are otherwise checked for each row, and in an order that a backup does not have. */
export async function listForeignKeys(db: Db): Promise<ObjectDdl[]> {
  return db<ObjectDdl[]>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
    from pg_constraint where contype = 'f' and connamespace = ${schema(db)} order by oid`
}

/** Lists indexes that no constraint needs: building them after the rows takes less time than entry by entry. */
export async function listIndexes(db: Db): Promise<ObjectDdl[]> {
  return db<ObjectDdl[]>`
    select format('drop index %s', i.indexrelid::regclass) as remove, pg_get_indexdef(i.indexrelid) as create
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = ${schema(db)} and c.relkind = 'r'
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    order by i.indexrelid`
}

export async function listTriggered(db: Db): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select distinct c.relname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = ${schema(db)} order by 1`
  return rows.map(({ name }) => name)
}

export async function exportSnapshot(tx: Db): Promise<{ id: string; takenAt: Date }> {
  const [row] = await tx<[{ id: string; taken_at: Date }]>`
    select pg_export_snapshot() as id, date_trunc('milliseconds', clock_timestamp()) as taken_at`
  return { id: row.id, takenAt: row.taken_at }
}
