import type { Static } from 'typebox'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { Nullable } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { AutoTopup, exampleTopup } from './auto-topup.ts'
import { Provider } from './order.ts'
import { exampleSubscription, Subscription } from './subscription.ts'

export type Billing = Static<typeof Billing>
const Billing = Type.Object(
  {
    provider: Provider,
    subscription: Nullable(Subscription),
    auto_topup: Nullable(AutoTopup),
  },
  { title: 'BillingResponse', description: '`provider` is the payment provider of new orders.' },
)

export const billing = {
  get: endpoint({
    id: 'credits.billing',
    route: 'GET /v1/credits/billing',
    summary: 'Read the subscription and auto top-up of the workspace',
    description: 'A missing subscription or top-up is null. The newest subscription is shown, even if it has ended.',
    reply: Billing,
    example: { reply: { provider: 'stripe', subscription: exampleSubscription, auto_topup: exampleTopup } },
  }),
}
