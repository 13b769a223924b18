import { handler } from '../../../queue/job.ts'
import { timer } from '../../../queue/timers.ts'
import { fetchMedia } from './contract/media.ts'
import { fetchAsset } from './fetching/fetch.ts'
import { forgetUnused, sweepLeftovers } from './ingest.ts'

export const mediaJobs = [handler(fetchMedia, fetchAsset)]

export const mediaTimers = [
  timer({ id: 'media.sweep', everySeconds: 60, run: sweepLeftovers }),
  timer({ id: 'media.forget', everySeconds: 3600, run: forgetUnused }),
]
