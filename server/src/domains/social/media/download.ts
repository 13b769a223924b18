import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { fileHeaders } from '../../../kit/declare/file-headers.ts'
import { Download } from '../../../kit/declare/reply.ts'
import type { RawRequest } from '../../../kit/declare/route.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { type ByteRange, MissingObject } from '../../../kit/storage/storage.ts'
import { isWorkspaceOpen } from '../../identity/workspaces/service.ts'
import { readToken } from './public-url.ts'
import { openMedia, type ReadyMedia } from './ready-media.ts'
import { findMedia } from './sql/assets.ts'

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'application/pdf': 'pdf',
}

/** Serves the file at a public URL. */
export async function downloadMedia(
  ctx: Context,
  db: Db,
  { id, token, headers }: { id: string; token: string; headers: RawRequest['headers'] },
): Promise<Download> {
  const workspaceId = readToken(ctx, id, token)
  const row = workspaceId && (await isWorkspaceOpen(db, workspaceId)) && (await findMedia(db, workspaceId, id))
  if (!row || row.status !== 'ready')
    throw new ApiError('not_found', 'This URL is wrong or has expired. Read the asset again to get a new one.')
  const asset = row as ReadyMedia
  const etag = `"${asset.checksum}"`
  const range = readRange(headers, asset.bytes_size, etag)
  const length = range ? range.end - range.start + 1 : asset.bytes_size
  const name = `${asset.id}.${EXTENSIONS[asset.mime] ?? 'bin'}`
  return new Download(
    range ? 206 : 200,
    {
      ...fileHeaders(asset.mime, length),
      'content-disposition': `${asset.mime === 'application/pdf' ? 'attachment' : 'inline'}; filename="${name}"`,
      'accept-ranges': 'bytes',
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

/** Reads a single range. Several ranges, another unit or another version of the file get the whole file, as HTTP allows. */
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
