import { bodies } from '../kit/declare/compile.ts'
import { type Job, NO_PAYLOAD } from './job.ts'

/** What is wrong with a payload, if anything. */
export function findPayloadError(job: Job, payload: unknown): string | undefined {
  // A worker at rest runs timers alone, and need not load what checks payloads.
  if (job.payload === NO_PAYLOAD) return undefined
  if (bodies.validate(job.payload, payload)) return undefined
  const [first] = bodies.errors
  return `the payload of ${job.id} does not fit: ${first?.instancePath ?? ''} ${first?.message ?? ''}`.trim()
}
