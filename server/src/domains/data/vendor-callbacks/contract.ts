import { endpoint } from '../../../kit/declare/endpoint.ts'
import { bytesAtMost, FreeForm, Nullable } from '../../../kit/declare/schema.ts'
import { Type } from '../../../kit/declare/type.ts'
import { job } from '../../../queue/job.ts'

const B2BEmailCallbackRequest = Type.Object(
  {
    batch_id: Type.Optional(Nullable(Type.String())),
    id: Type.Optional(Nullable(Type.String())),
    data: Type.Array(FreeForm(), {
      default: [],
      ...bytesAtMost(5 * 1024, 'Items with `refId`, `state` and `output`.'),
    }),
  },
  { title: 'B2BEmailCallbackRequest', additionalProperties: true },
)

export const callbacks = {
  b2bEmail: endpoint({
    id: 'callbacks.b2b_email',
    route: 'POST /v1/callbacks/b2b-email/{token}',
    summary: 'Receive answers of the B2B email vendor',
    description:
      'For the vendor alone, which gets the URL with each question. What it sends is stored and acknowledged at once; before it counts as an answer, the vendor is asked to confirm it. A callback may come twice, late or in any order.',
    access: 'public',
    verifiesSender: true,
    params: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
    body: B2BEmailCallbackRequest,
    rawBody: true,
    bodyBytesMax: 5 * 1_048_576,
    reply: Type.Object({ received: Type.Boolean() }, { title: 'CallbackResponse' }),
    example: {
      params: { token: 'token-of-one-question' },
      body: { batch_id: 'track-1', id: 'delivery-1', data: [{ refId: 'ref-1', state: 'DONE', output: [] }] },
      reply: { received: true },
    },
  }),
}

const Ticket = Type.Object({ source: Type.String(), ticket: Type.String() })

/** Asks the vendor after a callback. One at a time for each ticket. */
export const confirmTicket = job({ id: 'vendor_tickets.confirm', payload: Ticket, retry: [5, 15, 45, 135] })

/** Asks the vendor from time to time in case no callback comes, and expires the ticket at its deadline. */
export const watchTicket = job({ id: 'vendor_tickets.watch', payload: Ticket })
