import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const server = join(import.meta.dirname, '../..')

/** A server under test, in a process of its own. */
export interface Program {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

export interface ProgramOptions {
  /** Below `server/`. */
  readonly file: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** What it prints once it serves; its first group, if it has one, is the address. */
  readonly ready: RegExp
}

export async function startProgram({ file, args = [], env = {}, ready }: ProgramOptions): Promise<Program> {
  const child = spawn(process.execPath, [...process.execArgv, ...profilerFlags(file), join(server, file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Compiled code is kept as `npm start` keeps it.
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
  })
  const url = await waitForLine(child, ready)
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** `CPU_PROF=folder npm run bench -- NAME` leaves a profile of each server under test there. */
function profilerFlags(file: string): string[] {
  const folder = process.env['CPU_PROF']
  if (!folder) return []
  return ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${file.replaceAll('/', '-')}.cpuprofile`]
}

function waitForLine(child: ChildProcess, ready: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const found = ready.exec(said)
      if (found) resolve(found[1] ?? '')
    })
    child.once('exit', (code) => reject(new Error(`It ended with ${code} before it was ready:\n${said}`)))
  })
}
