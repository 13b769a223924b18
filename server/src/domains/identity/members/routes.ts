import { implement } from '../../../kit/declare/route.ts'
import { members } from './contract.ts'
import { listMembers } from './service.ts'

export const memberRoutes = implement(members, {
  list: ({ query, principal, db }) => listMembers(db, principal.workspaceId, query),
})
