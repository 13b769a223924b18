import { Type } from 'typebox'
import { job } from '../../../queue/job.ts'
import { asyncJobs } from './contract/async.ts'
import { bulkJobs } from './contract/bulk.ts'

export const dataJobs = { ...asyncJobs, ...bulkJobs }

const payload = Type.Object({ job_id: Type.String() })

/** One turn at a job; it comes back until the job has ended. Lone questions do not stand in line behind long lists. */
export const workAsync = job({ id: 'data_jobs.work', payload, concurrency: 20 })
export const workBulk = job({ id: 'bulk_jobs.work', payload, concurrency: 2, priority: 6 })
