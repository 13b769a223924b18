import type { Log } from './log/log.ts'
import { afterCommit, type Db, type Pool } from './postgres/db.ts'

/** Cached data that all processes must drop when it changes. */
export type Topic = 'keys' | 'sessions' | 'prices' | 'topups'

/**
 * Invalidates caches in every process. A change is announced in the transaction that makes it. Other processes learn of it by
 * NOTIFY within milliseconds or, if that connection is lost, by a poll of the topic's version within a second. Never used on
 * the hot path: a commit that notifies takes an instance-wide lock.
 */
export interface Invalidation {
  announce(db: Db, topic: Topic): Promise<void>
  on(topic: Topic, drop: () => void): void
  close(): Promise<void>
}

const CHANNEL = 'quoin_control'
const POLL_MS = 750

export async function startInvalidation(db: Pool, log: Log): Promise<Invalidation> {
  const listeners = new Map<Topic, (() => void)[]>()
  const seen = new Map<string, number>()
  const notify = (topic: string) => {
    for (const drop of listeners.get(topic as Topic) ?? []) drop()
  }
  const notifyAll = () => {
    for (const topic of listeners.keys()) notify(topic)
  }

  async function poll() {
    const rows = await db<{ topic: string; version: number }[]>`select topic, version from control_versions`
    for (const { topic, version } of rows) {
      if (seen.get(topic) !== version) notify(topic)
      seen.set(topic, version)
    }
  }

  const subscription = await db.listen(CHANNEL, notify, notifyAll)
  await poll()
  let isPolling = false
  const timer = setInterval(() => {
    if (isPolling) return
    isPolling = true
    poll()
      .catch((error: unknown) => log.warn({ err: error }, 'could not poll cache versions'))
      .finally(() => {
        isPolling = false
      })
  }, POLL_MS)
  timer.unref()

  return {
    async announce(tx, topic) {
      await tx`
        insert into control_versions (topic, version) values (${topic}, 1)
        on conflict (topic) do update set version = control_versions.version + 1`
      await tx`select pg_notify(${CHANNEL}, ${topic})`
      // This process does not wait for its own NOTIFY: the caller sees the change in its next request.
      afterCommit(tx, () => notify(topic))
    },
    on(topic, drop) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), drop])
    },
    async close() {
      clearInterval(timer)
      await subscription.unlisten().catch(() => {})
    },
  }
}
