import { implement } from '../../../kit/declare/route.ts'
import { profiles } from './contract.ts'
import { createProfile, deleteProfile, getProfile, listProfiles, replaceProfile } from './service.ts'

export const profileRoutes = implement(profiles, {
  create: ({ body, principal, ctx, db }) => createProfile(ctx, db, principal.workspaceId, body),
  list: ({ query, principal, db }) => listProfiles(db, principal, query),
  get: ({ params, principal, db }) => getProfile(db, principal, params.id),
  replace: ({ params, body, principal, ctx, db, ifMatch }) =>
    replaceProfile(ctx, db, principal, { id: params.id, ifMatch }, body),
  delete: ({ params, principal, db }) => deleteProfile(db, principal, params.id),
})
