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
  readonly purchases: PurchasesResource
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
   * Read the overview of a workspace: resources, first steps and issues.
   *
   * One call for an overview page instead of many lists. Counts stop at 1000.
   *
   * `GET /v1/home`. Free.
   */
  summary(options?: Options): Reply<HomeResponse>
}

export interface ApiKeysResource {
  /**
   * Create an API key.
   *
   * The response has the full key in `key`, which is shown only once. The key acts for the member who creates it, by session or by key: it never allows more than they may do, and ends when they leave the workspace. A key cannot mint a stronger one: a key that expires mints only keys that expire no later, and a key with a budget only keys that spend nothing (`monthly_budget: 0`, or `mode: test`). Returns 409 when the workspace has the maximum number of keys.
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
   * Changes only the fields in the body, at once and everywhere; null removes the budget or the expiry. Any key can be made weaker. It cannot be made stronger than the key that changes it, by the rules of creation, and only owners can make an owner's key stronger. A budget counts spending from the time the key first has one in the month. Returns 409 for a revoked or expired key.
   *
   * `PATCH /v1/api-keys/{id}`. Free.
   *
   * Specific errors: `wrong_state`.
   */
  update(id: string, args?: ApiKeyChangeRequest, options?: WriteOptions): Reply<ApiKeyResponse>

  /**
   * Revoke an API key, at once and everywhere.
   *
   * Keys that it minted keep working, so a key can be replaced by one that it minted. The last key of a workspace can be revoked too; the operator then creates a new one with `quoin-server keys create`.
   *
   * `DELETE /v1/api-keys/{id}`. Free.
   */
  revoke(id: string, options?: WriteOptions): Reply<ApiKeyResponse>
}

export interface BrandingResource {
  /**
   * Read the branding of pages for your own customers.
   *
   * `GET /v1/branding`. Free.
   */
  get(options?: Options): Reply<StoredBranding>

  /**
   * Set the name, color and logo of pages for your own customers.
   *
   * The branding is shown on the page where people connect accounts, and on the pages of portal links. Null means the workspace's name, the default color, or no logo.
   *
   * `PUT /v1/branding`. Free.
   */
  put(args: Branding, options?: WriteOptions): Reply<StoredBranding>
}

export interface PortalLinksResource {
  /**
   * Create a link to pages for one of your own customers.
   *
   * Anyone who has the link can use its pages until it expires, and nothing else. `connect` lets them connect accounts to a profile. `webhooks` shows webhook endpoints and their deliveries, rotates secrets, sends test events and redrives. `report` shows the analytics of the profile, or of the workspace. The pages show your branding. Give the link only to its customer. It ends with the key or the member that created it.
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
   * Read a portal link; its URL is not shown again.
   *
   * `GET /v1/portal-links/{id}`. Free. Also for keys with scope `profiles`.
   */
  get(id: string, options?: Options): Reply<PortalLink>

  /**
   * Revoke a portal link, at once and everywhere.
   *
   * `DELETE /v1/portal-links/{id}`. Free. Also for keys with scope `profiles`.
   */
  revoke(id: string, options?: WriteOptions): Reply<PortalLink>

  /**
   * Read the pages and the branding of the calling link.
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
   * Omitted fields become empty.
   *
   * `PUT /v1/profiles/{id}`. Free. Also for keys with scope `profiles`.
   */
  replace(id: string, args: ProfileRequest, options?: WriteOptions): Reply<ProfileResponse>

  /**
   * Delete a profile.
   *
   * Returns the deleted profile. Refused while accounts are connected to it. The data of disconnected accounts is deleted with it.
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
   * List ledger entries, newest first.
   *
   * Append-only: each entry includes the hash of the previous entry, so that later changes can be detected. Old entries that the operator archived are not listed. `format=csv` returns the page as a file.
   *
   * `GET /v1/credits/ledger`. Free.
   */
  ledger(args: CreditsLedgerQuery & { format: 'csv' }, options?: Options): Reply<string>
  /**
   * List ledger entries, newest first.
   *
   * Append-only: each entry includes the hash of the previous entry, so that later changes can be detected. Old entries that the operator archived are not listed. `format=csv` returns the page as a file.
   *
   * `GET /v1/credits/ledger`. Free.
   */
  ledger(args?: CreditsLedgerQuery & { format?: 'json' | undefined }, options?: Options): List<LedgerPage>

  /**
   * Summarize metered calls by day, action, key, or day and action.
   *
   * `GET /v1/credits/usage`. Free.
   */
  usage(args?: CreditsUsageQuery, options?: Options): Reply<UsageResponse>

  /**
   * List open holds, newest first.
   *
   * The credits that calls and jobs hold now: the individual holds behind `held` of `GET /v1/credits`.
   *
   * `GET /v1/credits/holds`. Free.
   */
  holds(args?: CreditsHoldsQuery, options?: Options): List<OpenHoldPage>

  /**
   * Buy a pack or subscribe to a plan.
   *
   * Returns a pending order. Send the buyer to its `url`; when that is null, `instructions` explain how to pay. The credits are granted once, when the order is paid.
   *
   * `POST /v1/credits/checkout`. Free.
   *
   * Specific errors: `wrong_state`, `upstream_error`.
   */
  checkout(args?: CheckoutRequest, options?: WriteOptions): Reply<OrderResponse>

  /**
   * List orders, newest first.
   *
   * Orders from checkouts, subscription renewals and auto top-up.
   *
   * `GET /v1/credits/orders`. Free.
   */
  orders(args?: CreditsOrdersQuery, options?: Options): List<OrderPage>

  /**
   * Read the subscription and auto top-up of the workspace.
   *
   * A missing subscription or top-up is null. The newest subscription is shown, even if it has ended.
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
   * Until then credits are granted as before; a yearly plan grants them each month. Granted credits remain after the subscription has ended.
   *
   * `DELETE /v1/credits/subscription`. Free.
   *
   * Specific errors: `not_found`, `upstream_error`.
   */
  cancelSubscription(options?: WriteOptions): Reply<SubscriptionResponse>

  /**
   * Read auto top-up.
   *
   * `GET /v1/credits/auto-topup`. Free.
   *
   * Specific errors: `not_found`.
   */
  autoTopup(options?: Options): Reply<AutoTopupResponse>

  /**
   * Buy a pack whenever credits run low.
   *
   * When fewer than `threshold` credits are available after a call, `pack_id` is bought with the saved payment method: one order at a time, at most two in ten minutes. Two declines suspend auto top-up until the payment method changes.
   *
   * `PUT /v1/credits/auto-topup`. Free.
   */
  setAutoTopup(args: AutoTopupRequest, options?: WriteOptions): Reply<AutoTopupResponse>

  /**
   * Turn off auto top-up.
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
   * Read one request and its receipt.
   *
   * What the log has about a request, with the response if it failed. If it was metered: the charges line by line, and the sources that it asked. A metered call that failed has sources but no lines; an unmetered request has neither.
   *
   * `GET /v1/requests/{request_id}`. Free.
   */
  get(requestId: string, options?: Options): Reply<ReceiptResponse>

  /**
   * List requests, newest first.
   *
   * The log of the workspace: every request by its keys, apps and portal links, and by users if it changed something or failed. It is written about a second after the response and kept for some days, which the operator of the server sets, up to a number of requests per day. Metered calls are listed longer: charged calls, calls that found nothing, and for 90 days calls that failed after asking a source. `metered=true` lists only these. `GET /v1/requests/{request_id}` returns the response to a failed request, and the receipt of a metered one. A page examines at most 5000 requests, so with filters a page can be short or empty while `has_more` is true: continue with `next_cursor`.
   *
   * `GET /v1/requests`. Free.
   */
  list(args?: RequestsListQuery, options?: Options): List<MeteredCallPage>

  /**
   * Stream the requests of the workspace as they complete.
   *
   * Server-sent events named `request`: `request_id`, `method`, `path` (without the query), `operation`, `status`, `ms`, `credits` (if the call has a price) and `caller_id` of every request of the workspace, by keys and users, on any server. A request that completes while nobody is connected is not shown; `GET /v1/requests` lists it about a second later. If more than 400 requests complete in a second, a comment says how many were skipped. A comment is sent every 15 seconds without a request. The limits on open streams are those of `GET /v1/events/stream`.
   *
   * `GET /v1/requests/stream`. Free.
   */
  stream(options?: Options): Reply<Blob>
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
   * Events of the workspace are sent to it as signed POST requests. The response has the secret, which is shown only once. A workspace can have at most 50 endpoints.
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
   * List event types, with their JSON Schemas and examples.
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
   * Changes only the fields in the body. An endpoint that was disabled, by you, by a 410 or after days of failures, receives events again once its status is `active`.
   *
   * `PATCH /v1/webhooks/{id}`. Free.
   */
  update(id: string, args?: WebhookChangeRequest, options?: WriteOptions): Reply<WebhookResponse>

  /**
   * Delete a webhook endpoint.
   *
   * Returns the deleted endpoint. Its pending deliveries are not sent and stay in the delivery log.
   *
   * `DELETE /v1/webhooks/{id}`. Free.
   */
  delete(id: string, options?: WriteOptions): Reply<WebhookResponse>

  /**
   * Create a new secret; the old one stays valid for 24 hours.
   *
   * For 24 hours every delivery has two signatures: `v1` with the new secret, `v2` with the old one. The new secret is shown only once. Another rotation is refused during these hours.
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
   * Read the delivery health of one endpoint.
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
   * Redrive a dead delivery.
   *
   * It is sent at once, and then retried up to seven times. `attempt` keeps counting.
   *
   * `POST /v1/webhooks/deliveries/{id}/redrive`. Free.
   *
   * Specific errors: `wrong_state`.
   */
  redrive(id: string, options?: WriteOptions): Reply<DeliveryResponse>

  /**
   * Redrive many dead deliveries.
   *
   * Redrives the deliveries in `ids`, or those that match `filter`, oldest first. Each is sent at once, and then retried up to seven times. Deliveries of disabled or deleted endpoints are left unchanged.
   *
   * `POST /v1/webhooks/deliveries:redrive`. Free.
   */
  redriveMany(args?: RedriveRequest, options?: WriteOptions): Reply<RedriveResponse>
}

export interface EventsResource {
  /**
   * Stream the events of the workspace.
   *
   * Server-sent events: `id` is the id of the event, `event` its type, `data` the body that a webhook endpoint gets. Events are stored for a stream while it is open and for an hour after; reconnect with the same key, the same `types` and the last id, and none is lost. The last minute before that id is sent again, because events may commit in a different order than their ids: deduplicate by `id`. A comment is sent every 15 seconds without an event. The stream ends when the server restarts, and within a second when the caller may no longer read it: a last comment, `ended:`, gives the reason. A workspace can have at most 10 open streams on a server, and a user 20 across all workspaces. A test key gets an example of each event.
   *
   * `GET /v1/events/stream`. Free.
   */
  stream(args?: EventsStreamQuery, options?: Options): Reply<Blob>
}

export interface PlatformsResource {
  /**
   * Read the app that sign-ins of the workspace use.
   *
   * Also returns the values to enter at the platform when you register your own.
   *
   * `GET /v1/platforms/{platform}/app`. Free.
   */
  app(platform: PlatformName | string, options?: Options): Reply<PlatformApp>

  /**
   * Use your own app for new sign-ins.
   *
   * People then see your name on the platform, and its limits are yours alone. The secrets are encrypted and never shown again. Connected accounts keep the app they signed in with.
   *
   * `PUT /v1/platforms/{platform}/app`. Free.
   *
   * Specific errors: `unsupported_by_platform`.
   */
  setApp(platform: PlatformName | string, args: PlatformAppRequest, options?: WriteOptions): Reply<PlatformApp>

  /**
   * Stop using your own app for new sign-ins.
   *
   * Accounts that signed in with it keep it. Returns the app that is used from now on.
   *
   * `DELETE /v1/platforms/{platform}/app`. Free.
   */
  removeApp(platform: PlatformName | string, options?: WriteOptions): Reply<PlatformApp>

  /**
   * List the platforms of this server.
   *
   * Includes their capabilities, limits, post options and sign-in methods.
   *
   * `GET /v1/platforms`. Free. Also for keys with scope `profiles`.
   */
  list(args?: PlatformsListQuery, options?: Options): List<PlatformPage>
}

export interface ConnectionsResource {
  /**
   * Start connecting a social account.
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
   * Shows the progress of each sign-in. Connections are kept for 30 days.
   *
   * `GET /v1/connections`. Free. Also for keys with scope `profiles`.
   */
  list(args?: ConnectionsListQuery, options?: Options): List<ConnectionPage>

  /**
   * Read a connection.
   *
   * Shows the progress of the sign-in.
   *
   * `GET /v1/connections/{id}`. Free. Also for keys with scope `profiles`.
   */
  get(id: string, options?: Options): Reply<ConnectionResponse>

  /**
   * Complete a connection.
   *
   * Send the `code` and `state` that the platform sent to your page, or `credentials`. A state can be used once. Then select an entity, unless there is only one.
   *
   * `POST /v1/connections/{id}/complete`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `unsupported_by_platform`, `upstream_error`, `upstream_timeout`.
   */
  complete(id: string, args?: CompleteRequest, options?: WriteOptions): Reply<ConnectionResponse>

  /**
   * List the entities this sign-in can connect.
   *
   * No account is stored until you select one of them.
   *
   * `GET /v1/connections/{id}/entities`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`.
   */
  entities(id: string, args?: ConnectionsEntitiesQuery, options?: Options): List<EntityPage>

  /**
   * Select an entity and connect the account.
   *
   * If an account of the profile already acts as this entity, that account is reconnected and keeps its id.
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
   * Download the picture of an account.
   *
   * The picture from the platform, at most 1 MiB; JPEG, PNG, GIF or WebP. It may be a day old. Returns 404 when there is none.
   *
   * `GET /v1/accounts/{id}/avatar`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `not_found`, `upstream_error`, `upstream_timeout`.
   */
  avatar(id: string, options?: Options): Reply<Blob>

  /**
   * Disconnect an account.
   *
   * Deletes its tokens. Its id and history are kept: reconnecting restores the account.
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
   * Read the last health check of an account.
   *
   * `GET /v1/accounts/{id}/health`. Free. Also for keys with scope `profiles`.
   */
  getHealth(id: string, options?: Options): Reply<AccountHealthSummary>

  /**
   * Check the health of an account now.
   *
   * Asks the platform. An account with status `reauth_required` whose sign-in works again becomes `connected`.
   *
   * `POST /v1/accounts/{id}/health`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`.
   */
  checkHealth(id: string, options?: WriteOptions): Reply<AccountHealthSummary>

  /**
   * List the entities an account can act as.
   *
   * `GET /v1/accounts/{id}/entities`. Free. Also for keys with scope `profiles`.
   */
  listEntities(id: string, args?: AccountsListEntitiesQuery, options?: Options): List<AccountEntityPage>

  /**
   * Refresh the entities of an account from the platform.
   *
   * If its active entity is gone, the account becomes `pending_selection` until you choose another one.
   *
   * `POST /v1/accounts/{id}/entities/refresh`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `upstream_error`, `upstream_timeout`.
   */
  refreshEntities(id: string, options?: WriteOptions): Reply<AccountEntityPage>

  /**
   * Set the entity an account acts as.
   *
   * `PUT /v1/accounts/{id}/active-entity`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`.
   */
  setActiveEntity(id: string, args: ActiveEntityRequest, options?: WriteOptions): Reply<AccountResponse>

  /**
   * Read the daily metrics of an account.
   *
   * The stored values, one per day. `unavailable` lists the metrics that the platform does not have.
   *
   * `GET /v1/accounts/{id}/analytics`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `unsupported_by_platform`.
   */
  analytics(id: string, args?: AccountsAnalyticsQuery, options?: Options): Reply<AccountAnalyticsView>

  /**
   * Send a code to the phone number of an account.
   *
   * The first step for a new number: the code proves that the number is yours. Then verify the code and register the number. For platforms with the capability `numbers.verify`.
   *
   * `POST /v1/accounts/{id}/request-code`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `unsupported_by_platform`, `upstream_error`, `upstream_timeout`.
   */
  requestCode(id: string, args: RequestCodeRequest, options?: WriteOptions): Reply<NumberVerificationResponse>

  /**
   * Verify the phone number of an account with the code.
   *
   * `POST /v1/accounts/{id}/verify-code`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `unsupported_by_platform`, `upstream_error`, `upstream_timeout`.
   */
  verifyCode(id: string, args: VerifyCodeRequest, options?: WriteOptions): Reply<NumberVerificationResponse>

  /**
   * Register the phone number of an account.
   *
   * `POST /v1/accounts/{id}/register-number`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `unsupported_by_platform`, `upstream_error`, `upstream_timeout`.
   */
  registerNumber(id: string, args: RegisterNumberRequest, options?: WriteOptions): Reply<RegisterNumberResponse>

  /**
   * List the feeds of an account.
   *
   * With the times of the last and the next read. Feeds that the platform pushes are also polled, so that nothing is missed.
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
   * Download the author picture of a comment.
   *
   * The picture from the platform, at most 1 MiB; JPEG, PNG, GIF or WebP. It may be a day old. Returns 404 when there is none.
   *
   * `GET /v1/comments/{id}/avatar`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `not_found`, `upstream_error`, `upstream_timeout`.
   */
  avatar(id: string, options?: Options): Reply<Blob>

  /**
   * Hide, unhide or delete a comment.
   *
   * Acts on the platform. Succeeds if the comment is already in this state. After `delete`, `comment` is null.
   *
   * `POST /v1/comments/{id}/moderate`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `unsupported_by_platform`, `upstream_error`, `upstream_timeout`.
   */
  moderate(id: string, args: ModerateRequest, options?: WriteOptions): Reply<ModerateResponse>

  /**
   * Reply to a comment.
   *
   * Returns the reply, which is also a comment. If the outcome is unknown (`outcome: unknown`), repeat the call with the same Idempotency-Key: the reply is looked up on the platform before it is sent again.
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
   * Download the picture of the other person in a conversation.
   *
   * The picture from the platform, at most 1 MiB; JPEG, PNG, GIF or WebP. It may be a day old. Returns 404 when there is none.
   *
   * `GET /v1/conversations/{id}/avatar`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `not_found`, `upstream_error`, `upstream_timeout`.
   */
  avatar(id: string, options?: Options): Reply<Blob>

  /**
   * Archive or reopen a conversation.
   *
   * An archived conversation reopens when the other person writes.
   *
   * `PATCH /v1/conversations/{id}`. Free. Also for keys with scope `profiles`.
   */
  update(id: string, args: ConversationChange, options?: WriteOptions): Reply<ConversationView>

  /**
   * Mark a conversation as read.
   *
   * On platforms that support it, the conversation is also marked as read there, a moment later.
   *
   * `POST /v1/conversations/{id}/read`. Free. Also for keys with scope `profiles`.
   */
  read(id: string, options?: WriteOptions): Reply<ConversationView>

  /**
   * Mark a conversation as unread.
   *
   * Its `unread_count` is then at least 1. Platforms are not notified.
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
   * Send `body`, free text; `media_id`, a file, with or without text; or `template`, an approved template. Returns the message as `queued`, with an empty `external_id`; later it is sent, delivered, read or failed, and each change emits `message.status_changed`. It is sent at most once: if the platform does not confirm it, it is looked up there and not sent again. While the message window is closed, free text is refused with 409 and a template is accepted.
   *
   * `POST /v1/conversations/{id}/messages`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `template_not_approved`, `unsupported_by_platform`.
   */
  reply(id: string, args?: SendMessageRequest, options?: WriteOptions): Reply<MessageView>

  /**
   * Send a template to a phone number.
   *
   * Also works for a number that has not written yet: a conversation is created, or the existing one is used. Returns the message as `queued`, with an empty `external_id`; later it is sent, delivered, read or failed, and each change emits `message.status_changed`. It is sent at most once: if the platform does not confirm it, it is looked up there and not sent again. For platforms with the capability `messages.start`.
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
   * `index` counts the message's `attachments` from 0. For files that were sent through this API, and for those that the platform releases only with our token; others have their own `url`.
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
   * Download the author picture of a review.
   *
   * The picture from the platform, at most 1 MiB; JPEG, PNG, GIF or WebP. It may be a day old. Returns 404 when there is none.
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
   * Read post metrics.
   *
   * The last collected values. They are collected within minutes, every ten minutes for an hour, hourly for two days, then daily for a month; less often on platforms that limit reads.
   *
   * `GET /v1/posts/analytics`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `not_found`.
   */
  analytics(args: PostsAnalyticsQuery, options?: Options): Reply<PostAnalyticsView>

  /**
   * Publish a post, now or later.
   *
   * The post is checked against the limits of every platform and stored. A worker then publishes each target separately. The response does not wait for that: read the post again, or subscribe to `post.published` and `post.failed`.
   *
   * `POST /v1/posts`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `not_found`, `out_of_scope`, `unsupported_by_platform`.
   */
  create(args: CreatePostRequest, options?: WriteOptions): Reply<PostResponse>

  /**
   * Save a post as a draft.
   *
   * A draft is never published automatically and may be incomplete: it is checked only when it is published or scheduled. Change it with `PATCH /v1/posts/{id}`, which also schedules it, and publish it with `POST /v1/posts/{id}/publish`.
   *
   * `POST /v1/posts/drafts`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `not_found`, `out_of_scope`, `unsupported_by_platform`.
   */
  createDraft(args?: CreateDraftRequest, options?: WriteOptions): Reply<PostResponse>

  /**
   * Check a post without storing it.
   *
   * Returns the errors of `POST /v1/posts`, or the post as it would be stored. It has no id, because nothing is stored.
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
   * Omitted fields stay unchanged. The whole post is checked again, unless it is a draft. Returns 409 once publishing a target has started.
   *
   * `PATCH /v1/posts/{id}`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `unsupported_by_platform`.
   */
  update(id: string, args?: UpdatePostRequest, options?: WriteOptions): Reply<PostResponse>

  /**
   * Publish a draft or a scheduled post now.
   *
   * Like a PATCH with the current time as `scheduled_at`. Errors name the fields of `POST /v1/posts`. Returns 409 once publishing a target has started.
   *
   * `POST /v1/posts/{id}/publish`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `unsupported_by_platform`.
   */
  publish(id: string, options?: WriteOptions): Reply<PostResponse>

  /**
   * Delete the record of a post.
   *
   * Returns the deleted post. A scheduled post is then never published. Returns 409 while the post is, or may be, on a platform: unpublish it first.
   *
   * `DELETE /v1/posts/{id}`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`.
   */
  delete(id: string, options?: WriteOptions): Reply<PostResponse>

  /**
   * Cancel unpublished targets.
   *
   * Returns 409 while a worker is publishing a target, and when no target is left to cancel.
   *
   * `POST /v1/posts/{id}/cancel`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`.
   */
  cancel(id: string, options?: WriteOptions): Reply<PostResponse>

  /**
   * Retry failed or unconfirmed targets.
   *
   * Publishes `failed` targets again, and resends failed first comments of published targets. For an `unconfirmed` target, asks the platform again whether it has the post; where the platform cannot be asked, check there yourself and use `force`.
   *
   * `POST /v1/posts/{id}/retry`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`.
   */
  retry(id: string, args?: RetryPostRequest, options?: WriteOptions): Reply<PostResponse>

  /**
   * Remove published targets from their platforms.
   *
   * Responds once the platforms have deleted the posts. A target whose platform refuses stays `published`.
   *
   * `POST /v1/posts/{id}/unpublish`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`, `unsupported_by_platform`, `rate_limited`, `upstream_error`, `upstream_timeout`.
   */
  unpublish(id: string, args?: UnpublishPostRequest, options?: WriteOptions): Reply<PostResponse>

  /**
   * List all publishing attempts, newest first.
   *
   * Attempts are kept for 90 days.
   *
   * `GET /v1/posts/{id}/attempts`. Free. Also for keys with scope `profiles`.
   */
  attempts(id: string, args?: PostsAttemptsQuery, options?: Options): List<PostAttemptPage>
}

export interface AnalyticsResource {
  /**
   * Compare accounts, platforms, kinds of posts or hours.
   *
   * By `account` and `platform`: the metrics of the accounts, as in the totals of `GET /v1/analytics/summary`. By `media_type` and `hour`: the posts that were published in the period, with their metrics to this day. Days are in UTC. Accounts are the first 200 of the filter.
   *
   * `GET /v1/analytics/breakdown`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `not_found`, `out_of_scope`.
   */
  breakdown(args: AnalyticsBreakdownQuery, options?: Options): Reply<AnalyticsBreakdown>

  /**
   * Read the combined daily metrics of all accounts.
   *
   * The stored values of all accessible accounts, or of one profile, summed for each day, with totals beside those of the previous period. An account without data for a day is not in its sum: `accounts` of the point is then lower.
   *
   * `GET /v1/analytics/summary`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `not_found`, `out_of_scope`.
   */
  summary(args?: AnalyticsSummaryQuery, options?: Options): Reply<AnalyticsSummary>

  /**
   * List the best or worst posts of a period by a metric.
   *
   * Posts that were published in this period and have data for the metric. Metrics are collected as for `GET /v1/posts/analytics`. `engagements` and `engagement_rate` are computed from them.
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
   * List scripted faults that are still pending.
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
   * List the posts visible on the sandbox, newest first.
   *
   * `GET /v1/sandbox/posts`. Free.
   *
   * Specific errors: `not_found`.
   */
  listPosts(args?: SandboxListPostsQuery, options?: Options): List<SandboxPostPage>

  /**
   * List the pages of the sandbox with their inbox URLs, newest first.
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
   * Add a file, from a URL or as bytes.
   *
   * With a URL: responds at once with an asset that is `pending`. A job then fetches the file (`fetching`) and detects its type: the asset becomes `ready` or `failed`. With bytes, as the body with their `Content-Type` or as the part `file` of `multipart/form-data`: responds with an asset that is `ready` once the file is stored, or refuses it. JPEG, PNG, GIF, WebP, MP4, QuickTime, WebM and PDF are accepted. Media belongs to the workspace: a key of scope full can access all of it. An asset added by a key of scope profiles belongs to the profiles of that key; other keys of scope profiles can access it when they have all of these profiles.
   *
   * `POST /v1/media`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `media_quota_exceeded`, `insufficient_storage`.
   */
  ingest(args: IngestMediaRequest | FileArgument, options?: WriteOptions): Reply<MediaAssetResponse>

  /**
   * Create an upload URL for a file.
   *
   * For files that go straight to the storage: send the bytes to `url` with PUT, then call `POST /v1/media/{id}/complete`. With an S3 bucket the URL is in the bucket, otherwise on this server. It accepts exactly `bytes_size` bytes and works for an hour. An upload that is not completed within a day fails.
   *
   * `POST /v1/media/uploads`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `media_quota_exceeded`, `insufficient_storage`.
   */
  createUpload(args: CreateUploadRequest, options?: WriteOptions): Reply<MediaUpload>

  /**
   * Complete an upload.
   *
   * Responds at once; the asset becomes `ready` or `failed`. A repeat changes nothing. Returns 409 before the file has arrived.
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
   * Read the storage usage and quota of media.
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
   * Returns the deleted asset. Returns 409 while a post that is not published yet needs it.
   *
   * `DELETE /v1/media/{id}`. Free. Also for keys with scope `profiles`.
   *
   * Specific errors: `wrong_state`.
   */
  delete(id: string, options?: WriteOptions): Reply<MediaAssetResponse>
}

export interface DemoDataResource {
  /**
   * Read the status of the demo data.
   *
   * `GET /v1/demo-data`. Free.
   */
  get(options?: Options): Reply<DemoDataResponse>

  /**
   * Add demo data.
   *
   * Creates a profile "Demo" with two accounts on the sandbox, posts in every state, messages, comments and reviews. It costs no credits, and leaves the server only in the webhooks that you subscribe to. It is ready within seconds; a workspace has it once, and a repeated call changes nothing.
   *
   * `POST /v1/demo-data`. Free.
   *
   * Specific errors: `not_found`.
   */
  create(options?: WriteOptions): Reply<DemoDataResponse>

  /**
   * Remove the demo data.
   *
   * Deletes its profile with everything in it, including anything added to that profile since, and its people on the sandbox. Nothing else changes.
   *
   * `DELETE /v1/demo-data`. Free.
   *
   * Specific errors: `not_found`.
   */
  delete(options?: WriteOptions): Reply<DemoDataResponse>
}

export interface PurchasesResource {
  /**
   * List what was bought, newest first.
   *
   * People, companies, addresses and verdicts that lookups, workflows and data jobs of this workspace were charged for. `GET /v1/data/purchases/{id}` returns the result again, free. A page examines at most 5000 purchases, so with filters a page can be short or empty while `has_more` is true: continue with `next_cursor`.
   *
   * `GET /v1/data/purchases`. Free.
   */
  list(args?: PurchasesListQuery, options?: Options): List<PurchasePage>

  /**
   * Read again what was bought.
   *
   * Free: the result was charged when it was bought.
   *
   * `GET /v1/data/purchases/{id}`. Free.
   */
  get(id: string, options?: Options): Reply<Purchase>
}

export interface DataResource {
  /**
   * Search people by text and filters.
   *
   * Charged per person found. An empty body is valid and buys the first 10 people of the directory, best-known first. With `since_cursor` only changes are returned, each page at the price of the same search without it; a page without changes has `data` null and costs nothing, even when `has_more` is true. With a test key the query `nobody` finds nothing and `failure` fails.
   *
   * `POST /v1/data/search/people`. Costs 1 credit per person found, in the standard price book.
   *
   * Specific errors: `upstream_error`, `upstream_timeout`.
   */
  searchPeople(args: SearchPeopleRequest | undefined, options: PricedOptions & { maxCredits: number }): List<SearchPeopleResponse>
  /**
   * Search people by text and filters.
   *
   * Charged per person found. An empty body is valid and buys the first 10 people of the directory, best-known first. With `since_cursor` only changes are returned, each page at the price of the same search without it; a page without changes has `data` null and costs nothing, even when `has_more` is true. With a test key the query `nobody` finds nothing and `failure` fails.
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
   * Ask with `query` ("Ada Example, example.com") or with `filters` {full_name | first_name, last_name, domain}. If nothing is found, `data` is null and nothing is charged. With a test key `Nobody Nowhere, example.com` is never found and `Upstream Failure, example.com` always fails.
   *
   * `POST /v1/data/contacts/find-email`. Costs 5 credits per email found, in the standard price book.
   *
   * Specific errors: `upstream_error`, `upstream_timeout`.
   */
  findEmail(args?: FindEmailRequest, options?: PricedOptions): Reply<FindEmailResponse>

  /**
   * Verify that a mailbox exists.
   *
   * Ask with the address as `query` or as `filters.email`. If nothing is found, `data` is null and nothing is charged. With a test key `nobody@example.com` is never found and `failure@example.com` always fails.
   *
   * `POST /v1/data/contacts/verify-email`. Costs 1 credit per verdict other than unknown, in the standard price book.
   *
   * Specific errors: `upstream_error`, `upstream_timeout`.
   */
  verifyEmail(args?: VerifyEmailRequest, options?: PricedOptions): Reply<VerifyEmailResponse>

  /**
   * Enrich a person.
   *
   * Ask with an email as `query`, with `filters.person_id`, or with a name and a domain as for find-email. If nothing is found, `data` is null and nothing is charged. With a test key `nobody@example.com` is never found and `failure@example.com` always fails.
   *
   * `POST /v1/data/people/enrich`. Costs 3 credits per person found, in the standard price book.
   *
   * Specific errors: `upstream_error`, `upstream_timeout`.
   */
  enrichPerson(args?: EnrichPersonRequest, options?: PricedOptions): Reply<EnrichPersonResponse>

  /**
   * Find people on whom independent sources agree.
   *
   * Asks every source and counts one vote per data lineage: resellers of one data set are one lineage, and so are imports with the same name. Sources agree on a person when at least 2 lineages, and two thirds of those that know the person, name the same company; each field shows the value that most lineages give. Charged per person agreed on; `data` is null when there is none. With a test key the query `nobody` finds nothing and `failure` fails.
   *
   * `POST /v1/data/consensus`. Costs 3 credits per person agreed on, in the standard price book.
   *
   * Specific errors: `upstream_error`, `upstream_timeout`.
   */
  consensus(args: ConsensusRequest, options?: PricedOptions): Reply<ConsensusResponse>

  /**
   * Estimate the cost of search/people.
   *
   * Free, also for read keys, and runs nothing. Takes the body of the call and refuses the same requests; the estimate is the amount that the call holds. `purchase` is what the workspace already has: reading it again is free.
   *
   * `POST /v1/data/search/people:estimate`. Free.
   */
  estimateSearchPeople(args?: SearchPeopleRequest, options?: WriteOptions): Reply<EstimateResponse>

  /**
   * Estimate the cost of search/companies.
   *
   * Free, also for read keys, and runs nothing. Takes the body of the call and refuses the same requests; the estimate is the amount that the call holds. `purchase` is what the workspace already has: reading it again is free.
   *
   * `POST /v1/data/search/companies:estimate`. Free.
   */
  estimateSearchCompanies(args?: SearchCompaniesRequest, options?: WriteOptions): Reply<EstimateResponse>

  /**
   * Estimate the cost of people/enrich.
   *
   * Free, also for read keys, and runs nothing. Takes the body of the call and refuses the same requests; the estimate is the amount that the call holds. `purchase` is what the workspace already has: reading it again is free.
   *
   * `POST /v1/data/people/enrich:estimate`. Free.
   */
  estimateEnrichPerson(args?: EnrichPersonRequest, options?: WriteOptions): Reply<EstimateResponse>

  /**
   * Estimate the cost of contacts/find-email.
   *
   * Free, also for read keys, and runs nothing. Takes the body of the call and refuses the same requests; the estimate is the amount that the call holds. `purchase` is what the workspace already has: reading it again is free.
   *
   * `POST /v1/data/contacts/find-email:estimate`. Free.
   */
  estimateFindEmail(args?: FindEmailRequest, options?: WriteOptions): Reply<EstimateResponse>

  /**
   * Estimate the cost of contacts/verify-email.
   *
   * Free, also for read keys, and runs nothing. Takes the body of the call and refuses the same requests; the estimate is the amount that the call holds. `purchase` is what the workspace already has: reading it again is free.
   *
   * `POST /v1/data/contacts/verify-email:estimate`. Free.
   */
  estimateVerifyEmail(args?: VerifyEmailRequest, options?: WriteOptions): Reply<EstimateResponse>

  /**
   * Estimate the cost of consensus.
   *
   * Free, also for read keys, and runs nothing. Takes the body of the call and refuses the same requests; the estimate is the amount that the call holds. `purchase` is what the workspace already has: reading it again is free.
   *
   * `POST /v1/data/consensus:estimate`. Free.
   */
  estimateConsensus(args: ConsensusRequest, options?: WriteOptions): Reply<EstimateResponse>
}

export interface ActionsResource {
  /**
   * List all actions and workflows with their prices.
   *
   * Includes the call that runs each action, and its input.
   *
   * `GET /v1/meta/actions`. Free.
   */
  list(args?: ActionsListQuery, options?: Options): List<ActionsResponse>
}

export interface WorkflowsResource {
  /**
   * List the workflows this key can run.
   *
   * Includes their inputs, steps and prices.
   *
   * `GET /v1/data/workflows`. Free.
   */
  list(args?: WorkflowsListQuery, options?: Options): List<WorkflowList>

  /**
   * Find people with their verified work emails.
   *
   * Searches for people, then finds and verifies the email of each. Each step is charged for each row in which it finds something: at most 7 credits a row. If a source fails, the error is in its step; if nothing was found and sources failed, the call fails and is free. If nothing is found, `data` is null and nothing is charged. With a test key the query `nobody` finds nothing and `failure` fails.
   *
   * `POST /v1/data/workflows/lead-list`. Costs the sum of its steps; `estimate` returns the maximum.
   *
   * Specific errors: `upstream_error`, `upstream_timeout`.
   */
  runLeadList(args: LeadListRequest & { format: 'csv' | 'markdown' }, options?: PricedOptions): Reply<string>
  /**
   * Find people with their verified work emails.
   *
   * Searches for people, then finds and verifies the email of each. Each step is charged for each row in which it finds something: at most 7 credits a row. If a source fails, the error is in its step; if nothing was found and sources failed, the call fails and is free. If nothing is found, `data` is null and nothing is charged. With a test key the query `nobody` finds nothing and `failure` fails.
   *
   * `POST /v1/data/workflows/lead-list`. Costs the sum of its steps; `estimate` returns the maximum.
   *
   * Specific errors: `upstream_error`, `upstream_timeout`.
   */
  runLeadList(args: LeadListRequest & { format?: 'json' | undefined }, options?: PricedOptions): Reply<LeadListResponse>

  /**
   * Estimate the cost of lead-list.
   *
   * Free, also for read keys, and runs nothing. The estimate is the amount that the workflow holds.
   *
   * `POST /v1/data/workflows/lead-list:estimate`. Free.
   */
  estimateLeadList(args: LeadListRequest, options?: WriteOptions): Reply<WorkflowQuoteResponse>

  /**
   * Verify the email addresses of a list.
   *
   * Verifies every address of the list; one that is listed twice is verified once. A text that is not an address is `invalid`, `syntax`, and free. Each step is charged for each row in which it finds something: at most 1 credits a row. If a source fails, the error is in its step; if nothing was found and sources failed, the call fails and is free. If nothing is found, `data` is null and nothing is charged. With a test key `nobody@example.com` is never found and `failure@example.com` always fails.
   *
   * `POST /v1/data/workflows/verify-list`. Costs the sum of its steps; `estimate` returns the maximum.
   *
   * Specific errors: `upstream_error`, `upstream_timeout`.
   */
  runVerifyList(args: VerifyListRequest & { format: 'csv' | 'markdown' }, options?: PricedOptions): Reply<string>
  /**
   * Verify the email addresses of a list.
   *
   * Verifies every address of the list; one that is listed twice is verified once. A text that is not an address is `invalid`, `syntax`, and free. Each step is charged for each row in which it finds something: at most 1 credits a row. If a source fails, the error is in its step; if nothing was found and sources failed, the call fails and is free. If nothing is found, `data` is null and nothing is charged. With a test key `nobody@example.com` is never found and `failure@example.com` always fails.
   *
   * `POST /v1/data/workflows/verify-list`. Costs the sum of its steps; `estimate` returns the maximum.
   *
   * Specific errors: `upstream_error`, `upstream_timeout`.
   */
  runVerifyList(args: VerifyListRequest & { format?: 'json' | undefined }, options?: PricedOptions): Reply<VerifyListResponse>

  /**
   * Estimate the cost of verify-list.
   *
   * Free, also for read keys, and runs nothing. The estimate is the amount that the workflow holds.
   *
   * `POST /v1/data/workflows/verify-list:estimate`. Free.
   */
  estimateVerifyList(args: VerifyListRequest, options?: WriteOptions): Reply<WorkflowQuoteResponse>

  /**
   * Enrich the people of a list.
   *
   * Takes emails ("ada@example.com") and names with a domain ("Ada Example, example.com"); a person who is listed twice is looked up once. Each step is charged for each row in which it finds something: at most 3 credits a row. If a source fails, the error is in its step; if nothing was found and sources failed, the call fails and is free. If nothing is found, `data` is null and nothing is charged. With a test key `nobody@example.com` is never found and `failure@example.com` always fails.
   *
   * `POST /v1/data/workflows/enrich-list`. Costs the sum of its steps; `estimate` returns the maximum.
   *
   * Specific errors: `upstream_error`, `upstream_timeout`.
   */
  runEnrichList(args: EnrichListRequest & { format: 'csv' | 'markdown' }, options?: PricedOptions): Reply<string>
  /**
   * Enrich the people of a list.
   *
   * Takes emails ("ada@example.com") and names with a domain ("Ada Example, example.com"); a person who is listed twice is looked up once. Each step is charged for each row in which it finds something: at most 3 credits a row. If a source fails, the error is in its step; if nothing was found and sources failed, the call fails and is free. If nothing is found, `data` is null and nothing is charged. With a test key `nobody@example.com` is never found and `failure@example.com` always fails.
   *
   * `POST /v1/data/workflows/enrich-list`. Costs the sum of its steps; `estimate` returns the maximum.
   *
   * Specific errors: `upstream_error`, `upstream_timeout`.
   */
  runEnrichList(args: EnrichListRequest & { format?: 'json' | undefined }, options?: PricedOptions): Reply<EnrichListResponse>

  /**
   * Estimate the cost of enrich-list.
   *
   * Free, also for read keys, and runs nothing. The estimate is the amount that the workflow holds.
   *
   * `POST /v1/data/workflows/enrich-list:estimate`. Free.
   */
  estimateEnrichList(args: EnrichListRequest, options?: WriteOptions): Reply<WorkflowQuoteResponse>
}

export interface DataJobsResource {
  /**
   * Start a lookup and read its result later.
   *
   * Takes the same input as the action. Workflows are actions too: `lead-list` takes the input of a search, `verify-list` and `enrich-list` take one item as `query`, or a list as `filters.emails` or `filters.people`. A search finds at most `filters.limit` items (1 to 100, default 10). The worst case is held when the job is created; what was found is charged when the job completes, and the rest is released. A source that fails is asked again after 5, 15 and 40 seconds, or later if it asks for a longer pause, up to a minute. After four failures the job is `failed`, and its whole hold is released. The job waits up to a day for rate limits and for sources that announce a later answer.
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
   * Read one async data job, with its data once completed.
   *
   * `GET /v1/data/jobs/{id}`. Free.
   */
  get(id: string, options?: Options): Reply<AsyncJobResponse>

  /**
   * Cancel an async data job.
   *
   * Its credits are released. Returns 409 if the job has already ended.
   *
   * `POST /v1/data/jobs/{id}/cancel`. Free.
   *
   * Specific errors: `wrong_state`.
   */
  cancel(id: string, options?: WriteOptions): Reply<JobResponse>
}

export interface BulkJobsResource {
  /**
   * Look up many rows at once.
   *
   * Send exactly one of `csv_text`, `queries` and `filters`. A row takes the same input as the action; rows about the same subject are looked up and charged once; a row that fails does not fail the job. Workflows and `consensus` are actions too: a row of `verify-list` and `enrich-list` is one item, and a row of `lead-list` and `consensus` is a search. `filters` can be used with `search/people`, `search/companies` and `lead-list`: the job pages through all matches, up to `filters.limit` (default 1000). At most 100000 rows of at most 1000 columns. The worst case is held when the job is created; returns 402 if the credits do not cover it.
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
   * Rows are returned in order, also while the job runs: rows without a result are `pending`. Never charges. `json` is paged; `ndjson` and `csv` stream all rows. `csv` keeps your columns and has one line for each item that a search found, with the credits of the row on the first.
   *
   * `GET /v1/bulk/jobs/{id}/results`. Free.
   */
  results(id: string, args: BulkJobsResultsQuery & { format: 'csv' | 'ndjson' }, options?: Options): Reply<string>
  /**
   * Read the results of a bulk job.
   *
   * Rows are returned in order, also while the job runs: rows without a result are `pending`. Never charges. `json` is paged; `ndjson` and `csv` stream all rows. `csv` keeps your columns and has one line for each item that a search found, with the credits of the row on the first.
   *
   * `GET /v1/bulk/jobs/{id}/results`. Free.
   */
  results(id: string, args?: BulkJobsResultsQuery & { format?: 'json' | undefined }, options?: Options): List<BulkResultPage>

  /**
   * Cancel a bulk job.
   *
   * Rows in progress are finished and charged; the others are not looked up, and their credits are released. Returns 409 if the job has already ended.
   *
   * `POST /v1/bulk/jobs/{id}/cancel`. Free.
   *
   * Specific errors: `wrong_state`.
   */
  cancel(id: string, options?: WriteOptions): Reply<JobResponse>

  /**
   * Estimate the cost of a bulk job.
   *
   * Free, also for read keys, and runs nothing. Takes the body of the job and refuses the same requests; the estimate is the amount that the job holds.
   *
   * `POST /v1/bulk/jobs:estimate`. Free.
   */
  estimate(args: BulkJobRequest, options?: WriteOptions): Reply<BulkEstimateResponse>
}

export interface SavedSearchesResource {
  /**
   * Save a search.
   *
   * Saves a query under a name; to run it, send its query and filters to its action. Saving is free. A workspace can have at most 1000.
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
   * Omitted fields become empty.
   *
   * `PUT /v1/data/saved-searches/{id}`. Free.
   */
  replace(id: string, args: SavedSearchRequest, options?: WriteOptions): Reply<SavedSearch>

  /**
   * Delete a saved search.
   *
   * Returns the deleted saved search.
   *
   * `DELETE /v1/data/saved-searches/{id}`. Free.
   */
  delete(id: string, options?: WriteOptions): Reply<SavedSearch>
}

export interface SuppressionsResource {
  /**
   * Suppress a person, an email or a domain.
   *
   * From now on, no search, lookup, workflow or job of this workspace returns this email, domain or person, and nothing is charged for them; searches that follow changes show them as `removed`. If it is already suppressed, the existing suppression is returned.
   *
   * `POST /v1/suppressions`. Free.
   */
  create(args: SuppressionRequest, options?: WriteOptions): Reply<Suppression>

  /**
   * Suppress many people, emails or domains.
   *
   * Takes up to 10000 values from a list. All valid ones are suppressed together; the response lists the others.
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
   * Returns the deleted suppression.
   *
   * `DELETE /v1/suppressions/{id}`. Free.
   */
  delete(id: string, options?: WriteOptions): Reply<Suppression>
}

export interface ApiKeysListQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  status?: "active" | "expired" | "revoked" | undefined
  mode?: "live" | "test" | undefined
  /** `spend` adds `spent_this_month`, the sum of the month's charges. */
  include?: "spend" | undefined
}

export interface ApiKeysGetQuery {
  /** `spend` adds `spent_this_month`, the sum of the month's charges. */
  include?: "spend" | undefined
}

export interface PortalLinksListQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface ProfilesListQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface CreditsLedgerQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  kind?: "grant" | "charge" | "expire" | "trim" | "revoke" | undefined
  /** `"json"` when absent. */
  format?: "json" | "csv" | undefined
}

export interface CreditsUsageQuery {
  /** First day (UTC); defaults to 30 days ago. */
  since?: string | undefined
  /** Last day (UTC), inclusive; defaults to today. */
  until?: string | undefined
  /** `"day"` when absent. */
  group_by?: "day" | "action" | "key" | "day,action" | undefined
  /** When grouped by day: includes days without calls, for each action in the range. `false` when absent. */
  fill?: boolean | undefined
}

export interface RequestsListQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  action?: string | undefined
  api_key_id?: string | undefined
  outcome?: "running" | "found" | "not_found" | "failed" | "unmetered" | undefined
  /** Only metered requests, or only unmetered ones. */
  metered?: boolean | undefined
  method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | undefined
  /** Only paths that begin with this, such as `/v1/posts`. */
  path?: string | undefined
  /** Such as `posts.create`. */
  operation?: string | undefined
  /** A status such as `404`, or a class such as `4xx`. */
  status?: string | undefined
  error_code?: string | undefined
  mode?: "live" | "test" | undefined
  /** Our id of the request, or the id that the client sent with it. */
  request_id?: string | undefined
  /** Only requests from this time on. */
  from?: string | undefined
  /** Only requests before this time. */
  to?: string | undefined
}

export interface CreditsHoldsQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface CreditsOrdersQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface WebhooksListQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface WebhooksEventsQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface WebhookDeliveriesListQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  endpoint_id?: string | undefined
  /** failed: will be retried. dead: will not be sent again unless it is redriven. */
  status?: "pending" | "failed" | "delivered" | "dead" | undefined
  event_type?: "post.published" | "post.failed" | "message.received" | "message.status_changed" | "review.new" | "account.connected" | "account.disconnected" | "account.expiring" | "template.status_changed" | "media.ready" | "media.failed" | "comment.received" | "credits.low" | "webhook.test" | "job.finished" | undefined
  /** Only events from this time on. */
  from?: string | undefined
  /** Only events before this time. */
  to?: string | undefined
}

export interface EventsStreamQuery {
  /** Event names, separated by commas; defaults to all. */
  types?: string | undefined
  /** The id of the event to continue after. The header `Last-Event-ID` has the same meaning and takes precedence. */
  after?: string | undefined
  /** Start with the events stored since this time. */
  since?: string | undefined
}

export interface WebhooksListHealthQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface ConnectionsListQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  profile_id?: string | undefined
  /** A platform id from `GET /v1/platforms`. */
  platform?: PlatformName | undefined
  status?: "awaiting_user" | "awaiting_selection" | "completed" | "failed" | "expired" | undefined
}

export interface ConnectionsEntitiesQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface AccountsListQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  profile_id?: string | undefined
  /** A platform id from `GET /v1/platforms`. */
  platform?: PlatformName | undefined
  status?: "pending_selection" | "connected" | "expiring" | "reauth_required" | "disconnected" | undefined
}

export interface AccountsListHealthQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  profile_id?: string | undefined
  /** A platform id from `GET /v1/platforms`. */
  platform?: PlatformName | undefined
  status?: "pending_selection" | "connected" | "expiring" | "reauth_required" | "disconnected" | undefined
}

export interface AccountsListEntitiesQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface PlatformsListQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface CommentsListQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
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
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  account_id?: string | undefined
  /** A platform id from `GET /v1/platforms`. */
  platform?: PlatformName | undefined
  status?: "open" | "archived" | undefined
  /** True for conversations with unread messages, false for the others. */
  unread?: boolean | undefined
  /** Text in the other person's name or the last message; not case-sensitive. */
  q?: string | undefined
  /** The time by which conversations are sorted, newest first: `created`, the default, or `last_message`, as in an inbox. A cursor is valid for one order. */
  order?: "created" | "last_message" | undefined
}

export interface ConversationsListMessagesQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface ReviewsListQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  account_id?: string | undefined
  /** True for reviews without a reply, false for the others. */
  unanswered?: boolean | undefined
  /** Reviews with this many stars; 4.5 counts as 4. */
  rating?: number | undefined
}

export interface AccountsAnalyticsQuery {
  /** First day; defaults to 29 days before `until`. */
  since?: string | undefined
  /** Last day; defaults to today. */
  until?: string | undefined
  /** Names, separated by commas; defaults to all. */
  metrics?: string | undefined
}

export interface PostsAnalyticsQuery {
  /** Up to 100 post ids, separated by commas. */
  post_ids: string
}

export interface AnalyticsBreakdownQuery {
  profile_id?: string | undefined
  account_id?: string | undefined
  /** First day; defaults to 29 days before `until`. */
  since?: string | undefined
  /** Last day; defaults to today. */
  until?: string | undefined
  by: "account" | "platform" | "media_type" | "hour"
  /** An IANA name, such as `Europe/Paris`, for the hours. `"UTC"` when absent. */
  time_zone?: string | undefined
}

export interface AnalyticsSummaryQuery {
  profile_id?: string | undefined
  account_id?: string | undefined
  /** First day; defaults to 29 days before `until`. */
  since?: string | undefined
  /** Last day; defaults to today. */
  until?: string | undefined
  /** Names, separated by commas; defaults to all. */
  metrics?: string | undefined
}

export interface AnalyticsTopPostsQuery {
  profile_id?: string | undefined
  account_id?: string | undefined
  /** First day; defaults to 29 days before `until`. */
  since?: string | undefined
  /** Last day; defaults to today. */
  until?: string | undefined
  /** The metric by which posts are ordered. */
  metric: "impressions" | "reach" | "views" | "likes" | "comments" | "shares" | "quotes" | "saves" | "clicks" | "engagements" | "engagement_rate"
  /** `worst` starts with the lowest value. `"best"` when absent. */
  order?: "best" | "worst" | undefined
  /** Number of posts to return. `10` when absent. */
  limit?: number | undefined
}

export interface TemplatesListQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface AccountsListFeedsQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface SandboxListFaultsQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface SandboxListPostsQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** The page it happens to: the `external_id` of an account's active entity. */
  entity_external_id?: string | undefined
}

export interface SandboxListPagesQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface MediaListQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  status?: "pending" | "fetching" | "ready" | "failed" | undefined
}

export interface PostsListQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  profile_id?: string | undefined
  account_id?: string | undefined
  /** A platform id from `GET /v1/platforms`. */
  platform?: PlatformName | undefined
  status?: "draft" | "scheduled" | "publishing" | "published" | "partially_published" | "failed" | "canceled" | "unpublished" | undefined
  /** Text in the post or in one of its targets; not case-sensitive. */
  q?: string | undefined
  /** Posts from this time on. The time of a post is its `scheduled_at`, or its `created_at` if it has none. */
  since?: string | undefined
  /** Posts before this time. */
  until?: string | undefined
}

export interface PostsAttemptsQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface PurchasesListQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  action?: string | undefined
  /** Text in the question, or in the name or address found. */
  q?: string | undefined
  /** Only what this call bought. */
  request_id?: string | undefined
  /** Only purchases from this time on. */
  from?: string | undefined
  /** Only purchases before this time. */
  to?: string | undefined
}

export interface ActionsListQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface WorkflowsListQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface DataJobsListQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  status?: "queued" | "running" | "completed" | "completed_with_errors" | "failed" | "canceling" | "canceled" | undefined
  action?: string | undefined
  /** All jobs in this list are of this kind. */
  kind?: "async" | undefined
}

export interface BulkJobsListQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  status?: "queued" | "running" | "completed" | "completed_with_errors" | "failed" | "canceling" | "canceled" | undefined
  action?: string | undefined
  /** All jobs in this list are of this kind. */
  kind?: "bulk" | undefined
}

export interface BulkJobsResultsQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** `"json"` when absent. */
  format?: "json" | "csv" | "ndjson" | undefined
}

export interface SavedSearchesListQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  action?: "search/people" | "search/companies" | "people/enrich" | "contacts/find-email" | "contacts/verify-email" | "consensus" | "lead-list" | "verify-list" | "enrich-list" | undefined
}

export interface SuppressionsListQuery {
  /** Number of items to return. `25` when absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  kind?: "email" | "email_sha256" | "domain" | "person" | undefined
  /** Text contained in the value or the reason. */
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
  /** The status of a message that you sent changed: sent, delivered, read or failed. */
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
  /** A media asset failed: its file will not become available. */
  'media.failed': {
    media: MediaAssetResponse
  }
  /** Someone commented on a post of a connected account. */
  'comment.received': {
    comment: CommentView
  }
  /** The workspace's credits, including held ones, fell below the threshold. Sent once, and again only after added credits have lifted the balance above it. */
  'credits.low': {
    credits: CreditsResponse
    threshold: number
  }
  /** Only on demand, through POST /v1/webhooks/{id}/test; never sent to other endpoints. */
  'webhook.test': {
    endpoint: WebhookResponse
  }
  /** A job ended: completed, failed or canceled. Sent to its own `webhook_url` and never to other endpoints. */
  'job.finished': {
    job: JobResponse
  }
}

export interface AccountAnalyticsView {
  account_id: string
  /** A platform id from `GET /v1/platforms`. */
  platform: PlatformName
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

export interface AccountEntity {
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

export interface AccountEntityPage {
  data: AccountEntity[]
  has_more: boolean
  next_cursor: string | null
}

export interface AccountFeed {
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
  /** A platform id from `GET /v1/platforms`. */
  platform: PlatformName
  status: string
  health: HealthDetails
}

export interface AccountPage {
  data: AccountResponse[]
  has_more: boolean
  next_cursor: string | null
}

export interface AccountResponse {
  id: string
  profile_id: string
  /** A platform id from `GET /v1/platforms`. */
  platform: PlatformName
  external_identity_id: string
  display_name: string | null
  username: string | null
  avatar_url: string | null
  status: "pending_selection" | "connected" | "expiring" | "reauth_required" | "disconnected"
  active_entity: ActiveEntity | null
  granted_scopes: string[]
  health: HealthDetails
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
  /** Operation id, such as `data.find_email`. */
  operation: string
  summary: string
  description: string
  /** JSON Schema of the request body. */
  body: Record<string, unknown>
  /** An example request body. */
  example: Record<string, unknown>
}

export interface ActionsResponse {
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
    /** Number of lineages that name this company for this person. */
    votes: number
    /** The lineages that agree. */
    lineages: string[]
    /** The share among the lineages that know the person. */
    ratio: number
  }
  dissent: Dissent[]
}

export interface AnalyticsBreakdown {
  /** YYYY-MM-DD. */
  since: string
  /** YYYY-MM-DD. */
  until: string
  by: "account" | "platform" | "media_type" | "hour"
  time_zone: string
  previous: PreviousRange
  data: BreakdownRow[]
}

export interface AnalyticsSummary {
  /** YYYY-MM-DD. */
  since: string
  /** YYYY-MM-DD. */
  until: string
  /** Number of accounts with data in this period. */
  accounts: number
  /** When an account was last read. */
  last_read_at: string | null
  /** When the next account is read. Null when no connected account reports daily metrics. */
  next_read_at: string | null
  /** The metrics that at least one account has reported. */
  totals: MetricTotal[]
  /** Such as 0.04 for 4 %, as the guide on analytics defines it; null where platforms do not report enough. */
  engagement_rate: EngagementRate
  /** Days without data have no point; a metric that no account has reported has no points. */
  series: SummarySeries[]
  /** The period of the same length that ends on the day before. */
  previous: PreviousPeriod
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
  /** The first 16 characters of the key; empty for a connected app. */
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
  app: ConnectedApp | null
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

export interface ApiKeyPage {
  data: ApiKeyResponse[]
  has_more: boolean
  next_cursor: string | null
}

export interface ApiKeyResponse {
  id: string
  name: string | null
  /** The first 16 characters of the key; empty for a connected app. */
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
  app: ConnectedApp | null
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
  /** Same as for the action. At most 256 KiB as JSON. */
  filters?: AsyncJobPeopleFilters | null | AsyncJobCompanyFilters | null | {
    full_name?: string | undefined
    first_name?: string | undefined
    last_name?: string | undefined
    domain?: string | undefined
    email?: string | undefined
    person_id?: string | undefined
  } | null | {
    full_name?: string | undefined
    first_name?: string | undefined
    last_name?: string | undefined
    domain?: string | undefined
  } | null | {
    email?: string | undefined
  } | null | AsyncJobConsensusFilters | null | {
    emails: string[]
  } | null | {
    people: string[]
  } | null | undefined
  /** For a search: the maximum number of items to find, like `filters.limit`. */
  limit?: number | null | undefined
  /** Receives a signed delivery when the job ends. */
  webhook_url?: string | null | undefined
}

export interface AsyncJobCompanyFilters {
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
  /** Maximum number of items to find. */
  limit?: number | undefined
}

export interface AsyncJobConsensusFilters {
  /** Maximum number of items to find. */
  limit?: number | undefined
}

export interface AsyncJobPeopleFilters {
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
    /** City of the person. */
    city?: string[] | {
      include?: string[] | undefined
      exclude?: string[] | undefined
    } | undefined
    /** State or province. */
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
  /** Maximum number of items to find. */
  limit?: number | undefined
}

export interface AsyncJobResponse {
  id: string
  kind: "async" | "bulk"
  action: string
  /** `completed_with_errors`: some rows failed; their errors are in the results. */
  status: "queued" | "running" | "completed" | "completed_with_errors" | "failed" | "canceling" | "canceled"
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

export interface AutoTopupRequest {
  /** Buys a pack when fewer credits than this are available. */
  threshold: number
  pack_id: string
}

export interface AutoTopupResponse {
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

export interface BillingResponse {
  provider: "manual" | "sandbox" | "stripe"
  subscription: SubscriptionResponse | null
  auto_topup: AutoTopupResponse | null
}

export interface BlueskyOptions {
  /** Descriptions of the media, one for each, in the same order. */
  alt_texts?: string[] | undefined
  /** The languages of the text, such as en or pt-BR. */
  langs?: string[] | undefined
  /** More tags, besides those in the text; without #. */
  tags?: string[] | undefined
  /** Content warnings that the author puts on the post. */
  labels?: Array<"porn" | "sexual" | "nudity" | "graphic-media"> | undefined
}

export interface Branding {
  /** Shown instead of the workspace's name. */
  name: string | null
  /** The button color, such as `#1a56db`. White text on it must be readable: the contrast must be at least 4.5:1. */
  color: string | null
  /** An image served over HTTPS. Your customers' browsers load it from there. */
  logo_url: string | null
}

export interface BreakdownRow {
  /** The id of the account; the platform; `text`, `image`, `images`, `video` or `other`; or the hour, `0` to `23`. */
  key: string
  /** The name of the account or platform, else the key. */
  label: string
  platform: PlatformName | null
  /** Number of posts published in this period. */
  posts: number
  metrics: Record<string, number>
  /** Such as 0.04 for 4 %, as the guide on analytics defines it; null where platforms do not report enough. */
  engagement_rate: EngagementRate
  previous: PreviousValues
}

export interface BulkEstimateResponse {
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

export interface BulkJobCompanyFilters {
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
  /** Maximum number of items to find. */
  limit?: number | undefined
}

export interface BulkJobConsensusFilters {
  /** Maximum number of items to find. */
  limit?: number | undefined
}

export interface BulkJobPeopleFilters {
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
    /** City of the person. */
    city?: string[] | {
      include?: string[] | undefined
      exclude?: string[] | undefined
    } | undefined
    /** State or province. */
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
  /** Maximum number of items to find. */
  limit?: number | undefined
}

export interface BulkJobRequest {
  action: "search/people" | "search/companies" | "people/enrich" | "contacts/find-email" | "contacts/verify-email" | "consensus" | "lead-list" | "verify-list" | "enrich-list"
  /** A CSV file. Its first line names the columns: `query`, or the fields of `filters`. */
  csv_text?: string | null | undefined
  queries?: string[] | null | undefined
  /** Same as for the action. At most 256 KiB as JSON. */
  filters?: BulkJobPeopleFilters | null | BulkJobCompanyFilters | null | {
    full_name?: string | undefined
    first_name?: string | undefined
    last_name?: string | undefined
    domain?: string | undefined
    email?: string | undefined
    person_id?: string | undefined
  } | null | {
    full_name?: string | undefined
    first_name?: string | undefined
    last_name?: string | undefined
    domain?: string | undefined
  } | null | {
    email?: string | undefined
  } | null | BulkJobConsensusFilters | null | {
    emails: string[]
  } | null | {
    people: string[]
  } | null | undefined
  /** For a search: the maximum number of items to find, like `filters.limit`. */
  limit?: number | null | undefined
  /** Receives a signed delivery when the job ends. */
  webhook_url?: string | null | undefined
}

export interface BulkResultPage {
  data: BulkRowResult[]
  has_more: boolean
  next_cursor: string | null
}

export interface BulkRowResult {
  /** Position in the input, or in the search result. */
  row: number
  /** The line of the CSV file where the row begins. */
  line: number | null
  /** The row as sent, by column. */
  input: Record<string, unknown>
  /** `unanswered`: the job failed before this row had a result; `error` has the reason. `withheld`: all people it found have been suppressed since, or are no longer in the directory. Lists only leave those people out. */
  status: "pending" | "found" | "not_found" | "failed" | "withheld" | "canceled" | "unanswered"
  /** The result of the action; null unless found. */
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
  /** A platform id from `GET /v1/platforms`. */
  platform: PlatformName
  external_id: string
  /** The platform's id of its post. */
  external_media_id: string | null
  /** The comment it replies to; null when it replies to the post. */
  parent_external_id: string | null
  author: PlatformUser
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

export interface Company {
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

export interface ConnectedApp {
  /** The name that the app gave itself. It is not verified. */
  name: string
  /** The host that users return to; null for a device. */
  host: string | null
  /** `mcp` when it may use only the tools of /mcp. */
  audience: "api" | "mcp"
}

export interface ConnectionPage {
  data: ConnectionResponse[]
  has_more: boolean
  next_cursor: string | null
}

export interface ConnectionRequest {
  profile_id: string
  /** A platform id from `GET /v1/platforms`. */
  platform: PlatformName
  /** hosted: the person returns to this server, which redirects them to `redirect_url`. headless: your own page receives the code, or you have credentials; complete the connection with them. `"hosted"` when absent. */
  mode?: "hosted" | "headless" | undefined
  /** The absolute URL where the person goes after the sign-in. */
  redirect_url?: string | undefined
  /** For mode headless: where the platform sends the person with the code. `redirect_url` (the default when there is one): to your page, which must be registered at the platform. `server`: to this server, which completes the connection and sends the person on to `redirect_url` with `connection_id` and `status` added. */
  callback?: "redirect_url" | "server" | undefined
  /** Input that the platform needs before the sign-in; see `GET /v1/platforms`. At most 16 KiB as JSON. */
  options?: Record<string, unknown> | undefined
}

export interface ConnectionResponse {
  id: string
  profile_id: string
  /** A platform id from `GET /v1/platforms`. */
  platform: PlatformName
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

export interface ConsensusRequest {
  query: string
  /** Maximum number of items to find and pay for; defaults to 10. */
  limit?: number | null | undefined
}

export interface ConsensusResponse {
  status: "OK"
  data: AgreedPerson[] | null
  /** Number of people found; those without agreement are left out. */
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
  /** A platform id from `GET /v1/platforms`. */
  platform: PlatformName
  external_id: string
  participant: PlatformUser
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
  /** For a draft without targets. Otherwise the profile of the targets is used. */
  profile_id?: string | undefined
  /** Accounts of one profile, each at most once. */
  targets?: TargetRequest[] | undefined
  content?: string | undefined
  /** Media assets, in display order. The post waits for those that are not ready yet. */
  media_ids?: string[] | undefined
  /** As for a post. */
  first_comment?: string | null | undefined
}

export interface CreatePostRequest {
  /** Accounts of one profile, each at most once. */
  targets: TargetRequest[]
  content?: string | undefined
  /** Media assets, in display order. The post waits for those that are not ready yet. */
  media_ids?: string[] | undefined
  /** Added under the post right after it is published, on platforms with the capability `comments.on_post`. */
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
  /** Size of the file in bytes. */
  bytes_size: number
  filename?: string | undefined
}

export interface CreditsResponse {
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

export interface CurrentPortalLink {
  pages: Array<"connect" | "webhooks" | "report">
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
  /** The first 16 KiB of the response. */
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

export interface DeliveryWithAttemptsResponse {
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

export interface DemoDataResponse {
  /** `preparing`: accounts, posts, messages, comments and reviews are still being added. */
  status: "none" | "preparing" | "ready"
  /** The profile that contains all demo data. */
  profile_id: string | null
  /** ISO 8601 with a time zone. */
  created_at: string | null
}

export interface DiscordOptions {
  /** Cards below the text; 6000 characters in all. */
  embeds?: Array<{
    title?: string | undefined
    description?: string | undefined
    url?: string | undefined
    color?: number | undefined
    footer?: string | undefined
    image_url?: string | undefined
    fields?: Array<{
      name: string
      value: string
      inline?: boolean | undefined
    }> | undefined
  }> | undefined
  /** Whom mentions in the text notify. Roles and users when absent, so that @everyone and @here notify only when asked for. */
  mentions?: Array<"everyone" | "roles" | "users"> | undefined
  /** Shows no previews of links. */
  suppress_embeds?: boolean | undefined
  /** Sends silently: people get no push notification. */
  suppress_notifications?: boolean | undefined
  /** Descriptions of the media, one for each, in the same order. */
  alt_texts?: string[] | undefined
}

export interface Dissent {
  lineage: string
  field: "company" | "title" | "location"
  /** The different value of this lineage. */
  value: string
}

export interface EarlierPurchase {
  /** `GET /v1/data/purchases/{id}` returns the result, free. */
  id: string
  /** ISO 8601 with a time zone. */
  bought_at: string
}

export interface EngagementRate {
  value: number | null
  previous: number | null
}

export interface EnrichListRequest {
  inputs: {
    people: string[]
  }
  /** Maximum number of people to pay for; defaults to 10, or to all people listed in the inputs. */
  limit?: number | null | undefined
  /** Runs nothing and returns the maximum cost: free, also for read keys, and always JSON. `false` when absent. */
  dry_run?: boolean | undefined
  /** Format of the response: JSON, a CSV file or a Markdown table. `"json"` when absent. */
  format?: "json" | "csv" | "markdown" | undefined
}

export interface EnrichListResponse {
  status: "OK"
  workflow: "enrich-list"
  dry_run: boolean
  data: EnrichListRow[] | null
  /** Credits charged. */
  credits: number
  estimate?: WorkflowQuote
}

export interface EnrichListRow {
  /** The item of the list, as sent. */
  input: string
  person: Person | null
  /** Cost of this row. */
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
  /** Maximum number of items to find and pay for; defaults to 10. */
  limit?: number | null | undefined
}

export interface EnrichPersonResponse {
  status: "OK"
  data: Person | null
  /** Paid for recently, so free this time, if the price book allows it. */
  repeat?: boolean
}

export interface Entity {
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
    /** Maximum cost of the call; anything not found is free. */
    credits: number
    /** Maximum number of units it can find. */
    units: number
    credits_per_unit: number
    unit: string
    price_book: string
    purchase: EarlierPurchase | null
  }
}

export interface FacebookOptions {
  /** A page to show as a card under the text. Not together with media. */
  link?: string | undefined
  /** `reel` publishes the video as a reel; `post` when absent. */
  kind?: "post" | "reel" | undefined
}

export interface FindEmailRequest {
  query?: string | undefined
  filters?: {
    full_name?: string | undefined
    first_name?: string | undefined
    last_name?: string | undefined
    domain?: string | undefined
  } | null | undefined
  /** Maximum number of items to find and pay for; defaults to 10. */
  limit?: number | null | undefined
  cursor?: string | null | undefined
  since_cursor?: string | null | undefined
  /** Returns a `cursor`; a later call with it as `since_cursor` returns only changes. `false` when absent. */
  track_delta?: boolean | undefined
}

export interface FindEmailResponse {
  status: "OK"
  data: FoundEmail | null
  /** Paid for recently, so free this time, if the price book allows it. */
  repeat?: boolean
}

export interface FirstComment {
  body: string
  /** Also `pending` until the post is published. */
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

export interface GoogleBusinessOptions {
  /** What the post is; `update` when absent. */
  kind?: "update" | "event" | "offer" | undefined
  /** The title of an event or an offer; the first line of the text when absent. */
  title?: string | undefined
  /** The first day of an event or an offer, which needs one, in the days of the location. */
  start_date?: string | undefined
  /** When it starts on that day, in the time of the location; 00:00 when absent. */
  start_time?: string | undefined
  /** The last day of an event or an offer; the first day when absent. */
  end_date?: string | undefined
  /** When it ends on that day; 23:59 when absent. */
  end_time?: string | undefined
  /** A button under an update or an event. `call` calls the number of the location. */
  call_to_action?: "book" | "order" | "shop" | "learn_more" | "sign_up" | "call" | undefined
  /** Where the button leads; not for `call`. */
  call_to_action_url?: string | undefined
  /** The code of an offer. */
  coupon_code?: string | undefined
  /** Where an offer is redeemed online. */
  redeem_url?: string | undefined
  /** The terms of an offer. */
  terms?: string | undefined
  /** The language of the post, BCP 47, such as en-US; that of the location when absent. */
  language?: string | undefined
}

export interface HealthDetails {
  status?: "healthy" | "warning" | "error"
  /** ISO 8601 with a time zone. */
  checked_at?: string
  token?: {
    /** ISO 8601 with a time zone. */
    expires_at: string | null
    renews_itself: boolean
    /** ISO 8601 with a time zone. */
    sign_in_again_at: string | null
  } | null
  scopes?: {
    granted: string[]
    missing: string[]
  }
  issues?: Array<{
    code: string
    message: string
    remediation?: string
    severity: "warning" | "error"
    [name: string]: unknown
  }>
  last_error?: ErrorObject | null
  [name: string]: unknown
}

export interface HomeResponse {
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

export interface IngestMediaRequest {
  /** The URL of the file. Must be HTTPS in production. */
  url: string
}

export interface InstagramOptions {
  /** `post`: an image or a carousel; `reel`: one video, also when absent; `story`: one image or video. */
  kind?: "post" | "reel" | "story" | undefined
  /** Whether a reel is shown in the feed too. */
  share_to_feed?: boolean | undefined
  /** Usernames of people who are asked to be authors of the post too. */
  collaborators?: string[] | undefined
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
  /** `completed_with_errors`: some rows failed; their errors are in the results. */
  status: "queued" | "running" | "completed" | "completed_with_errors" | "failed" | "canceling" | "canceled"
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

export interface LastMessage {
  id: string
  direction: "inbound" | "outbound"
  status: "queued" | "sent" | "delivered" | "read" | "failed" | "received"
  /** The first 200 characters. */
  body: string | null
  /** Number of files. */
  attachments: number
}

export interface LeadListRequest {
  inputs: {
    query?: string | undefined
    filters?: PeopleFilters | null | undefined
  }
  /** Maximum number of people to pay for; defaults to 10, or to all people listed in the inputs. */
  limit?: number | null | undefined
  /** Runs nothing and returns the maximum cost: free, also for read keys, and always JSON. `false` when absent. */
  dry_run?: boolean | undefined
  /** Format of the response: JSON, a CSV file or a Markdown table. `"json"` when absent. */
  format?: "json" | "csv" | "markdown" | undefined
}

export interface LeadListResponse {
  status: "OK"
  workflow: "lead-list"
  dry_run: boolean
  data: LeadListRow[] | null
  /** Credits charged. */
  credits: number
  estimate?: WorkflowQuote
}

export interface LeadListRow {
  person: Person | null
  email: FoundEmail | null
  verification: VerifiedEmail | null
  /** Cost of this row. */
  credits: number
  steps: WorkflowStepResult[]
}

export interface LedgerEntry {
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

export interface LedgerPage {
  data: LedgerEntry[]
  has_more: boolean
  next_cursor: string | null
}

export interface LinkedinOptions {
  /** Who sees the post; public when absent. Posts of organizations are always public. */
  visibility?: "public" | "connections" | "logged_in" | undefined
  /** A link with a preview. LinkedIn does not read the page itself. One image of the post becomes its picture. */
  article?: {
    /** The address of the page. */
    url: string
    /** The first line of the text, or the name of the site, when absent. */
    title?: string | undefined
    description?: string | undefined
  } | undefined
  /** The title of a PDF; the first line of the text when absent. */
  document_title?: string | undefined
  /** Descriptions of the images, one for each, in the same order. */
  alt_texts?: string[] | undefined
  /** Readers cannot repost it. */
  disable_reshare?: boolean | undefined
}

export interface ManySuppressionsRequest {
  values: string[]
  /** The kind of all values. When absent, it is inferred: `@` means an email, 64 hexadecimal digits a hash. */
  kind?: "email" | "email_sha256" | "domain" | "person" | undefined
  reason?: string | null | undefined
}

export interface ManySuppressionsResponse {
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

export interface MastodonOptions {
  /** Who sees the post; the account's own setting when absent. */
  visibility?: "public" | "unlisted" | "private" | "direct" | undefined
  /** A content warning. The post is collapsed behind it. */
  spoiler_text?: string | undefined
  /** Hides the media until a reader opens them. */
  sensitive?: boolean | undefined
  /** The language of the text, ISO 639, such as en. */
  language?: string | undefined
  /** Descriptions of the media, one for each, in the same order. */
  alt_texts?: string[] | undefined
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

export interface MediaUpload {
  /** The asset's id. */
  id: string
  method: "PUT"
  /** Send the bytes to this URL, with their `Content-Length` and without a key. */
  url: string
  /** ISO 8601 with a time zone. */
  expires_at: string
  media: MediaAssetResponse
}

export interface MediaUsage {
  /** The bytes of all files, plus 4096 bytes for each asset. Files that are being fetched or wait for removal count too. */
  bytes_used: number
  /** Maximum for all media together: `MEDIA_BYTES_PER_WORKSPACE`. */
  bytes_max: number
}

export interface MediaValidation {
  error?: ErrorObject
  /** For a `ready` asset: whether each platform accepts the file, and the reasons if not. */
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
  /** The values of the placeholders, as in WhatsApp's Cloud API. At most 64 KiB as JSON. */
  components?: MessageTemplateComponent[] | undefined
}

export interface MessageTemplateComponent {
  /** `header`, `body`, `button`, ... */
  type: string
  /** For buttons: `quick_reply`, `url`, ... */
  sub_type?: string | undefined
  /** Index of the button, from 0. */
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

export interface MeteredCall {
  request_id: string
  /** `running`: credits are still held for it, as for an unfinished job. `failed`: it asked sources and was not charged. `unmetered`: it had no price, or was refused before it ran. */
  outcome: "running" | "found" | "not_found" | "failed" | "unmetered"
  /** The actions that were run, including free ones; empty when it failed or was unmetered. */
  actions: string[]
  /** The id of the calling key, user or portal link. */
  api_key_id: string
  /** Empty for an unmetered request. */
  price_book: string
  credits: number
  /** Number of lines in its receipt. */
  lines_total: number
  /** The id by which an operator refunds the call; null when nothing was settled. */
  hold_id: string | null
  /** ISO 8601 with a time zone. */
  created_at: string
  /** Null when the request is no longer in the log. */
  method: string | null
  /** Without the query, which may contain secrets. */
  path: string | null
  /** The operation that was called, such as `posts.create`. */
  operation: string | null
  /** The HTTP status of the response. */
  status: number | null
  /** The `code` of the error; null when the request succeeded. */
  error_code: string | null
  /** Time until the response was sent, in milliseconds. */
  ms: number | null
  /** Whether a live or a test key was used. */
  mode: "live" | "test" | null
  caller: RequestCaller
  /** Size of the request body; null without one. */
  request_bytes: number | null
  /** Size of the response body; null if it was streamed. */
  response_bytes: number | null
  /** The `X-Request-Id` that the client sent. Calls of MCP tools have `mcp:` and the id of the request to /mcp. */
  client_request_id: string | null
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

export interface MetricTotal {
  metric: string
  /** The sum of the days; for `followers` and `posts`, the last value of each account. */
  value: number
  /** The same for the period before, over as many days. */
  previous: number | null
  /** Relative change, such as 0.12 for 12 % more, of the accounts that reported in both periods. */
  change: number | null
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
  /** `completed_with_errors`: some rows failed; their errors are in the results. */
  status: "queued" | "running" | "completed" | "completed_with_errors" | "failed" | "canceling" | "canceled"
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

export interface NostrOptions {
  /** More hashtags, besides those in the text; without #. */
  tags?: string[] | undefined
  /** Why apps hide the note until a reader wants to see it (NIP-36). */
  content_warning?: string | undefined
  /** Descriptions of the media, one for each, in the same order. */
  alt_texts?: string[] | undefined
}

export interface NumberVerificationResponse {
  account_id: string
  status: "code_sent" | "verified"
}

export interface OpenHold {
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
    /** City of the person. */
    city?: string[] | {
      include?: string[] | undefined
      exclude?: string[] | undefined
    } | undefined
    /** State or province. */
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
  /** ISO 3166 code if known. */
  country: string | null
}

export interface PinterestOptions {
  /** The title of the pin. */
  title?: string | undefined
  /** The address that a click on the pin opens. */
  link?: string | undefined
  /** Describes the pin; the alternative text of the first medium when absent. */
  alt_text?: string | undefined
  /** The section of the board; the board itself when absent. */
  board_section_id?: string | undefined
  /** A public image that stands for a video; a frame of the video when absent. */
  cover_image_url?: string | undefined
  /** The second of a video whose frame stands for it; the first frame when absent. */
  cover_image_key_frame_time?: number | undefined
}

export interface Place {
  city: string | null
  region: string | null
  /** ISO 3166 code if known. */
  country: string | null
}

export interface PlatformApp {
  /** A platform id from `GET /v1/platforms`. */
  platform: PlatformName
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

export interface PlatformAppRequest {
  /** All credentials, as `credentials_schema` describes them. At most 16 KiB as JSON. */
  credentials: Record<string, unknown>
}

export type PlatformName = "sandbox" | "bluesky" | "mastodon" | "whatsapp" | "facebook" | "instagram" | "google_business" | "linkedin" | "x" | "threads" | "tiktok" | "youtube" | "telegram" | "pinterest" | "discord" | "reddit" | "nostr" | (string & {})

export interface PlatformPage {
  data: PlatformResponse[]
  has_more: boolean
  next_cursor: string | null
}

export interface PlatformResponse {
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

export interface PlatformUser {
  external_id?: string
  name?: string | null
  username?: string | null
  avatar_url?: string | null
  [name: string]: unknown
}

export interface PortalLink {
  id: string
  pages: Array<"connect" | "webhooks" | "report">
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

export interface PortalLinkCreateResponse {
  id: string
  pages: Array<"connect" | "webhooks" | "report">
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

export interface PortalLinkPage {
  data: PortalLink[]
  has_more: boolean
  next_cursor: string | null
}

export interface PortalLinkRequest {
  pages: Array<"connect" | "webhooks" | "report">
  /** The profile that it is limited to. */
  profile_id?: string | undefined
  webhook_ids?: string[] | undefined
  /** Seconds: at most a day, or 90 days if the only page is `report`. `3600` when absent. */
  expires_in?: number | undefined
}

export interface PostAnalyticsView {
  /** One entry per account; empty until the platform has reported metrics. */
  data: PostMetrics[]
  /** The unavailable metrics of each platform. */
  unavailable: Record<string, string[]>
}

export interface PostAttempt {
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

export interface PostAttemptPage {
  data: PostAttempt[]
  has_more: boolean
  next_cursor: string | null
}

export interface PostMetrics {
  post_id: string
  account_id: string
  /** A platform id from `GET /v1/platforms`. */
  platform: PlatformName
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

export interface PreviousPeriod {
  /** YYYY-MM-DD. */
  since: string
  /** YYYY-MM-DD. */
  until: string
  /** Days without data have no point; a metric that no account has reported has no points. */
  series: SummarySeries[]
}

export interface PreviousRange {
  /** YYYY-MM-DD. */
  since: string
  /** YYYY-MM-DD. */
  until: string
}

export interface PreviousValues {
  posts: number
  metrics: Record<string, number>
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
    /** Maximum number of credits carried into a new month. */
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
  /** Free-form; returned as sent. At most 16 KiB as JSON. */
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

export interface Purchase {
  id: string
  /** The action, the workflow, or the action of the job. */
  action: string
  /** The question in words; null when it is withheld. */
  query: string | null
  /** The name or the address that was found; null for lists. */
  title: string | null
  /** Number of people, companies, addresses or rows found. */
  items: number
  /** True when the person was suppressed, or deleted from the directory, since: nothing about them is shown. */
  withheld: boolean
  /** Credits charged. */
  credits: number
  /** `GET /v1/requests/{request_id}` returns the receipt. */
  request_id: string
  /** The calling key or user. */
  api_key_id: string
  /** The data job that has the results; null for a single call. */
  job_id: string | null
  /** ISO 8601 with a time zone. */
  bought_at: string
  /** The question as it was sent; null when it is withheld. */
  question: Record<string, unknown> | null
  /** The result as the call returned it; null when it is withheld and for a job. Lists leave out people who were suppressed since. A page of people is read from the directory again, so it shows what the directory knows now. */
  data: unknown
}

export interface PurchasePage {
  data: PurchaseSummary[]
  has_more: boolean
  next_cursor: string | null
}

export interface PurchaseSummary {
  id: string
  /** The action, the workflow, or the action of the job. */
  action: string
  /** The question in words; null when it is withheld. */
  query: string | null
  /** The name or the address that was found; null for lists. */
  title: string | null
  /** Number of people, companies, addresses or rows found. */
  items: number
  /** True when the person was suppressed, or deleted from the directory, since: nothing about them is shown. */
  withheld: boolean
  /** Credits charged. */
  credits: number
  /** `GET /v1/requests/{request_id}` returns the receipt. */
  request_id: string
  /** The calling key or user. */
  api_key_id: string
  /** The data job that has the results; null for a single call. */
  job_id: string | null
  /** ISO 8601 with a time zone. */
  bought_at: string
}

export interface ReceiptResponse {
  request_id: string
  /** The hold under which the call was charged; an operator refunds it by this id. Null when the call failed or was unmetered. */
  hold_id: string | null
  api_key_id: string
  /** Empty for an unmetered request. */
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
  /** Null when the request is no longer in the log. */
  method: string | null
  /** Without the query, which may contain secrets. */
  path: string | null
  /** The operation that was called, such as `posts.create`. */
  operation: string | null
  /** The HTTP status of the response. */
  status: number | null
  /** The `code` of the error; null when the request succeeded. */
  error_code: string | null
  /** Time until the response was sent, in milliseconds. */
  ms: number | null
  /** Whether a live or a test key was used. */
  mode: "live" | "test" | null
  caller: RequestCaller
  /** Size of the request body; null without one. */
  request_bytes: number | null
  /** Size of the response body; null if it was streamed. */
  response_bytes: number | null
  /** The `X-Request-Id` that the client sent. Calls of MCP tools have `mcp:` and the id of the request to /mcp. */
  client_request_id: string | null
  /** The response to a failed request: up to 4096 characters, without secrets and without the input that validation errors repeat. Null when the request succeeded, or is no longer in the log. */
  error_body: string | null
}

export interface ReconnectRequest {
  /** hosted: the person returns to this server, which redirects them to `redirect_url`. headless: your own page receives the code, or you have credentials; complete the connection with them. `"hosted"` when absent. */
  mode?: "hosted" | "headless" | undefined
  /** The absolute URL where the person goes after the sign-in. */
  redirect_url?: string | undefined
  /** For mode headless: where the platform sends the person with the code. `redirect_url` (the default when there is one): to your page, which must be registered at the platform. `server`: to this server, which completes the connection and sends the person on to `redirect_url` with `connection_id` and `status` added. */
  callback?: "redirect_url" | "server" | undefined
  /** Input that the platform needs before the sign-in; see `GET /v1/platforms`. At most 16 KiB as JSON. */
  options?: Record<string, unknown> | undefined
}

export interface RedditOptions {
  /** The title; the first line of the text when absent, which then is not repeated in the text. */
  title?: string | undefined
  /** Makes the post a link to this address. */
  url?: string | undefined
  /** The flair of the post: an id of the subreddit. */
  flair_id?: string | undefined
  /** The text of a flair that can be edited. */
  flair_text?: string | undefined
  /** Marks the post as not safe for work. */
  nsfw?: boolean | undefined
  /** Marks the post as a spoiler. */
  spoiler?: boolean | undefined
  /** Whether comments arrive in the inbox on Reddit too; true when absent. */
  send_replies?: boolean | undefined
}

export interface RedriveRequest {
  ids?: string[] | undefined
  /** Selects all matching dead deliveries; an empty object selects all of them. */
  filter?: {
    endpoint_id?: string | undefined
    event_type?: "post.published" | "post.failed" | "message.received" | "message.status_changed" | "review.new" | "account.connected" | "account.disconnected" | "account.expiring" | "template.status_changed" | "media.ready" | "media.failed" | "comment.received" | "credits.low" | "webhook.test" | "job.finished" | undefined
    /** ISO 8601 with a time zone. */
    from?: string | undefined
    /** ISO 8601 with a time zone. */
    to?: string | undefined
  } | undefined
  /** With `filter`: the maximum number. `1000` when absent. */
  max?: number | undefined
}

export interface RedriveResponse {
  /** Number of dead deliveries that are pending again. */
  redriven: number
  /** Number of `ids` that were not redriven: unknown, not dead, or of a disabled or deleted endpoint. */
  skipped: number
  /** True when `max` was reached: call again for the rest. */
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
  /** When the person dropped out of the result. */
  updated_at: string
}

export interface ReplyRequest {
  body: string
}

export interface RequestCaller {
  /** An API key, an app that a user connected, a user in the portal, or a portal link. */
  kind: "key" | "app" | "user" | "link"
  id: string
  /** The name of the key, app or user; null if it has none. */
  name: string | null
  /** The first characters of an API key. */
  key_prefix: string | null
}

export interface RequestCodeRequest {
  /** A text message, or a call that reads out the code. */
  method: "sms" | "voice"
  /** The language of the message or the call. `"en_US"` when absent. */
  language?: string | undefined
}

export interface RetryPostRequest {
  /** The targets. By default, all targets in the right state. */
  target_ids?: string[] | undefined
  /** Publishes `unconfirmed` targets again. Use it only after you have checked that the post is not on the platform. `false` when absent. */
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
  /** A platform id from `GET /v1/platforms`. */
  platform: PlatformName
  external_id: string
  entity_external_id: string | null
  author: PlatformUser
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
  /** An operation such as `posts.create`; `*` means any. */
  operation: string
  fault: "fail_before" | "timeout_before" | "timeout_after" | "error_after" | "answer_twice" | "forget_handle" | "lose" | "reject" | "rate_limit" | "expire_token" | "revoke" | "slow"
  username?: string | undefined
  /** Number of times it happens: once by default; null means until it is deleted. */
  times?: number | null | undefined
}

export interface SandboxItem {
  id: string
  kind: "comment" | "message" | "message_status" | "review" | "template"
  entity_external_id: string
  /** The item as it appears in the network's own feed. */
  data: Record<string, unknown>
  /** ISO 8601 with a time zone. */
  created_at: string
}

export interface SandboxMessageRequest {
  /** The page it happens to: the `external_id` of an account's active entity. */
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

export interface SandboxOptions {
  visibility?: "public" | "followers" | undefined
  /** How the network fails at this post. */
  fault?: "fail_upload" | "fail_before" | "timeout_before" | "timeout_after" | "error_after" | "answer_twice" | "forget_handle" | "lose" | "reject" | "rate_limit" | "expire_token" | "revoke" | "slow" | undefined
  /** Stored with the post on the network. */
  note?: Record<string, unknown> | undefined
}

export interface SandboxPage {
  /** The `entity_external_id` of the other calls. */
  external_id: string
  name: string
  /** The person who may act as the page. */
  username: string
  /** Shows the messages and reviews of the page in a browser. It needs no key: keep it secret. */
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
  /** The page it happens to: the `external_id` of an account's active entity. */
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
  /** Filters of the action; checked when the search is run. At most 16 KiB as JSON. */
  filters?: Record<string, unknown> | null | undefined
}

export interface SearchCompaniesRequest {
  query?: string | undefined
  filters?: CompanyFilters | null | undefined
  /** Maximum number of items to find and pay for; defaults to 10. */
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
  /** Maximum number of items to find and pay for; defaults to 10. */
  limit?: number | null | undefined
  cursor?: string | null | undefined
  since_cursor?: string | null | undefined
  /** Returns a `cursor`; a later call with it as `since_cursor` returns only changes. `false` when absent. */
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
  /** A media asset to send, with `body` as its caption. For platforms with the capability `messages.media`. */
  media_id?: string | undefined
  template?: MessageTemplate | undefined
}

export interface SeriesPoint {
  /** YYYY-MM-DD. */
  date: string
  value: number
}

export interface StartConversationRequest {
  /** A phone number in E.164 format: a plus sign, the country code and the number, digits only. */
  to: string
  template: MessageTemplate
}

export interface StoredBranding {
  /** Shown instead of the workspace's name. */
  name: string | null
  /** The button color, such as `#1a56db`. White text on it must be readable: the contrast must be at least 4.5:1. */
  color: string | null
  /** An image served over HTTPS. Your customers' browsers load it from there. */
  logo_url: string | null
  /** ISO 8601 with a time zone. */
  updated_at: string | null
}

export interface SubscriptionResponse {
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

export interface SummaryPoint {
  /** YYYY-MM-DD. */
  date: string
  /** The sum across the accounts. */
  value: number
  /** Number of accounts in the sum. */
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
  /** A domain includes its subdomains. */
  value: string
  reason?: string | null | undefined
}

export type TargetOptions = SandboxOptions | BlueskyOptions | MastodonOptions | WhatsappOptions | FacebookOptions | InstagramOptions | GoogleBusinessOptions | LinkedinOptions | XOptions | ThreadsOptions | TiktokOptions | YoutubeOptions | TelegramOptions | PinterestOptions | DiscordOptions | RedditOptions | NostrOptions

export interface TargetRequest {
  account_id: string
  /** Replaces the post's text. */
  content?: string | undefined
  /** Media assets, in display order. The post waits for those that are not ready yet. */
  media_ids?: string[] | undefined
  /** Replaces the post's first comment; an empty text for none. */
  first_comment?: string | null | undefined
  /** Must match the platform's `options_schema` in `GET /v1/platforms`. At most 16 KiB as JSON. */
  options?: TargetOptions | undefined
}

export interface TargetView {
  id: string
  account_id: string
  /** A platform id from `GET /v1/platforms`. */
  platform: PlatformName
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

export interface TelegramOptions {
  /** How the text is formatted; plain text when absent. */
  parse_mode?: "HTML" | "MarkdownV2" | undefined
  /** Sends silently: people get a notification without a sound. */
  disable_notification?: boolean | undefined
  /** Forbids forwarding and saving. */
  protect_content?: boolean | undefined
  /** The preview of the first link of a text without media; Telegram chooses when absent. */
  link_preview?: "none" | "small" | "large" | undefined
  /** Sends images and videos as files, without compressing them. */
  as_document?: boolean | undefined
  /** Covers images and videos until a reader taps them. */
  has_spoiler?: boolean | undefined
  /** Shows the text above the media, not below. */
  caption_above?: boolean | undefined
  /** The topic of a forum; the general one when absent. */
  message_thread_id?: number | undefined
}

export interface TemplatePage {
  data: TemplateView[]
  has_more: boolean
  next_cursor: string | null
}

export interface TemplateParameter {
  /** `text`, `image`, `payload`, ... */
  type: string
  /** For templates with named placeholders. */
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

export interface ThreadsOptions {
  /** Who can reply; everyone when absent. */
  reply_control?: "everyone" | "accounts_you_follow" | "mentioned_only" | "parent_post_author_only" | "followers_only" | undefined
  /** The topic of the post. */
  topic_tag?: string | undefined
  /** The address of the card under a post without media; the first address in the text when absent. */
  link_attachment?: string | undefined
  /** The id of the post that this one quotes. */
  quote_post_id?: string | undefined
  /** Replies are shown only after the account has approved them. */
  enable_reply_approvals?: boolean | undefined
  /** Descriptions of the media, one for each, in the same order. */
  alt_texts?: string[] | undefined
}

export interface TiktokOptions {
  /** `draft` sends the media to the person's TikTok inbox, where they finish the post; `direct` when absent. */
  mode?: "direct" | "draft" | undefined
  /** Who sees the post: one of the account's `privacy_level_options`. When absent, everyone if the account allows it. An app that TikTok has not audited can only use SELF_ONLY. */
  privacy_level?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY" | undefined
  /** Turns comments off. */
  disable_comment?: boolean | undefined
  /** Turns duets with the video off. */
  disable_duet?: boolean | undefined
  /** Turns stitches of the video off. */
  disable_stitch?: boolean | undefined
  /** The frame that stands for the video; the first one when absent. */
  video_cover_timestamp_ms?: number | undefined
  /** The post is a paid partnership for a business of others. */
  brand_content_toggle?: boolean | undefined
  /** The post promotes the person's own business. */
  brand_organic_toggle?: boolean | undefined
  /** The video was made with AI. */
  is_aigc?: boolean | undefined
  /** TikTok adds music to photos. */
  auto_add_music?: boolean | undefined
  /** The title of photos. */
  title?: string | undefined
  /** Which photo stands for the post; the first when absent. */
  photo_cover_index?: number | undefined
}

export interface TopPost {
  post_id: string
  target_id: string
  account_id: string
  /** A platform id from `GET /v1/platforms`. */
  platform: PlatformName
  /** The first 500 characters of the text. */
  content: string
  external_url: string | null
  /** URL of the first image; it expires. */
  image_url: string | null
  /** ISO 8601 with a time zone. */
  published_at: string
  /** Value of the requested metric. */
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
  metric: "impressions" | "reach" | "views" | "likes" | "comments" | "shares" | "quotes" | "saves" | "clicks" | "engagements" | "engagement_rate"
  /** One entry per account that a post was published to, in the requested order. */
  data: TopPost[]
}

export interface UnpublishPostRequest {
  /** The targets. By default, all targets in the right state. */
  target_ids?: string[] | undefined
}

export interface UpdatePostRequest {
  /** Accounts of one profile, each at most once. */
  targets?: TargetRequest[] | undefined
  content?: string | undefined
  /** Media assets, in display order. The post waits for those that are not ready yet. */
  media_ids?: string[] | undefined
  /** Null for none. */
  first_comment?: string | null | undefined
  /** A time schedules a draft. Null unschedules the post: it becomes a draft. */
  scheduled_at?: string | null | undefined
}

export interface UsageResponse {
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

export interface ValidatedPost {
  profile_id: string
  /** The status of the post if it were created. */
  status: "scheduled" | "publishing"
  content: string
  media_ids: string[]
  /** ISO 8601 with a time zone. */
  scheduled_at: string | null
  targets: ValidatedTarget[]
}

export interface ValidatedTarget {
  account_id: string
  /** A platform id from `GET /v1/platforms`. */
  platform: PlatformName
  /** The target's own text; null when it uses the post's. */
  content: string | null
}

export interface VerifiedEmail {
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

export interface VerifyCodeRequest {
  /** Used for this call only and never stored. */
  code: string
}

export interface VerifyEmailRequest {
  query?: string | undefined
  filters?: {
    email?: string | undefined
  } | null | undefined
  /** Maximum number of items to find and pay for; defaults to 10. */
  limit?: number | null | undefined
}

export interface VerifyEmailResponse {
  status: "OK"
  data: VerifiedEmail | null
  /** Paid for recently, so free this time, if the price book allows it. */
  repeat?: boolean
}

export interface VerifyListRequest {
  inputs: {
    emails: string[]
  }
  /** Maximum number of people to pay for; defaults to 10, or to all people listed in the inputs. */
  limit?: number | null | undefined
  /** Runs nothing and returns the maximum cost: free, also for read keys, and always JSON. `false` when absent. */
  dry_run?: boolean | undefined
  /** Format of the response: JSON, a CSV file or a Markdown table. `"json"` when absent. */
  format?: "json" | "csv" | "markdown" | undefined
}

export interface VerifyListResponse {
  status: "OK"
  workflow: "verify-list"
  dry_run: boolean
  data: VerifyListRow[] | null
  /** Credits charged. */
  credits: number
  estimate?: WorkflowQuote
}

export interface VerifyListRow {
  /** The item of the list, as sent. */
  input: string
  verification: VerifiedEmail | null
  /** Cost of this row. */
  credits: number
  steps: WorkflowStepResult[]
}

export interface WebhookChangeRequest {
  /** The URL that events are sent to. Must be HTTPS in production. */
  url?: string | undefined
  /** Event names, or `*` for all. */
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
  /** Example body of such a delivery. */
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
  /** Number of dead deliveries that are pending again. */
  recovered: number
}

export interface WebhookRequest {
  /** The URL that events are sent to. Must be HTTPS in production. */
  url: string
  /** Event names, or `*` for all. `["*"]` when absent. */
  events?: Array<"*" | "post.published" | "post.failed" | "message.received" | "message.status_changed" | "review.new" | "account.connected" | "account.disconnected" | "account.expiring" | "template.status_changed" | "media.ready" | "media.failed" | "comment.received" | "credits.low"> | undefined
  description?: string | null | undefined
}

export interface WebhookResponse {
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

export interface WebhookSecretResponse {
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

export type WhatsappOptions = Record<string, never>

export interface Workflow {
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

export interface WorkflowList {
  status: "OK"
  price_book: string
  data: Workflow[]
  has_more: boolean
  next_cursor: string | null
}

export interface WorkflowQuote {
  workflow: string
  /** Maximum cost of the call, and the amount it holds while it runs. */
  credits: number
  /** Maximum number of rows it can return. */
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
  /** The unit that is paid for. */
  unit: string
  /** Maximum that this step can find. */
  units: number
  credits_per_unit: number
  credits: number
}

export interface WorkflowStepResult {
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

export interface XOptions {
  /** The texts of the posts that follow, each a reply to the one before. Each is a post of its own to X. */
  thread?: string[] | undefined
  /** Who can reply; everyone when absent. */
  reply_settings?: "following" | "mentioned_users" | "subscribers" | "verified" | undefined
  /** Descriptions of the images, one for each, in the same order. */
  alt_texts?: string[] | undefined
  /** Discloses media that were made with AI. */
  made_with_ai?: boolean | undefined
  /** Discloses a paid partnership. */
  paid_partnership?: boolean | undefined
}

export interface YoutubeOptions {
  /** The title of the video; the first line of the text when absent. */
  title?: string | undefined
  /** Up to 500 characters in all. Commas between them count, and quotes around tags with spaces. */
  tags?: string[] | undefined
  /** The id of a category of YouTube's; 22 when absent. */
  category_id?: string | undefined
  /** Who sees the video; `public` when absent. */
  privacy_status?: "public" | "unlisted" | "private" | undefined
  /** When YouTube makes a private video public. A post can be scheduled here without this. */
  publish_at?: string | undefined
  /** Whether the video is made for children, as the law asks; false when absent. */
  made_for_kids?: boolean | undefined
  /** Refuses a video that YouTube would not show as a Short: wide, or over 3 minutes. */
  is_short?: boolean | undefined
  /** Whether realistic content was altered or made by a machine. */
  contains_synthetic_media?: boolean | undefined
  /** `youtube` when absent. */
  license?: "youtube" | "creativeCommon" | undefined
  /** Whether other sites may show it; true when absent. */
  embeddable?: boolean | undefined
  /** Whether subscribers are notified of a public video; true when absent. */
  notify_subscribers?: boolean | undefined
  /** The language of title and text, BCP 47, such as en. */
  language?: string | undefined
}
