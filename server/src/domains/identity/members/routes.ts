import { implement } from '../../../kit/declare/route.ts'
import { transaction } from '../../../kit/postgres/db.ts'
import { signedIn } from '../sessions/signed-in-user.ts'
import { invitations } from './contract/invitations.ts'
import { members } from './contract/members.ts'
import { inviteAsMember, joinByInvitation, listInvitations, revokeInvitation } from './invitations.ts'
import { listMembers, updateMember } from './service.ts'

export const memberRoutes = [
  ...implement(members, {
    list: ({ query, principal, db }) => listMembers(db, principal.workspaceId, query),
    update: ({ params, body, principal, ctx, db }) => updateMember(ctx, db, principal, params.id, body),
  }),
  ...implement(invitations, {
    create: ({ body, principal, ctx, db }) => inviteAsMember(ctx, db, principal, body),
    list: ({ query, principal, ctx, db }) => listInvitations(ctx, db, principal.workspaceId, query),
    revoke: ({ params, principal, ctx, db }) => revokeInvitation(ctx, db, principal, params.id),
    accept: ({ body, principal, ctx, db }) =>
      transaction(db, (tx) => joinByInvitation(ctx, tx, signedIn(principal), body.token)),
  }),
]
