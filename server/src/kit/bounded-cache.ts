/** The longest key: an id of ours, or a SHA-256 in hexadecimal. */
const KEY_CHARS_MAX = 64
/** The bytes of an entry beside its value: key, entry and map slot (measured: 170). */
const ENTRY_BYTES = 256

/**
 * A cache bounded in bytes; the least recently used entries are evicted first. Keys are our ids or hashes: a caller's text could have
 * any length, and as a slice of the request it would keep the whole request in memory.
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
    // A map keeps the order of insertion, so its first entry is the least recently used one. Far from full that does not matter.
    if (this.#bytes > this.#bytesMax / 2) {
      this.#entries.delete(key)
      this.#entries.set(key, entry)
    }
    return entry.value
  }
  /** `valueBytes` is the size of the value in memory. A value that exceeds the bound alone is not cached. */
  set(key: string, value: Value, valueBytes: number): void {
    if (key.length > KEY_CHARS_MAX) throw new RangeError('The key of a cache must be an id or a hash')
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

/** Roughly the bytes in memory of a JSON value. Objects take more than their text: measured 1.3 to 3 times, twice that for non-Latin letters. */
export function estimateBytes(value: unknown): number {
  return 4 * (JSON.stringify(value)?.length ?? 0)
}
