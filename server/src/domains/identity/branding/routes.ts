import { implement } from '../../../kit/declare/route.ts'
import { branding } from './contract.ts'
import { getBranding, setBranding } from './service.ts'

export const brandingRoutes = implement(branding, {
  get: ({ principal, db }) => getBranding(db, principal.workspaceId),
  put: ({ body, principal, ctx, db }) => setBranding(ctx, db, principal.workspaceId, body),
})
