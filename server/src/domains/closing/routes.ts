import { implement } from '../../kit/declare/route.ts'
import { withActor } from '../billing/operator/with-actor.ts'
import { closing } from './contract.ts'
import { closeAdminWorkspace, closeOwnWorkspace, previewClosing, reopenAdminWorkspace } from './service.ts'

export const closingRoutes = implement(closing, {
  preview: ({ params, principal, ctx, db }) => previewClosing(ctx, db, principal, params.id),
  close: ({ params, body, principal, ctx, db }) => closeOwnWorkspace(ctx, db, principal, params.id, body),
  operatorClose: ({ params, body, ctx, db }) => closeAdminWorkspace(ctx, db, params.id, withActor(body)),
  operatorReopen: ({ params, body, ctx, db }) => reopenAdminWorkspace(ctx, db, params.id, withActor(body)),
})
