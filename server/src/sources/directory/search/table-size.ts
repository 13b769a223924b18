import { type Db, isPool, type Pool } from '../../../kit/postgres/db.ts'
import { estimateRows, type Table } from '../sql/search.ts'

const KEPT_MS = 60_000

interface CachedEstimate {
  readonly rows: Promise<number>
  readonly readAt: number
}

const kept = new WeakMap<Pool, Map<Table, CachedEstimate>>()

/** Estimates the rows of a table, by the planner's statistics of the last minute; undefined when there are none. */
export async function estimateTableRows(db: Db, table: Table): Promise<number | undefined> {
  const rows = await (isPool(db) ? readKept(db, table) : estimateRows(db, table))
  return rows < 0 ? undefined : rows
}

function readKept(db: Pool, table: Table): Promise<number> {
  const tables = kept.get(db) ?? new Map<Table, CachedEstimate>()
  kept.set(db, tables)
  const known = tables.get(table)
  if (known && performance.now() < known.readAt + KEPT_MS) return known.rows
  const rows = estimateRows(db, table)
  tables.set(table, { rows, readAt: performance.now() })
  rows.catch(() => tables.delete(table))
  return rows
}
