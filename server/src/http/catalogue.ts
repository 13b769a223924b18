import { billingRoutes } from '../domains/billing/routes.ts'
import { callbackRoutes } from '../domains/callbacks/routes.ts'
import { keyRoutes } from '../domains/keys/routes.ts'
import { lookupRoutes } from '../domains/lookups/routes.ts'
import { operatorRoutes } from '../domains/operator/routes.ts'
import { paymentRoutes } from '../domains/payments/routes.ts'
import { profileRoutes } from '../domains/profiles/routes.ts'
import { suppressionRoutes } from '../domains/suppressions/routes.ts'
import { webhookRoutes } from '../domains/webhooks/routes.ts'
import { workflowRoutes } from '../domains/workflows/routes.ts'
import type { Route } from '../kit/route.ts'

/** Every endpoint of the API, listed by hand: an import is the registration. */
export const routes: readonly Route[] = [
  ...keyRoutes,
  ...profileRoutes,
  ...billingRoutes,
  ...paymentRoutes,
  ...operatorRoutes,
  ...webhookRoutes,
  ...lookupRoutes,
  ...workflowRoutes,
  ...callbackRoutes,
  ...suppressionRoutes,
]

export const endpoints = routes.map((route) => route.endpoint)
