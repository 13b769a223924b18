import { distribute, PlacementError } from '../kit/postgres/citus/distribute.ts'
import { connect } from '../kit/postgres/db.ts'
import { migrate } from '../kit/postgres/migrate.ts'
import { openDatabase } from '../runtime.ts'
import { type RunOnConfig, UsageError } from './command.ts'

/** Citus's own default; a shard cannot be split without its enterprise tools, so more of them than nodes are made. */
const SHARDS = '32'

/** One connection, because what is set and locked for it lasts until it ends. */
export const distributeTables: RunOnConfig = async (config, { options, print }) => {
  const shards = Number(options['shards'] ?? SHARDS)
  if (shards < 1 || shards > 1024) throw new UsageError('--shards is a number from 1 to 1024.')
  const database = await openDatabase(config, { canAttach: true })
  const db = connect(database.address, { max: 1, name: 'quoin distribute' })
  try {
    await migrate(db)
    const placed = await distribute(db, { shards, onTable: (table, place) => print({ text: `  ${table}: ${place}` }) })
    const tables = placed.distributed.length + placed.reference.length
    return {
      text:
        tables + placed.functions.length === 0
          ? 'Every table and function has its place already.'
          : `Placed ${tables} tables and ${placed.functions.length} functions. \`quoin-server doctor\` shows where they are.`,
      data: placed,
    }
  } catch (error) {
    if (error instanceof PlacementError) return { text: error.message, data: { error: error.message }, exitCode: 1 }
    throw error
  } finally {
    await db.end({ timeout: 5 })
    await database.stop()
  }
}
