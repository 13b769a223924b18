import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from './db.ts'

export interface BatchOptions<Item, Result> {
  /** Answers one result per item, in order. Must be safe to send again when its outcome is unknown: then `isAgain`. */
  readonly run: (items: readonly Item[], isAgain: boolean) => Promise<readonly Result[]>
  readonly sizeMax: number
  /** So many waiting go out although a batch is under way; without it each batch waits for the one before. */
  readonly sizeEnough?: number
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

/** Batches under way at once. More would only make them smaller. */
const UNDER_WAY_MAX = 3

/**
 * Group commit without a timer: what is submitted in one turn of the event loop, or while a batch is under way, goes out
 * together. Light load keeps the latency of a single call, heavy load makes big batches. One batch after another would let
 * all callers fall into step, and then we wait while the database works and it waits while we do.
 */
export function createBatcher<Item, Result>({
  run,
  sizeMax,
  sizeEnough = Number.POSITIVE_INFINITY,
  queueMax,
  onFull,
  patienceMs,
}: BatchOptions<Item, Result>): Batcher<Item, Result> {
  let queue: Waiting<Item, Result>[] = []
  let underWay = 0
  let isScheduled = false
  let drained: PromiseWithResolvers<void> | undefined

  async function send(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const deadline = performance.now() + patienceMs
    const items = batch.map(({ item }) => item)
    for (let pauseMs = 25, isAgain = false; ; pauseMs = Math.min(pauseMs * 2, RESEND_MS_MAX)) {
      try {
        const results = await run(items, isAgain)
        batch.forEach(({ resolve }, at) => resolve(results[at] as Result))
        return
      } catch (error) {
        // The connection went away: whether it was committed is unknown, so the very same batch is sent again.
        if (isUnavailable(error) && performance.now() < deadline) {
          isAgain = true
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

  async function flush(): Promise<void> {
    do {
      const batch = queue.slice(0, sizeMax)
      queue = queue.slice(sizeMax)
      underWay++
      await send(batch)
      underWay--
    } while (isDue())
    if (underWay === 0) drained?.resolve()
  }

  function isDue(): boolean {
    return queue.length > 0 && (underWay === 0 || (queue.length >= sizeEnough && underWay < UNDER_WAY_MAX))
  }

  return {
    submit(item) {
      if (queue.length >= queueMax) return Promise.reject(onFull())
      return new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject })
        if (queue.length >= sizeEnough && underWay < UNDER_WAY_MAX) void flush()
        else if (underWay === 0 && !isScheduled) {
          isScheduled = true
          setImmediate(() => {
            isScheduled = false
            if (isDue()) void flush()
          })
        }
      })
    },
    async drain() {
      if (queue.length === 0 && underWay === 0) return
      drained ??= Promise.withResolvers()
      await drained.promise
      drained = undefined
    },
  }
}
