import { setTimeout as sleep } from 'node:timers/promises'
import { createAbandonedItems } from './abandoned-items.ts'
import { isUnavailable } from './db.ts'

/**
 * Chooses what is sent after a caller got its error: the same item, nothing, or a replacement, which is sent until the database
 * responds.
 */
export type Abandon<Item> = (item: Item, wasSent: boolean) => Item | undefined

export interface BatchOptions<Item, Result> {
  /**
   * Returns one result per item, in order. A batch with an unknown outcome is sent again, with `isResend`, so a resend must be
   * safe.
   */
  readonly run: (items: readonly Item[], isResend: boolean) => Promise<readonly Result[]>
  readonly sizeMax: number
  /** A batch of this size is sent even if another one is in flight. Without it each batch waits for the previous one. */
  readonly sizeToOverlap?: number
  /** Submissions are refused while this many wait: a full queue is an error and must not use more memory. */
  readonly queueMax: number
  readonly onFull: () => Error
  /** Time a batch with an unknown outcome is retried. */
  readonly resendMs: number
  /** With it, callers get the error as soon as the database seems unavailable. By default all of them wait for the outcome. */
  readonly abandon?: Abandon<Item>
  /** Called when the database has responded to the replacement of this item. */
  readonly onAbandoned?: (item: Item) => void
  /** Items that wait behind a failed batch fail with it: they were never sent. By default each batch is tried. */
  readonly failsTogether?: boolean
}

/** Limits that batchers with a shared load have in common. */
export type BatchLimits = Pick<BatchOptions<unknown, unknown>, 'sizeMax' | 'sizeToOverlap' | 'queueMax' | 'onFull'>

export interface Batcher<Item, Result> {
  submit(item: Item): Promise<Result>
  /** Waits until every submitted item has its result. */
  drain(): Promise<void>
}

interface PendingItem<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

const RESEND_PAUSE_MS_MAX = 500
/**
 * A database that was unavailable for this long may stay so. Including the next attempt, a caller waits less than 5 s in total.
 */
const AWAY_MS = 1500

/** More batches in flight would only be smaller ones. */
const IN_FLIGHT_MAX = 3

/**
 * Group commit without a timer: items submitted in one event loop turn, or while a batch is in flight, share a batch. Light
 * load keeps the latency of a single call; heavy load makes large batches. Measured (decision 0009): with one batch at a time
 * this process and PostgreSQL wait for each other in turn; overlapping batches keep both busy.
 */
export function createBatcher<Item, Result>({
  run,
  sizeMax,
  sizeToOverlap = Number.POSITIVE_INFINITY,
  queueMax,
  onFull,
  resendMs,
  abandon,
  onAbandoned = () => {},
  failsTogether = false,
}: BatchOptions<Item, Result>): Batcher<Item, Result> {
  let queue: PendingItem<Item, Result>[] = []
  let inFlight = 0
  let isScheduled = false
  let drained: PromiseWithResolvers<void> | undefined
  const abandoned = createAbandonedItems<Item>({
    resend: (items) => run(items, true),
    resendMs,
    onAnswered: onAbandoned,
  })

  async function send(batch: readonly PendingItem<Item, Result>[]): Promise<void> {
    const began = performance.now()
    const items = batch.map(({ item }) => item)
    for (let pauseMs = 25, isResend = false; ; pauseMs = Math.min(pauseMs * 2, RESEND_PAUSE_MS_MAX)) {
      try {
        const results = await run(items, isResend)
        batch.forEach(({ resolve }, at) => resolve(results[at] as Result))
        return
      } catch (error) {
        const awayMs = performance.now() - began
        if (isUnavailable(error) && abandon && awayMs > AWAY_MS) return abandonAll(batch, error, abandon)
        // The connection was lost and the batch may be committed: the same batch is sent again.
        if (isUnavailable(error) && awayMs < resendMs) {
          isResend = true
          await sleep(pauseMs)
          continue
        }
        if (batch.length === 1 || isUnavailable(error)) {
          const isAway = failsTogether && isUnavailable(error)
          for (const { reject } of isAway ? [...batch, ...queue.splice(0)] : batch) reject(error)
          return
        }
        // One bad item must not fail the others.
        for (const one of batch) await send([one])
        return
      }
    }
  }

  /** Rejects the callers of this batch and those that wait behind it. */
  function abandonAll(batch: readonly PendingItem<Item, Result>[], error: unknown, standInFor: Abandon<Item>): void {
    const waiting = new Set(queue)
    queue = []
    for (const pending of [...batch, ...waiting]) {
      pending.reject(error)
      const standIn = standInFor(pending.item, !waiting.has(pending))
      if (standIn !== undefined) abandoned.add(pending.item, standIn)
    }
  }

  async function flush(): Promise<void> {
    do {
      const batch = queue.slice(0, sizeMax)
      queue = queue.slice(sizeMax)
      inFlight++
      await send(batch)
      inFlight--
    } while (isDue())
    if (inFlight === 0) drained?.resolve()
  }

  function isDue(): boolean {
    return queue.length > 0 && (inFlight === 0 || (queue.length >= sizeToOverlap && inFlight < IN_FLIGHT_MAX))
  }

  return {
    submit(item) {
      if (queue.length + abandoned.size() >= queueMax) return Promise.reject(onFull())
      return new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject })
        if (queue.length >= sizeToOverlap && inFlight < IN_FLIGHT_MAX) void flush()
        else if (inFlight === 0 && !isScheduled) {
          isScheduled = true
          setImmediate(() => {
            isScheduled = false
            if (isDue()) void flush()
          })
        }
      })
    },
    async drain() {
      if (queue.length > 0 || inFlight > 0) {
        drained ??= Promise.withResolvers()
        await drained.promise
        drained = undefined
      }
      await abandoned.drain()
    },
  }
}
