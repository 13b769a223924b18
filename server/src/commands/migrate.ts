import { openRuntime } from '../runtime.ts'
import type { RunOnConfig } from './command.ts'

/** Opens the runtime, which migrates the database. */
export const migrateCommand: RunOnConfig = async (config) => {
  await using _runtime = await openRuntime(config, { canAttach: true })
  return { text: 'The schema is up to date.', data: { status: 'up_to_date' } }
}
