import type { Context } from '../../../kit/context.ts'
import type { AnyEndpoint } from '../../../kit/declare/endpoint.ts'
import { assertCursors } from '../../../sources/directory/search/cursor.ts'
import { bookFor } from '../../billing/credits/published-books.ts'
import { estimateIn, type PagedSearch } from './contract/estimates.ts'
import type { SearchRequest } from './contract/example-search.ts'

/** Returns the maximum cost of a call with the workspace's price book. */
export async function estimate(
  ctx: Context,
  workspaceId: string,
  { call, paged }: { readonly call: AnyEndpoint; readonly paged?: PagedSearch },
  body: SearchRequest,
) {
  if (paged) assertCursors(workspaceId, paged, body)
  return estimateIn(await bookFor(ctx, workspaceId), call, body)
}
