import { bodies } from '../kit/declare/compile.ts'
import type { Job } from './job.ts'

/** What is wrong with a payload, if anything. */
export function mismatchOf(job: Job, payload: unknown): string | undefined {
  if (bodies.validate(job.payload, payload)) return undefined
  const [first] = bodies.errors
  return `the payload of ${job.id} does not fit: ${first?.instancePath ?? ''} ${first?.message ?? ''}`.trim()
}
