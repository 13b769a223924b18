const BYTES_MAX = 4 * 1_048_576
const ENTRY_BYTES = 128

/** Keeps what `compute` returned for a text: import files repeat the same few titles, cities and companies. */
export function memoize<T extends string | null | undefined>(
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
      values.set(text, value)
      bytes += ENTRY_BYTES + 2 * (text.length + (value?.length ?? 0))
    }
    return value
  }
}
