import type { Static } from 'typebox'
import { declareList } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { invalidValue, missingField, type Violation } from '../../../../kit/declare/errors.ts'
import { DateTime, ErrorObject, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import type { PriceBook } from '../../credits/price-book.ts'
import { STANDARD_BOOK } from '../../credits/standard-book.ts'

export const ORDER_STATUSES = ['pending', 'paid', 'failed', 'canceled', 'refunded', 'disputed'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

const ORDER_KINDS = ['pack', 'subscription', 'topup'] as const
export type OrderKind = (typeof ORDER_KINDS)[number]

export type Interval = Static<typeof Interval>
export const Interval = StringEnum(['month', 'year'])

export type ProviderName = Static<typeof Provider>
export const Provider = StringEnum(['manual', 'sandbox', 'stripe'])

export type Order = Static<typeof Order>
export const Order = Type.Object(
  {
    id: Type.String(),
    kind: StringEnum(ORDER_KINDS),
    pack_id: Nullable(Type.String()),
    plan_id: Nullable(Type.String()),
    interval: Nullable(Interval),
    credits: Type.Integer({ minimum: 0, description: 'Credits granted by the payment; for a plan, each month.' }),
    price_usd_cents: Type.Integer({ minimum: 0 }),
    status: StringEnum(ORDER_STATUSES),
    provider: Provider,
    url: Nullable(Type.String({ description: 'The payment page; null when there is none.' })),
    instructions: Nullable(Type.String({ description: 'Payment instructions when there is no payment page.' })),
    error: Nullable(ErrorObject),
    debt_credits: Type.Integer({ minimum: 0, description: 'Credits of a refunded payment that were already spent.' }),
    created_at: DateTime,
    paid_at: Nullable(DateTime),
  },
  { title: 'OrderResponse' },
)

const ItemId = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 64, description }))

export type CheckoutRequest = Static<typeof CheckoutRequest>
const CheckoutRequest = Type.Object(
  {
    pack_id: ItemId('A pack, paid once.'),
    plan_id: ItemId('A plan, with its `interval`.'),
    interval: Type.Optional(Interval),
  },
  { title: 'CheckoutRequest', additionalProperties: false },
)

function checkCheckout({ body }: { body: CheckoutRequest }): Violation[] {
  if ((body.pack_id === undefined) === (body.plan_id === undefined))
    return [invalidValue(['body'], 'name either a pack_id or a plan_id')]
  if (body.plan_id !== undefined && body.interval === undefined) return [missingField(['body', 'interval'])]
  if (body.pack_id !== undefined && body.interval !== undefined)
    return [invalidValue(['body', 'interval'], 'a pack is paid once and has no interval')]
  return []
}

/**
 * Returns the item that a checkout buys, as an order shows it. Items that exist only in a workspace's own book have no price
 * here.
 */
function itemIn(book: PriceBook, { pack_id, plan_id, interval }: CheckoutRequest) {
  const pack = book.packs.find(({ id }) => id === pack_id)
  const plan = book.plans.find(({ id }) => id === plan_id)
  const planUsd = interval === 'year' ? plan?.yearly_price_usd : plan?.monthly_price_usd
  return {
    kind: plan_id === undefined ? ('pack' as const) : ('subscription' as const),
    pack_id: pack_id ?? null,
    plan_id: plan_id ?? null,
    interval: interval ?? null,
    credits: pack?.credits ?? plan?.credits_per_month ?? 0,
    price_usd_cents: 100 * (pack?.price_usd ?? planUsd ?? 0),
  }
}

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
  instructions: 'Your order is waiting for the operator of this service.',
  error: null,
  debt_credits: 0,
  created_at: '2026-01-15T09:30:00.000Z',
  paid_at: null,
}

export const orders = {
  checkout: endpoint({
    id: 'credits.checkout',
    role: 'owner',
    needsSudo: true,
    route: 'POST /v1/credits/checkout',
    summary: 'Buy a pack or subscribe to a plan',
    description:
      'Returns a pending order. Send the buyer to its `url`; when that is null, `instructions` explain how to pay. The credits are granted once, when the order is paid.',
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
      echo: ({ body }, reply) => ({ ...reply, ...itemIn(STANDARD_BOOK, body) }),
    },
  }),

  list: endpoint({
    id: 'credits.orders',
    route: 'GET /v1/credits/orders',
    summary: 'List orders, newest first',
    description: 'Orders from checkouts, subscription renewals and auto top-up.',
    ...declareList(Order, 'OrderPage', exampleOrder),
  }),
}
