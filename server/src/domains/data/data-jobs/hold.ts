import type { Context } from '../../../kit/context.ts'
import type { Units } from '../../../kit/declare/price.ts'
import type { Call } from '../../../kit/declare/route.ts'
import type { Hold } from '../../../kit/ledger.ts'
import { assertWithinMax, budgetExceeded, insufficientCredits } from '../../billing/credits/errors.ts'
import { creditsFor } from '../../billing/credits/price-book.ts'
import { bookFor } from '../../billing/credits/published-books.ts'

/** Duration of a hold. Every run of a job renews it, so the credits are released a week after the last run. */
export const HOLD_SECONDS = 7 * 86_400

export interface JobHold {
  readonly hold: Hold
  readonly priceBook: string
  readonly reserved: number
}

/** Holds the maximum cost of the job; throws when the wallet, the budget or `X-Max-Credits` does not cover it. */
export async function holdCredits(
  { ctx, principal, requestId, maxCredits }: Pick<Call, 'ctx' | 'principal' | 'requestId' | 'maxCredits'>,
  { action, unitsMax }: { readonly action: string; readonly unitsMax: Units },
): Promise<JobHold> {
  const { workspaceId, keyId, monthlyBudget } = principal
  const book = await bookFor(ctx, workspaceId)
  const reserved = creditsFor(book, unitsMax)
  assertWithinMax(reserved, maxCredits)
  const admission = await ctx.ledger.reserve({
    workspaceId,
    keyId,
    credits: reserved,
    monthlyBudget,
    action,
    priceBook: book.name,
    requestId,
    seconds: ctx.config.CALL_SECONDS * 2,
  })
  if (admission.verdict === 'ok') return { hold: admission.hold, priceBook: book.name, reserved }
  if (admission.verdict === 'budget') throw budgetExceeded(reserved, monthlyBudget, ctx.clock.now())
  if (admission.verdict === 'insufficient') throw insufficientCredits(reserved, admission.available)
  throw new Error(`a hold without an idempotency key got the verdict ${admission.verdict}`)
}

export async function releaseHold(ctx: Context, hold: Hold): Promise<void> {
  await ctx.ledger
    .settle({ hold, charges: [], closes: true, response: null })
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'could not release a hold; the sweeper will'))
}
