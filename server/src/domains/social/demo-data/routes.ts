import { implement } from '../../../kit/declare/route.ts'
import { demoData } from './contract.ts'
import { createDemoData, deleteDemoData, getDemoData } from './service.ts'

export const demoDataRoutes = implement(demoData, {
  get: ({ principal, db }) => getDemoData(db, principal.workspaceId),
  create: ({ principal, ctx, db }) => createDemoData(ctx, db, principal.workspaceId),
  delete: ({ principal, ctx, db }) => deleteDemoData(ctx, db, principal),
})
