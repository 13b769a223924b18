import type { Static } from 'typebox'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { DateTime, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { Interval, Provider } from './order.ts'

const SUBSCRIPTION_STATUSES = ['active', 'past_due', 'canceled'] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

export type Subscription = Static<typeof Subscription>
export const Subscription = Type.Object(
  {
    id: Type.String(),
    plan_id: Type.String(),
    interval: Interval,
    status: StringEnum(SUBSCRIPTION_STATUSES),
    credits_per_month: Type.Integer({ minimum: 0 }),
    rollover_cap: Type.Integer({ minimum: 0, description: 'Maximum number of credits carried into a new month.' }),
    price_usd_cents: Type.Integer({ minimum: 0, description: 'Price of each interval.' }),
    provider: Provider,
    cancel_at_period_end: Type.Boolean(),
    current_period_start: DateTime,
    current_period_end: DateTime,
    next_credits_at: Nullable(DateTime),
    ended_at: Nullable(DateTime),
    created_at: DateTime,
  },
  { title: 'SubscriptionResponse' },
)

const start = '2026-01-15T09:30:00.000Z'
const end = '2026-02-15T09:30:00.000Z'
export const exampleSubscription: Subscription = {
  id: 'sub_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  plan_id: 'starter',
  interval: 'month',
  status: 'active',
  credits_per_month: 500,
  rollover_cap: 1000,
  price_usd_cents: 1000,
  provider: 'stripe',
  cancel_at_period_end: false,
  current_period_start: start,
  current_period_end: end,
  next_credits_at: end,
  ended_at: null,
  created_at: start,
}

export const subscriptions = {
  get: endpoint({
    id: 'credits.subscription',
    route: 'GET /v1/credits/subscription',
    summary: 'Read the subscription',
    reply: Subscription,
    errors: ['not_found'],
    example: { reply: exampleSubscription },
  }),

  cancel: endpoint({
    id: 'credits.cancel_subscription',
    role: 'owner',
    needsSudo: true,
    route: 'DELETE /v1/credits/subscription',
    summary: 'Cancel the subscription at the end of the paid period',
    description:
      'Until then credits are granted as before; a yearly plan grants them each month. Granted credits remain after the subscription has ended.',
    reply: Subscription,
    errors: ['not_found', 'upstream_error'],
    callsOut: true,
    example: { reply: { ...exampleSubscription, cancel_at_period_end: true, next_credits_at: null } },
  }),
}
