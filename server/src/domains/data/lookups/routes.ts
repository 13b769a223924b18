import { type Call, implement } from '../../../kit/declare/route.ts'
import { enrichPerson, findEmail, verifyEmail } from '../../../sources/actions.ts'
import { lookupCallOf } from './call.ts'
import { findConsensus } from './consensus.ts'
import type { EstimateRequest, Finds } from './contract/estimates.ts'
import { lookups } from './contract.ts'
import { estimate } from './estimate.ts'
import { lookUp } from './lookup.ts'
import { searchCompanies, searchPeople } from './search.ts'

const estimateOf = (action: string, finds: Finds) => (call: Call & { body: EstimateRequest }) =>
  estimate(call.ctx, call.principal.workspaceId, { action, finds }, call.body)

export const lookupRoutes = implement(lookups, {
  searchPeople: (call) => searchPeople(call.ctx, lookupCallOf(call), call.body, call.meter),
  searchCompanies: (call) => searchCompanies(call.ctx, lookupCallOf(call), call.body),
  enrichPerson: (call) => lookUp(call.ctx, lookupCallOf(call), enrichPerson, call.body),
  findEmail: (call) => lookUp(call.ctx, lookupCallOf(call), findEmail, call.body),
  verifyEmail: (call) => lookUp(call.ctx, lookupCallOf(call), verifyEmail, call.body),
  consensus: (call) => findConsensus(call.ctx, lookupCallOf(call), call.body),
  estimatePeople: estimateOf('search/people', 'many'),
  estimateCompanies: estimateOf('search/companies', 'many'),
  estimateEnrich: estimateOf('people/enrich', 'one'),
  estimateFindEmail: estimateOf('contacts/find-email', 'one'),
  estimateVerifyEmail: estimateOf('contacts/verify-email', 'one'),
  estimateConsensus: estimateOf('consensus', 'many'),
})
