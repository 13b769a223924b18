import type { Db } from '../../../kit/postgres/db.ts'

/** Location of a database's directory: here, on its way here, or in the database of DIRECTORY_DATABASE_URL. */
export type DirectoryHome = 'here' | 'arriving' | 'elsewhere'

export async function getHome(db: Db): Promise<DirectoryHome> {
  const [row] = await db<[{ home: DirectoryHome }]>`select home from directory_feed`
  return row.home
}

export async function updateHome(db: Db, home: DirectoryHome): Promise<void> {
  await db`update directory_feed set home = ${home}`
}

/** Returns true if anything was ever written into the directory of this database. */
export async function hasDirectory(db: Db): Promise<boolean> {
  const [row] = await db<[{ found: boolean }]>`
    select exists (select 1 from people) or exists (select 1 from companies) or exists (select 1 from suppressions)
      or exists (select 1 from directory_imports) as found`
  return row.found
}

const LOCK = 'quoin.directory'

/** Locks until the end of the transaction, so that processes that start one after the other see each other's location. */
export async function lockHome(tx: Db): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext(${LOCK}))`
}

/** Returns false when the lock is taken in this database: it is then the one on which `lockHome` was called. */
export async function canLockHome(db: Db): Promise<boolean> {
  const [row] = await db<[{ free: boolean }]>`select pg_try_advisory_xact_lock(hashtext(${LOCK})) as free`
  return row.free
}
