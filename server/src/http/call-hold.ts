import { budgetExceeded, insufficientCredits } from '../domains/billing/credits/errors.ts'
import { idempotencyInProgress, idempotencyKeyReused, type Outcome } from '../domains/identity/idempotency/service.ts'
import type { Context } from '../kit/context.ts'
import { ApiError } from '../kit/declare/errors.ts'
import { failpoint } from '../kit/failpoint.ts'
import type { Charge, DirectCharge, Hold, Refusal, StoredAnswer, Terms } from '../kit/ledger.ts'
import { isDataError, isUnavailable } from '../kit/postgres/db.ts'
import { internalError } from './problem.ts'

/** Ends a call that is answered with the stored answer of an earlier one. */
export class Replay extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super('answered before')
    this.outcome = outcome
  }
}

/** The hold of one call, which may never be made. */
export interface CallHold {
  readonly terms: Terms
  /** Makes the hold, once. Throws the refusal, or the replay. */
  make(): Promise<void>
  /** False when there is no hold to settle. */
  settle(charges: readonly Charge[], answer: StoredAnswer | null): Promise<boolean>
  /** After a failure. A handler that goes on, because its time was up, gets no hold any more. */
  release(): Promise<void>
}

export function openHold(ctx: Context, terms: Terms): CallHold {
  let making: Promise<Hold> | undefined
  let isOver = false

  async function reserve(): Promise<Hold> {
    // A call ends well before the sweeper may release its hold.
    const admission = await ctx.ledger.reserve({ ...terms, seconds: ctx.config.CALL_SECONDS * 2 })
    if (admission.verdict !== 'ok') throw refusalError(ctx, terms, admission)
    await failpoint('after_reserve_commit')
    return admission.hold
  }

  return {
    terms,
    async make() {
      if (isOver) throw new Error('the call has ended: it cannot hold credits')
      await (making ??= reserve())
    },
    async settle(charges, answer) {
      isOver = true
      if (!making) return false
      const hold = await making
      await failpoint('before_settle_send')
      await settleHold(ctx, terms, { hold, charges, answer })
      await failpoint('after_settle_commit')
      return true
    },
    async release() {
      isOver = true
      const hold = await making?.catch(() => undefined)
      if (hold) await releaseHold(ctx, hold)
    },
  }
}

/** Charges a call without a hold. Throws the refusal, or the replay: then its answer must not be sent. */
export async function chargeWithoutHold(ctx: Context, charge: DirectCharge): Promise<void> {
  await failpoint('before_charge_send')
  const charged = await ctx.ledger.charge(charge).catch((error: unknown) => {
    if (isUnavailable(error)) throw unconfirmed(charge, error)
    throw isDataError(error) ? internalError(error) : error
  })
  if (charged.verdict !== 'ok') throw refusalError(ctx, charge, charged)
  await failpoint('after_charge_commit')
}

interface Settlement {
  readonly hold: Hold
  readonly charges: readonly Charge[]
  readonly answer: StoredAnswer | null
}

async function settleHold(ctx: Context, terms: Terms, settlement: Settlement): Promise<void> {
  try {
    const { verdict } = await ctx.ledger.settle({ ...settlement, closes: true })
    if (verdict === 'ok') return
  } catch (error) {
    if (isUnavailable(error)) throw unconfirmed(terms, error)
    await releaseHold(ctx, settlement.hold)
    // The answer cannot be stored: the request is not at fault.
    throw isDataError(error) ? internalError(error) : error
  }
  throw new ApiError(
    'unavailable',
    'The call took longer than its credits were held. Nothing was charged; try again.',
    { headers: RETRY },
  )
}

async function releaseHold(ctx: Context, hold: Hold): Promise<void> {
  await ctx.ledger
    .settle({ hold, charges: [], closes: true, answer: null })
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'a hold is left to the sweeper'))
}

const RETRY = { 'retry-after': '1' }

function unconfirmed({ requestId }: Terms, cause: unknown): ApiError {
  return new ApiError(
    'unavailable',
    `The ledger did not confirm in time whether this call was charged. GET /v1/requests/${requestId} says it later; a retry with the same Idempotency-Key is never charged twice.`,
    { headers: RETRY, cause },
  )
}

function refusalError(ctx: Context, { credits, monthlyBudget }: Terms, refusal: Refusal): Error {
  switch (refusal.verdict) {
    case 'insufficient':
      return insufficientCredits(credits, refusal.available)
    case 'budget':
      return budgetExceeded(credits, monthlyBudget, ctx.clock.now())
    case 'running':
      return idempotencyInProgress()
    case 'mismatch':
      return idempotencyKeyReused()
    case 'replay':
      return new Replay({ answer: refusal.answer, replayOf: refusal.requestId })
  }
}
