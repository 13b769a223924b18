import type { Context } from '../../../../kit/context.ts'
import type { NewLeftover } from '../sql/leftovers.ts'
import { FetchFailed } from '../storing/failure.ts'
import { type StoredFile, storeBytes } from '../storing/store-bytes.ts'

const REDIRECTS_MAX = 5
const IDLE_MS = 30_000

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
    assertFound(stream.status)
    const length = Number(stream.headers['content-length'] ?? 0)
    return await storeBytes(ctx, leftover, { chunks: stream.body, length })
  } finally {
    stream.close()
  }
}

function assertFound(status: number): void {
  if (status === 200) return
  const isFinal = status < 500 && ![408, 425, 429].includes(status)
  throw new FetchFailed('http_status', `The source returned status ${status}.`, { isFinal })
}
