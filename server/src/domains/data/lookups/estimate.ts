import type { Context } from '../../../kit/context.ts'
import { bookFor } from '../../billing/credits/published-books.ts'
import { type Estimate, type EstimateRequest, estimateIn, type Finds } from './contract/estimates.ts'

/** What a call costs at most with the workspace's price book. */
export async function estimate(
  ctx: Context,
  workspaceId: string,
  { action, finds }: { readonly action: string; readonly finds: Finds },
  request: EstimateRequest,
): Promise<Estimate> {
  return estimateIn(await bookFor(ctx, workspaceId), action, finds, request)
}
