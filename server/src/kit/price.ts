/**
 * What a call is charged for. How many credits a unit costs is not said here: the published price book knows that.
 * `free` endpoints carry no credit headers.
 */
export type Price<Input, Reply> =
  | 'free'
  | {
      /** The action's name in the price book. */
      readonly action: string
      /** The most units this call can return: held before the work starts. */
      readonly atMost: (input: Input) => number
      /** The units it did return: what is charged. */
      readonly found: (reply: Reply) => number
    }

export function priceName(price: Price<never, never>): string {
  return price === 'free' ? 'free' : price.action
}
