import type { Db } from './postgres/db.ts'

/** The payer of a call, and the most credits that it can cost. */
export interface Terms {
  readonly workspaceId: string
  readonly keyId: string
  readonly credits: number
  /** The key's cap for the calendar month, or null. */
  readonly monthlyBudget: number | null
  readonly action: string
  readonly priceBook: string
  readonly requestId: string
  /** One call with this key is charged; the others are refused or replayed. */
  readonly idempotency?: { readonly key: string; readonly fingerprint: Uint8Array }
}

/**
 * The maximum cost of a call is held before it runs, so that no number of parallel calls overspends. A hold also claims the
 * idempotency key.
 */
export interface HoldRequest extends Terms {
  /** Time after which the sweeper releases the hold, whatever its process does. */
  readonly seconds: number
  /** A durable hold outlives the process that made it: a job adopts it. */
  readonly isDurable?: boolean
}

/** The right to charge. It settles only under the epoch it was made or adopted in. */
export interface Hold {
  readonly workspaceId: string
  readonly id: string
  readonly epoch: number
}

export interface StoredResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Refusal =
  | { readonly verdict: 'insufficient' | 'budget' | 'running' | 'mismatch'; readonly available: number }
  | { readonly verdict: 'replay'; readonly response: StoredResponse; readonly requestId: string }

export type Admission = { readonly verdict: 'ok'; readonly hold: Hold; readonly available: number } | Refusal

/** A step that has a result, even a miss (0 credits). It leaves a receipt. */
export interface Charge {
  /** Unique within its hold: a step that runs again is not charged again. */
  readonly step: string
  readonly action: string
  readonly units: number
  readonly credits: number
}

/**
 * What a call bought. It is stored in the transaction that charges the call, and only if that costs credits: a killed process
 * neither loses it nor keeps what was not paid for.
 */
export interface Purchase {
  readonly id: string
  readonly action: string
  /** Hash of the datum in hexadecimal, by which a repeat is recognised. */
  readonly subject: string
  /** The question in words. */
  readonly query: string
  /** The question as it was sent, as serialised JSON. */
  readonly question: string
  /** What was found, as one line; null for lists. */
  readonly title: string | null
  readonly items: number
  /** Serialised JSON; null for a page of the directory, which is read again by the ids in `people`. */
  readonly data: string | null
  /** Ids of the directory's people. */
  readonly people: readonly string[]
  /** Suppression keys of one subject; null for lists, whose items have their own. */
  readonly marks: readonly string[] | null
  /** Called once it is stored. */
  readonly onStored?: () => void
}

/** A purchase of a call. */
export interface CallPurchase extends Purchase {
  readonly requestId: string
  readonly keyId: string
}

/** A purchase that cost credits, and the hold or the charge that pays for it. */
export interface PaidPurchase extends CallPurchase {
  readonly holdId: string
  readonly credits: number
}

/**
 * A call that ran without a hold, because its result cost nothing. It is charged as if it had been held and settled at once:
 * the balance must cover its maximum cost, whatever it found. A refused call is not charged, and its result must not be sent.
 */
export interface DirectCharge {
  readonly terms: Terms
  /** A charge with an empty step. */
  readonly charge: Charge
  /** The response to a retry, for a call with an idempotency key. */
  readonly response: StoredResponse | null
  readonly purchase?: CallPurchase | undefined
}

export type ChargeResult = { readonly verdict: 'ok'; readonly available: number } | Refusal

export interface Settlement {
  readonly hold: Hold
  /** Charged together or not at all. */
  readonly charges: readonly Charge[]
  /** Closes the hold and releases the rest. */
  readonly closes: boolean
  /** With `closes`: the response to a retry. Null frees the idempotency key. */
  readonly response: StoredResponse | null
  readonly purchase?: CallPurchase | undefined
}

/** `fenced`: the hold was swept in the meantime; nothing was charged and the result must not be sent. */
export interface SettlementResult {
  readonly verdict: 'ok' | 'fenced'
  readonly credits: number
  readonly available: number
}

/** Inserts those that were charged. A batch can be sent again, so a purchase that is already stored is skipped. */
export type InsertPurchases = (tx: Db, workspaceId: string, purchases: readonly PaidPurchase[]) => Promise<void>

export interface Ledger {
  reserve(request: HoldRequest): Promise<Admission>
  /** Charges without a hold, in one commit. */
  charge(charge: DirectCharge): Promise<ChargeResult>
  /**
   * Returns true if the last call of this workspace, or of this key, was refused for lack of credits. A hint of this process
   * only.
   */
  wasRefused(terms: Pick<Terms, 'workspaceId' | 'keyId'>): boolean
  settle(settlement: Settlement): Promise<SettlementResult>
  /**
   * Settles in the caller's transaction, as its last statement, so that the work and its charge commit together. The workspace's
   * wallet stays locked until the transaction ends.
   */
  settleIn(tx: Db, settlement: Settlement): Promise<SettlementResult>
  /** Makes a hold durable in the transaction that stores its job. Returns false when the hold is gone. */
  makeDurableIn(tx: Db, hold: Hold, seconds: number): Promise<boolean>
  /** Calls the listener with the balance after a workspace's settlements commit: once per batch, in this process only. */
  onSettled(listener: (workspaceId: string, available: number) => void): void
  /**
   * Calls the listener with a call that got an error because the database was unavailable, once it is back: any charge for the
   * call must be refunded. Calls with an idempotency key are excluded: a retry gets the result.
   */
  onUnanswered(listener: (workspaceId: string, holdId: string) => Promise<void>): void
  /** Stores purchases with the given function, after their charges and in the same transaction. */
  storePurchasesWith(insert: InsertPurchases): void
  /** Takes over a durable hold under this process's epoch and extends it by `seconds`. Returns undefined when it is gone. */
  adopt(workspaceId: string, holdId: string, seconds?: number): Promise<Hold | undefined>
  /** Counts granted credits in the metrics, once the transaction commits. */
  recordGrant(tx: Db, kind: string, credits: number): void
  /** Releases the holds of dead processes and overdue calls. Returns their number. */
  sweep(): Promise<number>
  close(): Promise<void>
}
