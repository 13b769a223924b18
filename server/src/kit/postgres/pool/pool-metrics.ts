import { Gauge, type Registry } from 'prom-client'
import type { Pool } from '../db.ts'

/** Measures how busy the connections of this process are. */
export function addPoolMetrics(registry: Registry, pool: Pool): void {
  const gauge = (name: string, help: string, read: () => number) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(read())
        },
      }),
    )
  gauge('quoin_db_pool_connections', 'Open database connections.', () => pool.usage().open)
  gauge('quoin_db_pool_in_use', 'Connections running statements or transactions.', () => pool.usage().inUse)
  gauge('quoin_db_pool_waiting', 'Statements and transactions waiting for a connection.', () => pool.usage().waiting)
  gauge(
    'quoin_db_pool_connections_max',
    'Connections available to requests and jobs, out of DATABASE_POOL.',
    () => pool.options.max ?? 0,
  )
}
