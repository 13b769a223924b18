export const TICK_MS = 250

/**
 * Calls back after this time of this process, counted in ticks: while the process itself stands still, or waits for a processor,
 * it cannot read an answer that has arrived. Returns what cancels it.
 */
export function afterOwnTime(ms: number, callBack: () => void): () => void {
  let ticks = 0
  const timer = setInterval(() => {
    if (++ticks * TICK_MS < ms) return
    clearInterval(timer)
    callBack()
  }, TICK_MS).unref()
  return () => clearInterval(timer)
}
