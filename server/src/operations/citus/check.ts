import type { Pool } from '../../kit/postgres/db.ts'
import type { Finding } from '../checks.ts'
import { PLACES, type TablePlacement } from './placement.ts'
import * as sql from './sql.ts'

/** A node with this many times its share of the bytes is reported: moving shards helps only when they are that uneven. */
const SKEW_MAX = 2
const BYTES_MIN = 1_000_000_000

/** Reports where tables are and how even their shards are. Returns undefined without Citus. */
export async function checkPlacement(db: Pool): Promise<Finding | undefined> {
  const version = await sql.findCitusVersion(db)
  if (version === undefined) return undefined
  const tables = await sql.listTables(db)
  const wrong = (Object.entries(PLACES) as [TablePlacement, readonly string[]][]).flatMap(([place, names]) =>
    tables.filter((table) => names.includes(table.name) && (table.place ?? 'coordinator') !== place),
  )
  if (wrong.length > 0)
    return [
      false,
      `placement: ${wrong.length} of ${tables.length} tables are not placed correctly on Citus (${wrong
        .slice(0, 3)
        .map((table) => table.name)
        .join(', ')}${wrong.length > 3 ? ', ...' : ''}). Run \`quoin-server db distribute\`.`,
    ]
  const nodes = await sql.listShards(db)
  const bytes = nodes.reduce((sum, node) => sum + node.bytes, 0)
  const skew = (Math.max(...nodes.map((node) => node.bytes), 0) * nodes.length) / Math.max(bytes, 1)
  const shown = `placement: Citus ${version}; ${PLACES.distributed.length} tables distributed, ${PLACES.reference.length} on every node, ${PLACES.coordinator.length} on the coordinator; ${nodes
    .map((node) => `${node.host}:${node.port} has ${node.shards} shards of ${(node.bytes / 1e6).toFixed(1)} MB`)
    .join(', ')}; the fullest node has ${skew.toFixed(1)} times its share`
  return skew <= SKEW_MAX || bytes < BYTES_MIN
    ? [true, shown]
    : [false, `${shown}. Run \`select citus_rebalance_start()\` on the coordinator.`]
}
