/** Time comes in as an argument, so that a test can walk two years in seconds. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that stands still until it is moved. */
export class ManualClock implements Clock {
  #now: number
  constructor(start: Date = new Date()) {
    this.#now = start.getTime()
  }
  now(): Date {
    return new Date(this.#now)
  }
  advance(milliseconds: number): void {
    this.#now += milliseconds
  }
  set(time: Date): void {
    this.#now = time.getTime()
  }
}
