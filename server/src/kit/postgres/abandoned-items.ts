import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from './db.ts'

export interface AbandonedOptions<Item> {
  /** Sends items that may be committed already. */
  readonly resend: (items: readonly Item[]) => Promise<unknown>
  /** Time an item without a replacement is retried. */
  readonly resendMs: number
  /** Called when the database has responded to the replacement of this item. */
  readonly onAnswered: (item: Item) => void
}

/** Items that are still sent, until the database responds, although their callers already got an error. */
export interface AbandonedItems<Item> {
  readonly size: () => number
  /** Adds an item. `standIn` is sent: the item itself, or a replacement. */
  add(item: Item, standIn: Item): void
  /** Waits until nothing is left. During a drain replacements are dropped after a while, too. */
  drain(): Promise<void>
}

interface AbandonedItem<Item> {
  readonly item: Item
  readonly standIn: Item
  readonly until: number
}

const PAUSE_MS = 500

export function createAbandonedItems<Item>({
  resend,
  resendMs,
  onAnswered,
}: AbandonedOptions<Item>): AbandonedItems<Item> {
  const left: AbandonedItem<Item>[] = []
  let sending = Promise.resolve()
  let isSending = false
  let isDraining = false

  /** Sends one by one, because a part of the database may be unavailable for longer than the rest. */
  async function sendAll(): Promise<void> {
    isSending = true
    while (left.length > 0) {
      for (const one of left.slice()) if (!(await isKept(one))) left.splice(left.indexOf(one), 1)
      if (left.length > 0) await sleep(PAUSE_MS)
    }
    isSending = false
  }

  async function isKept({ item, standIn, until }: AbandonedItem<Item>): Promise<boolean> {
    try {
      await resend([standIn])
    } catch (error) {
      if (isUnavailable(error)) return performance.now() < until || (standIn !== item && !isDraining)
    }
    if (standIn !== item) onAnswered(item)
    return false
  }

  return {
    size: () => left.length,
    add(item, standIn) {
      left.push({ item, standIn, until: performance.now() + resendMs })
      if (!isSending) sending = sendAll()
    },
    async drain() {
      isDraining = true
      await sending
      isDraining = false
    },
  }
}
