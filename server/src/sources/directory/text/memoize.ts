const BYTES_MAX = 4 * 1_048_576
const ENTRY_BYTES = 128
const ITEM_BYTES = 32

/** Caches the results of `compute` by text: import files repeat the same few titles, cities and companies. */
export function memoize<T extends string | readonly string[] | null | undefined>(
  compute: (text: string) => T,
  bytesMax = BYTES_MAX,
): (text: string) => T {
  const values = new Map<string, T>()
  let bytes = 0
  return (text) => {
    let value = values.get(text)
    if (value === undefined) {
      value = compute(text)
      if (bytes > bytesMax) {
        values.clear()
        bytes = 0
      }
      // A cell of a file is a slice of a long text, which it would keep in memory.
      values.set(` ${text}`.slice(1), value)
      bytes += ENTRY_BYTES + 2 * text.length + estimateBytes(value)
    }
    return value
  }
}

function estimateBytes(value: string | readonly string[] | null | undefined): number {
  if (typeof value === 'string') return 2 * value.length
  return value?.reduce((sum, each) => sum + ITEM_BYTES + 2 * each.length, 0) ?? 0
}
