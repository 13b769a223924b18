import { type PageRows, readPage } from '../../../../kit/declare/page.ts'
import { coalesceReads } from '../../../../kit/postgres/coalesce.ts'
import type { Db } from '../../../../kit/postgres/db.ts'

export interface MediaRow {
  workspace_id: string
  id: string
  profile_ids: string[]
  status: 'pending' | 'fetching' | 'ready' | 'failed'
  source_url: string
  storage_key: string | null
  mime: string | null
  bytes_size: number | null
  width: number | null
  height: number | null
  duration_s: number | null
  checksum: string | null
  validation: Record<string, unknown>
  used_at: Date
  created_at: Date
  updated_at: Date
}

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
  /** Null for every asset of the workspace; else those that hang on some of these profiles and on no other. */
  readonly reach: readonly string[] | null
}

export async function listMedia(db: Db, workspaceId: string, filter: MediaFilter): Promise<PageRows<MediaRow>> {
  return readPage(
    db,
    filter.limit,
    db<MediaRow[]>`
    select * from media_assets where workspace_id = ${workspaceId}
    ${filter.after ? db`and id < ${filter.after}` : db``} ${within(db, filter.reach)}
    order by id desc`,
  )
}

export async function listReadyMedia(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
  reach: readonly string[] | null,
): Promise<MediaRow[]> {
  return db<MediaRow[]>`
    select * from media_assets
    where workspace_id = ${workspaceId} and id = any(${ids}) and status = 'ready' ${within(db, reach)}`
}

function within(db: Db, reach: readonly string[] | null) {
  return reach ? db`and profile_ids <@ ${reach} and cardinality(profile_ids) > 0` : db``
}

/** Holds off whoever would start to use the asset, or delete it, until the transaction ends. */
export async function lockMedia(db: Db, workspaceId: string, id: string): Promise<MediaRow | undefined> {
  const [row] = await db<MediaRow[]>`
    select * from media_assets where workspace_id = ${workspaceId} and id = ${id} for update`
  return row
}

/** Changes an asset that is still to be fetched; undefined when there is none, or it is ready or failed already. */
export async function updateUnfetched(
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

/** Assets that nobody uses and nobody has since this time, skipping any that somebody is at. */
export async function lockUnused(db: Db, workspaceId: string, since: Date, atMost: number): Promise<MediaRow[]> {
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

/** Assets that should long have been fetched: the job that would have said so is dead. */
export async function failAbandoned(db: Db, since: Date, now: Date, validation: object): Promise<void> {
  await db`
    update media_assets set status = 'failed', validation = ${db.json(validation)}, updated_at = ${now}
    where status in ('pending', 'fetching') and updated_at < ${since}`
}

export async function listUsers(db: Db, workspaceId: string, mediaId: string): Promise<string[]> {
  const rows = await db<{ used_by: string }[]>`
    select used_by from media_uses where workspace_id = ${workspaceId} and media_id = ${mediaId}
    order by used_by limit 10`
  return rows.map((row) => row.used_by)
}

export async function insertUses(db: Db, workspaceId: string, usedBy: string, ids: readonly string[]): Promise<void> {
  await db`
    insert into media_uses (workspace_id, media_id, used_by)
    select ${workspaceId}, id, ${usedBy} from unnest(${ids}::text[]) as wanted (id) on conflict do nothing`
}

/** Lets go of all but these, and remembers when. */
export async function deleteUses(
  db: Db,
  workspaceId: string,
  usedBy: string,
  { except, now }: { except: readonly string[]; now: Date },
): Promise<void> {
  await db`
    with gone as (
      delete from media_uses
      where workspace_id = ${workspaceId} and used_by = ${usedBy} and media_id <> all(${except})
      returning media_id
    )
    update media_assets a set used_at = ${now} from gone
    where a.workspace_id = ${workspaceId} and a.id = gone.media_id`
}

/**
 * What the workspace takes up. A transaction that has added to it sees the sum of all that was committed and its own, and
 * others that would add wait for it: it may roll back when that is too much.
 */
export async function findUsage(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db<{ bytes: number }[]>`select bytes from media_usage where workspace_id = ${workspaceId}`
  return row?.bytes ?? 0
}

/** The part of it that no asset has: not yet, or no longer. */
export async function sumLeftovers(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db<{ bytes: number }[]>`
    select coalesce(sum(bytes), 0)::bigint as bytes from media_leftovers where workspace_id = ${workspaceId}`
  return row?.bytes ?? 0
}

export interface Leftover {
  workspace_id: string
  storage_key: string
}

export interface NewLeftover extends Leftover {
  media_id: string
  remove_at: Date
  /** What it takes up. */
  bytes: number
}

export async function insertLeftover(db: Db, row: NewLeftover): Promise<void> {
  await db`insert into media_leftovers ${db({ ...row })}`
}

/** Counts more or less for what is being written. False when a sweep has taken it. */
export async function updateLeftoverBytes(db: Db, leftover: NewLeftover, bytes: number): Promise<boolean> {
  const { workspace_id, storage_key, remove_at } = leftover
  const { count } = await db`
    update media_leftovers set bytes = ${bytes}
    where workspace_id = ${workspace_id} and storage_key = ${storage_key} and remove_at = ${remove_at}`
  return count > 0
}

/** What was written now belongs to an asset. False when a sweep has taken it: a sweep changes its time. */
export async function adoptLeftover(db: Db, leftover: NewLeftover): Promise<boolean> {
  const { workspace_id, storage_key, remove_at } = leftover
  const { count } = await db`
    delete from media_leftovers
    where workspace_id = ${workspace_id} and storage_key = ${storage_key} and remove_at = ${remove_at}`
  return count > 0
}

export async function hurryLeftover(db: Db, leftover: NewLeftover, now: Date): Promise<void> {
  const { workspace_id, storage_key } = leftover
  await db`
    update media_leftovers set remove_at = least(remove_at, ${now})
    where workspace_id = ${workspace_id} and storage_key = ${storage_key}`
}

/** Takes what earlier attempts at an asset have left from those attempts, as a sweep does. */
export async function claimLeftoversOf(db: Db, workspaceId: string, mediaId: string, now: Date): Promise<Leftover[]> {
  return db<Leftover[]>`
    update media_leftovers set remove_at = ${now}::timestamptz + interval '1 hour'
    where workspace_id = ${workspaceId} and media_id = ${mediaId} returning workspace_id, storage_key`
}

export async function deleteLeftover(db: Db, { workspace_id, storage_key }: Leftover): Promise<void> {
  await db`delete from media_leftovers where workspace_id = ${workspace_id} and storage_key = ${storage_key}`
}

/** Takes those that are due for this sweep: another one that runs meanwhile does not see them again for an hour. */
export async function claimLeftovers(db: Db, now: Date, atMost: number): Promise<Leftover[]> {
  return db<Leftover[]>`
    update media_leftovers l set remove_at = ${now}::timestamptz + interval '1 hour'
    from (
      select workspace_id, storage_key from media_leftovers where remove_at <= ${now}
      order by remove_at limit ${atMost} for update skip locked
    ) due
    where l.workspace_id = due.workspace_id and l.storage_key = due.storage_key
    returning l.workspace_id, l.storage_key`
}
