import type { Units } from '../../../kit/declare/price.ts'
import { sha256 } from '../../../kit/hash.ts'

export interface PriceBook {
  readonly name: string
  /** Price and unit of each action. An entry named by an operation id prices each call of that operation. */
  readonly actions: Readonly<Record<string, { readonly credits: number; readonly unit: string }>>
  readonly packs: readonly {
    readonly id: string
    readonly name: string
    readonly credits: number
    readonly price_usd: number
  }[]
  readonly plans: readonly Plan[]
  /** Days in which a workspace is not charged again for the same datum; null charges every time. */
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

/** Converts a price in dollars to cents, the unit of all stored amounts. */
export function toCents(priceUsd: number): number {
  return Math.round(priceUsd * 100)
}

/** Returns the price of these units. Holds, charges and estimates all use this function, so they cannot differ. */
export function creditsFor(book: PriceBook, units: Units): number {
  let total = 0
  for (const action of Object.keys(units)) total += priceAction(book, action, units[action] as number)
  return total
}

export function priceAction(book: PriceBook, action: string, count: number): number {
  const price = book.actions[action]
  if (!price) throw new Error(`Price book ${book.name} has no price for ${action}`)
  if (!Number.isSafeInteger(count) || count < 0) throw new Error(`${count} is not a valid number of units of ${action}`)
  return price.credits * count
}

export function bookHash(book: PriceBook): string {
  return sha256(JSON.stringify(book)).toString('hex')
}

/** Throws when the book is invalid: credits must be non-negative integers, and ids unique. */
export function assertValidBook(book: PriceBook): void {
  if (!/^[a-z0-9][a-z0-9.-]{0,63}$/.test(book.name))
    throw new Error('A price book name may contain only lower-case letters, digits, dots and dashes')
  const whole = [
    ...Object.values(book.actions).map((a) => a.credits),
    ...book.packs.map((p) => p.credits),
    ...book.plans.map((p) => p.credits_per_month),
  ]
  if (whole.some((credits) => !Number.isSafeInteger(credits) || credits < 0))
    throw new Error('Credits must be whole numbers, 0 or more')
  for (const list of [book.packs, book.plans])
    if (new Set(list.map(({ id }) => id)).size < list.length) throw new Error('Two packs or two plans have the same id')
}
