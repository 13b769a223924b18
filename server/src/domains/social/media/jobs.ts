import { handler } from '../../../queue/job.ts'
import { timer } from '../../../queue/timers.ts'
import { deleteUnusedMedia, sweepLeftovers } from './cleanup.ts'
import { fetchJob } from './contract/jobs.ts'
import { fetchMedia } from './fetching/fetch.ts'

export const mediaJobs = [handler(fetchJob, fetchMedia)]

export const mediaTimers = [
  timer({ id: 'media.sweep', everySeconds: 60, run: sweepLeftovers }),
  timer({ id: 'media.forget', everySeconds: 3600, run: deleteUnusedMedia }),
]
