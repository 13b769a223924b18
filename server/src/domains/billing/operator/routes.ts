import { implement } from '../../../kit/declare/route.ts'
import { listAudit } from './audit.ts'
import { operator } from './contract.ts'
import { grantWorkspaceCredits, refundWorkspaceCharge } from './credits.ts'
import { approveWorkspaceOrder } from './orders.ts'

export const operatorRoutes = implement(operator, {
  grant: ({ body, idempotencyKey, ctx, db }) => grantWorkspaceCredits(ctx, db, idempotencyKey ?? '', body),
  approve: ({ params, body, ctx, db }) => approveWorkspaceOrder(ctx, db, params.id, body),
  refund: ({ params, body, ctx, db }) => refundWorkspaceCharge(ctx, db, params.hold_id, body),
  audit: ({ query, db }) => listAudit(db, query),
})
