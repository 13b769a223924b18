import { type Config, ConfigError } from '../kit/config/config.ts'
import { connect } from '../kit/postgres/db.ts'
import { assertReachable } from '../kit/postgres/reachable.ts'
import { migrate } from '../operations/schema/migrate.ts'
import { type Database, openDatabase, runsElsewhere } from '../runtime.ts'
import { moveDirectory } from '../sources/directory/move-directory.ts'
import type { RunOnConfig } from './command.ts'
import { createProgressBar } from './import/progress-bar.ts'

/** Moves people, companies and suppressions into the database of DIRECTORY_DATABASE_URL. No server may be running. */
export const move: RunOnConfig = async (config) => {
  const { DIRECTORY_DATABASE_URL: url } = config
  if (!url) throw new ConfigError('Set DIRECTORY_DATABASE_URL to the database that the directory should move to.')
  await assertReachable(url, 'DIRECTORY_DATABASE_URL')
  await using database = await openDatabase(config, { canAttach: true })
  await using from = connect(database.address, { max: 1, name: 'quoin move' })
  await using to = connect(url, { max: 1, name: 'quoin move' })
  const progress = createProgressBar('moving the directory')
  for (const db of [from, to]) await migrate(db)
  const { rows } = await moveDirectory(from, to, progress.add)
  progress.end()
  if (!rows) return { text: 'The directory has already been moved.', data: { moved: false } }
  const { people = 0, suppressions = 0 } = rows
  const text = `Moved ${people.toLocaleString('en')} people and ${suppressions.toLocaleString('en')} suppressions. From now on, start every server with DIRECTORY_DATABASE_URL.`
  return { text, data: { moved: true, rows } }
}

/** Opens the database of DIRECTORY_DATABASE_URL, or the main one. */
export async function openChosenDatabase(config: Config, isDirectory: boolean): Promise<Database> {
  if (!isDirectory) return openDatabase(config, { canAttach: true })
  const { DIRECTORY_DATABASE_URL: url } = config
  if (!url) throw new ConfigError('--directory needs DIRECTORY_DATABASE_URL. Without it there is only one database.')
  await assertReachable(url, 'DIRECTORY_DATABASE_URL')
  return runsElsewhere(url)
}
