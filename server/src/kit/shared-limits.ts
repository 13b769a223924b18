/** A token bucket that every node of a deployment takes from: `burst` at once, refilled at `perSecond`. */
export interface TokenBucket {
  readonly id: string
  readonly perSecond: number
  readonly burst: number
  /** The tokens that must be there for one to be taken: 1 when absent, less where callers wait for theirs. */
  readonly least?: number
}

export interface TakeResult {
  /** The position of the first bucket with too few tokens, and then none was taken; -1 when one was taken from each. */
  readonly refusedBy: number
  /** The tokens of each bucket now. */
  readonly tokens: readonly number[]
}

export interface SlotRequest {
  readonly id: string
  /** How many may be in use at a time, over all nodes. */
  readonly max: number
  /** The least time from one acquisition to the next. */
  readonly gapMs?: number
}

export type SlotAnswer =
  | { readonly isAcquired: true; release(): void }
  /** `waitMs` is undefined while all slots are in use. */
  | { readonly isAcquired: false; readonly waitMs: number | undefined }

/**
 * Limits that hold over all nodes. Every answer can be undefined: then nothing is shared now, and the caller counts in its own
 * process, without having waited for more than some milliseconds.
 */
export interface SharedLimits {
  /** Takes a token from every bucket, or from none. */
  take(buckets: readonly TokenBucket[]): Promise<TakeResult | undefined> | undefined
  /** Answers as `take` would, and takes nothing. */
  peek(bucket: TokenBucket): Promise<TakeResult | undefined> | undefined
  /** Empties the bucket, so that its next token is there after this time. */
  pause(bucket: TokenBucket, ms: number): void
  /** A slot is leased, and its lease renewed until it is released: those of a dead process become free by themselves. */
  acquire(slot: SlotRequest): Promise<SlotAnswer | undefined> | undefined
  /** No slot of this id is acquired for a while. */
  pauseSlots(id: string, ms: number): void
  close(): Promise<void>
}

/** Each process counts for itself. */
export const NOTHING_SHARED: SharedLimits = {
  take: () => undefined,
  peek: () => undefined,
  pause: () => undefined,
  acquire: () => undefined,
  pauseSlots: () => undefined,
  close: () => Promise.resolve(),
}
