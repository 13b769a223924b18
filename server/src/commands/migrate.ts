import { openRuntime } from '../runtime.ts'
import type { RunOnConfig } from './command.ts'

/** Opens the runtime, which migrates the database. */
export const migrateCommand: RunOnConfig = async (config) => {
  const runtime = await openRuntime(config, { canAttach: true })
  await runtime[Symbol.asyncDispose]()
  return { text: 'The schema is up to date.', data: { status: 'up_to_date' } }
}
