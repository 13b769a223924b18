import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { atEnd } from '../server/test/support/harness.ts'
import { type FirstRun, firstRun } from '../server/test/support/processes.ts'

export interface StartedProgram extends FirstRun {
  readonly url: string
  stop(): Promise<void>
}

/** Starts an installed server with its embedded PostgreSQL, and waits until it is ready. */
export async function startProgram(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env, data }: { cwd: string; env: NodeJS.ProcessEnv; data: string },
): Promise<StartedProgram> {
  const child = spawn(program, args, {
    cwd,
    env: { ...env, PORT: '0', QUOIN_DATA: data },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Leads its own process group, to which a terminal sends Ctrl-C: npx starts the server in a shell.
    detached: true,
  })
  const signal = (name: NodeJS.Signals) => child.exitCode === null && process.kill(-(child.pid as number), name)
  const ended = new Promise((resolve) => child.once('close', resolve))
  atEnd(async () => {
    signal('SIGKILL')
    await ended
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  while (!printed.includes('Quoin is ready')) {
    assert.equal(child.exitCode, null, printed)
    await sleep(100)
  }
  const first = firstRun(data)
  return {
    ...first,
    url: first.base_url,
    async stop() {
      signal('SIGTERM')
      await ended
    },
  }
}
