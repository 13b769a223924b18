import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Static } from 'typebox'
import type { Context } from '../../../../kit/context.ts'
import { OutboundError } from '../../../../kit/net/outbound.ts'
import { transaction } from '../../../../kit/postgres/db.ts'
import type { JobCall } from '../../../../queue/job.ts'
import { listConnectors } from '../../accounts/service.ts'
import { fetchMedia, type MediaValidation } from '../contract/media.ts'
import { readFacts } from '../file/facts.ts'
import { createReader, MalformedFile } from '../file/reader.ts'
import { type Mime, SNIFF_BYTES, sniff, TYPES } from '../file/sniff.ts'
import { removeFile } from '../ingest.ts'
import * as sql from '../sql/assets.ts'
import { judge } from './platform-limits.ts'
import { createRoom, NoLongerWanted, QuotaExceeded } from './quota.ts'

const REDIRECTS_MAX = 5
const IDLE_MS = 30_000
/** Storing and reading may go on after the last byte has come. */
const GRACE_MS = 15 * 60_000

/** Why there is no file; told to the caller as it is. */
class FetchFailed extends Error {
  override name = 'FetchFailed'
  readonly code: string
  readonly isFinal: boolean
  constructor(code: string, detail: string, { isFinal = true, cause }: { isFinal?: boolean; cause?: unknown } = {}) {
    super(detail, { cause })
    this.code = code
    this.isFinal = isFinal
  }
}

/**
 * Fetches an asset into storage and describes it. Every attempt writes under a key of its own, noted before the first byte,
 * so that a killed one leaves a file that a sweep finds, and of two at once only one can become the asset.
 */
export async function fetchAsset(call: JobCall<Static<typeof fetchMedia.payload>>): Promise<void> {
  const { ctx, workspaceId, payload, signal, complete } = call
  const { db, clock } = ctx
  const id = payload.media_id
  const startedAt = clock.now()
  const asset = await sql.updateUnfetched(db, workspaceId, id, { status: 'fetching', updated_at: startedAt })
  if (!asset) return
  // What an earlier attempt has left, or still writes, would count twice.
  for (const earlier of await sql.claimLeftoversOf(db, workspaceId, id, startedAt)) await removeFile(ctx, earlier)
  const draft: sql.NewLeftover = {
    workspace_id: workspaceId,
    storage_key: newStorageKey(ctx, workspaceId, id),
    media_id: id,
    remove_at: new Date(startedAt.getTime() + ctx.config.MEDIA_FETCH_SECONDS * 1000 + GRACE_MS),
    bytes: 0,
  }
  await sql.insertLeftover(db, draft)
  try {
    const file = await download(ctx, asset.source_url, draft, signal)
    const found = await describe(ctx, draft.storage_key, file)
    await transaction(db, async (tx) => {
      // The asset is locked first, as by a deletion: the sum of what is taken up comes last everywhere.
      await sql.lockMedia(tx, workspaceId, id)
      const isOurs = await sql.adoptLeftover(tx, draft)
      const change = { ...found, status: 'ready' as const, storage_key: draft.storage_key, updated_at: clock.now() }
      if (!isOurs || !(await sql.updateUnfetched(tx, workspaceId, id, change))) throw new NoLongerWanted()
      await complete(tx)
    })
  } catch (error) {
    await sql.hurryLeftover(db, draft, clock.now())
    await removeFile(ctx, draft)
    if (error instanceof NoLongerWanted) return
    if (signal.aborted) throw error
    await recordFailure(call, explain(error))
  }
}

/** Spread over folders by random characters; a key says whose it is. */
function newStorageKey(ctx: Context, workspaceId: string, id: string): string {
  const attempt = ctx.ids.ulid()
  return `${workspaceId}/${attempt.slice(-2)}/${id}-${attempt}`
}

async function recordFailure(
  { ctx, workspaceId, payload, attempt }: JobCall<{ media_id: string }>,
  failed: FetchFailed,
) {
  const isOver = failed.isFinal || attempt >= fetchMedia.attempts
  const validation: MediaValidation = { error: { code: failed.code, detail: failed.message } }
  await sql.updateUnfetched(ctx.db, workspaceId, payload.media_id, {
    status: isOver ? 'failed' : 'pending',
    validation,
    updated_at: ctx.clock.now(),
  })
  if (!isOver) throw failed
}

function explain(error: unknown): FetchFailed {
  if (error instanceof FetchFailed) return error
  if (error instanceof QuotaExceeded)
    return new FetchFailed('media_quota_exceeded', error.message, { isFinal: error.isFinal })
  if (error instanceof MalformedFile) return new FetchFailed('malformed_file', error.message)
  if (error instanceof OutboundError) {
    const isFinal = !['dns_failed', 'connect_failed', 'timeout'].includes(error.reason)
    return new FetchFailed(error.reason, `${error.message}.`, { isFinal, cause: error })
  }
  return new FetchFailed('not_stored', 'The file could not be stored.', { isFinal: false, cause: error })
}

interface Downloaded {
  readonly mime: Mime
  readonly bytes: number
  readonly checksum: string
}

async function download(ctx: Context, url: string, draft: sql.NewLeftover, signal: AbortSignal): Promise<Downloaded> {
  const { MEDIA_BYTES_MAX: bytesMax, MEDIA_FETCH_SECONDS: seconds } = ctx.config
  const stream = await ctx.outbound.stream({
    url,
    workspaceId: draft.workspace_id,
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
    const room = createRoom(ctx, draft)
    await room.take(length)
    const chunks = stream.body[Symbol.asyncIterator]()
    const head = await readHead(chunks)
    if (head.length === 0) throw new FetchFailed('empty_file', 'The source answered no bytes.')
    const mime = sniff(head)
    if (!mime) throw new FetchFailed('unsupported_type', `This is none of ${Object.values(TYPES).join(', ')}.`)
    const hash = createHash('sha256')
    let bytes = 0
    const counted = async function* () {
      for (let chunk: Buffer | undefined = head; chunk; chunk = await next(chunks)) {
        hash.update(chunk)
        bytes += chunk.length
        await room.grow(bytes)
        yield chunk
      }
    }
    await ctx.storage.write(draft.storage_key, counted(), { contentType: mime })
    return { mime, bytes, checksum: `sha256:${hash.digest('hex')}` }
  } finally {
    stream.close()
  }
}

function assertUsable(status: number, length: number, bytesMax: number): void {
  if (status !== 200) {
    const isFinal = status < 500 && ![408, 425, 429].includes(status)
    throw new FetchFailed('http_status', `The source answered ${status}.`, { isFinal })
  }
  if (length > bytesMax)
    throw new FetchFailed('too_large', `The file has ${length} bytes; at most ${bytesMax} are taken.`)
}

async function next(chunks: AsyncIterator<Buffer>): Promise<Buffer | undefined> {
  const { done, value } = await chunks.next()
  return done ? undefined : value
}

/** As many chunks as it takes to tell the type. */
async function readHead(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let head = Buffer.alloc(0)
  while (head.length < SNIFF_BYTES) {
    const chunk = await next(chunks)
    if (!chunk) break
    head = Buffer.concat([head, chunk])
  }
  return head
}

async function describe(ctx: Context, key: string, { mime, bytes, checksum }: Downloaded) {
  const reader = createReader(bytes, async (start, end) => buffer(await ctx.storage.read(key, { start, end })))
  const facts = await readFacts(mime, reader)
  const validation: MediaValidation = { platforms: judge({ mime, bytes, ...facts }, listConnectors(ctx)) }
  const { width, height, seconds } = facts
  return { mime, bytes_size: bytes, width, height, duration_s: seconds, checksum, validation }
}
