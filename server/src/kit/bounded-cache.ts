/** The longest key: an id of ours, or a SHA-256 in hexadecimal. */
const KEY_CHARS_MAX = 64
/** What an entry takes beside its value: the key, the entry and its place in the map (measured: 170 bytes). */
const ENTRY_BYTES = 256

/**
 * A cache bounded in bytes; the least recently used entries go first. Keys are ids of ours or hashes: a key that a caller
 * wrote could be of any length, and as a piece of a request it would keep the whole request in memory.
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
    // A map keeps the order of insertion: the first is the one that was used longest ago.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }
  /** `valueBytes` is what the value takes in memory. One that alone exceeds the bound is not kept. */
  set(key: string, value: Value, valueBytes: number): void {
    if (key.length > KEY_CHARS_MAX) throw new RangeError('The key of a cache is an id or a hash')
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

/** Roughly what a value takes that could be written as JSON: objects take more than their text (measured: 1.3 to 3 times, and twice that where letters are not Latin). */
export function bytesOf(value: unknown): number {
  return 4 * (JSON.stringify(value)?.length ?? 0)
}
