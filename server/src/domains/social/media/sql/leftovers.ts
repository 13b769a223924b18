import type { Db } from '../../../../kit/postgres/db.ts'

/** A file in storage without an asset: it is being written, or waits for removal. */
export interface Leftover {
  workspace_id: string
  storage_key: string
}

export interface NewLeftover extends Leftover {
  /** Null for a file that belongs to no attempt at an asset. */
  media_id: string | null
  /**
   * Time at which a sweep removes the file. A sweep that claims the row changes it, which fences the attempt that writes the
   * file.
   */
  remove_at: Date
  bytes: number
}

export async function insertLeftover(db: Db, row: NewLeftover): Promise<void> {
  await db`insert into media_leftovers ${db({ ...row })}`
}

/** Changes the counted bytes of a file that is being written. Returns false when a sweep has claimed it. */
export async function updateLeftoverBytes(db: Db, leftover: NewLeftover, bytes: number): Promise<boolean> {
  const { workspace_id, storage_key, remove_at } = leftover
  const { count } = await db`
    update media_leftovers set bytes = ${bytes}
    where workspace_id = ${workspace_id} and storage_key = ${storage_key} and remove_at = ${remove_at}`
  return count > 0
}

/** Deletes the row of a file that now has an asset. Returns false when a sweep has claimed it. */
export async function deleteUnclaimedLeftover(db: Db, leftover: NewLeftover): Promise<boolean> {
  const { workspace_id, storage_key, remove_at } = leftover
  const { count } = await db`
    delete from media_leftovers
    where workspace_id = ${workspace_id} and storage_key = ${storage_key} and remove_at = ${remove_at}`
  return count > 0
}

/** Makes a file due for removal now. */
export async function expireLeftover(db: Db, leftover: NewLeftover, now: Date): Promise<void> {
  const { workspace_id, storage_key } = leftover
  await db`
    update media_leftovers set remove_at = least(remove_at, ${now})
    where workspace_id = ${workspace_id} and storage_key = ${storage_key}`
}

/** Claims the files of earlier attempts at an asset, as a sweep does: those attempts can no longer finish. */
export async function claimMediaLeftovers(
  db: Db,
  workspaceId: string,
  mediaId: string,
  now: Date,
): Promise<Leftover[]> {
  return db<Leftover[]>`
    update media_leftovers set remove_at = ${now}::timestamptz + interval '1 hour'
    where workspace_id = ${workspaceId} and media_id = ${mediaId} returning workspace_id, storage_key`
}

export async function deleteLeftover(db: Db, { workspace_id, storage_key }: Leftover): Promise<void> {
  await db`delete from media_leftovers where workspace_id = ${workspace_id} and storage_key = ${storage_key}`
}

/** Claims files that are due for removal: no other sweep gets them for an hour. */
export async function claimLeftovers(db: Db, now: Date, atMost: number): Promise<Leftover[]> {
  return db<Leftover[]>`
    update media_leftovers set remove_at = ${now}::timestamptz + interval '1 hour'
    where remove_at <= ${now} and (workspace_id, storage_key) in (
      select workspace_id, storage_key from media_leftovers where remove_at <= ${now} order by remove_at limit ${atMost})
    returning workspace_id, storage_key`
}

/** Stops counting a file towards the quota: its copy is about to be counted. Returns false when it was removed. */
export async function uncountLeftover(db: Db, { workspace_id, storage_key }: Leftover): Promise<boolean> {
  const { count } = await db`
    update media_leftovers set bytes = 0 where workspace_id = ${workspace_id} and storage_key = ${storage_key}`
  return count > 0
}

/** Returns true when an upload is still expected: the file was neither completed nor removed. */
export async function isExpected(db: Db, { workspace_id, storage_key }: Leftover): Promise<boolean> {
  const { count } = await db`
    select from media_leftovers where workspace_id = ${workspace_id} and storage_key = ${storage_key} and bytes > 0`
  return count > 0
}
