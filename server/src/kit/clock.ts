/** Time is an argument, so that a test can pass two years in seconds. */
export interface Clock {
  now(): Date
  /** The time for money: null for the database's own clock, so that a machine with a wrong clock expires nothing. */
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
