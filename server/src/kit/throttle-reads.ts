/**
 * Reads at most once every `ms`: calls in between share the result, even while it is being read. Undefined when the read
 * failed.
 */
export function recent<T>(read: () => Promise<T>, ms: number): () => Promise<T | undefined> {
  let readAt = Number.NEGATIVE_INFINITY
  let result: Promise<T | undefined> | undefined
  return () => {
    if (!result || performance.now() - readAt >= ms) {
      readAt = performance.now()
      result = read().catch(() => undefined)
    }
    return result
  }
}
