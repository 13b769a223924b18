import { implement } from '../../../kit/declare/route.ts'
import { listAudit } from '../../identity/audit/service.ts'
import { operator } from './contract.ts'
import { grantWorkspaceCredits, refundWorkspaceCharge } from './credits.ts'
import { approveWorkspaceOrder } from './orders.ts'

export const operatorRoutes = implement(operator, {
  grant: ({ body, idempotencyKey, ctx, db }) => grantWorkspaceCredits(ctx, db, idempotencyKey ?? '', withActor(body)),
  approve: ({ params, body, ctx, db }) => approveWorkspaceOrder(ctx, db, params.id, withActor(body)),
  refund: ({ params, body, ctx, db }) => refundWorkspaceCharge(ctx, db, params.hold_id, withActor(body)),
  audit: ({ query, db }) => listAudit(db, query),
})

/** The server has filled the actor in, or refused the call. */
function withActor<B extends { actor?: string }>(body: B): B & { actor: string } {
  const { actor } = body
  if (actor === undefined) throw new Error('A call of an operator has no actor')
  return { ...body, actor }
}
