const LARGE_BYTES = 65_536
const waiting: (() => void)[] = []

/**
 * Waits for the turn of a body: none when it is small. Large ones are taken one in each turn of the event loop, so that a
 * thousand of them that arrive together leave room for other requests in between.
 */
export function turnOf(bytes: number): Promise<void> | undefined {
  if (bytes < LARGE_BYTES) return undefined
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(takeNext)
  })
}

function takeNext(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(takeNext)
}
