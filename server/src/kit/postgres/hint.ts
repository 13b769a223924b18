import { setTimeout as sleep } from 'node:timers/promises'
import { afterCommit, type Db, type Pool } from './db.ts'

/** A loop that sleeps while it has no work. */
export interface SleepingLoop {
  wake(): void
  isFull(): boolean
}

interface Hint {
  readonly loops: Set<SleepingLoop>
  readonly send: () => void
}

const GAP_MS = 10
const hints = new WeakMap<Pool, Map<string, Hint>>()

/**
 * Announces new work. The loops of this process wake once the transaction commits. If none of them has free capacity, other
 * processes get a NOTIFY: outside the caller's transaction and at most one per 10 ms, because a commit that notifies takes an
 * instance-wide lock. A lost hint costs the second until the next poll.
 */
export function hint(pool: Pool, db: Db, channel: string): void {
  afterCommit(db, getHint(pool, channel).send)
}

/** Wakes a loop on the hints of this and other processes. The returned function unsubscribes it. */
export async function joinHints(pool: Pool, loop: SleepingLoop, channel: string): Promise<() => Promise<void>> {
  const { loops } = getHint(pool, channel)
  loops.add(loop)
  const wake = () => loop.wake()
  const subscription = await pool.listen(channel, wake, wake)
  return async () => {
    loops.delete(loop)
    await subscription.unlisten().catch(() => {})
  }
}

function getHint(pool: Pool, channel: string): Hint {
  const channels = hints.get(pool) ?? new Map<string, Hint>()
  hints.set(pool, channels)
  const known = channels.get(channel)
  if (known) return known
  const loops = new Set<SleepingLoop>()
  const notify = coalesced(() => pool.notify(channel))
  const send = () => {
    let hasCapacity = false
    for (const loop of loops) {
      loop.wake()
      hasCapacity ||= !loop.isFull()
    }
    if (!hasCapacity) notify()
  }
  const made = { loops, send }
  channels.set(channel, made)
  return made
}

/** Merges calls that arrive while one is running, or too soon after it. */
function coalesced(send: () => Promise<unknown>): () => void {
  let isBusy = false
  let isWanted = false
  async function run() {
    isBusy = true
    while (isWanted) {
      isWanted = false
      await send().catch(() => {})
      await sleep(GAP_MS, undefined, { ref: false })
    }
    isBusy = false
  }
  return () => {
    isWanted = true
    if (!isBusy) void run()
  }
}
