import type { Context } from '../../../kit/context.ts'
import type { AnyEndpoint } from '../../../kit/declare/endpoint.ts'
import type { MeteredPrice } from '../../../kit/declare/price.ts'
import { type Call, implement } from '../../../kit/declare/route.ts'
import type { AnyAction } from '../../../sources/action.ts'
import { enrichPerson, findEmail, verifyEmail } from '../../../sources/actions.ts'
import { assertCursors } from '../../../sources/directory/search/cursor.ts'
import { bookFor } from '../../billing/credits/published-books.ts'
import { findEarlierPurchase } from '../purchases/service.ts'
import { findConsensus } from './consensus.ts'
import { estimateIn, type PagedSearch } from './contract/estimates.ts'
import type { SearchRequest } from './contract/example-search.ts'
import { lookups } from './contract.ts'
import { readDatumKey } from './datum.ts'
import { lookUp } from './lookup.ts'
import { toLookupCall } from './lookup-call.ts'
import { searchCompanies, searchPeople } from './search.ts'

interface Estimated {
  readonly call: AnyEndpoint
  readonly paged?: PagedSearch
  /** The lookup of one subject. */
  readonly single?: AnyAction
}

const createEstimateHandler = (of: Estimated) => (call: Call & { body: SearchRequest }) =>
  estimate(call.ctx, call.principal.workspaceId, of, call.body)

export const lookupRoutes = implement(lookups, {
  searchPeople: (call) => searchPeople(call.ctx, toLookupCall(call), call.body, call.meter),
  searchCompanies: (call) => searchCompanies(call.ctx, toLookupCall(call), call.body),
  enrichPerson: (call) => lookUp(call.ctx, toLookupCall(call), enrichPerson, call.body),
  findEmail: (call) => lookUp(call.ctx, toLookupCall(call), findEmail, call.body),
  verifyEmail: (call) => lookUp(call.ctx, toLookupCall(call), verifyEmail, call.body),
  consensus: (call) => findConsensus(call.ctx, toLookupCall(call), call.body),
  estimatePeople: createEstimateHandler({ call: lookups.searchPeople, paged: 'people' }),
  estimateCompanies: createEstimateHandler({ call: lookups.searchCompanies, paged: 'companies' }),
  estimateEnrich: createEstimateHandler({ call: lookups.enrichPerson, single: enrichPerson }),
  estimateFindEmail: createEstimateHandler({ call: lookups.findEmail, single: findEmail }),
  estimateVerifyEmail: createEstimateHandler({ call: lookups.verifyEmail, single: verifyEmail }),
  estimateConsensus: createEstimateHandler({ call: lookups.consensus }),
})

/** Returns the maximum cost of a call with the workspace's price book, and whether the workspace has bought the same. */
async function estimate(ctx: Context, workspaceId: string, { call, paged, single }: Estimated, body: SearchRequest) {
  if (paged) assertCursors(workspaceId, paged, body)
  const { action } = call.price as MeteredPrice<unknown, unknown>
  const [book, purchase] = await Promise.all([
    bookFor(ctx, workspaceId),
    findEarlierPurchase(ctx, workspaceId, action, readDatumKey(single, body)),
  ])
  return estimateIn(book, call, body, purchase)
}
