import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * The running processes whose working directory is this folder or one below it. PostgreSQL changes its parent and its name, and
 * keeps its directory: so the folder that was made for them tells which processes are ours.
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

/** A zombie has ended, and waits for a parent that may never ask. */
function isEnded(pid: number): boolean {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

/** A process that has ended meanwhile needs no signal. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}
