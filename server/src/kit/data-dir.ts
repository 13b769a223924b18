import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'

export interface User {
  readonly uid: number
  readonly gid: number
}

/**
 * PostgreSQL refuses to run as root, so under root it runs as this user, which has no name, no other process and no right but
 * to its own files. The number is one that systemd's table of user ids leaves unused.
 */
export const POSTGRES_USER: User = { uid: 60_680, gid: 60_680 }

/** What may lie in a folder that is ours alone. */
const OURS =
  /^(postgres(\.\w+)?|socket|owner\.lock|master\.key(\.\d+)?|first-run\.json(\.\d+)?|media|people\.csv|lost\+found)$/
const STICKY = 0o1000

/**
 * Makes the data folder, closed to others; as root, PostgreSQL's group may pass through it. A folder that already holds other
 * things keeps its permissions: it may be the system's own.
 */
export function openDataFolder(dataDir: string): void {
  mkdirSync(dirname(dataDir), { recursive: true })
  try {
    mkdirSync(dataDir, { mode: 0o700 })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
  const { uid, gid, mode } = statSync(dataDir)
  const isOurs = uid === process.getuid?.() && !(mode & STICKY)
  if (!isOurs || !readdirSync(dataDir).every((name) => OURS.test(name))) return
  const isShared = uid === 0 && (gid === POSTGRES_USER.gid || tryChown(dataDir))
  chmodSync(dataDir, isShared ? 0o710 : 0o700)
}

/** Root may be without the right to it, in a container. */
function tryChown(dataDir: string): boolean {
  try {
    chownSync(dataDir, 0, POSTGRES_USER.gid)
    return true
  } catch {
    return false
  }
}

/**
 * Makes a folder that belongs to one user alone. Where others may write, as in the temporary folder, they may have been there
 * first: a link, or a folder of a user who is not expected there, is refused.
 */
export function ownFolder(folder: string, user: User | undefined, expected: readonly number[] = []): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const us = process.getuid?.() ?? -1
  const { uid, gid } = user ?? { uid: us, gid: -1 }
  const handle = openFolder(folder)
  try {
    const owner = fstatSync(handle).uid
    if (![us, uid, ...expected].includes(owner)) throw new Error(`it belongs to user ${owner}`)
    if (user) fchownSync(handle, uid, gid)
    fchmodSync(handle, 0o700)
  } catch (error) {
    throw new Error(
      `${folder} is not usable (${(error as Error).message}): remove it, or set TMPDIR or QUOIN_DATA to a place of your own.`,
      { cause: error },
    )
  } finally {
    closeSync(handle)
  }
}

function openFolder(folder: string): number {
  try {
    return openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  } catch (error) {
    throw new Error(
      `${folder} is a link or no folder: remove it, or set TMPDIR or QUOIN_DATA to a place of your own.`,
      { cause: error },
    )
  }
}
