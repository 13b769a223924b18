/** Time a busy loop plans with known heads before it reads them again and finds more urgent work. */
const HEADS_MS = 50
/** Reading heads takes at most a fifth of the time, however many there are. */
const READ_SHARE = 5

/** The first waiting rows of all groups of work, as far as this process knows them. */
export class KnownHeads<Head> {
  readonly #read: () => Promise<readonly Head[]>
  #heads: readonly Head[] = []
  /** Drops since the last read began: that read may return their old heads. */
  #drops: ((head: Head) => boolean)[] = []
  #readEndedAt = 0
  #readTookMs = 0
  /** True if the heads must be read before the next plan. */
  isExpired = true
  /** True if work may wait that the known heads do not show. */
  isOutdated = true
  constructor(read: () => Promise<readonly Head[]>) {
    this.#read = read
  }
  get all(): readonly Head[] {
    return this.#heads
  }
  get ageMs(): number {
    return performance.now() - this.#readEndedAt
  }
  /** Time until a busy loop reads the heads again; negative when it is over. */
  get freshMs(): number {
    return HEADS_MS - this.ageMs
  }
  /** True if a head was dropped since the last read began: its group may have waiting work. */
  get hasDropped(): boolean {
    return this.#drops.length > 0
  }
  /** Time until the heads may be read again. */
  get restMs(): number {
    return this.#readTookMs * (READ_SHARE - 1) - this.ageMs
  }
  async read(): Promise<void> {
    const began = performance.now()
    this.#drops = []
    this.isOutdated = false
    this.isExpired = false
    const heads = await this.#read().catch((error: unknown) => {
      this.isExpired = true
      throw error
    })
    this.#heads = heads.filter((head) => !this.#drops.some((isDropped) => isDropped(head)))
    this.#readEndedAt = performance.now()
    // Can at most double each time, so that a single slow read does not delay the next one for long.
    this.#readTookMs = Math.min(this.#readEndedAt - began, 2 * this.#readTookMs + 1)
  }
  replace(heads: readonly Head[]): void {
    this.#heads = heads
  }
  drop(isDropped: (head: Head) => boolean): void {
    this.#drops.push(isDropped)
    this.#heads = this.#heads.filter((head) => !isDropped(head))
  }
}
