import { setTimeout as sleep } from 'node:timers/promises'
import { afterCommit, type Db, type Pool } from './db.ts'

/** What a loop lets the hint know of it. */
export interface Sleeper {
  wake(): void
  isFull(): boolean
}

interface Hint {
  readonly sleepers: Set<Sleeper>
  readonly tell: () => void
}

const GAP_MS = 10
const hints = new WeakMap<Pool, Map<string, Hint>>()

/**
 * There is new work: loops of this process are woken once the transaction has committed. Other processes are told by a
 * NOTIFY when this one has no loop with room: from a connection of the pool, never in the caller's transaction, and at
 * most one at a time and each 10 ms, because a commit that notifies takes an instance-wide lock. A hint that is lost costs
 * the second until the next poll.
 */
export function hint(pool: Pool, db: Db, channel: string): void {
  afterCommit(db, hintOf(pool, channel).tell)
}

/** Joins a loop to the hints of its own process and of the others; the answer undoes it. */
export async function joinHints(pool: Pool, sleeper: Sleeper, channel: string): Promise<() => Promise<void>> {
  const { sleepers } = hintOf(pool, channel)
  sleepers.add(sleeper)
  const heard = () => sleeper.wake()
  const subscription = await pool.listen(channel, heard, heard)
  return async () => {
    sleepers.delete(sleeper)
    await subscription.unlisten().catch(() => {})
  }
}

function hintOf(pool: Pool, channel: string): Hint {
  const channels = hints.get(pool) ?? new Map<string, Hint>()
  hints.set(pool, channels)
  const known = channels.get(channel)
  if (known) return known
  const sleepers = new Set<Sleeper>()
  const notify = coalesced(() => pool.notify(channel))
  const tell = () => {
    let hasRoom = false
    for (const sleeper of sleepers) {
      sleeper.wake()
      hasRoom ||= !sleeper.isFull()
    }
    if (!hasRoom) notify()
  }
  const made = { sleepers, tell }
  channels.set(channel, made)
  return made
}

/** Calls that come while one is under way, or too soon after it, become one. */
function coalesced(send: () => Promise<unknown>): () => void {
  let isBusy = false
  let isAsked = false
  async function run() {
    isBusy = true
    while (isAsked) {
      isAsked = false
      await send().catch(() => {})
      await sleep(GAP_MS, undefined, { ref: false })
    }
    isBusy = false
  }
  return () => {
    isAsked = true
    if (!isBusy) void run()
  }
}
