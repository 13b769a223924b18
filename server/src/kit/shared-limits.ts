/** A token bucket that all nodes of a deployment share: `burst` tokens, refilled at `perSecond`. */
export interface TokenBucket {
  readonly id: string
  readonly perSecond: number
  readonly burst: number
  /** Tokens that the bucket must have before one is taken: 1 by default, less where callers wait for theirs. */
  readonly least?: number
}

export interface TakeResult {
  /** The position of the first bucket with too few tokens, in which case none was taken; -1 when one was taken from each. */
  readonly refusedBy: number
  /** Current tokens of each bucket. */
  readonly tokens: readonly number[]
}

export interface SlotRequest {
  readonly id: string
  /** Slots in use at a time, over all nodes. */
  readonly max: number
  /** Minimum time between two acquisitions. */
  readonly gapMs?: number
}

export type SlotAnswer =
  | { readonly isAcquired: true; release(): void }
  /** `waitMs` is undefined while all slots are in use. */
  | { readonly isAcquired: false; readonly waitMs: number | undefined }

/**
 * Limits over all nodes. Every result can be undefined: then nothing is shared now, and the caller counts in its own process
 * after having waited for a few milliseconds at most.
 */
export interface SharedLimits {
  /** Takes a token from every bucket, or from none. */
  take(buckets: readonly TokenBucket[]): Promise<TakeResult | undefined> | undefined
  /** Returns the same as `take` without taking a token. */
  peek(bucket: TokenBucket): Promise<TakeResult | undefined> | undefined
  /** Empties the bucket, so that its next token is available after `ms`. */
  pause(bucket: TokenBucket, ms: number): void
  /** Leases a slot and renews the lease until it is released. Slots of a dead process become free when their leases end. */
  acquire(slot: SlotRequest): Promise<SlotAnswer | undefined> | undefined
  /** Blocks the acquisition of slots with this id for `ms`. */
  pauseSlots(id: string, ms: number): void
  close(): Promise<void>
}

/** No sharing: each process counts on its own. */
export const NOTHING_SHARED: SharedLimits = {
  take: () => undefined,
  peek: () => undefined,
  pause: () => undefined,
  acquire: () => undefined,
  pauseSlots: () => undefined,
  close: () => Promise.resolve(),
}
