import { ManualClock } from '../../server/src/kit/clock.ts'

/** The real time, and what it is moved ahead by: for what takes hours, in a world that a browser looks at. */
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
