import type { Db } from '../../kit/postgres/db.ts'
import { FIRST_DISTRIBUTED, FUNCTION_PLACES, PLACES, WRITTEN_TOGETHER } from './placement.ts'
import * as sql from './sql.ts'

/** Thrown when the tables cannot be placed. The message says what to do. */
export class PlacementError extends Error {
  override name = 'PlacementError'
}

interface PlacementResult {
  /** Tables that this run placed. */
  readonly distributed: string[]
  readonly reference: string[]
  /** Functions that this run placed. */
  readonly functions: string[]
  /** Foreign keys that were dropped because they lead from the coordinator to the workers. */
  readonly dropped: string[]
}

/**
 * Places the tables and functions on the Citus workers. It skips those that are already placed, so an interrupted run
 * continues, and a run after an upgrade places new ones. `db` is a single connection. Each table is placed in its own
 * transaction.
 */
export async function distribute(
  db: Db,
  { shards, onTable }: { shards: number; onTable?: (table: string, place: string) => void },
): Promise<PlacementResult> {
  await assertReady(db)
  await sql.lockPlacement(db)
  await sql.allowTriggers(db)
  await sql.keepLocalTables(db)
  const dropped = await dropLocalReferences(db)
  const functions = await placeFunctions(db, 'everywhere', (name) => !name.startsWith('ledger_'))

  const before = await sql.listTables(db)
  const found = new Map(before.map((table) => [table.name, table]))
  const missing = Object.values(PLACES)
    .flat()
    .filter((table) => !found.has(table))
  if (missing.length > 0)
    throw new PlacementError(
      `The database has no table ${missing.join(', ')}. Run \`quoin-server migrate\`, then this command again.`,
    )
  const isUnplaced = (table: string) => found.get(table)?.place === null

  const reference = PLACES.reference.filter(isUnplaced)
  for (const table of reference) {
    onTable?.(table, 'reference')
    await sql.makeReferenceTable(db, table)
  }
  for (const table of PLACES.managed.filter(isUnplaced)) await sql.makeManagedTable(db, table)
  for (const [table, events] of Object.entries(WRITTEN_TOGETHER)) await sql.makeCommitTrigger(db, table, events)
  const distributed = await inOrder(db, PLACES.distributed.filter(isUnplaced))
  for (const table of distributed) {
    onTable?.(table, 'distributed')
    await sql.makeDistributedTable(db, table, table === FIRST_DISTRIBUTED ? { shards } : { table: FIRST_DISTRIBUTED })
  }
  await truncateLocalRows(db)

  functions.push(...(await placeNewFunctions(db)))
  return { distributed, reference, functions, dropped }
}

/** Returns true if the tables were placed: a migration then places the tables that it creates. */
export async function isDistributed(db: Db): Promise<boolean> {
  if ((await sql.findCitusVersion(db)) === undefined) return false
  return (await sql.listTables(db)).some((table) => table.name === FIRST_DISTRIBUTED && table.place === 'distributed')
}

/** Places a new table. A table without a placement stays on the coordinator. */
export async function placeNewTable(tx: Db, table: string): Promise<void> {
  if (PLACES.reference.includes(table)) await sql.makeReferenceTable(tx, table)
  if (PLACES.distributed.includes(table)) await sql.makeDistributedTable(tx, table, { table: FIRST_DISTRIBUTED })
}

/** Places functions that are new or were replaced. */
export async function placeNewFunctions(db: Db): Promise<string[]> {
  return [...(await placeFunctions(db, 'everywhere')), ...(await placeFunctions(db, 'delegated'))]
}

async function assertReady(db: Db): Promise<void> {
  if ((await sql.findCitusVersion(db)) === undefined)
    throw new PlacementError(
      'This database has no Citus extension, so there is nothing to distribute to. On every node add citus to shared_preload_libraries and run `create extension citus`; on the coordinator add the nodes with citus_set_coordinator_host and citus_add_node; then run this command again.',
    )
  if (!(await sql.isCoordinator(db)))
    throw new PlacementError('DATABASE_URL is a Citus worker. Set it to the coordinator.')
  const nodes = await sql.listCitusNodes(db)
  if (!nodes.some((node) => node.is_coordinator))
    throw new PlacementError(
      "The coordinator does not know the address by which workers reach it. Run `select citus_set_coordinator_host('HOST')` there, then this command again.",
    )
  if (!nodes.some((node) => node.has_shards))
    throw new PlacementError(
      "No node may have shards. Add a worker with `select citus_add_node('HOST', 5432)` on the coordinator, then run this command again.",
    )
}

const isLocal = (table: string) => PLACES.coordinator.includes(table)

/** A foreign key cannot lead from the coordinator to the workers. The workspaces that these refer to are never deleted. */
async function dropLocalReferences(db: Db): Promise<string[]> {
  const keys = (await sql.listForeignKeys(db)).filter((key) => isLocal(key.table_name) && !isLocal(key.target))
  for (const key of keys) await sql.dropConstraint(db, key.table_name, key.name)
  return keys.map((key) => key.name)
}

/** Citus leaves the rows that it copied to workers in the local tables, even if a run is interrupted here. */
async function truncateLocalRows(db: Db): Promise<void> {
  const copied = (await sql.listTables(db)).filter(
    ({ place, has_local_rows }) => has_local_rows && (place === 'distributed' || place === 'reference'),
  )
  const ordered = await inOrder(
    db,
    copied.map((table) => table.name),
  )
  for (const table of ordered.toReversed()) await sql.truncateLocalRows(db, table)
}

/** Sorts tables after those that their foreign keys refer to; the first distributed table comes first. */
async function inOrder(db: Db, tables: readonly string[]): Promise<string[]> {
  const keys = await sql.listForeignKeys(db)
  const ordered: string[] = tables.includes(FIRST_DISTRIBUTED) ? [FIRST_DISTRIBUTED] : []
  let left = tables.filter((table) => table !== FIRST_DISTRIBUTED)
  while (left.length > 0) {
    const waits = (table: string) =>
      keys.some((key) => key.table_name === table && key.target !== table && left.includes(key.target))
    const next = left.filter((table) => !waits(table))
    if (next.length === 0) throw new Error(`foreign keys of ${left.join(', ')} form a circle`)
    ordered.push(...next)
    left = left.filter(waits)
  }
  return ordered
}

async function placeFunctions(
  db: Db,
  place: 'everywhere' | 'delegated',
  isWanted: (name: string) => boolean = () => true,
): Promise<string[]> {
  const placed: string[] = []
  for (const { name, signature, has_fixed_plan, is_everywhere, is_delegated } of await sql.listFunctions(db)) {
    if (!FUNCTION_PLACES[place].includes(name) || !isWanted(name)) continue
    if (has_fixed_plan) await sql.resetFunctionPlan(db, signature)
    if (place === 'delegated' ? is_delegated : is_everywhere) continue
    if (place === 'delegated') await sql.makeFunctionDelegated(db, signature, FIRST_DISTRIBUTED)
    else await sql.makeFunctionEverywhere(db, signature)
    placed.push(name)
  }
  return placed
}
