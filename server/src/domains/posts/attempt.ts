import type { Attempt } from '../../connectors/publish.ts'
import type { Context } from '../../kit/context.ts'
import { getReadyMedia, openMedia, publicUrl } from '../media/service.ts'
import { describeMedia } from './check.ts'
import type { TakenRow } from './sql/publishing.ts'
import type { TargetError } from './verdict.ts'

type Made =
  | { readonly isComplete: true; readonly value: Attempt }
  | { readonly isComplete: false; readonly error: TargetError }

/** What a connector is given of a target: the same on every attempt. */
export async function attemptOf(ctx: Context, target: TakenRow): Promise<Made> {
  const ids = target.media_ids ?? target.post_media_ids
  const stored = ids.length > 0 ? await getReadyMedia(ctx.db, target.workspace_id, ids) : []
  const media = ids.flatMap((id) => stored.find((asset) => asset.id === id) ?? [])
  if (media.length < ids.length)
    return {
      isComplete: false,
      error: { code: 'media_unavailable', message: 'A medium of this post is not there any more.' },
    }
  const draft = {
    text: target.content ?? target.post_content,
    options: target.options,
    media: media.map((asset) => ({
      ...describeMedia(asset),
      checksum: asset.checksum,
      open: () => openMedia(ctx, asset),
      publicUrl: async () => publicUrl(ctx, asset),
    })),
  }
  return { isComplete: true, value: { draft, handle: target.handle, createdAt: target.started_at } }
}
