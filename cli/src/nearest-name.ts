/** Returns the known name closest to a misspelt one, or undefined if none is close. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const scored = known.map((each) => ({ each, distance: measureEditDistance(name, each) }))
  const best = scored.toSorted((a, b) => a.distance - b.distance)[0]
  return best && best.distance <= Math.max(1, Math.floor(name.length / 3)) ? best.each : undefined
}

/** Counts the letters to add, remove, replace or swap with their neighbour. */
function measureEditDistance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i++) {
    const line = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = isSwap ? (before[j - 2] ?? Infinity) + 1 : Infinity
      line[j] = Math.min((last[j] ?? 0) + 1, (line[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost, swap)
    }
    ;[before, last] = [last, line]
  }
  return last[b.length] ?? 0
}
