import { join } from 'node:path'
import { run } from 'node:test'
import { report, reportUnfinished } from './reporter.ts'
import { followRun } from './unfinished-tests.ts'

export interface RunOptions {
  readonly root: string
  /** Programs to run, each in a separate process. */
  readonly files: readonly string[]
  /** Sources that each program runs. */
  readonly groups: readonly (readonly string[])[]
  readonly concurrency: number
  readonly signal: AbortSignal
}

/** Runs test files and prints their report. Returns true if every test ran and passed. */
export async function runFiles({ root, files, groups, concurrency, signal }: RunOptions): Promise<boolean> {
  const tests = run({
    cwd: root,
    files: [...files],
    concurrency,
    execArgv: ['--import', join(import.meta.dirname, 'end-of-process.ts')],
    // A process with a blocked event loop cannot end itself (`end-of-process.ts`).
    timeout: 3 * 3_600_000,
    signal,
  })
  let isGood = false
  tests.on('test:summary', ({ file, success }) => {
    if (file === undefined) isGood = success
  })
  const shared = groups.flatMap((group) => (group.length > 1 ? group : []))
  const unfinished = followRun(tests, root, shared)
  for await (const text of report(tests)) process.stdout.write(text)
  if (signal.aborted) return false
  const missing = reportUnfinished(unfinished())
  process.stdout.write(missing)
  return isGood && missing === ''
}
