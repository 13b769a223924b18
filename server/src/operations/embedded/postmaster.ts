import { spawnSync } from 'node:child_process'
import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { SystemUser } from '../../kit/config/data-dir.ts'

/* The outside view of a PostgreSQL server: its pid file and the process in it. */

export function postmasterPid(cluster: string): number | undefined {
  const pid = Number(pidFile(cluster)?.[0])
  return pid > 0 ? pid : undefined
}

function pidFile(cluster: string): string[] | undefined {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
}

/** The pid file outlives a crash, and its number may belong to any other process by now, even to another PostgreSQL. */
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

/**
 * Returns true while the shell that stops the server when its owner ends (see embedded-postgres.ts) still runs: the owner is
 * alive or the server is stopping. Works on Linux only.
 */
export function isWatched(pid: number): boolean {
  try {
    const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return readFileSync(`/proc/${parent}/cmdline`, 'utf8').includes(`\0${WATCHDOG_NAME}\0`)
  } catch {
    return false
  }
}

export const WATCHDOG_NAME = 'quoin-postgres'

/** Reads the status that the server writes into its pid file: `starting`, `ready`, `stopping`. */
export function postmasterStatus(cluster: string): string | undefined {
  return pidFile(cluster)?.[7]?.trim()
}

export async function isListening(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(join(socket, '.s.PGSQL.5432'), () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })
}

const UNUSED_PID = 2_147_483_647

/**
 * PostgreSQL does not start when the number in its pid file is in use, which is common in a container, where numbers are small.
 * The file itself stays: PostgreSQL also reads from it whether a child of the dead server still uses its shared memory.
 */
export function replacePid(cluster: string, socket: string, user: SystemUser | undefined): void {
  const file = join(cluster, 'postmaster.pid')
  writeAs(user, file, readFileSync(file, 'utf8').replace(/^\d+/, String(UNUSED_PID)))
  rmSync(join(socket, '.s.PGSQL.5432.lock'), { force: true })
}

/** Writes into PostgreSQL's folder with only the rights of its user: a file there may be a link that this user made. */
export function writeAs(user: SystemUser | undefined, file: string, content: string): void {
  const script = 'umask 077 && cat >"$1.new" && mv -f "$1.new" "$1"'
  const { status, stderr } = spawnSync('/bin/sh', ['-c', script, 'sh', file], { ...user, cwd: '/', input: content })
  if (status !== 0) throw new Error(`${file} cannot be written: ${stderr.toString().trim()}`)
}
