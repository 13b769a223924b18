import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { Type } from '../../../../kit/declare/type.ts'

/** Receives Stripe's payment events. */
export const stripeWebhook = {
  receive: endpoint({
    id: 'callbacks.stripe',
    route: 'POST /v1/callbacks/stripe',
    summary: 'Receive events from Stripe',
    description:
      'Called only by Stripe: the header `Stripe-Signature` must match the body. Each event takes effect once, even if Stripe sends it repeatedly.',
    access: 'public',
    special: { verifiesSender: true, rawBody: true },
    callsOut: true,
    bodyBytesMax: 5 * 1_048_576,
    reply: Type.Object({ received: Type.Boolean() }, { title: 'CallbackResponse' }),
    errors: ['invalid_signature', 'not_found', 'upstream_error'],
    example: { reply: { received: true } },
  }),
}
