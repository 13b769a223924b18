const LARGE_BYTES = 65_536
const waiting: (() => void)[] = []

/**
 * Runs work on a body: at once when it is small. Large ones are taken one in each turn of the event loop, so that a thousand of
 * them that arrive together leave room for other requests in between.
 */
export function spreadOut(bytes: number, work: () => void): void {
  if (bytes < LARGE_BYTES) work()
  else if (waiting.push(work) === 1) setImmediate(takeNext)
}

function takeNext(): void {
  try {
    waiting[0]?.()
  } finally {
    waiting.shift()
    if (waiting.length > 0) setImmediate(takeNext)
  }
}
