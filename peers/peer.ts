import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { whyAbsent } from './debian.ts'

/** A third-party program or package. Pass `skip` to the tests that need it, so that a missing peer is reported as skipped. */
export interface Peer {
  readonly path: string
  readonly skip: string | false
}

/** Finds a file of a package in package.json. */
export function fromNpm(name: string, file: string): Peer {
  const path = join(import.meta.dirname, 'node_modules', name, file)
  return { path, skip: !existsSync(path) && `${name} is not installed: npm ci failed in peers/` }
}

/** Finds a program on this machine. If it is missing and we may, installs the Debian packages that contain it. */
export async function fromDebian(program: string, ...packages: readonly string[]): Promise<Peer> {
  const why = await whyAbsent(program, () => find(program) !== undefined, packages)
  return { path: find(program) ?? '', skip: why ?? false }
}

function find(program: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin']
  return folders.map((folder) => join(folder, program)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export interface RunResult {
  readonly code: number | null
  /** Output of both streams. */
  readonly output: string
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Signal of the test, which also ends the program when the test is aborted. */
  readonly signal: AbortSignal
}

/** Runs a program to its end. A non-zero exit code is returned, not thrown. */
export function run(path: string, args: readonly string[], { cwd, env, signal }: RunOptions): Promise<RunResult> {
  const child = spawn(path, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    env: { ...process.env, ...env },
    ...(cwd !== undefined && { cwd }),
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString() }))
  })
}
