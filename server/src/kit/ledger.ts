import type { Db } from './postgres/db.ts'

/** Credits a call may come to cost: held before it runs, so that no number of parallel calls overspends. */
export interface HoldRequest {
  readonly workspaceId: string
  readonly keyId: string
  readonly credits: number
  /** The key's cap for the calendar month, or null. */
  readonly monthlyBudget: number | null
  readonly action: string
  readonly priceBook: string
  readonly requestId: string
  /** Claimed with the hold: the first call with a key runs, the others are told. */
  readonly idempotency?: { readonly key: string; readonly fingerprint: Uint8Array }
  /** After this the sweeper gives the credits back, whoever holds them. */
  readonly seconds: number
  /** A durable hold outlives the process that made it: a job picks it up again. */
  readonly isDurable?: boolean
}

/** The right to charge: only whoever has it, under the epoch it was given in, can settle. */
export interface Hold {
  readonly workspaceId: string
  readonly id: string
  readonly epoch: number
}

export interface StoredAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Admission =
  | { readonly verdict: 'ok'; readonly hold: Hold; readonly available: number }
  | { readonly verdict: 'insufficient' | 'budget' | 'running' | 'mismatch'; readonly available: number }
  | { readonly verdict: 'replay'; readonly answer: StoredAnswer; readonly requestId: string }

/** A step that was answered, a miss too (0 credits): what leaves a receipt. */
export interface Charge {
  /** Unique under its hold: a step that runs again is not charged again. */
  readonly step: string
  readonly action: string
  readonly units: number
  readonly credits: number
}

export interface Settlement {
  readonly hold: Hold
  /** All of them or none. */
  readonly charges: readonly Charge[]
  /** Ends the hold: the rest goes back. */
  readonly closes: boolean
  /** With `closes`: what a retry is answered. Null releases the idempotency key. */
  readonly answer: StoredAnswer | null
}

/** `fenced`: the hold was swept in the meantime; nothing was charged and the answer must not leave. */
export interface Settled {
  readonly verdict: 'ok' | 'fenced'
  readonly credits: number
  readonly available: number
}

export interface Ledger {
  reserve(request: HoldRequest): Promise<Admission>
  settle(settlement: Settlement): Promise<Settled>
  /**
   * Settles in the caller's transaction, as the last thing it does: what is charged for is stored with its charge, or
   * neither is. The workspace's wallet stays locked until the transaction ends.
   */
  settleIn(tx: Db, settlement: Settlement): Promise<Settled>
  /** Makes a hold durable in the transaction that stores the job it is for; false when it is gone. */
  keepIn(tx: Db, hold: Hold, seconds: number): Promise<boolean>
  /** Tells what is available after a workspace's settlements were committed: once for each batch, in this process only. */
  onSettled(listener: (workspaceId: string, available: number) => void): void
  /** Takes over a durable hold under this process's epoch, for so many seconds more; undefined when it is gone. */
  adopt(workspaceId: string, holdId: string, seconds?: number): Promise<Hold | undefined>
  /** Gives back what dead processes and overdue calls held; says how many holds that were. */
  sweep(): Promise<number>
  close(): Promise<void>
}
