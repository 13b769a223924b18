import { TimeoutError } from './errors.ts'
import type { OperationId } from './operation.ts'
import { pause } from './send.ts'
import type { AsyncJobResponse, JobResponse, MediaAssetResponse, PostResponse } from './types.gen.ts'

/** What can be waited for: jobs, posts that are being published, media that is being fetched. */
export type Waitable = JobResponse | PostResponse | MediaAssetResponse

/** What it becomes; a data job then has its `data`. */
export type Finished<T> = T extends PostResponse
  ? PostResponse
  : T extends MediaAssetResponse
    ? MediaAssetResponse
    : AsyncJobResponse

export interface WaitOptions<T> {
  /** Runs with what each reading found. */
  onProgress?: ((resource: T) => void) | undefined
  signal?: AbortSignal | undefined
  /** Milliseconds until it gives up with a `TimeoutError`; never when absent. */
  timeout?: number | undefined
  /** Milliseconds between the first two readings, 500 when absent; later ones are further apart, up to ten times that. */
  interval?: number | undefined
}

type ResourceReader = (id: string, operation: OperationId, signal: AbortSignal | undefined) => PromiseLike<unknown>

/** The operation that reads a resource, by the prefix of its id. */
const READ: Readonly<Record<string, OperationId>> = {
  job: 'data_jobs.get',
  bulk: 'bulk_jobs.get',
  post: 'posts.get',
  med: 'media.get',
}
const UNDONE = /^(queued|running|cancelling|scheduled|publishing|pending|fetching)$/

export async function waitFor<T extends Waitable>(
  read: ResourceReader,
  { id }: T,
  { onProgress, signal, timeout = Infinity, interval = 500 }: WaitOptions<Finished<T>> = {},
): Promise<Finished<T>> {
  const operation = READ[id.replace(/_.*/, '')]
  if (!operation) throw new TypeError(`${id} is not a job, a post or a medium`)
  const deadline = Date.now() + timeout
  for (let pauseMs = interval; ; pauseMs = Math.min(1.5 * pauseMs, 10 * interval)) {
    const resource = (await read(id, operation, signal)) as Finished<T>
    onProgress?.(resource)
    if (!UNDONE.test(resource.status)) return resource
    if (Date.now() + pauseMs > deadline) throw new TimeoutError(`${id} is still ${resource.status} after ${timeout} ms`)
    await pause(pauseMs, signal)
  }
}
