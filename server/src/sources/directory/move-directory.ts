import { failpoint } from '../../kit/failpoint.ts'
import { copyBetween } from '../../kit/postgres/copy.ts'
import { connectDedicated, type Pool } from '../../kit/postgres/db.ts'
import type { Transaction } from '../../kit/postgres/transaction.ts'
import { canLockHome, getHome, hasDirectory, lockHome, updateHome } from './sql/directory-home.ts'
import { dropSearchIndexes, ensureSearchIndexes, tidyTables } from './sql/indexes.ts'
import { getFeed, hasOtherSessions, listMovedTables, lockTables, truncateTables, updateFeed } from './sql/move.ts'

/** Thrown when the databases do not meet the needs of a move. The message says what to do. */
export class MoveError extends Error {
  override name = 'MoveError'
}

export interface MoveResult {
  /** Number of rows per table; undefined when everything was moved before. */
  readonly rows: Readonly<Record<string, number>> | undefined
}

type OnBytes = (bytes: number, total: number) => void

const NAME = 'quoin move'
/** One side waits while the other one builds indexes. */
const SETTINGS = {
  idle_in_transaction_session_timeout: '0',
  statement_timeout: '0',
  maintenance_work_mem: '256MB',
}

/**
 * Moves the directory from one database into another with the same schema. The copy is committed as `arriving` first, then the
 * source is emptied and marked `elsewhere`. If killed before that, the source is complete and a second run copies again. If
 * killed after it, the next run or start only has to mark the copy as arrived.
 */
export async function moveDirectory(from: Pool, to: Pool, onBytes?: OnBytes): Promise<MoveResult> {
  const options = { max: 2, name: NAME, settings: SETTINGS }
  const [source, target] = [connectDedicated(from, options), connectDedicated(to, options)]
  try {
    const rows = await source.begin(async (tx) => {
      await assertMovable(tx, source, target)
      await lockTables(tx)
      if ((await getHome(tx)) === 'elsewhere') return undefined
      const copied = await target.begin((into) => copyDirectory(tx, into, onBytes))
      failpoint('directory_copied')
      await truncateTables(tx)
      await updateHome(tx, 'elsewhere')
      return copied
    })
    failpoint('directory_moved')
    await updateHome(target, 'here')
    await tidyTables(target)
    return { rows }
  } finally {
    await source.end({ timeout: 1 })
    await target.end({ timeout: 1 })
  }
}

async function assertMovable(tx: Transaction, source: Pool, target: Pool): Promise<void> {
  await lockHome(tx)
  if (!(await canLockHome(target)))
    throw new MoveError('DIRECTORY_DATABASE_URL and DATABASE_URL are the same database. Set it to another one.')
  for (const db of [source, target])
    if (await hasOtherSessions(db, NAME))
      throw new MoveError(
        'A server or another Quoin command is using one of the databases. Stop all of them, then move.',
      )
  const home = await getHome(target)
  if (home === 'elsewhere')
    throw new MoveError(
      'The database of DIRECTORY_DATABASE_URL has its own directory in another database. Use that one.',
    )
  if (home === 'here' && (await getHome(tx)) === 'here' && (await hasDirectory(target)))
    throw new MoveError(
      'The database of DIRECTORY_DATABASE_URL already contains people or suppressions. A move never overwrites them: use an empty database.',
    )
}

async function copyDirectory(
  source: Transaction,
  target: Transaction,
  onBytes: OnBytes = () => {},
): Promise<Record<string, number>> {
  await lockTables(target)
  // Leftovers of an interrupted move.
  await truncateTables(target)
  await updateHome(target, 'here')
  await dropSearchIndexes(target)
  const tables = await listMovedTables(source)
  const total = tables.reduce((sum, { size }) => sum + size, 0)
  const rows: Record<string, number> = {}
  for (const table of tables) {
    const { read, written } = await copyBetween(source, target, table, (bytes) => onBytes(bytes, total))
    if (written !== read) throw new MoveError(`${table.name}: ${read} rows were read but ${written} were written.`)
    rows[table.name] = written
  }
  await updateFeed(target, await getFeed(source))
  await ensureSearchIndexes(target)
  await updateHome(target, 'arriving')
  return rows
}
