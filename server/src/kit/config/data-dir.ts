import { accessSync, chmodSync, chownSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from './config.ts'

export interface SystemUser {
  readonly uid: number
  readonly gid: number
}

/**
 * PostgreSQL refuses to run as root. Under root it therefore runs as this user, which has no name, no other process and access
 * only to its own files. systemd's table of user ids leaves the number unused.
 */
export const POSTGRES_USER: SystemUser = { uid: 60_680, gid: 60_680 }

/** Names in a data folder that only Quoin uses. */
const OWN_NAMES =
  /^(postgres(\.\w+)?|socket|owner\.lock|master\.key(\.\d+)?|first-run\.json(\.\d+)?|media|people\.csv|lost\+found)$/
const STICKY = 0o1000

/**
 * Creates the data folder, closed to other users. Under root, PostgreSQL's group may enter it. A folder that contains other
 * files keeps its permissions: it may belong to the system.
 */
export function prepareDataDir(dataDir: string): void {
  try {
    makeDataDir(dataDir)
  } catch (error) {
    throw new ConfigError(
      `QUOIN_DATA: the folder ${dataDir} cannot be used (${(error as Error).message}). Set it to a folder that this user can create and write to.`,
      { cause: error },
    )
  }
}

function makeDataDir(dataDir: string): void {
  mkdirSync(dirname(dataDir), { recursive: true })
  try {
    mkdirSync(dataDir, { mode: 0o700 })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
  const names = readdirSync(dataDir)
  accessSync(dataDir, constants.W_OK | constants.X_OK)
  const { uid, gid, mode } = statSync(dataDir)
  const isOurs = uid === process.getuid?.() && !(mode & STICKY)
  if (!isOurs || !names.every((name) => OWN_NAMES.test(name))) return
  const isShared = uid === 0 && (gid === POSTGRES_USER.gid || tryChown(dataDir))
  chmodSync(dataDir, isShared ? 0o710 : 0o700)
}

/** In a container root may lack the right to do so. */
function tryChown(dataDir: string): boolean {
  try {
    chownSync(dataDir, 0, POSTGRES_USER.gid)
    return true
  } catch {
    return false
  }
}
