import type { Config } from '../kit/config/config.ts'
import { createLog } from '../kit/log/log.ts'
import type { Roles } from '../kit/postgres/pool/pool-sizes.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../operations/embedded/embedded-postgres.ts'
import { reportDeaths } from '../operations/embedded/supervise.ts'
import type { CommandCall, RunOnConfig } from './command.ts'

export const launchAll: RunOnConfig = (config, call) => launch(config, { serve: true, work: true }, call)
export const launchApi: RunOnConfig = (config, call) => launch(config, { serve: true, work: false }, call)
export const launchWork: RunOnConfig = (config, call) => launch(config, { serve: false, work: true }, call)

/**
 * Starts the embedded PostgreSQL while the modules of the server are loaded. Loading takes about as long and blocks the event
 * loop of this process.
 */
async function launch(config: Config, roles: Roles, call: CommandCall): Promise<undefined> {
  const postgres = config.DATABASE_URL ? undefined : await launchPostgres(config)
  const { startProcess } = await import('./start.ts')
  return startProcess(config, roles, call, postgres?.started)
}

/** Resolves when the process of PostgreSQL runs. `started` resolves when it accepts connections, or rejects with the error. */
async function launchPostgres(config: Config): Promise<{ started: Promise<EmbeddedPostgres> }> {
  const { promise: launched, resolve: onLaunch } = Promise.withResolvers<void>()
  const started = startEmbeddedPostgres({
    dataDir: config.dataDir,
    onLaunch,
    ...reportDeaths(createLog(config.LOG_LEVEL)),
  })
  started.catch(() => onLaunch())
  await launched
  return { started }
}
