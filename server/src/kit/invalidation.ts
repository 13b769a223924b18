import type { Log } from './log.ts'
import { afterCommit, type Db, type Pool } from './postgres/db.ts'

/** What processes keep in memory and must forget together. */
export type Topic = 'keys' | 'prices' | 'topups'

/**
 * The control plane: a change is announced in the transaction that makes it. Other processes hear of it by NOTIFY within
 * milliseconds and, should that connection be lost, by a poll of the version within a second. Never used on the hot path:
 * a commit that notifies takes an instance-wide lock.
 */
export interface Control {
  announce(db: Db, topic: Topic): Promise<void>
  on(topic: Topic, forget: () => void): void
  close(): Promise<void>
}

const CHANNEL = 'quoin_control'
const POLL_MS = 750

export async function startControl(db: Pool, log: Log): Promise<Control> {
  const listeners = new Map<Topic, (() => void)[]>()
  const seen = new Map<string, number>()
  const tell = (topic: string) => {
    for (const forget of listeners.get(topic as Topic) ?? []) forget()
  }
  const tellAll = () => {
    for (const topic of listeners.keys()) tell(topic)
  }

  async function poll() {
    const rows = await db<{ topic: string; version: number }[]>`select topic, version from control_versions`
    for (const { topic, version } of rows) {
      if (seen.get(topic) !== version) tell(topic)
      seen.set(topic, version)
    }
  }

  const subscription = await db.listen(CHANNEL, tell, tellAll)
  await poll()
  let isPolling = false
  const timer = setInterval(() => {
    if (isPolling) return
    isPolling = true
    poll()
      .catch((error: unknown) => log.warn({ err: error }, 'control poll failed'))
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
      // This process does not wait for its own notice: whoever made the change sees it in the very next request.
      afterCommit(tx, () => tell(topic))
    },
    on(topic, forget) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), forget])
    },
    async close() {
      clearInterval(timer)
      await subscription.unlisten().catch(() => {})
    },
  }
}
