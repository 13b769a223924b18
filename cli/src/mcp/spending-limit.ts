import type { Message } from './message.ts'

/** Spending limit of one process. Running calls count with the most they can cost, jobs with what they hold. */
export class SpendingLimit {
  readonly #max: number
  #spent = 0

  constructor(max: number) {
    this.#max = max
  }

  get left(): number {
    return Math.max(0, this.#max - this.#spent)
  }

  /** Counts a call before it runs. Returns a function to call with the outcome. */
  begin({ params }: Message): (outcome: Message, isRepetition?: boolean) => void {
    const wanted = params?.arguments?.max_credits
    const counted = typeof wanted === 'number' ? Math.min(wanted, this.left) : 0
    this.#spent += counted
    return (outcome, isRepetition = false) => {
      const { _meta: meta = {} } = outcome.result ?? {}
      const { 'quoin/credits_charged': charged = 0, 'quoin/credits_held': held = 0 } = meta
      // The first response was lost, and with it the cost.
      const { 'quoin/credits_replayed': lost = 0 } = isRepetition ? meta : {}
      this.#spent += Number(charged) + Number(held) + Number(lost) - counted
    }
  }
}
