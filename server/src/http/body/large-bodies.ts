const LARGE_BYTES = 65_536
const waiting: (() => void)[] = []

/**
 * Lets one large body be parsed per event loop turn, so that other requests run between a thousand of them that arrive
 * together. Undefined for a small body, which does not wait.
 */
export function waitIfLarge(bytes: number): Promise<void> | undefined {
  if (bytes < LARGE_BYTES) return undefined
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(startNext)
  })
}

function startNext(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(startNext)
}
