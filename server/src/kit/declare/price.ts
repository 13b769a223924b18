import type { Purchase } from '../ledger.ts'

/** Number of units per action of the price book: `{ 'search/people': 10 }`. */
export type Units = Readonly<Record<string, number>>

/** Price of a call that spends credits. The cost of a unit is in the published price book. */
export interface MeteredPrice<Input, Reply> {
  /** Names the call in receipts and usage. */
  readonly action: string
  /** Maximum that the call can find: held before the work starts. */
  readonly atMost: (input: Input) => Units
  /** Units found, which are charged; `by_step` when the handler charges each step itself. */
  readonly found: ((reply: Reply) => Units) | 'by_step'
  /**
   * The handler awaits `meter.hold()` before anything that costs money or time. A call that finishes without a hold is charged in
   * one commit, after its response is known. By default every call holds before its handler runs.
   */
  readonly holds?: 'on_demand'
}

/** `free` sends no credit headers; `quote` sends them and never charges; `later` starts a job that holds and charges. */
export type Price<Input, Reply> = 'free' | 'quote' | 'later' | MeteredPrice<Input, Reply>

// oxlint-disable-next-line typescript/no-explicit-any -- prices of every shape
export function priceName(price: Price<any, any>): string {
  return typeof price === 'string' ? price : price.action
}

/**
 * Counts the steps of a running call. `charge` returns the cost of a step, and counts a step once even if it is called
 * repeatedly. All steps are charged with the call's response, or none: a call that fails costs nothing, and its retry does not
 * pay for a step twice.
 */
export interface Meter {
  /** Holds the maximum cost of the call, once; throws when the balance does not cover it. */
  hold(): Promise<void>
  charge(step: string, units: Units): Promise<number>
  /** Stores what the call bought, with its charge. */
  keep(purchase: Purchase): void
}

/** Meter of endpoints without a price: charging there is a bug, and there is nothing to hold. */
export const NO_METER: Meter = {
  hold: () => Promise.resolve(),
  charge: () => Promise.reject(new Error('this endpoint declares no price')),
  keep: () => {},
}
