import { InvalidRequest } from '../../../../kit/declare/errors.ts'
import { notAmong } from '../../../../kit/declare/violations.ts'
import { type PriceBook, toCents } from '../../credits/price-book.ts'
import type { CheckoutRequest, Interval, OrderKind } from '../contract/order.ts'

export interface OrderItem {
  readonly kind: OrderKind
  readonly id: string
  readonly credits: number
  readonly priceUsdCents: number
  readonly interval: Interval | null
}

export function requestedItem(book: PriceBook, body: CheckoutRequest): OrderItem {
  if (body.pack_id !== undefined) return packItem(book, body.pack_id, 'pack')
  const plan = book.plans.find(({ id }) => id === body.plan_id)
  if (!plan || !body.interval) throw unknownItem('plan_id', book.plans)
  const priceUsdCents = toCents(body.interval === 'year' ? plan.yearly_price_usd : plan.monthly_price_usd)
  return { kind: 'subscription', id: plan.id, credits: plan.credits_per_month, priceUsdCents, interval: body.interval }
}

export function packItem(book: PriceBook, packId: string, kind: 'pack' | 'topup'): OrderItem {
  const pack = book.packs.find(({ id }) => id === packId)
  if (!pack) throw unknownItem('pack_id', book.packs)
  return { kind, id: pack.id, credits: pack.credits, priceUsdCents: toCents(pack.price_usd), interval: null }
}

function unknownItem(field: 'pack_id' | 'plan_id', offered: readonly { readonly id: string }[]): InvalidRequest {
  const ids = offered.map(({ id }) => id)
  return new InvalidRequest([notAmong(ids, ['body', field])])
}
