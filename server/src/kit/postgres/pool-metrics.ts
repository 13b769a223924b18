import { Gauge, type Registry } from 'prom-client'
import type { Pool } from './db.ts'

/** How busy the connections of this process are. */
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
  gauge('quoin_db_pool_connections', 'Connections to the database that are open.', () => pool.usage().open)
  gauge('quoin_db_pool_in_use', 'Connections that run statements or transactions.', () => pool.usage().inUse)
  gauge('quoin_db_pool_waiting', 'Statements and transactions that wait for a connection.', () => pool.usage().waiting)
  gauge(
    'quoin_db_pool_connections_max',
    'Connections that requests and jobs may open, of those that DATABASE_POOL allows.',
    () => pool.options.max ?? 0,
  )
}
