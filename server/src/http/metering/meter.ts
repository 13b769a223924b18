import { assertWithinMax } from '../../domains/billing/credits/errors.ts'
import { creditsFor, type PriceBook, priceAction } from '../../domains/billing/credits/price-book.ts'
import {
  findStoredResponse,
  type IdempotentOperation,
  type IdempotentResult,
} from '../../domains/identity/idempotency/service.ts'
import type { Context, Principal } from '../../kit/context.ts'
import { strings, type Validate } from '../../kit/declare/compile.ts'
import { ApiError, InvalidRequest } from '../../kit/declare/errors.ts'
import { MaxCredits } from '../../kit/declare/headers.ts'
import type { Meter, MeteredPrice, Units } from '../../kit/declare/price.ts'
import { Type } from '../../kit/declare/type.ts'
import { toViolations } from '../../kit/declare/violations.ts'
import { failpoint } from '../../kit/failpoint.ts'
import type { Charge, Purchase, StoredResponse } from '../../kit/ledger.ts'
import { CallHold, Replay } from './call-hold.ts'
import { showPrice } from './pricing.ts'

export interface MeteredCall {
  readonly price: MeteredPrice<unknown, unknown>
  readonly book: PriceBook
  readonly principal: Principal
  readonly input: unknown
  readonly requestId: string
  readonly idempotency: IdempotentOperation | undefined
  readonly maxCredits: number | undefined
  readonly run: (meter: Meter) => Promise<HandlerResult>
}

/** The result of a handler: the reply, which the price is read from, and its bytes. */
interface HandlerResult {
  readonly reply: unknown
  readonly response: StoredResponse
}

/**
 * Holds the most that the call can cost, runs it, settles what was found, and only then responds. A call that uses no source
 * that costs money or time runs without a hold, and is charged in one commit (decision 0046). Nothing is charged unless that
 * commits: a hold is released here, or swept when this process dies.
 */
export async function runMetered(ctx: Context, call: MeteredCall): Promise<IdempotentResult> {
  const { principal, book, price, idempotency, requestId } = call
  const { workspaceId, keyId, monthlyBudget } = principal
  const credits = creditsFor(book, price.atMost(call.input))
  assertWithinMax(credits, call.maxCredits)
  failpoint('before_claim')
  const payer = { workspaceId, keyId, monthlyBudget, requestId, credits, action: price.action, priceBook: book.name }
  const hold = new CallHold(ctx, idempotency ? { ...payer, idempotency } : payer)
  try {
    if (price.holds !== 'on_demand' || ctx.ledger.wasRefused(principal)) await hold.make()
    else if (idempotency) {
      const stored = await findStoredResponse(ctx, idempotency)
      if (stored) return stored
    }
    const { charges, response, purchase } = await runWithin(ctx, call, hold, credits)
    await hold.charge({
      charges,
      response: idempotency ? response : null,
      purchase: purchase && { ...purchase, requestId, keyId },
    })
    purchase?.onStored?.()
    return { response }
  } catch (error) {
    if (error instanceof Replay) return error.outcome
    throw error
  }
}

interface PricedResponse {
  readonly charges: readonly Charge[]
  readonly response: StoredResponse
  readonly purchase: Purchase | undefined
}

async function runWithin(ctx: Context, call: MeteredCall, hold: CallHold, most: number): Promise<PricedResponse> {
  const { book, price } = call
  const steps = new StepMeter(book, hold)
  try {
    failpoint('before_upstream')
    const result = await withinDeadline(call.run(steps), ctx.config.CALL_SECONDS)
    failpoint('after_upstream')
    const found = price.found === 'by_step' ? {} : price.found(result.reply)
    const charges = buildCharges(price.action, book, found, steps.charges())
    let charged = 0
    for (const { credits } of charges) charged += credits
    if (charged > most) throw new Error(`${price.action} cost ${charged} credits, but declared at most ${most}`)
    // Only a single charge can do without a hold.
    if (charges.length > 1) await hold.make()
    return { charges, response: showPrice(result.response, book, charged), purchase: steps.purchase }
  } catch (error) {
    await hold.release()
    throw error
  }
}

const NO_STEPS: readonly Charge[] = []

/** The meter of one call. Most calls have no steps. */
class StepMeter implements Meter {
  readonly #book: PriceBook
  readonly #hold: CallHold
  #steps: Map<string, Charge> | undefined
  purchase: Purchase | undefined

  constructor(book: PriceBook, hold: CallHold) {
    this.#book = book
    this.#hold = hold
  }

  hold(): Promise<void> {
    return this.#hold.make()
  }

  keep(purchase: Purchase): void {
    this.purchase = purchase
  }

  async charge(step: string, units: Units): Promise<number> {
    const steps = (this.#steps ??= new Map())
    const known = steps.get(step)
    if (known) return known.credits
    const [first, ...others] = Object.entries(units)
    if (!first || others.length > 0) throw new Error(`step ${step} must be of one action`)
    const credits = creditsFor(this.#book, units)
    steps.set(step, { step, action: first[0], units: first[1], credits })
    return credits
  }

  charges(): readonly Charge[] {
    return this.#steps ? [...this.#steps.values()] : NO_STEPS
  }
}

/**
 * Builds a charge per step and per action found. A miss is a charge of 0 credits, and so is the run of a workflow: its steps
 * have the price, the run is counted in the usage.
 */
function buildCharges(action: string, book: PriceBook, found: Units, steps: readonly Charge[]): readonly Charge[] {
  const names = Object.keys(found).filter((name) => (found[name] ?? 0) > 0)
  const charges = names.map((name) => {
    const units = found[name] as number
    return { step: names.length === 1 ? '' : name, action: name, units, credits: priceAction(book, name, units) }
  })
  if (steps.length === 0 && charges.length > 0) return charges
  if (steps.length + charges.length === 0) return [{ step: '', action, units: 0, credits: 0 }]
  const isRun = steps.length > 0 && steps.every(({ step }) => step !== '')
  return [...(isRun ? [{ step: '', action, units: 1, credits: 0 }] : []), ...steps, ...charges]
}

/** Uses a plain timer. Measured: an abort signal for each call took a fifth of the process's time (decision 0009). */
function withinDeadline<T>(work: Promise<T>, seconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new ApiError('upstream_timeout', `No result within ${seconds} s. Nothing was charged.`))
    }, seconds * 1000)
    const finish = (result: T) => {
      clearTimeout(timer)
      resolve(result)
    }
    const fail = (error: unknown) => {
      clearTimeout(timer)
      reject(error)
    }
    work.then(finish, fail)
  })
}

const NAME = 'X-Max-Credits'
const Headers = Type.Object({ [NAME]: MaxCredits })
let validateHeaders: Validate | undefined

export function readMaxCredits(header: string | string[] | undefined): number | undefined {
  if (header === undefined) return undefined
  const read: Record<string, unknown> = { [NAME]: header }
  const validate = (validateHeaders ??= strings.compile(Headers))
  if (!validate(read)) throw new InvalidRequest(toViolations(validate.errors ?? [], ['header']))
  return read[NAME] as number
}
