import type { Pool } from '../postgres/db.ts'

/** Work that this process has claimed and whose outcome is not recorded yet. */
export interface ClaimedWork {
  readonly id: string | number
  readonly leaseSeconds: number
  /** Times of the claim and of the last lease renewal, by the process's monotonic clock. */
  readonly claimedAt: number
  leasedAt: number
  /** True while the outcome is being recorded: the lease is no longer renewed. */
  isFinishing: boolean
}

export interface ClaimPlan<Request> {
  /** Claims to make now. */
  readonly requests: readonly Request[]
  /** Time to sleep when nothing is claimed, unless woken. */
  readonly sleepMs: number
  /** True if no work that this process can do is due, with or without capacity. */
  readonly isIdle: boolean
  /** True if all due work waits for capacity, so that reading the heads again would return the same. */
  readonly isBlocked?: boolean
}

export interface ClaimResult<Head, Work> {
  readonly work: readonly Work[]
  /** True if the claim changed nothing: the heads are not due yet, or other processes were faster. */
  readonly isEmpty: boolean
  /**
   * Returns the heads after the claim: each one continues behind its last claimed row, and one whose rows ran out is removed.
   * Under load the engine uses them for a moment instead of reading the heads again, which would walk over the index entries
   * that claims leave behind.
   */
  readonly advance: (heads: readonly Head[]) => readonly Head[]
}

/** The parts of the claim loop that depend on the kind of work. */
export interface Claimer<Head, Request, Work extends ClaimedWork> {
  readonly inFlight: { readonly size: number; all(): Work[] }
  /** Returns true while nothing more may be claimed. */
  isFull(): boolean
  /** Returns true while other processes should hear of new work. */
  needsHelp(): boolean
  /** Returns the time to wait before the next claim, so that claims become larger. */
  pauseMs?(): number
  /** Lists the first waiting row of every group of work. */
  readHeads(): Promise<readonly Head[]>
  /** Decides what to claim, from heads that were read `ageMs` ago. */
  plan(heads: readonly Head[], ageMs: number): ClaimPlan<Request>
  claim(requests: readonly Request[], claim: string): Promise<ClaimResult<Head, Work>>
  start(work: Work): void
  /** Returns work that was claimed but not started to the waiting work. */
  unclaim(work: readonly Work[]): Promise<void>
  /** Returns the ids of the work that this process still has a claim on. */
  renewLeases(work: readonly Work[]): Promise<readonly (string | number)[]>
  onLeaseLost?(work: Work): void
  onHint?(): void
  /** Returns work that has not started to the waiting work, once claiming has stopped. */
  release?(): Promise<void>
  /** Interrupts work that still runs after the drain limit. */
  abort?(): void
  /** Stops recording: the leases of work without a recorded outcome expire. */
  close(): Promise<void>
}

/** The parts of the engine that a claimer uses. */
export interface ClaimEngine<Head> {
  /** The engine's own connections, so that claims, outcomes and heartbeats never wait for the pool. */
  readonly claims: Pool
  readonly outcomes: Pool
  /** Starts the next round, if the engine sleeps. */
  wake(): void
  /** Makes the next round read the heads. */
  expireHeads(): void
  /** Records that work went back to waiting, which the known heads do not show. */
  outdateHeads(): void
  /** Plans nothing for these heads until they are read again. */
  dropHeads(isDropped: (head: Head) => boolean): void
}
