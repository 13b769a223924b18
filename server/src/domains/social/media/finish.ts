import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { enqueue } from '../../../queue/queue.ts'
import { emit } from '../../../webhooks/emit.ts'
import { mediaFailed, mediaReady } from './contract/events.ts'
import { mediaFinishedJob } from './contract/jobs.ts'
import { presentMedia } from './present.ts'
import { lockMedia, type MediaRow, updateUnfetchedMedia } from './sql/assets.ts'
import { listUsers } from './sql/uses.ts'

type MediaChange = Partial<Omit<MediaRow, 'workspace_id' | 'id' | 'status'>> & { readonly status: 'ready' | 'failed' }

/**
 * Makes an asset ready or failed, with all consequences: the event, and the job that wakes its waiting users. A user of media
 * locks the asset while deciding whether to wait, so either the user sees the end or the end sees the user. Returns undefined
 * when the asset has already ended or does not exist.
 */
export async function finishMedia(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  id: string,
  change: MediaChange,
): Promise<MediaRow | undefined> {
  await lockMedia(tx, workspaceId, id)
  const row = await updateUnfetchedMedia(tx, workspaceId, id, { ...change, updated_at: ctx.clock.now() })
  if (!row) return undefined
  await announceMedia(ctx, tx, row)
  const users = await listUsers(tx, workspaceId, id)
  if (users.length > 0) await enqueue(ctx, tx, mediaFinishedJob, { media_id: id }, { workspaceId, dedupe: id })
  return row
}

/** Emits the event of an asset that has become ready or failed. */
export async function announceMedia(ctx: Context, tx: Db, row: MediaRow): Promise<void> {
  const event = row.status === 'ready' ? mediaReady : mediaFailed
  await emit(ctx, tx, event, { media: presentMedia(ctx, row) }, { workspaceId: row.workspace_id })
}
