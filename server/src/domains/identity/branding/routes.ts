import { implement } from '../../../kit/declare/route.ts'
import { branding } from './contract.ts'
import { getStoredBranding, setBranding } from './service.ts'

export const brandingRoutes = implement(branding, {
  get: ({ principal, db }) => getStoredBranding(db, principal.workspaceId),
  put: ({ body, principal, ctx, db, ifMatch }) => setBranding(ctx, db, principal.workspaceId, body, ifMatch),
})
