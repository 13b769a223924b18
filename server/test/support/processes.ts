import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { HANG_MS } from './hang-timeout.ts'

const root = join(import.meta.dirname, '../../..')
const bundle = process.env['TEST_BUNDLE']

/** Returns the file to start a program from: its source, or its copy in the bundle of the run. */
export function programFile(source: string): string {
  return bundle ? join(bundle, source.replace(/ts$/, 'mjs')) : join(root, source)
}

export const main = programFile('server/src/main.ts')

const { PATH = '', NODE_COMPILE_CACHE = '', NODE_OPTIONS = '' } = process.env
/** Environment that separate processes inherit from the tests: with it their modules load in half the time. */
export const inherited = { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS, PORTAL_BUILD: 'no' }

/** The server in a separate process, with only the environment it is given. */
export interface Program {
  readonly child: ChildProcess
  readonly ended: Promise<{ code: number | null; signal: string | null }>
  /** Returns everything it has printed so far, on both streams. */
  output(): string
  /** Waits until it prints this. Throws with its output when it ends, or too much time passes, before. */
  says(pattern: RegExp): Promise<RegExpExecArray>
}

export interface RunOptions {
  /** Arguments before the command, to run it as another user. */
  readonly prefix?: readonly string[]
  /** Arguments after the command. */
  readonly args?: readonly string[]
}

export function run(
  command: string,
  env: Record<string, string>,
  { prefix = [], args: more = [] }: RunOptions = {},
): Program {
  const [program = process.execPath, ...args] = [...prefix, process.execPath, main, command, ...more] as string[]
  const child = spawn(program, args, {
    cwd: root,
    env: { ...inherited, HOME: tmpdir(), PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  )
  after(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await ended
  })
  const output = () => printed
  return { child, ended, output, says: (pattern) => waitForOutput(child, output, pattern) }
}

async function waitForOutput(child: ChildProcess, output: () => string, pattern: RegExp): Promise<RegExpExecArray> {
  const deadline = Date.now() + HANG_MS
  for (;;) {
    const isOver = child.exitCode !== null || child.signalCode !== null || Date.now() > deadline
    const found = pattern.exec(output())
    if (found) return found
    if (isOver) throw new Error(`${pattern} was not printed in:\n${output()}`)
    await sleep(10)
  }
}

/** Starts `all` and returns the URL that it prints. */
export async function start(dataDir: string, env: Record<string, string> = {}, options?: RunOptions) {
  const program = run('all', { QUOIN_DATA: dataDir, ...env }, options)
  const [, url = ''] = await program.says(/^ {2}API +(http\S+)$/m)
  return { ...program, url }
}

export interface FirstRun {
  readonly base_url: string
  readonly workspace_id: string
  readonly live_key: string
  readonly test_key: string
}

export function firstRun(dataDir: string): FirstRun {
  return JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8')) as FirstRun
}

export function readPostmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Throws when the process still exists after a while. */
export async function isGone(pid: number): Promise<void> {
  const deadline = Date.now() + HANG_MS
  while (isRunning(pid)) {
    if (Date.now() > deadline) throw new Error(`process ${pid} is still running`)
    await sleep(10)
  }
}

/** Creates a folder that other users can enter but not list, removed at the end with the database in it. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-process-'))
  chmodSync(folder, 0o711)
  after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  return folder
}

/** Finds a port that nothing listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
