import { implement } from '../../../kit/declare/route.ts'
import { listAudit } from '../../identity/audit/service.ts'
import { operator } from './contract/admin-actions.ts'
import { operatorHealth } from './contract/health.ts'
import { operatorPeople } from './contract/people.ts'
import { grantWorkspaceCredits, refundWorkspaceCharge } from './credits.ts'
import { getHealth } from './health.ts'
import { approveWorkspaceOrder, listWorkspaceOrders } from './orders.ts'
import {
  createAdminWorkspace,
  createResetLink,
  listAdminUsers,
  listAdminWorkspaces,
  restoreWorkspaceOwner,
  setOperator,
} from './people.ts'
import { withActor } from './with-actor.ts'

export const operatorRoutes = [
  ...implement(operator, {
    grant: ({ body, idempotencyKey, ctx, db }) => grantWorkspaceCredits(ctx, db, idempotencyKey ?? '', withActor(body)),
    approve: ({ params, body, ctx, db }) => approveWorkspaceOrder(ctx, db, params.id, withActor(body)),
    refund: ({ params, body, ctx, db }) => refundWorkspaceCharge(ctx, db, params.hold_id, withActor(body)),
    audit: ({ query, ctx }) => listAudit(ctx.reads, query),
  }),
  ...implement(operatorPeople, {
    workspaces: ({ query, db }) => listAdminWorkspaces(db, query),
    create_workspace: ({ body, ctx, db }) => createAdminWorkspace(ctx, db, withActor(body)),
    restore_owner: ({ params, body, ctx, db }) => restoreWorkspaceOwner(ctx, db, params.id, withActor(body)),
    users: ({ query, db }) => listAdminUsers(db, query),
    update_user: ({ params, body, ctx, db }) => setOperator(ctx, db, params.id, withActor(body)),
    reset_link: ({ params, body, ctx, db }) => createResetLink(ctx, db, params.id, withActor(body)),
    orders: ({ query, ctx, db }) => listWorkspaceOrders(ctx, db, query),
  }),
  ...implement(operatorHealth, { health: ({ ctx }) => getHealth(ctx) }),
]
