import { relative } from 'node:path'
import type { TestsStream } from 'node:test'

interface TestEvent {
  readonly name: string
  readonly nesting: number
  readonly file?: string | undefined
  readonly line?: number | undefined
  readonly column?: number | undefined
}

/** Tests that were declared and did not end, and files of groups that were not loaded or did not end. */
export interface UnfinishedWork {
  readonly files: readonly string[]
  readonly tests: readonly string[]
}

/**
 * Follows a run. The result names the tests that a crashed or ended process left out: Node reports only that the process failed.
 * `sources` are the names of the suites that a group makes of its files.
 */
export function followRun(tests: TestsStream, root: string, sources: readonly string[]): () => UnfinishedWork {
  const files = new Set(sources)
  const declared = new Map<string, { count: number; shown: string }>()
  const count = (test: TestEvent, by: 1 | -1) => {
    const { name, nesting, file = '', line, column } = test
    const key = JSON.stringify([file, line, column, nesting, name])
    const shown = `${relative(root, file)}:${line}:${column} ${name}`
    declared.set(key, { shown, count: (declared.get(key)?.count ?? 0) + by })
  }
  tests.on('test:enqueue', (test) => count(test, 1))
  tests.on('test:complete', (test) => {
    count(test, -1)
    if (test.nesting === 0) files.delete(test.name)
  })
  return () => ({
    files: [...files],
    tests: [...declared.values()].flatMap((test) => (test.count > 0 ? [test.shown] : [])),
  })
}
