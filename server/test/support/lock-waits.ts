import type { Pool } from '../../src/kit/postgres/db.ts'

/**
 * Returns true when a statement waits for a lock, on any node of a cluster. Queries over the LISTEN connection: on any other,
 * the query may be pipelined behind the waiting statement.
 */
export async function hasLockWait({ session: db }: Pool): Promise<boolean> {
  const [citus] = await db`select 1 from pg_extension where extname = 'citus'`
  const waits = citus
    ? await db`select 1 from citus_locks where not granted limit 1`
    : await db`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`
  return waits.length > 0
}
