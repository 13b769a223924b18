import { implement } from '../../../kit/declare/route.ts'
import { offboarding } from './contract.ts'
import { listCredentials, removeMember } from './service.ts'

export const offboardingRoutes = implement(offboarding, {
  credentials: ({ params, principal, ctx, db }) => listCredentials(ctx, db, principal, params.id),
  remove: ({ params, query, principal, ctx, db }) => removeMember(ctx, db, principal, params.id, query),
  leave: ({ principal, ctx, db }) => removeMember(ctx, db, principal, principal.keyId, { keys: 'revoke' }),
})
