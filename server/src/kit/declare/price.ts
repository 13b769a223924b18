/** How many units of each action of the price book: `{ 'search/people': 10 }`. */
export type Units = Readonly<Record<string, number>>

/** A call that spends credits. How many a unit costs is not said here: the published price book knows that. */
export interface Metered<Input, Reply> {
  /** Names the call in receipts and usage. */
  readonly action: string
  /** The most this call can find: held before the work starts. */
  readonly atMost: (input: Input) => Units
  /** What it did find: what is charged. `by_step` when the handler charges as it goes. */
  readonly found: ((reply: Reply) => Units) | 'by_step'
}

/** `free` carries no credit headers; `quote` carries them and never charges; `later` starts a job that holds and charges. */
export type Price<Input, Reply> = 'free' | 'quote' | 'later' | Metered<Input, Reply>

// oxlint-disable-next-line typescript/no-explicit-any -- prices of every shape
export function priceName(price: Price<any, any>): string {
  return typeof price === 'string' ? price : price.action
}

/**
 * Counts a step of a running call and says what it costs; once per step, however often it is asked. All steps are charged
 * with the call's answer, or none: a call that fails costs nothing, and its retry does not pay a step twice.
 */
export interface Meter {
  charge(step: string, units: Units): Promise<number>
}
