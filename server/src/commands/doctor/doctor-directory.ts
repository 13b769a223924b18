import { connect, type Pool } from '../../kit/postgres/db.ts'
import { assertReachable } from '../../kit/postgres/reachable.ts'
import { checkDatabase, checkSchema, type Finding } from '../../operations/checks.ts'
import { getHome } from '../../sources/directory/sql/directory-home.ts'

/** Checks the database of the directory: its version, its schema, and whether it contains the directory. */
export async function checkDirectory(url: string, db: Pool | undefined): Promise<Finding> {
  try {
    await assertReachable(url, 'DIRECTORY_DATABASE_URL')
  } catch (error) {
    return [false, `directory: ${(error as Error).message}`]
  }
  const directory = connect(url, { max: 1, name: 'quoin doctor' })
  try {
    const [, version] = await checkDatabase(directory)
    const [isCurrent, schema] = await checkSchema(directory)
    if (!isCurrent) return [false, `directory: ${schema}`]
    const homes = [db && (await checkSchema(db))[0] ? await getHome(db) : undefined, await getHome(directory)]
    if (homes[0] === 'here' || homes[1] !== 'here')
      return [
        false,
        'directory: the database of DIRECTORY_DATABASE_URL does not contain the people. Start the server, or move them with `quoin-server directory move`.',
      ]
    return [true, `directory: in a separate database, ${version.replace('database: ', '')}, schema up to date`]
  } catch (error) {
    return [false, `directory: ${(error as Error).message}`]
  } finally {
    await directory.end({ timeout: 1 })
  }
}
