// Generated from the endpoint declarations by `npm run gen`: change those, not this.
import type {
  AccountAnalyticsView,
  AccountEntityPage,
  AccountFeedPage,
  AccountHealthPage,
  AccountHealthSummary,
  AccountPage,
  AccountResponse,
  AccountsAnalyticsQuery,
  AccountsListEntitiesQuery,
  AccountsListFeedsQuery,
  AccountsListHealthQuery,
  AccountsListQuery,
  ActionsListQuery,
  ActionsResponse,
  ActiveEntityRequest,
  AnalyticsBreakdown,
  AnalyticsBreakdownQuery,
  AnalyticsSummary,
  AnalyticsSummaryQuery,
  AnalyticsTopPostsQuery,
  ApiKeyChangeRequest,
  ApiKeyCreateRequest,
  ApiKeyCreateResponse,
  ApiKeyPage,
  ApiKeyResponse,
  ApiKeysGetQuery,
  ApiKeysListQuery,
  AsyncDataRequest,
  AsyncJobResponse,
  AutoTopupRequest,
  AutoTopupResponse,
  BillingResponse,
  Branding,
  BulkEstimateResponse,
  BulkJobRequest,
  BulkJobsListQuery,
  BulkJobsResultsQuery,
  BulkResultPage,
  CheckoutRequest,
  CommentPage,
  CommentView,
  CommentsListQuery,
  CompleteRequest,
  ConnectionPage,
  ConnectionRequest,
  ConnectionResponse,
  ConnectionsEntitiesQuery,
  ConnectionsListQuery,
  ConsensusRequest,
  ConsensusResponse,
  ConversationChange,
  ConversationPage,
  ConversationView,
  ConversationsListMessagesQuery,
  ConversationsListQuery,
  CreateDraftRequest,
  CreatePostRequest,
  CreateTemplateRequest,
  CreateUploadRequest,
  CreditsHoldsQuery,
  CreditsLedgerQuery,
  CreditsOrdersQuery,
  CreditsResponse,
  CreditsUsageQuery,
  CurrentPortalLink,
  DataJobsListQuery,
  DeliveryPage,
  DeliveryResponse,
  DeliveryWithAttemptsResponse,
  DemoDataResponse,
  EnrichListRequest,
  EnrichListResponse,
  EnrichPersonRequest,
  EnrichPersonResponse,
  EntityPage,
  ErrorObject,
  EstimateResponse,
  EventsStreamQuery,
  FindEmailRequest,
  FindEmailResponse,
  HomeResponse,
  IngestMediaRequest,
  JobPage,
  JobResponse,
  LeadListRequest,
  LeadListResponse,
  LedgerPage,
  ManySuppressionsRequest,
  ManySuppressionsResponse,
  MediaAssetPage,
  MediaAssetResponse,
  MediaListQuery,
  MediaUpload,
  MediaUsage,
  MessagePage,
  MessageView,
  MeteredCallPage,
  ModerateRequest,
  ModerateResponse,
  NewJobResponse,
  NumberVerificationResponse,
  OpenHoldPage,
  OrderPage,
  OrderResponse,
  PlatformApp,
  PlatformAppRequest,
  PlatformName,
  PlatformPage,
  PlatformsListQuery,
  PortalLink,
  PortalLinkCreateResponse,
  PortalLinkPage,
  PortalLinkRequest,
  PortalLinksListQuery,
  PostAnalyticsView,
  PostAttemptPage,
  PostPage,
  PostResponse,
  PostsAnalyticsQuery,
  PostsAttemptsQuery,
  PostsListQuery,
  PricingResponse,
  ProfilePage,
  ProfileRequest,
  ProfileResponse,
  ProfilesListQuery,
  Purchase,
  PurchasePage,
  PurchasesListQuery,
  ReceiptResponse,
  ReconnectRequest,
  RedriveRequest,
  RedriveResponse,
  RegisterNumberRequest,
  RegisterNumberResponse,
  ReplyRequest,
  RequestCodeRequest,
  RequestsListQuery,
  RetryPostRequest,
  ReviewPage,
  ReviewView,
  ReviewsListQuery,
  SandboxCommentRequest,
  SandboxFault,
  SandboxFaultPage,
  SandboxFaultRequest,
  SandboxItem,
  SandboxListFaultsQuery,
  SandboxListPagesQuery,
  SandboxListPostsQuery,
  SandboxMessageRequest,
  SandboxMessageStatusRequest,
  SandboxPagePage,
  SandboxPostPage,
  SandboxReviewRequest,
  SandboxTemplateStatusRequest,
  SavedSearch,
  SavedSearchPage,
  SavedSearchRequest,
  SavedSearchesListQuery,
  SearchCompaniesRequest,
  SearchCompaniesResponse,
  SearchPeopleRequest,
  SearchPeopleResponse,
  SelectRequest,
  SendMessageRequest,
  StartConversationRequest,
  StoredBranding,
  SubscriptionResponse,
  Suppression,
  SuppressionPage,
  SuppressionRequest,
  SuppressionsListQuery,
  TemplatePage,
  TemplateView,
  TemplatesListQuery,
  TopPosts,
  UnpublishPostRequest,
  UpdatePostRequest,
  UsageResponse,
  ValidatedPost,
  VerifyCodeRequest,
  VerifyEmailRequest,
  VerifyEmailResponse,
  VerifyListRequest,
  VerifyListResponse,
  WebhookChangeRequest,
  WebhookDeliveriesListQuery,
  WebhookEventKindPage,
  WebhookHealth,
  WebhookHealthPage,
  WebhookPage,
  WebhookRecoverRequest,
  WebhookRecoveryResponse,
  WebhookRequest,
  WebhookResponse,
  WebhookSecretResponse,
  WebhooksEventsQuery,
  WebhooksListHealthQuery,
  WebhooksListQuery,
  WorkflowList,
  WorkflowQuoteResponse,
  WorkflowsListQuery,
} from '../../../sdk/src/types.gen.ts'

/** The method and the path of every operation. */
export const PLACES = {
  'auth.methods': 'GET /v1/auth/methods',
  'auth.sign_up': 'POST /v1/auth/sign-up',
  'auth.sign_in': 'POST /v1/auth/sign-in',
  'auth.totp': 'POST /v1/auth/totp',
  'auth.passkey_options': 'POST /v1/auth/passkey-options',
  'auth.passkey_sign_in': 'POST /v1/auth/passkey-sign-in',
  'auth.sign_out': 'POST /v1/auth/sign-out',
  'auth.ask_link': 'POST /v1/auth/links',
  'auth.read_link': 'POST /v1/auth/links/read',
  'auth.use_link': 'POST /v1/auth/links/use',
  'auth.oidc_start': 'GET /v1/auth/oidc/start',
  'auth.oidc_callback': 'GET /v1/auth/oidc/callback',
  'session.get': 'GET /v1/session',
  'session.sudo': 'POST /v1/session/sudo',
  'session.sudo_options': 'POST /v1/session/sudo/options',
  'me.update': 'PATCH /v1/me',
  'me.change_password': 'POST /v1/me/password',
  'me.begin_totp': 'POST /v1/me/totp',
  'me.confirm_totp': 'POST /v1/me/totp/confirm',
  'me.remove_totp': 'DELETE /v1/me/totp',
  'me.renew_recovery_codes': 'POST /v1/me/recovery-codes',
  'passkeys.options': 'POST /v1/me/passkeys/options',
  'passkeys.create': 'POST /v1/me/passkeys',
  'passkeys.list': 'GET /v1/me/passkeys',
  'passkeys.update': 'PATCH /v1/me/passkeys/{id}',
  'passkeys.remove': 'DELETE /v1/me/passkeys/{id}',
  'sessions.list': 'GET /v1/sessions',
  'sessions.revoke': 'DELETE /v1/sessions/{id}',
  'sessions.revoke_others': 'POST /v1/sessions:revoke-others',
  'workspaces.create': 'POST /v1/workspaces',
  'workspaces.list': 'GET /v1/workspaces',
  'workspaces.get': 'GET /v1/workspaces/{id}',
  'workspaces.update': 'PATCH /v1/workspaces/{id}',
  'workspaces.closing': 'GET /v1/workspaces/{id}/closing',
  'workspaces.close': 'POST /v1/workspaces/{id}/close',
  'operator.close_workspace': 'POST /v1/operator/workspaces/{id}/close',
  'operator.reopen_workspace': 'POST /v1/operator/workspaces/{id}/reopen',
  'quarantine.list': 'GET /v1/quarantine',
  'quarantine.take_over': 'POST /v1/quarantine/{id}/take-over',
  'quarantine.discard': 'POST /v1/quarantine/{id}/discard',
  'members.list': 'GET /v1/members',
  'members.update': 'PUT /v1/members/{id}',
  'invitations.create': 'POST /v1/invitations',
  'invitations.list': 'GET /v1/invitations',
  'invitations.revoke': 'DELETE /v1/invitations/{id}',
  'invitations.accept': 'POST /v1/invitations:accept',
  'members.credentials': 'GET /v1/members/{id}/credentials',
  'members.remove': 'DELETE /v1/members/{id}',
  'members.leave': 'POST /v1/members/leave',
  'session.pulse': 'GET /v1/session/pulse',
  'home.summary': 'GET /v1/home',
  'api_keys.create': 'POST /v1/api-keys',
  'api_keys.list': 'GET /v1/api-keys',
  'api_keys.get': 'GET /v1/api-keys/{id}',
  'api_keys.update': 'PATCH /v1/api-keys/{id}',
  'api_keys.revoke': 'DELETE /v1/api-keys/{id}',
  'branding.get': 'GET /v1/branding',
  'branding.put': 'PUT /v1/branding',
  'portal_links.create': 'POST /v1/portal-links',
  'portal_links.list': 'GET /v1/portal-links',
  'portal_links.get': 'GET /v1/portal-links/{id}',
  'portal_links.revoke': 'DELETE /v1/portal-links/{id}',
  'portal_links.current': 'GET /v1/portal-links/current',
  'oauth_requests.read': 'POST /v1/oauth-requests:read',
  'oauth_requests.allow': 'POST /v1/oauth-requests:allow',
  'oauth_requests.deny': 'POST /v1/oauth-requests:deny',
  'connected_apps.list': 'GET /v1/connected-apps',
  'connected_apps.disconnect': 'DELETE /v1/connected-apps/{id}',
  'profiles.create': 'POST /v1/profiles',
  'profiles.list': 'GET /v1/profiles',
  'profiles.get': 'GET /v1/profiles/{id}',
  'profiles.replace': 'PUT /v1/profiles/{id}',
  'profiles.delete': 'DELETE /v1/profiles/{id}',
  'credits.get': 'GET /v1/credits',
  'credits.ledger': 'GET /v1/credits/ledger',
  'credits.usage': 'GET /v1/credits/usage',
  'requests.get': 'GET /v1/requests/{request_id}',
  'requests.list': 'GET /v1/requests',
  'credits.holds': 'GET /v1/credits/holds',
  'pricing.get': 'GET /v1/public/pricing',
  'credits.checkout': 'POST /v1/credits/checkout',
  'credits.orders': 'GET /v1/credits/orders',
  'credits.billing': 'GET /v1/credits/billing',
  'credits.subscription': 'GET /v1/credits/subscription',
  'credits.cancel_subscription': 'DELETE /v1/credits/subscription',
  'credits.auto_topup': 'GET /v1/credits/auto-topup',
  'credits.set_auto_topup': 'PUT /v1/credits/auto-topup',
  'credits.delete_auto_topup': 'DELETE /v1/credits/auto-topup',
  'callbacks.stripe': 'POST /v1/callbacks/stripe',
  'operator.grant': 'POST /v1/operator/grants',
  'operator.approve': 'POST /v1/operator/orders/{id}/approve',
  'operator.refund': 'POST /v1/operator/charges/{hold_id}/refund',
  'operator.audit': 'GET /v1/operator/audit',
  'operator.workspaces': 'GET /v1/operator/workspaces',
  'operator.create_workspace': 'POST /v1/operator/workspaces',
  'operator.restore_owner': 'POST /v1/operator/workspaces/{id}/restore-owner',
  'operator.users': 'GET /v1/operator/users',
  'operator.update_user': 'PATCH /v1/operator/users/{id}',
  'operator.reset_link': 'POST /v1/operator/users/{id}/reset-link',
  'operator.orders': 'GET /v1/operator/orders',
  'operator.health': 'GET /v1/operator/health',
  'webhooks.create': 'POST /v1/webhooks',
  'webhooks.list': 'GET /v1/webhooks',
  'webhooks.events': 'GET /v1/webhooks/events',
  'webhooks.get': 'GET /v1/webhooks/{id}',
  'webhooks.update': 'PATCH /v1/webhooks/{id}',
  'webhooks.delete': 'DELETE /v1/webhooks/{id}',
  'webhooks.rotate': 'POST /v1/webhooks/{id}/rotate',
  'webhooks.test': 'POST /v1/webhooks/{id}/test',
  'webhooks.recover': 'POST /v1/webhooks/{id}/recover',
  'webhook_deliveries.list': 'GET /v1/webhooks/deliveries',
  'webhook_deliveries.get': 'GET /v1/webhooks/deliveries/{id}',
  'webhook_deliveries.redrive': 'POST /v1/webhooks/deliveries/{id}/redrive',
  'webhook_deliveries.redrive_many': 'POST /v1/webhooks/deliveries:redrive',
  'events.stream': 'GET /v1/events/stream',
  'requests.stream': 'GET /v1/requests/stream',
  'webhooks.list_health': 'GET /v1/webhooks/health',
  'webhooks.health': 'GET /v1/webhooks/{id}/health',
  'platforms.app': 'GET /v1/platforms/{platform}/app',
  'platforms.set_app': 'PUT /v1/platforms/{platform}/app',
  'platforms.remove_app': 'DELETE /v1/platforms/{platform}/app',
  'operator.platform_app': 'GET /v1/operator/platforms/{platform}/app',
  'operator.set_platform_app': 'PUT /v1/operator/platforms/{platform}/app',
  'operator.remove_platform_app': 'DELETE /v1/operator/platforms/{platform}/app',
  'connect.show': 'GET /v1/connect/{link}',
  'connect.submit': 'POST /v1/connect/{link}',
  'connections.create': 'POST /v1/connections',
  'connections.list': 'GET /v1/connections',
  'connections.get': 'GET /v1/connections/{id}',
  'connections.complete': 'POST /v1/connections/{id}/complete',
  'connections.entities': 'GET /v1/connections/{id}/entities',
  'connections.select': 'POST /v1/connections/{id}/select',
  'oauth.client': 'GET /v1/oauth/{platform}/client-metadata.json',
  'oauth.callback': 'GET /v1/oauth/{platform}/callback',
  'accounts.list': 'GET /v1/accounts',
  'accounts.list_health': 'GET /v1/accounts/health',
  'accounts.get': 'GET /v1/accounts/{id}',
  'accounts.avatar': 'GET /v1/accounts/{id}/avatar',
  'accounts.disconnect': 'DELETE /v1/accounts/{id}',
  'accounts.reconnect': 'POST /v1/accounts/{id}/reconnect',
  'accounts.get_health': 'GET /v1/accounts/{id}/health',
  'accounts.check_health': 'POST /v1/accounts/{id}/health',
  'accounts.list_entities': 'GET /v1/accounts/{id}/entities',
  'accounts.refresh_entities': 'POST /v1/accounts/{id}/entities/refresh',
  'accounts.set_active_entity': 'PUT /v1/accounts/{id}/active-entity',
  'platforms.list': 'GET /v1/platforms',
  'comments.list': 'GET /v1/comments',
  'comments.get': 'GET /v1/comments/{id}',
  'comments.avatar': 'GET /v1/comments/{id}/avatar',
  'comments.moderate': 'POST /v1/comments/{id}/moderate',
  'comments.reply': 'POST /v1/comments/{id}/reply',
  'conversations.list': 'GET /v1/conversations',
  'conversations.get': 'GET /v1/conversations/{id}',
  'conversations.avatar': 'GET /v1/conversations/{id}/avatar',
  'conversations.update': 'PATCH /v1/conversations/{id}',
  'conversations.read': 'POST /v1/conversations/{id}/read',
  'conversations.unread': 'POST /v1/conversations/{id}/unread',
  'messages.attachment': 'GET /v1/messages/{id}/attachments/{index}',
  'conversations.list_messages': 'GET /v1/conversations/{id}/messages',
  'conversations.reply': 'POST /v1/conversations/{id}/messages',
  'conversations.start': 'POST /v1/accounts/{id}/messages',
  'reviews.list': 'GET /v1/reviews',
  'reviews.get': 'GET /v1/reviews/{id}',
  'reviews.avatar': 'GET /v1/reviews/{id}/avatar',
  'reviews.reply': 'PUT /v1/reviews/{id}/reply',
  'reviews.delete_reply': 'DELETE /v1/reviews/{id}/reply',
  'accounts.analytics': 'GET /v1/accounts/{id}/analytics',
  'posts.analytics': 'GET /v1/posts/analytics',
  'analytics.breakdown': 'GET /v1/analytics/breakdown',
  'analytics.summary': 'GET /v1/analytics/summary',
  'analytics.top_posts': 'GET /v1/analytics/top-posts',
  'templates.create': 'POST /v1/accounts/{id}/templates',
  'templates.list': 'GET /v1/accounts/{id}/templates',
  'templates.get': 'GET /v1/accounts/{id}/templates/{template_id}',
  'templates.delete': 'DELETE /v1/accounts/{id}/templates/{template_id}',
  'accounts.request_code': 'POST /v1/accounts/{id}/request-code',
  'accounts.verify_code': 'POST /v1/accounts/{id}/verify-code',
  'accounts.register_number': 'POST /v1/accounts/{id}/register-number',
  'accounts.list_feeds': 'GET /v1/accounts/{id}/feeds',
  'inbound.receive': 'POST /v1/inbound/{platform}',
  'inbound.challenge': 'GET /v1/inbound/{platform}',
  'inbound.receive_for_app': 'POST /v1/inbound/{platform}/{app}',
  'inbound.challenge_for_app': 'GET /v1/inbound/{platform}/{app}',
  'sandbox.authorize': 'GET /v1/sandbox/authorize',
  'sandbox.create_fault': 'POST /v1/sandbox/faults',
  'sandbox.list_faults': 'GET /v1/sandbox/faults',
  'sandbox.delete_fault': 'DELETE /v1/sandbox/faults/{id}',
  'sandbox.list_posts': 'GET /v1/sandbox/posts',
  'sandbox.list_pages': 'GET /v1/sandbox/pages',
  'sandbox.view_post': 'GET /v1/sandbox/views/posts/{key}',
  'sandbox.view_inbox': 'GET /v1/sandbox/views/inboxes/{key}',
  'sandbox.comment': 'POST /v1/sandbox/comments',
  'sandbox.message': 'POST /v1/sandbox/messages',
  'sandbox.review': 'POST /v1/sandbox/reviews',
  'sandbox.message_status': 'POST /v1/sandbox/message-statuses',
  'sandbox.template_status': 'POST /v1/sandbox/template-statuses',
  'media.ingest': 'POST /v1/media',
  'media.create_upload': 'POST /v1/media/uploads',
  'media.complete': 'POST /v1/media/{id}/complete',
  'media.put': 'PUT /v1/media/{id}/content',
  'media.list': 'GET /v1/media',
  'media.usage': 'GET /v1/media/usage',
  'media.get': 'GET /v1/media/{id}',
  'media.delete': 'DELETE /v1/media/{id}',
  'media.content': 'GET /v1/media/{id}/content',
  'posts.create': 'POST /v1/posts',
  'posts.create_draft': 'POST /v1/posts/drafts',
  'posts.validate': 'POST /v1/posts/validate',
  'posts.list': 'GET /v1/posts',
  'posts.get': 'GET /v1/posts/{id}',
  'posts.update': 'PATCH /v1/posts/{id}',
  'posts.publish': 'POST /v1/posts/{id}/publish',
  'posts.delete': 'DELETE /v1/posts/{id}',
  'posts.cancel': 'POST /v1/posts/{id}/cancel',
  'posts.retry': 'POST /v1/posts/{id}/retry',
  'posts.unpublish': 'POST /v1/posts/{id}/unpublish',
  'posts.attempts': 'GET /v1/posts/{id}/attempts',
  'demo_data.get': 'GET /v1/demo-data',
  'demo_data.create': 'POST /v1/demo-data',
  'demo_data.delete': 'DELETE /v1/demo-data',
  'purchases.list': 'GET /v1/data/purchases',
  'purchases.get': 'GET /v1/data/purchases/{id}',
  'data.search_people': 'POST /v1/data/search/people',
  'data.search_companies': 'POST /v1/data/search/companies',
  'data.find_email': 'POST /v1/data/contacts/find-email',
  'data.verify_email': 'POST /v1/data/contacts/verify-email',
  'data.enrich_person': 'POST /v1/data/people/enrich',
  'data.consensus': 'POST /v1/data/consensus',
  'data.estimate_search_people': 'POST /v1/data/search/people:estimate',
  'data.estimate_search_companies': 'POST /v1/data/search/companies:estimate',
  'data.estimate_enrich_person': 'POST /v1/data/people/enrich:estimate',
  'data.estimate_find_email': 'POST /v1/data/contacts/find-email:estimate',
  'data.estimate_verify_email': 'POST /v1/data/contacts/verify-email:estimate',
  'data.estimate_consensus': 'POST /v1/data/consensus:estimate',
  'actions.list': 'GET /v1/meta/actions',
  'workflows.list': 'GET /v1/data/workflows',
  'workflows.run_lead_list': 'POST /v1/data/workflows/lead-list',
  'workflows.estimate_lead_list': 'POST /v1/data/workflows/lead-list:estimate',
  'workflows.run_verify_list': 'POST /v1/data/workflows/verify-list',
  'workflows.estimate_verify_list': 'POST /v1/data/workflows/verify-list:estimate',
  'workflows.run_enrich_list': 'POST /v1/data/workflows/enrich-list',
  'workflows.estimate_enrich_list': 'POST /v1/data/workflows/enrich-list:estimate',
  'data_jobs.create': 'POST /v1/data/async',
  'data_jobs.list': 'GET /v1/data/jobs',
  'data_jobs.get': 'GET /v1/data/jobs/{id}',
  'data_jobs.cancel': 'POST /v1/data/jobs/{id}/cancel',
  'bulk_jobs.create': 'POST /v1/bulk/jobs',
  'bulk_jobs.list': 'GET /v1/bulk/jobs',
  'bulk_jobs.get': 'GET /v1/bulk/jobs/{id}',
  'bulk_jobs.results': 'GET /v1/bulk/jobs/{id}/results',
  'bulk_jobs.cancel': 'POST /v1/bulk/jobs/{id}/cancel',
  'bulk_jobs.estimate': 'POST /v1/bulk/jobs:estimate',
  'saved_searches.create': 'POST /v1/data/saved-searches',
  'saved_searches.list': 'GET /v1/data/saved-searches',
  'saved_searches.get': 'GET /v1/data/saved-searches/{id}',
  'saved_searches.replace': 'PUT /v1/data/saved-searches/{id}',
  'saved_searches.delete': 'DELETE /v1/data/saved-searches/{id}',
  'callbacks.b2b_email': 'POST /v1/callbacks/b2b-email/{token}',
  'suppressions.create': 'POST /v1/suppressions',
  'suppressions.create_many': 'POST /v1/suppressions:bulk',
  'suppressions.list': 'GET /v1/suppressions',
  'suppressions.delete': 'DELETE /v1/suppressions/{id}',
} as const

export interface Operations {
  /** Read the sign-in methods of this server */
  'auth.methods': {
    reply: SignInMethods
  }
  /** Create a user and sign in */
  'auth.sign_up': {
    body: SignUpRequest
    reply: SignInResult
  }
  /** Sign in with an email address and a password */
  'auth.sign_in': {
    body: SignInRequest
    reply: SignInResult
  }
  /** Finish signing in with an authenticator code or a recovery code */
  'auth.totp': {
    body: TotpRequest
    reply: SignInResult
  }
  /** Start signing in with a passkey: get the options for the browser */
  'auth.passkey_options': {
    reply: PasskeySignInOptions
  }
  /** Sign in with a passkey, with the browser's response */
  'auth.passkey_sign_in': {
    body: PasskeySignInRequest
    reply: SignInResult
  }
  /** Sign out: end this session and delete its cookie */
  'auth.sign_out': {
    reply: SignOutResult
  }
  /** Request a link by mail: to sign in, or to set a new password */
  'auth.ask_link': {
    body: AskLinkRequest
    reply: AskLinkResult
  }
  /** Read the purpose of a link, without using it */
  'auth.read_link': {
    body: ReadLinkRequest
    reply: Link
  }
  /** Use a link, and sign in */
  'auth.use_link': {
    body: UseLinkRequest
    reply: SignInResult
  }
  /** Start single sign-on */
  'auth.oidc_start': {
    query?: {
      /** The page of this server to show afterwards; defaults to `/`. */
      return_to?: string | undefined
    }
    reply: SsoResult
  }
  /** Return from the single sign-on provider */
  'auth.oidc_callback': {
    query?: {
      state?: string | undefined
      error?: string | undefined
      [name: string]: unknown
    }
    reply: SsoResult
  }
  /** Read the signed-in user and their workspaces */
  'session.get': {
    reply: CurrentSession
  }
  /** Confirm your identity, for actions that need it */
  'session.sudo': {
    body: SudoRequest
    reply: CurrentSession
  }
  /** Start confirming your identity with a passkey: get the options for the browser */
  'session.sudo_options': {
    reply: PasskeySudoOptions
  }
  /** Change your name, language or time zone */
  'me.update': {
    body: UpdateMeRequest
    reply: User
  }
  /** Set or change your password */
  'me.change_password': {
    body: ChangePasswordRequest
    reply: User
  }
  /** Start setting up an authenticator app */
  'me.begin_totp': {
    reply: TotpSecret
  }
  /** Confirm the authenticator app with a code, and get the recovery codes */
  'me.confirm_totp': {
    body: ConfirmTotpRequest
    reply: RecoveryCodes
  }
  /** Remove the authenticator app */
  'me.remove_totp': {
    reply: User
  }
  /** Create ten new recovery codes; the old ones stop working */
  'me.renew_recovery_codes': {
    reply: RecoveryCodes
  }
  /** Start adding a passkey: get the options for the browser */
  'passkeys.options': {
    reply: PasskeyOptions
  }
  /** Add a passkey with the browser's response */
  'passkeys.create': {
    body: PasskeyRequest
    reply: Passkey
  }
  /** List your passkeys, newest first */
  'passkeys.list': {
    query?: {
      /** Number of items to return. `25` when absent. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined
    }
    reply: PasskeyPage
  }
  /** Rename a passkey */
  'passkeys.update': {
    params: {
      id: string
    }
    body: PasskeyNameRequest
    reply: Passkey
  }
  /** Remove a passkey */
  'passkeys.remove': {
    params: {
      id: string
    }
    reply: Passkey
  }
  /** List your sessions, newest first */
  'sessions.list': {
    query?: {
      /** Number of items to return. `25` when absent. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined
    }
    reply: SessionPage
  }
  /** End one of your sessions, at once and everywhere */
  'sessions.revoke': {
    params: {
      id: string
    }
    reply: Session
  }
  /** End all your other sessions, at once and everywhere */
  'sessions.revoke_others': {
    reply: RevokeOthersResult
  }
  /** Open a workspace, with its free credits */
  'workspaces.create': {
    body: WorkspaceRequest
    reply: UserWorkspace
  }
  /** List your workspaces, by name */
  'workspaces.list': {
    query?: {
      /** Number of items to return. `25` when absent. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined
    }
    reply: UserWorkspacePage
  }
  /** Read one of your workspaces */
  'workspaces.get': {
    params: {
      id: string
    }
    reply: UserWorkspace
  }
  /** Rename a workspace */
  'workspaces.update': {
    params: {
      id: string
    }
    body: WorkspaceRequest
    reply: UserWorkspace
  }
  /** Preview what closing a workspace would end */
  'workspaces.closing': {
    params: {
      id: string
    }
    reply: WorkspaceClosing
  }
  /** Close a workspace */
  'workspaces.close': {
    params: {
      id: string
    }
    body: CloseWorkspaceRequest
    reply: UserWorkspace
  }
  /** Close a workspace */
  'operator.close_workspace': {
    params: {
      id: string
    }
    body: OperatorClosingRequest
    reply: OperatorWorkspace
  }
  /** Reopen a closed workspace */
  'operator.reopen_workspace': {
    params: {
      id: string
    }
    body: OperatorClosingRequest
    reply: OperatorWorkspace
  }
  /** List workspaces created under your email address before you verified it */
  'quarantine.list': {
    query?: {
      /** Number of items to return. `25` when absent. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined
    }
    reply: QuarantinedWorkspacePage
  }
  /** Take over a workspace that was created under your address */
  'quarantine.take_over': {
    params: {
      id: string
    }
    body: TakeOverRequest
    reply: UserWorkspace
  }
  /** Discard a workspace that was created under your address */
  'quarantine.discard': {
    params: {
      id: string
    }
    reply: DiscardResult
  }
  /** List the members of the workspace, newest user first */
  'members.list': {
    query?: {
      /** Number of items to return. `25` when absent. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined
    }
    reply: MemberPage
  }
  /** Change the role or profiles of a member, effective at once */
  'members.update': {
    params: {
      id: string
    }
    body: MemberRequest
    reply: Member
  }
  /** Invite someone to the workspace */
  'invitations.create': {
    body: InvitationRequest
    reply: InvitationCreateResponse
  }
  /** List the invitations of the workspace, newest first */
  'invitations.list': {
    query?: {
      /** Number of items to return. `25` when absent. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined
    }
    reply: InvitationPage
  }
  /** Revoke an invitation */
  'invitations.revoke': {
    params: {
      id: string
    }
    reply: Invitation
  }
  /** Accept an invitation */
  'invitations.accept': {
    body: AcceptInvitationRequest
    reply: UserWorkspace
  }
  /** List the keys, links and invitations that removing a member would end */
  'members.credentials': {
    params: {
      id: string
    }
    reply: MemberCredentials
  }
  /** Remove a member and end their keys, links and invitations */
  'members.remove': {
    params: {
      id: string
    }
    query?: {
      /** `hand_over` keeps the member's keys for the workspace. `"revoke"` when absent. */
      keys?: "revoke" | "hand_over" | undefined
    }
    reply: Member
  }
  /** Leave the workspace */
  'members.leave': {
    reply: Member
  }
  /** Read the badge counts of the portal */
  'session.pulse': {
    reply: Pulse
  }
  /** Read the overview of a workspace: resources, first steps and issues */
  'home.summary': {
    reply: HomeResponse
  }
  /** Create an API key */
  'api_keys.create': {
    body: ApiKeyCreateRequest
    reply: ApiKeyCreateResponse
  }
  /** List API keys, newest first */
  'api_keys.list': {
    query?: ApiKeysListQuery
    reply: ApiKeyPage
  }
  /** Read one API key */
  'api_keys.get': {
    params: {
      id: string
    }
    query?: ApiKeysGetQuery
    reply: ApiKeyResponse
  }
  /** Change an API key */
  'api_keys.update': {
    params: {
      id: string
    }
    body: ApiKeyChangeRequest
    reply: ApiKeyResponse
  }
  /** Revoke an API key, at once and everywhere */
  'api_keys.revoke': {
    params: {
      id: string
    }
    reply: ApiKeyResponse
  }
  /** Read the branding of pages for your own customers */
  'branding.get': {
    reply: StoredBranding
  }
  /** Set the name, color and logo of pages for your own customers */
  'branding.put': {
    body: Branding
    reply: StoredBranding
  }
  /** Create a link to pages for one of your own customers */
  'portal_links.create': {
    body: PortalLinkRequest
    reply: PortalLinkCreateResponse
  }
  /** List portal links of the last days, newest first */
  'portal_links.list': {
    query?: PortalLinksListQuery
    reply: PortalLinkPage
  }
  /** Read a portal link; its URL is not shown again */
  'portal_links.get': {
    params: {
      id: string
    }
    reply: PortalLink
  }
  /** Revoke a portal link, at once and everywhere */
  'portal_links.revoke': {
    params: {
      id: string
    }
    reply: PortalLink
  }
  /** Read the pages and the branding of the calling link */
  'portal_links.current': {
    reply: CurrentPortalLink
  }
  /** Read which app or device asks for access */
  'oauth_requests.read': {
    body: OauthRequestName
    reply: OauthRequest
  }
  /** Give an app or a device access to the workspace */
  'oauth_requests.allow': {
    body: OauthPermission
    reply: OauthDecision
  }
  /** Deny an app or a device access */
  'oauth_requests.deny': {
    body: OauthRequestName
    reply: OauthDecision
  }
  /** List the apps that you connected to the workspace, newest first */
  'connected_apps.list': {
    query?: {
      /** Number of items to return. `25` when absent. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined
    }
    reply: ConnectedAppPage
  }
  /** End the access of an app that you connected, at once and everywhere */
  'connected_apps.disconnect': {
    params: {
      id: string
    }
    reply: ApiKeyResponse
  }
  /** Create a profile */
  'profiles.create': {
    body: ProfileRequest
    reply: ProfileResponse
  }
  /** List profiles, newest first */
  'profiles.list': {
    query?: ProfilesListQuery
    reply: ProfilePage
  }
  /** Read one profile */
  'profiles.get': {
    params: {
      id: string
    }
    reply: ProfileResponse
  }
  /** Replace a profile */
  'profiles.replace': {
    params: {
      id: string
    }
    body: ProfileRequest
    reply: ProfileResponse
  }
  /** Delete a profile */
  'profiles.delete': {
    params: {
      id: string
    }
    reply: ProfileResponse
  }
  /** Read the balance */
  'credits.get': {
    reply: CreditsResponse
  }
  /** List ledger entries, newest first */
  'credits.ledger': {
    query?: CreditsLedgerQuery
    reply: LedgerPage
  }
  /** Summarize metered calls by day, action, key, or day and action */
  'credits.usage': {
    query?: CreditsUsageQuery
    reply: UsageResponse
  }
  /** Read one request and its receipt */
  'requests.get': {
    params: {
      request_id: string
    }
    reply: ReceiptResponse
  }
  /** List requests, newest first */
  'requests.list': {
    query?: RequestsListQuery
    reply: MeteredCallPage
  }
  /** List open holds, newest first */
  'credits.holds': {
    query?: CreditsHoldsQuery
    reply: OpenHoldPage
  }
  /** List packs and subscription plans */
  'pricing.get': {
    reply: PricingResponse
  }
  /** Buy a pack or subscribe to a plan */
  'credits.checkout': {
    body: CheckoutRequest
    reply: OrderResponse
  }
  /** List orders, newest first */
  'credits.orders': {
    query?: CreditsOrdersQuery
    reply: OrderPage
  }
  /** Read the subscription and auto top-up of the workspace */
  'credits.billing': {
    reply: BillingResponse
  }
  /** Read the subscription */
  'credits.subscription': {
    reply: SubscriptionResponse
  }
  /** Cancel the subscription at the end of the paid period */
  'credits.cancel_subscription': {
    reply: SubscriptionResponse
  }
  /** Read auto top-up */
  'credits.auto_topup': {
    reply: AutoTopupResponse
  }
  /** Buy a pack whenever credits run low */
  'credits.set_auto_topup': {
    body: AutoTopupRequest
    reply: AutoTopupResponse
  }
  /** Turn off auto top-up */
  'credits.delete_auto_topup': {
    reply: AutoTopupResponse
  }
  /** Receive events from Stripe */
  'callbacks.stripe': {
    reply: CallbackResponse
  }
  /** Grant credits to a workspace */
  'operator.grant': {
    body: OperatorGrantRequest
    reply: OperatorGrant
  }
  /** Approve a manual order as paid */
  'operator.approve': {
    params: {
      id: string
    }
    body: OperatorApproveRequest
    reply: OperatorOrder
  }
  /** Refund a call */
  'operator.refund': {
    params: {
      hold_id: string
    }
    body: OperatorRefundRequest
    reply: OperatorGrant
  }
  /** List operator actions, newest first */
  'operator.audit': {
    query?: {
      /** Number of items to return. `25` when absent. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined
      workspace_id?: string | undefined
    }
    reply: AuditPage
  }
  /** List all workspaces, newest first */
  'operator.workspaces': {
    query?: {
      /** Number of items to return. `25` when absent. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined
    }
    reply: OperatorWorkspacePage
  }
  /** Open a workspace for someone, with its free credits, and invite its owner */
  'operator.create_workspace': {
    body: OperatorWorkspaceRequest
    reply: OperatorWorkspaceCreateResponse
  }
  /** Restore a former owner of a workspace */
  'operator.restore_owner': {
    params: {
      id: string
    }
    body: OperatorRestoreOwnerRequest
    reply: Member
  }
  /** List all users, newest first */
  'operator.users': {
    query?: {
      /** Number of items to return. `25` when absent. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined
    }
    reply: OperatorUserPage
  }
  /** Grant or remove operator rights */
  'operator.update_user': {
    params: {
      id: string
    }
    body: OperatorUserRequest
    reply: User
  }
  /** Create a password reset link for a user */
  'operator.reset_link': {
    params: {
      id: string
    }
    body: OperatorResetLinkRequest
    reply: OperatorResetLink
  }
  /** List the orders of all workspaces, newest first */
  'operator.orders': {
    query?: {
      /** Number of items to return. `25` when absent. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined
      status?: "pending" | "paid" | "failed" | "canceled" | "refunded" | "disputed" | undefined
    }
    reply: OperatorOrderPage
  }
  /** Read the health of the server */
  'operator.health': {
    reply: ServerHealth
  }
  /** Create a webhook endpoint */
  'webhooks.create': {
    body: WebhookRequest
    reply: WebhookSecretResponse
  }
  /** List webhook endpoints, newest first */
  'webhooks.list': {
    query?: WebhooksListQuery
    reply: WebhookPage
  }
  /** List event types, with their JSON Schemas and examples */
  'webhooks.events': {
    query?: WebhooksEventsQuery
    reply: WebhookEventKindPage
  }
  /** Read one webhook endpoint */
  'webhooks.get': {
    params: {
      id: string
    }
    reply: WebhookResponse
  }
  /** Change a webhook endpoint */
  'webhooks.update': {
    params: {
      id: string
    }
    body: WebhookChangeRequest
    reply: WebhookResponse
  }
  /** Delete a webhook endpoint */
  'webhooks.delete': {
    params: {
      id: string
    }
    reply: WebhookResponse
  }
  /** Create a new secret; the old one stays valid for 24 hours */
  'webhooks.rotate': {
    params: {
      id: string
    }
    reply: WebhookSecretResponse
  }
  /** Send a webhook.test event to this endpoint only */
  'webhooks.test': {
    params: {
      id: string
    }
    reply: DeliveryResponse
  }
  /** Redrive every dead delivery of this endpoint since a time */
  'webhooks.recover': {
    params: {
      id: string
    }
    body: WebhookRecoverRequest
    reply: WebhookRecoveryResponse
  }
  /** List deliveries, newest first */
  'webhook_deliveries.list': {
    query?: WebhookDeliveriesListQuery
    reply: DeliveryPage
  }
  /** Read one delivery with its body and its attempts */
  'webhook_deliveries.get': {
    params: {
      id: string
    }
    reply: DeliveryWithAttemptsResponse
  }
  /** Redrive a dead delivery */
  'webhook_deliveries.redrive': {
    params: {
      id: string
    }
    reply: DeliveryResponse
  }
  /** Redrive many dead deliveries */
  'webhook_deliveries.redrive_many': {
    body: RedriveRequest
    reply: RedriveResponse
  }
  /** Stream the events of the workspace */
  'events.stream': {
    query?: EventsStreamQuery
    reply: Blob
  }
  /** Stream the requests of the workspace as they complete */
  'requests.stream': {
    reply: Blob
  }
  /** List the health of webhook endpoints, newest first */
  'webhooks.list_health': {
    query?: WebhooksListHealthQuery
    reply: WebhookHealthPage
  }
  /** Read the delivery health of one endpoint */
  'webhooks.health': {
    params: {
      id: string
    }
    reply: WebhookHealth
  }
  /** Read the app that sign-ins of the workspace use */
  'platforms.app': {
    params: {
      /** A platform id from `GET /v1/platforms`. */
      platform: PlatformName
    }
    reply: PlatformApp
  }
  /** Use your own app for new sign-ins */
  'platforms.set_app': {
    params: {
      /** A platform id from `GET /v1/platforms`. */
      platform: PlatformName
    }
    body: PlatformAppRequest
    reply: PlatformApp
  }
  /** Stop using your own app for new sign-ins */
  'platforms.remove_app': {
    params: {
      /** A platform id from `GET /v1/platforms`. */
      platform: PlatformName
    }
    reply: PlatformApp
  }
  /** Read the default app of a platform */
  'operator.platform_app': {
    params: {
      /** A platform id from `GET /v1/platforms`. */
      platform: PlatformName
    }
    reply: PlatformApp
  }
  /** Set the default app of a platform */
  'operator.set_platform_app': {
    params: {
      /** A platform id from `GET /v1/platforms`. */
      platform: PlatformName
    }
    body: PlatformAppRequest
    reply: PlatformApp
  }
  /** Remove the default app of a platform */
  'operator.remove_platform_app': {
    params: {
      /** A platform id from `GET /v1/platforms`. */
      platform: PlatformName
    }
    reply: PlatformApp
  }
  /** Open the hosted page to connect an account */
  'connect.show': {
    params: {
      /** From `authorize_url`. */
      link: string
    }
    reply: ConnectionResponse
  }
  /** Submit the hosted page */
  'connect.submit': {
    params: {
      /** From `authorize_url`. */
      link: string
    }
    reply: ConnectionResponse
  }
  /** Start connecting a social account */
  'connections.create': {
    body: ConnectionRequest
    reply: ConnectionResponse
  }
  /** List connections, newest first */
  'connections.list': {
    query?: ConnectionsListQuery
    reply: ConnectionPage
  }
  /** Read a connection */
  'connections.get': {
    params: {
      id: string
    }
    reply: ConnectionResponse
  }
  /** Complete a connection */
  'connections.complete': {
    params: {
      id: string
    }
    body: CompleteRequest
    reply: ConnectionResponse
  }
  /** List the entities this sign-in can connect */
  'connections.entities': {
    params: {
      id: string
    }
    query?: ConnectionsEntitiesQuery
    reply: EntityPage
  }
  /** Select an entity and connect the account */
  'connections.select': {
    params: {
      id: string
    }
    body: SelectRequest
    reply: AccountResponse
  }
  /** Read the client document for platforms */
  'oauth.client': {
    params: {
      /** A platform id from `GET /v1/platforms`. */
      platform: PlatformName
    }
    reply: OAuthClient
  }
  /** Return from the sign-in page of a platform */
  'oauth.callback': {
    params: {
      /** A platform id from `GET /v1/platforms`. */
      platform: PlatformName
    }
    query: {
      state: string
      code?: string | undefined
      error?: string | undefined
      error_description?: string | undefined
      [name: string]: unknown
    }
    reply: ConnectionResponse
  }
  /** List accounts, newest first */
  'accounts.list': {
    query?: AccountsListQuery
    reply: AccountPage
  }
  /** List the health of accounts, newest first */
  'accounts.list_health': {
    query?: AccountsListHealthQuery
    reply: AccountHealthPage
  }
  /** Read one account */
  'accounts.get': {
    params: {
      id: string
    }
    reply: AccountResponse
  }
  /** Download the picture of an account */
  'accounts.avatar': {
    params: {
      id: string
    }
    reply: Blob
  }
  /** Disconnect an account */
  'accounts.disconnect': {
    params: {
      id: string
    }
    reply: AccountResponse
  }
  /** Start a new sign-in of an account */
  'accounts.reconnect': {
    params: {
      id: string
    }
    body?: ReconnectRequest
    reply: ConnectionResponse
  }
  /** Read the last health check of an account */
  'accounts.get_health': {
    params: {
      id: string
    }
    reply: AccountHealthSummary
  }
  /** Check the health of an account now */
  'accounts.check_health': {
    params: {
      id: string
    }
    reply: AccountHealthSummary
  }
  /** List the entities an account can act as */
  'accounts.list_entities': {
    params: {
      id: string
    }
    query?: AccountsListEntitiesQuery
    reply: AccountEntityPage
  }
  /** Refresh the entities of an account from the platform */
  'accounts.refresh_entities': {
    params: {
      id: string
    }
    reply: AccountEntityPage
  }
  /** Set the entity an account acts as */
  'accounts.set_active_entity': {
    params: {
      id: string
    }
    body: ActiveEntityRequest
    reply: AccountResponse
  }
  /** List the platforms of this server */
  'platforms.list': {
    query?: PlatformsListQuery
    reply: PlatformPage
  }
  /** List comments, newest first */
  'comments.list': {
    query?: CommentsListQuery
    reply: CommentPage
  }
  /** Read one comment */
  'comments.get': {
    params: {
      id: string
    }
    reply: CommentView
  }
  /** Download the author picture of a comment */
  'comments.avatar': {
    params: {
      id: string
    }
    reply: Blob
  }
  /** Hide, unhide or delete a comment */
  'comments.moderate': {
    params: {
      id: string
    }
    body: ModerateRequest
    reply: ModerateResponse
  }
  /** Reply to a comment */
  'comments.reply': {
    params: {
      id: string
    }
    body: ReplyRequest
    reply: CommentView
  }
  /** List conversations, newest first */
  'conversations.list': {
    query?: ConversationsListQuery
    reply: ConversationPage
  }
  /** Read one conversation */
  'conversations.get': {
    params: {
      id: string
    }
    reply: ConversationView
  }
  /** Download the picture of the other person in a conversation */
  'conversations.avatar': {
    params: {
      id: string
    }
    reply: Blob
  }
  /** Archive or reopen a conversation */
  'conversations.update': {
    params: {
      id: string
    }
    body: ConversationChange
    reply: ConversationView
  }
  /** Mark a conversation as read */
  'conversations.read': {
    params: {
      id: string
    }
    reply: ConversationView
  }
  /** Mark a conversation as unread */
  'conversations.unread': {
    params: {
      id: string
    }
    reply: ConversationView
  }
  /** Download a file of a message */
  'messages.attachment': {
    params: {
      id: string
      index: number
    }
    reply: Blob
  }
  /** List the messages of a conversation, newest first */
  'conversations.list_messages': {
    params: {
      id: string
    }
    query?: ConversationsListMessagesQuery
    reply: MessagePage
  }
  /** Send a message */
  'conversations.reply': {
    params: {
      id: string
    }
    body: SendMessageRequest
    reply: MessageView
  }
  /** Send a template to a phone number */
  'conversations.start': {
    params: {
      id: string
    }
    body: StartConversationRequest
    reply: MessageView
  }
  /** List reviews, newest first */
  'reviews.list': {
    query?: ReviewsListQuery
    reply: ReviewPage
  }
  /** Read one review */
  'reviews.get': {
    params: {
      id: string
    }
    reply: ReviewView
  }
  /** Download the author picture of a review */
  'reviews.avatar': {
    params: {
      id: string
    }
    reply: Blob
  }
  /** Reply to a review */
  'reviews.reply': {
    params: {
      id: string
    }
    body: ReplyRequest
    reply: ReviewView
  }
  /** Delete the reply to a review */
  'reviews.delete_reply': {
    params: {
      id: string
    }
    reply: ReviewView
  }
  /** Read the daily metrics of an account */
  'accounts.analytics': {
    params: {
      id: string
    }
    query?: AccountsAnalyticsQuery
    reply: AccountAnalyticsView
  }
  /** Read post metrics */
  'posts.analytics': {
    query: PostsAnalyticsQuery
    reply: PostAnalyticsView
  }
  /** Compare accounts, platforms, kinds of posts or hours */
  'analytics.breakdown': {
    query: AnalyticsBreakdownQuery
    reply: AnalyticsBreakdown
  }
  /** Read the combined daily metrics of all accounts */
  'analytics.summary': {
    query?: AnalyticsSummaryQuery
    reply: AnalyticsSummary
  }
  /** List the best or worst posts of a period by a metric */
  'analytics.top_posts': {
    query: AnalyticsTopPostsQuery
    reply: TopPosts
  }
  /** Create a message template */
  'templates.create': {
    params: {
      id: string
    }
    body: CreateTemplateRequest
    reply: TemplateView
  }
  /** List the message templates of an account, newest first */
  'templates.list': {
    params: {
      id: string
    }
    query?: TemplatesListQuery
    reply: TemplatePage
  }
  /** Read one message template */
  'templates.get': {
    params: {
      id: string
      template_id: string
    }
    reply: TemplateView
  }
  /** Delete a message template */
  'templates.delete': {
    params: {
      id: string
      template_id: string
    }
    reply: TemplateView
  }
  /** Send a code to the phone number of an account */
  'accounts.request_code': {
    params: {
      id: string
    }
    body: RequestCodeRequest
    reply: NumberVerificationResponse
  }
  /** Verify the phone number of an account with the code */
  'accounts.verify_code': {
    params: {
      id: string
    }
    body: VerifyCodeRequest
    reply: NumberVerificationResponse
  }
  /** Register the phone number of an account */
  'accounts.register_number': {
    params: {
      id: string
    }
    body: RegisterNumberRequest
    reply: RegisterNumberResponse
  }
  /** List the feeds of an account */
  'accounts.list_feeds': {
    params: {
      id: string
    }
    query?: AccountsListFeedsQuery
    reply: AccountFeedPage
  }
  /** Receive a push from a platform */
  'inbound.receive': {
    params: {
      platform: string
    }
    query?: Record<string, unknown>
    reply: InboundResponse
  }
  /** Verify this address for a platform */
  'inbound.challenge': {
    params: {
      platform: string
    }
    query?: Record<string, unknown>
    reply: InboundChallenge
  }
  /** Receive a push from a platform */
  'inbound.receive_for_app': {
    params: {
      platform: string
      app: string
    }
    query?: Record<string, unknown>
    reply: InboundResponse
  }
  /** Verify this address for a platform */
  'inbound.challenge_for_app': {
    params: {
      platform: string
      app: string
    }
    query?: Record<string, unknown>
    reply: InboundChallenge
  }
  /** Open the sign-in page of the sandbox */
  'sandbox.authorize': {
    query: {
      request: string
      state: string
      username?: string | undefined
      deny?: boolean | undefined
    }
    reply: SandboxSignIn
  }
  /** Script a fault of the sandbox */
  'sandbox.create_fault': {
    body: SandboxFaultRequest
    reply: SandboxFault
  }
  /** List scripted faults that are still pending */
  'sandbox.list_faults': {
    query?: SandboxListFaultsQuery
    reply: SandboxFaultPage
  }
  /** Delete a scripted fault */
  'sandbox.delete_fault': {
    params: {
      id: string
    }
    reply: SandboxFault
  }
  /** List the posts visible on the sandbox, newest first */
  'sandbox.list_posts': {
    query?: SandboxListPostsQuery
    reply: SandboxPostPage
  }
  /** List the pages of the sandbox with their inbox URLs, newest first */
  'sandbox.list_pages': {
    query?: SandboxListPagesQuery
    reply: SandboxPagePage
  }
  /** View a sandbox post in a browser */
  'sandbox.view_post': {
    params: {
      /** From the URL. */
      key: string
    }
    reply: SandboxView
  }
  /** View the inbox of a sandbox page in a browser */
  'sandbox.view_inbox': {
    params: {
      /** From the URL. */
      key: string
    }
    reply: SandboxView
  }
  /** Comment on a post as a visitor */
  'sandbox.comment': {
    body: SandboxCommentRequest
    reply: SandboxItem
  }
  /** Write to a page as a visitor */
  'sandbox.message': {
    body: SandboxMessageRequest
    reply: SandboxItem
  }
  /** Review a page as a visitor */
  'sandbox.review': {
    body: SandboxReviewRequest
    reply: SandboxItem
  }
  /** Mark a sent message as delivered, read or failed */
  'sandbox.message_status': {
    body: SandboxMessageStatusRequest
    reply: SandboxItem
  }
  /** Approve, reject or pause a template */
  'sandbox.template_status': {
    body: SandboxTemplateStatusRequest
    reply: SandboxItem
  }
  /** Add a file, from a URL or as bytes */
  'media.ingest': {
    body: IngestMediaRequest
    file?: Blob
    reply: MediaAssetResponse
  }
  /** Create an upload URL for a file */
  'media.create_upload': {
    body: CreateUploadRequest
    reply: MediaUpload
  }
  /** Complete an upload */
  'media.complete': {
    params: {
      id: string
    }
    reply: MediaAssetResponse
  }
  /** Upload a file to its upload URL */
  'media.put': {
    params: {
      id: string
    }
    query: {
      /** From the URL. */
      token: string
    }
    file: Blob
    reply: UploadedMedia
  }
  /** List media assets, newest first */
  'media.list': {
    query?: MediaListQuery
    reply: MediaAssetPage
  }
  /** Read the storage usage and quota of media */
  'media.usage': {
    reply: MediaUsage
  }
  /** Read one media asset */
  'media.get': {
    params: {
      id: string
    }
    reply: MediaAssetResponse
  }
  /** Delete a media asset and its file */
  'media.delete': {
    params: {
      id: string
    }
    reply: MediaAssetResponse
  }
  /** Download the file */
  'media.content': {
    params: {
      id: string
    }
    query: {
      /** From `public_url`. */
      token: string
    }
    reply: Blob
  }
  /** Publish a post, now or later */
  'posts.create': {
    body: CreatePostRequest
    reply: PostResponse
  }
  /** Save a post as a draft */
  'posts.create_draft': {
    body: CreateDraftRequest
    reply: PostResponse
  }
  /** Check a post without storing it */
  'posts.validate': {
    body: CreatePostRequest
    reply: ValidatedPost
  }
  /** List posts, newest first */
  'posts.list': {
    query?: PostsListQuery
    reply: PostPage
  }
  /** Read one post */
  'posts.get': {
    params: {
      id: string
    }
    reply: PostResponse
  }
  /** Change a draft or a scheduled post */
  'posts.update': {
    params: {
      id: string
    }
    body: UpdatePostRequest
    reply: PostResponse
  }
  /** Publish a draft or a scheduled post now */
  'posts.publish': {
    params: {
      id: string
    }
    reply: PostResponse
  }
  /** Delete the record of a post */
  'posts.delete': {
    params: {
      id: string
    }
    reply: PostResponse
  }
  /** Cancel unpublished targets */
  'posts.cancel': {
    params: {
      id: string
    }
    reply: PostResponse
  }
  /** Retry failed or unconfirmed targets */
  'posts.retry': {
    params: {
      id: string
    }
    body?: RetryPostRequest
    reply: PostResponse
  }
  /** Remove published targets from their platforms */
  'posts.unpublish': {
    params: {
      id: string
    }
    body?: UnpublishPostRequest
    reply: PostResponse
  }
  /** List all publishing attempts, newest first */
  'posts.attempts': {
    params: {
      id: string
    }
    query?: PostsAttemptsQuery
    reply: PostAttemptPage
  }
  /** Read the status of the demo data */
  'demo_data.get': {
    reply: DemoDataResponse
  }
  /** Add demo data */
  'demo_data.create': {
    reply: DemoDataResponse
  }
  /** Remove the demo data */
  'demo_data.delete': {
    reply: DemoDataResponse
  }
  /** List what was bought, newest first */
  'purchases.list': {
    query?: PurchasesListQuery
    reply: PurchasePage
  }
  /** Read again what was bought */
  'purchases.get': {
    params: {
      id: string
    }
    reply: Purchase
  }
  /** Search people by text and filters */
  'data.search_people': {
    body: SearchPeopleRequest
    reply: SearchPeopleResponse
  }
  /** Search companies by text and filters */
  'data.search_companies': {
    body: SearchCompaniesRequest
    reply: SearchCompaniesResponse
  }
  /** Find the work email of a person */
  'data.find_email': {
    body: FindEmailRequest
    reply: FindEmailResponse
  }
  /** Verify that a mailbox exists */
  'data.verify_email': {
    body: VerifyEmailRequest
    reply: VerifyEmailResponse
  }
  /** Enrich a person */
  'data.enrich_person': {
    body: EnrichPersonRequest
    reply: EnrichPersonResponse
  }
  /** Find people on whom independent sources agree */
  'data.consensus': {
    body: ConsensusRequest
    reply: ConsensusResponse
  }
  /** Estimate the cost of search/people */
  'data.estimate_search_people': {
    body: SearchPeopleRequest
    reply: EstimateResponse
  }
  /** Estimate the cost of search/companies */
  'data.estimate_search_companies': {
    body: SearchCompaniesRequest
    reply: EstimateResponse
  }
  /** Estimate the cost of people/enrich */
  'data.estimate_enrich_person': {
    body: EnrichPersonRequest
    reply: EstimateResponse
  }
  /** Estimate the cost of contacts/find-email */
  'data.estimate_find_email': {
    body: FindEmailRequest
    reply: EstimateResponse
  }
  /** Estimate the cost of contacts/verify-email */
  'data.estimate_verify_email': {
    body: VerifyEmailRequest
    reply: EstimateResponse
  }
  /** Estimate the cost of consensus */
  'data.estimate_consensus': {
    body: ConsensusRequest
    reply: EstimateResponse
  }
  /** List all actions and workflows with their prices */
  'actions.list': {
    query?: ActionsListQuery
    reply: ActionsResponse
  }
  /** List the workflows this key can run */
  'workflows.list': {
    query?: WorkflowsListQuery
    reply: WorkflowList
  }
  /** Find people with their verified work emails */
  'workflows.run_lead_list': {
    body: LeadListRequest
    reply: LeadListResponse
  }
  /** Estimate the cost of lead-list */
  'workflows.estimate_lead_list': {
    body: LeadListRequest
    reply: WorkflowQuoteResponse
  }
  /** Verify the email addresses of a list */
  'workflows.run_verify_list': {
    body: VerifyListRequest
    reply: VerifyListResponse
  }
  /** Estimate the cost of verify-list */
  'workflows.estimate_verify_list': {
    body: VerifyListRequest
    reply: WorkflowQuoteResponse
  }
  /** Enrich the people of a list */
  'workflows.run_enrich_list': {
    body: EnrichListRequest
    reply: EnrichListResponse
  }
  /** Estimate the cost of enrich-list */
  'workflows.estimate_enrich_list': {
    body: EnrichListRequest
    reply: WorkflowQuoteResponse
  }
  /** Start a lookup and read its result later */
  'data_jobs.create': {
    body: AsyncDataRequest
    reply: NewJobResponse
  }
  /** List async data jobs, newest first */
  'data_jobs.list': {
    query?: DataJobsListQuery
    reply: JobPage
  }
  /** Read one async data job, with its data once completed */
  'data_jobs.get': {
    params: {
      id: string
    }
    reply: AsyncJobResponse
  }
  /** Cancel an async data job */
  'data_jobs.cancel': {
    params: {
      id: string
    }
    reply: JobResponse
  }
  /** Look up many rows at once */
  'bulk_jobs.create': {
    body: BulkJobRequest
    reply: NewJobResponse
  }
  /** List bulk jobs, newest first */
  'bulk_jobs.list': {
    query?: BulkJobsListQuery
    reply: JobPage
  }
  /** Read one bulk job */
  'bulk_jobs.get': {
    params: {
      id: string
    }
    reply: JobResponse
  }
  /** Read the results of a bulk job */
  'bulk_jobs.results': {
    params: {
      id: string
    }
    query?: BulkJobsResultsQuery
    reply: BulkResultPage
  }
  /** Cancel a bulk job */
  'bulk_jobs.cancel': {
    params: {
      id: string
    }
    reply: JobResponse
  }
  /** Estimate the cost of a bulk job */
  'bulk_jobs.estimate': {
    body: BulkJobRequest
    reply: BulkEstimateResponse
  }
  /** Save a search */
  'saved_searches.create': {
    body: SavedSearchRequest
    reply: SavedSearch
  }
  /** List saved searches, newest first */
  'saved_searches.list': {
    query?: SavedSearchesListQuery
    reply: SavedSearchPage
  }
  /** Read one saved search */
  'saved_searches.get': {
    params: {
      id: string
    }
    reply: SavedSearch
  }
  /** Replace a saved search */
  'saved_searches.replace': {
    params: {
      id: string
    }
    body: SavedSearchRequest
    reply: SavedSearch
  }
  /** Delete a saved search */
  'saved_searches.delete': {
    params: {
      id: string
    }
    reply: SavedSearch
  }
  /** Receive callbacks from the B2B email vendor */
  'callbacks.b2b_email': {
    params: {
      token: string
    }
    body: B2BEmailCallbackRequest
    reply: CallbackResponse
  }
  /** Suppress a person, an email or a domain */
  'suppressions.create': {
    body: SuppressionRequest
    reply: Suppression
  }
  /** Suppress many people, emails or domains */
  'suppressions.create_many': {
    body: ManySuppressionsRequest
    reply: ManySuppressionsResponse
  }
  /** List suppressions, newest first */
  'suppressions.list': {
    query?: SuppressionsListQuery
    reply: SuppressionPage
  }
  /** Lift a suppression */
  'suppressions.delete': {
    params: {
      id: string
    }
    reply: Suppression
  }
}

export interface AcceptInvitationRequest {
  /** The part of the link's URL after `#`. */
  token: string
}

export interface AskLinkRequest {
  /** One mailbox in plain ASCII, such as `ada@example.com`; an international domain is written as `xn--`. Not case-sensitive. */
  email: string
  kind: "magic" | "reset"
}

export interface AskLinkResult {
  status: "sent_if_known" | "no_mail"
}

export interface AuditEntry {
  id: string
  /** Null for an entry that belongs to no single workspace. */
  workspace_id: string | null
  /** The operator, the user's email address, or the id of the API key. */
  actor: string
  action: string
  /** Empty for users' actions on their own resources. */
  reason: string
  detail: Record<string, unknown>
  /** ISO 8601 with a time zone. */
  created_at: string
}

export interface AuditPage {
  data: AuditEntry[]
  has_more: boolean
  next_cursor: string | null
}

export interface B2BEmailCallbackRequest {
  batch_id?: string | null | undefined
  id?: string | null | undefined
  /** Items with `refId`, `state` and `output`. At most 5120 KiB as JSON. `[]` when absent. */
  data?: Array<Record<string, unknown>> | undefined
  [name: string]: unknown
}

export interface CallbackResponse {
  received: boolean
}

export interface ChangePasswordRequest {
  /** At least 10 characters. */
  password: string
}

export interface CloseWorkspaceRequest {
  /** The name of the workspace. */
  confirm: string
}

export interface ConfirmTotpRequest {
  /** The six digits shown in the app. */
  code: string
}

export interface ConnectedAppPage {
  data: ApiKeyResponse[]
  has_more: boolean
  next_cursor: string | null
}

export interface CurrentSession {
  user: User
  session: {
    id: string
    /** ISO 8601 with a time zone. */
    expires_at: string
    /** ISO 8601 with a time zone. */
    sudo_until: string | null
  }
  /** The user's workspaces, by name. */
  workspaces: UserWorkspace[]
  /** Number of workspaces that wait for the user's decision: `GET /v1/quarantine` lists them. */
  quarantined_workspaces: number
}

export interface DiscardResult {
  status: "discarded"
}

export interface InboundChallenge {
  challenge: string
}

export interface InboundResponse {
  received: boolean
}

export interface Invitation {
  id: string
  email: string
  role: "viewer" | "member" | "owner"
  /** The profiles that the member can access; null for the whole workspace. Owners can access the whole workspace. */
  profile_ids: string[] | null
  status: "open" | "accepted" | "revoked" | "expired"
  /** The inviter's email address. */
  invited_by: string
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  expires_at: string
}

export interface InvitationCreateResponse {
  id: string
  email: string
  role: "viewer" | "member" | "owner"
  /** The profiles that the member can access; null for the whole workspace. Owners can access the whole workspace. */
  profile_ids: string[] | null
  status: "open" | "accepted" | "revoked" | "expired"
  /** The inviter's email address. */
  invited_by: string
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  expires_at: string
  /** The link to pass on, shown only once; null where this server sends mail, because it was mailed to the address. */
  url: string | null
}

export interface InvitationPage {
  data: Invitation[]
  has_more: boolean
  next_cursor: string | null
}

export interface InvitationRequest {
  /** One mailbox in plain ASCII, such as `ada@example.com`; an international domain is written as `xn--`. Not case-sensitive. */
  email: string
  role: "viewer" | "member" | "owner"
  /** The profiles that the member can access; null for the whole workspace. Owners can access the whole workspace. */
  profile_ids?: string[] | null | undefined
}

export interface Link {
  kind: "set_up" | "invitation" | "magic" | "reset"
  /** The address that the link is for; null for the set-up link. */
  email: string | null
  /** Whether a user with this address exists. */
  has_account: boolean
  invitation: {
    workspace_name: string
    role: "viewer" | "member" | "owner"
    invited_by: string
  } | null
  /** ISO 8601 with a time zone. */
  expires_at: string
}

export interface Member {
  /** The user's id. */
  id: string
  email: string
  name: string
  role: "viewer" | "member" | "owner"
  /** The profiles that the member can access; null for the whole workspace. Owners can access the whole workspace. */
  profile_ids: string[] | null
  has_totp: boolean
  /** ISO 8601 with a time zone. */
  last_seen_at: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
}

export interface MemberCredentials {
  /** Usable keys that act for the member, including those in command lines and MCP clients. */
  api_keys: ApiKeyResponse[]
  /** Links for customers that still work. */
  portal_links: PortalLink[]
  /** Invitations that can still be accepted. */
  invitations: Invitation[]
}

export interface MemberPage {
  data: Member[]
  has_more: boolean
  next_cursor: string | null
}

export interface MemberRequest {
  role: "viewer" | "member" | "owner"
  /** The profiles that the member can access; null for the whole workspace. Owners can access the whole workspace. */
  profile_ids?: string[] | null | undefined
}

export type OAuthClient = Record<string, unknown>

export interface OauthDecision {
  /** The address of the app that the browser continues at; null for a device. */
  redirect_url: string | null
}

export interface OauthPermission {
  /** The request of an app, from the URL of the page `/authorize`. */
  request?: string | undefined
  /** The code that a device shows. */
  user_code?: string | undefined
  permission: "read" | "read_write"
  /** The profiles that it is limited to; empty for the whole workspace. `[]` when absent. */
  profile_ids?: string[] | undefined
  /** Credits that it may spend in a calendar month (UTC). With permission `read` it spends none. */
  monthly_budget: number
}

export interface OauthRequest {
  /** The name that the app gives itself. It is not verified. */
  name: string
  /** The host that the user returns to; null for a device. */
  host: string | null
  /** True when the user returns to a program on their own machine. */
  is_local: boolean
  /** `mcp` for the tools of /mcp, `api` for the whole API. */
  audience: "api" | "mcp"
  /** The permission that it asks for. */
  permission: "read" | "read_write"
  /** The network address of the device; null for an app. */
  network: string | null
  /** ISO 8601 with a time zone. */
  requested_at: string | null
}

export interface OauthRequestName {
  /** The request of an app, from the URL of the page `/authorize`. */
  request?: string | undefined
  /** The code that a device shows. */
  user_code?: string | undefined
}

export interface OperatorApproveRequest {
  /** The person or program that makes the change. Required with the operator's token; with a session it is always the user's email address. */
  actor?: string | undefined
  /** The reason, shown in the audit log. */
  reason: string
}

export interface OperatorClosingRequest {
  /** The person or program that makes the change. Required with the operator's token; with a session it is always the user's email address. */
  actor?: string | undefined
  /** The reason, shown in the audit log. */
  reason: string
}

export interface OperatorGrant {
  id: string
  workspace_id: string
  kind: "signup" | "pack" | "subscription" | "manual" | "refund"
  credits: number
  remaining: number
  /** ISO 8601 with a time zone. */
  expires_at: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
}

export interface OperatorGrantRequest {
  workspace_id: string
  credits: number
  /** ISO 8601 with a time zone. */
  expires_at?: string | null | undefined
  /** The person or program that makes the change. Required with the operator's token; with a session it is always the user's email address. */
  actor?: string | undefined
  /** The reason, shown in the audit log. */
  reason: string
}

export interface OperatorOrder {
  workspace_id: string
  id: string
  kind: "pack" | "subscription" | "topup"
  pack_id: string | null
  plan_id: string | null
  interval: "month" | "year" | null
  /** Credits granted by the payment; for a plan, each month. */
  credits: number
  price_usd_cents: number
  status: "pending" | "paid" | "failed" | "canceled" | "refunded" | "disputed"
  provider: "manual" | "sandbox" | "stripe"
  /** The payment page; null when there is none. */
  url: string | null
  /** Payment instructions when there is no payment page. */
  instructions: string | null
  error: ErrorObject | null
  /** Credits of a refunded payment that were already spent. */
  debt_credits: number
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  paid_at: string | null
}

export interface OperatorOrderPage {
  data: OperatorOrder[]
  has_more: boolean
  next_cursor: string | null
}

export interface OperatorRefundRequest {
  workspace_id: string
  /** Defaults to the whole amount. */
  credits?: number | undefined
  /** The person or program that makes the change. Required with the operator's token; with a session it is always the user's email address. */
  actor?: string | undefined
  /** The reason, shown in the audit log. */
  reason: string
}

export interface OperatorResetLink {
  url: string
}

export interface OperatorResetLinkRequest {
  /** The person or program that makes the change. Required with the operator's token; with a session it is always the user's email address. */
  actor?: string | undefined
  /** The reason, shown in the audit log. */
  reason: string
}

export interface OperatorRestoreOwnerRequest {
  user_id: string
  /** The person or program that makes the change. Required with the operator's token; with a session it is always the user's email address. */
  actor?: string | undefined
  /** The reason, shown in the audit log. */
  reason: string
}

export interface OperatorUser {
  id: string
  email: string
  /** The user opened a link sent to this address, or single sign-on vouches for it. */
  email_verified: boolean
  name: string
  /** May call operator endpoints. */
  is_operator: boolean
  has_password: boolean
  /** An authenticator code is required after the password. */
  has_totp: boolean
  /** A BCP 47 tag, such as `en-GB`. */
  locale: string | null
  /** An IANA name, such as `Europe/Paris`. */
  time_zone: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
  /** Number of workspaces that the user is a member of. */
  workspaces: number
  /** ISO 8601 with a time zone. */
  last_seen_at: string | null
}

export interface OperatorUserPage {
  data: OperatorUser[]
  has_more: boolean
  next_cursor: string | null
}

export interface OperatorUserRequest {
  is_operator: boolean
  /** The person or program that makes the change. Required with the operator's token; with a session it is always the user's email address. */
  actor?: string | undefined
  /** The reason, shown in the audit log. */
  reason: string
}

export interface OperatorWorkspace {
  id: string
  name: string
  members: number
  /** Credits that can be spent. */
  available: number
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  closed_at: string | null
}

export interface OperatorWorkspaceCreateResponse {
  id: string
  name: string
  members: number
  /** Credits that can be spent. */
  available: number
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  closed_at: string | null
  /** The link for the owner; null where this server sends mail, because it was mailed. */
  invitation_url: string | null
}

export interface OperatorWorkspacePage {
  data: OperatorWorkspace[]
  has_more: boolean
  next_cursor: string | null
}

export interface OperatorWorkspaceRequest {
  name: string
  /** One mailbox in plain ASCII, such as `ada@example.com`; an international domain is written as `xn--`. Not case-sensitive. */
  owner_email: string
  /** The person or program that makes the change. Required with the operator's token; with a session it is always the user's email address. */
  actor?: string | undefined
  /** The reason, shown in the audit log. */
  reason: string
}

export interface Passkey {
  id: string
  name: string
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  last_used_at: string | null
}

export interface PasskeyNameRequest {
  name: string
}

export type PasskeyOptions = Record<string, unknown>

export interface PasskeyPage {
  data: Passkey[]
  has_more: boolean
  next_cursor: string | null
}

export interface PasskeyRequest {
  name: string
  /** A `RegistrationResponseJSON`. At most 64 KiB as JSON. */
  response: Record<string, unknown>
}

export type PasskeySignInOptions = Record<string, unknown>

export interface PasskeySignInRequest {
  /** An `AuthenticationResponseJSON`. At most 6 KiB as JSON. */
  response: Record<string, unknown>
}

export type PasskeySudoOptions = Record<string, unknown>

export interface Pulse {
  /** Open conversations with unread messages; counted up to 100. */
  unread_conversations: number
  /** Posts of the last 7 days with a target that failed or is unconfirmed; counted up to 100. */
  failed_posts: number
  /** Dead webhook deliveries; counted up to 100. */
  dead_deliveries: number | null
  /** Unfinished data jobs; counted up to 100. */
  running_jobs: number | null
  /** Credits that can be spent. */
  available: number | null
}

export interface QuarantinedWorkspace {
  workspace_id: string
  workspace_name: string
  /** The role that the account had. */
  role: "viewer" | "member" | "owner"
  /** True when the account owned the workspace: its keys, members and links are refused until you decide. False when others own it: only the membership and the keys created under it wait. */
  is_frozen: boolean
  /** At most 100, newest first. */
  api_keys: Array<{
    id: string
    name: string | null
    key_prefix: string
    /** ISO 8601 with a time zone. */
    created_at: string
    /** ISO 8601 with a time zone. */
    last_used_at: string | null
  }>
  /** Other members, at most 100. Empty for a workspace that others own. */
  members: Array<{
    email: string
    role: "viewer" | "member" | "owner"
  }>
  /** Connected accounts. */
  accounts: number
  scheduled_posts: number
  /** Active webhook endpoints. */
  webhooks: number
  /** Platforms for which the workspace configured its own app. */
  apps: string[]
  /** ISO 8601 with a time zone. */
  quarantined_at: string
}

export interface QuarantinedWorkspacePage {
  data: QuarantinedWorkspace[]
  has_more: boolean
  next_cursor: string | null
}

export interface ReadLinkRequest {
  /** The part of the link's URL after `#`. */
  token: string
}

export interface RecoveryCodes {
  /** Each code works once in place of an authenticator code. Shown only once. */
  recovery_codes: string[]
}

export interface RevokeOthersResult {
  ended: number
}

export interface SandboxSignIn {
  status: string
}

export interface SandboxView {
  title: string
}

export interface ServerHealth {
  /** Database, schema, clock and disk, as checked by `quoin-server doctor`. */
  checks: {
    check: string
    ok: boolean
    text: string
  }[]
  /** Number of jobs by kind and state. `dead` jobs have failed permanently. */
  queue: {
    job: string
    state: string
    jobs: number
  }[]
  /** Cost of each source today (UTC), across all workspaces. */
  sources: Array<{
    source: string
    actions: string[]
    /** False when it is not configured, or left out of the configured order. */
    is_on: boolean
    /** Null for sources without cost, whose calls are not counted. */
    calls_today: number | null
    /** In millionths of a dollar. */
    spent_today_micros: number
    /** In millionths of a dollar. */
    daily_budget_micros: number | null
  }>
}

export interface Session {
  id: string
  /** True for the calling session. */
  is_current: boolean
  /** The sign-in method. */
  method: "password" | "passkey" | "link" | "oidc"
  ip: string
  user_agent: string
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  last_seen_at: string
  /** ISO 8601 with a time zone. */
  expires_at: string
}

export interface SessionPage {
  data: Session[]
  has_more: boolean
  next_cursor: string | null
}

export interface SignInMethods {
  /** Whether anyone may sign up, or only invited people. */
  sign_up: "open" | "invited"
  /** False until the set-up link of the first start is used. */
  has_users: boolean
  /** Whether sign-in and password reset links are sent by mail. */
  has_mail: boolean
  /** The single sign-on provider: send the browser to `GET /v1/auth/oidc/start`. */
  oidc: {
    name: string
  } | null
}

export interface SignInRequest {
  /** One mailbox in plain ASCII, such as `ada@example.com`; an international domain is written as `xn--`. Not case-sensitive. */
  email: string
  password: string
}

export interface SignInResult {
  /** `totp_required`: the session can only be used to send the second factor. */
  status: "signed_in" | "totp_required"
  user: User | null
}

export interface SignOutResult {
  status: "signed_out"
}

export interface SignUpRequest {
  /** One mailbox in plain ASCII, such as `ada@example.com`; an international domain is written as `xn--`. Not case-sensitive. */
  email: string
  name: string
  /** At least 10 characters. */
  password: string
  /** A BCP 47 tag, such as `en-GB`. */
  locale?: string | null | undefined
  /** An IANA name, such as `Europe/Paris`. */
  time_zone?: string | null | undefined
  /** The part of the link's URL after `#`. */
  invitation?: string | undefined
}

export interface SsoResult {
  status: "at_provider" | "signed_in" | "totp_required" | "failed"
  reason: "sso_unavailable" | "sso_refused" | "sso_email_unverified" | "sign_up_closed" | null
}

export interface SudoRequest {
  password?: string | undefined
  /** The browser's response to `POST /v1/session/sudo/options`, an `AuthenticationResponseJSON`. At most 6 KiB as JSON. */
  response?: Record<string, unknown> | undefined
}

export interface TakeOverRequest {
  /** Access that keeps working. All other earlier access ends, because a stranger may have created it. `[]` when absent. */
  keep?: Array<"api_keys" | "members" | "webhooks" | "apps"> | undefined
}

export interface TotpRequest {
  /** The six digits shown in the app. */
  code?: string | undefined
  recovery_code?: string | undefined
}

export interface TotpSecret {
  /** In base32, for manual entry. */
  secret: string
  /** The same secret as an `otpauth:` URI, for a QR code. */
  uri: string
}

export interface UpdateMeRequest {
  name?: string | undefined
  /** A BCP 47 tag, such as `en-GB`. */
  locale?: string | null | undefined
  /** An IANA name, such as `Europe/Paris`. */
  time_zone?: string | null | undefined
}

export interface UploadedMedia {
  id: string
  bytes_size: number
}

export interface UseLinkRequest {
  /** The part of the link's URL after `#`. */
  token: string
  /** One mailbox in plain ASCII, such as `ada@example.com`; an international domain is written as `xn--`. Not case-sensitive. */
  email?: string | undefined
  name?: string | undefined
  /** At least 10 characters. */
  password?: string | undefined
  /** A BCP 47 tag, such as `en-GB`. */
  locale?: string | null | undefined
  /** An IANA name, such as `Europe/Paris`. */
  time_zone?: string | null | undefined
}

export interface User {
  id: string
  email: string
  /** The user opened a link sent to this address, or single sign-on vouches for it. */
  email_verified: boolean
  name: string
  /** May call operator endpoints. */
  is_operator: boolean
  has_password: boolean
  /** An authenticator code is required after the password. */
  has_totp: boolean
  /** A BCP 47 tag, such as `en-GB`. */
  locale: string | null
  /** An IANA name, such as `Europe/Paris`. */
  time_zone: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
}

export interface UserWorkspace {
  id: string
  name: string
  /** Your role in it. */
  role: "viewer" | "member" | "owner"
  /** The profiles that you can access; null for the whole workspace. */
  profile_ids: string[] | null
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  closed_at: string | null
}

export interface UserWorkspacePage {
  data: UserWorkspace[]
  has_more: boolean
  next_cursor: string | null
}

export interface WorkspaceClosing {
  /** The value that `confirm` must have. */
  name: string
  /** Credits stay in the ledger, but cannot be spent while the workspace is closed. */
  credits: {
    available: number
    held: number
  }
  /** People who lose access. Counted up to 1000. */
  members: number
  /** Keys that stop working. Counted up to 1000. */
  api_keys: number
  /** Accounts that are disconnected and must be connected again after reopening. Counted up to 1000. */
  accounts: number
  /** Posts that are canceled. Drafts remain. Counted up to 1000. */
  scheduled_posts: number
  /** Data jobs that are canceled; their held credits are released. Counted up to 1000. */
  running_jobs: number
  /** Webhook endpoints that are disabled. Counted up to 1000. */
  webhooks: number
  /** A subscription ends with the paid period. */
  has_subscription: boolean
  /** Auto top-up is removed. */
  has_auto_topup: boolean
  /** Until when the operator could reopen it if it were closed now: 30 days. */
  reopen_until: string
}

export interface WorkspaceRequest {
  name: string
}
