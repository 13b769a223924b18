import { afterEach, beforeEach, describe } from 'node:test'
import { isMainThread } from 'node:worker_threads'

/** How long a process may stay open after the last test of its last file. */
const OPEN_SECONDS = Number(process.env['TEST_OPEN_SECONDS'] ?? 300)
/** Hang protection: how long no test may begin or end. A slow machine is far below it. */
const SILENT_SECONDS = process.env['LONG'] ? 7200 : 1800

let running = 0
let filesLeft = 0
let timer: NodeJS.Timeout | undefined

/** Runs the files of a group one after the other, each as a suite with its own hooks, loaded when the one before it has ended. */
export async function runGroup(files: readonly (readonly [name: string, path: string])[]): Promise<void> {
  filesLeft = files.length
  for (const [name, path] of files) {
    await describe(name, () => import(path))
    filesLeft--
    watch()
  }
}

/** Starts the countdown again: a process that waits for nothing but its open handles ends sooner than one with tests left. */
function watch(): void {
  clearTimeout(timer)
  const isOver = running === 0 && filesLeft === 0
  timer = setTimeout(end, (isOver ? OPEN_SECONDS : SILENT_SECONDS) * 1000, isOver).unref()
}

function end(isOver: boolean): void {
  const open = process.getActiveResourcesInfo().join(', ')
  const why = isOver
    ? `${OPEN_SECONDS} s after its last test`
    : `after ${SILENT_SECONDS} s without a test's start or end`
  process.stderr.write(`The process was ended ${why}. It still has open: ${open}\n`)
  process.exit(1)
}

/** Loaded in each process of a test run: what a failed test left open does not keep the run from ending with its report. */
function endAfterTests(): void {
  // Hooks of the root run for the tests of every file, and for subtests.
  beforeEach(() => {
    running++
    watch()
  })
  afterEach(() => {
    running--
    watch()
  })
}

// Threads, and programs that tests fork, get the flag that loads this too.
if (isMainThread && /(?:\.test\.(?:ts|mjs)|group-\d+\.mjs)$/.test(process.argv[1] ?? '')) endAfterTests()
