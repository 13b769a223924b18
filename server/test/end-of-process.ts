import { afterEach, beforeEach, describe } from 'node:test'
import { isMainThread } from 'node:worker_threads'

/** Time a process may stay open after the last test of its last file. */
const OPEN_SECONDS = Number(process.env['TEST_OPEN_SECONDS'] ?? 300)
/** Time without a test that begins or ends after which a process is assumed to hang. A slow machine stays far below it. */
const SILENT_SECONDS = process.env['LONG'] ? 7200 : 1800

let running = 0
let filesLeft = 0
let timer: NodeJS.Timeout | undefined

/** Runs the files of a group in order, each as a suite with its own hooks. A file is loaded when the previous one has ended. */
export async function runGroup(files: readonly (readonly [name: string, path: string])[]): Promise<void> {
  filesLeft = files.length
  for (const [name, path] of files) {
    await describe(name, () => import(path))
    filesLeft--
    watch()
  }
}

/** Restarts the countdown. A process that only has open handles left ends sooner than one with remaining tests. */
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

/** Ends a test process although a failed test left something open, so that the run ends with its report. */
function endAfterTests(): void {
  // Root hooks run for the tests of every file, and for subtests.
  beforeEach(() => {
    running++
    watch()
  })
  afterEach(() => {
    running--
    watch()
  })
}

// Threads and forked programs inherit the flag that loads this file.
if (isMainThread && /(?:\.test\.(?:ts|mjs)|group-\d+\.mjs)$/.test(process.argv[1] ?? '')) endAfterTests()
