import type { Context } from '../../../kit/context.ts'
import type { Meter } from '../../../kit/declare/price.ts'
import type { Call } from '../../../kit/declare/route.ts'
import type { SourceStep } from '../../../kit/sources.ts'
import { bookFor } from '../../billing/credits/published-books.ts'
import { recordSources } from '../../billing/credits/receipts.ts'

/** Request that a lookup belongs to. */
export interface LookupCall {
  readonly workspaceId: string
  readonly keyId: string
  readonly requestId: string
  /** Receipt line of the lookup, when the request has several. */
  readonly step?: string
  /** Time left of the request, when it makes several lookups. */
  readonly deadlineMs?: number
  /** Holds the credits of the request before asking a source that costs money or time. */
  readonly hold?: () => Promise<void>
  /** Stores what the request bought, with its charge. Absent where the caller stores it. */
  readonly keep?: Meter['keep']
}

export function toLookupCall({ principal: { workspaceId, keyId }, requestId, meter }: Call): LookupCall {
  return { workspaceId, keyId, requestId, hold: () => meter.hold(), keep: (bought) => meter.keep(bought) }
}

/** Reserves a tenth of the call's time for the ledger. */
export function buildAskOptions(ctx: Context, { workspaceId, deadlineMs, hold }: LookupCall) {
  return { workspaceId, canWait: true, deadlineMs: deadlineMs ?? ctx.config.CALL_SECONDS * 900, ...(hold && { hold }) }
}

/** Records the sources that were asked, for the receipt. */
export async function recordSteps(ctx: Context, call: LookupCall, steps: readonly SourceStep[]): Promise<void> {
  const { name: priceBook } = await bookFor(ctx, call.workspaceId)
  await recordSources(ctx, { ...call, priceBook }, [{ step: call.step ?? '', steps }])
}
