import { type Static, Type } from 'typebox'
import { listOf } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { invalidValue, type Violation } from '../../../../kit/declare/errors.ts'
import { DateTime, Nullable, OneOf } from '../../../../kit/declare/schema.ts'

const Count = Type.Integer({ minimum: 0 })
const Interval = OneOf(['month', 'year'])
const Provider = OneOf(['manual', 'sandbox', 'stripe'])

export type Order = Static<typeof Order>
export const Order = Type.Object(
  {
    id: Type.String(),
    kind: OneOf(['pack', 'subscription', 'topup']),
    pack_id: Nullable(Type.String()),
    plan_id: Nullable(Type.String()),
    interval: Nullable(Interval),
    credits: Type.Integer({ minimum: 0, description: 'What its payment brings; for a plan, each month.' }),
    price_usd_cents: Count,
    status: OneOf(['pending', 'paid', 'failed', 'canceled', 'refunded', 'disputed']),
    provider: Provider,
    url: Nullable(Type.String({ description: 'Where to pay; null when there is no page for it.' })),
    instructions: Nullable(Type.String({ description: 'How to pay when there is no page for it.' })),
    error: Nullable(Type.String({ description: 'Why it was not paid.' })),
    debt_credits: Type.Integer({ minimum: 0, description: 'Credits of a refunded payment that were spent already.' }),
    created_at: DateTime,
    paid_at: Nullable(DateTime),
  },
  { title: 'OrderResponse' },
)

export type Subscription = Static<typeof Subscription>
const Subscription = Type.Object(
  {
    id: Type.String(),
    plan_id: Type.String(),
    interval: Interval,
    status: OneOf(['active', 'past_due', 'canceled']),
    credits_per_month: Count,
    rollover_cap: Type.Integer({ minimum: 0, description: 'The most credits carried into a new month.' }),
    price_usd_cents: Type.Integer({ minimum: 0, description: 'What each interval costs.' }),
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

export type AutoTopup = Static<typeof AutoTopup>
const AutoTopup = Type.Object(
  {
    threshold: Type.Number(),
    pack_id: Type.String(),
    status: OneOf(['active', 'suspended']),
    reason: Nullable(
      Type.String({
        description:
          'Why it is suspended: `no_payment_method`, `unknown_pack`, `disputed`, or what the bank said. A new payment method lifts all but the second.',
      }),
    ),
    open_order_id: Nullable(Type.String({ description: 'The order that is under way; there is never more than one.' })),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'AutoTopupResponse' },
)

export type CheckoutRequest = Static<typeof CheckoutRequest>
const CheckoutRequest = Type.Object(
  {
    pack_id: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'A pack, paid once.' })),
    plan_id: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'A plan, with its `interval`.' })),
    interval: Type.Optional(Interval),
  },
  { title: 'CheckoutRequest', additionalProperties: false },
)

export type AutoTopupRequest = Static<typeof AutoTopupRequest>
const AutoTopupRequest = Type.Object(
  {
    threshold: Type.Number({
      minimum: 0,
      maximum: 1_000_000_000,
      description: 'Buys when fewer credits than this are available.',
    }),
    pack_id: Type.String({ minLength: 1, maxLength: 64 }),
  },
  { title: 'AutoTopupRequest' },
)

function checkCheckout({ body }: { body: CheckoutRequest }): Violation[] {
  if ((body.pack_id === undefined) === (body.plan_id === undefined))
    return [invalidValue(['body'], 'name either a pack_id or a plan_id')]
  if (body.plan_id !== undefined && body.interval === undefined)
    return [{ type: 'missing', loc: ['body', 'interval'], msg: 'Field required', input: body }]
  if (body.pack_id !== undefined && body.interval !== undefined)
    return [invalidValue(['body', 'interval'], 'a pack is paid once', body.interval)]
  return []
}

const at = '2026-01-15T09:30:00.000Z'
export const exampleOrder: Order = {
  id: 'ord_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  kind: 'pack',
  pack_id: 'starter',
  plan_id: null,
  interval: null,
  credits: 500,
  price_usd_cents: 1000,
  status: 'pending',
  provider: 'manual',
  url: null,
  instructions: 'Your order waits for the operator of this service.',
  error: null,
  debt_credits: 0,
  created_at: at,
  paid_at: null,
}
const exampleSubscription: Subscription = {
  id: 'sub_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  plan_id: 'starter',
  interval: 'month',
  status: 'active',
  credits_per_month: 500,
  rollover_cap: 1000,
  price_usd_cents: 1000,
  provider: 'stripe',
  cancel_at_period_end: false,
  current_period_start: at,
  current_period_end: '2026-02-15T09:30:00.000Z',
  next_credits_at: '2026-02-15T09:30:00.000Z',
  ended_at: null,
  created_at: at,
}
const exampleTopup: AutoTopup = {
  threshold: 100,
  pack_id: 'starter',
  status: 'active',
  reason: null,
  open_order_id: null,
  created_at: at,
  updated_at: at,
}

export const payments = {
  checkout: endpoint({
    id: 'credits.checkout',
    route: 'POST /v1/credits/checkout',
    summary: 'Buy a pack or subscribe to a plan',
    description:
      'Answers a pending order. Send the buyer to its `url`; when that is null, `instructions` say how to pay. Credits come when it is paid, once.',
    access: 'write',
    body: CheckoutRequest,
    status: 201,
    location: '/v1/credits/orders',
    reply: Order,
    errors: ['wrong_state', 'upstream_error'],
    callsOut: true,
    check: checkCheckout,
    example: {
      body: { pack_id: 'starter' },
      reply: exampleOrder,
      echo: ({ body }, reply) => ({
        ...reply,
        kind: body.plan_id === undefined ? ('pack' as const) : ('subscription' as const),
        pack_id: body.pack_id ?? null,
        plan_id: body.plan_id ?? null,
        interval: body.interval ?? null,
      }),
    },
  }),

  orders: endpoint({
    id: 'credits.orders',
    route: 'GET /v1/credits/orders',
    summary: 'List orders, newest first',
    description: 'What was bought, by hand, by subscription and by automatic top-up.',
    access: 'read',
    ...listOf(Order, 'OrderPage', exampleOrder),
  }),

  subscription: endpoint({
    id: 'credits.subscription',
    route: 'GET /v1/credits/subscription',
    summary: 'Read the subscription',
    access: 'read',
    reply: Subscription,
    errors: ['not_found'],
    example: { reply: exampleSubscription },
  }),

  cancelSubscription: endpoint({
    id: 'credits.cancel_subscription',
    route: 'DELETE /v1/credits/subscription',
    summary: 'Cancel the subscription at the end of what is paid',
    description:
      "Credits keep coming until then, a yearly plan's each month. Credits that were granted stay after the end, too.",
    access: 'write',
    reply: Subscription,
    errors: ['not_found', 'upstream_error'],
    callsOut: true,
    example: { reply: { ...exampleSubscription, cancel_at_period_end: true, next_credits_at: null } },
  }),

  autoTopup: endpoint({
    id: 'credits.auto_topup',
    route: 'GET /v1/credits/auto-topup',
    summary: 'Read the automatic top-up',
    access: 'read',
    reply: AutoTopup,
    errors: ['not_found'],
    example: { reply: exampleTopup },
  }),

  setAutoTopup: endpoint({
    id: 'credits.set_auto_topup',
    route: 'PUT /v1/credits/auto-topup',
    summary: 'Buy a pack whenever credits run low',
    description:
      'When fewer than `threshold` credits are available after a call, `pack_id` is bought with the saved payment method: one order at a time, two in ten minutes at most. Two declines suspend it until the payment method changes.',
    access: 'write',
    body: AutoTopupRequest,
    reply: AutoTopup,
    example: {
      body: { threshold: 100, pack_id: 'starter' },
      reply: exampleTopup,
      echo: ({ body }, reply) => ({ ...reply, threshold: body.threshold, pack_id: body.pack_id }),
    },
  }),

  deleteAutoTopup: endpoint({
    id: 'credits.delete_auto_topup',
    route: 'DELETE /v1/credits/auto-topup',
    summary: 'Stop the automatic top-up',
    description: 'Answers it as it was. An order that is under way is not called back.',
    access: 'write',
    reply: AutoTopup,
    errors: ['not_found'],
    example: { reply: exampleTopup },
  }),

  stripe: endpoint({
    id: 'callbacks.stripe',
    route: 'POST /v1/callbacks/stripe',
    summary: 'Receive events from Stripe',
    description:
      'For Stripe alone: the header `Stripe-Signature` must match the body. An event is dealt with once, however often it comes.',
    access: 'public',
    rawBody: true,
    callsOut: true,
    bodyBytesMax: 5 * 1_048_576,
    reply: Type.Object({ received: Type.Boolean() }, { title: 'CallbackResponse' }),
    errors: ['invalid_signature', 'not_found', 'upstream_error'],
    example: { reply: { received: true } },
  }),
}
