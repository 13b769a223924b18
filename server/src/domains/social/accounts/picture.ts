import { Readable } from 'node:stream'
import { BoundedCache } from '../../../kit/bounded-cache.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { fileHeaders } from '../../../kit/declare/file-headers.ts'
import { Download } from '../../../kit/declare/reply.ts'
import { sha256 } from '../../../kit/hash.ts'
import { OutboundError } from '../../../kit/net/outbound-error.ts'

const PICTURE_BYTES_MAX = 1_048_576
const CACHE_BYTES_MAX = 16 * 1_048_576
const DAY_SECONDS = 86_400

interface Picture {
  readonly mime: string
  readonly bytes: Buffer
  readonly readAt: number
}

/** One cache per process, keyed by its outbound client. */
const caches = new WeakMap<Context['outbound'], BoundedCache<Picture>>()

/**
 * Opens the picture of a person or an account from its platform: our pages show no pictures from other servers. `url` comes from
 * the platform, so it is as untrusted as any other URL that a stranger wrote.
 */
export async function openPicture(ctx: Context, workspaceId: string, url: unknown): Promise<Download> {
  if (typeof url !== 'string' || url === '') throw noPicture('The platform provided no picture.')
  const { mime, bytes } = await readPicture(ctx, workspaceId, url)
  const headers = fileHeaders(mime, bytes.length, `private, max-age=${DAY_SECONDS}`)
  return new Download(200, { ...headers, 'content-disposition': 'inline' }, async () => Readable.from([bytes]))
}

async function readPicture(ctx: Context, workspaceId: string, url: string): Promise<Picture> {
  const cache = caches.get(ctx.outbound) ?? new BoundedCache<Picture>(CACHE_BYTES_MAX)
  caches.set(ctx.outbound, cache)
  const key = sha256(`${workspaceId} ${url}`).toString('hex')
  const now = ctx.clock.now().getTime()
  const known = cache.get(key)
  if (known && now - known.readAt < DAY_SECONDS * 1000) return known
  const bytes = await fetchPicture(ctx, workspaceId, url)
  const mime = detectImageType(bytes)
  if (!mime) throw noPicture('The file at the platform is not a JPEG, PNG, GIF or WebP.')
  const picture = { mime, bytes, readAt: now }
  cache.set(key, picture, bytes.length)
  return picture
}

async function fetchPicture(ctx: Context, workspaceId: string, url: string): Promise<Buffer> {
  const request = { url, workspaceId, bytesMax: PICTURE_BYTES_MAX, redirectsMax: 3, deadlineMs: 10_000 }
  const reply = await ctx.outbound.send(request).catch((error: unknown) => {
    throw error instanceof OutboundError ? toPictureError(error) : error
  })
  if (reply.status === 200) return Buffer.from(reply.body)
  if (reply.status < 500) throw noPicture(`The platform returned ${reply.status}.`)
  throw new ApiError('upstream_error', `The platform returned ${reply.status} for the picture. Try again later.`)
}

function toPictureError({ reason }: OutboundError): ApiError {
  if (reason === 'timeout' || reason === 'too_slow')
    return new ApiError('upstream_timeout', 'The platform did not send the picture in time. Try again later.')
  if (reason === 'dns_failed' || reason === 'connect_failed')
    return new ApiError('upstream_error', 'The server of the picture cannot be reached. Try again later.')
  if (reason === 'too_large') return noPicture('It is larger than 1 MiB.')
  return noPicture('Its URL cannot be used.')
}

function noPicture(reason: string): ApiError {
  return new ApiError('not_found', `There is no picture to show. ${reason}`)
}

/**
 * Detects the type by the first bytes and ignores the type that the server states. An image that can run code, such as SVG, is
 * not accepted.
 */
function detectImageType(bytes: Buffer): string | undefined {
  const head = bytes.toString('latin1', 0, 12)
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (/^GIF8[79]a/.test(head)) return 'image/gif'
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'image/webp' : undefined
}
