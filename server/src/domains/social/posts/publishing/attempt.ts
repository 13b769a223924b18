import type { Attempt } from '../../../../connectors/publish.ts'
import type { Context } from '../../../../kit/context.ts'
import { publicUrl } from '../../media/public-url.ts'
import { listReadyMedia, openMedia } from '../../media/ready-media.ts'
import { describeMedia } from '../draft-media.ts'
import type { ClaimedTarget } from '../sql/claims.ts'
import type { TargetError } from './target-error.ts'

interface BuiltAttempt {
  readonly attempt: Attempt
  /** Why it cannot be sent. The platform can still be asked what became of an earlier request. */
  readonly mediaError: TargetError | null
}

/** Builds what a connector is given of a target: the same on every attempt. */
export async function buildAttempt(ctx: Context, target: ClaimedTarget): Promise<BuiltAttempt> {
  const ids = target.media_ids ?? target.post_media_ids
  const stored = ids.length > 0 ? await listReadyMedia(ctx.db, target.workspace_id, ids) : []
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
    mediaError:
      media.length < ids.length
        ? { code: 'media_unavailable', message: 'A media asset of this post no longer exists.' }
        : null,
  }
}
