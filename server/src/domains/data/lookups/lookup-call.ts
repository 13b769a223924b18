import type { Context } from '../../../kit/context.ts'
import type { Call } from '../../../kit/declare/route.ts'
import type { SourceStep } from '../../../kit/sources.ts'
import { bookFor } from '../../billing/credits/published-books.ts'
import { recordSources } from '../../billing/credits/receipts.ts'

/** The request that a lookup belongs to. */
export interface LookupCall {
  readonly workspaceId: string
  readonly keyId: string
  readonly requestId: string
  /** The line of the receipt that the lookup belongs to, when the request has several. */
  readonly step?: string
  /** What is left of the request's time, when it makes several lookups. */
  readonly deadlineMs?: number
  /** Holds the credits of the request, before a source that costs money or time is asked. */
  readonly hold?: () => Promise<void>
}

export function toLookupCall({ principal: { workspaceId, keyId }, requestId, meter }: Call): LookupCall {
  return { workspaceId, keyId, requestId, hold: () => meter.hold() }
}

/** Leaves a tenth of the time of the call for the ledger. */
export function buildAskOptions(ctx: Context, { workspaceId, deadlineMs, hold }: LookupCall) {
  return { workspaceId, canWait: true, deadlineMs: deadlineMs ?? ctx.config.CALL_SECONDS * 900, ...(hold && { hold }) }
}

/** Keeps for the receipt which sources were asked. */
export async function recordSteps(ctx: Context, call: LookupCall, steps: readonly SourceStep[]): Promise<void> {
  const { name: priceBook } = await bookFor(ctx, call.workspaceId)
  await recordSources(ctx, { ...call, priceBook }, [{ step: call.step ?? '', steps }])
}
