import { setImmediate } from 'node:timers/promises'

/** How long work that has no end in sight may keep the event loop before others have their turn. */
const TURN_MS = 10

export interface Turn {
  isOver(): boolean
  /** Lets everything else that is due run first. */
  next(): Promise<void>
}

/** For loops over as much as a caller may send: `if (turn.isOver()) await turn.next()`. */
export function startTurn(): Turn {
  let started = performance.now()
  return {
    isOver: () => performance.now() - started > TURN_MS,
    async next() {
      await setImmediate()
      started = performance.now()
    },
  }
}

/** Runs work that yields where others may run. */
export async function inTurns<T>(work: Generator<undefined, T>): Promise<T> {
  const turn = startTurn()
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    if (turn.isOver()) await turn.next()
  }
}
