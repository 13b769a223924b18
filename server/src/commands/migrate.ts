import type { Config } from '../kit/config.ts'
import { openRuntime } from '../runtime.ts'

/** Opening the runtime migrates. */
export async function migrateCommand(config: Config, print: (text: string) => void): Promise<void> {
  const runtime = await openRuntime(config, { canAttach: true })
  await runtime.close()
  print('The schema is up to date.')
}
