import { createHash } from 'node:crypto'
import type { Context } from '../../../../kit/context.ts'
import { detectTruncation } from '../file/detect-truncation.ts'
import { type Mime, SNIFF_BYTES, sniff, TYPES } from '../file/sniff.ts'
import type { NewLeftover } from '../sql/leftovers.ts'
import { FetchFailed } from './failure.ts'
import { createQuotaCounter } from './quota.ts'

export interface StoredFile {
  readonly mime: Mime
  readonly bytes: number
  readonly checksum: string
}

/** The bytes of a file as they arrive, and the announced length; 0 when it is unknown. */
export interface IncomingFile {
  readonly chunks: AsyncIterable<Buffer>
  readonly length: number
}

/**
 * Streams a file into storage within the limits of size and quota. Its length and its first bytes can cause a refusal at once.
 */
export async function storeBytes(
  ctx: Context,
  leftover: NewLeftover,
  { chunks: incoming, length }: IncomingFile,
): Promise<StoredFile> {
  const { MEDIA_BYTES_MAX: bytesMax } = ctx.config
  assertSize(length, bytesMax)
  const quota = createQuotaCounter(ctx, leftover)
  await quota.countLength(length)
  const chunks = incoming[Symbol.asyncIterator]()
  const head = await readHead(chunks)
  const mime = await detectMime(head)
  const hash = createHash('sha256')
  const ending = detectTruncation(mime)
  let bytes = 0
  const counted = async function* () {
    for (let chunk: Buffer | undefined = head; chunk; chunk = await next(chunks)) {
      hash.update(chunk)
      ending.see(chunk)
      bytes += chunk.length
      assertSize(bytes, bytesMax)
      await quota.countGrowth(bytes)
      yield chunk
    }
  }
  await ctx.storage.write(leftover.storage_key, counted(), { contentType: mime })
  ending.assertSeen()
  return { mime, bytes, checksum: `sha256:${hash.digest('hex')}` }
}

function assertSize(bytes: number, bytesMax: number): void {
  if (bytes > bytesMax)
    throw new FetchFailed('too_large', `The file has ${bytes} bytes or more; at most ${bytesMax} are accepted.`)
}

async function detectMime(head: Buffer): Promise<Mime> {
  if (head.length === 0) throw new FetchFailed('empty_file', 'The source sent no bytes.')
  const mime = await sniff(head)
  if (!mime)
    throw new FetchFailed(
      'unsupported_type',
      `The file is not one of the accepted types: ${Object.values(TYPES).join(', ')}.`,
    )
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
