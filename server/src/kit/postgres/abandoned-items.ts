import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from './db.ts'

export interface AbandonedOptions<Item> {
  /** Sends items that may be committed already. */
  readonly resend: (items: readonly Item[]) => Promise<unknown>
  /** For how long an item is sent again that nothing stands in for. */
  readonly resendMs: number
  /** The database has answered what was sent in place of this item. */
  readonly onAnswered: (item: Item) => void
}

/** What is still sent although its callers have their error, until the database answers. */
export interface AbandonedItems<Item> {
  readonly size: () => number
  /** `standIn` is what is sent: the item itself, or another one in its place. */
  add(item: Item, standIn: Item): void
  /** Waits until nothing is left; what stands in for items is then given up after a while, too. */
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

  /** One by one, because a part of the database may be away for longer than the rest. */
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
