import { setTimeout as sleep } from 'node:timers/promises'
import type { Ledger } from '../kit/ledger.ts'
import type { Log } from '../kit/log/log.ts'
import { isUnavailable } from '../kit/postgres/db.ts'

const ATTEMPTS = 30
const PAUSE_MS = 1000

type Listener = Parameters<Ledger['onUnanswered']>[0]

/** Tells listeners about calls that got an error before it was known whether the database charged them. */
export interface UnansweredCalls {
  readonly onUnanswered: (listener: Listener) => void
  report(workspaceId: string, holdId: string): void
  /** Waits until the listeners are done. */
  drain(): Promise<void>
}

export function createUnansweredCalls(log: Log): UnansweredCalls {
  const listeners: Listener[] = []
  const running = new Set<Promise<void>>()

  async function call(listener: Listener, workspaceId: string, holdId: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await listener(workspaceId, holdId)
      } catch (error) {
        if (isUnavailable(error) && attempt < ATTEMPTS) await sleep(PAUSE_MS)
        else {
          const message = 'a call that got no result may have been charged: refund its hold_id'
          return log.error({ err: error, workspaceId, holdId }, message)
        }
      }
    }
  }

  return {
    onUnanswered: (listener) => void listeners.push(listener),
    report(workspaceId, holdId) {
      for (const listener of listeners) {
        const work: Promise<void> = call(listener, workspaceId, holdId).finally(() => running.delete(work))
        running.add(work)
      }
    },
    async drain() {
      await Promise.all(running)
    },
  }
}
