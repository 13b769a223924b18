import type { Static } from 'typebox'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { DateTime, Nullable } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { exampleLogFields, LogFields } from '../../request-log/contract.ts'
import { STANDARD_BOOK } from '../standard-book.ts'

/** Maximum number of lines, and of steps with their sources, that one receipt shows. */
export const RECEIPT_ROWS_MAX = 1000

const Amount = Type.Integer({ minimum: 0 })

/** Cutoff time for values that are summed from charges. */
export const ArchivedBefore = Type.Optional(
  Type.String({
    format: 'date-time',
    description:
      'Charges from before this time were archived by the operator and are not included. Absent when no such charges are affected.',
  }),
)

export type Receipt = Static<typeof Receipt>
const Receipt = Type.Object(
  {
    request_id: Type.String(),
    hold_id: Nullable(
      Type.String({
        description:
          'The hold under which the call was charged; an operator refunds it by this id. Null when the call failed or was unmetered.',
      }),
    ),
    api_key_id: Type.String(),
    price_book: Type.String({ description: 'Empty for an unmetered request.' }),
    credits: Type.Integer({ minimum: 0, description: 'Total cost, including lines that are not shown.' }),
    created_at: DateTime,
    lines_total: Amount,
    has_more: Type.Boolean({
      description: `True when a job has more lines or sources than the ${RECEIPT_ROWS_MAX} shown; the job's results show the cost of each row.`,
    }),
    lines: Type.Array(
      Type.Object({
        step: Type.String(),
        action: Type.String(),
        units: Amount,
        credits: Amount,
        ledger_seq: Nullable(
          Type.Integer({ description: 'The ledger entry that contains it; null when it was free.' }),
        ),
      }),
    ),
    sources: Type.Array(
      Type.Object({
        step: Type.String({ description: 'The line this step belongs to.' }),
        source: Type.String(),
        outcome: Type.String({
          description: '`found`, `not_found`, `inconclusive`, `stale`, `pending`, or the kind of failure.',
        }),
        ms: Nullable(
          Type.Integer({ minimum: 0, description: 'Null for a search that only the built-in directory answered.' }),
        ),
        cost_micros: Type.Integer({ minimum: 0, description: 'Cost for the operator, in millionths of a dollar.' }),
      }),
      { description: 'The sources that the call asked, in order.' },
    ),
    archived_before: ArchivedBefore,
    ...LogFields,
    error_body: Nullable(
      Type.String({
        description:
          'The response to a failed request: up to 4096 characters, without secrets and without the input that validation errors repeat. Null when the request succeeded, or is no longer in the log.',
      }),
    ),
  },
  { title: 'ReceiptResponse' },
)

const request_id = 'req_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB'

export const receipts = {
  get: endpoint({
    id: 'requests.get',
    route: 'GET /v1/requests/{request_id}',
    summary: 'Read one request and its receipt',
    description:
      'What the log has about a request, with the response if it failed. If it was metered: the charges line by line, and the sources that it asked. A metered call that failed has sources but no lines; an unmetered request has neither.',
    params: Type.Object({ request_id: Type.String({ maxLength: 128 }) }),
    reply: Receipt,
    example: {
      params: { request_id },
      reply: {
        request_id,
        hold_id: 'hold_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
        api_key_id: 'key_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
        price_book: STANDARD_BOOK.name,
        credits: 5,
        created_at: '2026-01-15T09:30:00.000Z',
        lines_total: 1,
        has_more: false,
        lines: [{ step: '', action: 'contacts/find-email', units: 1, credits: 5, ledger_seq: 2 }],
        sources: [{ step: '', source: 'directory', outcome: 'found', ms: 2, cost_micros: 0 }],
        ...exampleLogFields,
        error_body: null,
      },
      echo: ({ params }, reply) => ({
        ...reply,
        request_id: params.request_id,
        credits: 0,
        lines: reply.lines.map((line) => ({ ...line, credits: 0, ledger_seq: null })),
      }),
    },
  }),
}
