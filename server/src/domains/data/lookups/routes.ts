import type { Context } from '../../../kit/context.ts'
import type { AnyEndpoint } from '../../../kit/declare/endpoint.ts'
import { type Call, implement } from '../../../kit/declare/route.ts'
import { enrichPerson, findEmail, verifyEmail } from '../../../sources/actions.ts'
import { assertCursors } from '../../../sources/directory/search/cursor.ts'
import { bookFor } from '../../billing/credits/published-books.ts'
import { findConsensus } from './consensus.ts'
import { estimateIn, type PagedSearch } from './contract/estimates.ts'
import type { SearchRequest } from './contract/example-search.ts'
import { lookups } from './contract.ts'
import { lookUp } from './lookup.ts'
import { toLookupCall } from './lookup-call.ts'
import { searchCompanies, searchPeople } from './search.ts'

const createEstimateHandler = (of: AnyEndpoint, paged?: PagedSearch) => (call: Call & { body: SearchRequest }) =>
  estimate(call.ctx, call.principal.workspaceId, { call: of, ...(paged && { paged }) }, call.body)

export const lookupRoutes = implement(lookups, {
  searchPeople: (call) => searchPeople(call.ctx, toLookupCall(call), call.body, call.meter),
  searchCompanies: (call) => searchCompanies(call.ctx, toLookupCall(call), call.body),
  enrichPerson: (call) => lookUp(call.ctx, toLookupCall(call), enrichPerson, call.body),
  findEmail: (call) => lookUp(call.ctx, toLookupCall(call), findEmail, call.body),
  verifyEmail: (call) => lookUp(call.ctx, toLookupCall(call), verifyEmail, call.body),
  consensus: (call) => findConsensus(call.ctx, toLookupCall(call), call.body),
  estimatePeople: createEstimateHandler(lookups.searchPeople, 'people'),
  estimateCompanies: createEstimateHandler(lookups.searchCompanies, 'companies'),
  estimateEnrich: createEstimateHandler(lookups.enrichPerson),
  estimateFindEmail: createEstimateHandler(lookups.findEmail),
  estimateVerifyEmail: createEstimateHandler(lookups.verifyEmail),
  estimateConsensus: createEstimateHandler(lookups.consensus),
})

/** Returns the maximum cost of a call with the workspace's price book. */
async function estimate(
  ctx: Context,
  workspaceId: string,
  { call, paged }: { readonly call: AnyEndpoint; readonly paged?: PagedSearch },
  body: SearchRequest,
) {
  if (paged) assertCursors(workspaceId, paged, body)
  return estimateIn(await bookFor(ctx, workspaceId), call, body)
}
