export const TICK_MS = 250

/**
 * Calls back after this much time of this process, counted in ticks: while the process is frozen or waits for a processor, it
 * cannot read a response that has arrived. Returns a function that cancels it.
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
