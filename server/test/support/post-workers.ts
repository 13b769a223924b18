import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { atEnd } from './harness.ts'
import { programFile } from './processes.ts'

export interface PostWorker {
  readonly ready: Promise<unknown>
  /** Resolves with the signal that ended it. */
  readonly died: Promise<string | null>
  kill(): Promise<void>
}

/** Starts a process that publishes, on a database and with settings. */
export function startPostWorker(address: string, env: Record<string, string>): PostWorker {
  const child = spawn(process.execPath, [programFile('server/test/support/post-worker.ts'), address], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const died = new Promise<string | null>((resolve) => child.once('exit', (_code, signal) => resolve(signal)))
  const kill = async () => {
    child.kill('SIGKILL')
    await died
  }
  atEnd(kill)
  return { ready: once(child.stdout, 'data'), died, kill }
}
