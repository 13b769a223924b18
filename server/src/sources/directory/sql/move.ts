import type { Db } from '../../../kit/postgres/db.ts'

/** Everything that belongs to the directory except its feed, which has one row everywhere. */
const TABLES = ['people', 'companies', 'people_past', 'directory_changes', 'directory_imports', 'suppressions']

export interface MovedTable {
  readonly name: string
  readonly columns: string[]
  readonly size: number
}

/** Locks in an order common to all callers. Other sessions cannot read or write the tables until the end of the transaction. */
export async function lockTables(tx: Db): Promise<void> {
  await tx`lock table ${tx([...TABLES, 'directory_feed'])} in access exclusive mode`
}

export async function listMovedTables(tx: Db): Promise<MovedTable[]> {
  return tx<MovedTable[]>`
    select name, pg_table_size(name::regclass) as size, array(
      select attname::text from pg_attribute
      where attrelid = name::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
    ) as columns
    from unnest(${TABLES}::text[]) as name`
}

export async function truncateTables(tx: Db): Promise<void> {
  await tx`truncate ${tx(TABLES)}`
}

export interface DirectoryFeed {
  readonly published: number
  readonly forgotten: number
}

export async function getFeed(tx: Db): Promise<DirectoryFeed> {
  const [row] = await tx<[DirectoryFeed]>`select published, forgotten from directory_feed`
  return row
}

/** Also makes the numbers of new rows begin after the existing ones. */
export async function updateFeed(tx: Db, { published, forgotten }: DirectoryFeed): Promise<void> {
  await tx`update directory_feed set published = ${published}, forgotten = ${forgotten}`
  await tx`
    select setval(pg_get_serial_sequence('directory_changes', 'id'), coalesce(max(id), 0) + 1, false) from directory_changes`
  await tx`select setval(pg_get_serial_sequence('people_past', 'id'), coalesce(max(id), 0) + 1, false) from people_past`
}

/** Returns true if other processes of Quoin are connected to this database. The check of its address may still be connected. */
export async function hasOtherSessions(db: Db, ownName: string): Promise<boolean> {
  const rows = await db`
    select from pg_stat_activity where datname = current_database() and application_name like 'quoin%'
      and application_name not in (${ownName}, 'quoin start')`
  return rows.length > 0
}
