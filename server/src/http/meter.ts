import { Type } from 'typebox'
import { assertWithinMax, budgetExceeded, insufficientCredits } from '../domains/billing/credits/errors.ts'
import { creditsFor, type PriceBook } from '../domains/billing/credits/price-book.ts'
import { idempotencyInProgress, idempotencyKeyReused } from '../domains/identity/idempotency/service.ts'
import type { Context, Principal } from '../kit/context.ts'
import { strings } from '../kit/declare/compile.ts'
import { ApiError, InvalidRequest } from '../kit/declare/errors.ts'
import { MaxCredits } from '../kit/declare/headers.ts'
import type { Meter, Metered, Units } from '../kit/declare/price.ts'
import { violationsOf } from '../kit/declare/violations.ts'
import { failpoint } from '../kit/failpoint.ts'
import type { Charge, Hold, Settlement, StoredAnswer } from '../kit/ledger.ts'
import { isDataError, isUnavailable } from '../kit/postgres/db.ts'
import { internalError } from './problem.ts'

export interface MeteredCall {
  readonly price: Metered<unknown, unknown>
  readonly book: PriceBook
  readonly principal: Principal
  readonly input: unknown
  readonly requestId: string
  readonly idempotency: { readonly key: string; readonly fingerprint: Uint8Array } | undefined
  readonly maxCredits: number | undefined
  readonly run: (meter: Meter) => Promise<HandlerResult>
}

/** What a handler returned: the reply, which the price is read from, and its bytes. */
export interface HandlerResult {
  readonly reply: unknown
  readonly answer: StoredAnswer
}

export interface MeteredOutcome {
  readonly answer: StoredAnswer
  readonly replayOf?: string
}

/**
 * Holds the most that the call can cost, runs it, settles what was found, and only then answers. Nothing is charged unless the
 * settlement commits: the hold is released here, or swept when this process dies.
 */
export async function runMetered(ctx: Context, call: MeteredCall): Promise<MeteredOutcome> {
  const { book, price, principal } = call
  const creditsMax = creditsFor(book, price.atMost(call.input))
  assertWithinMax(creditsMax, call.maxCredits)
  const { CALL_SECONDS: seconds } = ctx.config
  await failpoint('before_claim')
  const admission = await ctx.ledger.reserve({
    workspaceId: principal.workspaceId,
    keyId: principal.keyId,
    credits: creditsMax,
    monthlyBudget: principal.monthlyBudget,
    action: price.action,
    priceBook: book.name,
    requestId: call.requestId,
    // A call ends well before the sweeper may release its hold.
    seconds: seconds * 2,
    ...(call.idempotency && { idempotency: call.idempotency }),
  })
  if (admission.verdict === 'replay') return { answer: admission.answer, replayOf: admission.requestId }
  if (admission.verdict !== 'ok') throw refusal(ctx, admission, creditsMax, call)
  await failpoint('after_reserve_commit')

  const { hold } = admission
  const steps = createStepMeter(book)
  let charges: Charge[]
  let answer: StoredAnswer
  try {
    await failpoint('before_upstream')
    const result = await withinDeadline(call.run(steps), seconds)
    await failpoint('after_upstream')
    const found = price.found === 'by_step' ? {} : price.found(result.reply)
    charges = chargesOf(price.action, book, found, steps.charges())
    const charged = charges.reduce((sum, { credits }) => sum + credits, 0)
    if (charged > creditsMax)
      throw new Error(`${price.action} cost ${charged} credits, but declared at most ${creditsMax}`)
    answer = {
      ...result.answer,
      headers: { ...result.answer.headers, 'x-credits-charged': String(charged), 'x-price-book': book.name },
    }
  } catch (error) {
    await release(ctx, hold)
    throw error
  }
  await failpoint('before_settle_send')
  await settle(ctx, call, { hold, charges, closes: true, answer: call.idempotency ? answer : null })
  await failpoint('after_settle_commit')
  return { answer }
}

async function settle(ctx: Context, call: MeteredCall, settlement: Settlement): Promise<void> {
  const headers = { 'retry-after': '1' }
  try {
    const { verdict } = await ctx.ledger.settle(settlement)
    if (verdict === 'ok') return
  } catch (error) {
    if (isUnavailable(error))
      throw new ApiError(
        'unavailable',
        `The ledger did not confirm in time whether this call was charged. GET /v1/requests/${call.requestId} says it later; a retry with the same Idempotency-Key is never charged twice.`,
        { headers, cause: error },
      )
    await release(ctx, settlement.hold)
    // The answer cannot be stored: the request is not at fault.
    throw isDataError(error) ? internalError(error) : error
  }
  throw new ApiError(
    'unavailable',
    'The call took longer than its credits were held. Nothing was charged; try again.',
    { headers },
  )
}

interface StepMeter extends Meter {
  charges(): Charge[]
}

function createStepMeter(book: PriceBook): StepMeter {
  const steps = new Map<string, Charge>()
  return {
    charges: () => [...steps.values()],
    async charge(step, units) {
      const known = steps.get(step)
      if (known) return known.credits
      const [first, ...others] = Object.entries(units)
      if (!first || others.length > 0) throw new Error(`step ${step} must be of one action`)
      const credits = creditsFor(book, units)
      steps.set(step, { step, action: first[0], units: first[1], credits })
      return credits
    },
  }
}

/**
 * A charge per step and per action found. A miss is a charge of 0 credits, and so is the run of a workflow: its steps have the price,
 * the run is counted in the usage.
 */
function chargesOf(action: string, book: PriceBook, found: Units, steps: readonly Charge[]): Charge[] {
  const entries = Object.entries(found).filter(([, units]) => units > 0)
  const charges = entries.map(([name, units]) => ({
    step: entries.length === 1 ? '' : name,
    action: name,
    units,
    credits: creditsFor(book, { [name]: units }),
  }))
  if (steps.length + charges.length === 0) return [{ step: '', action, units: 0, credits: 0 }]
  const isRun = steps.length > 0 && steps.every(({ step }) => step !== '')
  return [...(isRun ? [{ step: '', action, units: 1, credits: 0 }] : []), ...steps, ...charges]
}

async function release(ctx: Context, hold: Hold): Promise<void> {
  await ctx.ledger
    .settle({ hold, charges: [], closes: true, answer: null })
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'a hold is left to the sweeper'))
}

/** A plain timer. Measured: an abort signal for each call took a fifth of the process's time (decision 0009). */
async function withinDeadline<T>(work: Promise<T>, seconds: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(new ApiError('upstream_timeout', `No answer within ${seconds} s. Nothing was charged.`))
  }, seconds * 1000)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function refusal(
  ctx: Context,
  admission: { verdict: 'insufficient' | 'budget' | 'running' | 'mismatch'; available: number },
  required: number,
  call: MeteredCall,
): ApiError {
  const { available } = admission
  switch (admission.verdict) {
    case 'insufficient':
      return insufficientCredits(required, available)
    case 'budget':
      return budgetExceeded(required, call.principal.monthlyBudget, ctx.clock.now())
    case 'running':
      return idempotencyInProgress()
    case 'mismatch':
      return idempotencyKeyReused()
  }
}

const NAME = 'X-Max-Credits'
const Headers = Type.Object({ [NAME]: MaxCredits })

export function readMaxCredits(header: string | string[] | undefined): number | undefined {
  if (header === undefined) return undefined
  const read: Record<string, unknown> = { [NAME]: header }
  const validate = strings.compile(Headers)
  if (!validate(read)) throw new InvalidRequest(violationsOf(validate.errors ?? [], ['header']))
  return read[NAME] as number
}
