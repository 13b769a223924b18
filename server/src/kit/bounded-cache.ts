/** The longest key: one of our ids, or a SHA-256 in hexadecimal. */
const KEY_CHARS_MAX = 64
/** Bytes of an entry in addition to its value: key, entry and map slot (measured: 170). */
const ENTRY_BYTES = 256

/**
 * A cache bounded in bytes that evicts the least recently used entries first. Keys are our ids or hashes: a caller's text could
 * have any length, and as a slice of the request it would keep the whole request in memory.
 */
export class BoundedCache<Value> {
  readonly #bytesMax: number
  readonly #entries = new Map<string, { readonly value: Value; readonly bytes: number }>()
  #bytes = 0
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }
  get bytes(): number {
    return this.#bytes
  }
  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    // A map keeps insertion order, so its first entry is the least recently used one. While the cache is far from full the
    // order does not matter.
    if (this.#bytes > this.#bytesMax / 2) {
      this.#entries.delete(key)
      this.#entries.set(key, entry)
    }
    return entry.value
  }
  /** Sets a value of `valueBytes` bytes in memory. A value that alone exceeds the bound is not cached. */
  set(key: string, value: Value, valueBytes: number): void {
    if (key.length > KEY_CHARS_MAX) throw new RangeError('A cache key must be an id or a hash')
    this.delete(key)
    const bytes = valueBytes + ENTRY_BYTES
    if (bytes > this.#bytesMax) return
    this.#entries.set(key, { value, bytes })
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#bytesMax) break
      this.delete(oldest)
    }
  }
  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }
  clear(): void {
    this.#entries.clear()
    this.#bytes = 0
  }
}

/**
 * Estimates the bytes of a JSON value in memory. Objects take more than their text: measured 1.3 to 3 times, twice that for
 * non-Latin letters.
 */
export function estimateBytes(value: unknown): number {
  return 4 * (JSON.stringify(value)?.length ?? 0)
}
