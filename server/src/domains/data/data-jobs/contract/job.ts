import type { Static } from 'typebox'
import { event } from '../../../../kit/declare/event.ts'
import { PageQuery } from '../../../../kit/declare/page.ts'
import { DateTime, ErrorObject, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'

export const JOB_STATUSES = [
  'queued',
  'running',
  'completed',
  'completed_with_errors',
  'failed',
  'canceling',
  'canceled',
] as const

const Count = Type.Integer({ minimum: 0 })

export const jobFields = {
  id: Type.String(),
  kind: StringEnum(['async', 'bulk']),
  action: Type.String(),
  status: StringEnum(JOB_STATUSES, {
    description: '`completed_with_errors`: some rows failed; their errors are in the results.',
  }),
  progress: Type.Object({
    done: Type.Integer({ minimum: 0, description: 'Rows with a result.' }),
    total: Type.Integer({ minimum: 0, description: 'For a search in progress, the maximum it can find.' }),
    found: Count,
    failed: Count,
  }),
  credits: Type.Object({
    held: Type.Integer({ minimum: 0, description: 'Held for rows without a result.' }),
    charged: Count,
    released: Type.Integer({ minimum: 0, description: 'Released when the job ended.' }),
  }),
  price_book: Type.String(),
  error: Nullable(ErrorObject),
  created_at: DateTime,
  started_at: Nullable(DateTime),
  finished_at: Nullable(DateTime),
}

/** Declares the query of a list of jobs, which are all of one kind. */
export function JobQuery(kind: 'async' | 'bulk') {
  return Type.Object({
    ...PageQuery,
    status: Type.Optional(StringEnum(JOB_STATUSES)),
    action: Type.Optional(Type.String({ maxLength: 64 })),
    kind: Type.Optional(StringEnum([kind], { description: 'All jobs in this list are of this kind.' })),
  })
}

export type Job = Static<typeof Job>
export const Job = Type.Object(jobFields, { title: 'JobResponse' })

const moment = '2026-01-15T09:30:00.000Z'

export const jobExample: Job = {
  id: 'bulk_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  kind: 'bulk',
  action: 'contacts/find-email',
  status: 'completed',
  progress: { done: 2, total: 2, found: 1, failed: 0 },
  credits: { held: 0, charged: 5, released: 5 },
  price_book: 'standard-2026-11',
  error: null,
  created_at: moment,
  started_at: moment,
  finished_at: moment,
}

/** Sent to the `webhook_url` of its job; endpoints cannot subscribe to it. */
export const jobFinished = event({
  type: 'job.finished',
  summary: 'A job ended: completed, failed or canceled. Sent to its own `webhook_url` and never to other endpoints.',
  data: Type.Object({ job: Job }),
  example: { job: jobExample },
})
