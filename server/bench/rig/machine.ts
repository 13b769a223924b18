import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { findBinaries } from '../../src/operations/embedded/binaries.ts'

export function describeMachine(): string {
  const binary = join(findBinaries(), 'bin', 'postgres')
  const version = execFileSync(binary, ['--version'], { encoding: 'utf8' }).replace(/^.*?(\d[\d.]*).*$/s, '$1')
  return `${cpus()[0]?.model.trim()}, ${cpus().length} cores; Node ${process.versions.node}; PostgreSQL ${version}`
}

const TICKS_PER_SECOND = 100

/** Seconds of processor time a process has used; with its children, also those that ended, when it is a family. Linux alone tells. */
export function cpuSeconds(pid: number, { family = false } = {}): number {
  if (!existsSync('/proc/self/stat')) return Number.NaN
  const pids = family ? [pid, ...listChildPids(pid)] : [pid]
  return pids.reduce((sum, each) => sum + ticks(each), family ? readEndedTicks(pid) : 0) / TICKS_PER_SECOND
}

/** Seconds of processor time that all programs of the machine have used together. */
export function busySeconds(): number {
  if (!existsSync('/proc/stat')) return Number.NaN
  const [, user = 0, nice = 0, system = 0] = readFileSync('/proc/stat', 'utf8').split(/\s+/).map(Number)
  return (user + nice + system) / TICKS_PER_SECOND
}

function ticks(pid: number): number {
  const [, , , , , , , , , , , user = '0', system = '0'] = readProcessStat(pid)
  return Number(user) + Number(system)
}

/** Of children that ended, such as the parallel workers of PostgreSQL. */
function readEndedTicks(pid: number): number {
  const [user = '0', system = '0'] = readProcessStat(pid).slice(13, 15)
  return Number(user) + Number(system)
}

function listChildPids(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => Number(readProcessStat(each)[1]) === pid)
}

/** The fields after the command's name, which may hold spaces: state, parent, ... */
function readProcessStat(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
}

export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}
