import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from './db.ts'

export interface BatchOptions<Item, Result> {
  /** Answers one result per item, in order. Must be safe to send again when its outcome is unknown. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly sizeMax: number
  /** Beyond this many waiting, callers are turned away: a full queue is an answer, not memory. */
  readonly queueMax: number
  readonly onFull: () => Error
  /** For how long a batch whose outcome is unknown is sent again. */
  readonly patienceMs: number
}

export interface Batcher<Item, Result> {
  submit(item: Item): Promise<Result>
  /** Waits until everything submitted has its answer. */
  drain(): Promise<void>
}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

const RESEND_MS_MAX = 500

/**
 * Group commit without a timer: while one batch is in flight the next one gathers. Light load keeps the latency of a
 * single call, heavy load makes big batches.
 */
export function createBatcher<Item, Result>({
  run,
  sizeMax,
  queueMax,
  onFull,
  patienceMs,
}: BatchOptions<Item, Result>): Batcher<Item, Result> {
  let queue: Waiting<Item, Result>[] = []
  let running: Promise<void> | undefined

  async function send(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const deadline = performance.now() + patienceMs
    for (let pauseMs = 25; ; pauseMs = Math.min(pauseMs * 2, RESEND_MS_MAX)) {
      try {
        const results = await run(batch.map(({ item }) => item))
        batch.forEach(({ resolve }, at) => resolve(results[at] as Result))
        return
      } catch (error) {
        // The connection went away: whether it was committed is unknown, so the very same batch is sent again.
        if (isUnavailable(error) && performance.now() < deadline) {
          await sleep(pauseMs)
          continue
        }
        if (batch.length === 1 || isUnavailable(error)) {
          for (const { reject } of batch) reject(error)
          return
        }
        // One bad item must not take the others with it.
        for (const one of batch) await send([one])
        return
      }
    }
  }

  async function work(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, sizeMax)
      queue = queue.slice(sizeMax)
      await send(batch)
    }
    running = undefined
  }

  return {
    submit(item) {
      if (queue.length >= queueMax) return Promise.reject(onFull())
      return new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject })
        running ??= Promise.resolve().then(work)
      })
    },
    async drain() {
      await running
    },
  }
}
