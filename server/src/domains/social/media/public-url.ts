import type { Context } from '../../../kit/context.ts'
import { SecretError } from '../../../kit/secrets.ts'
import type { MediaRow } from './sql/assets.ts'

/** Purpose of a token: to read the file, or to upload it. */
type TokenPurpose = 'media.url' | 'media.upload'

/**
 * Returns a URL of this server that opens the file until it expires. It is ours even when the file is in a bucket: some platforms
 * fetch media only from a domain whose ownership was verified, and a bucket may not be reachable from outside.
 */
export function publicUrl(ctx: Context, asset: Pick<MediaRow, 'workspace_id' | 'id'>): string {
  return contentUrl(ctx, asset, 'media.url', ctx.config.MEDIA_URL_SECONDS)
}

/** Returns a URL of this server to which the file of an asset can be uploaded until it expires. */
export function uploadUrl(ctx: Context, asset: Pick<MediaRow, 'workspace_id' | 'id'>, seconds: number): string {
  return contentUrl(ctx, asset, 'media.upload', seconds)
}

function contentUrl(
  ctx: Context,
  { workspace_id, id }: Pick<MediaRow, 'workspace_id' | 'id'>,
  purpose: TokenPurpose,
  seconds: number,
): string {
  const expires = Math.ceil(ctx.clock.now().getTime() / 1000) + seconds
  const token = ctx.secrets.seal(`${workspace_id} ${id} ${expires}`, purpose)
  return `${ctx.publicUrl.get()}/v1/media/${id}/content?token=${token}`
}

/**
 * Returns the workspace of the asset that a token opens; undefined when the token is forged, is for another asset, or has
 * expired.
 */
export function readToken(
  ctx: Context,
  id: string,
  token: string,
  purpose: TokenPurpose = 'media.url',
): string | undefined {
  try {
    const [workspaceId, mediaId, expires] = ctx.secrets.open(token, purpose).split(' ')
    return mediaId === id && Number(expires) * 1000 > ctx.clock.now().getTime() ? workspaceId : undefined
  } catch (error) {
    if (error instanceof SecretError) return undefined
    throw error
  }
}
