/** Sums the layout shifts of a page in its `layoutShift`. */
export const WATCH_SHIFTS = `
  globalThis.layoutShift = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) layoutShift += value
  }).observe({ type: 'layout-shift', buffered: true })`
