import { Type } from '../../../../kit/declare/type.ts'
import { job } from '../../../../queue/job.ts'

/** Retried quickly at first, in case the source failed only for a moment. After the last attempt the asset has failed. */
export const fetchJob = job({
  id: 'media.fetch',
  payload: Type.Object({ media_id: Type.String() }),
  retry: [5, 30, 180],
  concurrency: 64,
})

/** Enqueued when an asset in use becomes ready or fails. The user of media declares the handler. */
export const mediaFinishedJob = job({
  id: 'media.finished',
  payload: Type.Object({ media_id: Type.String() }),
  attempts: Number.MAX_SAFE_INTEGER,
  retry: (attempt: number) => Math.min(60, 2 ** Math.min(attempt, 6)),
})
