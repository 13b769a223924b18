/** Time comes in as an argument, so that a test can walk two years in seconds. */
export interface Clock {
  now(): Date
  /** What money goes by: null for the database's own clock, so that a machine with a wrong one expires nothing. */
  forDatabase(): Date | null
}

export const systemClock: Clock = { now: () => new Date(), forDatabase: () => null }

/** A clock that stands still until it is moved. */
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
