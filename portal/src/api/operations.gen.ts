// Generated from the endpoint declarations by `npm run gen`: change those, not this.

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
      return_to?: string
    }
    reply: SsoResult
  }
  /** Return from the single sign-on provider */
  'auth.oidc_callback': {
    query?: {
      state?: string
      error?: string
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
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
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
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
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
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
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
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
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
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
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
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
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
      /** `hand_over` keeps the member's keys for the workspace. */
      keys?: "revoke" | "hand_over"
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
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
      status?: "active" | "expired" | "revoked"
      mode?: "live" | "test"
      /** `spend` adds `spent_this_month`, the sum of the month's charges. */
      include?: "spend"
    }
    reply: ApiKeyPage
  }
  /** Read one API key */
  'api_keys.get': {
    params: {
      id: string
    }
    query?: {
      /** `spend` adds `spent_this_month`, the sum of the month's charges. */
      include?: "spend"
    }
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
    reply: Branding
  }
  /** Set the name, color and logo of pages for your own customers */
  'branding.put': {
    body: Branding
    reply: Branding
  }
  /** Create a short-lived link to pages for one of your own customers */
  'portal_links.create': {
    body: PortalLinkRequest
    reply: PortalLinkCreateResponse
  }
  /** List portal links of the last days, newest first */
  'portal_links.list': {
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
    }
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
  /** Create a profile */
  'profiles.create': {
    body: ProfileRequest
    reply: ProfileResponse
  }
  /** List profiles, newest first */
  'profiles.list': {
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
    }
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
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
      kind?: "grant" | "charge" | "expire" | "trim" | "revoke"
      format?: "json" | "csv"
    }
    reply: LedgerPage
  }
  /** Summarize metered calls by day, action, key, or day and action */
  'credits.usage': {
    query?: {
      /** First day (UTC); defaults to 30 days ago. */
      since?: string
      /** Last day (UTC), inclusive; defaults to today. */
      until?: string
      group_by?: "day" | "action" | "key" | "day,action"
      /** When grouped by day: includes days without calls, for each action in the range. */
      fill?: boolean
    }
    reply: UsageResponse
  }
  /** Read the receipt of one metered call */
  'requests.get': {
    params: {
      request_id: string
    }
    reply: ReceiptResponse
  }
  /** List metered calls, newest first */
  'requests.list': {
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
      action?: string
      api_key_id?: string
      outcome?: "running" | "found" | "not_found" | "failed"
      /** Only calls from this time on. */
      from?: string
      /** Only calls before this time. */
      to?: string
    }
    reply: MeteredCallPage
  }
  /** List open holds, newest first */
  'credits.holds': {
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
    }
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
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
    }
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
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
      workspace_id?: string
    }
    reply: AuditPage
  }
  /** List all workspaces, newest first */
  'operator.workspaces': {
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
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
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
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
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
      status?: "pending" | "paid" | "failed" | "canceled" | "refunded" | "disputed"
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
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
    }
    reply: WebhookPage
  }
  /** List event types, with their JSON Schemas and examples */
  'webhooks.events': {
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
    }
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
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
      endpoint_id?: string
      /** failed: will be retried. dead: will not be sent again unless it is redriven. */
      status?: "pending" | "failed" | "delivered" | "dead"
      event_type?: "post.published" | "post.failed" | "message.received" | "message.status_changed" | "review.new" | "account.connected" | "account.disconnected" | "account.expiring" | "template.status_changed" | "media.ready" | "media.failed" | "comment.received" | "credits.low" | "webhook.test" | "job.finished"
      /** Only events from this time on. */
      from?: string
      /** Only events before this time. */
      to?: string
    }
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
    query?: {
      /** Event names, separated by commas; defaults to all. */
      types?: string
      /** The id of the event to continue after. The header `Last-Event-ID` has the same meaning and takes precedence. */
      after?: string
      /** Start with the events stored since this time. */
      since?: string
    }
    reply: Blob
  }
  /** List the health of webhook endpoints, newest first */
  'webhooks.list_health': {
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
    }
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
      platform: string
    }
    reply: PlatformApp
  }
  /** Use your own app for new sign-ins */
  'platforms.set_app': {
    params: {
      /** A platform id from `GET /v1/platforms`. */
      platform: string
    }
    body: PlatformAppRequest
    reply: PlatformApp
  }
  /** Stop using your own app for new sign-ins */
  'platforms.remove_app': {
    params: {
      /** A platform id from `GET /v1/platforms`. */
      platform: string
    }
    reply: PlatformApp
  }
  /** Read the default app of a platform */
  'operator.platform_app': {
    params: {
      /** A platform id from `GET /v1/platforms`. */
      platform: string
    }
    reply: PlatformApp
  }
  /** Set the default app of a platform */
  'operator.set_platform_app': {
    params: {
      /** A platform id from `GET /v1/platforms`. */
      platform: string
    }
    body: PlatformAppRequest
    reply: PlatformApp
  }
  /** Remove the default app of a platform */
  'operator.remove_platform_app': {
    params: {
      /** A platform id from `GET /v1/platforms`. */
      platform: string
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
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
      profile_id?: string
      /** A platform id from `GET /v1/platforms`. */
      platform?: string
      status?: "awaiting_user" | "awaiting_selection" | "completed" | "failed" | "expired"
    }
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
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
    }
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
      platform: string
    }
    reply: OAuthClient
  }
  /** Return from the sign-in page of a platform */
  'oauth.callback': {
    params: {
      /** A platform id from `GET /v1/platforms`. */
      platform: string
    }
    query: {
      state: string
      code?: string
      error?: string
      error_description?: string
      [name: string]: unknown
    }
    reply: ConnectionResponse
  }
  /** List accounts, newest first */
  'accounts.list': {
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
      profile_id?: string
      /** A platform id from `GET /v1/platforms`. */
      platform?: string
      status?: "pending_selection" | "connected" | "expiring" | "reauth_required" | "disconnected"
    }
    reply: AccountPage
  }
  /** List the health of accounts, newest first */
  'accounts.list_health': {
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
      profile_id?: string
      /** A platform id from `GET /v1/platforms`. */
      platform?: string
      status?: "pending_selection" | "connected" | "expiring" | "reauth_required" | "disconnected"
    }
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
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
    }
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
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
    }
    reply: PlatformPage
  }
  /** List comments, newest first */
  'comments.list': {
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
      account_id?: string
      post_id?: string
      external_media_id?: string
      /** True for others' comments that the account has not replied to, false for its own and those with a reply. */
      unanswered?: boolean
      /** True for hidden comments, false for the others. */
      hidden?: boolean
    }
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
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
      account_id?: string
      /** A platform id from `GET /v1/platforms`. */
      platform?: string
      status?: "open" | "archived"
      /** True for conversations with unread messages, false for the others. */
      unread?: boolean
      /** Text in the other person's name or the last message; not case-sensitive. */
      q?: string
      /** The time by which conversations are sorted, newest first: `created`, the default, or `last_message`, as in an inbox. A cursor is valid for one order. */
      order?: "created" | "last_message"
    }
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
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
    }
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
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
      account_id?: string
      /** True for reviews without a reply, false for the others. */
      unanswered?: boolean
      /** Reviews with this many stars; 4.5 counts as 4. */
      rating?: number
    }
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
    query?: {
      /** First day; defaults to 29 days before `until`. */
      since?: string
      /** Last day; defaults to today. */
      until?: string
      /** Names, separated by commas; defaults to all. */
      metrics?: string
    }
    reply: AccountAnalyticsView
  }
  /** Read post metrics */
  'posts.analytics': {
    query: {
      /** Up to 100 post ids, separated by commas. */
      post_ids: string
    }
    reply: PostAnalyticsView
  }
  /** Read the combined daily metrics of all accounts */
  'analytics.summary': {
    query?: {
      profile_id?: string
      account_id?: string
      /** First day; defaults to 29 days before `until`. */
      since?: string
      /** Last day; defaults to today. */
      until?: string
      /** Names, separated by commas; defaults to all. */
      metrics?: string
    }
    reply: AnalyticsSummary
  }
  /** List the best posts of a period by a metric */
  'analytics.top_posts': {
    query: {
      profile_id?: string
      account_id?: string
      /** First day; defaults to 29 days before `until`. */
      since?: string
      /** Last day; defaults to today. */
      until?: string
      /** The metric by which posts are ordered. */
      metric: "impressions" | "reach" | "views" | "likes" | "comments" | "shares" | "quotes" | "saves" | "clicks"
      /** Number of posts to return. */
      limit?: number
    }
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
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
    }
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
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
    }
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
      username?: string
      deny?: boolean
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
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
    }
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
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
      /** The page it happens to: the `external_id` of an account's active entity. */
      entity_external_id?: string
    }
    reply: SandboxPostPage
  }
  /** List the pages of the sandbox with their inbox URLs, newest first */
  'sandbox.list_pages': {
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
    }
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
    reply: {
      id: string
      bytes_size: number
    }
  }
  /** List media assets, newest first */
  'media.list': {
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
      status?: "pending" | "fetching" | "ready" | "failed"
    }
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
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
      profile_id?: string
      account_id?: string
      platform?: string
      status?: "draft" | "scheduled" | "publishing" | "published" | "partially_published" | "failed" | "canceled" | "unpublished"
      /** Text in the post or in one of its targets; not case-sensitive. */
      q?: string
      /** Posts from this time on. The time of a post is its `scheduled_at`, or its `created_at` if it has none. */
      since?: string
      /** Posts before this time. */
      until?: string
    }
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
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
    }
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
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
    }
    reply: ActionsResponse
  }
  /** List the workflows this key can run */
  'workflows.list': {
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
    }
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
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
      status?: "queued" | "running" | "completed" | "completed_with_errors" | "failed" | "cancelling" | "cancelled"
      action?: string
      /** All jobs in this list are of this kind. */
      kind?: "async"
    }
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
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
      status?: "queued" | "running" | "completed" | "completed_with_errors" | "failed" | "cancelling" | "cancelled"
      action?: string
      /** All jobs in this list are of this kind. */
      kind?: "bulk"
    }
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
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
      format?: "json" | "csv" | "ndjson"
    }
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
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
      action?: "search/people" | "search/companies" | "people/enrich" | "contacts/find-email" | "contacts/verify-email" | "consensus" | "lead-list" | "verify-list" | "enrich-list"
    }
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
    query?: {
      /** Number of items to return. */
      limit?: number
      /** The `next_cursor` of the previous page. */
      cursor?: string
      kind?: "email" | "email_sha256" | "domain" | "person"
      /** Text contained in the value or the reason. */
      q?: string
    }
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

export type AcceptInvitationRequest = {
  /** The part of the link's URL after `#`. */
  token: string
}

export type AccountAnalyticsView = {
  account_id: string
  platform: string
  /** The platform's id of the active entity. */
  entity_ref: string | null
  /** YYYY-MM-DD. */
  since: string
  /** YYYY-MM-DD. */
  until: string
  /** Days without data have no point. */
  series: MetricSeries[]
  follower_history: SeriesPoint[]
  available: string[]
  unavailable: string[]
}

export type AccountEntity = {
  id: string
  kind: string
  external_id: string
  name: string
  parent_external_id: string | null
  metadata: Record<string, unknown>
  /** The person's permissions there, in the platform's words. */
  grants: string[]
  selectable: boolean
  unselectable_reason: string | null
  is_active: boolean
  /** ISO 8601 with a time zone. */
  last_refreshed_at: string
}

export type AccountEntityPage = {
  data: AccountEntity[]
  has_more: boolean
  next_cursor: string | null
}

export type AccountFeed = {
  /** Such as `comments`, `messages` or `account_metrics`. */
  feed: string
  /** waiting: not read yet. current: the last read succeeded. failing: the last read failed. stopped: the account is not signed in. */
  status: "waiting" | "current" | "failing" | "stopped"
  /** ISO 8601 with a time zone. */
  read_at: string | null
  /** When a read last returned an item. */
  item_at: string | null
  /** ISO 8601 with a time zone. */
  next_read_at: string | null
  /** Number of consecutive failed reads. */
  failures: number
  error: ErrorObject | null
}

export type AccountFeedPage = {
  data: AccountFeed[]
  has_more: boolean
  next_cursor: string | null
}

export type AccountHealthPage = {
  data: AccountHealthSummary[]
  has_more: boolean
  next_cursor: string | null
}

export type AccountHealthSummary = {
  account_id: string
  platform: string
  status: string
  /** `status` (healthy, warning, error), `checked_at`, `token` (when it expires and whether it renews automatically), `scopes` (granted, missing), `issues` and `last_error`. */
  health: Record<string, unknown>
}

export type AccountPage = {
  data: AccountResponse[]
  has_more: boolean
  next_cursor: string | null
}

export type AccountResponse = {
  id: string
  profile_id: string
  platform: string
  external_identity_id: string
  display_name: string | null
  username: string | null
  avatar_url: string | null
  status: "pending_selection" | "connected" | "expiring" | "reauth_required" | "disconnected"
  active_entity: ActiveEntity | null
  granted_scopes: string[]
  health: Record<string, unknown>
  /** ISO 8601 with a time zone. */
  connected_at: string | null
  /** ISO 8601 with a time zone. */
  disconnected_at: string | null
  disconnect_reason: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  updated_at: string
}

export type ActionCall = {
  /** Operation id, such as `data.find_email`. */
  operation: string
  summary: string
  description: string
  /** JSON Schema of the request body. */
  body: Record<string, unknown>
  /** An example request body. */
  example: Record<string, unknown>
}

export type ActionsResponse = {
  price_book: string
  data: Array<{
    action: string
    /** Price of one unit for this workspace. */
    credits: number
    unit: string
    /** Maximum price of one unit. */
    worst_case_credits: number
    call: ActionCall | null
  }>
  has_more: boolean
  next_cursor: string | null
}

export type ActiveEntity = {
  id: string
  kind: string
  external_id: string
  name: string
  parent_external_id: string | null
}

export type ActiveEntityRequest = {
  entity_id: string
}

export type AgreedPerson = {
  person: Person
  agreement: {
    /** Number of lineages that name this company for this person. */
    votes: number
    /** The lineages that agree. */
    lineages: string[]
    /** The share among the lineages that know the person. */
    ratio: number
  }
  dissent: Dissent[]
}

export type AnalyticsSummary = {
  /** YYYY-MM-DD. */
  since: string
  /** YYYY-MM-DD. */
  until: string
  /** Number of accounts with data in this period. */
  accounts: number
  /** Days without data have no point; a metric that no account has reported has no points. */
  series: SummarySeries[]
}

export type ApiKeyChangeRequest = {
  name?: string | null
  permission?: "read" | "read_write"
  /** ISO 8601 with a time zone. */
  expires_at?: string | null
  monthly_budget?: number | null
}

export type ApiKeyCreateRequest = {
  name?: string | null
  mode?: "live" | "test"
  scope?: "full" | "profiles"
  permission?: "read" | "read_write"
  profile_ids?: string[]
  /** ISO 8601 with a time zone. */
  expires_at?: string | null
  monthly_budget?: number | null
}

export type ApiKeyCreateResponse = {
  id: string
  name: string | null
  /** The first 16 characters of the key. */
  key_prefix: string
  mode: "live" | "test"
  scope: "full" | "profiles"
  profile_ids: string[]
  permission: "read" | "read_write"
  /** The role that the key was created with. It can call endpoints that need at most this role, and at most the current role of `member_id`. */
  role: "viewer" | "member" | "owner"
  /** The id of the user who created it; null for the initial keys and those of the operator. */
  created_by: string | null
  /** The member it acts for: the key never allows more than the member's current rights, and ends when they leave. Null when it belongs to the workspace. */
  member_id: string | null
  /** Credits this key may spend in a calendar month (UTC); absent when it has no budget. */
  monthly_budget?: number
  /** Credits this key spent in the calendar month (UTC); only with `include=spend`. */
  spent_this_month?: number
  /** ISO 8601 with a time zone. */
  expires_at: string | null
  /** ISO 8601 with a time zone. */
  last_used_at: string | null
  /** ISO 8601 with a time zone. */
  revoked_at: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
  /** The full secret key. Shown only once. */
  key: string
}

export type ApiKeyPage = {
  data: ApiKeyResponse[]
  has_more: boolean
  next_cursor: string | null
}

export type ApiKeyResponse = {
  id: string
  name: string | null
  /** The first 16 characters of the key. */
  key_prefix: string
  mode: "live" | "test"
  scope: "full" | "profiles"
  profile_ids: string[]
  permission: "read" | "read_write"
  /** The role that the key was created with. It can call endpoints that need at most this role, and at most the current role of `member_id`. */
  role: "viewer" | "member" | "owner"
  /** The id of the user who created it; null for the initial keys and those of the operator. */
  created_by: string | null
  /** The member it acts for: the key never allows more than the member's current rights, and ends when they leave. Null when it belongs to the workspace. */
  member_id: string | null
  /** Credits this key may spend in a calendar month (UTC); absent when it has no budget. */
  monthly_budget?: number
  /** Credits this key spent in the calendar month (UTC); only with `include=spend`. */
  spent_this_month?: number
  /** ISO 8601 with a time zone. */
  expires_at: string | null
  /** ISO 8601 with a time zone. */
  last_used_at: string | null
  /** ISO 8601 with a time zone. */
  revoked_at: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
}

export type AskLinkRequest = {
  /** One mailbox in plain ASCII, such as `ada@example.com`; an international domain is written as `xn--`. Not case-sensitive. */
  email: string
  kind: "magic" | "reset"
}

export type AskLinkResult = {
  status: "sent_if_known" | "no_mail"
}

export type AsyncDataRequest = {
  action: "search/people" | "search/companies" | "people/enrich" | "contacts/find-email" | "contacts/verify-email" | "consensus" | "lead-list" | "verify-list" | "enrich-list"
  query?: string
  /** Same as for the action. At most 256 KiB as JSON. */
  filters?: Record<string, unknown> | null
  /** For a search: the maximum number of items to find, like `filters.limit`. */
  limit?: number | null
  /** Receives a signed delivery when the job ends. */
  webhook_url?: string | null
}

export type AsyncJobResponse = {
  id: string
  kind: "async" | "bulk"
  action: string
  /** `completed_with_errors`: some rows failed; their errors are in the results. */
  status: "queued" | "running" | "completed" | "completed_with_errors" | "failed" | "cancelling" | "cancelled"
  progress: {
    /** Rows with a result. */
    done: number
    /** For a search in progress, the maximum it can find. */
    total: number
    found: number
    failed: number
  }
  credits: {
    /** Held for rows without a result. */
    held: number
    charged: number
    /** Released when the job ended. */
    released: number
  }
  price_book: string
  error: ErrorObject | null
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  started_at: string | null
  /** ISO 8601 with a time zone. */
  finished_at: string | null
  /** The result of a completed job; null when nothing was found, or only people who have been suppressed since. */
  data?: unknown
}

export type AuditEntry = {
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

export type AuditPage = {
  data: AuditEntry[]
  has_more: boolean
  next_cursor: string | null
}

export type AutoTopupRequest = {
  /** Buys a pack when fewer credits than this are available. */
  threshold: number
  pack_id: string
}

export type AutoTopupResponse = {
  threshold: number
  pack_id: string
  status: "active" | "suspended" | "off"
  /** The reason it is suspended: `no_payment_method`, `unknown_pack`, `disputed`, or the bank's message. A new payment method lifts all of them except `unknown_pack`. */
  reason: string | null
  /** The pending order; there is never more than one. */
  open_order_id: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  updated_at: string
}

export type B2BEmailCallbackRequest = {
  batch_id?: string | null
  id?: string | null
  /** Items with `refId`, `state` and `output`. At most 5120 KiB as JSON. */
  data?: Array<Record<string, unknown>>
  [name: string]: unknown
}

export type BillingResponse = {
  provider: "manual" | "sandbox" | "stripe"
  subscription: SubscriptionResponse | null
  auto_topup: AutoTopupResponse | null
}

export type Branding = {
  /** Shown instead of the workspace's name. */
  name: string | null
  /** The button color, such as `#1a56db`. White text on it must be readable: the contrast must be at least 4.5:1. */
  color: string | null
  /** An image served over HTTPS. Your customers' browsers load it from there. */
  logo_url: string | null
}

export type BulkEstimateResponse = {
  status: "OK"
  data: {
    action: string
    /** Maximum cost of the job, and the amount it holds while it runs. */
    credits: number
    /** Rows that were sent; for a search, the maximum it can find. */
    rows: number
    /** Rows about the same subject as an earlier one; free. */
    duplicates: number
    /** Rows that cannot be looked up; they fail and are free. */
    unreadable: number
    /** The first 20 unreadable rows, with the reason. */
    refused: Array<{
      row: number
      line: number | null
      message: string
    }>
    price_book: string
  }
}

export type BulkJobRequest = {
  action: "search/people" | "search/companies" | "people/enrich" | "contacts/find-email" | "contacts/verify-email" | "consensus" | "lead-list" | "verify-list" | "enrich-list"
  /** A CSV file. Its first line names the columns: `query`, or the fields of `filters`. */
  csv_text?: string | null
  queries?: string[] | null
  /** Same as for the action. At most 256 KiB as JSON. */
  filters?: Record<string, unknown> | null
  /** For a search: the maximum number of items to find, like `filters.limit`. */
  limit?: number | null
  /** Receives a signed delivery when the job ends. */
  webhook_url?: string | null
}

export type BulkResultPage = {
  data: BulkRowResult[]
  has_more: boolean
  next_cursor: string | null
}

export type BulkRowResult = {
  /** Position in the input, or in the search result. */
  row: number
  /** The line of the CSV file where the row begins. */
  line: number | null
  /** The row as sent, by column. */
  input: Record<string, unknown>
  /** `unanswered`: the job failed before this row had a result; `error` has the reason. `withheld`: all people it found have been suppressed since, or are no longer in the directory. Lists only leave those people out. */
  status: "pending" | "found" | "not_found" | "failed" | "withheld" | "cancelled" | "unanswered"
  /** The result of the action; null unless found. */
  data: unknown
  error: ErrorObject | null
  credits: number
  /** The earlier row about the same subject, which was charged. */
  duplicate_of: number | null
}

export type CallbackResponse = {
  received: boolean
}

export type ChangePasswordRequest = {
  /** At least 10 characters. */
  password: string
}

export type CheckoutRequest = {
  /** A pack, paid once. */
  pack_id?: string
  /** A plan, with its `interval`. */
  plan_id?: string
  interval?: "month" | "year"
}

export type CloseWorkspaceRequest = {
  /** The name of the workspace. */
  confirm: string
}

export type CommentPage = {
  data: CommentView[]
  has_more: boolean
  next_cursor: string | null
}

export type CommentView = {
  id: string
  account_id: string
  platform: string
  external_id: string
  /** The platform's id of its post. */
  external_media_id: string | null
  /** The comment it replies to; null when it replies to the post. */
  parent_external_id: string | null
  author: Record<string, unknown>
  body: string | null
  /** Its post, if that was published through this API. */
  post_id: string | null
  is_hidden: boolean
  can_reply: boolean
  /** True when the account wrote it. */
  is_own: boolean
  /** True when the account has replied to it. */
  is_answered: boolean
  /** ISO 8601 with a time zone. */
  occurred_at: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
}

export type Company = {
  id: string
  name: string | null
  domain: string | null
  industry: string | null
  size: "1-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+" | null
  /** ISO 3166 code if known. */
  country: string | null
  sources: DataSource[]
  /** ISO 8601 with a time zone. */
  updated_at: string
}

export type CompanyFilters = {
  /** All words of one of these occur in the name of the company. */
  name?: string[] | {
    include?: string[]
    exclude?: string[]
  }
  /** Exactly one of these domains. */
  domain?: string[] | {
    include?: string[]
    exclude?: string[]
  }
  /** Number of employees. */
  size?: Array<"1-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+"> | {
    include?: Array<"1-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+">
    exclude?: Array<"1-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+">
  }
  /** Exactly one of these industries. */
  industry?: string[] | {
    include?: string[]
    exclude?: string[]
  }
  /** ISO 3166 code or English name. */
  country?: string[] | {
    include?: string[]
    exclude?: string[]
  }
  /** All words of one of these occur anywhere. */
  keywords?: string[] | {
    include?: string[]
    exclude?: string[]
  }
}

export type CompleteRequest = {
  code?: string
  state?: string
  /** Their schema is in `GET /v1/platforms`. At most 16 KiB as JSON. */
  credentials?: Record<string, unknown>
}

export type ConfirmTotpRequest = {
  /** The six digits shown in the app. */
  code: string
}

export type ConnectionPage = {
  data: ConnectionResponse[]
  has_more: boolean
  next_cursor: string | null
}

export type ConnectionRequest = {
  profile_id: string
  /** A platform id from `GET /v1/platforms`. */
  platform: string
  /** hosted: the person returns to this server, which redirects them to `redirect_url`. headless: your own page receives the code, or you have credentials; complete the connection with them. */
  mode?: "hosted" | "headless"
  /** The absolute URL where the person goes after the sign-in. */
  redirect_url?: string
  /** For mode headless: where the platform sends the person with the code. `redirect_url` (the default when there is one): to your page, which must be registered at the platform. `server`: to this server, which completes the connection and sends the person on to `redirect_url` with `connection_id` and `status` added. */
  callback?: "redirect_url" | "server"
  /** Input that the platform needs before the sign-in; see `GET /v1/platforms`. At most 16 KiB as JSON. */
  options?: Record<string, unknown>
}

export type ConnectionResponse = {
  id: string
  profile_id: string
  platform: string
  mode: "hosted" | "headless"
  status: "awaiting_user" | "awaiting_selection" | "completed" | "failed" | "expired"
  /** The URL where the person signs in. Shown only once, when the connection is created. */
  authorize_url: string | null
  /** The connected account, or the one that signs in again. */
  account_id: string | null
  error: ErrorObject | null
  /** ISO 8601 with a time zone. */
  expires_at: string
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  updated_at: string
}

export type ConsensusRequest = {
  query: string
  /** Maximum number of items to find and pay for; defaults to 10. */
  limit?: number | null
}

export type ConsensusResponse = {
  status: "OK"
  data: AgreedPerson[] | null
  /** Number of people found; those without agreement are left out. */
  considered: number
  threshold: {
    votes: number
    ratio: number
  }
}

export type ConversationChange = {
  status: "open" | "archived"
}

export type ConversationPage = {
  data: ConversationView[]
  has_more: boolean
  next_cursor: string | null
}

export type ConversationView = {
  id: string
  account_id: string
  platform: string
  external_id: string
  participant: Record<string, unknown>
  status: "open" | "archived"
  /** ISO 8601 with a time zone. */
  window_expires_at: string | null
  window_open: boolean
  /** ISO 8601 with a time zone. */
  last_inbound_at: string | null
  /** ISO 8601 with a time zone. */
  last_message_at: string | null
  last_message: LastMessage | null
  unread_count: number
  /** ISO 8601 with a time zone. */
  created_at: string
}

export type CreateDraftRequest = {
  /** For a draft without targets. Otherwise the profile of the targets is used. */
  profile_id?: string
  /** Accounts of one profile, each at most once. */
  targets?: TargetRequest[]
  content?: string
  /** Media assets, in display order. The post waits for those that are not ready yet. */
  media_ids?: string[]
  /** As for a post. */
  first_comment?: string | null
}

export type CreatePostRequest = {
  /** Accounts of one profile, each at most once. */
  targets: TargetRequest[]
  content?: string
  /** Media assets, in display order. The post waits for those that are not ready yet. */
  media_ids?: string[]
  /** Added under the post right after it is published, on platforms with the capability `comments.on_post`. */
  first_comment?: string | null
  /** When to publish. Null publishes at once. A time up to five minutes in the past counts as now. */
  scheduled_at?: string | null
}

export type CreateTemplateRequest = {
  name: string
  language: string
  category: string
  /** At most 64 KiB as JSON. */
  components?: Array<Record<string, unknown>>
}

export type CreateUploadRequest = {
  /** Size of the file in bytes. */
  bytes_size: number
  filename?: string
}

export type CreditsResponse = {
  /** Credits that new calls can spend. */
  available: number
  /** Reserved for running calls and jobs. */
  held: number
  spent: number
  expired: number
  /** Always available + held + spent + expired. */
  granted: number
  price_book: string
  /** Grants with credits left, in the order in which they will be spent. */
  grants: Array<{
    id: string
    kind: "signup" | "pack" | "subscription" | "manual" | "refund"
    amount: number
    remaining: number
    /** ISO 8601 with a time zone. */
    expires_at: string | null
    /** ISO 8601 with a time zone. */
    created_at: string
  }>
}

export type CurrentPortalLink = {
  pages: Array<"connect" | "webhooks">
  profile_id: string | null
  /** ISO 8601 with a time zone. */
  expires_at: string
  workspace_name: string
  branding: Branding
}

export type CurrentSession = {
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

export type DataSource = {
  name: string
  fields: string[]
  /** ISO 8601 with a time zone. */
  seen_at: string
}

export type DeliveryAttempt = {
  attempt: number
  /** ISO 8601 with a time zone. */
  started_at: string
  duration_ms: number
  response_code: number | null
  error: ErrorObject | null
  /** The first 16 KiB of the response. */
  response_body: string
}

export type DeliveryPage = {
  data: DeliveryResponse[]
  has_more: boolean
  next_cursor: string | null
}

export type DeliveryResponse = {
  id: string
  endpoint_id: string
  event_type: string
  /** The same on every attempt: receivers use it to deduplicate. */
  event_id: string
  /** failed: will be retried. dead: will not be sent again unless it is redriven. */
  status: "pending" | "failed" | "delivered" | "dead"
  /** Attempts made so far. */
  attempt: number
  /** ISO 8601 with a time zone. */
  next_attempt_at: string | null
  last_response_code: number | null
  last_error: string | null
  /** ISO 8601 with a time zone. */
  delivered_at: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
}

export type DeliveryWithAttemptsResponse = {
  id: string
  endpoint_id: string
  event_type: string
  /** The same on every attempt: receivers use it to deduplicate. */
  event_id: string
  /** failed: will be retried. dead: will not be sent again unless it is redriven. */
  status: "pending" | "failed" | "delivered" | "dead"
  /** Attempts made so far. */
  attempt: number
  /** ISO 8601 with a time zone. */
  next_attempt_at: string | null
  last_response_code: number | null
  last_error: string | null
  /** ISO 8601 with a time zone. */
  delivered_at: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
  /** The exact UTF-8 body that is sent and signed. */
  body: string
  /** The last 100 attempts, oldest first. */
  attempts: DeliveryAttempt[]
}

export type DemoDataResponse = {
  /** `preparing`: accounts, posts, messages, comments and reviews are still being added. */
  status: "none" | "preparing" | "ready"
  /** The profile that contains all demo data. */
  profile_id: string | null
  /** ISO 8601 with a time zone. */
  created_at: string | null
}

export type DiscardResult = {
  status: "discarded"
}

export type Dissent = {
  lineage: string
  field: "company" | "title" | "location"
  /** The different value of this lineage. */
  value: string
}

export type EnrichListRequest = {
  inputs: {
    people: string[]
  }
  /** Maximum number of people to pay for; defaults to 10, or to all people listed in the inputs. */
  limit?: number | null
  /** Runs nothing and returns the maximum cost: free, also for read keys, and always JSON. */
  dry_run?: boolean
  /** Format of the response: JSON, a CSV file or a Markdown table. */
  format?: "json" | "csv" | "markdown"
}

export type EnrichListResponse = {
  status: "OK"
  workflow: "enrich-list"
  dry_run: boolean
  data: EnrichListRow[] | null
  /** Credits charged. */
  credits: number
  estimate?: WorkflowQuote
}

export type EnrichListRow = {
  /** The item of the list, as sent. */
  input: string
  person: Person | null
  /** Cost of this row. */
  credits: number
  steps: WorkflowStepResult[]
}

export type EnrichPersonRequest = {
  query?: string
  filters?: {
    full_name?: string
    first_name?: string
    last_name?: string
    domain?: string
    email?: string
    person_id?: string
  } | null
  /** Maximum number of items to find and pay for; defaults to 10. */
  limit?: number | null
}

export type EnrichPersonResponse = {
  status: "OK"
  data: Person | null
  /** Paid for recently, so free this time, if the price book allows it. */
  repeat?: boolean
}

export type Entity = {
  kind: string
  external_id: string
  name: string
  parent_external_id: string | null
  metadata: Record<string, unknown>
  /** The person's permissions there, in the platform's words. */
  grants: string[]
  selectable: boolean
  unselectable_reason: string | null
}

export type EntityPage = {
  data: Entity[]
  has_more: boolean
  next_cursor: string | null
}

export type ErrorObject = {
  code: string
  message: string
  [name: string]: unknown
}

export type EstimateResponse = {
  status: "OK"
  data: {
    action: string
    /** Maximum cost of the call; anything not found is free. */
    credits: number
    /** Maximum number of units it can find. */
    units: number
    credits_per_unit: number
    unit: string
    price_book: string
  }
}

export type FindEmailRequest = {
  query?: string
  filters?: {
    full_name?: string
    first_name?: string
    last_name?: string
    domain?: string
  } | null
  /** Maximum number of items to find and pay for; defaults to 10. */
  limit?: number | null
  cursor?: string | null
  since_cursor?: string | null
  /** Returns a `cursor`; a later call with it as `since_cursor` returns only changes. */
  track_delta?: boolean
}

export type FindEmailResponse = {
  status: "OK"
  data: FoundEmail | null
  /** Paid for recently, so free this time, if the price book allows it. */
  repeat?: boolean
}

export type FirstComment = {
  body: string
  /** Also `pending` until the post is published. */
  status: "pending" | "published" | "failed"
  external_id: string | null
  error: ErrorObject | null
}

export type FoundEmail = {
  email: string
  status: "valid" | "risky" | "invalid" | "unknown"
  confidence: number
  domain: string
  person: {
    full_name: string | null
    first_name: string | null
    last_name: string | null
  }
  sources: string[]
  /** ISO 8601 with a time zone. */
  verified_at: string | null
}

export type FoundPerson = {
  id: string
  full_name: string
  first_name: string | null
  last_name: string | null
  title: string | null
  seniority: "owner" | "founder" | "c_suite" | "partner" | "vp" | "head" | "director" | "manager" | "senior" | "entry" | "intern" | null
  department: string | null
  company: PersonCompany | null
  location: Place | null
  skills: string[]
  links: string[]
  sources: DataSource[]
  /** ISO 8601 with a time zone. */
  updated_at: string
  /** With `since_cursor`. */
  change?: "added" | "updated"
}

export type HomeResponse = {
  credits: {
    available: number
    held: number
  }
  counts: {
    /** Profiles. */
    profiles: number
    /** Connected accounts. */
    accounts: number
    /** Posts waiting for their scheduled time. */
    scheduled_posts: number
    /** Open conversations with unread messages. */
    unread_conversations: number
    /** Unfinished data jobs. */
    running_jobs: number
    /** Webhook endpoints. */
    webhooks: number
  }
  first_steps: {
    /** A key was created; the initial keys do not count. */
    key_created: boolean
    /** A sandbox account has been connected; those of the demo data do not count. */
    sandbox_account_connected: boolean
    /** A post was published; those of the demo data do not count. */
    post_published: boolean
    /** A metered call succeeded, at any cost. */
    lookup_run: boolean
    /** A delivery succeeded within the 30 days that the log is kept. */
    webhook_delivered: boolean
  }
  needs_attention: {
    /** Accounts to reconnect: `GET /v1/accounts?status=reauth_required`. */
    accounts_signed_out: number
    /** Posts of the last 7 days with a target that failed. */
    failed_posts: number
    /** Posts of the last 7 days for which it is unknown whether they were published. */
    unconfirmed_posts: number
    /** Deliveries of the last 7 days that will not be retried. */
    dead_deliveries: number
    /** Disabled webhook endpoints. */
    disabled_webhooks: number
    /** Fewer credits are available than `CREDITS_LOW`. */
    is_balance_low: boolean
  }
}

export type InboundChallenge = {
  challenge: string
}

export type InboundResponse = {
  received: boolean
}

export type IngestMediaRequest = {
  /** The URL of the file. Must be HTTPS in production. */
  url: string
}

export type Invitation = {
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

export type InvitationCreateResponse = {
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

export type InvitationPage = {
  data: Invitation[]
  has_more: boolean
  next_cursor: string | null
}

export type InvitationRequest = {
  /** One mailbox in plain ASCII, such as `ada@example.com`; an international domain is written as `xn--`. Not case-sensitive. */
  email: string
  role: "viewer" | "member" | "owner"
  /** The profiles that the member can access; null for the whole workspace. Owners can access the whole workspace. */
  profile_ids?: string[] | null
}

export type JobPage = {
  data: JobResponse[]
  has_more: boolean
  next_cursor: string | null
}

export type JobResponse = {
  id: string
  kind: "async" | "bulk"
  action: string
  /** `completed_with_errors`: some rows failed; their errors are in the results. */
  status: "queued" | "running" | "completed" | "completed_with_errors" | "failed" | "cancelling" | "cancelled"
  progress: {
    /** Rows with a result. */
    done: number
    /** For a search in progress, the maximum it can find. */
    total: number
    found: number
    failed: number
  }
  credits: {
    /** Held for rows without a result. */
    held: number
    charged: number
    /** Released when the job ended. */
    released: number
  }
  price_book: string
  error: ErrorObject | null
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  started_at: string | null
  /** ISO 8601 with a time zone. */
  finished_at: string | null
}

export type LastMessage = {
  id: string
  direction: "inbound" | "outbound"
  status: "queued" | "sent" | "delivered" | "read" | "failed" | "received"
  /** The first 200 characters. */
  body: string | null
  /** Number of files. */
  attachments: number
}

export type LeadListRequest = {
  inputs: {
    query?: string
    filters?: PeopleFilters | null
  }
  /** Maximum number of people to pay for; defaults to 10, or to all people listed in the inputs. */
  limit?: number | null
  /** Runs nothing and returns the maximum cost: free, also for read keys, and always JSON. */
  dry_run?: boolean
  /** Format of the response: JSON, a CSV file or a Markdown table. */
  format?: "json" | "csv" | "markdown"
}

export type LeadListResponse = {
  status: "OK"
  workflow: "lead-list"
  dry_run: boolean
  data: LeadListRow[] | null
  /** Credits charged. */
  credits: number
  estimate?: WorkflowQuote
}

export type LeadListRow = {
  person: Person | null
  email: FoundEmail | null
  verification: VerifiedEmail | null
  /** Cost of this row. */
  credits: number
  steps: WorkflowStepResult[]
}

export type LedgerEntry = {
  /** Increases without gaps. */
  seq: number
  kind: "grant" | "charge" | "expire" | "trim" | "revoke"
  /** Positive when credits were added, negative when they were removed. */
  credits: number
  /** Credits of the workspace after this entry, available and held. */
  balance_after: number
  /** Number of charges in this entry: those settled at the same moment. */
  charges: number
  /** The call that was charged; null when this entry covers several, see `items`. */
  request_id: string | null
  /** The action that was charged; null when this entry covers several. */
  action: string | null
  /** The charges in the order of the work, at most 100. */
  items: {
    request_id: string
    action: string
    units: number
    credits: number
  }[]
  /** The grants that the credits came from, or the reason. */
  detail: Record<string, unknown>
  /** SHA-256 of this entry and the previous hash. */
  hash: string
  /** ISO 8601 with a time zone. */
  created_at: string
}

export type LedgerPage = {
  data: LedgerEntry[]
  has_more: boolean
  next_cursor: string | null
}

export type Link = {
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

export type ManySuppressionsRequest = {
  values: string[]
  /** The kind of all values. When absent, it is inferred: `@` means an email, 64 hexadecimal digits a hash. */
  kind?: "email" | "email_sha256" | "domain" | "person"
  reason?: string | null
}

export type ManySuppressionsResponse = {
  added: number
  /** Already suppressed, or sent twice. */
  already: number
  /** Invalid values, with their position in `values`. */
  refused: {
    index: number
    value: string
    message: string
  }[]
}

export type MediaAssetPage = {
  data: MediaAssetResponse[]
  has_more: boolean
  next_cursor: string | null
}

export type MediaAssetResponse = {
  id: string
  status: "pending" | "fetching" | "ready" | "failed"
  source_url: string
  storage_key: string | null
  /** Opens the file without a key until it expires, after a day by default. Each read returns a new URL. */
  public_url: string | null
  /** Detected from the bytes; the `Content-Type` of the source is ignored. */
  mime: string | null
  bytes_size: number | null
  /** Displayed width, after its orientation is applied. */
  width: number | null
  height: number | null
  duration_s: number | null
  /** `sha256:` and 64 hexadecimal digits. */
  checksum: string | null
  validation: MediaValidation
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  updated_at: string
}

export type MediaUpload = {
  /** The asset's id. */
  id: string
  method: "PUT"
  /** Send the bytes to this URL, with their `Content-Length` and without a key. */
  url: string
  /** ISO 8601 with a time zone. */
  expires_at: string
  media: MediaAssetResponse
}

export type MediaUsage = {
  /** The bytes of all files, plus 4096 bytes for each asset. Files that are being fetched or wait for removal count too. */
  bytes_used: number
  /** Maximum for all media together: `MEDIA_BYTES_PER_WORKSPACE`. */
  bytes_max: number
}

export type MediaValidation = {
  error?: ErrorObject
  /** For a `ready` asset: whether each platform accepts the file, and the reasons if not. */
  platforms?: Record<string, MediaVerdict>
}

export type MediaVerdict = {
  accepted: boolean
  reasons: {
    /** `type`, or a limit such as `bytes_max` or `ratio_min`. */
    rule: string
    detail: string
  }[]
}

export type Member = {
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

export type MemberCredentials = {
  /** Usable keys that act for the member, including those in command lines and MCP clients. */
  api_keys: ApiKeyResponse[]
  /** Links for customers that still work. */
  portal_links: PortalLink[]
  /** Invitations that can still be accepted. */
  invitations: Invitation[]
}

export type MemberPage = {
  data: Member[]
  has_more: boolean
  next_cursor: string | null
}

export type MemberRequest = {
  role: "viewer" | "member" | "owner"
  /** The profiles that the member can access; null for the whole workspace. Owners can access the whole workspace. */
  profile_ids?: string[] | null
}

export type MessagePage = {
  data: MessageView[]
  has_more: boolean
  next_cursor: string | null
}

export type MessageTemplate = {
  name: string
  language: string
  /** The values of the placeholders, as in WhatsApp's Cloud API. At most 64 KiB as JSON. */
  components?: MessageTemplateComponent[]
}

export type MessageTemplateComponent = {
  /** `header`, `body`, `button`, ... */
  type: string
  /** For buttons: `quick_reply`, `url`, ... */
  sub_type?: string
  /** Index of the button, from 0. */
  index?: number | string
  parameters?: TemplateParameter[]
  /** The cards of a carousel. */
  cards?: unknown[]
}

export type MessageView = {
  id: string
  conversation_id: string
  direction: "inbound" | "outbound"
  external_id: string
  status: "queued" | "sent" | "delivered" | "read" | "failed" | "received"
  body: string | null
  attachments: Array<Record<string, unknown>>
  sent_via: string | null
  /** The template that was sent; `body` is then its text with the values filled in. */
  template: {
    name: string
    language: string
    components: Array<Record<string, unknown>>
  } | null
  error: ErrorObject | null
  /** ISO 8601 with a time zone. */
  occurred_at: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
}

export type MeteredCall = {
  request_id: string
  /** `running`: credits are still held for it, as for an unfinished job. `failed`: it asked sources and was not charged. */
  outcome: "running" | "found" | "not_found" | "failed"
  /** The actions that were run, including free ones; empty when it failed. */
  actions: string[]
  /** The calling key or user. */
  api_key_id: string
  price_book: string
  credits: number
  /** Number of lines in its receipt. */
  lines_total: number
  /** The id by which an operator refunds the call; null when nothing was settled. */
  hold_id: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
}

export type MeteredCallPage = {
  data: MeteredCall[]
  has_more: boolean
  next_cursor: string | null
}

export type MetricSeries = {
  metric: string
  points: SeriesPoint[]
}

export type ModerateRequest = {
  action: "hide" | "unhide" | "delete"
}

export type ModerateResponse = {
  action: "hide" | "unhide" | "delete"
  comment: CommentView | null
}

export type NewJobResponse = {
  id: string
  kind: "async" | "bulk"
  action: string
  /** `completed_with_errors`: some rows failed; their errors are in the results. */
  status: "queued" | "running" | "completed" | "completed_with_errors" | "failed" | "cancelling" | "cancelled"
  progress: {
    /** Rows with a result. */
    done: number
    /** For a search in progress, the maximum it can find. */
    total: number
    found: number
    failed: number
  }
  credits: {
    /** Held for rows without a result. */
    held: number
    charged: number
    /** Released when the job ended. */
    released: number
  }
  price_book: string
  error: ErrorObject | null
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  started_at: string | null
  /** ISO 8601 with a time zone. */
  finished_at: string | null
  /** Signs the delivery to `webhook_url`. Shown only once; null without `webhook_url`. */
  webhook_secret: string | null
}

export type NumberVerificationResponse = {
  account_id: string
  status: "code_sent" | "verified"
}

export type OAuthClient = Record<string, unknown>

export type OpenHold = {
  id: string
  /** Credits still held, without those already charged. */
  credits: number
  /** A job keeps its hold until it ends, even if the server restarts. */
  held_for: "call" | "job"
  action: string
  request_id: string
  /** The calling key or user. */
  api_key_id: string
  price_book: string
  /** ISO 8601 with a time zone. */
  created_at: string
  /** The credits are released at this time if the work has not ended. */
  expires_at: string
}

export type OpenHoldPage = {
  data: OpenHold[]
  has_more: boolean
  next_cursor: string | null
}

export type OperatorApproveRequest = {
  /** The person or program that makes the change. Required with the operator's token; with a session it is always the user's email address. */
  actor?: string
  /** The reason, shown in the audit log. */
  reason: string
}

export type OperatorClosingRequest = {
  /** The person or program that makes the change. Required with the operator's token; with a session it is always the user's email address. */
  actor?: string
  /** The reason, shown in the audit log. */
  reason: string
}

export type OperatorGrant = {
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

export type OperatorGrantRequest = {
  workspace_id: string
  credits: number
  /** ISO 8601 with a time zone. */
  expires_at?: string | null
  /** The person or program that makes the change. Required with the operator's token; with a session it is always the user's email address. */
  actor?: string
  /** The reason, shown in the audit log. */
  reason: string
}

export type OperatorOrder = {
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

export type OperatorOrderPage = {
  data: OperatorOrder[]
  has_more: boolean
  next_cursor: string | null
}

export type OperatorRefundRequest = {
  workspace_id: string
  /** Defaults to the whole amount. */
  credits?: number
  /** The person or program that makes the change. Required with the operator's token; with a session it is always the user's email address. */
  actor?: string
  /** The reason, shown in the audit log. */
  reason: string
}

export type OperatorResetLink = {
  url: string
}

export type OperatorResetLinkRequest = {
  /** The person or program that makes the change. Required with the operator's token; with a session it is always the user's email address. */
  actor?: string
  /** The reason, shown in the audit log. */
  reason: string
}

export type OperatorRestoreOwnerRequest = {
  user_id: string
  /** The person or program that makes the change. Required with the operator's token; with a session it is always the user's email address. */
  actor?: string
  /** The reason, shown in the audit log. */
  reason: string
}

export type OperatorUser = {
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

export type OperatorUserPage = {
  data: OperatorUser[]
  has_more: boolean
  next_cursor: string | null
}

export type OperatorUserRequest = {
  is_operator: boolean
  /** The person or program that makes the change. Required with the operator's token; with a session it is always the user's email address. */
  actor?: string
  /** The reason, shown in the audit log. */
  reason: string
}

export type OperatorWorkspace = {
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

export type OperatorWorkspaceCreateResponse = {
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

export type OperatorWorkspacePage = {
  data: OperatorWorkspace[]
  has_more: boolean
  next_cursor: string | null
}

export type OperatorWorkspaceRequest = {
  name: string
  /** One mailbox in plain ASCII, such as `ada@example.com`; an international domain is written as `xn--`. Not case-sensitive. */
  owner_email: string
  /** The person or program that makes the change. Required with the operator's token; with a session it is always the user's email address. */
  actor?: string
  /** The reason, shown in the audit log. */
  reason: string
}

export type OrderPage = {
  data: OrderResponse[]
  has_more: boolean
  next_cursor: string | null
}

export type OrderResponse = {
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

export type Passkey = {
  id: string
  name: string
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  last_used_at: string | null
}

export type PasskeyNameRequest = {
  name: string
}

export type PasskeyOptions = Record<string, unknown>

export type PasskeyPage = {
  data: Passkey[]
  has_more: boolean
  next_cursor: string | null
}

export type PasskeyRequest = {
  name: string
  /** A `RegistrationResponseJSON`. At most 64 KiB as JSON. */
  response: Record<string, unknown>
}

export type PasskeySignInOptions = Record<string, unknown>

export type PasskeySignInRequest = {
  /** An `AuthenticationResponseJSON`. At most 6 KiB as JSON. */
  response: Record<string, unknown>
}

export type PasskeySudoOptions = Record<string, unknown>

export type PeopleFilters = {
  /** All words of one of these occur in the title. */
  title?: string[] | {
    include?: string[]
    exclude?: string[]
  }
  /** Rank. */
  seniority?: Array<"owner" | "founder" | "c_suite" | "partner" | "vp" | "head" | "director" | "manager" | "senior" | "entry" | "intern"> | {
    include?: Array<"owner" | "founder" | "c_suite" | "partner" | "vp" | "head" | "director" | "manager" | "senior" | "entry" | "intern">
    exclude?: Array<"owner" | "founder" | "c_suite" | "partner" | "vp" | "head" | "director" | "manager" | "senior" | "entry" | "intern">
  }
  /** Exactly one of these departments. */
  department?: string[] | {
    include?: string[]
    exclude?: string[]
  }
  company?: {
    /** All words of one of these occur in the name of the company. */
    name?: string[] | {
      include?: string[]
      exclude?: string[]
    }
    /** Exactly one of these domains. */
    domain?: string[] | {
      include?: string[]
      exclude?: string[]
    }
    /** Number of employees. */
    size?: Array<"1-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+"> | {
      include?: Array<"1-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+">
      exclude?: Array<"1-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+">
    }
    /** Exactly one of these industries. */
    industry?: string[] | {
      include?: string[]
      exclude?: string[]
    }
  }
  location?: {
    /** City of the person. */
    city?: string[] | {
      include?: string[]
      exclude?: string[]
    }
    /** State or province. */
    region?: string[] | {
      include?: string[]
      exclude?: string[]
    }
    /** ISO 3166 code or English name. */
    country?: string[] | {
      include?: string[]
      exclude?: string[]
    }
  }
  /** Exactly one of these skills. */
  skills?: string[] | {
    include?: string[]
    exclude?: string[]
  }
  /** All words of one of these occur anywhere. */
  keywords?: string[] | {
    include?: string[]
    exclude?: string[]
  }
}

export type Person = {
  id: string
  full_name: string
  first_name: string | null
  last_name: string | null
  title: string | null
  seniority: "owner" | "founder" | "c_suite" | "partner" | "vp" | "head" | "director" | "manager" | "senior" | "entry" | "intern" | null
  department: string | null
  company: PersonCompany | null
  location: Place | null
  skills: string[]
  links: string[]
  sources: DataSource[]
  /** ISO 8601 with a time zone. */
  updated_at: string
}

export type PersonCompany = {
  name: string | null
  domain: string | null
  industry: string | null
  size: "1-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+" | null
  /** ISO 3166 code if known. */
  country: string | null
}

export type Place = {
  city: string | null
  region: string | null
  /** ISO 3166 code if known. */
  country: string | null
}

export type PlatformApp = {
  platform: string
  /** The owner of the app that new sign-ins use: the workspace, the operator, or the server's environment. Null when there is none. */
  source: "workspace" | "operator" | "environment" | null
  /** The credentials that are not secret, such as `client_id`. */
  credentials: Record<string, unknown>
  /** Schema of `credentials` in a PUT. */
  credentials_schema: Record<string, unknown>
  /** The environment variables with which the operator sets the app of every workspace; some may be optional. */
  variables: string[]
  /** Enter it as the app's redirect URL at the platform. */
  redirect_url: string
  /** Enter it as the app's webhook URL; null where the platform sends no webhooks. */
  webhook_url: string | null
  /** Enter it beside the webhook URL. Shown only to the owner of the app. */
  webhook_verify_token: string | null
  /** ISO 8601 with a time zone. */
  created_at: string | null
}

export type PlatformAppRequest = {
  /** All credentials, as `credentials_schema` describes them. At most 16 KiB as JSON. */
  credentials: Record<string, unknown>
}

export type PlatformPage = {
  data: PlatformResponse[]
  has_more: boolean
  next_cursor: string | null
}

export type PlatformResponse = {
  id: string
  label: string
  /** The version of the platform's API that this server was written for. */
  version: string
  /** The counterpart in this server's tests of the platform: a real server, the platform's published API description, or a fake that behaves as its documentation says. */
  tested_against: Array<"real_server" | "published_description" | "fake">
  /** False until the operator has configured the platform. */
  is_configured: boolean
  auth: {
    methods: Array<"oauth" | "credentials">
    scopes: string[]
    /** Also requested, unless `options` of the connection exclude them. An account works without them. */
    optional_scopes: string[]
    selection: "asked" | "automatic"
    /** False where the credentials never expire, such as a private key: a person cannot revoke them at the platform. */
    is_revocable: boolean
    /** Schema of `options` of a connection. */
    options_schema: Record<string, unknown> | null
    /** Schema of `credentials` that complete a connection. */
    credentials_schema: Record<string, unknown> | null
  }
  capabilities: string[]
  limits: Record<string, unknown>
  /** Schema of `options` of a target. */
  options_schema: Record<string, unknown>
  message_window_hours: number | null
  /** Intervals at which `comments`, `messages`, `reviews` and `post_metrics` are read, where the platform's prices or limits require longer ones than usual. */
  poll_seconds: Record<string, number>
  /** The platform's charges to the owner of the app, in US dollars; empty where calls are free. */
  usd_per_call: Record<string, number>
  metrics: {
    account: string[]
    post: string[]
  }
}

export type PortalLink = {
  id: string
  pages: Array<"connect" | "webhooks">
  profile_id: string | null
  /** The endpoints that it can access; null for those of the whole workspace. */
  webhook_ids: string[] | null
  /** The id of the user or API key that created it. */
  created_by: string
  /** The member it acts for: it never allows more than the member's current rights, and ends when they leave. Null when its key belongs to the workspace. */
  member_id: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  expires_at: string
  /** ISO 8601 with a time zone. */
  revoked_at: string | null
}

export type PortalLinkCreateResponse = {
  id: string
  pages: Array<"connect" | "webhooks">
  profile_id: string | null
  /** The endpoints that it can access; null for those of the whole workspace. */
  webhook_ids: string[] | null
  /** The id of the user or API key that created it. */
  created_by: string
  /** The member it acts for: it never allows more than the member's current rights, and ends when they leave. Null when its key belongs to the workspace. */
  member_id: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  expires_at: string
  /** ISO 8601 with a time zone. */
  revoked_at: string | null
  /** The URL for your customer. Shown only once. */
  url: string
}

export type PortalLinkPage = {
  data: PortalLink[]
  has_more: boolean
  next_cursor: string | null
}

export type PortalLinkRequest = {
  pages: Array<"connect" | "webhooks">
  /** The profile that it is limited to. */
  profile_id?: string
  webhook_ids?: string[]
  /** Seconds. */
  expires_in?: number
}

export type PostAnalyticsView = {
  /** One entry per account; empty until the platform has reported metrics. */
  data: PostMetrics[]
  /** The unavailable metrics of each platform. */
  unavailable: Record<string, string[]>
}

export type PostAttempt = {
  id: string
  target_id: string
  /** `publish` is the single request that creates the post; `reconcile` asks the platform whether it has the post. */
  phase: "prepare" | "publish" | "reconcile" | "unpublish" | "first_comment"
  outcome: "started" | "succeeded" | "failed" | "unknown" | "waiting" | "absent"
  error: ErrorObject | null
  /** ISO 8601 with a time zone. */
  started_at: string
  duration_ms: number | null
}

export type PostAttemptPage = {
  data: PostAttempt[]
  has_more: boolean
  next_cursor: string | null
}

export type PostMetrics = {
  post_id: string
  account_id: string
  platform: string
  /** ISO 8601 with a time zone. */
  as_of: string
  metrics: Record<string, number>
}

export type PostPage = {
  data: PostResponse[]
  has_more: boolean
  next_cursor: string | null
}

export type PostResponse = {
  id: string
  profile_id: string
  status: "draft" | "scheduled" | "publishing" | "published" | "partially_published" | "failed" | "canceled" | "unpublished"
  content: string
  media_ids: string[]
  first_comment: string | null
  /** ISO 8601 with a time zone. */
  scheduled_at: string | null
  idempotency_key: string | null
  targets: TargetView[]
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  updated_at: string
}

export type PricingResponse = {
  price_book: string
  currency: "USD"
  free_credits: number
  packs: {
    id: string
    name: string
    credits: number
    price_usd: number
    price_usd_cents: number
  }[]
  plans: {
    id: string
    name: string
    credits_per_month: number
    monthly_price_usd: number
    monthly_price_usd_cents: number
    /** Ten monthly payments. */
    yearly_price_usd: number
    yearly_price_usd_cents: number
    /** Maximum number of credits carried into a new month. */
    rollover_cap: number
  }[]
}

export type ProfilePage = {
  data: ProfileResponse[]
  has_more: boolean
  next_cursor: string | null
}

export type ProfileRequest = {
  name: string
  external_ref?: string | null
  /** Free-form; returned as sent. At most 16 KiB as JSON. */
  metadata?: Record<string, unknown>
}

export type ProfileResponse = {
  id: string
  name: string
  /** Your own system's id for this profile. */
  external_ref: string | null
  metadata: Record<string, unknown>
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  updated_at: string
}

export type Pulse = {
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

export type QuarantinedWorkspace = {
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

export type QuarantinedWorkspacePage = {
  data: QuarantinedWorkspace[]
  has_more: boolean
  next_cursor: string | null
}

export type ReadLinkRequest = {
  /** The part of the link's URL after `#`. */
  token: string
}

export type ReceiptResponse = {
  request_id: string
  /** The hold under which the call was charged; an operator refunds it by this id. Null when the call failed. */
  hold_id: string | null
  api_key_id: string
  price_book: string
  /** Total cost, including lines that are not shown. */
  credits: number
  /** ISO 8601 with a time zone. */
  created_at: string
  lines_total: number
  /** True when a job has more lines or sources than the 1000 shown; the job's results show the cost of each row. */
  has_more: boolean
  lines: Array<{
    step: string
    action: string
    units: number
    credits: number
    /** The ledger entry that contains it; null when it was free. */
    ledger_seq: number | null
  }>
  /** The sources that the call asked, in order. */
  sources: Array<{
    /** The line this step belongs to. */
    step: string
    source: string
    /** `found`, `not_found`, `inconclusive`, `stale`, `pending`, or the kind of failure. */
    outcome: string
    /** Null for a search that only the built-in directory answered. */
    ms: number | null
    /** Cost for the operator, in millionths of a dollar. */
    cost_micros: number
  }>
  /** Charges from before this time were archived by the operator and are not included. Absent when no such charges are affected. */
  archived_before?: string
}

export type ReconnectRequest = {
  /** hosted: the person returns to this server, which redirects them to `redirect_url`. headless: your own page receives the code, or you have credentials; complete the connection with them. */
  mode?: "hosted" | "headless"
  /** The absolute URL where the person goes after the sign-in. */
  redirect_url?: string
  /** For mode headless: where the platform sends the person with the code. `redirect_url` (the default when there is one): to your page, which must be registered at the platform. `server`: to this server, which completes the connection and sends the person on to `redirect_url` with `connection_id` and `status` added. */
  callback?: "redirect_url" | "server"
  /** Input that the platform needs before the sign-in; see `GET /v1/platforms`. At most 16 KiB as JSON. */
  options?: Record<string, unknown>
}

export type RecoveryCodes = {
  /** Each code works once in place of an authenticator code. Shown only once. */
  recovery_codes: string[]
}

export type RedriveRequest = {
  ids?: string[]
  /** Selects all matching dead deliveries; an empty object selects all of them. */
  filter?: {
    endpoint_id?: string
    event_type?: "post.published" | "post.failed" | "message.received" | "message.status_changed" | "review.new" | "account.connected" | "account.disconnected" | "account.expiring" | "template.status_changed" | "media.ready" | "media.failed" | "comment.received" | "credits.low" | "webhook.test" | "job.finished"
    /** ISO 8601 with a time zone. */
    from?: string
    /** ISO 8601 with a time zone. */
    to?: string
  }
  /** With `filter`: the maximum number. */
  max?: number
}

export type RedriveResponse = {
  /** Number of dead deliveries that are pending again. */
  redriven: number
  /** Number of `ids` that were not redriven: unknown, not dead, or of a disabled or deleted endpoint. */
  skipped: number
  /** True when `max` was reached: call again for the rest. */
  has_more: boolean
}

export type RegisterNumberRequest = {
  /** Used for this call only and never stored. */
  pin: string
  data_localization_region?: string | null
}

export type RegisterNumberResponse = {
  account_id: string
  phone_number_id: string
  status: string
}

export type RemovedPerson = {
  id: string
  change: "removed"
  /** When the person dropped out of the result. */
  updated_at: string
}

export type ReplyRequest = {
  body: string
}

export type RequestCodeRequest = {
  /** A text message, or a call that reads out the code. */
  method: "sms" | "voice"
  /** The language of the message or the call. */
  language?: string
}

export type RetryPostRequest = {
  /** The targets. By default, all targets in the right state. */
  target_ids?: string[]
  /** Publishes `unconfirmed` targets again. Use it only after you have checked that the post is not on the platform. */
  force?: boolean
}

export type ReviewPage = {
  data: ReviewView[]
  has_more: boolean
  next_cursor: string | null
}

export type ReviewView = {
  id: string
  account_id: string
  platform: string
  external_id: string
  entity_external_id: string | null
  author: Record<string, unknown>
  rating: number | null
  body: string | null
  reply: {
    body: string
    /** ISO 8601 with a time zone. */
    created_at: string
  } | null
  /** ISO 8601 with a time zone. */
  occurred_at: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
}

export type RevokeOthersResult = {
  ended: number
}

export type SandboxCommentRequest = {
  post_external_id: string
  parent_external_id?: string
  from: string
  body: string
}

export type SandboxFault = {
  id: string
  operation: string
  fault: "fail_before" | "timeout_before" | "timeout_after" | "error_after" | "answer_twice" | "forget_handle" | "lose" | "reject" | "rate_limit" | "expire_token" | "revoke" | "slow"
  username: string | null
  times_left: number | null
  /** ISO 8601 with a time zone. */
  created_at: string
}

export type SandboxFaultPage = {
  data: SandboxFault[]
  has_more: boolean
  next_cursor: string | null
}

export type SandboxFaultRequest = {
  /** An operation such as `posts.create`; `*` means any. */
  operation: string
  fault: "fail_before" | "timeout_before" | "timeout_after" | "error_after" | "answer_twice" | "forget_handle" | "lose" | "reject" | "rate_limit" | "expire_token" | "revoke" | "slow"
  username?: string
  /** Number of times it happens: once by default; null means until it is deleted. */
  times?: number | null
}

export type SandboxItem = {
  id: string
  kind: "comment" | "message" | "message_status" | "review" | "template"
  entity_external_id: string
  /** The item as it appears in the network's own feed. */
  data: Record<string, unknown>
  /** ISO 8601 with a time zone. */
  created_at: string
}

export type SandboxMessageRequest = {
  /** The page it happens to: the `external_id` of an account's active entity. */
  entity_external_id: string
  from: string
  body: string
  /** At most 16 KiB as JSON. */
  attachments?: Array<Record<string, unknown>>
}

export type SandboxMessageStatusRequest = {
  message_external_id: string
  status: "delivered" | "read" | "failed"
}

export type SandboxPage = {
  /** The `entity_external_id` of the other calls. */
  external_id: string
  name: string
  /** The person who may act as the page. */
  username: string
  /** Shows the messages and reviews of the page in a browser. It needs no key: keep it secret. */
  inbox_url: string
}

export type SandboxPagePage = {
  data: SandboxPage[]
  has_more: boolean
  next_cursor: string | null
}

export type SandboxPost = {
  id: string
  entity_external_id: string
  status: "live" | "processing"
  content: string
  /** Shows the post in a browser, without a key. */
  url: string
  media: string[]
  options: Record<string, unknown>
  /** ISO 8601 with a time zone. */
  created_at: string
}

export type SandboxPostPage = {
  data: SandboxPost[]
  has_more: boolean
  next_cursor: string | null
}

export type SandboxReviewRequest = {
  /** The page it happens to: the `external_id` of an account's active entity. */
  entity_external_id: string
  from: string
  rating: number
  body?: string
}

export type SandboxSignIn = {
  status: string
}

export type SandboxTemplateStatusRequest = {
  template_external_id: string
  status: "approved" | "rejected" | "paused" | "disabled" | "in_appeal"
  reason?: string
}

export type SandboxView = {
  title: string
}

export type SavedSearch = {
  id: string
  name: string
  action: "search/people" | "search/companies" | "people/enrich" | "contacts/find-email" | "contacts/verify-email" | "consensus" | "lead-list" | "verify-list" | "enrich-list"
  query: string
  filters: Record<string, unknown> | null
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  updated_at: string
}

export type SavedSearchPage = {
  data: SavedSearch[]
  has_more: boolean
  next_cursor: string | null
}

export type SavedSearchRequest = {
  name: string
  action: "search/people" | "search/companies" | "people/enrich" | "contacts/find-email" | "contacts/verify-email" | "consensus" | "lead-list" | "verify-list" | "enrich-list"
  query?: string
  /** Filters of the action; checked when the search is run. At most 16 KiB as JSON. */
  filters?: Record<string, unknown> | null
}

export type SearchCompaniesRequest = {
  query?: string
  filters?: CompanyFilters | null
  /** Maximum number of items to find and pay for; defaults to 10. */
  limit?: number | null
  cursor?: string | null
}

export type SearchCompaniesResponse = {
  status: "OK"
  data: Company[] | null
  has_more: boolean
  next_cursor: string | null
}

export type SearchPeopleRequest = {
  query?: string
  filters?: PeopleFilters | null
  /** Maximum number of items to find and pay for; defaults to 10. */
  limit?: number | null
  cursor?: string | null
  since_cursor?: string | null
  /** Returns a `cursor`; a later call with it as `since_cursor` returns only changes. */
  track_delta?: boolean
}

export type SearchPeopleResponse = {
  status: "OK"
  data: Array<FoundPerson | RemovedPerson> | null
  has_more: boolean
  next_cursor: string | null
  /** With `track_delta` or `since_cursor`: send it as `since_cursor` later. */
  cursor?: string
}

export type SelectRequest = {
  external_id: string
}

export type SendMessageRequest = {
  /** Free text. */
  body?: string
  /** A media asset to send, with `body` as its caption. For platforms with the capability `messages.media`. */
  media_id?: string
  template?: MessageTemplate
}

export type SeriesPoint = {
  /** YYYY-MM-DD. */
  date: string
  value: number
}

export type ServerHealth = {
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
    calls_today: number
    /** In millionths of a dollar. */
    spent_today_micros: number
    /** In millionths of a dollar. */
    daily_budget_micros: number | null
  }>
}

export type Session = {
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

export type SessionPage = {
  data: Session[]
  has_more: boolean
  next_cursor: string | null
}

export type SignInMethods = {
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

export type SignInRequest = {
  /** One mailbox in plain ASCII, such as `ada@example.com`; an international domain is written as `xn--`. Not case-sensitive. */
  email: string
  password: string
}

export type SignInResult = {
  /** `totp_required`: the session can only be used to send the second factor. */
  status: "signed_in" | "totp_required"
  user: User | null
}

export type SignOutResult = {
  status: "signed_out"
}

export type SignUpRequest = {
  /** One mailbox in plain ASCII, such as `ada@example.com`; an international domain is written as `xn--`. Not case-sensitive. */
  email: string
  name: string
  /** At least 10 characters. */
  password: string
  /** A BCP 47 tag, such as `en-GB`. */
  locale?: string | null
  /** An IANA name, such as `Europe/Paris`. */
  time_zone?: string | null
  /** The part of the link's URL after `#`. */
  invitation?: string
}

export type SsoResult = {
  status: "at_provider" | "signed_in" | "totp_required" | "failed"
  reason: "sso_unavailable" | "sso_refused" | "sso_email_unverified" | "sign_up_closed" | null
}

export type StartConversationRequest = {
  /** A phone number in E.164 format: a plus sign, the country code and the number, digits only. */
  to: string
  template: MessageTemplate
}

export type SubscriptionResponse = {
  id: string
  plan_id: string
  interval: "month" | "year"
  status: "active" | "past_due" | "canceled"
  credits_per_month: number
  /** Maximum number of credits carried into a new month. */
  rollover_cap: number
  /** Price of each interval. */
  price_usd_cents: number
  provider: "manual" | "sandbox" | "stripe"
  cancel_at_period_end: boolean
  /** ISO 8601 with a time zone. */
  current_period_start: string
  /** ISO 8601 with a time zone. */
  current_period_end: string
  /** ISO 8601 with a time zone. */
  next_credits_at: string | null
  /** ISO 8601 with a time zone. */
  ended_at: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
}

export type SudoRequest = {
  password?: string
  /** The browser's response to `POST /v1/session/sudo/options`, an `AuthenticationResponseJSON`. At most 6 KiB as JSON. */
  response?: Record<string, unknown>
}

export type SummaryPoint = {
  /** YYYY-MM-DD. */
  date: string
  /** The sum across the accounts. */
  value: number
  /** Number of accounts in the sum. */
  accounts: number
}

export type SummarySeries = {
  metric: string
  points: SummaryPoint[]
}

export type Suppression = {
  id: string
  /** `email_sha256` is the SHA-256 of the address in lower case, as 64 hexadecimal digits. */
  kind: "email" | "email_sha256" | "domain" | "person"
  value: string
  reason: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
}

export type SuppressionPage = {
  data: Suppression[]
  has_more: boolean
  next_cursor: string | null
}

export type SuppressionRequest = {
  /** `email_sha256` is the SHA-256 of the address in lower case, as 64 hexadecimal digits. */
  kind: "email" | "email_sha256" | "domain" | "person"
  /** A domain includes its subdomains. */
  value: string
  reason?: string | null
}

export type TakeOverRequest = {
  /** Access that keeps working. All other earlier access ends, because a stranger may have created it. */
  keep?: Array<"api_keys" | "members" | "webhooks" | "apps">
}

export type TargetRequest = {
  account_id: string
  /** Replaces the post's text. */
  content?: string
  /** Media assets, in display order. The post waits for those that are not ready yet. */
  media_ids?: string[]
  /** Replaces the post's first comment; an empty text for none. */
  first_comment?: string | null
  /** Must match the platform's `options_schema` in `GET /v1/platforms`. At most 16 KiB as JSON. */
  options?: Record<string, unknown>
}

export type TargetView = {
  id: string
  account_id: string
  platform: string
  status: "pending" | "publishing" | "processing" | "published" | "failed" | "unconfirmed" | "canceled" | "unpublished"
  /** The target's own text; null when it uses the post's. */
  content: string | null
  /** The target's own media; null when it uses the post's. */
  media_ids: string[] | null
  options: Record<string, unknown>
  external_id: string | null
  external_url: string | null
  error: ErrorObject | null
  attempts: number
  /** ISO 8601 with a time zone. */
  published_at: string | null
  first_comment: FirstComment | null
}

export type TemplatePage = {
  data: TemplateView[]
  has_more: boolean
  next_cursor: string | null
}

export type TemplateParameter = {
  /** `text`, `image`, `payload`, ... */
  type: string
  /** For templates with named placeholders. */
  parameter_name?: string
  text?: string
  [name: string]: unknown
}

export type TemplateView = {
  id: string
  account_id: string
  external_id: string | null
  name: string
  language: string
  category: string
  components: Array<Record<string, unknown>>
  status: "pending" | "approved" | "rejected" | "paused" | "disabled" | "in_appeal" | "deleted"
  rejection_reason: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  updated_at: string
}

export type TopPost = {
  post_id: string
  target_id: string
  account_id: string
  platform: string
  /** The first 500 characters of the text. */
  content: string
  external_url: string | null
  /** ISO 8601 with a time zone. */
  published_at: string
  /** Value of the requested metric. */
  value: number
  /** ISO 8601 with a time zone. */
  as_of: string
  metrics: Record<string, number>
}

export type TopPosts = {
  /** YYYY-MM-DD. */
  since: string
  /** YYYY-MM-DD. */
  until: string
  metric: "impressions" | "reach" | "views" | "likes" | "comments" | "shares" | "quotes" | "saves" | "clicks"
  /** One entry per account that a post was published to, best first. */
  data: TopPost[]
}

export type TotpRequest = {
  /** The six digits shown in the app. */
  code?: string
  recovery_code?: string
}

export type TotpSecret = {
  /** In base32, for manual entry. */
  secret: string
  /** The same secret as an `otpauth:` URI, for a QR code. */
  uri: string
}

export type UnpublishPostRequest = {
  /** The targets. By default, all targets in the right state. */
  target_ids?: string[]
}

export type UpdateMeRequest = {
  name?: string
  /** A BCP 47 tag, such as `en-GB`. */
  locale?: string | null
  /** An IANA name, such as `Europe/Paris`. */
  time_zone?: string | null
}

export type UpdatePostRequest = {
  /** Accounts of one profile, each at most once. */
  targets?: TargetRequest[]
  content?: string
  /** Media assets, in display order. The post waits for those that are not ready yet. */
  media_ids?: string[]
  /** Null for none. */
  first_comment?: string | null
  /** A time schedules a draft. Null unschedules the post: it becomes a draft. */
  scheduled_at?: string | null
}

export type UsageResponse = {
  since: string
  until: string
  group_by: "day" | "action" | "key" | "day,action"
  credits: number
  data: {
    /** The day, the action or the key id. */
    group: string
    /** With `group_by=day,action`. */
    action?: string
    /** Grouped by action: calls that used it. A workflow run counts for the workflow, which has no price itself, and for each action of its steps. */
    calls: number
    /** Calls that found something; the others cost nothing. */
    found: number
    credits: number
  }[]
  /** Charges from before this time were archived by the operator and are not included. Absent when no such charges are affected. */
  archived_before?: string
}

export type UseLinkRequest = {
  /** The part of the link's URL after `#`. */
  token: string
  /** One mailbox in plain ASCII, such as `ada@example.com`; an international domain is written as `xn--`. Not case-sensitive. */
  email?: string
  name?: string
  /** At least 10 characters. */
  password?: string
  /** A BCP 47 tag, such as `en-GB`. */
  locale?: string | null
  /** An IANA name, such as `Europe/Paris`. */
  time_zone?: string | null
}

export type User = {
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

export type UserWorkspace = {
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

export type UserWorkspacePage = {
  data: UserWorkspace[]
  has_more: boolean
  next_cursor: string | null
}

export type ValidatedPost = {
  profile_id: string
  /** The status of the post if it were created. */
  status: "scheduled" | "publishing"
  content: string
  media_ids: string[]
  /** ISO 8601 with a time zone. */
  scheduled_at: string | null
  targets: ValidatedTarget[]
}

export type ValidatedTarget = {
  account_id: string
  platform: string
  /** The target's own text; null when it uses the post's. */
  content: string | null
}

export type VerifiedEmail = {
  email: string
  /** `unknown` if no server could be asked. Never charged, and never means invalid. */
  status: "valid" | "risky" | "invalid" | "unknown"
  sub_status: string | null
  /** The mail server of the domain. */
  mx: string | null
  /** True if the domain accepts mail for any name. */
  catch_all: boolean | null
  disposable: boolean
  /** True for a role such as info@, not a person. */
  role: boolean
  /** ISO 8601 with a time zone. */
  checked_at: string
}

export type VerifyCodeRequest = {
  /** Used for this call only and never stored. */
  code: string
}

export type VerifyEmailRequest = {
  query?: string
  filters?: {
    email?: string
  } | null
  /** Maximum number of items to find and pay for; defaults to 10. */
  limit?: number | null
}

export type VerifyEmailResponse = {
  status: "OK"
  data: VerifiedEmail | null
  /** Paid for recently, so free this time, if the price book allows it. */
  repeat?: boolean
}

export type VerifyListRequest = {
  inputs: {
    emails: string[]
  }
  /** Maximum number of people to pay for; defaults to 10, or to all people listed in the inputs. */
  limit?: number | null
  /** Runs nothing and returns the maximum cost: free, also for read keys, and always JSON. */
  dry_run?: boolean
  /** Format of the response: JSON, a CSV file or a Markdown table. */
  format?: "json" | "csv" | "markdown"
}

export type VerifyListResponse = {
  status: "OK"
  workflow: "verify-list"
  dry_run: boolean
  data: VerifyListRow[] | null
  /** Credits charged. */
  credits: number
  estimate?: WorkflowQuote
}

export type VerifyListRow = {
  /** The item of the list, as sent. */
  input: string
  verification: VerifiedEmail | null
  /** Cost of this row. */
  credits: number
  steps: WorkflowStepResult[]
}

export type WebhookChangeRequest = {
  /** The URL that events are sent to. Must be HTTPS in production. */
  url?: string
  /** Event names, or `*` for all. */
  events?: Array<"*" | "post.published" | "post.failed" | "message.received" | "message.status_changed" | "review.new" | "account.connected" | "account.disconnected" | "account.expiring" | "template.status_changed" | "media.ready" | "media.failed" | "comment.received" | "credits.low">
  description?: string | null
  status?: "active" | "disabled"
}

export type WebhookEventKind = {
  type: string
  /** When it fires. */
  summary: string
  /** JSON Schema of the whole body of a delivery. */
  schema: Record<string, unknown>
  /** Example body of such a delivery. */
  sample: Record<string, unknown>
}

export type WebhookEventKindPage = {
  data: WebhookEventKind[]
  has_more: boolean
  next_cursor: string | null
}

export type WebhookHealth = {
  endpoint_id: string
  status: "active" | "disabled"
  /** Deliveries of the last 24 hours by status, among the newest 1000. */
  deliveries: {
    pending: number
    failed: number
    delivered: number
    dead: number
  }
  /** Share of sent deliveries that were delivered, not failed or dead. Null when none was sent. */
  success_rate: number | null
  /** Deliveries in flight. */
  in_flight: number
  /** Pending and in-flight deliveries of any age; counted up to 1000. */
  waiting: number
  /** ISO 8601 with a time zone. */
  last_success_at: string | null
  /** ISO 8601 with a time zone. */
  last_failure_at: string | null
  failures_in_a_row: number
  /** ISO 8601 with a time zone. */
  failing_since: string | null
  /** Set after ten consecutive failures: nothing is sent until this time. */
  paused_until: string | null
}

export type WebhookHealthPage = {
  data: WebhookHealth[]
  has_more: boolean
  next_cursor: string | null
}

export type WebhookPage = {
  data: WebhookResponse[]
  has_more: boolean
  next_cursor: string | null
}

export type WebhookRecoverRequest = {
  /** ISO 8601 with a time zone. */
  since: string
}

export type WebhookRecoveryResponse = {
  /** Number of dead deliveries that are pending again. */
  recovered: number
}

export type WebhookRequest = {
  /** The URL that events are sent to. Must be HTTPS in production. */
  url: string
  /** Event names, or `*` for all. */
  events?: Array<"*" | "post.published" | "post.failed" | "message.received" | "message.status_changed" | "review.new" | "account.connected" | "account.disconnected" | "account.expiring" | "template.status_changed" | "media.ready" | "media.failed" | "comment.received" | "credits.low">
  description?: string | null
}

export type WebhookResponse = {
  id: string
  url: string
  events: Array<"*" | "post.published" | "post.failed" | "message.received" | "message.status_changed" | "review.new" | "account.connected" | "account.disconnected" | "account.expiring" | "template.status_changed" | "media.ready" | "media.failed" | "comment.received" | "credits.low">
  description: string | null
  status: "active" | "disabled"
  /** The reason that it is disabled, and the time. */
  disabled_reason: string | null
  /** Until this time deliveries carry a second signature (`v2`). */
  secret_previous_expires_at: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  updated_at: string
}

export type WebhookSecretResponse = {
  id: string
  url: string
  events: Array<"*" | "post.published" | "post.failed" | "message.received" | "message.status_changed" | "review.new" | "account.connected" | "account.disconnected" | "account.expiring" | "template.status_changed" | "media.ready" | "media.failed" | "comment.received" | "credits.low">
  description: string | null
  status: "active" | "disabled"
  /** The reason that it is disabled, and the time. */
  disabled_reason: string | null
  /** Until this time deliveries carry a second signature (`v2`). */
  secret_previous_expires_at: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  updated_at: string
  /** Signs the deliveries. Shown only once. */
  secret: string
}

export type Workflow = {
  name: string
  summary: string
  description: string
  /** JSON Schema of `inputs`. */
  inputs: Record<string, unknown>
  steps: {
    /** The row field that this step fills. */
    step: string
    action: string
    /** Cost for one row, if the step finds something. */
    credits: number
    unit: string
  }[]
  /** Maximum cost of one row. */
  credits_per_row: number
  /** Columns of its CSV file and its Markdown table. */
  columns: string[]
  formats: Array<"json" | "csv" | "markdown">
}

export type WorkflowList = {
  status: "OK"
  price_book: string
  data: Workflow[]
  has_more: boolean
  next_cursor: string | null
}

export type WorkflowQuote = {
  workflow: string
  /** Maximum cost of the call, and the amount it holds while it runs. */
  credits: number
  /** Maximum number of rows it can return. */
  rows: number
  steps: WorkflowStepQuote[]
  price_book: string
}

export type WorkflowQuoteResponse = {
  status: "OK"
  data: WorkflowQuote
}

export type WorkflowStepQuote = {
  step: string
  action: string
  /** The unit that is paid for. */
  unit: string
  /** Maximum that this step can find. */
  units: number
  credits_per_unit: number
  credits: number
}

export type WorkflowStepResult = {
  /** The row field that this step fills. */
  step: string
  action: string
  /** `inconclusive`: the status is `unknown`; `skipped`: there was nothing to ask; `failed`: a source did not answer. Only `found` costs credits. */
  outcome: "found" | "inconclusive" | "not_found" | "skipped" | "failed"
  credits: number
  error: ErrorObject | null
  /** Paid for recently, so free this time, if the price book allows it. */
  repeat?: boolean
}

export type WorkspaceClosing = {
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
  /** Data jobs that are cancelled; their held credits are released. Counted up to 1000. */
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

export type WorkspaceRequest = {
  name: string
}
