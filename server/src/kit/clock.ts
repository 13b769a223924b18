/** Time is an argument, so that a test can simulate two years in seconds. */
export interface Clock {
  now(): Date
  /** Time for money: null for the database's clock, so that a machine with a wrong clock expires nothing. */
  forDatabase(): Date | null
}

export const systemClock: Clock = { now: () => new Date(), forDatabase: () => null }

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #now: number
  constructor(start: Date = new Date()) {
    this.#now = start.getTime()
  }
  now(): Date {
    return new Date(this.#now)
  }
  forDatabase(): Date {
    return this.now()
  }
  advance(milliseconds: number): void {
    this.#now += milliseconds
  }
  set(time: Date): void {
    this.#now = time.getTime()
  }
}
