import { createHash } from 'node:crypto'
import type { Context } from '../../../../kit/context.ts'
import { type Mime, SNIFF_BYTES, sniff, TYPES } from '../file/sniff.ts'
import type { NewLeftover } from '../sql/leftovers.ts'
import { FetchFailed } from './failure.ts'
import { createQuotaCounter } from './quota.ts'

const REDIRECTS_MAX = 5
const IDLE_MS = 30_000

export interface StoredFile {
  readonly mime: Mime
  readonly bytes: number
  readonly checksum: string
}

/** Streams the file at a URL into storage, within the limits of size, speed and quota. */
export async function storeSource(
  ctx: Context,
  url: string,
  leftover: NewLeftover,
  signal: AbortSignal,
): Promise<StoredFile> {
  const { MEDIA_BYTES_MAX: bytesMax, MEDIA_FETCH_SECONDS: seconds } = ctx.config
  const stream = await ctx.outbound.stream({
    url,
    workspaceId: leftover.workspace_id,
    headers: { 'user-agent': 'Quoin-Media/1', accept: '*/*', 'accept-encoding': 'identity' },
    deadlineMs: seconds * 1000,
    idleMs: IDLE_MS,
    slow: { seconds: ctx.config.MEDIA_SLOW_SECONDS, bytesPerSecond: ctx.config.MEDIA_SLOW_BYTES_PER_SECOND },
    bytesMax,
    redirectsMax: REDIRECTS_MAX,
    signal,
  })
  try {
    const length = Number(stream.headers['content-length'] ?? 0)
    assertUsable(stream.status, length, bytesMax)
    const quota = createQuotaCounter(ctx, leftover)
    await quota.countLength(length)
    const chunks = stream.body[Symbol.asyncIterator]()
    const head = await readHead(chunks)
    const mime = mimeOf(head)
    const hash = createHash('sha256')
    let bytes = 0
    const counted = async function* () {
      for (let chunk: Buffer | undefined = head; chunk; chunk = await next(chunks)) {
        hash.update(chunk)
        bytes += chunk.length
        await quota.countGrowth(bytes)
        yield chunk
      }
    }
    await ctx.storage.write(leftover.storage_key, counted(), { contentType: mime })
    return { mime, bytes, checksum: `sha256:${hash.digest('hex')}` }
  } finally {
    stream.close()
  }
}

function assertUsable(status: number, length: number, bytesMax: number): void {
  if (status !== 200) {
    const isFinal = status < 500 && ![408, 425, 429].includes(status)
    throw new FetchFailed('http_status', `The source answered with status ${status}.`, { isFinal })
  }
  if (length > bytesMax)
    throw new FetchFailed('too_large', `The file has ${length} bytes; at most ${bytesMax} are accepted.`)
}

function mimeOf(head: Buffer): Mime {
  if (head.length === 0) throw new FetchFailed('empty_file', 'The source sent no bytes.')
  const mime = sniff(head)
  if (!mime) throw new FetchFailed('unsupported_type', `The file is none of ${Object.values(TYPES).join(', ')}.`)
  return mime
}

async function next(chunks: AsyncIterator<Buffer>): Promise<Buffer | undefined> {
  const { done, value } = await chunks.next()
  return done ? undefined : value
}

/** Reads as many chunks as it takes to detect the type. */
async function readHead(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let head = Buffer.alloc(0)
  while (head.length < SNIFF_BYTES) {
    const chunk = await next(chunks)
    if (!chunk) break
    head = Buffer.concat([head, chunk])
  }
  return head
}
