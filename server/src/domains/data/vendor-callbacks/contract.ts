import { Type } from 'typebox'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { bytesAtMost, FreeForm, Nullable } from '../../../kit/declare/schema.ts'
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
      'For the vendor alone, which is told the URL with each question. What it sends is kept and answered at once; before anything is found by it, the vendor is asked whether it is so. A delivery may come again, late, or in any order.',
    access: 'public',
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

/** A vendor called: see whether it is so. One at a time for each ticket. */
export const confirmTicket = job({ id: 'vendor_tickets.confirm', payload: Ticket, retry: [5, 15, 45, 135] })

/** Asks for itself while nobody calls, and gives the ticket up at its deadline. */
export const watchTicket = job({ id: 'vendor_tickets.watch', payload: Ticket })
