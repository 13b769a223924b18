import type { Static } from 'typebox'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { FreeForm, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { type PriceBook, toCents } from '../price-book.ts'
import { STANDARD_BOOK } from '../standard-book.ts'

const Amount = Type.Integer({ minimum: 0 })
const item = { id: Type.String(), name: Type.String() }

export type Pricing = Static<typeof Pricing>
const Pricing = Type.Object(
  {
    price_book: Type.String(),
    currency: StringEnum(['USD']),
    free_credits: Amount,
    packs: Type.Array(Type.Object({ ...item, credits: Amount, price_usd: Type.Number(), price_usd_cents: Amount })),
    plans: Type.Array(
      Type.Object({
        ...item,
        credits_per_month: Amount,
        monthly_price_usd: Type.Number(),
        monthly_price_usd_cents: Amount,
        yearly_price_usd: Type.Number({ description: 'Ten monthly payments.' }),
        yearly_price_usd_cents: Amount,
        rollover_cap: Type.Integer({ minimum: 0, description: 'Maximum number of credits carried into a new month.' }),
      }),
    ),
  },
  { title: 'PricingResponse' },
)

/** Prices of all actions for a workspace. The workflows slice implements the endpoint, because it knows the worst cases. */
export type Actions = Static<typeof Actions>
export const Actions = Type.Object(
  {
    price_book: Type.String(),
    data: Type.Array(
      Type.Object({
        action: Type.String(),
        credits: Type.Integer({ minimum: 0, description: 'Price of one unit for this workspace.' }),
        unit: Type.String(),
        worst_case_credits: Type.Integer({ minimum: 0, description: 'Maximum price of one unit.' }),
        call: Nullable(
          Type.Object(
            {
              operation: Type.String({ description: 'Operation id, such as `data.find_email`.' }),
              summary: Type.String(),
              description: Type.String(),
              body: FreeForm({ description: 'JSON Schema of the request body.' }),
              example: FreeForm({ description: 'An example request body.' }),
            },
            {
              title: 'ActionCall',
              description: 'The lookup or workflow that runs it; null for other priced calls.',
            },
          ),
        ),
      }),
    ),
    has_more: Type.Boolean(),
    next_cursor: Nullable(Type.String()),
  },
  { title: 'ActionsResponse' },
)

/** Returns the prices of the book, in dollars as the book states them and in cents as orders state them. */
export function pricesIn({ packs, plans }: PriceBook): Pick<Pricing, 'packs' | 'plans'> {
  return {
    packs: packs.map((pack) => ({ ...pack, price_usd_cents: toCents(pack.price_usd) })),
    plans: plans.map((plan) => ({
      ...plan,
      monthly_price_usd_cents: toCents(plan.monthly_price_usd),
      yearly_price_usd_cents: toCents(plan.yearly_price_usd),
    })),
  }
}

const { name: price_book } = STANDARD_BOOK

export const pricing = {
  get: endpoint({
    id: 'pricing.get',
    route: 'GET /v1/public/pricing',
    summary: 'List packs and subscription plans',
    access: 'public',
    reply: Pricing,
    example: { reply: { price_book, currency: 'USD', free_credits: 50, ...pricesIn(STANDARD_BOOK) } },
  }),
}
