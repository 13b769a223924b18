import type { Db } from '../../../kit/postgres/db.ts'

/** Only one first user is made, however many set-up links there are. */
export async function lockFirstUser(db: Db): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended('first user', 0))`
}
