import { setImmediate } from 'node:timers/promises'

/** Time a loop over a caller's input may run before it yields to the event loop. */
const SLICE_MS = 10

export interface Yielder {
  isDue(): boolean
  /** Lets other due work run first. */
  yield(): Promise<void>
}

/** For loops over input of any size a caller may send: `if (yielder.isDue()) await yielder.yield()`. */
export function createYielder(): Yielder {
  let started = performance.now()
  return {
    isDue: () => performance.now() - started > SLICE_MS,
    async yield() {
      await setImmediate()
      started = performance.now()
    },
  }
}

/** Runs a generator to its end in slices. The generator yields where other work may run. */
export async function runCooperatively<T>(work: Generator<undefined, T>): Promise<T> {
  const yielder = createYielder()
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    if (yielder.isDue()) await yielder.yield()
  }
}
