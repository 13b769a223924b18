import { connect } from '../kit/postgres/db.ts'
import { distribute, PlacementError } from '../operations/citus/distribute.ts'
import { migrate } from '../operations/schema/migrate.ts'
import { openDatabase } from '../runtime.ts'
import { type RunOnConfig, UsageError } from './command.ts'

/** Citus's own default. More shards than nodes, because a shard cannot be split without its enterprise tools. */
const SHARDS = '32'

/** Uses one connection, because its settings and locks last until it ends. */
export const distributeTables: RunOnConfig = async (config, { options, print }) => {
  const shards = Number(options['shards'] ?? SHARDS)
  if (shards < 1 || shards > 1024) throw new UsageError('--shards must be a number from 1 to 1024.')
  await using database = await openDatabase(config, { canAttach: true })
  await using db = connect(database.address, { max: 1, name: 'quoin distribute' })
  try {
    await migrate(db)
    const placed = await distribute(db, { shards, onTable: (table, place) => print({ text: `  ${table}: ${place}` }) })
    const tables = placed.distributed.length + placed.reference.length
    return {
      text:
        tables + placed.functions.length === 0
          ? 'All tables and functions are already distributed.'
          : `Distributed ${tables} tables and ${placed.functions.length} functions. \`quoin-server doctor\` shows where they are.`,
      data: placed,
    }
  } catch (error) {
    if (error instanceof PlacementError) return { text: error.message, data: { error: error.message }, exitCode: 1 }
    throw error
  }
}
