// Generated from the endpoint declarations by `npm run gen`: change those, not this.
import type { FileArgument, Options, PricedOptions, WriteOptions } from './options.ts'
import type { List, Reply } from './reply.ts'

/** Every resource of the API. */
export interface Resources {
  readonly home: HomeResource
  readonly apiKeys: ApiKeysResource
  readonly branding: BrandingResource
  readonly portalLinks: PortalLinksResource
  readonly profiles: ProfilesResource
  readonly credits: CreditsResource
  readonly requests: RequestsResource
  readonly pricing: PricingResource
  readonly webhooks: WebhooksResource
  readonly webhookDeliveries: WebhookDeliveriesResource
  readonly events: EventsResource
  readonly platforms: PlatformsResource
  readonly connections: ConnectionsResource
  readonly accounts: AccountsResource
  readonly comments: CommentsResource
  readonly conversations: ConversationsResource
  readonly messages: MessagesResource
  readonly reviews: ReviewsResource
  readonly posts: PostsResource
  readonly analytics: AnalyticsResource
  readonly templates: TemplatesResource
  readonly sandbox: SandboxResource
  readonly media: MediaResource
  readonly demoData: DemoDataResource
  readonly data: DataResource
  readonly actions: ActionsResource
  readonly workflows: WorkflowsResource
  readonly dataJobs: DataJobsResource
  readonly bulkJobs: BulkJobsResource
  readonly savedSearches: SavedSearchesResource
  readonly suppressions: SuppressionsResource
}

export interface HomeResource {
  /**
   * Read what a workspace has, its first steps, and what needs attention.
   *
   * For an overview: one call instead of many lists. Counts stop at 1000.
   *
   * `GET /v1/home`. Free.
   */
  summary(options?: Options): Reply<HomeResponse>
}

export interface ApiKeysResource {
  /**
   * Create an API key.
   *
   * The answer has the full key in `key`; it is never shown again. The key acts for the member who creates it, by session or by key: it never allows more than they may do, and ends when they leave the workspace. A key cannot mint a stronger one: a key that expires mints only keys that expire no later, and a key with a budget only keys that spend nothing (`monthly_budget: 0`, or `mode: test`). 409 when the workspace has as many keys as it can have.
   *
   * `POST /v1/api-keys`. Free.
   *
   * Specific errors: `not_found`, `not_a_member`, `wrong_state`.
   */
  create(args?: ApiKeyCreateRequest, options?: WriteOptions): Reply<ApiKeyCreateResponse>

  /**
   * List API keys, newest first.
   *
   * `GET /v1/api-keys`. Free.
   */
  list(args?: ApiKeysListQuery, options?: Options): List<ApiKeyPage>

  /**
   * Read one API key.
   *
   * `GET /v1/api-keys/{id}`. Free.
   */
  get(id: string, args?: ApiKeysGetQuery, options?: Options): Reply<ApiKeyResponse>

  /**
   * Change an API key.
   *
   * Changes only the fields in the body, at once and everywhere; null removes the budget or the expiry. Any key can be made weaker. It cannot be made stronger than the key that changes it, by the rules of creation, and a key of an owner is made stronger only by owners. A budget counts what is spent from when the key first has one in the month. A key that was revoked or has expired stays as it is: 409.
   *
   * `PATCH /v1/api-keys/{id}`. Free.
   *
   * Specific errors: `wrong_state`.
   */
  update(id: string, args?: ApiKeyChangeRequest, options?: WriteOptions): Reply<ApiKeyResponse>

  /**
   * Revoke an API key, at once and everywhere.
   *
   * Keys that it minted keep working, so a key can be replaced by one that it minted. The last key of a workspace can be revoked too; the operator then makes a new one with `quoin-server keys create`.
   *
   * `DELETE /v1/api-keys/{id}`. Free.
   */
  revoke(id: string, options?: WriteOptions): Reply<ApiKeyResponse>
}

export interface BrandingResource {
  /**
   * Read how pages for your own customers look.
   *
   * `GET /v1/branding`. Free.
   */
  get(options?: Options): Reply<Branding>

  /**
   * Set the name, color and logo of pages for your own customers.
   *
   * They are shown on the page on which people connect accounts, and on pages of portal links. Null shows the name of the workspace, the usual color, or no logo.
   *
   * `PUT /v1/branding`. Free.
   */
  put(args: Branding, options?: WriteOptions): Reply<Branding>
}

export interface PortalLinksResource {
  /**
   * Make a short-lived link to pages for one of your own customers.
   *
   * Who has the link can do what its pages are for until it expires, and nothing else. `connect` lets them connect accounts to a profile. `webhooks` shows webhook endpoints and their deliveries, rotates secrets, sends test events and redrives. The pages show your branding. Hand the link only to the customer it is for. It ends with the key or the member that made it.
   *
   * `POST /v1/portal-links`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `not_found`.
   */
  create(args: PortalLinkRequest, options?: WriteOptions): Reply<PortalLinkCreateResponse>

  /**
   * List portal links of the last days, newest first.
   *
   * `GET /v1/portal-links`. Free. Also for keys with scope `profiles`.
   */
  list(args?: PortalLinksListQuery, options?: Options): List<PortalLinkPage>

  /**
   * Read a portal link; its address is not shown again.
   *
   * `GET /v1/portal-links/{id}`. Free. Also for keys with scope `profiles`.
   */
  get(id: string, options?: Options): Reply<PortalLink>

  /**
   * Take a portal link back, at once and everywhere.
   *
   * `DELETE /v1/portal-links/{id}`. Free. Also for keys with scope `profiles`.
   */
  revoke(id: string, options?: WriteOptions): Reply<PortalLink>

  /**
   * Read what the link that asks is for, and how its pages look.
   *
   * Only for portal links, which send their token as `Authorization: Bearer ql_...`.
   *
   * `GET /v1/portal-links/current`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`.
   */
  current(options?: Options): Reply<CurrentPortalLink>
}

export interface ProfilesResource {
  /**
   * Create a profile.
   *
   * A profile groups the social accounts of one brand, customer or person.
   *
   * `POST /v1/profiles`. Free.
   */
  create(args: ProfileRequest, options?: WriteOptions): Reply<ProfileResponse>

  /**
   * List profiles, newest first.
   *
   * `GET /v1/profiles`. Free. Also for keys with scope `profiles`.
   */
  list(args?: ProfilesListQuery, options?: Options): List<ProfilePage>

  /**
   * Read one profile.
   *
   * `GET /v1/profiles/{id}`. Free. Also for keys with scope `profiles`.
   */
  get(id: string, options?: Options): Reply<ProfileResponse>

  /**
   * Replace a profile.
   *
   * Fields that the body leaves out become empty.
   *
   * `PUT /v1/profiles/{id}`. Free. Also for keys with scope `profiles`.
   */
  replace(id: string, args: ProfileRequest, options?: WriteOptions): Reply<ProfileResponse>

  /**
   * Delete a profile.
   *
   * Returns the profile as it was. Refused while accounts are connected to it. What disconnected accounts left behind is deleted with it.
   *
   * `DELETE /v1/profiles/{id}`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`.
   */
  delete(id: string, options?: WriteOptions): Reply<ProfileResponse>
}

export interface CreditsResource {
  /**
   * Read the balance.
   *
   * `GET /v1/credits`. Free.
   */
  get(options?: Options): Reply<CreditsResponse>

  /**
   * List every movement of credits, newest first.
   *
   * Append-only: each entry includes the hash of the entry before it, so a later change can be detected. Old entries that the operator archived are not listed. `format=csv` returns the page as a file.
   *
   * `GET /v1/credits/ledger`. Free.
   */
  ledger(args: CreditsLedgerQuery & { format: 'csv' }, options?: Options): Reply<string>
  /**
   * List every movement of credits, newest first.
   *
   * Append-only: each entry includes the hash of the entry before it, so a later change can be detected. Old entries that the operator archived are not listed. `format=csv` returns the page as a file.
   *
   * `GET /v1/credits/ledger`. Free.
   */
  ledger(args?: CreditsLedgerQuery & { format?: 'json' | undefined }, options?: Options): List<LedgerPage>

  /**
   * Sum up metered calls by day, action, key, or day and action.
   *
   * `GET /v1/credits/usage`. Free.
   */
  usage(args?: CreditsUsageQuery, options?: Options): Reply<UsageResponse>

  /**
   * List open holds, newest first.
   *
   * The credits that calls and jobs hold now: `held` of `GET /v1/credits`, one by one.
   *
   * `GET /v1/credits/holds`. Free.
   */
  holds(args?: CreditsHoldsQuery, options?: Options): List<OpenHoldPage>

  /**
   * Buy a pack or subscribe to a plan.
   *
   * Returns a pending order. Send the buyer to its `url`; when that is null, `instructions` say how to pay. The credits are granted once, when the order is paid.
   *
   * `POST /v1/credits/checkout`. Free.
   *
   * Specific errors: `wrong_state`, `upstream_error`.
   */
  checkout(args?: CheckoutRequest, options?: WriteOptions): Reply<OrderResponse>

  /**
   * List orders, newest first.
   *
   * Orders made by checkout, by the renewal of a subscription and by automatic top-up.
   *
   * `GET /v1/credits/orders`. Free.
   */
  orders(args?: CreditsOrdersQuery, options?: Options): List<OrderPage>

  /**
   * Read how the workspace pays: its subscription and its automatic top-up.
   *
   * What the workspace does not have is null. The newest subscription is shown, also when it has ended.
   *
   * `GET /v1/credits/billing`. Free.
   */
  billing(options?: Options): Reply<BillingResponse>

  /**
   * Read the subscription.
   *
   * `GET /v1/credits/subscription`. Free.
   *
   * Specific errors: `not_found`.
   */
  subscription(options?: Options): Reply<SubscriptionResponse>

  /**
   * Cancel the subscription at the end of the paid period.
   *
   * Until then credits are granted as before; a yearly plan grants them each month. Granted credits stay after the subscription has ended.
   *
   * `DELETE /v1/credits/subscription`. Free.
   *
   * Specific errors: `not_found`, `upstream_error`.
   */
  cancelSubscription(options?: WriteOptions): Reply<SubscriptionResponse>

  /**
   * Read the automatic top-up.
   *
   * `GET /v1/credits/auto-topup`. Free.
   *
   * Specific errors: `not_found`.
   */
  autoTopup(options?: Options): Reply<AutoTopupResponse>

  /**
   * Buy a pack whenever credits run low.
   *
   * When fewer than `threshold` credits are available after a call, `pack_id` is bought with the saved payment method: one order at a time, at most two in ten minutes. Two declines suspend it until the payment method changes.
   *
   * `PUT /v1/credits/auto-topup`. Free.
   */
  setAutoTopup(args: AutoTopupRequest, options?: WriteOptions): Reply<AutoTopupResponse>

  /**
   * Stop the automatic top-up.
   *
   * Returns the top-up with the status `off`. A pending order is not canceled.
   *
   * `DELETE /v1/credits/auto-topup`. Free.
   *
   * Specific errors: `not_found`.
   */
  deleteAutoTopup(options?: WriteOptions): Reply<AutoTopupResponse>
}

export interface RequestsResource {
  /**
   * Read the receipt of one metered call.
   *
   * What was charged, line by line, and which sources the call asked. A call that failed has sources but no lines.
   *
   * `GET /v1/requests/{request_id}`. Free.
   */
  get(requestId: string, options?: Options): Reply<ReceiptResponse>

  /**
   * List metered calls, newest first.
   *
   * Calls that had a price: those that were charged, those that found nothing, and for 90 days those that failed after they asked a source. Other calls are not stored. `GET /v1/requests/{request_id}` has the lines and the sources of one. One page looks at 5000 calls at most, so that with filters a page can be short or empty while `has_more` is true: go on with `next_cursor`.
   *
   * `GET /v1/requests`. Free.
   */
  list(args?: RequestsListQuery, options?: Options): List<MeteredCallPage>
}

export interface PricingResource {
  /**
   * List packs and subscription plans.
   *
   * `GET /v1/public/pricing`. Free.
   */
  get(options?: Options): Reply<PricingResponse>
}

export interface WebhooksResource {
  /**
   * Create a webhook endpoint.
   *
   * Events of the workspace are sent to it as signed POST requests. The answer has the secret, which is never shown again. A workspace has at most 50 endpoints.
   *
   * `POST /v1/webhooks`. Free.
   *
   * Specific errors: `wrong_state`.
   */
  create(args: WebhookRequest, options?: WriteOptions): Reply<WebhookSecretResponse>

  /**
   * List webhook endpoints, newest first.
   *
   * `GET /v1/webhooks`. Free.
   */
  list(args?: WebhooksListQuery, options?: Options): List<WebhookPage>

  /**
   * List the kinds of events, with their JSON Schemas and examples.
   *
   * `GET /v1/webhooks/events`. Free.
   */
  events(args?: WebhooksEventsQuery, options?: Options): List<WebhookEventKindPage>

  /**
   * Read one webhook endpoint.
   *
   * `GET /v1/webhooks/{id}`. Free.
   */
  get(id: string, options?: Options): Reply<WebhookResponse>

  /**
   * Change a webhook endpoint.
   *
   * Changes only the fields in the body. An endpoint that was disabled, by you, by a 410 or after days of failures, is sent to again once its status is `active`.
   *
   * `PATCH /v1/webhooks/{id}`. Free.
   */
  update(id: string, args?: WebhookChangeRequest, options?: WriteOptions): Reply<WebhookResponse>

  /**
   * Delete a webhook endpoint.
   *
   * Returns the endpoint as it was. Deliveries that wait for it are not sent and stay in the delivery log.
   *
   * `DELETE /v1/webhooks/{id}`. Free.
   */
  delete(id: string, options?: WriteOptions): Reply<WebhookResponse>

  /**
   * Create a new secret; the old one stays valid for 24 hours.
   *
   * For 24 hours every delivery has two signatures: `v1` with the new secret, `v2` with the old one. The new secret is never shown again. During these hours another rotation is refused.
   *
   * `POST /v1/webhooks/{id}/rotate`. Free.
   *
   * Specific errors: `rotation_in_progress`.
   */
  rotate(id: string, options?: WriteOptions): Reply<WebhookSecretResponse>

  /**
   * Send a webhook.test event to this endpoint only.
   *
   * Returns the delivery. Read it again to see its outcome.
   *
   * `POST /v1/webhooks/{id}/test`. Free.
   *
   * Specific errors: `wrong_state`.
   */
  test(id: string, options?: WriteOptions): Reply<DeliveryResponse>

  /**
   * Redrive every dead delivery of this endpoint since a time.
   *
   * Selects deliveries by the time of their event, including those that were never sent because the endpoint was disabled. Each is sent at once, and then retried up to seven times.
   *
   * `POST /v1/webhooks/{id}/recover`. Free.
   *
   * Specific errors: `wrong_state`.
   */
  recover(id: string, args: WebhookRecoverRequest, options?: WriteOptions): Reply<WebhookRecoveryResponse>

  /**
   * List the health of webhook endpoints, newest first.
   *
   * `GET /v1/webhooks/health`. Free.
   */
  listHealth(args?: WebhooksListHealthQuery, options?: Options): List<WebhookHealthPage>

  /**
   * Read how well deliveries to one endpoint go.
   *
   * `GET /v1/webhooks/{id}/health`. Free.
   */
  health(id: string, options?: Options): Reply<WebhookHealth>
}

export interface WebhookDeliveriesResource {
  /**
   * List deliveries, newest first.
   *
   * The log is kept for 30 days.
   *
   * `GET /v1/webhooks/deliveries`. Free.
   */
  list(args?: WebhookDeliveriesListQuery, options?: Options): List<DeliveryPage>

  /**
   * Read one delivery with its body and its attempts.
   *
   * `GET /v1/webhooks/deliveries/{id}`. Free.
   */
  get(id: string, options?: Options): Reply<DeliveryWithAttemptsResponse>

  /**
   * Send a dead delivery again.
   *
   * It is sent at once, and then retried up to seven times. `attempt` continues to count.
   *
   * `POST /v1/webhooks/deliveries/{id}/redrive`. Free.
   *
   * Specific errors: `wrong_state`.
   */
  redrive(id: string, options?: WriteOptions): Reply<DeliveryResponse>

  /**
   * Send many dead deliveries again.
   *
   * Those named by `ids`, or those that match `filter`, oldest first. Each is sent at once, and then retried up to seven times. Deliveries of endpoints that are disabled or deleted are left as they are.
   *
   * `POST /v1/webhooks/deliveries:redrive`. Free.
   */
  redriveMany(args?: RedriveRequest, options?: WriteOptions): Reply<RedriveResponse>
}

export interface EventsResource {
  /**
   * Follow the events of the workspace as they happen.
   *
   * Server-sent events: `id` is the id of the event, `event` its type, `data` the body that a webhook endpoint gets. Events are stored for a stream while it is open and for an hour after; connect again with the same key, the same `types` and the last id, and none is lost. The last minute before that id is sent again, because events may commit in another order than their ids: deduplicate by `id`. A comment follows every 15 seconds without an event. The stream ends when the server restarts, and within a second when the caller may no longer read it: a last comment, `ended:`, says why. A workspace has at most 10 open streams on a server, and a user 20 over all workspaces. A test key gets an example of each event.
   *
   * `GET /v1/events/stream`. Free.
   */
  stream(args?: EventsStreamQuery, options?: Options): Reply<Blob>
}

export interface PlatformsResource {
  /**
   * Read which app the workspace's sign-ins use.
   *
   * And what to enter at the platform when you register your own.
   *
   * `GET /v1/platforms/{platform}/app`. Free.
   */
  app(platform: string, options?: Options): Reply<PlatformApp>

  /**
   * Use your own app for new sign-ins.
   *
   * People then see your name on the platform, and its limits are yours alone. The secrets are sealed and never shown again. Accounts that are connected keep the app they signed in with.
   *
   * `PUT /v1/platforms/{platform}/app`. Free.
   *
   * Specific errors: `unsupported_by_platform`.
   */
  setApp(platform: string, args: PlatformAppRequest, options?: WriteOptions): Reply<PlatformApp>

  /**
   * Stop using your own app for new sign-ins.
   *
   * Accounts that signed in with it keep it. Answers which app is used from now on.
   *
   * `DELETE /v1/platforms/{platform}/app`. Free.
   */
  removeApp(platform: string, options?: WriteOptions): Reply<PlatformApp>

  /**
   * List the platforms of this server.
   *
   * With their capabilities, limits, post options and ways to connect.
   *
   * `GET /v1/platforms`. Free. Also for keys with scope `profiles`.
   */
  list(args?: PlatformsListQuery, options?: Options): List<PlatformPage>
}

export interface ConnectionsResource {
  /**
   * Start to connect a social account.
   *
   * Send the person to `authorize_url`, or complete the connection with credentials. A connection that is not completed expires after an hour.
   *
   * `POST /v1/connections`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `not_found`, `wrong_state`, `platform_not_configured`, `unsupported_by_platform`, `upstream_error`, `upstream_timeout`.
   */
  create(args: ConnectionRequest, options?: WriteOptions): Reply<ConnectionResponse>

  /**
   * List connections, newest first.
   *
   * How far each sign-in has come. Connections are kept for 30 days.
   *
   * `GET /v1/connections`. Free. Also for keys with scope `profiles`.
   */
  list(args?: ConnectionsListQuery, options?: Options): List<ConnectionPage>

  /**
   * Read a connection.
   *
   * Shows how far the sign-in has come.
   *
   * `GET /v1/connections/{id}`. Free. Also for keys with scope `profiles`.
   */
  get(id: string, options?: Options): Reply<ConnectionResponse>

  /**
   * Complete a connection.
   *
   * With the `code` and `state` that the platform sent to your page, or with `credentials`. A state can be used once. Then select an entity, unless there is only one.
   *
   * `POST /v1/connections/{id}/complete`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `unsupported_by_platform`, `upstream_error`, `upstream_timeout`.
   */
  complete(id: string, args?: CompleteRequest, options?: WriteOptions): Reply<ConnectionResponse>

  /**
   * List what can be connected with this sign-in.
   *
   * No account is stored before you select one of them.
   *
   * `GET /v1/connections/{id}/entities`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`.
   */
  entities(id: string, args?: ConnectionsEntitiesQuery, options?: Options): List<EntityPage>

  /**
   * Select an entity and connect the account.
   *
   * When an account of the profile acts as this entity already, that account is reconnected: its id stays.
   *
   * `POST /v1/connections/{id}/select`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`.
   */
  select(id: string, args: SelectRequest, options?: WriteOptions): Reply<AccountResponse>
}

export interface AccountsResource {
  /**
   * List accounts, newest first.
   *
   * `GET /v1/accounts`. Free. Also for keys with scope `profiles`.
   */
  list(args?: AccountsListQuery, options?: Options): List<AccountPage>

  /**
   * List the health of accounts, newest first.
   *
   * `GET /v1/accounts/health`. Free. Also for keys with scope `profiles`.
   */
  listHealth(args?: AccountsListHealthQuery, options?: Options): List<AccountHealthPage>

  /**
   * Read one account.
   *
   * `GET /v1/accounts/{id}`. Free. Also for keys with scope `profiles`.
   */
  get(id: string, options?: Options): Reply<AccountResponse>

  /**
   * Download an account's picture.
   *
   * The picture as the platform has it, at most 1 MiB; JPEG, PNG, GIF or WebP. It may be a day old. 404 when there is none.
   *
   * `GET /v1/accounts/{id}/avatar`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `not_found`, `upstream_error`, `upstream_timeout`.
   */
  avatar(id: string, options?: Options): Reply<Blob>

  /**
   * Disconnect an account.
   *
   * Deletes its tokens. Its id and history stay: a reconnect brings the account back.
   *
   * `DELETE /v1/accounts/{id}`. Free. Also for keys with scope `profiles`.
   */
  disconnect(id: string, options?: WriteOptions): Reply<AccountResponse>

  /**
   * Start a new sign-in of an account.
   *
   * Returns a connection; complete it like the first one. The same person must sign in. The account keeps its id, its entity and its history.
   *
   * `POST /v1/accounts/{id}/reconnect`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `platform_not_configured`, `unsupported_by_platform`, `upstream_error`, `upstream_timeout`.
   */
  reconnect(id: string, args?: ReconnectRequest, options?: WriteOptions): Reply<ConnectionResponse>

  /**
   * Read the result of an account's last health check.
   *
   * `GET /v1/accounts/{id}/health`. Free. Also for keys with scope `profiles`.
   */
  getHealth(id: string, options?: Options): Reply<AccountHealthSummary>

  /**
   * Check an account's health now.
   *
   * Asks the platform. An account with status `reauth_required` whose sign-in works again becomes `connected`.
   *
   * `POST /v1/accounts/{id}/health`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`.
   */
  checkHealth(id: string, options?: WriteOptions): Reply<AccountHealthSummary>

  /**
   * List what an account can act as.
   *
   * `GET /v1/accounts/{id}/entities`. Free. Also for keys with scope `profiles`.
   */
  listEntities(id: string, args?: AccountsListEntitiesQuery, options?: Options): List<AccountEntityPage>

  /**
   * Read again from the platform what an account can act as.
   *
   * When its active entity is gone, the account becomes `pending_selection` until you choose another one.
   *
   * `POST /v1/accounts/{id}/entities/refresh`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `upstream_error`, `upstream_timeout`.
   */
  refreshEntities(id: string, options?: WriteOptions): Reply<AccountEntityPage>

  /**
   * Choose what an account acts as.
   *
   * `PUT /v1/accounts/{id}/active-entity`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`.
   */
  setActiveEntity(id: string, args: ActiveEntityRequest, options?: WriteOptions): Reply<AccountResponse>

  /**
   * Read an account's daily metrics.
   *
   * The stored values, one for each day. `unavailable` lists the metrics that the platform does not have.
   *
   * `GET /v1/accounts/{id}/analytics`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `unsupported_by_platform`.
   */
  analytics(id: string, args?: AccountsAnalyticsQuery, options?: Options): Reply<AccountAnalyticsView>

  /**
   * Send a code to an account's phone number.
   *
   * The first step with a new number: the code proves that the number is yours. Then verify the code and register the number. For platforms with the capability `numbers.verify`.
   *
   * `POST /v1/accounts/{id}/request-code`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `unsupported_by_platform`, `upstream_error`, `upstream_timeout`.
   */
  requestCode(id: string, args: RequestCodeRequest, options?: WriteOptions): Reply<NumberVerificationResponse>

  /**
   * Verify an account's phone number with the code.
   *
   * `POST /v1/accounts/{id}/verify-code`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `unsupported_by_platform`, `upstream_error`, `upstream_timeout`.
   */
  verifyCode(id: string, args: VerifyCodeRequest, options?: WriteOptions): Reply<NumberVerificationResponse>

  /**
   * Register an account's phone number.
   *
   * `POST /v1/accounts/{id}/register-number`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `unsupported_by_platform`, `upstream_error`, `upstream_timeout`.
   */
  registerNumber(id: string, args: RegisterNumberRequest, options?: WriteOptions): Reply<RegisterNumberResponse>

  /**
   * List what is read from an account's platform.
   *
   * With when it was read last and is read next. What the platform pushes is read too, to miss nothing.
   *
   * `GET /v1/accounts/{id}/feeds`. Free. Also for keys with scope `profiles`.
   */
  listFeeds(id: string, args?: AccountsListFeedsQuery, options?: Options): List<AccountFeedPage>
}

export interface CommentsResource {
  /**
   * List comments, newest first.
   *
   * `GET /v1/comments`. Free. Also for keys with scope `profiles`.
   */
  list(args?: CommentsListQuery, options?: Options): List<CommentPage>

  /**
   * Read one comment.
   *
   * `GET /v1/comments/{id}`. Free. Also for keys with scope `profiles`.
   */
  get(id: string, options?: Options): Reply<CommentView>

  /**
   * Download the picture of the author of a comment.
   *
   * The picture as the platform has it, at most 1 MiB; JPEG, PNG, GIF or WebP. It may be a day old. 404 when there is none.
   *
   * `GET /v1/comments/{id}/avatar`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `not_found`, `upstream_error`, `upstream_timeout`.
   */
  avatar(id: string, options?: Options): Reply<Blob>

  /**
   * Hide, unhide or delete a comment.
   *
   * Acts on the platform. A comment that is in this state already is a success. After `delete`, `comment` is null.
   *
   * `POST /v1/comments/{id}/moderate`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `unsupported_by_platform`, `upstream_error`, `upstream_timeout`.
   */
  moderate(id: string, args: ModerateRequest, options?: WriteOptions): Reply<ModerateResponse>

  /**
   * Reply to a comment.
   *
   * Returns the reply, which is a comment too. When the outcome is unknown (`outcome: unknown`), repeat the call with the same Idempotency-Key: the reply is looked for on the platform before it is sent again.
   *
   * `POST /v1/comments/{id}/reply`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `unsupported_by_platform`, `upstream_error`, `upstream_timeout`.
   */
  reply(id: string, args: ReplyRequest, options?: WriteOptions): Reply<CommentView>
}

export interface ConversationsResource {
  /**
   * List conversations, newest first.
   *
   * `GET /v1/conversations`. Free. Also for keys with scope `profiles`.
   */
  list(args?: ConversationsListQuery, options?: Options): List<ConversationPage>

  /**
   * Read one conversation.
   *
   * `GET /v1/conversations/{id}`. Free. Also for keys with scope `profiles`.
   */
  get(id: string, options?: Options): Reply<ConversationView>

  /**
   * Download the picture of the other person of a conversation.
   *
   * The picture as the platform has it, at most 1 MiB; JPEG, PNG, GIF or WebP. It may be a day old. 404 when there is none.
   *
   * `GET /v1/conversations/{id}/avatar`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `not_found`, `upstream_error`, `upstream_timeout`.
   */
  avatar(id: string, options?: Options): Reply<Blob>

  /**
   * Archive a conversation, or open it again.
   *
   * An archived conversation opens again when the other person writes.
   *
   * `PATCH /v1/conversations/{id}`. Free. Also for keys with scope `profiles`.
   */
  update(id: string, args: ConversationChange, options?: WriteOptions): Reply<ConversationView>

  /**
   * Mark a conversation as read.
   *
   * On platforms that support it, the conversation is marked as read there too, a moment later.
   *
   * `POST /v1/conversations/{id}/read`. Free. Also for keys with scope `profiles`.
   */
  read(id: string, options?: WriteOptions): Reply<ConversationView>

  /**
   * Mark a conversation as unread.
   *
   * Its `unread_count` is then at least 1. Platforms are not told.
   *
   * `POST /v1/conversations/{id}/unread`. Free. Also for keys with scope `profiles`.
   */
  unread(id: string, options?: WriteOptions): Reply<ConversationView>

  /**
   * List the messages of a conversation, newest first.
   *
   * `GET /v1/conversations/{id}/messages`. Free. Also for keys with scope `profiles`.
   */
  listMessages(id: string, args?: ConversationsListMessagesQuery, options?: Options): List<MessagePage>

  /**
   * Send a message.
   *
   * Send `body`, free text; `media_id`, a file, with or without a text; or `template`, an approved template. Returns the message as `queued`, with an empty `external_id`; later it is sent, delivered, read or failed, and each change emits `message.status_changed`. It is sent at most once: when the platform does not say what became of it, it is looked for there and not sent again. While the message window is closed, free text is refused with 409 and a template is accepted.
   *
   * `POST /v1/conversations/{id}/messages`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `template_not_approved`, `unsupported_by_platform`.
   */
  reply(id: string, args?: SendMessageRequest, options?: WriteOptions): Reply<MessageView>

  /**
   * Send a template to a phone number.
   *
   * Also to a number that has not written yet: the conversation is created, or the one with this number is used. Returns the message as `queued`, with an empty `external_id`; later it is sent, delivered, read or failed, and each change emits `message.status_changed`. It is sent at most once: when the platform does not say what became of it, it is looked for there and not sent again. For platforms with the capability `messages.start`.
   *
   * `POST /v1/accounts/{id}/messages`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `template_not_approved`, `unsupported_by_platform`.
   */
  start(id: string, args: StartConversationRequest, options?: WriteOptions): Reply<MessageView>
}

export interface MessagesResource {
  /**
   * Download a file of a message.
   *
   * `index` counts the `attachments` of the message from 0. For files that were sent through this API, and for those that the platform gives out only with our token; others have a `url` of their own.
   *
   * `GET /v1/messages/{id}/attachments/{index}`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `not_found`, `wrong_state`, `unsupported_by_platform`, `upstream_error`, `upstream_timeout`.
   */
  attachment(id: string, index: number | string, options?: Options): Reply<Blob>
}

export interface ReviewsResource {
  /**
   * List reviews, newest first.
   *
   * `GET /v1/reviews`. Free. Also for keys with scope `profiles`.
   */
  list(args?: ReviewsListQuery, options?: Options): List<ReviewPage>

  /**
   * Read one review.
   *
   * `GET /v1/reviews/{id}`. Free. Also for keys with scope `profiles`.
   */
  get(id: string, options?: Options): Reply<ReviewView>

  /**
   * Download the picture of the author of a review.
   *
   * The picture as the platform has it, at most 1 MiB; JPEG, PNG, GIF or WebP. It may be a day old. 404 when there is none.
   *
   * `GET /v1/reviews/{id}/avatar`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `not_found`, `upstream_error`, `upstream_timeout`.
   */
  avatar(id: string, options?: Options): Reply<Blob>

  /**
   * Reply to a review.
   *
   * A review has one reply: this sets or replaces it.
   *
   * `PUT /v1/reviews/{id}/reply`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `unsupported_by_platform`, `upstream_error`, `upstream_timeout`.
   */
  reply(id: string, args: ReplyRequest, options?: WriteOptions): Reply<ReviewView>

  /**
   * Delete the reply to a review.
   *
   * `DELETE /v1/reviews/{id}/reply`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `unsupported_by_platform`, `upstream_error`, `upstream_timeout`.
   */
  deleteReply(id: string, options?: WriteOptions): Reply<ReviewView>
}

export interface PostsResource {
  /**
   * Read posts' metrics.
   *
   * The last collected values. They are collected hourly for two days, then daily for a month.
   *
   * `GET /v1/posts/analytics`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `not_found`.
   */
  analytics(args: PostsAnalyticsQuery, options?: Options): Reply<PostAnalyticsView>

  /**
   * Publish a post, now or later.
   *
   * The post is checked against the limits of every platform and stored. A worker then publishes each target on its own. The response does not wait for that: read the post again, or subscribe to `post.published` and `post.failed`.
   *
   * `POST /v1/posts`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `not_found`, `out_of_scope`, `unsupported_by_platform`.
   */
  create(args: CreatePostRequest, options?: WriteOptions): Reply<PostResponse>

  /**
   * Keep a post as a draft.
   *
   * A draft is never published by itself and may be incomplete: it is checked only when it is published or given a time. Change it with `PATCH /v1/posts/{id}`, which also schedules it, and publish it with `POST /v1/posts/{id}/publish`.
   *
   * `POST /v1/posts/drafts`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `not_found`, `out_of_scope`, `unsupported_by_platform`.
   */
  createDraft(args?: CreateDraftRequest, options?: WriteOptions): Reply<PostResponse>

  /**
   * Check a post without storing it.
   *
   * Responds with the errors of `POST /v1/posts`, or with the post as it would be stored. It has no id, because nothing is stored.
   *
   * `POST /v1/posts/validate`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `not_found`, `out_of_scope`, `unsupported_by_platform`.
   */
  validate(args: CreatePostRequest, options?: WriteOptions): Reply<ValidatedPost>

  /**
   * List posts, newest first.
   *
   * `GET /v1/posts`. Free. Also for keys with scope `profiles`.
   */
  list(args?: PostsListQuery, options?: Options): List<PostPage>

  /**
   * Read one post.
   *
   * `GET /v1/posts/{id}`. Free. Also for keys with scope `profiles`.
   */
  get(id: string, options?: Options): Reply<PostResponse>

  /**
   * Change a draft or a scheduled post.
   *
   * Fields that the body leaves out stay as they are. The whole post is checked again, except that of a draft. 409 once publishing a target has started.
   *
   * `PATCH /v1/posts/{id}`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `unsupported_by_platform`.
   */
  update(id: string, args?: UpdatePostRequest, options?: WriteOptions): Reply<PostResponse>

  /**
   * Publish a draft or a scheduled post now.
   *
   * As a PATCH with the present time as `scheduled_at`. Errors name the fields of `POST /v1/posts`. 409 once publishing a target has started.
   *
   * `POST /v1/posts/{id}/publish`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `unsupported_by_platform`.
   */
  publish(id: string, options?: WriteOptions): Reply<PostResponse>

  /**
   * Delete the record of a post.
   *
   * Responds with the post as it was. A scheduled post is then never published. 409 while the post is, or may be, on a platform: unpublish it first.
   *
   * `DELETE /v1/posts/{id}`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`.
   */
  delete(id: string, options?: WriteOptions): Reply<PostResponse>

  /**
   * Cancel what has not been published yet.
   *
   * 409 while a worker is publishing a target, and when no target is left to cancel.
   *
   * `POST /v1/posts/{id}/cancel`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`.
   */
  cancel(id: string, options?: WriteOptions): Reply<PostResponse>

  /**
   * Try targets again that failed or are unconfirmed.
   *
   * Publishes `failed` targets again, and sends first comments again that failed under published targets. For an `unconfirmed` target, asks the platform again whether it has the post; where the platform cannot be asked, look there yourself and use `force`.
   *
   * `POST /v1/posts/{id}/retry`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`.
   */
  retry(id: string, args?: RetryPostRequest, options?: WriteOptions): Reply<PostResponse>

  /**
   * Take published targets off their platforms.
   *
   * Responds once the platforms have deleted the posts. A target whose platform refuses stays `published`.
   *
   * `POST /v1/posts/{id}/unpublish`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `unsupported_by_platform`, `rate_limited`, `upstream_error`, `upstream_timeout`.
   */
  unpublish(id: string, args?: UnpublishPostRequest, options?: WriteOptions): Reply<PostResponse>

  /**
   * List every step that was tried, newest first.
   *
   * Steps are kept for 90 days.
   *
   * `GET /v1/posts/{id}/attempts`. Free. Also for keys with scope `profiles`.
   */
  attempts(id: string, args?: PostsAttemptsQuery, options?: Options): List<PostAttemptPage>
}

export interface AnalyticsResource {
  /**
   * Read the daily metrics of all accounts together.
   *
   * The stored values of the accounts within reach, or of one profile, added up for each day. An account that has not reported a day is not in its sum: `accounts` of the point is then lower.
   *
   * `GET /v1/analytics/summary`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `not_found`, `out_of_scope`.
   */
  summary(args?: AnalyticsSummaryQuery, options?: Options): Reply<AnalyticsSummary>

  /**
   * List the best posts of a time by a metric.
   *
   * The posts that were published in this time and have reported the metric. Metrics are collected as for `GET /v1/posts/analytics`.
   *
   * `GET /v1/analytics/top-posts`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `not_found`, `out_of_scope`.
   */
  topPosts(args: AnalyticsTopPostsQuery, options?: Options): Reply<TopPosts>
}

export interface TemplatesResource {
  /**
   * Create a message template.
   *
   * The platform must approve it; the event `template.status_changed` reports the result.
   *
   * `POST /v1/accounts/{id}/templates`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `unsupported_by_platform`, `upstream_error`, `upstream_timeout`.
   */
  create(id: string, args: CreateTemplateRequest, options?: WriteOptions): Reply<TemplateView>

  /**
   * List the message templates of an account, newest first.
   *
   * `GET /v1/accounts/{id}/templates`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `unsupported_by_platform`.
   */
  list(id: string, args?: TemplatesListQuery, options?: Options): List<TemplatePage>

  /**
   * Read one message template.
   *
   * `GET /v1/accounts/{id}/templates/{template_id}`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `unsupported_by_platform`.
   */
  get(id: string, templateId: string, options?: Options): Reply<TemplateView>

  /**
   * Delete a message template.
   *
   * Returns the template with status `deleted`; lists no longer show it.
   *
   * `DELETE /v1/accounts/{id}/templates/{template_id}`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `unsupported_by_platform`, `upstream_error`, `upstream_timeout`.
   */
  delete(id: string, templateId: string, options?: WriteOptions): Reply<TemplateView>
}

export interface SandboxResource {
  /**
   * Script a fault of the sandbox.
   *
   * The next calls of the operation fail in this way. `docs/guides/sandbox.md` lists the operations and the faults.
   *
   * `POST /v1/sandbox/faults`. Free.
   *
   * Specific errors: `not_found`.
   */
  createFault(args: SandboxFaultRequest, options?: WriteOptions): Reply<SandboxFault>

  /**
   * List scripted faults that have not happened yet.
   *
   * `GET /v1/sandbox/faults`. Free.
   *
   * Specific errors: `not_found`.
   */
  listFaults(args?: SandboxListFaultsQuery, options?: Options): List<SandboxFaultPage>

  /**
   * Delete a scripted fault.
   *
   * `DELETE /v1/sandbox/faults/{id}`. Free.
   */
  deleteFault(id: string, options?: WriteOptions): Reply<SandboxFault>

  /**
   * List the posts that are visible on the sandbox, newest first.
   *
   * `GET /v1/sandbox/posts`. Free.
   *
   * Specific errors: `not_found`.
   */
  listPosts(args?: SandboxListPostsQuery, options?: Options): List<SandboxPostPage>

  /**
   * List the pages of the sandbox, with the addresses of their inboxes, newest first.
   *
   * `GET /v1/sandbox/pages`. Free.
   *
   * Specific errors: `not_found`.
   */
  listPages(args?: SandboxListPagesQuery, options?: Options): List<SandboxPagePage>

  /**
   * Comment on a post as a visitor.
   *
   * `POST /v1/sandbox/comments`. Free.
   *
   * Specific errors: `not_found`.
   */
  comment(args: SandboxCommentRequest, options?: WriteOptions): Reply<SandboxItem>

  /**
   * Write to a page as a visitor.
   *
   * `POST /v1/sandbox/messages`. Free.
   *
   * Specific errors: `not_found`.
   */
  message(args: SandboxMessageRequest, options?: WriteOptions): Reply<SandboxItem>

  /**
   * Review a page as a visitor.
   *
   * `POST /v1/sandbox/reviews`. Free.
   *
   * Specific errors: `not_found`.
   */
  review(args: SandboxReviewRequest, options?: WriteOptions): Reply<SandboxItem>

  /**
   * Mark a sent message as delivered, read or failed.
   *
   * `POST /v1/sandbox/message-statuses`. Free.
   *
   * Specific errors: `not_found`.
   */
  messageStatus(args: SandboxMessageStatusRequest, options?: WriteOptions): Reply<SandboxItem>

  /**
   * Approve, reject or pause a template.
   *
   * `POST /v1/sandbox/template-statuses`. Free.
   *
   * Specific errors: `not_found`.
   */
  templateStatus(args: SandboxTemplateStatusRequest, options?: WriteOptions): Reply<SandboxItem>
}

export interface MediaResource {
  /**
   * Take in a file, from a URL or as bytes.
   *
   * With a URL: responds at once with an asset that is `pending`. A job then fetches the file (`fetching`) and reads what it is: the asset becomes `ready` or `failed`. With bytes, as the body with their `Content-Type` or as the part `file` of `multipart/form-data`: responds with an asset that is `ready` once the file is stored, or refuses it. JPEG, PNG, GIF, WebP, MP4, QuickTime, WebM and PDF are accepted. Media belongs to the workspace: a key of scope full reaches all of it. An asset taken in by a key of scope profiles belongs to the profiles of that key; other keys of scope profiles reach it when they have all of these profiles.
   *
   * `POST /v1/media`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `media_quota_exceeded`, `insufficient_storage`.
   */
  ingest(args: IngestMediaRequest | FileArgument, options?: WriteOptions): Reply<MediaAssetResponse>

  /**
   * Get an address to put a file to.
   *
   * For files that go straight to the storage: put the bytes to `url`, then call `POST /v1/media/{id}/complete`. With an S3 bucket the address is in the bucket, otherwise on this server. It takes exactly `bytes_size` bytes and works for an hour. An upload that is not completed within a day fails.
   *
   * `POST /v1/media/uploads`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `media_quota_exceeded`, `insufficient_storage`.
   */
  createUpload(args: CreateUploadRequest, options?: WriteOptions): Reply<MediaUpload>

  /**
   * Take in a file that was put to the address of an upload.
   *
   * Responds at once; the asset becomes `ready` or `failed`. A repeat changes nothing. 409 before the file has arrived.
   *
   * `POST /v1/media/{id}/complete`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`.
   */
  complete(id: string, options?: WriteOptions): Reply<MediaAssetResponse>

  /**
   * List media assets, newest first.
   *
   * `GET /v1/media`. Free. Also for keys with scope `profiles`.
   */
  list(args?: MediaListQuery, options?: Options): List<MediaAssetPage>

  /**
   * Read how much storage media use, and how much they may use.
   *
   * `GET /v1/media/usage`. Free.
   */
  usage(options?: Options): Reply<MediaUsage>

  /**
   * Read one media asset.
   *
   * `GET /v1/media/{id}`. Free. Also for keys with scope `profiles`.
   */
  get(id: string, options?: Options): Reply<MediaAssetResponse>

  /**
   * Delete a media asset and its file.
   *
   * Responds with the asset as it was. 409 while a post that is not published yet needs it.
   *
   * `DELETE /v1/media/{id}`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`.
   */
  delete(id: string, options?: WriteOptions): Reply<MediaAssetResponse>
}

export interface DemoDataResource {
  /**
   * Read whether the workspace has demo data.
   *
   * `GET /v1/demo-data`. Free.
   */
  get(options?: Options): Reply<DemoDataResponse>

  /**
   * Add demo data to try things out with.
   *
   * A profile "Demo" with two accounts on the sandbox, posts of every state, messages, comments and reviews. It costs no credits and leaves the server only in the webhooks that you subscribe to. It is prepared within seconds; a workspace has it once, and asking again changes nothing.
   *
   * `POST /v1/demo-data`. Free.
   *
   * Specific errors: `not_found`.
   */
  create(options?: WriteOptions): Reply<DemoDataResponse>

  /**
   * Remove the demo data.
   *
   * Deletes its profile with everything in it, also what was added to that profile since, and its people on the sandbox. Nothing else changes.
   *
   * `DELETE /v1/demo-data`. Free.
   *
   * Specific errors: `not_found`.
   */
  delete(options?: WriteOptions): Reply<DemoDataResponse>
}

export interface DataResource {
  /**
   * Search people by text and filters.
   *
   * Charged per person found. An empty body is valid and buys the first 10 people of the directory, best-known first. With `since_cursor` only changes are returned, each page at the price of the same search without it; a page that has nothing to show has `data` null and costs nothing, also when `has_more` is true. With a test key the query `nobody` finds nothing and `failure` fails.
   *
   * `POST /v1/data/search/people`. Costs 1 credit per person found, in the standard price book.
   *
   * Specific errors: `upstream_error`, `upstream_timeout`.
   */
  searchPeople(args: SearchPeopleRequest | undefined, options: PricedOptions & { maxCredits: number }): List<SearchPeopleResponse>
  /**
   * Search people by text and filters.
   *
   * Charged per person found. An empty body is valid and buys the first 10 people of the directory, best-known first. With `since_cursor` only changes are returned, each page at the price of the same search without it; a page that has nothing to show has `data` null and costs nothing, also when `has_more` is true. With a test key the query `nobody` finds nothing and `failure` fails.
   *
   * `POST /v1/data/search/people`. Costs 1 credit per person found, in the standard price book.
   *
   * Specific errors: `upstream_error`, `upstream_timeout`.
   */
  searchPeople(args?: SearchPeopleRequest, options?: PricedOptions): Reply<SearchPeopleResponse>

  /**
   * Search companies by text and filters.
   *
   * Charged per company found. With a test key the query `nobody` finds nothing and `failure` fails.
   *
   * `POST /v1/data/search/companies`. Costs 1 credit per company found, in the standard price book.
   *
   * Specific errors: `upstream_error`, `upstream_timeout`.
   */
  searchCompanies(args: SearchCompaniesRequest | undefined, options: PricedOptions & { maxCredits: number }): List<SearchCompaniesResponse>
  /**
   * Search companies by text and filters.
   *
   * Charged per company found. With a test key the query `nobody` finds nothing and `failure` fails.
   *
   * `POST /v1/data/search/companies`. Costs 1 credit per company found, in the standard price book.
   *
   * Specific errors: `upstream_error`, `upstream_timeout`.
   */
  searchCompanies(args?: SearchCompaniesRequest, options?: PricedOptions): Reply<SearchCompaniesResponse>

  /**
   * Find the work email of a person.
   *
   * Ask with `query` ("Ada Example, example.com") or with `filters` {full_name | first_name, last_name, domain}. Not found: `data` is null and nothing is charged. With a test key `Nobody Nowhere, example.com` is never found and `Upstream Failure, example.com` always fails.
   *
   * `POST /v1/data/contacts/find-email`. Costs 5 credits per email found, in the standard price book.
   *
   * Specific errors: `upstream_error`, `upstream_timeout`.
   */
  findEmail(args?: FindEmailRequest, options?: PricedOptions): Reply<FindEmailResponse>

  /**
   * Tell whether a mailbox exists.
   *
   * Ask with the address as `query` or as `filters.email`. Not found: `data` is null and nothing is charged. With a test key `nobody@example.com` is never found and `failure@example.com` always fails.
   *
   * `POST /v1/data/contacts/verify-email`. Costs 1 credit per verdict other than unknown, in the standard price book.
   *
   * Specific errors: `upstream_error`, `upstream_timeout`.
   */
  verifyEmail(args?: VerifyEmailRequest, options?: PricedOptions): Reply<VerifyEmailResponse>

  /**
   * Read everything known about one person.
   *
   * Ask with an email as `query`, with `filters.person_id`, or with a name and a domain as for find-email. Not found: `data` is null and nothing is charged. With a test key `nobody@example.com` is never found and `failure@example.com` always fails.
   *
   * `POST /v1/data/people/enrich`. Costs 3 credits per person found, in the standard price book.
   *
   * Specific errors: `upstream_error`, `upstream_timeout`.
   */
  enrichPerson(args?: EnrichPersonRequest, options?: PricedOptions): Reply<EnrichPersonResponse>

  /**
   * Find people on whom independent sources agree.
   *
   * Asks every source and counts one vote per data lineage: resellers of one data set are one lineage, and so are imports of one name. Sources agree on a person when at least 2 lineages, and two thirds of those that know the person, name the same company; each field shows the value that most lineages give. Charged per person agreed on; `data` is null when there is none. With a test key the query `nobody` finds nothing and `failure` fails.
   *
   * `POST /v1/data/consensus`. Costs 3 credits per person agreed on, in the standard price book.
   *
   * Specific errors: `upstream_error`, `upstream_timeout`.
   */
  consensus(args: ConsensusRequest, options?: PricedOptions): Reply<ConsensusResponse>

  /**
   * Estimate what search/people costs.
   *
   * Free, also for read keys, and runs nothing. Takes the body of the call and refuses what the call refuses; the estimate is what the call itself holds.
   *
   * `POST /v1/data/search/people:estimate`. Free.
   */
  estimateSearchPeople(args?: SearchPeopleRequest, options?: WriteOptions): Reply<EstimateResponse>

  /**
   * Estimate what search/companies costs.
   *
   * Free, also for read keys, and runs nothing. Takes the body of the call and refuses what the call refuses; the estimate is what the call itself holds.
   *
   * `POST /v1/data/search/companies:estimate`. Free.
   */
  estimateSearchCompanies(args?: SearchCompaniesRequest, options?: WriteOptions): Reply<EstimateResponse>

  /**
   * Estimate what people/enrich costs.
   *
   * Free, also for read keys, and runs nothing. Takes the body of the call and refuses what the call refuses; the estimate is what the call itself holds.
   *
   * `POST /v1/data/people/enrich:estimate`. Free.
   */
  estimateEnrichPerson(args?: EnrichPersonRequest, options?: WriteOptions): Reply<EstimateResponse>

  /**
   * Estimate what contacts/find-email costs.
   *
   * Free, also for read keys, and runs nothing. Takes the body of the call and refuses what the call refuses; the estimate is what the call itself holds.
   *
   * `POST /v1/data/contacts/find-email:estimate`. Free.
   */
  estimateFindEmail(args?: FindEmailRequest, options?: WriteOptions): Reply<EstimateResponse>

  /**
   * Estimate what contacts/verify-email costs.
   *
   * Free, also for read keys, and runs nothing. Takes the body of the call and refuses what the call refuses; the estimate is what the call itself holds.
   *
   * `POST /v1/data/contacts/verify-email:estimate`. Free.
   */
  estimateVerifyEmail(args?: VerifyEmailRequest, options?: WriteOptions): Reply<EstimateResponse>

  /**
   * Estimate what consensus costs.
   *
   * Free, also for read keys, and runs nothing. Takes the body of the call and refuses what the call refuses; the estimate is what the call itself holds.
   *
   * `POST /v1/data/consensus:estimate`. Free.
   */
  estimateConsensus(args: ConsensusRequest, options?: WriteOptions): Reply<EstimateResponse>
}

export interface ActionsResource {
  /**
   * List every action and workflow with this workspace's price.
   *
   * With the call that runs it and what that call takes.
   *
   * `GET /v1/meta/actions`. Free.
   */
  list(args?: ActionsListQuery, options?: Options): List<ActionsResponse>
}

export interface WorkflowsResource {
  /**
   * List the workflows this key can run.
   *
   * With their inputs, steps and prices.
   *
   * `GET /v1/data/workflows`. Free.
   */
  list(args?: WorkflowsListQuery, options?: Options): List<WorkflowList>

  /**
   * Find people, their work emails, and whether these work.
   *
   * Searches people, then finds and verifies the email of each. Each step is charged for each row in which it finds something: 7 credits a row at most. A source that fails in the middle shows as the error of its step; when nothing was found and sources failed, the call fails and is free. Nothing found: `data` is null and nothing is charged. With a test key the query `nobody` finds nothing and `failure` fails.
   *
   * `POST /v1/data/workflows/lead-list`. Costs the sum of its steps; `estimate` returns the maximum.
   *
   * Specific errors: `upstream_error`, `upstream_timeout`.
   */
  runLeadList(args: LeadListRequest & { format: 'csv' | 'markdown' }, options?: PricedOptions): Reply<string>
  /**
   * Find people, their work emails, and whether these work.
   *
   * Searches people, then finds and verifies the email of each. Each step is charged for each row in which it finds something: 7 credits a row at most. A source that fails in the middle shows as the error of its step; when nothing was found and sources failed, the call fails and is free. Nothing found: `data` is null and nothing is charged. With a test key the query `nobody` finds nothing and `failure` fails.
   *
   * `POST /v1/data/workflows/lead-list`. Costs the sum of its steps; `estimate` returns the maximum.
   *
   * Specific errors: `upstream_error`, `upstream_timeout`.
   */
  runLeadList(args: LeadListRequest & { format?: 'json' | undefined }, options?: PricedOptions): Reply<LeadListResponse>

  /**
   * Estimate what lead-list costs.
   *
   * Free, also for read keys, and runs nothing. The estimate is what the workflow itself holds.
   *
   * `POST /v1/data/workflows/lead-list:estimate`. Free.
   */
  estimateLeadList(args: LeadListRequest, options?: WriteOptions): Reply<WorkflowQuoteResponse>

  /**
   * Tell which mailboxes of a list exist.
   *
   * Verifies every address of the list; one that is listed twice is verified once. A text that is not an address is `invalid`, `syntax`, and free. Each step is charged for each row in which it finds something: 1 credits a row at most. A source that fails in the middle shows as the error of its step; when nothing was found and sources failed, the call fails and is free. Nothing found: `data` is null and nothing is charged. With a test key `nobody@example.com` is never found and `failure@example.com` always fails.
   *
   * `POST /v1/data/workflows/verify-list`. Costs the sum of its steps; `estimate` returns the maximum.
   *
   * Specific errors: `upstream_error`, `upstream_timeout`.
   */
  runVerifyList(args: VerifyListRequest & { format: 'csv' | 'markdown' }, options?: PricedOptions): Reply<string>
  /**
   * Tell which mailboxes of a list exist.
   *
   * Verifies every address of the list; one that is listed twice is verified once. A text that is not an address is `invalid`, `syntax`, and free. Each step is charged for each row in which it finds something: 1 credits a row at most. A source that fails in the middle shows as the error of its step; when nothing was found and sources failed, the call fails and is free. Nothing found: `data` is null and nothing is charged. With a test key `nobody@example.com` is never found and `failure@example.com` always fails.
   *
   * `POST /v1/data/workflows/verify-list`. Costs the sum of its steps; `estimate` returns the maximum.
   *
   * Specific errors: `upstream_error`, `upstream_timeout`.
   */
  runVerifyList(args: VerifyListRequest & { format?: 'json' | undefined }, options?: PricedOptions): Reply<VerifyListResponse>

  /**
   * Estimate what verify-list costs.
   *
   * Free, also for read keys, and runs nothing. The estimate is what the workflow itself holds.
   *
   * `POST /v1/data/workflows/verify-list:estimate`. Free.
   */
  estimateVerifyList(args: VerifyListRequest, options?: WriteOptions): Reply<WorkflowQuoteResponse>

  /**
   * Read everything known about the people of a list.
   *
   * Takes emails ("ada@example.com") and names with a domain ("Ada Example, example.com"); a person who is listed twice is looked up once. Each step is charged for each row in which it finds something: 3 credits a row at most. A source that fails in the middle shows as the error of its step; when nothing was found and sources failed, the call fails and is free. Nothing found: `data` is null and nothing is charged. With a test key `nobody@example.com` is never found and `failure@example.com` always fails.
   *
   * `POST /v1/data/workflows/enrich-list`. Costs the sum of its steps; `estimate` returns the maximum.
   *
   * Specific errors: `upstream_error`, `upstream_timeout`.
   */
  runEnrichList(args: EnrichListRequest & { format: 'csv' | 'markdown' }, options?: PricedOptions): Reply<string>
  /**
   * Read everything known about the people of a list.
   *
   * Takes emails ("ada@example.com") and names with a domain ("Ada Example, example.com"); a person who is listed twice is looked up once. Each step is charged for each row in which it finds something: 3 credits a row at most. A source that fails in the middle shows as the error of its step; when nothing was found and sources failed, the call fails and is free. Nothing found: `data` is null and nothing is charged. With a test key `nobody@example.com` is never found and `failure@example.com` always fails.
   *
   * `POST /v1/data/workflows/enrich-list`. Costs the sum of its steps; `estimate` returns the maximum.
   *
   * Specific errors: `upstream_error`, `upstream_timeout`.
   */
  runEnrichList(args: EnrichListRequest & { format?: 'json' | undefined }, options?: PricedOptions): Reply<EnrichListResponse>

  /**
   * Estimate what enrich-list costs.
   *
   * Free, also for read keys, and runs nothing. The estimate is what the workflow itself holds.
   *
   * `POST /v1/data/workflows/enrich-list:estimate`. Free.
   */
  estimateEnrichList(args: EnrichListRequest, options?: WriteOptions): Reply<WorkflowQuoteResponse>
}

export interface DataJobsResource {
  /**
   * Start a lookup and read its answer later.
   *
   * Takes what the action itself takes. The workflows are actions too: `lead-list` takes what a search takes, `verify-list` and `enrich-list` take one item as `query`, or a list as `filters.emails` or `filters.people`. A search finds `filters.limit` at most (1 to 100, 10 when absent). The worst case is held when the job is created; what was found is charged when the job is answered, and the rest is released. A source that fails is asked again after 5, 15 and 40 seconds, or later when it asks for that, a minute at most; when it has failed four times the job is `failed`, and everything it held is released. Rate limits and answers that a source announces for later are waited for, for a day.
   *
   * `POST /v1/data/async`. Costs the price of its action for each row with a result; the most it can cost is held at the start.
   */
  create(args: AsyncDataRequest, options?: PricedOptions): Reply<NewJobResponse>

  /**
   * List async data jobs, newest first.
   *
   * `GET /v1/data/jobs`. Free.
   */
  list(args?: DataJobsListQuery, options?: Options): List<JobPage>

  /**
   * Read one async data job; once completed with its data.
   *
   * `GET /v1/data/jobs/{id}`. Free.
   */
  get(id: string, options?: Options): Reply<AsyncJobResponse>

  /**
   * Cancel an async data job.
   *
   * Its credits are released. A job that has ended stays as it is: 409.
   *
   * `POST /v1/data/jobs/{id}/cancel`. Free.
   *
   * Specific errors: `wrong_state`.
   */
  cancel(id: string, options?: WriteOptions): Reply<JobResponse>
}

export interface BulkJobsResource {
  /**
   * Look up many at once.
   *
   * Send exactly one of `csv_text`, `queries` and `filters`. A row takes what the action takes; rows about the same subject are looked up and charged once; a row that fails does not fail the job. Workflows and `consensus` are actions too: a row of `verify-list` and `enrich-list` is one item, and one of `lead-list` and `consensus` is a search. `filters` goes with `search/people`, `search/companies` and `lead-list`: the job pages through all that match, `filters.limit` at most (1000 when absent). At most 100000 rows, of at most 1000 columns. The worst case is held when the job is created; 402 when the credits do not cover it.
   *
   * `POST /v1/bulk/jobs`. Costs the price of its action for each row with a result; the most it can cost is held at the start.
   */
  create(args: BulkJobRequest, options?: PricedOptions): Reply<NewJobResponse>

  /**
   * List bulk jobs, newest first.
   *
   * `GET /v1/bulk/jobs`. Free.
   */
  list(args?: BulkJobsListQuery, options?: Options): List<JobPage>

  /**
   * Read one bulk job.
   *
   * `GET /v1/bulk/jobs/{id}`. Free.
   */
  get(id: string, options?: Options): Reply<JobResponse>

  /**
   * Read the results of a bulk job.
   *
   * In the order of the rows, also while the job runs: rows without an answer are `pending`. Never charges. `json` is paged; `ndjson` and `csv` stream all rows. `csv` keeps your columns and has one line for each item that a search found, with the credits of the row on the first.
   *
   * `GET /v1/bulk/jobs/{id}/results`. Free.
   */
  results(id: string, args: BulkJobsResultsQuery & { format: 'csv' | 'ndjson' }, options?: Options): Reply<string>
  /**
   * Read the results of a bulk job.
   *
   * In the order of the rows, also while the job runs: rows without an answer are `pending`. Never charges. `json` is paged; `ndjson` and `csv` stream all rows. `csv` keeps your columns and has one line for each item that a search found, with the credits of the row on the first.
   *
   * `GET /v1/bulk/jobs/{id}/results`. Free.
   */
  results(id: string, args?: BulkJobsResultsQuery & { format?: 'json' | undefined }, options?: Options): List<BulkResultPage>

  /**
   * Cancel a bulk job.
   *
   * Rows in progress are finished and charged, the others are not looked up any more, and their credits are released. A job that has ended stays as it is: 409.
   *
   * `POST /v1/bulk/jobs/{id}/cancel`. Free.
   *
   * Specific errors: `wrong_state`.
   */
  cancel(id: string, options?: WriteOptions): Reply<JobResponse>

  /**
   * Estimate what a bulk job costs.
   *
   * Free, also for read keys, and runs nothing. Takes the body of the job and refuses what the job refuses; the estimate is what the job itself holds.
   *
   * `POST /v1/bulk/jobs:estimate`. Free.
   */
  estimate(args: BulkJobRequest, options?: WriteOptions): Reply<BulkEstimateResponse>
}

export interface SavedSearchesResource {
  /**
   * Save a search.
   *
   * Keeps a question under a name; to run it, send its query and filters to its action. Saving costs nothing. A workspace has at most 1000.
   *
   * `POST /v1/data/saved-searches`. Free.
   *
   * Specific errors: `wrong_state`.
   */
  create(args: SavedSearchRequest, options?: WriteOptions): Reply<SavedSearch>

  /**
   * List saved searches, newest first.
   *
   * `GET /v1/data/saved-searches`. Free.
   */
  list(args?: SavedSearchesListQuery, options?: Options): List<SavedSearchPage>

  /**
   * Read one saved search.
   *
   * `GET /v1/data/saved-searches/{id}`. Free.
   */
  get(id: string, options?: Options): Reply<SavedSearch>

  /**
   * Replace a saved search.
   *
   * Fields that the body leaves out become empty.
   *
   * `PUT /v1/data/saved-searches/{id}`. Free.
   */
  replace(id: string, args: SavedSearchRequest, options?: WriteOptions): Reply<SavedSearch>

  /**
   * Delete a saved search.
   *
   * Returns the saved search as it was.
   *
   * `DELETE /v1/data/saved-searches/{id}`. Free.
   */
  delete(id: string, options?: WriteOptions): Reply<SavedSearch>
}

export interface SuppressionsResource {
  /**
   * Suppress a person, an email or a domain.
   *
   * From now on no search, lookup, workflow or job of this workspace returns this email, domain or person, and nothing is charged for them; searches that follow changes show them as `removed`. When it is suppressed already, the existing suppression is returned.
   *
   * `POST /v1/suppressions`. Free.
   */
  create(args: SuppressionRequest, options?: WriteOptions): Reply<Suppression>

  /**
   * Suppress many people, emails or domains.
   *
   * Up to 10000 at once, as they come from a list. Those that can be suppressed are, together; the answer names the others.
   *
   * `POST /v1/suppressions:bulk`. Free.
   */
  createMany(args: ManySuppressionsRequest, options?: WriteOptions): Reply<ManySuppressionsResponse>

  /**
   * List suppressions, newest first.
   *
   * `GET /v1/suppressions`. Free.
   */
  list(args?: SuppressionsListQuery, options?: Options): List<SuppressionPage>

  /**
   * Lift a suppression.
   *
   * Returns the suppression as it was.
   *
   * `DELETE /v1/suppressions/{id}`. Free.
   */
  delete(id: string, options?: WriteOptions): Reply<Suppression>
}

export interface ApiKeysListQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
  status?: "active" | "expired" | "revoked" | undefined
  mode?: "live" | "test" | undefined
  /** `spend` adds `spent_this_month`, which sums up the charges of the month. */
  include?: "spend" | undefined
}

export interface ApiKeysGetQuery {
  /** `spend` adds `spent_this_month`, which sums up the charges of the month. */
  include?: "spend" | undefined
}

export interface PortalLinksListQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
}

export interface ProfilesListQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
}

export interface CreditsLedgerQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
  kind?: "grant" | "charge" | "expire" | "trim" | "revoke" | undefined
  /** `"json"` when absent. */
  format?: "json" | "csv" | undefined
}

export interface CreditsUsageQuery {
  /** First day (UTC); 30 days back when absent. */
  since?: string | undefined
  /** Last day (UTC), included; today when absent. */
  until?: string | undefined
  /** `"day"` when absent. */
  group_by?: "day" | "action" | "key" | "day,action" | undefined
  /** With groups by day: also days without calls, for each action that the range has. `false` when absent. */
  fill?: boolean | undefined
}

export interface RequestsListQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
  action?: string | undefined
  api_key_id?: string | undefined
  outcome?: "running" | "found" | "not_found" | "failed" | undefined
  /** Calls from this time on. */
  from?: string | undefined
  /** Calls before this time. */
  to?: string | undefined
}

export interface CreditsHoldsQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
}

export interface CreditsOrdersQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
}

export interface WebhooksListQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
}

export interface WebhooksEventsQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
}

export interface WebhookDeliveriesListQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
  endpoint_id?: string | undefined
  /** failed: will be retried. dead: will not be sent again unless it is redriven. */
  status?: "pending" | "failed" | "delivered" | "dead" | undefined
  event_type?: "post.published" | "post.failed" | "message.received" | "message.status_changed" | "review.new" | "account.connected" | "account.disconnected" | "account.expiring" | "template.status_changed" | "media.ready" | "media.failed" | "comment.received" | "credits.low" | "webhook.test" | "job.finished" | undefined
  /** Of events from this time on. */
  from?: string | undefined
  /** Of events before this time. */
  to?: string | undefined
}

export interface EventsStreamQuery {
  /** Names of events, separated by commas; by default all. */
  types?: string | undefined
  /** The id of an event: continue after it. The header `Last-Event-ID` says the same, and wins. */
  after?: string | undefined
  /** Begin with the events that are stored since this time. */
  since?: string | undefined
}

export interface WebhooksListHealthQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
}

export interface ConnectionsListQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
  profile_id?: string | undefined
  /** One of `GET /v1/platforms`. */
  platform?: string | undefined
  status?: "awaiting_user" | "awaiting_selection" | "completed" | "failed" | "expired" | undefined
}

export interface ConnectionsEntitiesQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
}

export interface AccountsListQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
  profile_id?: string | undefined
  /** One of `GET /v1/platforms`. */
  platform?: string | undefined
  status?: "pending_selection" | "connected" | "expiring" | "reauth_required" | "disconnected" | undefined
}

export interface AccountsListHealthQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
  profile_id?: string | undefined
  /** One of `GET /v1/platforms`. */
  platform?: string | undefined
  status?: "pending_selection" | "connected" | "expiring" | "reauth_required" | "disconnected" | undefined
}

export interface AccountsListEntitiesQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
}

export interface PlatformsListQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
}

export interface CommentsListQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
  account_id?: string | undefined
  post_id?: string | undefined
  external_media_id?: string | undefined
  /** True for others' comments that the account has not replied to, false for its own and those with a reply. */
  unanswered?: boolean | undefined
  /** True for hidden comments, false for the others. */
  hidden?: boolean | undefined
}

export interface ConversationsListQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
  account_id?: string | undefined
  /** One of `GET /v1/platforms`. */
  platform?: string | undefined
  status?: "open" | "archived" | undefined
  /** True for conversations with unread messages, false for the others. */
  unread?: boolean | undefined
  /** What the other person's name or the last message contains; upper and lower case are the same. */
  q?: string | undefined
  /** By which time the newest are first: `created`, the usual one, or `last_message`, as people read an inbox. A cursor belongs to one order. */
  order?: "created" | "last_message" | undefined
}

export interface ConversationsListMessagesQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
}

export interface ReviewsListQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
  account_id?: string | undefined
  /** True for reviews without a reply, false for the others. */
  unanswered?: boolean | undefined
  /** Reviews with this many stars; 4.5 counts as 4. */
  rating?: number | undefined
}

export interface AccountsAnalyticsQuery {
  /** The first day; by default 29 days before `until`. */
  since?: string | undefined
  /** The last day; by default today. */
  until?: string | undefined
  /** Names, separated by commas; by default all. */
  metrics?: string | undefined
}

export interface PostsAnalyticsQuery {
  /** Up to 100 ids of posts, separated by commas. */
  post_ids: string
}

export interface AnalyticsSummaryQuery {
  profile_id?: string | undefined
  account_id?: string | undefined
  /** The first day; by default 29 days before `until`. */
  since?: string | undefined
  /** The last day; by default today. */
  until?: string | undefined
  /** Names, separated by commas; by default all. */
  metrics?: string | undefined
}

export interface AnalyticsTopPostsQuery {
  profile_id?: string | undefined
  account_id?: string | undefined
  /** The first day; by default 29 days before `until`. */
  since?: string | undefined
  /** The last day; by default today. */
  until?: string | undefined
  /** By which the posts are ordered. */
  metric: "impressions" | "reach" | "views" | "likes" | "comments" | "shares" | "quotes" | "saves" | "clicks"
  /** How many to return. `10` when absent. */
  limit?: number | undefined
}

export interface TemplatesListQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
}

export interface AccountsListFeedsQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
}

export interface SandboxListFaultsQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
}

export interface SandboxListPostsQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
  /** The page that it happens to: the `external_id` of an account's active entity. */
  entity_external_id?: string | undefined
}

export interface SandboxListPagesQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
}

export interface MediaListQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
  status?: "pending" | "fetching" | "ready" | "failed" | undefined
}

export interface PostsListQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
  profile_id?: string | undefined
  account_id?: string | undefined
  platform?: string | undefined
  status?: "draft" | "scheduled" | "publishing" | "published" | "partially_published" | "failed" | "canceled" | "unpublished" | undefined
  /** Posts whose text, or the text of one of their targets, contains this; upper and lower case are the same. */
  q?: string | undefined
  /** Posts of this time and later. The time of a post is its `scheduled_at`; one without is of its `created_at`, when it was sent. */
  since?: string | undefined
  /** Posts before this time. */
  until?: string | undefined
}

export interface PostsAttemptsQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
}

export interface ActionsListQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
}

export interface WorkflowsListQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
}

export interface DataJobsListQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
  status?: "queued" | "running" | "completed" | "completed_with_errors" | "failed" | "cancelling" | "cancelled" | undefined
  action?: string | undefined
  /** All jobs of this list are of this kind. */
  kind?: "async" | undefined
}

export interface BulkJobsListQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
  status?: "queued" | "running" | "completed" | "completed_with_errors" | "failed" | "cancelling" | "cancelled" | undefined
  action?: string | undefined
  /** All jobs of this list are of this kind. */
  kind?: "bulk" | undefined
}

export interface BulkJobsResultsQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
  /** `"json"` when absent. */
  format?: "json" | "csv" | "ndjson" | undefined
}

export interface SavedSearchesListQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
  action?: "search/people" | "search/companies" | "people/enrich" | "contacts/find-email" | "contacts/verify-email" | "consensus" | "lead-list" | "verify-list" | "enrich-list" | undefined
}

export interface SuppressionsListQuery {
  /** How many to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
  kind?: "email" | "email_sha256" | "domain" | "person" | undefined
  /** Text that the value or the reason contains. */
  q?: string | undefined
}

/** The `data` of every webhook event, by its type. */
export interface WebhookData {
  /** A post was published to a channel. */
  'post.published': {
    post: PostResponse
    target: TargetView
  }
  /** A post failed to publish. */
  'post.failed': {
    post: PostResponse
    target: TargetView
  }
  /** An inbound message landed in the inbox. */
  'message.received': {
    message: MessageView
    conversation: ConversationView
  }
  /** A message that you sent is sent, delivered, read or failed. */
  'message.status_changed': {
    message: MessageView
    conversation: ConversationView
  }
  /** A new review appeared on a connected profile. */
  'review.new': {
    review: ReviewView
  }
  /** A social account finished connecting. */
  'account.connected': {
    account: AccountResponse
  }
  /** A social account was disconnected. */
  'account.disconnected': {
    account: AccountResponse
  }
  /** A connected account's credentials are about to expire. */
  'account.expiring': {
    account: AccountResponse
  }
  /** A WhatsApp template's approval status changed. */
  'template.status_changed': {
    template: TemplateView
  }
  /** A media asset is stored and can be used in posts. */
  'media.ready': {
    media: MediaAssetResponse
  }
  /** A media asset failed: there will be no file. */
  'media.failed': {
    media: MediaAssetResponse
  }
  /** Someone commented on a post of a connected account. */
  'comment.received': {
    comment: CommentView
  }
  /** The credits left, held ones included, fell below the threshold. Sent once, and again only after credits were added that lifted them above it. */
  'credits.low': {
    credits: CreditsResponse
    threshold: number
  }
  /** Only on demand, through POST /v1/webhooks/{id}/test; never sent to other endpoints. */
  'webhook.test': {
    endpoint: WebhookResponse
  }
  /** A job ended: completed, failed or cancelled. Sent to its own `webhook_url` and never to other endpoints. */
  'job.finished': {
    job: JobResponse
  }
}

export interface AccountAnalyticsView {
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

export interface AccountEntity {
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

export interface AccountEntityPage {
  data: AccountEntity[]
  has_more: boolean
  next_cursor: string | null
}

export interface AccountFeed {
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

export interface AccountFeedPage {
  data: AccountFeed[]
  has_more: boolean
  next_cursor: string | null
}

export interface AccountHealthPage {
  data: AccountHealthSummary[]
  has_more: boolean
  next_cursor: string | null
}

export interface AccountHealthSummary {
  account_id: string
  platform: string
  status: string
  /** `status` (healthy, warning, error), `checked_at`, `token` (when it expires and whether it renews itself), `scopes` (granted, missing), `issues` and `last_error`. */
  health: Record<string, unknown>
}

export interface AccountPage {
  data: AccountResponse[]
  has_more: boolean
  next_cursor: string | null
}

export interface AccountResponse {
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

export interface ActionCall {
  /** The id of the operation, such as `data.find_email`. */
  operation: string
  summary: string
  description: string
  /** JSON Schema of its body. */
  body: Record<string, unknown>
  /** A body that it takes. */
  example: Record<string, unknown>
}

export interface ActionsResponse {
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

export interface ActiveEntity {
  id: string
  kind: string
  external_id: string
  name: string
  parent_external_id: string | null
}

export interface ActiveEntityRequest {
  entity_id: string
}

export interface AgreedPerson {
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

export interface AnalyticsSummary {
  /** YYYY-MM-DD. */
  since: string
  /** YYYY-MM-DD. */
  until: string
  /** How many accounts have reported in this time. */
  accounts: number
  /** A day without data has no point; a metric that no account has reported has no points. */
  series: SummarySeries[]
}

export interface ApiKeyChangeRequest {
  name?: string | null | undefined
  permission?: "read" | "read_write" | undefined
  /** ISO 8601 with a time zone. */
  expires_at?: string | null | undefined
  monthly_budget?: number | null | undefined
}

export interface ApiKeyCreateRequest {
  name?: string | null | undefined
  /** `"live"` when absent. */
  mode?: "live" | "test" | undefined
  /** `"full"` when absent. */
  scope?: "full" | "profiles" | undefined
  /** `"read_write"` when absent. */
  permission?: "read" | "read_write" | undefined
  /** `[]` when absent. */
  profile_ids?: string[] | undefined
  /** ISO 8601 with a time zone. */
  expires_at?: string | null | undefined
  monthly_budget?: number | null | undefined
}

export interface ApiKeyCreateResponse {
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

export interface ApiKeyPage {
  data: ApiKeyResponse[]
  has_more: boolean
  next_cursor: string | null
}

export interface ApiKeyResponse {
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

export interface AsyncDataRequest {
  action: "search/people" | "search/companies" | "people/enrich" | "contacts/find-email" | "contacts/verify-email" | "consensus" | "lead-list" | "verify-list" | "enrich-list"
  query?: string | undefined
  /** As for the action itself. At most 256 KiB as JSON. */
  filters?: Record<string, unknown> | null | undefined
  /** For a search: the most to find, like `filters.limit`. */
  limit?: number | null | undefined
  /** Gets a signed delivery when the job ends. */
  webhook_url?: string | null | undefined
}

export interface AsyncJobResponse {
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

export interface AutoTopupRequest {
  /** Buys when fewer credits than this are available. */
  threshold: number
  pack_id: string
}

export interface AutoTopupResponse {
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

export interface BillingResponse {
  provider: "manual" | "sandbox" | "stripe"
  subscription: SubscriptionResponse | null
  auto_topup: AutoTopupResponse | null
}

export interface Branding {
  /** Shown instead of the name of the workspace. */
  name: string | null
  /** The color of buttons, such as `#1a56db`. White text on it must be readable: a contrast of 4.5:1 at least. */
  color: string | null
  /** A picture on HTTPS. Browsers of your customers load it from there. */
  logo_url: string | null
}

export interface BulkEstimateResponse {
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

export interface BulkJobRequest {
  action: "search/people" | "search/companies" | "people/enrich" | "contacts/find-email" | "contacts/verify-email" | "consensus" | "lead-list" | "verify-list" | "enrich-list"
  /** A CSV file. Its first line names the columns: `query` or those of `filters`. */
  csv_text?: string | null | undefined
  queries?: string[] | null | undefined
  /** As for the action itself. At most 256 KiB as JSON. */
  filters?: Record<string, unknown> | null | undefined
  /** For a search: the most to find, like `filters.limit`. */
  limit?: number | null | undefined
  /** Gets a signed delivery when the job ends. */
  webhook_url?: string | null | undefined
}

export interface BulkResultPage {
  data: BulkRowResult[]
  has_more: boolean
  next_cursor: string | null
}

export interface BulkRowResult {
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

export interface CheckoutRequest {
  /** A pack, paid once. */
  pack_id?: string | undefined
  /** A plan, with its `interval`. */
  plan_id?: string | undefined
  interval?: "month" | "year" | undefined
}

export interface CommentPage {
  data: CommentView[]
  has_more: boolean
  next_cursor: string | null
}

export interface CommentView {
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

export interface Company {
  id: string
  name: string | null
  domain: string | null
  industry: string | null
  size: "1-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+" | null
  /** ISO 3166 where it is known. */
  country: string | null
  sources: DataSource[]
  /** ISO 8601 with a time zone. */
  updated_at: string
}

export interface CompanyFilters {
  /** All words of one of these occur in the name of the company. */
  name?: string[] | {
    include?: string[] | undefined
    exclude?: string[] | undefined
  } | undefined
  /** Exactly one of these domains. */
  domain?: string[] | {
    include?: string[] | undefined
    exclude?: string[] | undefined
  } | undefined
  /** Number of employees. */
  size?: Array<"1-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+"> | {
    include?: Array<"1-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+"> | undefined
    exclude?: Array<"1-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+"> | undefined
  } | undefined
  /** Exactly one of these industries. */
  industry?: string[] | {
    include?: string[] | undefined
    exclude?: string[] | undefined
  } | undefined
  /** ISO 3166 code or English name. */
  country?: string[] | {
    include?: string[] | undefined
    exclude?: string[] | undefined
  } | undefined
  /** All words of one of these occur anywhere. */
  keywords?: string[] | {
    include?: string[] | undefined
    exclude?: string[] | undefined
  } | undefined
}

export interface CompleteRequest {
  code?: string | undefined
  state?: string | undefined
  /** Their schema is in `GET /v1/platforms`. At most 16 KiB as JSON. */
  credentials?: Record<string, unknown> | undefined
}

export interface ConnectionPage {
  data: ConnectionResponse[]
  has_more: boolean
  next_cursor: string | null
}

export interface ConnectionRequest {
  profile_id: string
  /** One of `GET /v1/platforms`. */
  platform: string
  /** hosted: the person returns to this server, which redirects them to `redirect_url`. headless: your own page receives the code, or you have credentials; complete the connection with them. `"hosted"` when absent. */
  mode?: "hosted" | "headless" | undefined
  /** Where the person goes after the sign-in; an absolute URL. */
  redirect_url?: string | undefined
  /** Of mode headless: where the platform sends the person with the code. `redirect_url` (the default when there is one): to your page, which must be registered at the platform. `server`: to this server, which completes the connection and sends the person on to `redirect_url` with `connection_id` and `status` added. */
  callback?: "redirect_url" | "server" | undefined
  /** What the platform needs before the sign-in; see `GET /v1/platforms`. At most 16 KiB as JSON. */
  options?: Record<string, unknown> | undefined
}

export interface ConnectionResponse {
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

export interface ConsensusRequest {
  query: string
  /** The most to find, and so the most to pay for; 10 when absent. */
  limit?: number | null | undefined
}

export interface ConsensusResponse {
  status: "OK"
  data: AgreedPerson[] | null
  /** How many people were found; those without agreement are left out. */
  considered: number
  threshold: {
    votes: number
    ratio: number
  }
}

export interface ConversationChange {
  status: "open" | "archived"
}

export interface ConversationPage {
  data: ConversationView[]
  has_more: boolean
  next_cursor: string | null
}

export interface ConversationView {
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

export interface CreateDraftRequest {
  /** Of a draft without targets. With targets it is their profile. */
  profile_id?: string | undefined
  /** Accounts of one profile, each at most once. */
  targets?: TargetRequest[] | undefined
  content?: string | undefined
  /** Media assets, in the order they are shown. The post waits for those that are not ready yet. */
  media_ids?: string[] | undefined
  /** As of a post. */
  first_comment?: string | null | undefined
}

export interface CreatePostRequest {
  /** Accounts of one profile, each at most once. */
  targets: TargetRequest[]
  content?: string | undefined
  /** Media assets, in the order they are shown. The post waits for those that are not ready yet. */
  media_ids?: string[] | undefined
  /** Written under the post right after it is published, on platforms with the capability `comments.on_post`. */
  first_comment?: string | null | undefined
  /** When to publish. Null publishes at once. A time up to five minutes in the past counts as now. */
  scheduled_at?: string | null | undefined
}

export interface CreateTemplateRequest {
  name: string
  language: string
  category: string
  /** At most 64 KiB as JSON. */
  components?: Array<Record<string, unknown>> | undefined
}

export interface CreateUploadRequest {
  /** How many bytes the file has. */
  bytes_size: number
  filename?: string | undefined
}

export interface CreditsResponse {
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

export interface CurrentPortalLink {
  pages: Array<"connect" | "webhooks">
  profile_id: string | null
  /** ISO 8601 with a time zone. */
  expires_at: string
  workspace_name: string
  branding: Branding
}

export interface DataSource {
  name: string
  fields: string[]
  /** ISO 8601 with a time zone. */
  seen_at: string
}

export interface DeliveryAttempt {
  attempt: number
  /** ISO 8601 with a time zone. */
  started_at: string
  duration_ms: number
  response_code: number | null
  error: ErrorObject | null
  /** The first 16 KiB of the answer. */
  response_body: string
}

export interface DeliveryPage {
  data: DeliveryResponse[]
  has_more: boolean
  next_cursor: string | null
}

export interface DeliveryResponse {
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

export interface DeliveryWithAttemptsResponse {
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

export interface DemoDataResponse {
  /** `preparing`: accounts, posts, messages, comments and reviews are still being added. */
  status: "none" | "preparing" | "ready"
  /** Everything belongs to this profile. */
  profile_id: string | null
  /** ISO 8601 with a time zone. */
  created_at: string | null
}

export interface Dissent {
  lineage: string
  field: "company" | "title" | "location"
  /** What this lineage says instead. */
  value: string
}

export interface EnrichListRequest {
  inputs: {
    people: string[]
  }
  /** The most people to pay for: 10 when absent, or all that are listed in the inputs. */
  limit?: number | null | undefined
  /** Runs nothing and returns what it would cost at most: free, also for read keys, and always JSON. `false` when absent. */
  dry_run?: boolean | undefined
  /** A JSON answer, a CSV file or a Markdown table. `"json"` when absent. */
  format?: "json" | "csv" | "markdown" | undefined
}

export interface EnrichListResponse {
  status: "OK"
  workflow: "enrich-list"
  dry_run: boolean
  data: EnrichListRow[] | null
  /** What was charged. */
  credits: number
  estimate?: WorkflowQuote
}

export interface EnrichListRow {
  /** The item of the list, as it was sent. */
  input: string
  person: Person | null
  /** What this row cost. */
  credits: number
  steps: WorkflowStepResult[]
}

export interface EnrichPersonRequest {
  query?: string | undefined
  filters?: {
    full_name?: string | undefined
    first_name?: string | undefined
    last_name?: string | undefined
    domain?: string | undefined
    email?: string | undefined
    person_id?: string | undefined
  } | null | undefined
  /** The most to find, and so the most to pay for; 10 when absent. */
  limit?: number | null | undefined
}

export interface EnrichPersonResponse {
  status: "OK"
  data: Person | null
  /** Paid for recently, so it is free this time, where the price book says so. */
  repeat?: boolean
}

export interface Entity {
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

export interface EntityPage {
  data: Entity[]
  has_more: boolean
  next_cursor: string | null
}

export interface ErrorObject {
  code: string
  message: string
  [name: string]: unknown
}

export interface EstimateResponse {
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

export interface FindEmailRequest {
  query?: string | undefined
  filters?: {
    full_name?: string | undefined
    first_name?: string | undefined
    last_name?: string | undefined
    domain?: string | undefined
  } | null | undefined
  /** The most to find, and so the most to pay for; 10 when absent. */
  limit?: number | null | undefined
  cursor?: string | null | undefined
  since_cursor?: string | null | undefined
  /** Returns a `cursor`; a later call with it as `since_cursor` returns only what changed. `false` when absent. */
  track_delta?: boolean | undefined
}

export interface FindEmailResponse {
  status: "OK"
  data: FoundEmail | null
  /** Paid for recently, so it is free this time, where the price book says so. */
  repeat?: boolean
}

export interface FirstComment {
  body: string
  /** `pending` until the post is published, too. */
  status: "pending" | "published" | "failed"
  external_id: string | null
  error: ErrorObject | null
}

export interface FoundEmail {
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

export interface FoundPerson {
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

export interface HomeResponse {
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

export interface IngestMediaRequest {
  /** Where the file is. HTTPS in production. */
  url: string
}

export interface JobPage {
  data: JobResponse[]
  has_more: boolean
  next_cursor: string | null
}

export interface JobResponse {
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

export interface LastMessage {
  id: string
  direction: "inbound" | "outbound"
  status: "queued" | "sent" | "delivered" | "read" | "failed" | "received"
  /** Its first 200 characters. */
  body: string | null
  /** How many files it has. */
  attachments: number
}

export interface LeadListRequest {
  inputs: {
    query?: string | undefined
    filters?: PeopleFilters | null | undefined
  }
  /** The most people to pay for: 10 when absent, or all that are listed in the inputs. */
  limit?: number | null | undefined
  /** Runs nothing and returns what it would cost at most: free, also for read keys, and always JSON. `false` when absent. */
  dry_run?: boolean | undefined
  /** A JSON answer, a CSV file or a Markdown table. `"json"` when absent. */
  format?: "json" | "csv" | "markdown" | undefined
}

export interface LeadListResponse {
  status: "OK"
  workflow: "lead-list"
  dry_run: boolean
  data: LeadListRow[] | null
  /** What was charged. */
  credits: number
  estimate?: WorkflowQuote
}

export interface LeadListRow {
  person: Person | null
  email: FoundEmail | null
  verification: VerifiedEmail | null
  /** What this row cost. */
  credits: number
  steps: WorkflowStepResult[]
}

export interface LedgerEntry {
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

export interface LedgerPage {
  data: LedgerEntry[]
  has_more: boolean
  next_cursor: string | null
}

export interface ManySuppressionsRequest {
  values: string[]
  /** Of all values. When absent, each is what it looks like: `@` makes an email, 64 hexadecimal digits a hash. */
  kind?: "email" | "email_sha256" | "domain" | "person" | undefined
  reason?: string | null | undefined
}

export interface ManySuppressionsResponse {
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

export interface MediaAssetPage {
  data: MediaAssetResponse[]
  has_more: boolean
  next_cursor: string | null
}

export interface MediaAssetResponse {
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

export interface MediaUpload {
  /** The id of the asset. */
  id: string
  method: "PUT"
  /** Send the bytes there, with their `Content-Length` and without a key. */
  url: string
  /** ISO 8601 with a time zone. */
  expires_at: string
  media: MediaAssetResponse
}

export interface MediaUsage {
  /** The bytes of all files, and 4096 bytes for each asset. Files that are being fetched or are still to be removed count too. */
  bytes_used: number
  /** How much they may use together: `MEDIA_BYTES_PER_WORKSPACE`. */
  bytes_max: number
}

export interface MediaValidation {
  error?: ErrorObject
  /** Of a `ready` asset: for each platform, whether it accepts the file, and if not, why. */
  platforms?: Record<string, MediaVerdict>
}

export interface MediaVerdict {
  accepted: boolean
  reasons: {
    /** `type`, or a limit such as `bytes_max` or `ratio_min`. */
    rule: string
    detail: string
  }[]
}

export interface MessagePage {
  data: MessageView[]
  has_more: boolean
  next_cursor: string | null
}

export interface MessageTemplate {
  name: string
  language: string
  /** The values of the placeholders, as in the Cloud API of WhatsApp. At most 64 KiB as JSON. */
  components?: MessageTemplateComponent[] | undefined
}

export interface MessageTemplateComponent {
  /** `header`, `body`, `button`, ... */
  type: string
  /** Of a button: `quick_reply`, `url`, ... */
  sub_type?: string | undefined
  /** Which button, from 0. */
  index?: number | string | undefined
  parameters?: TemplateParameter[] | undefined
  /** The cards of a carousel. */
  cards?: unknown[] | undefined
}

export interface MessageView {
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

export interface MeteredCall {
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

export interface MeteredCallPage {
  data: MeteredCall[]
  has_more: boolean
  next_cursor: string | null
}

export interface MetricSeries {
  metric: string
  points: SeriesPoint[]
}

export interface ModerateRequest {
  action: "hide" | "unhide" | "delete"
}

export interface ModerateResponse {
  action: "hide" | "unhide" | "delete"
  comment: CommentView | null
}

export interface NewJobResponse {
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

export interface NumberVerificationResponse {
  account_id: string
  status: "code_sent" | "verified"
}

export interface OpenHold {
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

export interface OpenHoldPage {
  data: OpenHold[]
  has_more: boolean
  next_cursor: string | null
}

export interface OrderPage {
  data: OrderResponse[]
  has_more: boolean
  next_cursor: string | null
}

export interface OrderResponse {
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

export interface PeopleFilters {
  /** All words of one of these occur in the title. */
  title?: string[] | {
    include?: string[] | undefined
    exclude?: string[] | undefined
  } | undefined
  /** Rank. */
  seniority?: Array<"owner" | "founder" | "c_suite" | "partner" | "vp" | "head" | "director" | "manager" | "senior" | "entry" | "intern"> | {
    include?: Array<"owner" | "founder" | "c_suite" | "partner" | "vp" | "head" | "director" | "manager" | "senior" | "entry" | "intern"> | undefined
    exclude?: Array<"owner" | "founder" | "c_suite" | "partner" | "vp" | "head" | "director" | "manager" | "senior" | "entry" | "intern"> | undefined
  } | undefined
  /** Exactly one of these departments. */
  department?: string[] | {
    include?: string[] | undefined
    exclude?: string[] | undefined
  } | undefined
  company?: {
    /** All words of one of these occur in the name of the company. */
    name?: string[] | {
      include?: string[] | undefined
      exclude?: string[] | undefined
    } | undefined
    /** Exactly one of these domains. */
    domain?: string[] | {
      include?: string[] | undefined
      exclude?: string[] | undefined
    } | undefined
    /** Number of employees. */
    size?: Array<"1-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+"> | {
      include?: Array<"1-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+"> | undefined
      exclude?: Array<"1-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+"> | undefined
    } | undefined
    /** Exactly one of these industries. */
    industry?: string[] | {
      include?: string[] | undefined
      exclude?: string[] | undefined
    } | undefined
  } | undefined
  location?: {
    /** Where the person is. */
    city?: string[] | {
      include?: string[] | undefined
      exclude?: string[] | undefined
    } | undefined
    /** State, province or the like. */
    region?: string[] | {
      include?: string[] | undefined
      exclude?: string[] | undefined
    } | undefined
    /** ISO 3166 code or English name. */
    country?: string[] | {
      include?: string[] | undefined
      exclude?: string[] | undefined
    } | undefined
  } | undefined
  /** Exactly one of these skills. */
  skills?: string[] | {
    include?: string[] | undefined
    exclude?: string[] | undefined
  } | undefined
  /** All words of one of these occur anywhere. */
  keywords?: string[] | {
    include?: string[] | undefined
    exclude?: string[] | undefined
  } | undefined
}

export interface Person {
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

export interface PersonCompany {
  name: string | null
  domain: string | null
  industry: string | null
  size: "1-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+" | null
  /** ISO 3166 where it is known. */
  country: string | null
}

export interface Place {
  city: string | null
  region: string | null
  /** ISO 3166 where it is known. */
  country: string | null
}

export interface PlatformApp {
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

export interface PlatformAppRequest {
  /** All of them, as `credentials_schema` describes them. At most 16 KiB as JSON. */
  credentials: Record<string, unknown>
}

export interface PlatformPage {
  data: PlatformResponse[]
  has_more: boolean
  next_cursor: string | null
}

export interface PlatformResponse {
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

export interface PortalLink {
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

export interface PortalLinkCreateResponse {
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

export interface PortalLinkPage {
  data: PortalLink[]
  has_more: boolean
  next_cursor: string | null
}

export interface PortalLinkRequest {
  pages: Array<"connect" | "webhooks">
  /** The profile that it is limited to. */
  profile_id?: string | undefined
  webhook_ids?: string[] | undefined
  /** Seconds. `3600` when absent. */
  expires_in?: number | undefined
}

export interface PostAnalyticsView {
  /** One for each account; none until the platform has reported metrics. */
  data: PostMetrics[]
  /** For each platform, the metrics that it does not have. */
  unavailable: Record<string, string[]>
}

export interface PostAttempt {
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

export interface PostAttemptPage {
  data: PostAttempt[]
  has_more: boolean
  next_cursor: string | null
}

export interface PostMetrics {
  post_id: string
  account_id: string
  platform: string
  /** ISO 8601 with a time zone. */
  as_of: string
  metrics: Record<string, number>
}

export interface PostPage {
  data: PostResponse[]
  has_more: boolean
  next_cursor: string | null
}

export interface PostResponse {
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

export interface PricingResponse {
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

export interface ProfilePage {
  data: ProfileResponse[]
  has_more: boolean
  next_cursor: string | null
}

export interface ProfileRequest {
  name: string
  external_ref?: string | null | undefined
  /** Free-form; returned as it was sent. At most 16 KiB as JSON. */
  metadata?: Record<string, unknown> | undefined
}

export interface ProfileResponse {
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

export interface ReceiptResponse {
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

export interface ReconnectRequest {
  /** hosted: the person returns to this server, which redirects them to `redirect_url`. headless: your own page receives the code, or you have credentials; complete the connection with them. `"hosted"` when absent. */
  mode?: "hosted" | "headless" | undefined
  /** Where the person goes after the sign-in; an absolute URL. */
  redirect_url?: string | undefined
  /** Of mode headless: where the platform sends the person with the code. `redirect_url` (the default when there is one): to your page, which must be registered at the platform. `server`: to this server, which completes the connection and sends the person on to `redirect_url` with `connection_id` and `status` added. */
  callback?: "redirect_url" | "server" | undefined
  /** What the platform needs before the sign-in; see `GET /v1/platforms`. At most 16 KiB as JSON. */
  options?: Record<string, unknown> | undefined
}

export interface RedriveRequest {
  ids?: string[] | undefined
  /** All dead deliveries that match; an empty object means all of them. */
  filter?: {
    endpoint_id?: string | undefined
    event_type?: "post.published" | "post.failed" | "message.received" | "message.status_changed" | "review.new" | "account.connected" | "account.disconnected" | "account.expiring" | "template.status_changed" | "media.ready" | "media.failed" | "comment.received" | "credits.low" | "webhook.test" | "job.finished" | undefined
    /** ISO 8601 with a time zone. */
    from?: string | undefined
    /** ISO 8601 with a time zone. */
    to?: string | undefined
  } | undefined
  /** With `filter`: how many at most. `1000` when absent. */
  max?: number | undefined
}

export interface RedriveResponse {
  /** How many dead deliveries are pending again. */
  redriven: number
  /** How many of `ids` were not: unknown, not dead, or of an endpoint that is disabled or deleted. */
  skipped: number
  /** True when `max` was reached: call again for the others. */
  has_more: boolean
}

export interface RegisterNumberRequest {
  /** Used for this call only and never stored. */
  pin: string
  data_localization_region?: string | null | undefined
}

export interface RegisterNumberResponse {
  account_id: string
  phone_number_id: string
  status: string
}

export interface RemovedPerson {
  id: string
  change: "removed"
  /** When the person left the result. */
  updated_at: string
}

export interface ReplyRequest {
  body: string
}

export interface RequestCodeRequest {
  /** A text message, or a call that reads the code out. */
  method: "sms" | "voice"
  /** The language of the message or the call. `"en_US"` when absent. */
  language?: string | undefined
}

export interface RetryPostRequest {
  /** Which targets. Without it, all targets that are in the right state. */
  target_ids?: string[] | undefined
  /** Publishes `unconfirmed` targets again. Use it only after you have seen that the post is not on the platform. `false` when absent. */
  force?: boolean | undefined
}

export interface ReviewPage {
  data: ReviewView[]
  has_more: boolean
  next_cursor: string | null
}

export interface ReviewView {
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

export interface SandboxCommentRequest {
  post_external_id: string
  parent_external_id?: string | undefined
  from: string
  body: string
}

export interface SandboxFault {
  id: string
  operation: string
  fault: "fail_before" | "timeout_before" | "timeout_after" | "error_after" | "answer_twice" | "forget_handle" | "lose" | "reject" | "rate_limit" | "expire_token" | "revoke" | "slow"
  username: string | null
  times_left: number | null
  /** ISO 8601 with a time zone. */
  created_at: string
}

export interface SandboxFaultPage {
  data: SandboxFault[]
  has_more: boolean
  next_cursor: string | null
}

export interface SandboxFaultRequest {
  /** Such as `posts.create`; `*` is any. */
  operation: string
  fault: "fail_before" | "timeout_before" | "timeout_after" | "error_after" | "answer_twice" | "forget_handle" | "lose" | "reject" | "rate_limit" | "expire_token" | "revoke" | "slow"
  username?: string | undefined
  /** How often it happens: once by default; null until it is deleted. */
  times?: number | null | undefined
}

export interface SandboxItem {
  id: string
  kind: "comment" | "message" | "message_status" | "review" | "template"
  entity_external_id: string
  /** As it appears in the network's own feed. */
  data: Record<string, unknown>
  /** ISO 8601 with a time zone. */
  created_at: string
}

export interface SandboxMessageRequest {
  /** The page that it happens to: the `external_id` of an account's active entity. */
  entity_external_id: string
  from: string
  body: string
  /** At most 16 KiB as JSON. */
  attachments?: Array<Record<string, unknown>> | undefined
}

export interface SandboxMessageStatusRequest {
  message_external_id: string
  status: "delivered" | "read" | "failed"
}

export interface SandboxPage {
  /** The `entity_external_id` of the other calls. */
  external_id: string
  name: string
  /** The person who may act as the page. */
  username: string
  /** Shows the messages and reviews of the page in a browser. It needs no key: keep it to yourself. */
  inbox_url: string
}

export interface SandboxPagePage {
  data: SandboxPage[]
  has_more: boolean
  next_cursor: string | null
}

export interface SandboxPost {
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

export interface SandboxPostPage {
  data: SandboxPost[]
  has_more: boolean
  next_cursor: string | null
}

export interface SandboxReviewRequest {
  /** The page that it happens to: the `external_id` of an account's active entity. */
  entity_external_id: string
  from: string
  rating: number
  body?: string | undefined
}

export interface SandboxTemplateStatusRequest {
  template_external_id: string
  status: "approved" | "rejected" | "paused" | "disabled" | "in_appeal"
  reason?: string | undefined
}

export interface SavedSearch {
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

export interface SavedSearchPage {
  data: SavedSearch[]
  has_more: boolean
  next_cursor: string | null
}

export interface SavedSearchRequest {
  name: string
  action: "search/people" | "search/companies" | "people/enrich" | "contacts/find-email" | "contacts/verify-email" | "consensus" | "lead-list" | "verify-list" | "enrich-list"
  query?: string | undefined
  /** As the action takes them; checked when the search is run. At most 16 KiB as JSON. */
  filters?: Record<string, unknown> | null | undefined
}

export interface SearchCompaniesRequest {
  query?: string | undefined
  filters?: CompanyFilters | null | undefined
  /** The most to find, and so the most to pay for; 10 when absent. */
  limit?: number | null | undefined
  cursor?: string | null | undefined
}

export interface SearchCompaniesResponse {
  status: "OK"
  data: Company[] | null
  has_more: boolean
  next_cursor: string | null
}

export interface SearchPeopleRequest {
  query?: string | undefined
  filters?: PeopleFilters | null | undefined
  /** The most to find, and so the most to pay for; 10 when absent. */
  limit?: number | null | undefined
  cursor?: string | null | undefined
  since_cursor?: string | null | undefined
  /** Returns a `cursor`; a later call with it as `since_cursor` returns only what changed. `false` when absent. */
  track_delta?: boolean | undefined
}

export interface SearchPeopleResponse {
  status: "OK"
  data: Array<FoundPerson | RemovedPerson> | null
  has_more: boolean
  next_cursor: string | null
  /** With `track_delta` or `since_cursor`: send it as `since_cursor` later. */
  cursor?: string
}

export interface SelectRequest {
  external_id: string
}

export interface SendMessageRequest {
  /** Free text. */
  body?: string | undefined
  /** A media asset to send, with `body` under it. For platforms with the capability `messages.media`. */
  media_id?: string | undefined
  template?: MessageTemplate | undefined
}

export interface SeriesPoint {
  /** YYYY-MM-DD. */
  date: string
  value: number
}

export interface StartConversationRequest {
  /** A phone number in E.164: a plus sign, the country code and the number, digits only. */
  to: string
  template: MessageTemplate
}

export interface SubscriptionResponse {
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

export interface SummaryPoint {
  /** YYYY-MM-DD. */
  date: string
  /** The sum over the accounts. */
  value: number
  /** How many accounts it is the sum of. */
  accounts: number
}

export interface SummarySeries {
  metric: string
  points: SummaryPoint[]
}

export interface Suppression {
  id: string
  /** `email_sha256` is the SHA-256 of the address in lower case, as 64 hexadecimal digits. */
  kind: "email" | "email_sha256" | "domain" | "person"
  value: string
  reason: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
}

export interface SuppressionPage {
  data: Suppression[]
  has_more: boolean
  next_cursor: string | null
}

export interface SuppressionRequest {
  /** `email_sha256` is the SHA-256 of the address in lower case, as 64 hexadecimal digits. */
  kind: "email" | "email_sha256" | "domain" | "person"
  /** A domain includes the domains below it. */
  value: string
  reason?: string | null | undefined
}

export interface TargetRequest {
  account_id: string
  /** Instead of the post's own. */
  content?: string | undefined
  /** Media assets, in the order they are shown. The post waits for those that are not ready yet. */
  media_ids?: string[] | undefined
  /** Instead of the post's own; an empty text for none. */
  first_comment?: string | null | undefined
  /** Fits the platform's `options_schema` in `GET /v1/platforms`. At most 16 KiB as JSON. */
  options?: Record<string, unknown> | undefined
}

export interface TargetView {
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

export interface TemplatePage {
  data: TemplateView[]
  has_more: boolean
  next_cursor: string | null
}

export interface TemplateParameter {
  /** `text`, `image`, `payload`, ... */
  type: string
  /** For templates whose placeholders have names. */
  parameter_name?: string | undefined
  text?: string | undefined
  [name: string]: unknown
}

export interface TemplateView {
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

export interface TopPost {
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

export interface TopPosts {
  /** YYYY-MM-DD. */
  since: string
  /** YYYY-MM-DD. */
  until: string
  metric: "impressions" | "reach" | "views" | "likes" | "comments" | "shares" | "quotes" | "saves" | "clicks"
  /** One for each account that a post was published to, best first. */
  data: TopPost[]
}

export interface UnpublishPostRequest {
  /** Which targets. Without it, all targets that are in the right state. */
  target_ids?: string[] | undefined
}

export interface UpdatePostRequest {
  /** Accounts of one profile, each at most once. */
  targets?: TargetRequest[] | undefined
  content?: string | undefined
  /** Media assets, in the order they are shown. The post waits for those that are not ready yet. */
  media_ids?: string[] | undefined
  /** Null for none. */
  first_comment?: string | null | undefined
  /** A time schedules a draft. Null takes the post off the schedule: it becomes a draft. */
  scheduled_at?: string | null | undefined
}

export interface UsageResponse {
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

export interface ValidatedPost {
  profile_id: string
  /** What the post would be once it is created. */
  status: "scheduled" | "publishing"
  content: string
  media_ids: string[]
  /** ISO 8601 with a time zone. */
  scheduled_at: string | null
  targets: ValidatedTarget[]
}

export interface ValidatedTarget {
  account_id: string
  platform: string
  /** The target's own text; null when it takes the post's. */
  content: string | null
}

export interface VerifiedEmail {
  email: string
  /** `unknown` when no server could be asked; it is never charged and never means invalid. */
  status: "valid" | "risky" | "invalid" | "unknown"
  sub_status: string | null
  /** The mail server that answers for the domain. */
  mx: string | null
  /** The domain takes mail for any name. */
  catch_all: boolean | null
  disposable: boolean
  /** A function such as info@, not a person. */
  role: boolean
  /** ISO 8601 with a time zone. */
  checked_at: string
}

export interface VerifyCodeRequest {
  /** Used for this call only and never stored. */
  code: string
}

export interface VerifyEmailRequest {
  query?: string | undefined
  filters?: {
    email?: string | undefined
  } | null | undefined
  /** The most to find, and so the most to pay for; 10 when absent. */
  limit?: number | null | undefined
}

export interface VerifyEmailResponse {
  status: "OK"
  data: VerifiedEmail | null
  /** Paid for recently, so it is free this time, where the price book says so. */
  repeat?: boolean
}

export interface VerifyListRequest {
  inputs: {
    emails: string[]
  }
  /** The most people to pay for: 10 when absent, or all that are listed in the inputs. */
  limit?: number | null | undefined
  /** Runs nothing and returns what it would cost at most: free, also for read keys, and always JSON. `false` when absent. */
  dry_run?: boolean | undefined
  /** A JSON answer, a CSV file or a Markdown table. `"json"` when absent. */
  format?: "json" | "csv" | "markdown" | undefined
}

export interface VerifyListResponse {
  status: "OK"
  workflow: "verify-list"
  dry_run: boolean
  data: VerifyListRow[] | null
  /** What was charged. */
  credits: number
  estimate?: WorkflowQuote
}

export interface VerifyListRow {
  /** The item of the list, as it was sent. */
  input: string
  verification: VerifiedEmail | null
  /** What this row cost. */
  credits: number
  steps: WorkflowStepResult[]
}

export interface WebhookChangeRequest {
  /** Where events are sent. HTTPS in production. */
  url?: string | undefined
  /** Names of events, or `*` for all. */
  events?: Array<"*" | "post.published" | "post.failed" | "message.received" | "message.status_changed" | "review.new" | "account.connected" | "account.disconnected" | "account.expiring" | "template.status_changed" | "media.ready" | "media.failed" | "comment.received" | "credits.low"> | undefined
  description?: string | null | undefined
  status?: "active" | "disabled" | undefined
}

export interface WebhookEventKind {
  type: string
  /** When it fires. */
  summary: string
  /** JSON Schema of the whole body of a delivery. */
  schema: Record<string, unknown>
  /** The body of such a delivery. */
  sample: Record<string, unknown>
}

export interface WebhookEventKindPage {
  data: WebhookEventKind[]
  has_more: boolean
  next_cursor: string | null
}

export interface WebhookHealth {
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

export interface WebhookHealthPage {
  data: WebhookHealth[]
  has_more: boolean
  next_cursor: string | null
}

export interface WebhookPage {
  data: WebhookResponse[]
  has_more: boolean
  next_cursor: string | null
}

export interface WebhookRecoverRequest {
  /** ISO 8601 with a time zone. */
  since: string
}

export interface WebhookRecoveryResponse {
  /** How many dead deliveries are pending again. */
  recovered: number
}

export interface WebhookRequest {
  /** Where events are sent. HTTPS in production. */
  url: string
  /** Names of events, or `*` for all. `["*"]` when absent. */
  events?: Array<"*" | "post.published" | "post.failed" | "message.received" | "message.status_changed" | "review.new" | "account.connected" | "account.disconnected" | "account.expiring" | "template.status_changed" | "media.ready" | "media.failed" | "comment.received" | "credits.low"> | undefined
  description?: string | null | undefined
}

export interface WebhookResponse {
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

export interface WebhookSecretResponse {
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

export interface Workflow {
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

export interface WorkflowList {
  status: "OK"
  price_book: string
  data: Workflow[]
  has_more: boolean
  next_cursor: string | null
}

export interface WorkflowQuote {
  workflow: string
  /** What the call costs at most, and what it holds while it runs. */
  credits: number
  /** The most rows it can return. */
  rows: number
  steps: WorkflowStepQuote[]
  price_book: string
}

export interface WorkflowQuoteResponse {
  status: "OK"
  data: WorkflowQuote
}

export interface WorkflowStepQuote {
  step: string
  action: string
  /** What is paid for. */
  unit: string
  /** The most this step can find. */
  units: number
  credits_per_unit: number
  credits: number
}

export interface WorkflowStepResult {
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
