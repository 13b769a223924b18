import { Type } from '../../../kit/declare/type.ts'
import { job } from '../../../queue/job.ts'
import { asyncJobs } from './contract/async.ts'
import { bulkJobs } from './contract/bulk.ts'
import { bulkEstimate } from './contract/bulk-estimate.ts'

export const dataJobs = { ...asyncJobs, ...bulkJobs, ...bulkEstimate }

const payload = Type.Object({ job_id: Type.String() })

/**
 * One run of a job; it is enqueued again until the job has ended. There are two kinds, so that a single question does not wait
 * behind long lists.
 */
export const workAsync = job({ id: 'data_jobs.work', payload, concurrency: 20 })
export const workBulk = job({ id: 'bulk_jobs.work', payload, concurrency: 2, priority: 6 })

export function selectWorkJob(kind: 'async' | 'bulk'): typeof workAsync {
  return kind === 'async' ? workAsync : workBulk
}
