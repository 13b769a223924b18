import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What is known of a PostgreSQL server from outside: its pid file and the process that is named there. */

export function postmasterPid(cluster: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    return pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

/** The pid file outlives a crash, and its number may by now belong to anybody, another PostgreSQL included. */
export function isPostmaster(pid: number, cluster: string): boolean {
  try {
    process.kill(pid, 0)
    if (process.platform !== 'linux') return true
    const [, folder] = /\0-D\0([^\0]+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? []
    return folder !== undefined && realpathSync(folder) === realpathSync(cluster)
  } catch {
    return false
  }
}

/** Undefined where it cannot be known. */
export function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

const NOBODY = 2_147_483_647

/**
 * PostgreSQL does not start over a pid file whose number is in use, and in a container, where numbers are few, it soon is.
 * The file stays, because PostgreSQL also reads from it whether a child of the dead server still holds its memory.
 */
export function disownPidFile(cluster: string, socket: string): void {
  const file = join(cluster, 'postmaster.pid')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(NOBODY)))
  rmSync(join(socket, '.s.PGSQL.5432.lock'), { force: true })
}
