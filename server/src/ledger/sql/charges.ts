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

/** Charges calls without holds and stores their responses. Returns row 0 and a row for each call that was not charged. */
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
      ${workspaceId},
      p_now => ${now},
      p_again => ${isResend},
      p_ids => ${textArray(calls.map((call) => call.id))},
      p_keys => ${textArray(calls.map(({ terms }) => terms.keyId))},
      p_actions => ${textArray(calls.map(({ charge }) => charge.action))},
      p_units => ${numberArray(calls.map(({ charge }) => charge.units))},
      p_credits => ${numberArray(calls.map(({ charge }) => charge.credits))},
      p_most => ${numberArray(calls.map(({ terms }) => terms.credits))},
      p_books => ${textArray(calls.map(({ terms }) => terms.priceBook))},
      p_requests => ${textArray(calls.map(({ terms }) => terms.requestId))},
      p_caps => ${caps ? numberArray(calls.map(({ terms }) => terms.monthlyBudget)) : null},
      p_idem => ${keyed ? textArray(calls.map(({ terms }) => terms.idempotency?.key ?? null)) : null},
      p_prints => ${keyed ? textArray(calls.map(({ terms: { idempotency } }) => (idempotency ? Buffer.from(idempotency.fingerprint).toString('hex') : null))) : null},
      p_status => ${keyed ? numberArray(calls.map((call) => call.response?.status ?? null)) : null},
      p_headers => ${keyed ? textArray(calls.map((call) => (call.response ? JSON.stringify(call.response.headers) : null))) : null},
      p_bodies => ${keyed ? textArray(calls.map((call) => call.response?.body ?? null)) : null}
    )`
}
