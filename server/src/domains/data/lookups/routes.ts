import { type Call, implement } from '../../../kit/declare/route.ts'
import { enrichPerson, findEmail, verifyEmail } from '../../../sources/actions.ts'
import { findConsensus } from './consensus.ts'
import type { EstimateRequest, Finds } from './contract/estimates.ts'
import { lookups } from './contract.ts'
import { type Asking, estimate, lookUp, searchCompanies, searchPeople } from './service.ts'

const askingOf = ({ principal: { workspaceId, keyId }, requestId }: Call): Asking => ({ workspaceId, keyId, requestId })
const estimateOf = (action: string, finds: Finds) => (call: Call & { body: EstimateRequest }) =>
  estimate(call.ctx, call.principal.workspaceId, action, finds, call.body)

export const lookupRoutes = implement(lookups, {
  searchPeople: (call) => searchPeople(call.ctx, askingOf(call), call.body, call.meter),
  searchCompanies: ({ ctx, principal, body }) => searchCompanies(ctx, principal.workspaceId, body),
  enrichPerson: (call) => lookUp(call.ctx, askingOf(call), enrichPerson, call.body),
  findEmail: (call) => lookUp(call.ctx, askingOf(call), findEmail, call.body),
  verifyEmail: (call) => lookUp(call.ctx, askingOf(call), verifyEmail, call.body),
  consensus: (call) => findConsensus(call.ctx, askingOf(call), call.body),
  estimatePeople: estimateOf('search/people', 'many'),
  estimateCompanies: estimateOf('search/companies', 'many'),
  estimateEnrich: estimateOf('people/enrich', 'one'),
  estimateFindEmail: estimateOf('contacts/find-email', 'one'),
  estimateVerifyEmail: estimateOf('contacts/verify-email', 'one'),
  estimateConsensus: estimateOf('consensus', 'many'),
})
