import type { Attempt } from '../../../../connectors/publish.ts'
import type { Context } from '../../../../kit/context.ts'
import { getReadyMedia, openMedia, publicUrl } from '../../media/service.ts'
import { describeMedia } from '../check-post.ts'
import type { TakenRow } from '../sql/outcomes.ts'
import type { TargetError } from './publish-outcome.ts'

interface Made {
  readonly attempt: Attempt
  /** What keeps it from being sent; what became of it can be asked all the same. */
  readonly lack: TargetError | null
}

/** What a connector is given of a target: the same on every attempt. */
export async function attemptOf(ctx: Context, target: TakenRow): Promise<Made> {
  const ids = target.media_ids ?? target.post_media_ids
  const stored = ids.length > 0 ? await getReadyMedia(ctx.db, target.workspace_id, ids) : []
  const media = ids.flatMap((id) => stored.find((asset) => asset.id === id) ?? [])
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
  return {
    attempt: { draft, handle: target.handle, createdAt: target.started_at },
    lack:
      media.length < ids.length
        ? { code: 'media_unavailable', message: 'A medium of this post is not there any more.' }
        : null,
  }
}
