import { implement } from '../../../kit/declare/route.ts'
import { onboarding } from './contract.ts'
import { openOwnWorkspace } from './service.ts'

export const onboardingRoutes = implement(onboarding, {
  create: ({ body, principal, ctx, db }) => openOwnWorkspace(ctx, db, principal, body.name),
})
