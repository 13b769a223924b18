import { implement } from '../../../kit/declare/route.ts'
import { savedSearches } from './contract.ts'
import { deleteSearch, getSearch, listSearches, replaceSearch, saveSearch } from './service.ts'

export const savedSearchRoutes = implement(savedSearches, {
  create: ({ body, principal, ctx, db }) => saveSearch(ctx, db, principal.workspaceId, body),
  list: ({ query, principal, db }) => listSearches(db, principal.workspaceId, query),
  get: ({ params, principal, db }) => getSearch(db, principal.workspaceId, params.id),
  replace: ({ params, body, principal, ctx, db, ifMatch }) =>
    replaceSearch(ctx, db, principal.workspaceId, { id: params.id, ifMatch }, body),
  delete: ({ params, principal, db }) => deleteSearch(db, principal.workspaceId, params.id),
})
