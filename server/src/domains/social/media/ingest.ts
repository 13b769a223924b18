import type { Context, Principal } from '../../../kit/context.ts'
import { ApiError, InvalidRequest, invalidValue, notFound } from '../../../kit/declare/errors.ts'
import { afterId, type Page, pageOf } from '../../../kit/declare/page.ts'
import { OutboundError } from '../../../kit/net/outbound.ts'
import { afterCommit, type Db, transaction } from '../../../kit/postgres/db.ts'
import { enqueue } from '../../../queue/queue.ts'
import { fetchMedia, type MediaAsset, type MediaUsage } from './contract/media.ts'
import { publicUrl, type StoredMedia } from './download.ts'
import * as sql from './sql/assets.ts'

export { downloadMedia, openMedia, publicUrl, type StoredMedia } from './download.ts'

export async function ingestMedia(ctx: Context, db: Db, principal: Principal, url: string): Promise<MediaAsset> {
  assertReachable(ctx, url)
  const { workspaceId } = principal
  const now = ctx.clock.now()
  const row: sql.MediaRow = {
    workspace_id: workspaceId,
    id: ctx.ids.next('media'),
    profile_ids: [...(principal.profileIds ?? [])],
    status: 'pending',
    source_url: url,
    storage_key: null,
    mime: null,
    bytes_size: null,
    width: null,
    height: null,
    duration_s: null,
    checksum: null,
    validation: {},
    used_at: now,
    created_at: now,
    updated_at: now,
  }
  await transaction(db, async (tx) => {
    await sql.insertMedia(tx, row)
    await assertRoom(ctx, tx, workspaceId)
    await enqueue(ctx, tx, fetchMedia, { media_id: row.id }, { workspaceId, dedupe: row.id, key: fetchKey(row.id) })
  })
  return present(ctx, row)
}

/** Fetches of one workspace with the same key run one at a time, so this is how many it has at once, on all processes. */
const FETCHES_PER_WORKSPACE = 8

function fetchKey(id: string): string {
  return `media ${id.charCodeAt(id.length - 1) % FETCHES_PER_WORKSPACE}`
}

/** Within the transaction that takes up more. */
async function assertRoom(ctx: Context, tx: Db, workspaceId: string): Promise<void> {
  const used = await sql.findUsage(tx, workspaceId)
  const { MEDIA_BYTES_PER_WORKSPACE: most } = ctx.config
  if (used > most)
    throw new ApiError('media_quota_exceeded', `The media of this workspace may take up ${most} bytes. Delete some.`, {
      members: { bytes_used: used, bytes_max: most },
    })
}

export async function readUsage(ctx: Context, db: Db, { workspaceId }: Principal): Promise<MediaUsage> {
  const bytes_used = await sql.findUsage(db, workspaceId)
  return { bytes_used, bytes_max: ctx.config.MEDIA_BYTES_PER_WORKSPACE }
}

export async function listMedia(
  ctx: Context,
  db: Db,
  principal: Principal,
  query: { limit: number; cursor?: string },
): Promise<Page<MediaAsset>> {
  const filter = { limit: query.limit, after: afterId(query.cursor, 'med'), reach: principal.profileIds }
  return pageOf(await sql.listMedia(db, principal.workspaceId, filter), (row) => present(ctx, row))
}

export async function getMedia(ctx: Context, db: Db, principal: Principal, id: string): Promise<MediaAsset> {
  return present(ctx, found(principal, await sql.findMedia(db, principal.workspaceId, id)))
}

/** The file goes at once, or with the next sweep; until then it counts. */
export async function deleteMedia(ctx: Context, db: Db, principal: Principal, id: string): Promise<MediaAsset> {
  const { workspaceId } = principal
  return transaction(db, async (tx) => {
    const row = found(principal, await sql.lockMedia(tx, workspaceId, id))
    const users = await sql.listUsers(tx, workspaceId, id)
    if (users.length > 0)
      throw new ApiError('wrong_state', `This media is needed by ${users.join(', ')}.`, { members: { used_by: users } })
    const leftover = await remove(tx, row, ctx.clock.now())
    if (leftover) afterCommit(tx, () => void removeFile(ctx, leftover))
    return present(ctx, row)
  })
}

async function remove(tx: Db, row: sql.MediaRow, now: Date): Promise<sql.Leftover | undefined> {
  const { workspace_id, id, storage_key, bytes_size } = row
  await sql.deleteMedia(tx, workspace_id, id)
  if (storage_key === null) return undefined
  const leftover = { workspace_id, storage_key, media_id: id, remove_at: now, bytes: bytes_size ?? 0 }
  await sql.insertLeftover(tx, leftover)
  return leftover
}

/** Those of the assets that are ready and that this reach has (null: all); who asks for more than it gets says which. */
export async function getReadyMedia(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
  reach: readonly string[] | null = null,
): Promise<StoredMedia[]> {
  return (await sql.listReadyMedia(db, workspaceId, ids, reach)) as StoredMedia[]
}

/**
 * Says what somebody, such as a post, needs from now on, in the transaction that makes it so: these and no others. Nothing of
 * it is deleted until it is let go of; an asset that is not there fails the transaction.
 */
export async function useMedia(ctx: Context, tx: Db, workspaceId: string, usedBy: string, ids: readonly string[]) {
  await sql.insertUses(tx, workspaceId, usedBy, ids)
  await sql.deleteUses(tx, workspaceId, usedBy, { except: ids, now: ctx.clock.now() })
}

const DAY_MS = 24 * 3_600_000
const BATCH_ROWS = 100

/** Removes from storage what no asset refers to: what a killed fetch left, and what belonged to deleted assets. */
export async function sweepLeftovers(ctx: Context): Promise<void> {
  for (;;) {
    const due = await sql.claimLeftovers(ctx.db, ctx.clock.now(), BATCH_ROWS)
    for (const leftover of due) await removeFile(ctx, leftover)
    if (due.length < BATCH_ROWS) return
  }
}

/** Removes a file that no asset refers to. Throws nothing: what is not removed now is left to a sweep. */
export async function removeFile(ctx: Context, leftover: sql.Leftover): Promise<void> {
  try {
    await ctx.storage.remove(leftover.storage_key)
    await sql.deleteLeftover(ctx.db, leftover)
  } catch (error) {
    ctx.log.warn({ err: error, storage_key: leftover.storage_key }, 'a file was not removed; a sweep tries again')
  }
}

/** Deletes what nobody has needed for long, and gives up on what should long have been fetched. */
export async function forgetUnused(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const error = { code: 'abandoned', detail: 'The file was not fetched within a day.' }
  await sql.failAbandoned(ctx.db, new Date(now.getTime() - DAY_MS), now, { error })
  const since = new Date(now.getTime() - ctx.config.MEDIA_KEPT_DAYS * DAY_MS)
  for (const workspaceId of await sql.listWorkspacesWithUnused(ctx.db, since))
    for (;;) {
      const gone = await transaction(ctx.db, async (tx) => {
        const rows = await sql.lockUnused(tx, workspaceId, since, BATCH_ROWS)
        for (const row of rows) await remove(tx, row, now)
        return rows.length
      })
      if (gone < BATCH_ROWS) break
    }
}

/** Refused here as it would be when fetching: an address that is not public, plain HTTP in production. */
function assertReachable(ctx: Context, url: string): void {
  try {
    ctx.outbound.check(url)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new InvalidRequest([invalidValue(['body', 'url'], error.message, url)])
  }
}

/** A missing one is 404 for every key; one that hangs on other profiles, or on the whole workspace, is out of scope. */
function found(principal: Principal, row: sql.MediaRow | undefined): sql.MediaRow {
  if (!row) throw notFound('media asset')
  const { profileIds } = principal
  if (profileIds && (row.profile_ids.length === 0 || !row.profile_ids.every((id) => profileIds.includes(id))))
    throw new ApiError('out_of_scope', 'This key does not reach this media asset.')
  return row
}

function present(ctx: Context, row: sql.MediaRow): MediaAsset {
  return {
    id: row.id,
    status: row.status,
    source_url: row.source_url,
    storage_key: row.storage_key,
    public_url: row.status === 'ready' ? publicUrl(ctx, row) : null,
    mime: row.mime,
    bytes_size: row.bytes_size,
    width: row.width,
    height: row.height,
    duration_s: row.duration_s,
    checksum: row.checksum,
    validation: row.validation,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
