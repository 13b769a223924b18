import { implement } from '../../kit/declare/route.ts'
import { withActor } from '../billing/operator/with-actor.ts'
import { quarantine } from '../identity/quarantine/contract.ts'
import { signedIn } from '../identity/sessions/signed-in-user.ts'
import { closing } from './contract.ts'
import { discardWorkspace, listQuarantinedWorkspaces, takeOverWorkspace } from './quarantine.ts'
import { closeAdminWorkspace, closeOwnWorkspace, previewClosing, reopenAdminWorkspace } from './service.ts'

export const closingRoutes = [
  ...implement(closing, {
    preview: ({ params, principal, ctx, db }) => previewClosing(ctx, db, principal, params.id),
    close: ({ params, body, principal, ctx, db }) => closeOwnWorkspace(ctx, db, principal, params.id, body),
    operatorClose: ({ params, body, ctx, db }) => closeAdminWorkspace(ctx, db, params.id, withActor(body)),
    operatorReopen: ({ params, body, ctx, db }) => reopenAdminWorkspace(ctx, db, params.id, withActor(body)),
  }),
  ...implement(quarantine, {
    list: ({ query, principal, ctx, db }) => listQuarantinedWorkspaces(ctx, db, signedIn(principal), query),
    take_over: ({ params, body, principal, ctx, db }) =>
      takeOverWorkspace(ctx, db, signedIn(principal), params.id, body),
    discard: ({ params, principal, ctx, db }) => discardWorkspace(ctx, db, signedIn(principal), params.id),
  }),
]
