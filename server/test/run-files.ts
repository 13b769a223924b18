import { join } from 'node:path'
import { run } from 'node:test'
import { report, reportUnfinished } from './reporter.ts'
import { followRun } from './unfinished-tests.ts'

export interface RunOptions {
  readonly root: string
  /** The programs to run, each in a process of its own. */
  readonly files: readonly string[]
  /** The sources that each of them runs. */
  readonly groups: readonly (readonly string[])[]
  readonly concurrency: number
  readonly signal: AbortSignal
}

/** Runs test files and prints their report. Returns whether every test ran and passed. */
export async function runFiles({ root, files, groups, concurrency, signal }: RunOptions): Promise<boolean> {
  const tests = run({
    cwd: root,
    files: [...files],
    concurrency,
    execArgv: ['--import', join(import.meta.dirname, 'end-of-process.ts')],
    // For a process that cannot end itself (`end-of-process.ts`) because its event loop is blocked.
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
