import { setTimeout as sleep } from 'node:timers/promises'
import { creditsFor, type PriceBook } from '../domains/billing/service.ts'
import { inProgress, reused } from '../domains/idempotency/service.ts'
import type { Context, Principal } from '../kit/context.ts'
import { ApiError, InvalidRequest } from '../kit/errors.ts'
import { atFault } from '../kit/fault.ts'
import type { Hold, Settlement, StoredAnswer } from '../kit/ledger.ts'
import type { Meter, Metered, Units } from '../kit/price.ts'

export interface MeteredCall {
  readonly price: Metered<unknown, unknown>
  readonly book: PriceBook
  readonly principal: Principal
  readonly input: unknown
  readonly requestId: string
  readonly idempotency: { readonly key: string; readonly fingerprint: Uint8Array } | undefined
  readonly maxCredits: number | undefined
  readonly run: (meter: Meter) => Promise<Ran>
}

/** What a handler came back with: the reply the price is read from, and its bytes. */
export interface Ran {
  readonly reply: unknown
  readonly answer: StoredAnswer
}

export interface MeteredOutcome {
  readonly answer: StoredAnswer
  readonly replayOf?: string
}

/** A call must end well before the sweeper may take its hold for abandoned. */
const CALL_SECONDS = 60
const HOLD_SECONDS = 120

/**
 * Hold the worst case, run, settle what was found, and only then answer. Every way out but a committed settle charges
 * nothing: the hold is released here, or swept when this process is no more.
 */
export async function runMetered(ctx: Context, call: MeteredCall): Promise<MeteredOutcome> {
  const { book, price, principal } = call
  const worst = creditsFor(book, price.atMost(call.input))
  if (call.maxCredits !== undefined && worst > call.maxCredits)
    throw new ApiError(
      'max_credits_exceeded',
      `This call can cost ${worst} credits; X-Max-Credits allows ${call.maxCredits}.`,
      { members: { required: worst, max_credits: call.maxCredits } },
    )
  await atFault('before_claim')
  const admission = await ctx.ledger.reserve({
    workspaceId: principal.workspaceId,
    keyId: principal.keyId,
    credits: worst,
    monthlyBudget: principal.monthlyBudget,
    action: price.action,
    priceBook: book.name,
    requestId: call.requestId,
    seconds: HOLD_SECONDS,
    ...(call.idempotency && { idempotency: call.idempotency }),
  })
  if (admission.verdict === 'replay') return { answer: admission.answer, replayOf: admission.requestId }
  if (admission.verdict !== 'ok') throw refusal(ctx, admission, worst, call)
  await atFault('after_reserve_commit')

  const { hold } = admission
  const steps = createStepMeter(ctx, hold, book)
  let settlements: Settlement[]
  let answer: StoredAnswer
  try {
    await atFault('before_upstream')
    const ran = await withinDeadline(call.run(steps))
    await atFault('after_upstream')
    const found = price.found === 'by_step' ? {} : price.found(ran.reply)
    const charged = creditsFor(book, found) + steps.total()
    answer = {
      ...ran.answer,
      headers: { ...ran.answer.headers, 'x-credits-charged': String(charged), 'x-price-book': book.name },
    }
    settlements = settlementsOf(hold, price.action, book, found, call.idempotency ? answer : null)
  } catch (error) {
    await release(ctx, hold, price.action)
    throw error
  }
  await atFault('before_settle_send')
  const settled = await Promise.all(settlements.map((settlement) => ctx.ledger.settle(settlement)))
  if (settled.some(({ verdict }) => verdict === 'fenced'))
    throw new ApiError('unavailable', 'The call outlived its reservation. Nothing was charged; try again.', {
      headers: { 'retry-after': '1' },
    })
  await atFault('after_settle_commit')
  return { answer }
}

interface StepMeter extends Meter {
  total(): number
}

function createStepMeter(ctx: Context, hold: Hold, book: PriceBook): StepMeter {
  const charged = new Map<string, number>()
  return {
    total: () => [...charged.values()].reduce((sum, credits) => sum + credits, 0),
    async charge(step, units) {
      const [[action, count] = ['', 0]] = Object.entries(units)
      const settled = await ctx.ledger.settle({
        hold,
        step,
        action,
        units: count,
        credits: creditsFor(book, units),
        isAnswered: true,
        closes: false,
        answer: null,
      })
      if (settled.verdict === 'fenced')
        throw new ApiError('unavailable', 'The call outlived its reservation; try again.', {
          headers: { 'retry-after': '1' },
        })
      charged.set(step, settled.credits)
      return settled.credits
    },
  }
}

/** One settlement per action found; the last closes the hold. A miss is one of nought. */
function settlementsOf(
  hold: Hold,
  action: string,
  book: PriceBook,
  found: Units,
  answer: StoredAnswer | null,
): Settlement[] {
  const entries = Object.entries(found).filter(([, units]) => units > 0)
  if (entries.length === 0)
    return [{ hold, step: '', action, units: 0, credits: 0, isAnswered: true, closes: true, answer }]
  return entries.map(([name, units], at) => ({
    hold,
    step: entries.length === 1 ? '' : name,
    action: name,
    units,
    credits: creditsFor(book, { [name]: units }),
    isAnswered: true,
    closes: at === entries.length - 1,
    answer,
  }))
}

async function release(ctx: Context, hold: Hold, action: string): Promise<void> {
  const settlement = { hold, step: '', action, units: 0, credits: 0, isAnswered: false, closes: true, answer: null }
  await ctx.ledger
    .settle(settlement)
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'a hold is left to the sweeper'))
}

async function withinDeadline<T>(work: Promise<T>): Promise<T> {
  const stop = new AbortController()
  const late = sleep(CALL_SECONDS * 1000, undefined, { signal: stop.signal, ref: false }).then(
    () => Promise.reject(new ApiError('upstream_timeout', `No answer within ${CALL_SECONDS} s. Nothing was charged.`)),
    () => new Promise<never>(() => {}),
  )
  try {
    return await Promise.race([work, late])
  } finally {
    stop.abort()
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
      return new ApiError('insufficient_credits', `This call needs ${required} credits; ${available} are available.`, {
        members: { required, available, limit_source: 'workspace' },
      })
    case 'budget': {
      const now = ctx.clock.now()
      const resets = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString()
      const budget = call.principal.monthlyBudget
      return new ApiError(
        'key_budget_exceeded',
        `This call needs ${required} credits; the key's budget of ${budget} a month does not cover it.`,
        { members: { required, budget, limit_source: 'key', resets_at: resets } },
      )
    }
    case 'running':
      return inProgress()
    case 'mismatch':
      return reused(call.idempotency?.key ?? '')
  }
}

export function readMaxCredits(header: string | string[] | undefined): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,12}$/.test(String(header))) return Number(header)
  const msg = 'Input should be a valid integer, unable to parse string as an integer'
  throw new InvalidRequest([
    { type: 'int_parsing', loc: ['header', 'X-Max-Credits'], msg, input: String(header).slice(0, 64) },
  ])
}
