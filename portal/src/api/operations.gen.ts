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
  /** Read how people can sign in to this server */
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
  /** Finish signing in with a code of the authenticator app, or a recovery code */
  'auth.totp': {
    body: TotpRequest
    reply: SignInResult
  }
  /** Begin to sign in with a passkey: what the browser needs for it */
  'auth.passkey_options': {
    reply: PasskeySignInOptions
  }
  /** Sign in with a passkey, with the browser's answer */
  'auth.passkey_sign_in': {
    body: PasskeySignInRequest
    reply: SignInResult
  }
  /** Sign out: end this session and delete its cookie */
  'auth.sign_out': {
    reply: SignOutResult
  }
  /** Ask for a link by mail: to sign in, or to set a new password */
  'auth.ask_link': {
    body: AskLinkRequest
    reply: AskLinkResult
  }
  /** Read what a link is for, without using it */
  'auth.read_link': {
    body: ReadLinkRequest
    reply: Link
  }
  /** Use a link, and sign in */
  'auth.use_link': {
    body: UseLinkRequest
    reply: SignInResult
  }
  /** Begin to sign in at the provider of single sign-on */
  'auth.oidc_start': {
    query?: {
      /** The page of this server to show afterwards; `/` when absent. */
      return_to?: string
    }
    reply: SsoResult
  }
  /** Where the provider of single sign-on sends people back to */
  'auth.oidc_callback': {
    query?: {
      state?: string
      error?: string
      [name: string]: unknown
    }
    reply: SsoResult
  }
  /** Read who is signed in, and the workspaces they are a member of */
  'session.get': {
    reply: CurrentSession
  }
  /** Prove who you are, for acts that need it */
  'session.sudo': {
    body: SudoRequest
    reply: CurrentSession
  }
  /** Begin to prove who you are with a passkey: what the browser needs for it */
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
  /** Begin to use an authenticator app */
  'me.begin_totp': {
    reply: TotpSecret
  }
  /** Confirm the authenticator app with a code, and get the recovery codes */
  'me.confirm_totp': {
    body: ConfirmTotpRequest
    reply: RecoveryCodes
  }
  /** Stop using the authenticator app */
  'me.remove_totp': {
    reply: User
  }
  /** Make ten new recovery codes; the old ones stop working */
  'me.renew_recovery_codes': {
    reply: RecoveryCodes
  }
  /** Begin to add a passkey: what the browser needs for it */
  'passkeys.options': {
    reply: PasskeyOptions
  }
  /** Add a passkey with the browser's answer */
  'passkeys.create': {
    body: PasskeyRequest
    reply: Passkey
  }
  /** List your passkeys, newest first */
  'passkeys.list': {
    query?: {
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
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
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
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
  /** End all your sessions but this one, at once and everywhere */
  'sessions.revoke_others': {
    reply: RevokeOthersResult
  }
  /** Open a workspace, with its free credits */
  'workspaces.create': {
    body: WorkspaceRequest
    reply: UserWorkspace
  }
  /** List the workspaces that you are a member of, by name */
  'workspaces.list': {
    query?: {
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
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
  /** Read what closing a workspace would end, without closing it */
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
  /** Reopen a workspace that was closed */
  'operator.reopen_workspace': {
    params: {
      id: string
    }
    body: OperatorClosingRequest
    reply: OperatorWorkspace
  }
  /** List what was made under your email address before you proved that it is yours */
  'quarantine.list': {
    query?: {
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
    }
    reply: QuarantinedWorkspacePage
  }
  /** Take over a workspace that was made under your address */
  'quarantine.take_over': {
    params: {
      id: string
    }
    body: TakeOverRequest
    reply: UserWorkspace
  }
  /** Discard a workspace that was made under your address */
  'quarantine.discard': {
    params: {
      id: string
    }
    reply: DiscardResult
  }
  /** List the members of the workspace, newest user first */
  'members.list': {
    query?: {
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
    }
    reply: MemberPage
  }
  /** Change a member's role or profiles, at once */
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
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
    }
    reply: InvitationPage
  }
  /** Take an invitation back */
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
  /** Remove a member and end what they made, at once */
  'members.remove': {
    params: {
      id: string
    }
    query?: {
      /** `hand_over` keeps the keys of the member for the workspace. */
      keys?: "revoke" | "hand_over"
    }
    reply: Member
  }
  /** Leave the workspace */
  'members.leave': {
    reply: Member
  }
  /** Read the counts that the badges of the portal show */
  'session.pulse': {
    reply: Pulse
  }
  /** Read what a workspace has, its first steps, and what needs attention */
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
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
      status?: "active" | "expired" | "revoked"
      mode?: "live" | "test"
      /** `spend` adds `spent_this_month`, which sums up the charges of the month. */
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
      /** `spend` adds `spent_this_month`, which sums up the charges of the month. */
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
  /** Read how pages for your own customers look */
  'branding.get': {
    reply: Branding
  }
  /** Set the name, color and logo of pages for your own customers */
  'branding.put': {
    body: Branding
    reply: Branding
  }
  /** Make a short-lived link to pages for one of your own customers */
  'portal_links.create': {
    body: PortalLinkRequest
    reply: PortalLinkCreateResponse
  }
  /** List portal links of the last days, newest first */
  'portal_links.list': {
    query?: {
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
    }
    reply: PortalLinkPage
  }
  /** Read a portal link; its address is not shown again */
  'portal_links.get': {
    params: {
      id: string
    }
    reply: PortalLink
  }
  /** Take a portal link back, at once and everywhere */
  'portal_links.revoke': {
    params: {
      id: string
    }
    reply: PortalLink
  }
  /** Read what the link that asks is for, and how its pages look */
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
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
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
  /** List every movement of credits, newest first */
  'credits.ledger': {
    query?: {
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
      kind?: "grant" | "charge" | "expire" | "trim" | "revoke"
      format?: "json" | "csv"
    }
    reply: LedgerPage
  }
  /** Sum up metered calls by day, action, key, or day and action */
  'credits.usage': {
    query?: {
      /** First day (UTC); 30 days back when absent. */
      since?: string
      /** Last day (UTC), included; today when absent. */
      until?: string
      group_by?: "day" | "action" | "key" | "day,action"
      /** With groups by day: also days without calls, for each action that the range has. */
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
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
      action?: string
      api_key_id?: string
      outcome?: "running" | "found" | "not_found" | "failed"
      /** Calls from this time on. */
      from?: string
      /** Calls before this time. */
      to?: string
    }
    reply: MeteredCallPage
  }
  /** List open holds, newest first */
  'credits.holds': {
    query?: {
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
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
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
    }
    reply: OrderPage
  }
  /** Read how the workspace pays: its subscription and its automatic top-up */
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
  /** Read the automatic top-up */
  'credits.auto_topup': {
    reply: AutoTopupResponse
  }
  /** Buy a pack whenever credits run low */
  'credits.set_auto_topup': {
    body: AutoTopupRequest
    reply: AutoTopupResponse
  }
  /** Stop the automatic top-up */
  'credits.delete_auto_topup': {
    reply: AutoTopupResponse
  }
  /** Receive events from Stripe */
  'callbacks.stripe': {
    reply: CallbackResponse
  }
  /** Give credits to a workspace */
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
  /** Give back what a call cost */
  'operator.refund': {
    params: {
      hold_id: string
    }
    body: OperatorRefundRequest
    reply: OperatorGrant
  }
  /** List what operators did, newest first */
  'operator.audit': {
    query?: {
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
      workspace_id?: string
    }
    reply: AuditPage
  }
  /** List all workspaces, newest first */
  'operator.workspaces': {
    query?: {
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
    }
    reply: OperatorWorkspacePage
  }
  /** Open a workspace for someone, with its free credits, and invite its owner */
  'operator.create_workspace': {
    body: OperatorWorkspaceRequest
    reply: OperatorWorkspaceCreateResponse
  }
  /** Make a former owner of a workspace an owner again */
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
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
    }
    reply: OperatorUserPage
  }
  /** Make a user an operator, or no longer one */
  'operator.update_user': {
    params: {
      id: string
    }
    body: OperatorUserRequest
    reply: User
  }
  /** Make a link with which a user sets a new password */
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
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
      status?: "pending" | "paid" | "failed" | "canceled" | "refunded" | "disputed"
    }
    reply: OperatorOrderPage
  }
  /** Read how the server is doing */
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
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
    }
    reply: WebhookPage
  }
  /** List the kinds of events, with their JSON Schemas and examples */
  'webhooks.events': {
    query?: {
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
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
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
      endpoint_id?: string
      /** failed: will be retried. dead: will not be sent again unless it is redriven. */
      status?: "pending" | "failed" | "delivered" | "dead"
      event_type?: "post.published" | "post.failed" | "message.received" | "message.status_changed" | "review.new" | "account.connected" | "account.disconnected" | "account.expiring" | "template.status_changed" | "media.ready" | "media.failed" | "comment.received" | "credits.low" | "webhook.test" | "job.finished"
      /** Of events from this time on. */
      from?: string
      /** Of events before this time. */
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
  /** Send a dead delivery again */
  'webhook_deliveries.redrive': {
    params: {
      id: string
    }
    reply: DeliveryResponse
  }
  /** Send many dead deliveries again */
  'webhook_deliveries.redrive_many': {
    body: RedriveRequest
    reply: RedriveResponse
  }
  /** Follow the events of the workspace as they happen */
  'events.stream': {
    query?: {
      /** Names of events, separated by commas; by default all. */
      types?: string
      /** The id of an event: continue after it. The header `Last-Event-ID` says the same, and wins. */
      after?: string
      /** Begin with the events that are stored since this time. */
      since?: string
    }
    reply: Blob
  }
  /** List the health of webhook endpoints, newest first */
  'webhooks.list_health': {
    query?: {
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
    }
    reply: WebhookHealthPage
  }
  /** Read how well deliveries to one endpoint go */
  'webhooks.health': {
    params: {
      id: string
    }
    reply: WebhookHealth
  }
  /** Read which app the workspace's sign-ins use */
  'platforms.app': {
    params: {
      /** One of `GET /v1/platforms`. */
      platform: string
    }
    reply: PlatformApp
  }
  /** Use your own app for new sign-ins */
  'platforms.set_app': {
    params: {
      /** One of `GET /v1/platforms`. */
      platform: string
    }
    body: PlatformAppRequest
    reply: PlatformApp
  }
  /** Stop using your own app for new sign-ins */
  'platforms.remove_app': {
    params: {
      /** One of `GET /v1/platforms`. */
      platform: string
    }
    reply: PlatformApp
  }
  /** Read the app of every workspace without its own */
  'operator.platform_app': {
    params: {
      /** One of `GET /v1/platforms`. */
      platform: string
    }
    reply: PlatformApp
  }
  /** Set the app of every workspace without its own */
  'operator.set_platform_app': {
    params: {
      /** One of `GET /v1/platforms`. */
      platform: string
    }
    body: PlatformAppRequest
    reply: PlatformApp
  }
  /** Remove the app of every workspace without its own */
  'operator.remove_platform_app': {
    params: {
      /** One of `GET /v1/platforms`. */
      platform: string
    }
    reply: PlatformApp
  }
  /** The page on which a person connects an account */
  'connect.show': {
    params: {
      /** From `authorize_url`. */
      link: string
    }
    reply: ConnectionResponse
  }
  /** What that page sends */
  'connect.submit': {
    params: {
      /** From `authorize_url`. */
      link: string
    }
    reply: ConnectionResponse
  }
  /** Start to connect a social account */
  'connections.create': {
    body: ConnectionRequest
    reply: ConnectionResponse
  }
  /** List connections, newest first */
  'connections.list': {
    query?: {
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
      profile_id?: string
      /** One of `GET /v1/platforms`. */
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
  /** List what can be connected with this sign-in */
  'connections.entities': {
    params: {
      id: string
    }
    query?: {
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
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
  /** What a platform reads about this server before a sign-in */
  'oauth.client': {
    params: {
      /** One of `GET /v1/platforms`. */
      platform: string
    }
    reply: OAuthClient
  }
  /** Where platforms send people back to */
  'oauth.callback': {
    params: {
      /** One of `GET /v1/platforms`. */
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
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
      profile_id?: string
      /** One of `GET /v1/platforms`. */
      platform?: string
      status?: "pending_selection" | "connected" | "expiring" | "reauth_required" | "disconnected"
    }
    reply: AccountPage
  }
  /** List the health of accounts, newest first */
  'accounts.list_health': {
    query?: {
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
      profile_id?: string
      /** One of `GET /v1/platforms`. */
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
  /** Download an account's picture */
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
  /** Read the result of an account's last health check */
  'accounts.get_health': {
    params: {
      id: string
    }
    reply: AccountHealthSummary
  }
  /** Check an account's health now */
  'accounts.check_health': {
    params: {
      id: string
    }
    reply: AccountHealthSummary
  }
  /** List what an account can act as */
  'accounts.list_entities': {
    params: {
      id: string
    }
    query?: {
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
    }
    reply: AccountEntityPage
  }
  /** Read again from the platform what an account can act as */
  'accounts.refresh_entities': {
    params: {
      id: string
    }
    reply: AccountEntityPage
  }
  /** Choose what an account acts as */
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
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
    }
    reply: PlatformPage
  }
  /** List comments, newest first */
  'comments.list': {
    query?: {
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
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
  /** Download the picture of the author of a comment */
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
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
      account_id?: string
      /** One of `GET /v1/platforms`. */
      platform?: string
      status?: "open" | "archived"
      /** True for conversations with unread messages, false for the others. */
      unread?: boolean
      /** What the other person's name or the last message contains; upper and lower case are the same. */
      q?: string
      /** By which time the newest are first: `created`, the usual one, or `last_message`, as people read an inbox. A cursor belongs to one order. */
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
  /** Download the picture of the other person of a conversation */
  'conversations.avatar': {
    params: {
      id: string
    }
    reply: Blob
  }
  /** Archive a conversation, or open it again */
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
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
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
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
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
  /** Download the picture of the author of a review */
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
  /** Read an account's daily metrics */
  'accounts.analytics': {
    params: {
      id: string
    }
    query?: {
      /** The first day; by default 29 days before `until`. */
      since?: string
      /** The last day; by default today. */
      until?: string
      /** Names, separated by commas; by default all. */
      metrics?: string
    }
    reply: AccountAnalyticsView
  }
  /** Read posts' metrics */
  'posts.analytics': {
    query: {
      /** Up to 100 ids of posts, separated by commas. */
      post_ids: string
    }
    reply: PostAnalyticsView
  }
  /** Read the daily metrics of all accounts together */
  'analytics.summary': {
    query?: {
      profile_id?: string
      account_id?: string
      /** The first day; by default 29 days before `until`. */
      since?: string
      /** The last day; by default today. */
      until?: string
      /** Names, separated by commas; by default all. */
      metrics?: string
    }
    reply: AnalyticsSummary
  }
  /** List the best posts of a time by a metric */
  'analytics.top_posts': {
    query: {
      profile_id?: string
      account_id?: string
      /** The first day; by default 29 days before `until`. */
      since?: string
      /** The last day; by default today. */
      until?: string
      /** By which the posts are ordered. */
      metric: "impressions" | "reach" | "views" | "likes" | "comments" | "shares" | "quotes" | "saves" | "clicks"
      /** How many to return. */
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
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
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
  /** Send a code to an account's phone number */
  'accounts.request_code': {
    params: {
      id: string
    }
    body: RequestCodeRequest
    reply: NumberVerificationResponse
  }
  /** Verify an account's phone number with the code */
  'accounts.verify_code': {
    params: {
      id: string
    }
    body: VerifyCodeRequest
    reply: NumberVerificationResponse
  }
  /** Register an account's phone number */
  'accounts.register_number': {
    params: {
      id: string
    }
    body: RegisterNumberRequest
    reply: RegisterNumberResponse
  }
  /** List what is read from an account's platform */
  'accounts.list_feeds': {
    params: {
      id: string
    }
    query?: {
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
    }
    reply: AccountFeedPage
  }
  /** Receive a push of a platform */
  'inbound.receive': {
    params: {
      platform: string
    }
    query?: Record<string, unknown>
    reply: InboundResponse
  }
  /** Answer a platform that verifies this address */
  'inbound.challenge': {
    params: {
      platform: string
    }
    query?: Record<string, unknown>
    reply: InboundChallenge
  }
  /** Receive a push of a platform */
  'inbound.receive_for_app': {
    params: {
      platform: string
      app: string
    }
    query?: Record<string, unknown>
    reply: InboundResponse
  }
  /** Answer a platform that verifies this address */
  'inbound.challenge_for_app': {
    params: {
      platform: string
      app: string
    }
    query?: Record<string, unknown>
    reply: InboundChallenge
  }
  /** The sandbox's sign-in page */
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
  /** List scripted faults that have not happened yet */
  'sandbox.list_faults': {
    query?: {
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
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
  /** List the posts that are visible on the sandbox, newest first */
  'sandbox.list_posts': {
    query?: {
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
      /** The page that it happens to: the `external_id` of an account's active entity. */
      entity_external_id?: string
    }
    reply: SandboxPostPage
  }
  /** List the pages of the sandbox, with the addresses of their inboxes, newest first */
  'sandbox.list_pages': {
    query?: {
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
    }
    reply: SandboxPagePage
  }
  /** Look at a post of the sandbox in a browser */
  'sandbox.view_post': {
    params: {
      /** From the address. */
      key: string
    }
    reply: SandboxView
  }
  /** Look at the inbox of a sandbox page in a browser */
  'sandbox.view_inbox': {
    params: {
      /** From the address. */
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
  /** Take in a file, from a URL or as bytes */
  'media.ingest': {
    body: IngestMediaRequest
    file?: Blob
    reply: MediaAssetResponse
  }
  /** Get an address to put a file to */
  'media.create_upload': {
    body: CreateUploadRequest
    reply: MediaUpload
  }
  /** Take in a file that was put to the address of an upload */
  'media.complete': {
    params: {
      id: string
    }
    reply: MediaAssetResponse
  }
  /** Put the file of an upload */
  'media.put': {
    params: {
      id: string
    }
    query: {
      /** From the address. */
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
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
      status?: "pending" | "fetching" | "ready" | "failed"
    }
    reply: MediaAssetPage
  }
  /** Read how much storage media use, and how much they may use */
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
  /** Keep a post as a draft */
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
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
      profile_id?: string
      account_id?: string
      platform?: string
      status?: "draft" | "scheduled" | "publishing" | "published" | "partially_published" | "failed" | "canceled" | "unpublished"
      /** Posts whose text, or the text of one of their targets, contains this; upper and lower case are the same. */
      q?: string
      /** Posts of this time and later. The time of a post is its `scheduled_at`; one without is of its `created_at`, when it was sent. */
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
  /** Cancel what has not been published yet */
  'posts.cancel': {
    params: {
      id: string
    }
    reply: PostResponse
  }
  /** Try targets again that failed or are unconfirmed */
  'posts.retry': {
    params: {
      id: string
    }
    body?: RetryPostRequest
    reply: PostResponse
  }
  /** Take published targets off their platforms */
  'posts.unpublish': {
    params: {
      id: string
    }
    body?: UnpublishPostRequest
    reply: PostResponse
  }
  /** List every step that was tried, newest first */
  'posts.attempts': {
    params: {
      id: string
    }
    query?: {
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
    }
    reply: PostAttemptPage
  }
  /** Read whether the workspace has demo data */
  'demo_data.get': {
    reply: DemoDataResponse
  }
  /** Add demo data to try things out with */
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
  /** Estimate what search/people costs */
  'data.estimate_search_people': {
    body: SearchPeopleRequest
    reply: EstimateResponse
  }
  /** Estimate what search/companies costs */
  'data.estimate_search_companies': {
    body: SearchCompaniesRequest
    reply: EstimateResponse
  }
  /** Estimate what people/enrich costs */
  'data.estimate_enrich_person': {
    body: EnrichPersonRequest
    reply: EstimateResponse
  }
  /** Estimate what contacts/find-email costs */
  'data.estimate_find_email': {
    body: FindEmailRequest
    reply: EstimateResponse
  }
  /** Estimate what contacts/verify-email costs */
  'data.estimate_verify_email': {
    body: VerifyEmailRequest
    reply: EstimateResponse
  }
  /** Estimate what consensus costs */
  'data.estimate_consensus': {
    body: ConsensusRequest
    reply: EstimateResponse
  }
  /** List every action and workflow with this workspace's price */
  'actions.list': {
    query?: {
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
    }
    reply: ActionsResponse
  }
  /** List the workflows this key can run */
  'workflows.list': {
    query?: {
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
    }
    reply: WorkflowList
  }
  /** Find people, their work emails, and whether these work */
  'workflows.run_lead_list': {
    body: LeadListRequest
    reply: LeadListResponse
  }
  /** Estimate what lead-list costs */
  'workflows.estimate_lead_list': {
    body: LeadListRequest
    reply: WorkflowQuoteResponse
  }
  /** Tell which mailboxes of a list exist */
  'workflows.run_verify_list': {
    body: VerifyListRequest
    reply: VerifyListResponse
  }
  /** Estimate what verify-list costs */
  'workflows.estimate_verify_list': {
    body: VerifyListRequest
    reply: WorkflowQuoteResponse
  }
  /** Read everything known about the people of a list */
  'workflows.run_enrich_list': {
    body: EnrichListRequest
    reply: EnrichListResponse
  }
  /** Estimate what enrich-list costs */
  'workflows.estimate_enrich_list': {
    body: EnrichListRequest
    reply: WorkflowQuoteResponse
  }
  /** Start a lookup and read its answer later */
  'data_jobs.create': {
    body: AsyncDataRequest
    reply: NewJobResponse
  }
  /** List async data jobs, newest first */
  'data_jobs.list': {
    query?: {
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
      status?: "queued" | "running" | "completed" | "completed_with_errors" | "failed" | "cancelling" | "cancelled"
      action?: string
      /** All jobs of this list are of this kind. */
      kind?: "async"
    }
    reply: JobPage
  }
  /** Read one async data job; once completed with its data */
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
  /** Look up many at once */
  'bulk_jobs.create': {
    body: BulkJobRequest
    reply: NewJobResponse
  }
  /** List bulk jobs, newest first */
  'bulk_jobs.list': {
    query?: {
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
      status?: "queued" | "running" | "completed" | "completed_with_errors" | "failed" | "cancelling" | "cancelled"
      action?: string
      /** All jobs of this list are of this kind. */
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
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
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
  /** Estimate what a bulk job costs */
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
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
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
  /** Receive answers of the B2B email vendor */
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
      /** How many to return. */
      limit?: number
      /** The `next_cursor` of the page before. */
      cursor?: string
      kind?: "email" | "email_sha256" | "domain" | "person"
      /** Text that the value or the reason contains. */
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
  /** What stands behind the `#` in the link's address. */
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
  /** A day without data has no point. */
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
  /** What the person may do there, in the platform's words. */
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
  /** waiting: not read yet. current: the last read succeeded. failing: it did not. stopped: the account is not signed in. */
  status: "waiting" | "current" | "failing" | "stopped"
  /** ISO 8601 with a time zone. */
  read_at: string | null
  /** When a read last brought something. */
  item_at: string | null
  /** ISO 8601 with a time zone. */
  next_read_at: string | null
  /** How many reads in a row have failed. */
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
  /** `status` (healthy, warning, error), `checked_at`, `token` (when it expires and whether it renews itself), `scopes` (granted, missing), `issues` and `last_error`. */
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
  /** The id of the operation, such as `data.find_email`. */
  operation: string
  summary: string
  description: string
  /** JSON Schema of its body. */
  body: Record<string, unknown>
  /** A body that it takes. */
  example: Record<string, unknown>
}

export type ActionsResponse = {
  price_book: string
  data: Array<{
    action: string
    /** What one unit costs this workspace. */
    credits: number
    unit: string
    /** The most one unit can come to. */
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
    /** Lineages that say this person works at this company. */
    votes: number
    /** The lineages that agree. */
    lineages: string[]
    /** The share of the lineages that know the person. */
    ratio: number
  }
  dissent: Dissent[]
}

export type AnalyticsSummary = {
  /** YYYY-MM-DD. */
  since: string
  /** YYYY-MM-DD. */
  until: string
  /** How many accounts have reported in this time. */
  accounts: number
  /** A day without data has no point; a metric that no account has reported has no points. */
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
  /** The role that the key was created with. It calls what needs at most this role, and at most the role of `member_id` now. */
  role: "viewer" | "member" | "owner"
  /** The id of the user who created it; null for the first keys and those of the operator. */
  created_by: string | null
  /** The member it acts for: the key never allows more than they may do now, and ends when they leave. Null when it belongs to the workspace. */
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
  /** The full secret key. Shown here once and never again. */
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
  /** The role that the key was created with. It calls what needs at most this role, and at most the role of `member_id` now. */
  role: "viewer" | "member" | "owner"
  /** The id of the user who created it; null for the first keys and those of the operator. */
  created_by: string | null
  /** The member it acts for: the key never allows more than they may do now, and ends when they leave. Null when it belongs to the workspace. */
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
  /** One mailbox in plain ASCII, such as `ada@example.com`, with an international domain as `xn--`. Compared without regard to upper and lower case. */
  email: string
  kind: "magic" | "reset"
}

export type AskLinkResult = {
  status: "sent_if_known" | "no_mail"
}

export type AsyncDataRequest = {
  action: "search/people" | "search/companies" | "people/enrich" | "contacts/find-email" | "contacts/verify-email" | "consensus" | "lead-list" | "verify-list" | "enrich-list"
  query?: string
  /** As for the action itself. At most 256 KiB as JSON. */
  filters?: Record<string, unknown> | null
  /** For a search: the most to find, like `filters.limit`. */
  limit?: number | null
  /** Gets a signed delivery when the job ends. */
  webhook_url?: string | null
}

export type AsyncJobResponse = {
  id: string
  kind: "async" | "bulk"
  action: string
  /** `completed_with_errors`: some rows failed, their errors are in the results. */
  status: "queued" | "running" | "completed" | "completed_with_errors" | "failed" | "cancelling" | "cancelled"
  progress: {
    /** Rows that have their result. */
    done: number
    /** For a search in progress, the most it can find. */
    total: number
    found: number
    failed: number
  }
  credits: {
    /** Held for rows without an answer. */
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
  /** When it is completed: what the action found; null when it found nothing, or only people who were suppressed since. */
  data?: unknown
}

export type AuditEntry = {
  id: string
  /** Null for an entry that belongs to no single workspace. */
  workspace_id: string | null
  /** The operator, the email address of the user, or the id of the API key that did it. */
  actor: string
  action: string
  /** Empty for what users do for themselves. */
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
  /** Buys when fewer credits than this are available. */
  threshold: number
  pack_id: string
}

export type AutoTopupResponse = {
  threshold: number
  pack_id: string
  status: "active" | "suspended" | "off"
  /** Why it is suspended: `no_payment_method`, `unknown_pack`, `disputed`, or what the bank said. A new payment method lifts all of them but `unknown_pack`. */
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
  /** Shown instead of the name of the workspace. */
  name: string | null
  /** The color of buttons, such as `#1a56db`. White text on it must be readable: a contrast of 4.5:1 at least. */
  color: string | null
  /** A picture on HTTPS. Browsers of your customers load it from there. */
  logo_url: string | null
}

export type BulkEstimateResponse = {
  status: "OK"
  data: {
    action: string
    /** What the job costs at most, and what it holds while it runs. */
    credits: number
    /** Rows that were sent; for a search, the most it can find. */
    rows: number
    /** Rows about the subject of an earlier one: free. */
    duplicates: number
    /** Rows that cannot be looked up: they fail, and are free. */
    unreadable: number
    /** The first 20 unreadable rows, and why. */
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
  /** A CSV file. Its first line names the columns: `query` or those of `filters`. */
  csv_text?: string | null
  queries?: string[] | null
  /** As for the action itself. At most 256 KiB as JSON. */
  filters?: Record<string, unknown> | null
  /** For a search: the most to find, like `filters.limit`. */
  limit?: number | null
  /** Gets a signed delivery when the job ends. */
  webhook_url?: string | null
}

export type BulkResultPage = {
  data: BulkRowResult[]
  has_more: boolean
  next_cursor: string | null
}

export type BulkRowResult = {
  /** Its position in what was sent, or in what was found. */
  row: number
  /** The line of the CSV file where it begins. */
  line: number | null
  /** The row as it was sent, by column. */
  input: Record<string, unknown>
  /** `unanswered`: the job failed before this row had its answer; `error` says why. `withheld`: everyone it found was suppressed since, or is no longer in the directory. From a list, only those people are left out. */
  status: "pending" | "found" | "not_found" | "failed" | "withheld" | "cancelled" | "unanswered"
  /** What the action answers; null unless found. */
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
  /** The platform's id of the post it belongs to. */
  external_media_id: string | null
  /** The comment it replies to; null when it replies to the post. */
  parent_external_id: string | null
  author: Record<string, unknown>
  body: string | null
  /** The post it belongs to, when that was published through this API. */
  post_id: string | null
  is_hidden: boolean
  can_reply: boolean
  /** The account wrote it. */
  is_own: boolean
  /** The account has replied to it. */
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
  /** The six digits that the app shows. */
  code: string
}

export type ConnectionPage = {
  data: ConnectionResponse[]
  has_more: boolean
  next_cursor: string | null
}

export type ConnectionRequest = {
  profile_id: string
  /** One of `GET /v1/platforms`. */
  platform: string
  /** hosted: the person returns to this server, which redirects them to `redirect_url`. headless: your own page receives the code, or you have credentials; complete the connection with them. */
  mode?: "hosted" | "headless"
  /** Where the person goes after the sign-in; an absolute URL. */
  redirect_url?: string
  /** Of mode headless: where the platform sends the person with the code. `redirect_url` (the default when there is one): to your page, which must be registered at the platform. `server`: to this server, which completes the connection and sends the person on to `redirect_url` with `connection_id` and `status` added. */
  callback?: "redirect_url" | "server"
  /** What the platform needs before the sign-in; see `GET /v1/platforms`. At most 16 KiB as JSON. */
  options?: Record<string, unknown>
}

export type ConnectionResponse = {
  id: string
  profile_id: string
  platform: string
  mode: "hosted" | "headless"
  status: "awaiting_user" | "awaiting_selection" | "completed" | "failed" | "expired"
  /** Where the person signs in. Shown once, when the connection is created. */
  authorize_url: string | null
  /** The account that was connected, or that signs in again. */
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
  /** The most to find, and so the most to pay for; 10 when absent. */
  limit?: number | null
}

export type ConsensusResponse = {
  status: "OK"
  data: AgreedPerson[] | null
  /** How many people were found; those without agreement are left out. */
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
  /** Of a draft without targets. With targets it is their profile. */
  profile_id?: string
  /** Accounts of one profile, each at most once. */
  targets?: TargetRequest[]
  content?: string
  /** Media assets, in the order they are shown. The post waits for those that are not ready yet. */
  media_ids?: string[]
  /** As of a post. */
  first_comment?: string | null
}

export type CreatePostRequest = {
  /** Accounts of one profile, each at most once. */
  targets: TargetRequest[]
  content?: string
  /** Media assets, in the order they are shown. The post waits for those that are not ready yet. */
  media_ids?: string[]
  /** Written under the post right after it is published, on platforms with the capability `comments.on_post`. */
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
  /** How many bytes the file has. */
  bytes_size: number
  filename?: string
}

export type CreditsResponse = {
  /** What new calls can spend. */
  available: number
  /** Set aside for calls and jobs that run now. */
  held: number
  spent: number
  expired: number
  /** available + held + spent + expired, always. */
  granted: number
  price_book: string
  /** Grants with credits left, in the order they will be spent. */
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
  /** Those the user is a member of, by name. */
  workspaces: UserWorkspace[]
  /** How many workspaces wait for a decision of the user: `GET /v1/quarantine` lists them. */
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
  /** The first 16 KiB of the answer. */
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
  /** The same on every attempt: the receiver deduplicates on it. */
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
  /** The same on every attempt: the receiver deduplicates on it. */
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
  /** What is sent, byte for byte in UTF-8: what the signatures are over. */
  body: string
  /** In the order they were made; the last 100. */
  attempts: DeliveryAttempt[]
}

export type DemoDataResponse = {
  /** `preparing`: accounts, posts, messages, comments and reviews are still being added. */
  status: "none" | "preparing" | "ready"
  /** Everything belongs to this profile. */
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
  /** What this lineage says instead. */
  value: string
}

export type EnrichListRequest = {
  inputs: {
    people: string[]
  }
  /** The most people to pay for: 10 when absent, or all that are listed in the inputs. */
  limit?: number | null
  /** Runs nothing and returns what it would cost at most: free, also for read keys, and always JSON. */
  dry_run?: boolean
  /** A JSON answer, a CSV file or a Markdown table. */
  format?: "json" | "csv" | "markdown"
}

export type EnrichListResponse = {
  status: "OK"
  workflow: "enrich-list"
  dry_run: boolean
  data: EnrichListRow[] | null
  /** What was charged. */
  credits: number
  estimate?: WorkflowQuote
}

export type EnrichListRow = {
  /** The item of the list, as it was sent. */
  input: string
  person: Person | null
  /** What this row cost. */
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
  /** The most to find, and so the most to pay for; 10 when absent. */
  limit?: number | null
}

export type EnrichPersonResponse = {
  status: "OK"
  data: Person | null
  /** Paid for recently, so it is free this time, where the price book says so. */
  repeat?: boolean
}

export type Entity = {
  kind: string
  external_id: string
  name: string
  parent_external_id: string | null
  metadata: Record<string, unknown>
  /** What the person may do there, in the platform's words. */
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
    /** What the call costs at most; what is not found is free. */
    credits: number
    /** The most it can find. */
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
  /** The most to find, and so the most to pay for; 10 when absent. */
  limit?: number | null
  cursor?: string | null
  since_cursor?: string | null
  /** Returns a `cursor`; a later call with it as `since_cursor` returns only what changed. */
  track_delta?: boolean
}

export type FindEmailResponse = {
  status: "OK"
  data: FoundEmail | null
  /** Paid for recently, so it is free this time, where the price book says so. */
  repeat?: boolean
}

export type FirstComment = {
  body: string
  /** `pending` until the post is published, too. */
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
    /** Accounts that are connected. */
    accounts: number
    /** Posts that wait for their time. */
    scheduled_posts: number
    /** Open conversations with unread messages. */
    unread_conversations: number
    /** Data jobs that have not ended. */
    running_jobs: number
    /** Webhook endpoints. */
    webhooks: number
  }
  first_steps: {
    /** Someone made a key; those of the first start do not count. */
    key_created: boolean
    /** An account on the sandbox was connected once; those of the demo data do not count. */
    sandbox_account_connected: boolean
    /** A post was published; those of the demo data do not count. */
    post_published: boolean
    /** A metered call was answered, at whatever cost. */
    lookup_run: boolean
    /** A delivery succeeded, in the 30 days that the log is kept. */
    webhook_delivered: boolean
  }
  needs_attention: {
    /** Accounts to reconnect: `GET /v1/accounts?status=reauth_required`. */
    accounts_signed_out: number
    /** Posts of the last 7 days with a target that failed. */
    failed_posts: number
    /** Posts of the last 7 days of which it is not known whether they went out. */
    unconfirmed_posts: number
    /** Deliveries of the last 7 days that will not be sent again. */
    dead_deliveries: number
    /** Webhook endpoints that nothing is sent to. */
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
  /** Where the file is. HTTPS in production. */
  url: string
}

export type Invitation = {
  id: string
  email: string
  role: "viewer" | "member" | "owner"
  /** The profiles that the member reaches; null for the whole workspace. Owners reach the whole of it. */
  profile_ids: string[] | null
  status: "open" | "accepted" | "revoked" | "expired"
  /** The email address of who invites. */
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
  /** The profiles that the member reaches; null for the whole workspace. Owners reach the whole of it. */
  profile_ids: string[] | null
  status: "open" | "accepted" | "revoked" | "expired"
  /** The email address of who invites. */
  invited_by: string
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  expires_at: string
  /** The link to hand on, shown once; null where this server sends mail, which then has sent it to the address. */
  url: string | null
}

export type InvitationPage = {
  data: Invitation[]
  has_more: boolean
  next_cursor: string | null
}

export type InvitationRequest = {
  /** One mailbox in plain ASCII, such as `ada@example.com`, with an international domain as `xn--`. Compared without regard to upper and lower case. */
  email: string
  role: "viewer" | "member" | "owner"
  /** The profiles that the member reaches; null for the whole workspace. Owners reach the whole of it. */
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
  /** `completed_with_errors`: some rows failed, their errors are in the results. */
  status: "queued" | "running" | "completed" | "completed_with_errors" | "failed" | "cancelling" | "cancelled"
  progress: {
    /** Rows that have their result. */
    done: number
    /** For a search in progress, the most it can find. */
    total: number
    found: number
    failed: number
  }
  credits: {
    /** Held for rows without an answer. */
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
  /** Its first 200 characters. */
  body: string | null
  /** How many files it has. */
  attachments: number
}

export type LeadListRequest = {
  inputs: {
    query?: string
    filters?: PeopleFilters | null
  }
  /** The most people to pay for: 10 when absent, or all that are listed in the inputs. */
  limit?: number | null
  /** Runs nothing and returns what it would cost at most: free, also for read keys, and always JSON. */
  dry_run?: boolean
  /** A JSON answer, a CSV file or a Markdown table. */
  format?: "json" | "csv" | "markdown"
}

export type LeadListResponse = {
  status: "OK"
  workflow: "lead-list"
  dry_run: boolean
  data: LeadListRow[] | null
  /** What was charged. */
  credits: number
  estimate?: WorkflowQuote
}

export type LeadListRow = {
  person: Person | null
  email: FoundEmail | null
  verification: VerifiedEmail | null
  /** What this row cost. */
  credits: number
  steps: WorkflowStepResult[]
}

export type LedgerEntry = {
  /** Counts up without a gap. */
  seq: number
  kind: "grant" | "charge" | "expire" | "trim" | "revoke"
  /** Positive when credits came in, negative when they went. */
  credits: number
  /** What the workspace had after this entry, available or held. */
  balance_after: number
  /** How many charges this entry sums up: those that were settled at the same moment. */
  charges: number
  /** The call that was charged; null when this entry sums up several, see `items`. */
  request_id: string | null
  /** What was charged; null when this entry sums up several actions. */
  action: string | null
  /** The charges in the order of the work, at most 100 of them. */
  items: {
    request_id: string
    action: string
    units: number
    credits: number
  }[]
  /** From which grants credits went, or why. */
  detail: Record<string, unknown>
  /** SHA-256 over this entry and the hash before it. */
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
  /** Whose link it is; null for the set-up link. */
  email: string | null
  /** Whether there is a user with this address. */
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
  /** Of all values. When absent, each is what it looks like: `@` makes an email, 64 hexadecimal digits a hash. */
  kind?: "email" | "email_sha256" | "domain" | "person"
  reason?: string | null
}

export type ManySuppressionsResponse = {
  added: number
  /** Suppressed before, or sent twice. */
  already: number
  /** Values that are none of the kind, with their position in `values`. */
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
  /** Opens the file without a key until it expires, after a day by default. Each reading makes a new one. */
  public_url: string | null
  /** Detected from the bytes; the `Content-Type` of the source is ignored. */
  mime: string | null
  bytes_size: number | null
  /** As shown, after its orientation is applied. */
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
  /** The id of the asset. */
  id: string
  method: "PUT"
  /** Send the bytes there, with their `Content-Length` and without a key. */
  url: string
  /** ISO 8601 with a time zone. */
  expires_at: string
  media: MediaAssetResponse
}

export type MediaUsage = {
  /** The bytes of all files, and 4096 bytes for each asset. Files that are being fetched or are still to be removed count too. */
  bytes_used: number
  /** How much they may use together: `MEDIA_BYTES_PER_WORKSPACE`. */
  bytes_max: number
}

export type MediaValidation = {
  error?: ErrorObject
  /** Of a `ready` asset: for each platform, whether it accepts the file, and if not, why. */
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
  /** The id of the user. */
  id: string
  email: string
  name: string
  role: "viewer" | "member" | "owner"
  /** The profiles that the member reaches; null for the whole workspace. Owners reach the whole of it. */
  profile_ids: string[] | null
  has_totp: boolean
  /** ISO 8601 with a time zone. */
  last_seen_at: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
}

export type MemberCredentials = {
  /** Usable keys that act for the member, those in command lines and MCP clients included. */
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
  /** The profiles that the member reaches; null for the whole workspace. Owners reach the whole of it. */
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
  /** The values of the placeholders, as in the Cloud API of WhatsApp. At most 64 KiB as JSON. */
  components?: MessageTemplateComponent[]
}

export type MessageTemplateComponent = {
  /** `header`, `body`, `button`, ... */
  type: string
  /** Of a button: `quick_reply`, `url`, ... */
  sub_type?: string
  /** Which button, from 0. */
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
  /** The template that was sent; `body` is then its text with the values. */
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
  /** `running`: credits are still held for it, as for a job that has not ended. `failed`: it asked sources and was not charged. */
  outcome: "running" | "found" | "not_found" | "failed"
  /** What it did, also at no cost; empty when it failed. */
  actions: string[]
  /** The key that called, or the user. */
  api_key_id: string
  price_book: string
  credits: number
  /** How many lines its receipt has. */
  lines_total: number
  /** What an operator refunds; null when nothing was settled. */
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
  /** `completed_with_errors`: some rows failed, their errors are in the results. */
  status: "queued" | "running" | "completed" | "completed_with_errors" | "failed" | "cancelling" | "cancelled"
  progress: {
    /** Rows that have their result. */
    done: number
    /** For a search in progress, the most it can find. */
    total: number
    found: number
    failed: number
  }
  credits: {
    /** Held for rows without an answer. */
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
  /** Signs the delivery to `webhook_url`. Shown here once and never again; null without `webhook_url`. */
  webhook_secret: string | null
}

export type NumberVerificationResponse = {
  account_id: string
  status: "code_sent" | "verified"
}

export type OAuthClient = Record<string, unknown>

export type OpenHold = {
  id: string
  /** What is still held; what was charged of it is not in it any more. */
  credits: number
  /** A job keeps its hold until it ends, also over a restart of the server. */
  held_for: "call" | "job"
  action: string
  request_id: string
  /** The key that called, or the user. */
  api_key_id: string
  price_book: string
  /** ISO 8601 with a time zone. */
  created_at: string
  /** Then the credits are released if the work has not ended. */
  expires_at: string
}

export type OpenHoldPage = {
  data: OpenHold[]
  has_more: boolean
  next_cursor: string | null
}

export type OperatorApproveRequest = {
  /** Who does it: a person or a program. Required with the operator's token; with a session it is the user's email address, whatever stands here. */
  actor?: string
  /** Why; shown in the audit log. */
  reason: string
}

export type OperatorClosingRequest = {
  /** Who does it: a person or a program. Required with the operator's token; with a session it is the user's email address, whatever stands here. */
  actor?: string
  /** Why; shown in the audit log. */
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
  /** Who does it: a person or a program. Required with the operator's token; with a session it is the user's email address, whatever stands here. */
  actor?: string
  /** Why; shown in the audit log. */
  reason: string
}

export type OperatorOrder = {
  workspace_id: string
  id: string
  kind: "pack" | "subscription" | "topup"
  pack_id: string | null
  plan_id: string | null
  interval: "month" | "year" | null
  /** What its payment brings; for a plan, each month. */
  credits: number
  price_usd_cents: number
  status: "pending" | "paid" | "failed" | "canceled" | "refunded" | "disputed"
  provider: "manual" | "sandbox" | "stripe"
  /** Where to pay; null when there is no page for it. */
  url: string | null
  /** How to pay when there is no page for it. */
  instructions: string | null
  error: ErrorObject | null
  /** Credits of a refunded payment that were spent already. */
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
  /** All of it when absent. */
  credits?: number
  /** Who does it: a person or a program. Required with the operator's token; with a session it is the user's email address, whatever stands here. */
  actor?: string
  /** Why; shown in the audit log. */
  reason: string
}

export type OperatorResetLink = {
  url: string
}

export type OperatorResetLinkRequest = {
  /** Who does it: a person or a program. Required with the operator's token; with a session it is the user's email address, whatever stands here. */
  actor?: string
  /** Why; shown in the audit log. */
  reason: string
}

export type OperatorRestoreOwnerRequest = {
  user_id: string
  /** Who does it: a person or a program. Required with the operator's token; with a session it is the user's email address, whatever stands here. */
  actor?: string
  /** Why; shown in the audit log. */
  reason: string
}

export type OperatorUser = {
  id: string
  email: string
  /** The user opened a link at this address, or single sign-on vouches for it. */
  email_verified: boolean
  name: string
  /** May call the endpoints of operators. */
  is_operator: boolean
  has_password: boolean
  /** A code of an authenticator app is asked for after the password. */
  has_totp: boolean
  /** A BCP 47 tag, such as `en-GB`. */
  locale: string | null
  /** An IANA name, such as `Europe/Paris`. */
  time_zone: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
  /** How many the user is a member of. */
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
  /** Who does it: a person or a program. Required with the operator's token; with a session it is the user's email address, whatever stands here. */
  actor?: string
  /** Why; shown in the audit log. */
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
  /** The link for the owner; null where this server sends mail, which then has sent it. */
  invitation_url: string | null
}

export type OperatorWorkspacePage = {
  data: OperatorWorkspace[]
  has_more: boolean
  next_cursor: string | null
}

export type OperatorWorkspaceRequest = {
  name: string
  /** One mailbox in plain ASCII, such as `ada@example.com`, with an international domain as `xn--`. Compared without regard to upper and lower case. */
  owner_email: string
  /** Who does it: a person or a program. Required with the operator's token; with a session it is the user's email address, whatever stands here. */
  actor?: string
  /** Why; shown in the audit log. */
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
  /** What its payment brings; for a plan, each month. */
  credits: number
  price_usd_cents: number
  status: "pending" | "paid" | "failed" | "canceled" | "refunded" | "disputed"
  provider: "manual" | "sandbox" | "stripe"
  /** Where to pay; null when there is no page for it. */
  url: string | null
  /** How to pay when there is no page for it. */
  instructions: string | null
  error: ErrorObject | null
  /** Credits of a refunded payment that were spent already. */
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
  /** Whose app new sign-ins use: the workspace's own, the operator's, or the one in the server's environment. Null when there is none. */
  source: "workspace" | "operator" | "environment" | null
  /** The credentials that are not secret, such as `client_id`. */
  credentials: Record<string, unknown>
  /** `credentials` of a PUT. */
  credentials_schema: Record<string, unknown>
  /** The environment variables with which the operator sets the app of every workspace; some may be optional. */
  variables: string[]
  /** Enter it as the app's redirect address at the platform. */
  redirect_url: string
  /** Enter it as the app's webhook address; null where the platform sends no webhooks. */
  webhook_url: string | null
  /** Enter it beside the webhook address. Shown only to the owner of the app. */
  webhook_verify_token: string | null
  /** ISO 8601 with a time zone. */
  created_at: string | null
}

export type PlatformAppRequest = {
  /** All of them, as `credentials_schema` describes them. At most 16 KiB as JSON. */
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
  /** The platform's API that this server was written for. */
  version: string
  /** What this server's tests of the platform run against: a real server, the platform's published description of its API, or a stand-in that behaves as its documentation says. */
  tested_against: Array<"real_server" | "published_description" | "fake">
  /** False until the operator has configured the platform. */
  is_configured: boolean
  auth: {
    methods: Array<"oauth" | "credentials">
    scopes: string[]
    /** Asked for too, unless `options` of the connection leave them out. An account works without them. */
    optional_scopes: string[]
    selection: "asked" | "automatic"
    /** False where the credentials are valid for ever, such as a private key: a person cannot withdraw them at the platform. */
    is_revocable: boolean
    /** `options` of a connection. */
    options_schema: Record<string, unknown> | null
    /** `credentials` that complete a connection. */
    credentials_schema: Record<string, unknown> | null
  }
  capabilities: string[]
  limits: Record<string, unknown>
  /** `options` of a target. */
  options_schema: Record<string, unknown>
  message_window_hours: number | null
  /** How often `comments`, `messages`, `reviews` and `post_metrics` are read, where prices or limits of the platform allow less than usual. */
  poll_seconds: Record<string, number>
  /** What the platform charges the owner of the app, in US dollars; empty where calls are free. */
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
  /** The endpoints that it reaches; null for those of the whole workspace. */
  webhook_ids: string[] | null
  /** The id of the user or the API key that made it. */
  created_by: string
  /** The member it acts for: it never allows more than they may do now, and ends when they leave. Null when its key belongs to the workspace. */
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
  /** The endpoints that it reaches; null for those of the whole workspace. */
  webhook_ids: string[] | null
  /** The id of the user or the API key that made it. */
  created_by: string
  /** The member it acts for: it never allows more than they may do now, and ends when they leave. Null when its key belongs to the workspace. */
  member_id: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  expires_at: string
  /** ISO 8601 with a time zone. */
  revoked_at: string | null
  /** For your customer. Shown here once and never again. */
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
  /** One for each account; none until the platform has reported metrics. */
  data: PostMetrics[]
  /** For each platform, the metrics that it does not have. */
  unavailable: Record<string, string[]>
}

export type PostAttempt = {
  id: string
  target_id: string
  /** `publish` is the one request that creates the post; `reconcile` asks the platform whether it has the post. */
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
    /** The most credits carried into a new month. */
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
  /** Free-form; returned as it was sent. At most 16 KiB as JSON. */
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
  /** Webhook deliveries that are dead; counted up to 100. */
  dead_deliveries: number | null
  /** Data jobs that are not finished; counted up to 100. */
  running_jobs: number | null
  /** Credits that can be spent. */
  available: number | null
}

export type QuarantinedWorkspace = {
  workspace_id: string
  workspace_name: string
  /** The role that the account had. */
  role: "viewer" | "member" | "owner"
  /** True when the account owned the workspace: its keys, members and links are refused until you decide. False when others own it: only the membership and the keys made under it wait. */
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
  /** Platforms for which the workspace set an app of its own. */
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
  /** What stands behind the `#` in the link's address. */
  token: string
}

export type ReceiptResponse = {
  request_id: string
  /** The reservation it was charged under: what an operator refunds. Null when the call failed. */
  hold_id: string | null
  api_key_id: string
  price_book: string
  /** The whole cost, including lines that are not shown. */
  credits: number
  /** ISO 8601 with a time zone. */
  created_at: string
  lines_total: number
  /** True when a job has more lines or sources than the 1000 shown; its results say what each row cost. */
  has_more: boolean
  lines: Array<{
    step: string
    action: string
    units: number
    credits: number
    /** The ledger entry it is part of; null when it was free. */
    ledger_seq: number | null
  }>
  /** The sources that the call asked, in order. */
  sources: Array<{
    /** The line it belongs to. */
    step: string
    source: string
    /** `found`, `not_found`, `inconclusive`, `stale`, `pending`, or how it failed. */
    outcome: string
    /** Null for a search that only the built-in directory answered. */
    ms: number | null
    /** What it cost the operator, in millionths of a dollar. */
    cost_micros: number
  }>
  /** Charges from before this time were archived by the operator and are not in this answer. Absent when none of them belong here. */
  archived_before?: string
}

export type ReconnectRequest = {
  /** hosted: the person returns to this server, which redirects them to `redirect_url`. headless: your own page receives the code, or you have credentials; complete the connection with them. */
  mode?: "hosted" | "headless"
  /** Where the person goes after the sign-in; an absolute URL. */
  redirect_url?: string
  /** Of mode headless: where the platform sends the person with the code. `redirect_url` (the default when there is one): to your page, which must be registered at the platform. `server`: to this server, which completes the connection and sends the person on to `redirect_url` with `connection_id` and `status` added. */
  callback?: "redirect_url" | "server"
  /** What the platform needs before the sign-in; see `GET /v1/platforms`. At most 16 KiB as JSON. */
  options?: Record<string, unknown>
}

export type RecoveryCodes = {
  /** Each signs in once in place of a code of the app. Shown here and never again. */
  recovery_codes: string[]
}

export type RedriveRequest = {
  ids?: string[]
  /** All dead deliveries that match; an empty object means all of them. */
  filter?: {
    endpoint_id?: string
    event_type?: "post.published" | "post.failed" | "message.received" | "message.status_changed" | "review.new" | "account.connected" | "account.disconnected" | "account.expiring" | "template.status_changed" | "media.ready" | "media.failed" | "comment.received" | "credits.low" | "webhook.test" | "job.finished"
    /** ISO 8601 with a time zone. */
    from?: string
    /** ISO 8601 with a time zone. */
    to?: string
  }
  /** With `filter`: how many at most. */
  max?: number
}

export type RedriveResponse = {
  /** How many dead deliveries are pending again. */
  redriven: number
  /** How many of `ids` were not: unknown, not dead, or of an endpoint that is disabled or deleted. */
  skipped: number
  /** True when `max` was reached: call again for the others. */
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
  /** When the person left the result. */
  updated_at: string
}

export type ReplyRequest = {
  body: string
}

export type RequestCodeRequest = {
  /** A text message, or a call that reads the code out. */
  method: "sms" | "voice"
  /** The language of the message or the call. */
  language?: string
}

export type RetryPostRequest = {
  /** Which targets. Without it, all targets that are in the right state. */
  target_ids?: string[]
  /** Publishes `unconfirmed` targets again. Use it only after you have seen that the post is not on the platform. */
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
  /** Such as `posts.create`; `*` is any. */
  operation: string
  fault: "fail_before" | "timeout_before" | "timeout_after" | "error_after" | "answer_twice" | "forget_handle" | "lose" | "reject" | "rate_limit" | "expire_token" | "revoke" | "slow"
  username?: string
  /** How often it happens: once by default; null until it is deleted. */
  times?: number | null
}

export type SandboxItem = {
  id: string
  kind: "comment" | "message" | "message_status" | "review" | "template"
  entity_external_id: string
  /** As it appears in the network's own feed. */
  data: Record<string, unknown>
  /** ISO 8601 with a time zone. */
  created_at: string
}

export type SandboxMessageRequest = {
  /** The page that it happens to: the `external_id` of an account's active entity. */
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
  /** Shows the messages and reviews of the page in a browser. It needs no key: keep it to yourself. */
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
  /** The page that it happens to: the `external_id` of an account's active entity. */
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
  /** As the action takes them; checked when the search is run. At most 16 KiB as JSON. */
  filters?: Record<string, unknown> | null
}

export type SearchCompaniesRequest = {
  query?: string
  filters?: CompanyFilters | null
  /** The most to find, and so the most to pay for; 10 when absent. */
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
  /** The most to find, and so the most to pay for; 10 when absent. */
  limit?: number | null
  cursor?: string | null
  since_cursor?: string | null
  /** Returns a `cursor`; a later call with it as `since_cursor` returns only what changed. */
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
  /** A media asset to send, with `body` under it. For platforms with the capability `messages.media`. */
  media_id?: string
  template?: MessageTemplate
}

export type SeriesPoint = {
  /** YYYY-MM-DD. */
  date: string
  value: number
}

export type ServerHealth = {
  /** Database, schema, clock and disk, as `quoin-server doctor` checks them. */
  checks: {
    check: string
    ok: boolean
    text: string
  }[]
  /** How many jobs there are, by kind and state. `dead` ones have failed for good. */
  queue: {
    job: string
    state: string
    jobs: number
  }[]
  /** What each source cost today (UTC), over all workspaces. */
  sources: Array<{
    source: string
    actions: string[]
    /** False when it is not set up, or the configured order leaves it out. */
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
  /** The session that asks. */
  is_current: boolean
  /** How the user signed in. */
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
  /** Whether anyone may sign up, or only those who are invited. */
  sign_up: "open" | "invited"
  /** False until the set-up link of the first start is used. */
  has_users: boolean
  /** Whether links to sign in or to set a new password are sent by mail. */
  has_mail: boolean
  /** The provider of single sign-on: send the browser to `GET /v1/auth/oidc/start`. */
  oidc: {
    name: string
  } | null
}

export type SignInRequest = {
  /** One mailbox in plain ASCII, such as `ada@example.com`, with an international domain as `xn--`. Compared without regard to upper and lower case. */
  email: string
  password: string
}

export type SignInResult = {
  /** `totp_required`: the session may do nothing but send the second factor. */
  status: "signed_in" | "totp_required"
  user: User | null
}

export type SignOutResult = {
  status: "signed_out"
}

export type SignUpRequest = {
  /** One mailbox in plain ASCII, such as `ada@example.com`, with an international domain as `xn--`. Compared without regard to upper and lower case. */
  email: string
  name: string
  /** At least 10 characters. */
  password: string
  /** A BCP 47 tag, such as `en-GB`. */
  locale?: string | null
  /** An IANA name, such as `Europe/Paris`. */
  time_zone?: string | null
  /** What stands behind the `#` in the link's address. */
  invitation?: string
}

export type SsoResult = {
  status: "at_provider" | "signed_in" | "totp_required" | "failed"
  reason: "sso_unavailable" | "sso_refused" | "sso_email_unverified" | "sign_up_closed" | null
}

export type StartConversationRequest = {
  /** A phone number in E.164: a plus sign, the country code and the number, digits only. */
  to: string
  template: MessageTemplate
}

export type SubscriptionResponse = {
  id: string
  plan_id: string
  interval: "month" | "year"
  status: "active" | "past_due" | "canceled"
  credits_per_month: number
  /** The most credits carried into a new month. */
  rollover_cap: number
  /** What each interval costs. */
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
  /** The browser's answer to `POST /v1/session/sudo/options`, an `AuthenticationResponseJSON`. At most 6 KiB as JSON. */
  response?: Record<string, unknown>
}

export type SummaryPoint = {
  /** YYYY-MM-DD. */
  date: string
  /** The sum over the accounts. */
  value: number
  /** How many accounts it is the sum of. */
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
  /** A domain includes the domains below it. */
  value: string
  reason?: string | null
}

export type TakeOverRequest = {
  /** What keeps working. Everything else that gave access before ends: it may be a stranger who made it. */
  keep?: Array<"api_keys" | "members" | "webhooks" | "apps">
}

export type TargetRequest = {
  account_id: string
  /** Instead of the post's own. */
  content?: string
  /** Media assets, in the order they are shown. The post waits for those that are not ready yet. */
  media_ids?: string[]
  /** Instead of the post's own; an empty text for none. */
  first_comment?: string | null
  /** Fits the platform's `options_schema` in `GET /v1/platforms`. At most 16 KiB as JSON. */
  options?: Record<string, unknown>
}

export type TargetView = {
  id: string
  account_id: string
  platform: string
  status: "pending" | "publishing" | "processing" | "published" | "failed" | "unconfirmed" | "canceled" | "unpublished"
  /** The target's own text; null when it takes the post's. */
  content: string | null
  /** The target's own; null when it takes the post's. */
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
  /** For templates whose placeholders have names. */
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
  /** Up to 500 characters of the text. */
  content: string
  external_url: string | null
  /** ISO 8601 with a time zone. */
  published_at: string
  /** Of the metric that was asked for. */
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
  /** One for each account that a post was published to, best first. */
  data: TopPost[]
}

export type TotpRequest = {
  /** The six digits that the app shows. */
  code?: string
  recovery_code?: string
}

export type TotpSecret = {
  /** In base32, to type in. */
  secret: string
  /** The same as an `otpauth:` address, for a QR code. */
  uri: string
}

export type UnpublishPostRequest = {
  /** Which targets. Without it, all targets that are in the right state. */
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
  /** Media assets, in the order they are shown. The post waits for those that are not ready yet. */
  media_ids?: string[]
  /** Null for none. */
  first_comment?: string | null
  /** A time schedules a draft. Null takes the post off the schedule: it becomes a draft. */
  scheduled_at?: string | null
}

export type UsageResponse = {
  since: string
  until: string
  group_by: "day" | "action" | "key" | "day,action"
  credits: number
  data: {
    /** The day, the action or the id of the key. */
    group: string
    /** With `group_by=day,action`. */
    action?: string
    /** By action: calls that used it. The run of a workflow counts for the workflow, which has no price of its own, and for each action of its steps. */
    calls: number
    /** Calls that found something; the others cost nothing. */
    found: number
    credits: number
  }[]
  /** Charges from before this time were archived by the operator and are not in this answer. Absent when none of them belong here. */
  archived_before?: string
}

export type UseLinkRequest = {
  /** What stands behind the `#` in the link's address. */
  token: string
  /** One mailbox in plain ASCII, such as `ada@example.com`, with an international domain as `xn--`. Compared without regard to upper and lower case. */
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
  /** The user opened a link at this address, or single sign-on vouches for it. */
  email_verified: boolean
  name: string
  /** May call the endpoints of operators. */
  is_operator: boolean
  has_password: boolean
  /** A code of an authenticator app is asked for after the password. */
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
  /** The profiles that you reach; null for the whole workspace. */
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
  /** What the post would be once it is created. */
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
  /** The target's own text; null when it takes the post's. */
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
  /** The most to find, and so the most to pay for; 10 when absent. */
  limit?: number | null
}

export type VerifyEmailResponse = {
  status: "OK"
  data: VerifiedEmail | null
  /** Paid for recently, so it is free this time, where the price book says so. */
  repeat?: boolean
}

export type VerifyListRequest = {
  inputs: {
    emails: string[]
  }
  /** The most people to pay for: 10 when absent, or all that are listed in the inputs. */
  limit?: number | null
  /** Runs nothing and returns what it would cost at most: free, also for read keys, and always JSON. */
  dry_run?: boolean
  /** A JSON answer, a CSV file or a Markdown table. */
  format?: "json" | "csv" | "markdown"
}

export type VerifyListResponse = {
  status: "OK"
  workflow: "verify-list"
  dry_run: boolean
  data: VerifyListRow[] | null
  /** What was charged. */
  credits: number
  estimate?: WorkflowQuote
}

export type VerifyListRow = {
  /** The item of the list, as it was sent. */
  input: string
  verification: VerifiedEmail | null
  /** What this row cost. */
  credits: number
  steps: WorkflowStepResult[]
}

export type WebhookChangeRequest = {
  /** Where events are sent. HTTPS in production. */
  url?: string
  /** Names of events, or `*` for all. */
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
  /** The body of such a delivery. */
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
  /** The deliveries of the last 24 hours by status, of the newest 1000. */
  deliveries: {
    pending: number
    failed: number
    delivered: number
    dead: number
  }
  /** Of those that were sent: delivered, and not failed or dead. Null when none was. */
  success_rate: number | null
  /** Deliveries that are being sent now. */
  in_flight: number
  /** Deliveries that will be sent or are being sent, of any age; counted up to 1000. */
  waiting: number
  /** ISO 8601 with a time zone. */
  last_success_at: string | null
  /** ISO 8601 with a time zone. */
  last_failure_at: string | null
  failures_in_a_row: number
  /** ISO 8601 with a time zone. */
  failing_since: string | null
  /** After ten failures in a row nothing is sent for a while. */
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
  /** How many dead deliveries are pending again. */
  recovered: number
}

export type WebhookRequest = {
  /** Where events are sent. HTTPS in production. */
  url: string
  /** Names of events, or `*` for all. */
  events?: Array<"*" | "post.published" | "post.failed" | "message.received" | "message.status_changed" | "review.new" | "account.connected" | "account.disconnected" | "account.expiring" | "template.status_changed" | "media.ready" | "media.failed" | "comment.received" | "credits.low">
  description?: string | null
}

export type WebhookResponse = {
  id: string
  url: string
  events: Array<"*" | "post.published" | "post.failed" | "message.received" | "message.status_changed" | "review.new" | "account.connected" | "account.disconnected" | "account.expiring" | "template.status_changed" | "media.ready" | "media.failed" | "comment.received" | "credits.low">
  description: string | null
  status: "active" | "disabled"
  /** Why nothing is sent to it, and since when. */
  disabled_reason: string | null
  /** Until then deliveries carry a second signature (`v2`). */
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
  /** Why nothing is sent to it, and since when. */
  disabled_reason: string | null
  /** Until then deliveries carry a second signature (`v2`). */
  secret_previous_expires_at: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
  /** ISO 8601 with a time zone. */
  updated_at: string
  /** Signs the deliveries. It is shown here and never again. */
  secret: string
}

export type Workflow = {
  name: string
  summary: string
  description: string
  /** JSON Schema of `inputs`. */
  inputs: Record<string, unknown>
  steps: {
    /** The field of a row that it fills. */
    step: string
    action: string
    /** For one row, when it finds something. */
    credits: number
    unit: string
  }[]
  /** The most one row can cost. */
  credits_per_row: number
  /** Of its CSV file and its Markdown table. */
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
  /** What the call costs at most, and what it holds while it runs. */
  credits: number
  /** The most rows it can return. */
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
  /** What is paid for. */
  unit: string
  /** The most this step can find. */
  units: number
  credits_per_unit: number
  credits: number
}

export type WorkflowStepResult = {
  /** The field of the row that this step fills. */
  step: string
  action: string
  /** `inconclusive` is a status of `unknown`; `skipped` had nothing to ask; `failed` is a source that did not answer. Only `found` costs credits. */
  outcome: "found" | "inconclusive" | "not_found" | "skipped" | "failed"
  credits: number
  error: ErrorObject | null
  /** Paid for recently, so it is free this time, where the price book says so. */
  repeat?: boolean
}

export type WorkspaceClosing = {
  /** What `confirm` must say. */
  name: string
  /** They stay in the ledger, and cannot be spent while the workspace is closed. */
  credits: {
    available: number
    held: number
  }
  /** People who can no longer enter. Counted up to 1000. */
  members: number
  /** Keys that stop working. Counted up to 1000. */
  api_keys: number
  /** Accounts that are disconnected, and have to be connected again after a reopening. Counted up to 1000. */
  accounts: number
  /** Posts that are cancelled. Drafts stay. Counted up to 1000. */
  scheduled_posts: number
  /** Data jobs that are cancelled; what they hold is released. Counted up to 1000. */
  running_jobs: number
  /** Webhook endpoints that are disabled. Counted up to 1000. */
  webhooks: number
  /** A subscription ends with the period that is paid. */
  has_subscription: boolean
  /** The automatic top-up is removed. */
  has_auto_topup: boolean
  /** Until when the operator could reopen it if it closed now: 30 days. */
  reopen_until: string
}

export type WorkspaceRequest = {
  name: string
}
