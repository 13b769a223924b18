import { creditRoutes } from '../domains/billing/credits/routes.ts'
import { onboardingRoutes } from '../domains/billing/onboarding/routes.ts'
import { operatorRoutes } from '../domains/billing/operator/routes.ts'
import { paymentRoutes } from '../domains/billing/payments/routes.ts'
import { closingRoutes } from '../domains/closing/routes.ts'
import { dataJobRoutes } from '../domains/data/data-jobs/routes.ts'
import { lookupRoutes } from '../domains/data/lookups/routes.ts'
import { purchaseRoutes } from '../domains/data/purchases/routes.ts'
import { savedSearchRoutes } from '../domains/data/saved-searches/routes.ts'
import { suppressionRoutes } from '../domains/data/suppressions/routes.ts'
import { callbackRoutes } from '../domains/data/vendor-callbacks/routes.ts'
import { workflowRoutes } from '../domains/data/workflows/routes.ts'
import { homeRoutes } from '../domains/home/routes.ts'
import { brandingRoutes } from '../domains/identity/branding/routes.ts'
import { keyRoutes } from '../domains/identity/keys/routes.ts'
import { memberRoutes } from '../domains/identity/members/routes.ts'
import { oauthRoutes } from '../domains/identity/oauth/routes.ts'
import { offboardingRoutes } from '../domains/identity/offboarding/routes.ts'
import { portalLinkRoutes } from '../domains/identity/portal-links/routes.ts'
import { profileRoutes } from '../domains/identity/profiles/routes.ts'
import { sessionRoutes } from '../domains/identity/sessions/routes.ts'
import { signInRoutes } from '../domains/identity/sign-in/routes.ts'
import { workspaceRoutes } from '../domains/identity/workspaces/routes.ts'
import { accountRoutes } from '../domains/social/accounts/routes.ts'
import { analyticsRoutes } from '../domains/social/analytics/routes.ts'
import { demoDataRoutes } from '../domains/social/demo-data/routes.ts'
import { feedRoutes, inboundRoutes } from '../domains/social/feeds/routes.ts'
import { commentRoutes } from '../domains/social/inbox/comments/routes.ts'
import { conversationRoutes } from '../domains/social/inbox/conversations/routes.ts'
import { reviewRoutes } from '../domains/social/inbox/reviews/routes.ts'
import { mediaRoutes } from '../domains/social/media/routes.ts'
import { postRoutes } from '../domains/social/posts/routes.ts'
import { sandboxNetworkRoutes } from '../domains/social/sandbox-network/routes.ts'
import { templateRoutes } from '../domains/social/templates/routes.ts'
import { webhookRoutes } from '../domains/webhooks/routes.ts'
import type { Route } from '../kit/declare/route.ts'

/** Every endpoint of the API, listed by hand: an import is the registration. */
export const routes: readonly Route[] = [
  ...signInRoutes,
  ...sessionRoutes,
  ...onboardingRoutes,
  ...workspaceRoutes,
  ...closingRoutes,
  ...memberRoutes,
  ...offboardingRoutes,
  ...homeRoutes,
  ...keyRoutes,
  ...brandingRoutes,
  ...portalLinkRoutes,
  ...oauthRoutes,
  ...profileRoutes,
  ...creditRoutes,
  ...paymentRoutes,
  ...operatorRoutes,
  ...webhookRoutes,
  ...accountRoutes,
  ...commentRoutes,
  ...conversationRoutes,
  ...reviewRoutes,
  ...analyticsRoutes,
  ...templateRoutes,
  ...feedRoutes,
  ...inboundRoutes,
  ...sandboxNetworkRoutes,
  ...mediaRoutes,
  ...postRoutes,
  ...demoDataRoutes,
  ...purchaseRoutes,
  ...lookupRoutes,
  ...workflowRoutes,
  ...dataJobRoutes,
  ...savedSearchRoutes,
  ...callbackRoutes,
  ...suppressionRoutes,
]

export const endpoints = routes.map((route) => route.endpoint)
