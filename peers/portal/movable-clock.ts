import { ManualClock } from '../../server/src/kit/clock.ts'

/** The real time plus an offset, for tests in a browser of things that take hours. */
export class MovableClock extends ManualClock {
  #ahead = 0
  override now(): Date {
    return new Date(Date.now() + this.#ahead)
  }
  override forDatabase(): Date {
    return this.now()
  }
  override advance(milliseconds: number): void {
    this.#ahead += milliseconds
  }
}
