import { connectSession, type Pool } from './db.ts'

export interface Lock {
  /** Throws when the lock was lost with its connection. */
  assertHeld(): Promise<void>
}

/** Runs work that only one process may do at a time; the others wait for it. */
export async function withLock<T>(db: Pool, name: string, work: (lock: Lock) => Promise<T>): Promise<T> {
  const session = connectSession(db, 'quoin lock')
  try {
    return await session.begin(async (tx) => {
      // It is idle while the work uses other connections.
      await tx`set local idle_in_transaction_session_timeout = '10min'`
      await tx`select pg_advisory_xact_lock(hashtext(${name}))`
      return work({ assertHeld: async () => void (await tx`select 1`) })
    })
  } finally {
    await session.end({ timeout: 1 })
  }
}
