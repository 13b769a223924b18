import { bodies } from '../kit/declare/compile.ts'
import { type Job, NO_PAYLOAD } from './job.ts'

/** Describes the first schema violation of a payload, if there is one. */
export function findPayloadError(job: Job, payload: unknown): string | undefined {
  // An idle worker runs only timers and does not need to load the payload validator.
  if (job.payload === NO_PAYLOAD) return undefined
  if (bodies.validate(job.payload, payload)) return undefined
  const [first] = bodies.errors
  return `the payload of ${job.id} does not fit: ${first?.instancePath ?? ''} ${first?.message ?? ''}`.trim()
}
