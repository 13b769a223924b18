import type { AnyEndpoint } from '../../../kit/declare/endpoint.ts'
import { type Call, implement } from '../../../kit/declare/route.ts'
import { enrichPerson, findEmail, verifyEmail } from '../../../sources/actions.ts'
import { lookupCallOf } from './call.ts'
import { findConsensus } from './consensus.ts'
import type { Paged } from './contract/estimates.ts'
import type { SearchRequest } from './contract/example-search.ts'
import { lookups } from './contract.ts'
import { estimate } from './estimate.ts'
import { lookUp } from './lookup.ts'
import { searchCompanies, searchPeople } from './search.ts'

const estimateOf = (of: AnyEndpoint, paged?: Paged) => (call: Call & { body: SearchRequest }) =>
  estimate(call.ctx, call.principal.workspaceId, { call: of, ...(paged && { paged }) }, call.body)

export const lookupRoutes = implement(lookups, {
  searchPeople: (call) => searchPeople(call.ctx, lookupCallOf(call), call.body, call.meter),
  searchCompanies: (call) => searchCompanies(call.ctx, lookupCallOf(call), call.body),
  enrichPerson: (call) => lookUp(call.ctx, lookupCallOf(call), enrichPerson, call.body),
  findEmail: (call) => lookUp(call.ctx, lookupCallOf(call), findEmail, call.body),
  verifyEmail: (call) => lookUp(call.ctx, lookupCallOf(call), verifyEmail, call.body),
  consensus: (call) => findConsensus(call.ctx, lookupCallOf(call), call.body),
  estimatePeople: estimateOf(lookups.searchPeople, 'people'),
  estimateCompanies: estimateOf(lookups.searchCompanies, 'companies'),
  estimateEnrich: estimateOf(lookups.enrichPerson),
  estimateFindEmail: estimateOf(lookups.findEmail),
  estimateVerifyEmail: estimateOf(lookups.verifyEmail),
  estimateConsensus: estimateOf(lookups.consensus),
})
