import { implement } from '../../../kit/declare/route.ts'
import { keys } from './contract.ts'
import { createKey, getKey, listKeys, revokeOwnKey } from './service.ts'
import { updateKey } from './update.ts'

export const keyRoutes = implement(keys, {
  create: ({ body, principal, ctx, db }) => createKey(ctx, db, principal, body),
  list: ({ query, principal, ctx, db }) => listKeys(ctx, db, principal.workspaceId, query),
  get: ({ params, query, principal, ctx, db }) => getKey(ctx, db, principal.workspaceId, params.id, query),
  update: ({ params, body, principal, ctx, db }) => updateKey(ctx, db, principal, params.id, body),
  revoke: ({ params, principal, ctx, db }) => revokeOwnKey(ctx, db, principal, params.id),
})
