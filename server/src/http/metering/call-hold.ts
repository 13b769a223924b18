import { budgetExceeded, insufficientCredits } from '../../domains/billing/credits/errors.ts'
import {
  type IdempotentResult,
  idempotencyInProgress,
  idempotencyKeyReused,
} from '../../domains/identity/idempotency/service.ts'
import type { Context } from '../../kit/context.ts'
import { ApiError } from '../../kit/declare/errors.ts'
import { failpoint } from '../../kit/failpoint.ts'
import type { Charge, ChargeResult, DirectCharge, Hold, Refusal, Settlement, Terms } from '../../kit/ledger.ts'
import { isDataError, isUnavailable } from '../../kit/postgres/db.ts'
import { internalError } from '../response/problem.ts'

/** Ends a call with the stored response of an earlier one. */
export class Replay extends Error {
  readonly outcome: IdempotentResult
  constructor(outcome: IdempotentResult) {
    super('the key has a stored response')
    this.outcome = outcome
  }
}

/** What a call costs, the response to a retry, and what was bought. */
export type CallResult = Pick<Settlement, 'charges' | 'response' | 'purchase'>

/** The credits of one call: its hold, which may never be made, and its charge. */
export class CallHold {
  readonly #ctx: Context
  readonly #terms: Terms
  #making: Promise<Hold> | undefined
  #isOver = false

  constructor(ctx: Context, terms: Terms) {
    this.#ctx = ctx
    this.#terms = terms
  }

  /** Makes the hold, once. Throws the refusal, or the replay. */
  async make(): Promise<void> {
    if (this.#isOver) throw new Error('the call has ended: it cannot hold credits')
    await (this.#making ??= this.#reserve())
  }

  /** Settles the hold, or charges without one. Throws the refusal, or the replay: the response must not be sent then. */
  charge({ charges, response, purchase }: CallResult): Promise<void> {
    this.#isOver = true
    if (this.#making) return this.#settle(this.#making, { charges, response, purchase })
    const charge = charges[0] as Charge
    return chargeWithoutHold(this.#ctx, { terms: this.#terms, charge, response, purchase })
  }

  /** Releases the hold after a failure. A handler that still runs after its time was up no longer gets a hold. */
  async release(): Promise<void> {
    this.#isOver = true
    const hold = await this.#making?.catch(() => undefined)
    if (hold) await releaseHold(this.#ctx, hold)
  }

  async #reserve(): Promise<Hold> {
    const { ledger, config } = this.#ctx
    // A call ends well before the sweeper may release its hold.
    const admission = await ledger.reserve({ ...this.#terms, seconds: config.CALL_SECONDS * 2 })
    if (admission.verdict !== 'ok') throw refusalError(this.#ctx, this.#terms, admission)
    failpoint('after_reserve_commit')
    return admission.hold
  }

  async #settle(making: Promise<Hold>, result: CallResult): Promise<void> {
    const hold = await making
    failpoint('before_settle_send')
    await settleHold(this.#ctx, this.#terms, { hold, ...result })
    failpoint('after_settle_commit')
  }
}

async function chargeWithoutHold(ctx: Context, request: DirectCharge): Promise<void> {
  const { terms } = request
  failpoint('before_charge_send')
  let charged: ChargeResult
  try {
    charged = await ctx.ledger.charge(request)
  } catch (error) {
    if (isUnavailable(error)) throw unconfirmed(terms, error)
    throw isDataError(error) ? internalError(error) : error
  }
  if (charged.verdict !== 'ok') throw refusalError(ctx, terms, charged)
  failpoint('after_charge_commit')
}

async function settleHold(ctx: Context, terms: Terms, settlement: Omit<Settlement, 'closes'>): Promise<void> {
  try {
    const { verdict } = await ctx.ledger.settle({ ...settlement, closes: true })
    if (verdict === 'ok') return
  } catch (error) {
    if (isUnavailable(error)) throw unconfirmed(terms, error)
    await releaseHold(ctx, settlement.hold)
    // The response cannot be stored: the request is not at fault.
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
    .settle({ hold, charges: [], closes: true, response: null })
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'could not release a hold; the sweeper will'))
}

const RETRY = { 'retry-after': '1' }

function unconfirmed({ requestId, idempotency }: Terms, cause: unknown): ApiError {
  const detail = idempotency
    ? `The ledger did not confirm in time whether this call was charged. Check GET /v1/requests/${requestId} later. A retry with the same Idempotency-Key is never charged twice.`
    : 'The ledger did not confirm this call in time, so it has no result and costs nothing. If it was charged, the credits are refunded. Try again.'
  return new ApiError('unavailable', detail, { headers: RETRY, cause })
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
      return new Replay({ response: refusal.response, replayOf: refusal.requestId })
  }
}
