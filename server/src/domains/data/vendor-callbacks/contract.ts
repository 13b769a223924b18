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
    summary: 'Receive callbacks from the B2B email vendor',
    description:
      'Called only by the vendor, which gets the URL with each request. The callback is stored and acknowledged at once; before it counts as an answer, the vendor is asked to confirm it. A callback may come twice, late or in any order.',
    access: 'public',
    params: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
    body: B2BEmailCallbackRequest,
    special: { verifiesSender: true, rawBody: true },
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

/** Asks the vendor after a callback; one job at a time for each ticket. */
export const confirmTicket = job({ id: 'vendor_tickets.confirm', payload: Ticket, retry: [5, 15, 45, 135] })

/** Polls the vendor in case no callback arrives, and expires the ticket at its deadline. */
export const watchTicket = job({ id: 'vendor_tickets.watch', payload: Ticket })
