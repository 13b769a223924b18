import { type Config, ConfigError } from '../../kit/config.ts'
import { connect, type Db, type Pool, transaction } from '../../kit/postgres/db.ts'
import { migrate } from '../../kit/postgres/migrate.ts'
import { assertReachable } from '../../kit/postgres/reachable.ts'
import { canLockHome, getHome, hasDirectory, lockHome, updateHome } from './sql/directory-home.ts'

/** Searches have connections of their own: this is for the rest. */
const CONNECTIONS = 3

/**
 * The database of the directory: the one of DIRECTORY_DATABASE_URL, or `db` itself. It has the same schema, so that one list
 * of migrations, backups and this code serve both (decision 0042).
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

/** The handle for what concerns the directory within work on `db`: the same transaction when both are one database. */
export function selectDirectoryDb(ctx: { readonly db: Pool; readonly directory: Pool }, db: Db): Db {
  return ctx.directory === ctx.db ? db : ctx.directory
}

/** Without its directory a server would show people who are suppressed: it must not start. */
async function assertHere(db: Db): Promise<void> {
  const home = await getHome(db)
  if (home === 'elsewhere')
    throw new ConfigError(
      'DIRECTORY_DATABASE_URL must be set: the people and suppressions of this installation are in a database of their own.',
    )
  if (home === 'arriving') throw interrupted()
}

/** Notes in `db` that its directory is in the other database, where there is nothing to move; throws what is wrong otherwise. */
async function confirmHome(tx: Db, directory: Pool): Promise<void> {
  await lockHome(tx)
  if (!(await canLockHome(directory)))
    throw new ConfigError(
      'DIRECTORY_DATABASE_URL names the same database as DATABASE_URL. Name another one, or remove the setting.',
    )
  const [home, away] = [await getHome(tx), await getHome(directory)]
  if (away === 'elsewhere')
    throw new ConfigError(
      'DIRECTORY_DATABASE_URL names a database whose own directory is in yet another one. Name that one.',
    )
  if (home === 'elsewhere') {
    if (away === 'arriving') await updateHome(directory, 'here')
    return
  }
  if (away === 'arriving') throw interrupted()
  if (await hasDirectory(tx))
    throw new ConfigError(
      'DIRECTORY_DATABASE_URL is set, and the people and suppressions are still in the other database. Move them with `quoin-server directory move`, or remove the setting.',
    )
  await updateHome(tx, 'elsewhere')
}

function interrupted(): ConfigError {
  return new ConfigError(
    'A move of the directory was interrupted. Run `quoin-server directory move` again with DIRECTORY_DATABASE_URL set.',
  )
}
