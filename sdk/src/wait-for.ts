import { TimeoutError } from './errors.ts'
import type { OperationId } from './operation.ts'
import { pause } from './send.ts'
import type { AsyncJobResponse, JobResponse, MediaAssetResponse, PostResponse } from './types.gen.ts'

/** Resources to wait for: jobs, posts that are being published, media that is being fetched. */
export type Waitable = JobResponse | PostResponse | MediaAssetResponse

/** Type of the finished resource. A data job then has its `data`. */
export type Finished<T> = T extends PostResponse
  ? PostResponse
  : T extends MediaAssetResponse
    ? MediaAssetResponse
    : AsyncJobResponse

export interface WaitOptions<T> {
  /** Called with the resource after each poll. */
  onProgress?: ((resource: T) => void) | undefined
  signal?: AbortSignal | undefined
  /** Milliseconds until it throws a `TimeoutError`. Default: no limit. */
  timeout?: number | undefined
  /** Milliseconds between the first two polls. Default: 500. The interval grows up to ten times that. */
  interval?: number | undefined
}

type ResourceReader = (id: string, operation: OperationId, signal: AbortSignal | undefined) => PromiseLike<unknown>

/** Operation that reads a resource, by the prefix of its id. */
const READ: Readonly<Record<string, OperationId>> = {
  job: 'data_jobs.get',
  bulk: 'bulk_jobs.get',
  post: 'posts.get',
  med: 'media.get',
}
const UNDONE = /^(queued|running|canceling|scheduled|publishing|pending|fetching)$/

export async function waitFor<T extends Waitable>(
  read: ResourceReader,
  { id }: T,
  { onProgress, signal, timeout = Infinity, interval = 500 }: WaitOptions<Finished<T>> = {},
): Promise<Finished<T>> {
  const operation = READ[id.replace(/_.*/, '')]
  if (!operation) throw new TypeError(`${id} is not a job, a post or a media asset`)
  const deadline = Date.now() + timeout
  for (let pauseMs = interval; ; pauseMs = Math.min(1.5 * pauseMs, 10 * interval)) {
    const resource = (await read(id, operation, signal)) as Finished<T>
    onProgress?.(resource)
    if (!UNDONE.test(resource.status)) return resource
    if (Date.now() + pauseMs > deadline) throw new TimeoutError(`${id} is still ${resource.status} after ${timeout} ms`)
    await pause(pauseMs, signal)
  }
}
