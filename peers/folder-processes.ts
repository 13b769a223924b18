import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * Returns the running processes whose working directory is this folder or one below it. PostgreSQL changes its parent and its
 * name but keeps its directory, so the folder identifies the processes that a test started.
 */
export function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => `${readWorkingDirectory(pid)}/`.startsWith(`${folder}/`) && !isEnded(pid))
}

function readWorkingDirectory(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

/** A zombie has ended, but its parent may never reap it. */
function isEnded(pid: number): boolean {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

/** Sends a signal to these processes, ignoring those that have ended. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}
