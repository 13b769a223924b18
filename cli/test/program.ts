import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from '../../server/test/support/harness.ts'
import { inherited, programFile } from '../../server/test/support/processes.ts'

export interface ProgramResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunningProgram {
  readonly child: ChildProcessWithoutNullStreams
  readonly ended: Promise<ProgramResult>
  stdout(): string
  stderr(): string
}

/** Installs the command line with its own home, so that no test sees the profiles of another. */
export function installCli(env: Record<string, string> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'quoin-cli-'))
  atEnd(() => rmSync(home, { recursive: true, force: true }))
  function start(
    args: readonly string[],
    { input, more = {} }: { input?: string; more?: Record<string, string> } = {},
  ): RunningProgram {
    const child = spawn(process.execPath, [programFile('cli/src/main.ts'), ...args], {
      env: { ...inherited, HOME: home, XDG_CONFIG_HOME: home, ...env, ...more },
      stdio: 'pipe',
    })
    atEnd(() => child.exitCode ?? child.kill('SIGKILL'))
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.stdin.end(input ?? '')
    const ended = new Promise<ProgramResult>((resolve) =>
      child.once('close', (code) => resolve({ code, stdout, stderr })),
    )
    return { child, ended, stdout: () => stdout, stderr: () => stderr }
  }
  return {
    home,
    start,
    /** Runs a command to its end. */
    run: (args: string | readonly string[], options?: Parameters<typeof start>[1]) =>
      start(typeof args === 'string' ? args.split(' ') : args, options).ended,
  }
}
