import { implement } from '../../../kit/declare/route.ts'
import { keys } from './contract.ts'
import { createKey, getKey, listKeys, revokeKey } from './service.ts'

export const keyRoutes = implement(keys, {
  create: ({ body, principal, ctx, db }) => createKey(ctx, db, principal, body),
  list: ({ query, principal, db }) => listKeys(db, principal.workspaceId, query),
  get: ({ params, principal, db }) => getKey(db, principal.workspaceId, params.id),
  revoke: ({ params, principal, ctx, db }) => revokeKey(ctx, db, principal.workspaceId, params.id),
})
