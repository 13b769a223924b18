import { type Config, ConfigError } from '../../kit/config/config.ts'
import { connect, type Db, type Pool, transaction } from '../../kit/postgres/db.ts'
import { assertReachable } from '../../kit/postgres/reachable.ts'
import { migrate } from '../../operations/schema/migrate.ts'
import { canLockHome, getHome, hasDirectory, lockHome, updateHome } from './sql/directory-home.ts'

/** Connections for everything except searches, which have their own. */
const CONNECTIONS = 3

/**
 * Opens the database of the directory: the one of DIRECTORY_DATABASE_URL, or `db` itself. It has the same schema, so that one
 * list of migrations, backups and this code serve both (decision 0042).
 */
export async function openDirectory(config: Config, db: Pool, onWait?: () => void): Promise<Pool> {
  const { DIRECTORY_DATABASE_URL: url } = config
  if (!url) {
    await assertHere(db)
    return db
  }
  await assertReachable(url, 'DIRECTORY_DATABASE_URL')
  const directory = connect(url, { max: CONNECTIONS, name: 'quoin directory' })
  try {
    await migrate(directory, undefined, onWait)
    await transaction(db, (tx) => confirmHome(tx, directory))
    return directory
  } catch (error) {
    await directory.end({ timeout: 1 })
    throw error
  }
}

/** Returns the handle for directory statements within work on `db`: the same transaction when both are one database. */
export function selectDirectoryDb(ctx: { readonly db: Pool; readonly directory: Pool }, db: Db): Db {
  return ctx.directory === ctx.db ? db : ctx.directory
}

/** Without its directory a server would show suppressed people: it must not start. */
async function assertHere(db: Db): Promise<void> {
  const home = await getHome(db)
  if (home === 'elsewhere')
    throw new ConfigError(
      'DIRECTORY_DATABASE_URL must be set: the people and suppressions of this installation are in a separate database.',
    )
  if (home === 'arriving') throw interrupted()
}

/**
 * Records in `db` that its directory is in the other database, if there is nothing to move. Otherwise throws an error that says
 * what is wrong.
 */
async function confirmHome(tx: Db, directory: Pool): Promise<void> {
  await lockHome(tx)
  if (!(await canLockHome(directory)))
    throw new ConfigError(
      'DIRECTORY_DATABASE_URL and DATABASE_URL are the same database. Set it to another one, or remove the setting.',
    )
  const [home, away] = [await getHome(tx), await getHome(directory)]
  if (away === 'elsewhere')
    throw new ConfigError(
      'DIRECTORY_DATABASE_URL is a database whose own directory is in yet another one. Use that one.',
    )
  if (home === 'elsewhere') {
    if (away === 'arriving') await updateHome(directory, 'here')
    return
  }
  if (away === 'arriving') throw interrupted()
  if (await hasDirectory(tx))
    throw new ConfigError(
      'DIRECTORY_DATABASE_URL is set, but the people and suppressions are still in the other database. Move them with `quoin-server directory move`, or remove the setting.',
    )
  await updateHome(tx, 'elsewhere')
}

function interrupted(): ConfigError {
  return new ConfigError(
    'A move of the directory was interrupted. Run `quoin-server directory move` again with DIRECTORY_DATABASE_URL set.',
  )
}
