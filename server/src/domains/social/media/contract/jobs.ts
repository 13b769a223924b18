import { Type } from 'typebox'
import { job } from '../../../../queue/job.ts'

/** Retried quickly at first, for a source that failed for a moment. After the last attempt the asset has failed. */
export const fetchJob = job({
  id: 'media.fetch',
  payload: Type.Object({ media_id: Type.String() }),
  retry: [5, 30, 180],
  concurrency: 64,
})
