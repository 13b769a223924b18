import type { Static } from 'typebox'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { creditsFor } from '../../../billing/credits/price-book.ts'
import { STANDARD_BOOK } from '../../../billing/credits/standard-book.ts'
import { type ActionId, estimateUnits } from './actions.ts'
import { BODY_BYTES_MAX, BulkRequest, bulkJobs } from './bulk.ts'

/** Maximum number of unreadable rows that an estimate names. */
export const REFUSED_MAX = 20

const Count = Type.Integer({ minimum: 0 })

export type BulkEstimate = Static<typeof BulkEstimate>
const BulkEstimate = Type.Object(
  {
    status: StringEnum(['OK']),
    data: Type.Object({
      action: Type.String(),
      credits: Type.Integer({
        minimum: 0,
        description: 'Maximum cost of the job, and the amount it holds while it runs.',
      }),
      rows: Type.Integer({ minimum: 0, description: 'Rows that were sent; for a search, the maximum it can find.' }),
      duplicates: Type.Integer({ minimum: 0, description: 'Rows about the same subject as an earlier one; free.' }),
      unreadable: Type.Integer({ minimum: 0, description: 'Rows that cannot be looked up; they fail and are free.' }),
      refused: Type.Array(Type.Object({ row: Count, line: Nullable(Type.Integer()), message: Type.String() }), {
        description: `The first ${REFUSED_MAX} unreadable rows, with the reason.`,
      }),
      price_book: Type.String(),
    }),
  },
  { title: 'BulkEstimateResponse' },
)

const { path, check, example } = bulkJobs.createBulk

/** Returns the estimate of a test key's job with two rows. */
function buildEstimateExample(action: ActionId): BulkEstimate {
  const credits = creditsFor(STANDARD_BOOK, estimateUnits(action, 2))
  const data = { action, credits, rows: 2, duplicates: 0, unreadable: 0, refused: [], price_book: STANDARD_BOOK.name }
  return { status: 'OK', data }
}

export const bulkEstimate = {
  estimateBulk: endpoint({
    id: 'bulk_jobs.estimate',
    route: `POST ${path}:estimate`,
    summary: 'Estimate the cost of a bulk job',
    tool: { name: 'data_estimate', when: 'jobs_start', hides: ['webhook_url'] },
    description:
      'Free, also for read keys, and runs nothing. Takes the body of the job and refuses the same requests; the estimate is the amount that the job holds.',
    access: 'read',
    body: BulkRequest,
    bodyBytesMax: BODY_BYTES_MAX,
    reply: BulkEstimate,
    price: 'quote',
    ...(check && { check }),
    example: {
      body: example.body,
      reply: buildEstimateExample('contacts/find-email'),
      echo: ({ body: { action } }) => buildEstimateExample(action),
    },
  }),
}
