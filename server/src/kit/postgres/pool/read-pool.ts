import { type ConnectOptions, connect, type Db, isUnavailable, type Pool } from '../db.ts'
import { tag } from '../statement.ts'

/** Runs statements that may see the database as it was a moment ago. */
export interface ReadPool extends Db {
  end(): Promise<void>
}

/** Time a failed replica is not used. */
const PAUSE_MS = 5000

/** Reads from a replica while it responds, otherwise from the database itself. */
export function connectReads(db: Pool, url: string | undefined, options: ConnectOptions = {}): ReadPool {
  if (url === undefined) return Object.assign(tag(db.send), { end: async () => {} })
  const replica = connect(url, { name: 'quoin reads', ...options, canBeStandby: true })
  let pausedUntil = -Infinity
  const send: Pool['send'] = async (statement) => {
    if (performance.now() < pausedUntil) return db.send(statement)
    try {
      return await replica.send(statement)
    } catch (error) {
      // A conflict with recent changes of the primary concerns only this statement.
      if (!isUnavailable(error)) throw error
      if ((error as { code?: unknown }).code !== '40001') pausedUntil = performance.now() + PAUSE_MS
      return db.send(statement)
    }
  }
  return Object.assign(tag(send), { end: () => replica.end({ timeout: 1 }) })
}
