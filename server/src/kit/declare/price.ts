/** How many units of each action of the price book: `{ 'search/people': 10 }`. */
export type Units = Readonly<Record<string, number>>

/** The price of a call that spends credits. What a unit costs is in the published price book. */
export interface MeteredPrice<Input, Reply> {
  /** Names the call in receipts and usage. */
  readonly action: string
  /** The most that the call can find: held before the work starts. */
  readonly atMost: (input: Input) => Units
  /** What it found, which is charged. `by_step` when the handler charges each step itself. */
  readonly found: ((reply: Reply) => Units) | 'by_step'
  /**
   * The handler awaits `meter.hold()` before anything that costs money or time. A call that gets there without one is charged in one
   * commit, after its answer is known. Left out, every call holds before its handler runs.
   */
  readonly holds?: 'on_demand'
}

/** `free` carries no credit headers; `quote` carries them and never charges; `later` starts a job that holds and charges. */
export type Price<Input, Reply> = 'free' | 'quote' | 'later' | MeteredPrice<Input, Reply>

// oxlint-disable-next-line typescript/no-explicit-any -- prices of every shape
export function priceName(price: Price<any, any>): string {
  return typeof price === 'string' ? price : price.action
}

/**
 * Counts the steps of a running call. `charge` answers what a step costs, and counts it once however often it is called. All steps are
 * charged with the call's answer, or none: a call that fails costs nothing, and its retry does not pay a step twice.
 */
export interface Meter {
  /** Holds the most that the call can cost, once; throws when that is not covered. */
  hold(): Promise<void>
  charge(step: string, units: Units): Promise<number>
}

/** For endpoints without a price: to charge there is a bug, and there is nothing to hold. */
export const NO_METER: Meter = {
  hold: () => Promise.resolve(),
  charge: () => Promise.reject(new Error('this endpoint declares no price')),
}
