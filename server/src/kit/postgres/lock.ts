import { connectSession, type Db, type Pool } from './db.ts'

export interface Lock {
  /** Throws when the lock was lost with its connection. */
  assertHeld(): Promise<void>
}

/** Runs work that only one process may do at a time. The others wait for it. */
export async function withLock<T>(db: Pool, name: string, work: (lock: Lock) => Promise<T>): Promise<T> {
  return inSession(db, async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext(${name}))`
    return work({ assertHeld: async () => void (await tx`select 1`) })
  })
}

/** Like `withLock`, but returns undefined at once when another process has the lock. */
export async function withLockIfFree<T>(
  db: Pool,
  name: string,
  work: (lock: Lock) => Promise<T>,
): Promise<T | undefined> {
  return inSession(db, async (tx) => {
    const [row] = await tx<[{ free: boolean }]>`select pg_try_advisory_xact_lock(hashtext(${name})) as free`
    return row.free ? work({ assertHeld: async () => void (await tx`select 1`) }) : undefined
  })
}

/** Runs work that several processes may do at a time: `isLocked` detects each of them. */
export async function withSharedLock<T>(db: Pool, name: string, work: () => Promise<T>): Promise<T> {
  return inSession(db, async (tx) => {
    await tx`select pg_advisory_xact_lock_shared(hashtext(${name}))`
    return work()
  })
}

/** Returns true if a process has a lock of this name. */
export async function isLocked(db: Db, name: string): Promise<boolean> {
  const [row] = await db<[{ free: boolean }]>`select pg_try_advisory_xact_lock(hashtext(${name})) as free`
  return !row.free
}

/** Heartbeat interval: often enough for work that takes hours. */
const BEAT_MS = 60_000

async function inSession<T>(db: Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  const session = connectSession(db, 'quoin lock')
  try {
    return await session.begin(async (tx) => {
      // The transaction is idle while the work uses other connections.
      await tx`set local idle_in_transaction_session_timeout = '10min'`
      const beat = setInterval(() => void tx`select 1`.catch(() => {}), BEAT_MS)
      try {
        return await work(tx)
      } finally {
        clearInterval(beat)
      }
    })
  } finally {
    await session.end({ timeout: 1 })
  }
}
