import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { Download, type RawRequest } from '../../../kit/declare/route.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { SecretError } from '../../../kit/secrets.ts'
import type { ByteRange } from '../../../kit/storage/storage.ts'
import { MissingObject } from '../../../kit/storage/storage.ts'
import * as sql from './sql/assets.ts'

const PURPOSE = 'media.url'
const ENDINGS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'application/pdf': 'pdf',
}

/** An asset whose file is there to be read. */
export type StoredMedia = sql.MediaRow & { storage_key: string; mime: string; bytes_size: number; checksum: string }

/**
 * An address of ours that opens the file until it expires, also when the file is in a bucket: some platforms take media only
 * from a domain that its owner has proven, and a bucket need not be reachable from outside.
 */
export function publicUrl(ctx: Context, { workspace_id, id }: Pick<sql.MediaRow, 'workspace_id' | 'id'>): string {
  const { QUOIN_PUBLIC_URL, HOST, PORT, MEDIA_URL_SECONDS } = ctx.config
  const expires = Math.ceil(ctx.clock.now().getTime() / 1000) + MEDIA_URL_SECONDS
  const token = ctx.secrets.seal(`${workspace_id} ${id} ${expires}`, PURPOSE)
  return `${QUOIN_PUBLIC_URL ?? `http://${HOST}:${PORT}`}/v1/media/${id}/content?token=${token}`
}

export function openMedia(ctx: Context, asset: StoredMedia, range?: ByteRange) {
  return ctx.storage.read(asset.storage_key, range)
}

export async function downloadMedia(
  ctx: Context,
  db: Db,
  { id, token, headers }: { id: string; token: string; headers: RawRequest['headers'] },
): Promise<Download> {
  const workspaceId = readToken(ctx, id, token)
  const row = workspaceId && (await sql.findMedia(db, workspaceId, id))
  if (!row || row.status !== 'ready')
    throw new ApiError('not_found', 'This address is wrong or has expired; read the asset again for a new one.')
  const asset = row as StoredMedia
  const etag = `"${asset.checksum}"`
  const range = readRange(headers, asset.bytes_size, etag)
  const length = range ? range.end - range.start + 1 : asset.bytes_size
  const name = `${asset.id}.${ENDINGS[asset.mime] ?? 'bin'}`
  return new Download(
    range ? 206 : 200,
    {
      'content-type': asset.mime,
      'content-length': String(length),
      'content-disposition': `${asset.mime === 'application/pdf' ? 'attachment' : 'inline'}; filename="${name}"`,
      'accept-ranges': 'bytes',
      'cache-control': 'private',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      etag,
      ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${asset.bytes_size}` }),
    },
    () =>
      openMedia(ctx, asset, range).catch((error: unknown) => {
        if (!(error instanceof MissingObject)) throw error
        ctx.log.error({ err: error, media_id: id }, 'a stored file is missing: do all processes share one storage?')
        throw new ApiError('not_found', 'The file is not in storage.')
      }),
  )
}

/** The workspace it was made for; undefined when it was not made by us, for this asset, or is too old. */
function readToken(ctx: Context, id: string, token: string): string | undefined {
  try {
    const [workspaceId, mediaId, expires] = ctx.secrets.open(token, PURPOSE).split(' ')
    return mediaId === id && Number(expires) * 1000 > ctx.clock.now().getTime() ? workspaceId : undefined
  } catch (error) {
    if (error instanceof SecretError) return undefined
    throw error
  }
}

/** One range is served; several, another unit or another version of the file get all of it, as HTTP allows. */
function readRange(headers: RawRequest['headers'], size: number, etag: string): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(String(headers['range'] ?? '')) ?? []
  const condition = headers['if-range']
  if ((first === '' && last === '') || (condition !== undefined && condition !== etag)) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return undefined
  if (start > end)
    throw new ApiError('range_not_satisfiable', `The file has ${size} bytes.`, {
      headers: { 'content-range': `bytes */${size}` },
    })
  return { start, end }
}
