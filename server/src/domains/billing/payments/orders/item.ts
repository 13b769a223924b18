import { InvalidRequest, invalidValue } from '../../../../kit/declare/errors.ts'
import { centsOf, type PriceBook } from '../../credits/price-book.ts'
import type { CheckoutRequest, Interval, OrderKind } from '../contract/order.ts'

/** What an order buys. */
export interface Item {
  readonly kind: OrderKind
  readonly id: string
  readonly credits: number
  readonly priceUsdCents: number
  readonly interval: Interval | null
}

export function requestedItem(book: PriceBook, body: CheckoutRequest): Item {
  if (body.pack_id !== undefined) return packItem(book, body.pack_id, 'pack')
  const plan = book.plans.find(({ id }) => id === body.plan_id)
  if (!plan || !body.interval) throw unknownItem('plan', body.plan_id)
  const priceUsdCents = centsOf(body.interval === 'year' ? plan.yearly_price_usd : plan.monthly_price_usd)
  return { kind: 'subscription', id: plan.id, credits: plan.credits_per_month, priceUsdCents, interval: body.interval }
}

export function packItem(book: PriceBook, packId: string, kind: 'pack' | 'topup'): Item {
  const pack = book.packs.find(({ id }) => id === packId)
  if (!pack) throw unknownItem('pack', packId)
  return { kind, id: pack.id, credits: pack.credits, priceUsdCents: centsOf(pack.price_usd), interval: null }
}

function unknownItem(what: 'pack' | 'plan', given: string | undefined): InvalidRequest {
  const reason = `there is no such ${what}; GET /v1/public/pricing lists them`
  return new InvalidRequest([invalidValue(['body', `${what}_id`], reason, given)])
}
