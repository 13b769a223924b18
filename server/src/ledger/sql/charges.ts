import type { DirectCharge } from '../../kit/ledger.ts'
import { numberArray, textArray } from '../../kit/postgres/arrays.ts'
import type { Db } from '../../kit/postgres/db.ts'
import type { AdmissionRow } from './holds.ts'

export interface NewCharge extends DirectCharge {
  /** The id that a hold would have: receipts and usage do not distinguish the two. */
  readonly id: string
}

interface ChargeOptions {
  /** Null for the database's clock. */
  readonly now: Date | null
  /** True if the batch was sent before and may be committed. */
  readonly isResend: boolean
}

/** Charges calls without holds and stores their answers. Returns row 0 and a row for each call that was not charged. */
export async function insertCharges(
  db: Db,
  workspaceId: string,
  calls: readonly NewCharge[],
  { now, isResend }: ChargeOptions,
): Promise<AdmissionRow[]> {
  const caps = calls.some(({ terms }) => terms.monthlyBudget !== null)
  const keyed = calls.some(({ terms }) => terms.idempotency)
  return db<AdmissionRow[]>`
    select ord, verdict, available, replay_status, replay_headers, replay_body, replay_request from ledger_charge(
      ${workspaceId}, ${now}, ${isResend},
      ${textArray(calls.map((call) => call.id))}, ${textArray(calls.map(({ terms }) => terms.keyId))}, ${textArray(calls.map(({ charge }) => charge.action))},
      ${numberArray(calls.map(({ charge }) => charge.units))}, ${numberArray(calls.map(({ charge }) => charge.credits))}, ${numberArray(calls.map(({ terms }) => terms.credits))},
      ${textArray(calls.map(({ terms }) => terms.priceBook))}, ${textArray(calls.map(({ terms }) => terms.requestId))},
      ${caps ? numberArray(calls.map(({ terms }) => terms.monthlyBudget)) : null},
      ${keyed ? textArray(calls.map(({ terms }) => terms.idempotency?.key ?? null)) : null},
      ${keyed ? textArray(calls.map(({ terms: { idempotency } }) => (idempotency ? Buffer.from(idempotency.fingerprint).toString('hex') : null))) : null},
      ${keyed ? numberArray(calls.map((call) => call.answer?.status ?? null)) : null},
      ${keyed ? textArray(calls.map((call) => (call.answer ? JSON.stringify(call.answer.headers) : null))) : null},
      ${keyed ? textArray(calls.map((call) => call.answer?.body ?? null)) : null}
    )`
}
