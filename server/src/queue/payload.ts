import { Compile, type Validator } from 'typebox/compile'
import type { Job } from './job.ts'

const validators = new WeakMap<Job, Validator>()

/** What is wrong with a payload, if anything. */
export function mismatchOf(job: Job, payload: unknown): string | undefined {
  let validator = validators.get(job)
  if (!validator) validators.set(job, (validator = Compile(job.payload)))
  if (validator.Check(payload)) return undefined
  const [first] = validator.Errors(payload)
  return `the payload of ${job.id} does not fit: ${first?.instancePath ?? ''} ${first?.message ?? ''}`.trim()
}
