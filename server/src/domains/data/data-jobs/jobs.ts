import { handler } from '../../../queue/job.ts'
import { timer } from '../../../queue/timers.ts'
import { workAsync, workBulk } from './contract.ts'
import { failAbandonedJobs } from './working/fail-abandoned-jobs.ts'
import { deleteOldJobs } from './working/retention.ts'
import { runJob } from './working/run.ts'

export const dataJobHandlers = [handler(workAsync, runJob), handler(workBulk, runJob)]

export const dataJobTimers = [
  timer({ id: 'data_jobs.fail_abandoned', everySeconds: 60, run: failAbandonedJobs }),
  timer({ id: 'data_jobs.forget', everySeconds: 3600, run: deleteOldJobs }),
]
