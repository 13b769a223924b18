import { Type } from 'typebox'
import { job } from '../../src/queue/job.ts'

/** The job of the tests that kill workers. `QUEUE_LEASE` is in seconds. */
export const effectJob = job({
  id: 'test.effect',
  payload: Type.Object({ ms: Type.Number(), isAtomic: Type.Boolean() }),
  leaseSeconds: Number(process.env['QUEUE_LEASE'] ?? 30),
  concurrency: 20,
})
