import { chmodSync, chownSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The process that runs the embedded server locks a file in the data folder. The kernel keeps that lock exactly as long as the
 * process lives, whatever happens to its connections, and shows it to every container that shares the folder. Node has no file
 * locks, so its built-in SQLite takes one.
 */
export interface OwnerLock {
  release(): void
}

/** Longer than another process keeps the lock in `isOwned`. */
const WAIT_MS = 1000
const BUSY = 5

/** Keeps the locks from being garbage collected, which would free them. */
const taken = new Set<DatabaseSync>()

/** Returns undefined when another process has the lock. */
export async function takeOwnerLock(dataDir: string): Promise<OwnerLock | undefined> {
  const deadline = performance.now() + WAIT_MS
  for (;;) {
    const lock = tryLock(dataDir)
    if (lock || performance.now() > deadline) return lock
    await sleep(20)
  }
}

export function isOwned(dataDir: string): boolean {
  if (!existsSync(toLockPath(dataDir))) return false
  const lock = tryLock(dataDir)
  lock?.release()
  return lock === undefined
}

function tryLock(dataDir: string): OwnerLock | undefined {
  const isNew = !existsSync(toLockPath(dataDir))
  const file = new DatabaseSync(toLockPath(dataDir), { timeout: 0 })
  try {
    file.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode === BUSY) return undefined
    throw error
  }
  if (isNew) shareWithOwner(dataDir)
  taken.add(file)
  return {
    release() {
      if (taken.delete(file)) file.close()
    },
  }
}

/** A command that root runs beside the server of an ordinary user must not leave a file that this user cannot open. */
function shareWithOwner(dataDir: string): void {
  chmodSync(toLockPath(dataDir), 0o600)
  const { uid, gid } = statSync(dataDir)
  if (process.getuid?.() === 0 && uid !== 0) chownSync(toLockPath(dataDir), uid, gid)
}

function toLockPath(dataDir: string): string {
  return join(dataDir, 'owner.lock')
}
