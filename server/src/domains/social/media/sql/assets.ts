import { type PageRows, readPage } from '../../../../kit/declare/page.ts'
import { coalesceReads } from '../../../../kit/postgres/coalesce.ts'
import { type Db, fetchInChunks } from '../../../../kit/postgres/db.ts'
import type { MediaAsset, MediaStatus, MediaValidation } from '../contract/resources.ts'

/** Columns of `media_assets`. */
export interface MediaRow {
  workspace_id: string
  id: string
  /** The profiles of the key that added it; empty for a key of scope full. */
  profile_ids: string[]
  status: MediaAsset['status']
  source_url: string
  storage_key: string | null
  /** The storage key of the upload, and its size in bytes; null when the file is fetched. */
  upload_key: string | null
  upload_bytes: number | null
  mime: string | null
  bytes_size: number | null
  width: number | null
  height: number | null
  duration_s: number | null
  checksum: string | null
  validation: MediaValidation
  /** Time of the last use: unused assets are deleted some time after it. */
  used_at: Date
  created_at: Date
  updated_at: Date
}

/** The row of an asset that is `ready`. */
export type ReadyMediaRow = MediaRow & { storage_key: string; mime: string; bytes_size: number; checksum: string }

export async function insertMedia(db: Db, row: MediaRow): Promise<void> {
  await db`insert into media_assets ${db({ ...row, validation: db.json(row.validation) })}`
}

export const findMedia = coalesceReads(
  (db, workspaceId, ids) =>
    db<MediaRow[]>`select * from media_assets where workspace_id = ${workspaceId} and id = any(${ids as string[]})`,
)

export interface MediaFilter {
  readonly limit: number
  readonly after: string | undefined
  readonly status: MediaStatus | undefined
  /** Null means every asset of the workspace; otherwise those whose profiles are all among these. */
  readonly reach: readonly string[] | null
}

export async function listMedia(db: Db, workspaceId: string, filter: MediaFilter): Promise<PageRows<MediaRow>> {
  return readPage(
    db,
    filter.limit,
    db<MediaRow[]>`
    select * from media_assets where workspace_id = ${workspaceId}
    ${filter.after ? db`and id < ${filter.after}` : db``} ${filter.status ? db`and status = ${filter.status}` : db``}
    ${withinReach(db, filter.reach)} order by id desc`,
  )
}

export async function listMediaById(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
  reach: readonly string[] | null,
): Promise<MediaRow[]> {
  return db<MediaRow[]>`
    select * from media_assets
    where workspace_id = ${workspaceId} and id = any(${ids}) ${withinReach(db, reach)}`
}

/** Locks assets against finishing (`lockMedia`) and returns the ids of those that are not fetched yet. */
export async function lockUnfetchedMedia(db: Db, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db<Pick<MediaRow, 'id' | 'status'>[]>`
    select id, status from media_assets where workspace_id = ${workspaceId} and id = any(${ids})
    order by id for key share`
  return rows.filter(({ status }) => status === 'pending' || status === 'fetching').map(({ id }) => id)
}

/** Lists assets of a workspace whose file has not arrived. */
export async function listUnfetchedMedia(db: Db, workspaceId: string, atMost: number): Promise<string[]> {
  const rows = await db<Pick<MediaRow, 'id'>[]>`
    select id from media_assets
    where workspace_id = ${workspaceId} and status in ('pending', 'fetching') order by id limit ${atMost}`
  return rows.map(({ id }) => id)
}

function withinReach(db: Db, reach: readonly string[] | null) {
  return reach ? db`and profile_ids <@ ${reach} and cardinality(profile_ids) > 0` : db``
}

/** Locks an asset: until the transaction ends, no other can start to use, finish or delete it. */
export async function lockMedia(db: Db, workspaceId: string, id: string): Promise<MediaRow | undefined> {
  const [row] = await db<MediaRow[]>`
    select * from media_assets where workspace_id = ${workspaceId} and id = ${id} for update`
  return row
}

/** Changes an asset that is not fetched yet. Returns undefined when it is ready, has failed or does not exist. */
export async function updateUnfetchedMedia(
  db: Db,
  workspaceId: string,
  id: string,
  change: Partial<Omit<MediaRow, 'workspace_id' | 'id'>>,
): Promise<MediaRow | undefined> {
  const { validation, ...rest } = change
  const all = { ...rest, ...(validation && { validation: db.json(validation) }) }
  const [row] = await db<MediaRow[]>`
    update media_assets set ${db(all)}
    where workspace_id = ${workspaceId} and id = ${id} and status in ('pending', 'fetching') returning *`
  return row
}

export async function deleteMedia(db: Db, workspaceId: string, id: string): Promise<void> {
  await db`delete from media_assets where workspace_id = ${workspaceId} and id = ${id}`
}

/** Locks assets that have been unused since this time. Skips those that another transaction has locked. */
export async function lockUnusedMedia(db: Db, workspaceId: string, since: Date, atMost: number): Promise<MediaRow[]> {
  return db<MediaRow[]>`
    select * from media_assets a
    where workspace_id = ${workspaceId} and used_at < ${since} and not exists (
      select from media_uses u where u.workspace_id = ${workspaceId} and u.media_id = a.id)
    order by used_at limit ${atMost} for update skip locked`
}

export async function listWorkspacesWithUnused(db: Db, since: Date): Promise<string[]> {
  const rows = await db<{ workspace_id: string }[]>`
    select distinct workspace_id from media_assets where used_at < ${since}`
  return rows.map((row) => row.workspace_id)
}

/** Lists assets that should have been fetched long ago: their jobs are dead and cannot report it. */
export async function listAbandonedMedia(
  db: Db,
  since: Date,
  atMost: number,
): Promise<Pick<MediaRow, 'workspace_id' | 'id'>[]> {
  return db<Pick<MediaRow, 'workspace_id' | 'id'>[]>`
    select workspace_id, id from media_assets
    where status in ('pending', 'fetching') and updated_at < ${since} order by updated_at limit ${atMost}`
}

/** Yields the files of all workspaces, a chunk at a time. Needs a transaction. */
export function fetchStoredFiles(tx: Db): AsyncGenerator<StoredFileRow[]> {
  const statement = tx<StoredFileRow[]>`
    select storage_key as key, bytes_size as bytes, mime, checksum from media_assets where status = 'ready'
    order by workspace_id, id`
  return fetchInChunks(tx, statement, 1000)
}

export interface StoredFileRow {
  readonly key: string
  readonly bytes: number
  readonly mime: string
  /** `sha256:` and 64 hexadecimal digits. */
  readonly checksum: string
}
