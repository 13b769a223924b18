import type { Db } from '../../../kit/postgres/db.ts'

/** Ensures that only one first user is created, even with several set-up links. */
export async function lockFirstUser(db: Db): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended('first user', 0))`
}
