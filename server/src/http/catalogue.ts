import { accountRoutes } from '../domains/accounts/routes.ts'
import { analyticsRoutes } from '../domains/analytics/routes.ts'
import { billingRoutes } from '../domains/billing/routes.ts'
import { dataJobRoutes } from '../domains/bulk/routes.ts'
import { callbackRoutes } from '../domains/callbacks/routes.ts'
import { commentRoutes } from '../domains/comments/routes.ts'
import { conversationRoutes } from '../domains/conversations/routes.ts'
import { inboundRoutes } from '../domains/feeds/routes.ts'
import { keyRoutes } from '../domains/keys/routes.ts'
import { lookupRoutes } from '../domains/lookups/routes.ts'
import { mediaRoutes } from '../domains/media/routes.ts'
import { operatorRoutes } from '../domains/operator/routes.ts'
import { paymentRoutes } from '../domains/payments/routes.ts'
import { postRoutes } from '../domains/posts/routes.ts'
import { profileRoutes } from '../domains/profiles/routes.ts'
import { reviewRoutes } from '../domains/reviews/routes.ts'
import { sandboxRoutes } from '../domains/sandbox/routes.ts'
import { suppressionRoutes } from '../domains/suppressions/routes.ts'
import { templateRoutes } from '../domains/templates/routes.ts'
import { webhookRoutes } from '../domains/webhooks/routes.ts'
import { workflowRoutes } from '../domains/workflows/routes.ts'
import type { Route } from '../kit/declare/route.ts'

/** Every endpoint of the API, listed by hand: an import is the registration. */
export const routes: readonly Route[] = [
  ...keyRoutes,
  ...profileRoutes,
  ...billingRoutes,
  ...paymentRoutes,
  ...operatorRoutes,
  ...webhookRoutes,
  ...accountRoutes,
  ...commentRoutes,
  ...conversationRoutes,
  ...reviewRoutes,
  ...analyticsRoutes,
  ...templateRoutes,
  ...inboundRoutes,
  ...sandboxRoutes,
  ...mediaRoutes,
  ...postRoutes,
  ...lookupRoutes,
  ...workflowRoutes,
  ...dataJobRoutes,
  ...callbackRoutes,
  ...suppressionRoutes,
]

export const endpoints = routes.map((route) => route.endpoint)
