import type { Item, Reply } from '../../api/client.ts'
import { formatNumber } from '../../components/time/time.ts'

export type Order = Item<'credits.orders'>
export type Pricing = Reply<'pricing.get'>
export type Grant = Reply<'credits.get'>['grants'][number]
export type LedgerEntry = Item<'credits.ledger'>

/** Labels of the kinds of grants. */
export const GRANTS: Readonly<Record<Grant['kind'], string>> = {
  signup: 'Free credits',
  pack: 'Pack',
  subscription: 'Subscription',
  manual: 'Operator',
  refund: 'Refund',
}

export const ENTRIES: Readonly<Record<LedgerEntry['kind'], string>> = {
  grant: 'Credits added',
  charge: 'Charge',
  expire: 'Expired',
  trim: 'Not rolled over',
  revoke: 'Revoked',
}

/** Formats an amount: `$10`, `$12.50` */
export function dollars(cents: number): string {
  const minimumFractionDigits = cents % 100 === 0 ? 0 : 2
  return formatNumber(cents / 100, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits,
  })
}

/** Describes the item of an order by its name in the current price book, if it is still there: `Growth plan, yearly`. */
export function describeOrderItem(
  { pack_id, plan_id, interval, kind }: Pick<Order, 'pack_id' | 'plan_id' | 'interval' | 'kind'>,
  pricing: Pricing | undefined,
): string {
  if (plan_id !== null) return `${nameIn(pricing?.plans, plan_id)} plan, ${interval === 'year' ? 'yearly' : 'monthly'}`
  return `${nameIn(pricing?.packs, pack_id ?? '')} pack${kind === 'topup' ? ', automatic' : ''}`
}

export function nameIn(items: readonly { id: string; name: string }[] | undefined, id: string): string {
  return items?.find((item) => item.id === id)?.name ?? id
}
