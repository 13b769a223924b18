import type { Input } from '../../../api/client.ts'
import { formatCount } from '../../../components/count.ts'
import { formatNumber } from '../../../components/time/time.ts'
import { dollars, type Pricing } from '../../../resources/billing/billing-labels.ts'

/** A plan or pack of the price book. */
export interface PurchaseChoice {
  readonly title: string
  readonly cents: number
  readonly credits: number
  /** Price and interval: `$100 a year`. */
  readonly price: string
  /** Credits and interval: `500 credits a month`. */
  readonly brings: string
  readonly note: string
  readonly body: Input<'credits.checkout'>['body']
}

type Plan = Pricing['plans'][number]
type Pack = Pricing['packs'][number]

export function planChoice(plan: Plan, interval: 'month' | 'year'): PurchaseChoice {
  const isYearly = interval === 'year'
  const cents = isYearly ? plan.yearly_price_usd_cents : plan.monthly_price_usd_cents
  return {
    title: `${plan.name} plan`,
    cents,
    credits: plan.credits_per_month,
    price: `${dollars(cents)} a ${interval}`,
    brings: `${formatCount(plan.credits_per_month, 'credit')} a month`,
    note: `${perThousand(cents, plan.credits_per_month * (isYearly ? 12 : 1))}. Rolls over up to ${formatNumber(plan.rollover_cap)}.`,
    body: { plan_id: plan.id, interval },
  }
}

export function packChoice({ id, name, credits, price_usd_cents: cents }: Pack): PurchaseChoice {
  return {
    title: `${name} pack`,
    cents,
    credits,
    price: dollars(cents),
    brings: formatCount(credits, 'credit'),
    note: `${perThousand(cents, credits)}.`,
    body: { pack_id: id },
  }
}

function perThousand(cents: number, credits: number): string {
  return `${dollars(Math.round((1000 * cents) / Math.max(credits, 1)))} per ${formatNumber(1000)}`
}
