const BYTES_MAX = 4 * 1_048_576
const ENTRY_BYTES = 128

/** Files say the same few titles, places and companies again and again: what follows from one is worked out once. */
export function remember<T extends string | null | undefined>(
  work: (text: string) => T,
  bytesMax = BYTES_MAX,
): (text: string) => T {
  const known = new Map<string, T>()
  let bytes = 0
  return (text) => {
    let value = known.get(text)
    if (value === undefined) {
      value = work(text)
      if (bytes > bytesMax) {
        known.clear()
        bytes = 0
      }
      known.set(text, value)
      bytes += ENTRY_BYTES + 2 * (text.length + (value?.length ?? 0))
    }
    return value
  }
}
