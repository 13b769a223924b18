import type { Units } from '../../../kit/declare/price.ts'
import { sha256 } from '../../../kit/hash.ts'

export interface PriceBook {
  readonly name: string
  /** Every priced action: what one unit costs, and what a unit is. An operation id prices that operation per call. */
  readonly actions: Readonly<Record<string, { readonly credits: number; readonly unit: string }>>
  readonly packs: readonly {
    readonly id: string
    readonly name: string
    readonly credits: number
    readonly price_usd: number
  }[]
  readonly plans: readonly Plan[]
  /** Days in which the same datum is not charged twice; null switches that off. */
  readonly repeat_free_days: number | null
}

export interface Plan {
  readonly id: string
  readonly name: string
  readonly credits_per_month: number
  readonly monthly_price_usd: number
  readonly yearly_price_usd: number
  readonly rollover_cap: number
}

/** Yearly billing is ten monthly payments; what rolls over is capped at twice the month's credits. */
function plan(id: string, name: string, credits: number, monthly: number): Plan {
  return {
    id,
    name,
    credits_per_month: credits,
    monthly_price_usd: monthly,
    yearly_price_usd: monthly * 10,
    rollover_cap: credits * 2,
  }
}

export const STANDARD_BOOK: PriceBook = {
  name: 'standard-2026-11',
  actions: {
    'search/people': { credits: 1, unit: 'person found' },
    'search/companies': { credits: 1, unit: 'company found' },
    'people/enrich': { credits: 3, unit: 'person found' },
    'contacts/find-email': { credits: 5, unit: 'email found' },
    'contacts/verify-email': { credits: 1, unit: 'verdict other than unknown' },
    consensus: { credits: 3, unit: 'person agreed on' },
  },
  packs: [
    { id: 'starter', name: 'Starter', credits: 500, price_usd: 10 },
    { id: 'growth', name: 'Growth', credits: 3000, price_usd: 50 },
    { id: 'scale', name: 'Scale', credits: 10_000, price_usd: 150 },
    { id: 'enterprise', name: 'Enterprise', credits: 50_000, price_usd: 600 },
  ],
  plans: [
    plan('starter', 'Starter', 500, 10),
    plan('growth', 'Growth', 3000, 45),
    plan('scale', 'Scale', 10_000, 130),
    plan('enterprise', 'Enterprise', 50_000, 500),
  ],
  repeat_free_days: null,
}

/** What these units cost. The one pricing function: holds, charges and estimates all ask it, so they cannot drift apart. */
export function creditsFor(book: PriceBook, units: Units): number {
  let total = 0
  for (const [action, count] of Object.entries(units)) {
    const price = book.actions[action]
    if (!price) throw new Error(`Price book ${book.name} has no price for ${action}`)
    if (!Number.isSafeInteger(count) || count < 0) throw new Error(`${count} is not a number of units of ${action}`)
    total += price.credits * count
  }
  return total
}

export function bookHash(book: PriceBook): string {
  return sha256(JSON.stringify(book)).toString('hex')
}

/** Throws when a book could not be charged by: prices are whole, names unique, nothing negative. */
export function checkBook(book: PriceBook): void {
  if (!/^[a-z0-9][a-z0-9.-]{0,63}$/.test(book.name))
    throw new Error('A price book is named with small letters, digits, dots and dashes')
  const whole = [
    ...Object.values(book.actions).map((a) => a.credits),
    ...book.packs.map((p) => p.credits),
    ...book.plans.map((p) => p.credits_per_month),
  ]
  if (whole.some((credits) => !Number.isSafeInteger(credits) || credits < 0))
    throw new Error('Credits are whole numbers, 0 or more')
  for (const list of [book.packs, book.plans])
    if (new Set(list.map(({ id }) => id)).size < list.length) throw new Error('Two packs or plans have one id')
}
