import { after } from 'node:test'
import { isMainThread } from 'node:worker_threads'

const OPEN_SECONDS = 120

/** Loaded in each process of a test run: what a failed test left open does not keep the run from ending with its report. */
function endAfterTests(): void {
  after(() => {
    setTimeout(() => {
      const open = process.getActiveResourcesInfo().join(', ')
      process.stderr.write(`${OPEN_SECONDS} s after its last test this process still has open: ${open}\n`)
      process.exit(1)
    }, OPEN_SECONDS * 1000).unref()
  })
}

// Threads, and programs that tests fork, get the flag that loads this too.
if (isMainThread && /(?:\.test\.(?:ts|mjs)|group-\d+\.mjs)$/.test(process.argv[1] ?? '')) endAfterTests()
