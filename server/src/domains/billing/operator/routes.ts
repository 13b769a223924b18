import { implement } from '../../../kit/declare/route.ts'
import { operator } from './contract.ts'
import { approve, grant, listAudit, refund } from './service.ts'

export const operatorRoutes = implement(operator, {
  grant: ({ body, idempotencyKey, ctx, db }) => grant(ctx, db, idempotencyKey ?? '', body),
  approve: ({ params, body, ctx, db }) => approve(ctx, db, params.id, body),
  refund: ({ params, body, ctx, db }) => refund(ctx, db, params.hold_id, body),
  audit: ({ query, db }) => listAudit(db, query),
})
