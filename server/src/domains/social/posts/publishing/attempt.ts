import type { Attempt } from '../../../../connectors/publish.ts'
import type { Context } from '../../../../kit/context.ts'
import { toReadableMedia } from '../../media/readable-media.ts'
import { isReady, type KnownMedia, listKnownMedia } from '../../media/ready-media.ts'
import type { ClaimedTarget } from '../sql/claims.ts'
import type { TargetError } from './target-error.ts'

interface BuiltAttempt {
  readonly attempt: Attempt
  /** The reason that it cannot be sent. The platform can still be asked about an earlier request. */
  readonly mediaError: TargetError | null
  /** True when a medium is not fetched yet. */
  readonly isWaiting: boolean
}

/** Builds the connector's input for a target: the same on every attempt. */
export async function buildAttempt(ctx: Context, target: ClaimedTarget): Promise<BuiltAttempt> {
  const ids = target.media_ids ?? target.post_media_ids
  const known = ids.length > 0 ? await listKnownMedia(ctx.db, target.workspace_id, ids) : []
  const ready = known.filter(isReady)
  const media = ids.flatMap((id) => ready.find((asset) => asset.id === id) ?? [])
  const draft = {
    text: target.content ?? target.post_content,
    options: target.options,
    media: media.map((asset) => toReadableMedia(ctx, asset)),
  }
  const mediaError = findMediaError(ids, known)
  return {
    attempt: { draft, handle: target.handle, createdAt: target.started_at },
    mediaError,
    isWaiting: mediaError === null && media.length < ids.length,
  }
}

function findMediaError(ids: readonly string[], known: readonly KnownMedia[]): TargetError | null {
  const failed = known.find(({ status }) => status === 'failed')
  if (failed) {
    const { code = 'unknown', message: detail = '' } = failed.validation.error ?? {}
    return {
      code: 'media_failed',
      message: `The media asset ${failed.id} failed (${code}): ${detail}`,
      remediation: 'Add the file again and create a post with the new asset.',
    }
  }
  if (ids.every((id) => known.some((asset) => asset.id === id))) return null
  return { code: 'media_unavailable', message: 'A media asset of this post no longer exists.' }
}
