# Generated from the endpoint declarations by `npm run gen`: change those, not this.
"""Types of requests, responses and webhook events."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

from ._model import Model


class AccountAnalyticsView(Model):
    account_id: str
    platform: str
    """A platform id from `GET /v1/platforms`."""
    entity_ref: Optional[str]
    """The platform's id of the active entity."""
    since: str
    """YYYY-MM-DD."""
    until: str
    """YYYY-MM-DD."""
    series: List[MetricSeries]
    """Days without data have no point."""
    follower_history: List[SeriesPoint]
    available: List[str]
    unavailable: List[str]


class AccountConnectedEvent(Model):
    """A social account finished connecting."""

    id: str
    """A ULID, the same on every retry: use it to deduplicate."""
    type: Literal["account.connected"]
    created_at: str
    """ISO 8601 with a time zone."""
    workspace_id: str
    data: AccountConnectedEventData


class AccountConnectedEventData(Model):
    account: AccountResponse


class AccountDisconnectedEvent(Model):
    """A social account was disconnected."""

    id: str
    """A ULID, the same on every retry: use it to deduplicate."""
    type: Literal["account.disconnected"]
    created_at: str
    """ISO 8601 with a time zone."""
    workspace_id: str
    data: AccountDisconnectedEventData


class AccountDisconnectedEventData(Model):
    account: AccountResponse


class AccountEntity(Model):
    id: str
    kind: str
    external_id: str
    name: str
    parent_external_id: Optional[str]
    metadata: Dict[str, Any]
    grants: List[str]
    """The person's permissions there, in the platform's words."""
    selectable: bool
    unselectable_reason: Optional[str]
    is_active: bool
    last_refreshed_at: str
    """ISO 8601 with a time zone."""


class AccountEntityPage(Model):
    data: List[AccountEntity]
    has_more: bool
    next_cursor: Optional[str]


class AccountExpiringEvent(Model):
    """A connected account's credentials are about to expire."""

    id: str
    """A ULID, the same on every retry: use it to deduplicate."""
    type: Literal["account.expiring"]
    created_at: str
    """ISO 8601 with a time zone."""
    workspace_id: str
    data: AccountExpiringEventData


class AccountExpiringEventData(Model):
    account: AccountResponse


class AccountFeed(Model):
    feed: str
    """Such as `comments`, `messages` or `account_metrics`."""
    status: Literal["waiting", "current", "failing", "stopped"]
    """waiting: not read yet. current: the last read succeeded. failing: the last read failed. stopped: the account
    is not signed in.
    """
    read_at: Optional[str]
    """ISO 8601 with a time zone."""
    item_at: Optional[str]
    """When a read last returned an item."""
    next_read_at: Optional[str]
    """ISO 8601 with a time zone."""
    failures: int
    """Number of consecutive failed reads."""
    error: Optional[ErrorObject]


class AccountFeedPage(Model):
    data: List[AccountFeed]
    has_more: bool
    next_cursor: Optional[str]


class AccountHealthPage(Model):
    data: List[AccountHealthSummary]
    has_more: bool
    next_cursor: Optional[str]


class AccountHealthSummary(Model):
    account_id: str
    platform: str
    """A platform id from `GET /v1/platforms`."""
    status: str
    health: HealthDetails


class AccountPage(Model):
    data: List[AccountResponse]
    has_more: bool
    next_cursor: Optional[str]


class AccountResponse(Model):
    id: str
    profile_id: str
    platform: str
    """A platform id from `GET /v1/platforms`."""
    external_identity_id: str
    display_name: Optional[str]
    username: Optional[str]
    avatar_url: Optional[str]
    status: Literal["pending_selection", "connected", "expiring", "reauth_required", "disconnected"]
    active_entity: Optional[ActiveEntity]
    granted_scopes: List[str]
    health: HealthDetails
    connected_at: Optional[str]
    """ISO 8601 with a time zone."""
    disconnected_at: Optional[str]
    """ISO 8601 with a time zone."""
    disconnect_reason: Optional[str]
    created_at: str
    """ISO 8601 with a time zone."""
    updated_at: str
    """ISO 8601 with a time zone."""


class ActionCall(Model):
    """The lookup or workflow that runs it; null for other priced calls."""

    operation: str
    """Operation id, such as `data.find_email`."""
    summary: str
    description: str
    body: Dict[str, Any]
    """JSON Schema of the request body."""
    example: Dict[str, Any]
    """An example request body."""


class ActionsListItem(Model):
    action: str
    credits: int
    """Price of one unit for this workspace."""
    unit: str
    worst_case_credits: int
    """Maximum price of one unit."""
    call: Optional[ActionCall]


class ActionsResponse(Model):
    price_book: str
    data: List[ActionsResponseDataItem]
    has_more: bool
    next_cursor: Optional[str]


class ActionsResponseDataItem(Model):
    action: str
    credits: int
    """Price of one unit for this workspace."""
    unit: str
    worst_case_credits: int
    """Maximum price of one unit."""
    call: Optional[ActionCall]


class ActiveEntity(Model):
    id: str
    kind: str
    external_id: str
    name: str
    parent_external_id: Optional[str]


class AgreedPerson(Model):
    person: Person
    agreement: AgreedPersonAgreement
    dissent: List[Dissent]


class AgreedPersonAgreement(Model):
    votes: int
    """Number of lineages that name this company for this person."""
    lineages: List[str]
    """The lineages that agree."""
    ratio: float
    """The share among the lineages that know the person."""


class AnalyticsBreakdown(Model):
    since: str
    """YYYY-MM-DD."""
    until: str
    """YYYY-MM-DD."""
    by: Literal["account", "platform", "media_type", "hour"]
    time_zone: str
    previous: PreviousRange
    data: List[BreakdownRow]


class AnalyticsSummary(Model):
    since: str
    """YYYY-MM-DD."""
    until: str
    """YYYY-MM-DD."""
    accounts: int
    """Number of accounts with data in this period."""
    last_read_at: Optional[str]
    """When an account was last read."""
    next_read_at: Optional[str]
    """When the next account is read. Null when no connected account reports daily metrics."""
    totals: List[MetricTotal]
    """The metrics that at least one account has reported."""
    engagement_rate: EngagementRate
    """Such as 0.04 for 4 %, as the guide on analytics defines it; null where platforms do not report enough."""
    series: List[SummarySeries]
    """Days without data have no point; a metric that no account has reported has no points."""
    previous: PreviousPeriod
    """The period of the same length that ends on the day before."""


class ApiKeyCreateResponse(Model):
    _optional = ("monthly_budget", "spent_this_month")
    id: str
    name: Optional[str]
    key_prefix: str
    """The first 16 characters of the key; empty for a connected app."""
    mode: Literal["live", "test"]
    scope: Literal["full", "profiles"]
    profile_ids: List[str]
    permission: Literal["read", "read_write"]
    role: Literal["viewer", "member", "owner"]
    """The role that the key was created with. It can call endpoints that need at most this role, and at most the
    current role of `member_id`.
    """
    created_by: Optional[str]
    """The id of the user who created it; null for the initial keys and those of the operator."""
    member_id: Optional[str]
    """The member it acts for: the key never allows more than the member's current rights, and ends when they
    leave. Null when it belongs to the workspace.
    """
    app: Optional[ConnectedApp]
    monthly_budget: Optional[int]
    """Credits this key may spend in a calendar month (UTC); absent when it has no budget."""
    spent_this_month: Optional[int]
    """Credits this key spent in the calendar month (UTC); only with `include=spend`."""
    expires_at: Optional[str]
    """ISO 8601 with a time zone."""
    last_used_at: Optional[str]
    """ISO 8601 with a time zone."""
    revoked_at: Optional[str]
    """ISO 8601 with a time zone."""
    created_at: str
    """ISO 8601 with a time zone."""
    key: str
    """The full secret key. Shown only once."""


class ApiKeyPage(Model):
    data: List[ApiKeyResponse]
    has_more: bool
    next_cursor: Optional[str]


class ApiKeyResponse(Model):
    _optional = ("monthly_budget", "spent_this_month")
    id: str
    name: Optional[str]
    key_prefix: str
    """The first 16 characters of the key; empty for a connected app."""
    mode: Literal["live", "test"]
    scope: Literal["full", "profiles"]
    profile_ids: List[str]
    permission: Literal["read", "read_write"]
    role: Literal["viewer", "member", "owner"]
    """The role that the key was created with. It can call endpoints that need at most this role, and at most the
    current role of `member_id`.
    """
    created_by: Optional[str]
    """The id of the user who created it; null for the initial keys and those of the operator."""
    member_id: Optional[str]
    """The member it acts for: the key never allows more than the member's current rights, and ends when they
    leave. Null when it belongs to the workspace.
    """
    app: Optional[ConnectedApp]
    monthly_budget: Optional[int]
    """Credits this key may spend in a calendar month (UTC); absent when it has no budget."""
    spent_this_month: Optional[int]
    """Credits this key spent in the calendar month (UTC); only with `include=spend`."""
    expires_at: Optional[str]
    """ISO 8601 with a time zone."""
    last_used_at: Optional[str]
    """ISO 8601 with a time zone."""
    revoked_at: Optional[str]
    """ISO 8601 with a time zone."""
    created_at: str
    """ISO 8601 with a time zone."""


class AsyncJobResponse(Model):
    _optional = ("data",)
    id: str
    kind: Literal["async", "bulk"]
    action: str
    status: Literal["queued", "running", "completed", "completed_with_errors", "failed", "canceling", "canceled"]
    """`completed_with_errors`: some rows failed; their errors are in the results."""
    progress: AsyncJobResponseProgress
    credits: AsyncJobResponseCredits
    price_book: str
    error: Optional[ErrorObject]
    created_at: str
    """ISO 8601 with a time zone."""
    started_at: Optional[str]
    """ISO 8601 with a time zone."""
    finished_at: Optional[str]
    """ISO 8601 with a time zone."""
    data: Any
    """The result of a completed job; null when nothing was found, or only people who have been suppressed since."""


class AsyncJobResponseCredits(Model):
    held: int
    """Held for rows without a result."""
    charged: int
    released: int
    """Released when the job ended."""


class AsyncJobResponseProgress(Model):
    done: int
    """Rows with a result."""
    total: int
    """For a search in progress, the maximum it can find."""
    found: int
    failed: int


class AutoTopupResponse(Model):
    threshold: float
    pack_id: str
    status: Literal["active", "suspended", "off"]
    reason: Optional[str]
    """The reason it is suspended: `no_payment_method`, `unknown_pack`, `disputed`, or the bank's message. A new
    payment method lifts all of them except `unknown_pack`.
    """
    open_order_id: Optional[str]
    """The pending order; there is never more than one."""
    created_at: str
    """ISO 8601 with a time zone."""
    updated_at: str
    """ISO 8601 with a time zone."""


class BillingResponse(Model):
    """`provider` is the payment provider of new orders."""

    provider: Literal["manual", "sandbox", "stripe"]
    subscription: Optional[SubscriptionResponse]
    auto_topup: Optional[AutoTopupResponse]


class Branding(Model):
    name: Optional[str]
    """Shown instead of the workspace's name."""
    color: Optional[str]
    """The button color, such as `#1a56db`. White text on it must be readable: the contrast must be at least 4.5:1."""
    logo_url: Optional[str]
    """An image served over HTTPS. Your customers' browsers load it from there."""


class BreakdownRow(Model):
    key: str
    """The id of the account; the platform; `text`, `image`, `images`, `video` or `other`; or the hour, `0` to
    `23`.
    """
    label: str
    """The name of the account or platform, else the key."""
    platform: Optional[str]
    posts: int
    """Number of posts published in this period."""
    metrics: Dict[str, float]
    engagement_rate: EngagementRate
    """Such as 0.04 for 4 %, as the guide on analytics defines it; null where platforms do not report enough."""
    previous: PreviousValues


class BulkEstimateResponse(Model):
    status: Literal["OK"]
    data: BulkEstimateResponseData


class BulkEstimateResponseData(Model):
    action: str
    credits: int
    """Maximum cost of the job, and the amount it holds while it runs."""
    rows: int
    """Rows that were sent; for a search, the maximum it can find."""
    duplicates: int
    """Rows about the same subject as an earlier one; free."""
    unreadable: int
    """Rows that cannot be looked up; they fail and are free."""
    refused: List[BulkEstimateResponseDataRefusedItem]
    """The first 20 unreadable rows, with the reason."""
    price_book: str


class BulkEstimateResponseDataRefusedItem(Model):
    row: int
    line: Optional[int]
    message: str


class BulkResultPage(Model):
    data: List[BulkRowResult]
    has_more: bool
    next_cursor: Optional[str]


class BulkRowResult(Model):
    row: int
    """Position in the input, or in the search result."""
    line: Optional[int]
    """The line of the CSV file where the row begins."""
    input: Dict[str, Any]
    """The row as sent, by column."""
    status: Literal["pending", "found", "not_found", "failed", "withheld", "canceled", "unanswered"]
    """`unanswered`: the job failed before this row had a result; `error` has the reason. `withheld`: all people it
    found have been suppressed since, or are no longer in the directory. Lists only leave those people out.
    """
    data: Any
    """The result of the action; null unless found."""
    error: Optional[ErrorObject]
    credits: int
    duplicate_of: Optional[int]
    """The earlier row about the same subject, which was charged."""


class CommentPage(Model):
    data: List[CommentView]
    has_more: bool
    next_cursor: Optional[str]


class CommentReceivedEvent(Model):
    """Someone commented on a post of a connected account."""

    id: str
    """A ULID, the same on every retry: use it to deduplicate."""
    type: Literal["comment.received"]
    created_at: str
    """ISO 8601 with a time zone."""
    workspace_id: str
    data: CommentReceivedEventData


class CommentReceivedEventData(Model):
    comment: CommentView


class CommentView(Model):
    id: str
    account_id: str
    platform: str
    """A platform id from `GET /v1/platforms`."""
    external_id: str
    external_media_id: Optional[str]
    """The platform's id of its post."""
    parent_external_id: Optional[str]
    """The comment it replies to; null when it replies to the post."""
    author: PlatformUser
    body: Optional[str]
    post_id: Optional[str]
    """Its post, if that was published through this API."""
    is_hidden: bool
    can_reply: bool
    is_own: bool
    """True when the account wrote it."""
    is_answered: bool
    """True when the account has replied to it."""
    occurred_at: Optional[str]
    """ISO 8601 with a time zone."""
    created_at: str
    """ISO 8601 with a time zone."""


class Company(Model):
    id: str
    name: Optional[str]
    domain: Optional[str]
    industry: Optional[str]
    size: Optional[Literal["1-10", "11-50", "51-200", "201-500", "501-1000", "1001-5000", "5001-10000", "10001+"]]
    country: Optional[str]
    """ISO 3166 code if known."""
    sources: List[DataSource]
    updated_at: str
    """ISO 8601 with a time zone."""


class CompanyFilters(TypedDict, total=False):
    """Each field takes a list, or `include` and `exclude`. A result matches all fields, and at least one value of
    each.
    """

    name: Union[List[str], CompanyFiltersName]
    """All words of one of these occur in the name of the company."""
    domain: Union[List[str], CompanyFiltersDomain]
    """Exactly one of these domains."""
    size: Union[List[Literal["1-10", "11-50", "51-200", "201-500", "501-1000", "1001-5000", "5001-10000", "10001+"]], CompanyFiltersSize]
    """Number of employees."""
    industry: Union[List[str], CompanyFiltersIndustry]
    """Exactly one of these industries."""
    country: Union[List[str], CompanyFiltersCountry]
    """ISO 3166 code or English name."""
    keywords: Union[List[str], CompanyFiltersKeywords]
    """All words of one of these occur anywhere."""


class CompanyFiltersCountry(TypedDict, total=False):
    """ISO 3166 code or English name."""

    include: List[str]
    exclude: List[str]


class CompanyFiltersDomain(TypedDict, total=False):
    """Exactly one of these domains."""

    include: List[str]
    exclude: List[str]


class CompanyFiltersIndustry(TypedDict, total=False):
    """Exactly one of these industries."""

    include: List[str]
    exclude: List[str]


class CompanyFiltersKeywords(TypedDict, total=False):
    """All words of one of these occur anywhere."""

    include: List[str]
    exclude: List[str]


class CompanyFiltersName(TypedDict, total=False):
    """All words of one of these occur in the name of the company."""

    include: List[str]
    exclude: List[str]


class CompanyFiltersSize(TypedDict, total=False):
    """Number of employees."""

    include: List[Literal["1-10", "11-50", "51-200", "201-500", "501-1000", "1001-5000", "5001-10000", "10001+"]]
    exclude: List[Literal["1-10", "11-50", "51-200", "201-500", "501-1000", "1001-5000", "5001-10000", "10001+"]]


class ConnectedApp(Model):
    """The app that a user connected by signing in. Such a key has no secret: the tokens of the app have its
    rights, and end when it is revoked. Null for other keys.
    """

    name: str
    """The name that the app gave itself. It is not verified."""
    host: Optional[str]
    """The host that users return to; null for a device."""
    audience: Literal["api", "mcp"]
    """`mcp` when it may use only the tools of /mcp."""


class ConnectionPage(Model):
    data: List[ConnectionResponse]
    has_more: bool
    next_cursor: Optional[str]


class ConnectionResponse(Model):
    id: str
    profile_id: str
    platform: str
    """A platform id from `GET /v1/platforms`."""
    mode: Literal["hosted", "headless"]
    status: Literal["awaiting_user", "awaiting_selection", "completed", "failed", "expired"]
    authorize_url: Optional[str]
    """The URL where the person signs in. Shown only once, when the connection is created."""
    account_id: Optional[str]
    """The connected account, or the one that signs in again."""
    error: Optional[ErrorObject]
    expires_at: str
    """ISO 8601 with a time zone."""
    created_at: str
    """ISO 8601 with a time zone."""
    updated_at: str
    """ISO 8601 with a time zone."""


class ConsensusResponse(Model):
    status: Literal["OK"]
    data: Optional[List[AgreedPerson]]
    considered: int
    """Number of people found; those without agreement are left out."""
    threshold: ConsensusResponseThreshold


class ConsensusResponseThreshold(Model):
    votes: int
    ratio: float


class ConversationPage(Model):
    data: List[ConversationView]
    has_more: bool
    next_cursor: Optional[str]


class ConversationView(Model):
    id: str
    account_id: str
    platform: str
    """A platform id from `GET /v1/platforms`."""
    external_id: str
    participant: PlatformUser
    status: Literal["open", "archived"]
    window_expires_at: Optional[str]
    """ISO 8601 with a time zone."""
    window_open: bool
    last_inbound_at: Optional[str]
    """ISO 8601 with a time zone."""
    last_message_at: Optional[str]
    """ISO 8601 with a time zone."""
    last_message: Optional[LastMessage]
    unread_count: int
    created_at: str
    """ISO 8601 with a time zone."""


class CreditsLowEvent(Model):
    """The workspace's credits, including held ones, fell below the threshold. Sent once, and again only after
    added credits have lifted the balance above it.
    """

    id: str
    """A ULID, the same on every retry: use it to deduplicate."""
    type: Literal["credits.low"]
    created_at: str
    """ISO 8601 with a time zone."""
    workspace_id: str
    data: CreditsLowEventData


class CreditsLowEventData(Model):
    credits: CreditsResponse
    threshold: int


class CreditsResponse(Model):
    available: int
    """Credits that new calls can spend."""
    held: int
    """Reserved for running calls and jobs."""
    spent: int
    expired: int
    granted: int
    """Always available + held + spent + expired."""
    price_book: str
    grants: List[CreditsResponseGrantsItem]
    """Grants with credits left, in the order in which they will be spent."""


class CreditsResponseGrantsItem(Model):
    id: str
    kind: Literal["signup", "pack", "subscription", "manual", "refund"]
    amount: int
    remaining: int
    expires_at: Optional[str]
    """ISO 8601 with a time zone."""
    created_at: str
    """ISO 8601 with a time zone."""


class CurrentPortalLink(Model):
    pages: List[Literal["connect", "webhooks", "report"]]
    profile_id: Optional[str]
    expires_at: str
    """ISO 8601 with a time zone."""
    workspace_name: str
    branding: Branding


class DataSource(Model):
    name: str
    fields: List[str]
    seen_at: str
    """ISO 8601 with a time zone."""


class DeliveryAttempt(Model):
    attempt: int
    started_at: str
    """ISO 8601 with a time zone."""
    duration_ms: int
    response_code: Optional[int]
    error: Optional[ErrorObject]
    response_body: str
    """The first 16 KiB of the response."""


class DeliveryPage(Model):
    data: List[DeliveryResponse]
    has_more: bool
    next_cursor: Optional[str]


class DeliveryResponse(Model):
    id: str
    endpoint_id: str
    event_type: str
    event_id: str
    """The same on every attempt: receivers use it to deduplicate."""
    status: Literal["pending", "failed", "delivered", "dead"]
    """failed: will be retried. dead: will not be sent again unless it is redriven."""
    attempt: int
    """Attempts made so far."""
    next_attempt_at: Optional[str]
    """ISO 8601 with a time zone."""
    last_response_code: Optional[int]
    last_error: Optional[str]
    delivered_at: Optional[str]
    """ISO 8601 with a time zone."""
    created_at: str
    """ISO 8601 with a time zone."""


class DeliveryWithAttemptsResponse(Model):
    id: str
    endpoint_id: str
    event_type: str
    event_id: str
    """The same on every attempt: receivers use it to deduplicate."""
    status: Literal["pending", "failed", "delivered", "dead"]
    """failed: will be retried. dead: will not be sent again unless it is redriven."""
    attempt: int
    """Attempts made so far."""
    next_attempt_at: Optional[str]
    """ISO 8601 with a time zone."""
    last_response_code: Optional[int]
    last_error: Optional[str]
    delivered_at: Optional[str]
    """ISO 8601 with a time zone."""
    created_at: str
    """ISO 8601 with a time zone."""
    body: str
    """The exact UTF-8 body that is sent and signed."""
    attempts: List[DeliveryAttempt]
    """The last 100 attempts, oldest first."""


class DemoDataResponse(Model):
    status: Literal["none", "preparing", "ready"]
    """`preparing`: accounts, posts, messages, comments and reviews are still being added."""
    profile_id: Optional[str]
    """The profile that contains all demo data."""
    created_at: Optional[str]
    """ISO 8601 with a time zone."""


class Dissent(Model):
    lineage: str
    field: Literal["company", "title", "location"]
    value: str
    """The different value of this lineage."""


class EarlierPurchase(Model):
    """The last time this workspace bought the same."""

    id: str
    """`GET /v1/data/purchases/{id}` returns the result, free."""
    bought_at: str
    """ISO 8601 with a time zone."""


class EngagementRate(Model):
    """Such as 0.04 for 4 %, as the guide on analytics defines it; null where platforms do not report enough."""

    value: Optional[float]
    previous: Optional[float]


class EnrichListRequestInputs(TypedDict):
    people: List[str]


class EnrichListResponse(Model):
    _optional = ("estimate",)
    status: Literal["OK"]
    workflow: Literal["enrich-list"]
    dry_run: bool
    data: Optional[List[EnrichListRow]]
    credits: int
    """Credits charged."""
    estimate: Optional[WorkflowQuote]


class EnrichListRow(Model):
    input: str
    """The item of the list, as sent."""
    person: Optional[Person]
    credits: int
    """Cost of this row."""
    steps: List[WorkflowStepResult]


class EnrichPersonRequestFilters(TypedDict, total=False):
    full_name: str
    first_name: str
    last_name: str
    domain: str
    email: str
    person_id: str


class EnrichPersonResponse(Model):
    _optional = ("repeat",)
    status: Literal["OK"]
    data: Optional[Person]
    repeat: Optional[bool]
    """Paid for recently, so free this time, if the price book allows it."""


class Entity(Model):
    kind: str
    external_id: str
    name: str
    parent_external_id: Optional[str]
    metadata: Dict[str, Any]
    grants: List[str]
    """The person's permissions there, in the platform's words."""
    selectable: bool
    unselectable_reason: Optional[str]


class EntityPage(Model):
    data: List[Entity]
    has_more: bool
    next_cursor: Optional[str]


class ErrorObject(Model):
    code: str
    message: str


class EstimateResponse(Model):
    status: Literal["OK"]
    data: EstimateResponseData


class EstimateResponseData(Model):
    action: str
    credits: int
    """Maximum cost of the call; anything not found is free."""
    units: int
    """Maximum number of units it can find."""
    credits_per_unit: int
    unit: str
    price_book: str
    purchase: Optional[EarlierPurchase]


class FindEmailRequestFilters(TypedDict, total=False):
    full_name: str
    first_name: str
    last_name: str
    domain: str


class FindEmailResponse(Model):
    _optional = ("repeat",)
    status: Literal["OK"]
    data: Optional[FoundEmail]
    repeat: Optional[bool]
    """Paid for recently, so free this time, if the price book allows it."""


class FirstComment(Model):
    body: str
    status: Literal["pending", "published", "failed"]
    """Also `pending` until the post is published."""
    external_id: Optional[str]
    error: Optional[ErrorObject]


class FoundEmail(Model):
    email: str
    status: Literal["valid", "risky", "invalid", "unknown"]
    confidence: float
    domain: str
    person: FoundEmailPerson
    sources: List[str]
    verified_at: Optional[str]
    """ISO 8601 with a time zone."""


class FoundEmailPerson(Model):
    full_name: Optional[str]
    first_name: Optional[str]
    last_name: Optional[str]


class FoundPerson(Model):
    _optional = ("change",)
    id: str
    full_name: str
    first_name: Optional[str]
    last_name: Optional[str]
    title: Optional[str]
    seniority: Optional[Literal["owner", "founder", "c_suite", "partner", "vp", "head", "director", "manager", "senior", "entry", "intern"]]
    department: Optional[str]
    company: Optional[PersonCompany]
    location: Optional[Place]
    skills: List[str]
    links: List[str]
    sources: List[DataSource]
    updated_at: str
    """ISO 8601 with a time zone."""
    change: Optional[Literal["added", "updated"]]
    """With `since_cursor`."""


class HealthDetails(Model):
    _optional = ("status", "checked_at", "token", "scopes", "issues", "last_error")
    status: Optional[Literal["healthy", "warning", "error"]]
    checked_at: Optional[str]
    """ISO 8601 with a time zone."""
    token: Optional[HealthDetailsToken]
    scopes: Optional[HealthDetailsScopes]
    issues: Optional[List[HealthDetailsIssuesItem]]
    last_error: Optional[ErrorObject]


class HealthDetailsIssuesItem(Model):
    _optional = ("remediation",)
    code: str
    message: str
    remediation: Optional[str]
    severity: Literal["warning", "error"]


class HealthDetailsScopes(Model):
    granted: List[str]
    missing: List[str]


class HealthDetailsToken(Model):
    expires_at: Optional[str]
    """ISO 8601 with a time zone."""
    renews_itself: bool
    sign_in_again_at: Optional[str]
    """ISO 8601 with a time zone."""


class HomeResponse(Model):
    credits: HomeResponseCredits
    counts: HomeResponseCounts
    first_steps: HomeResponseFirstSteps
    needs_attention: HomeResponseNeedsAttention


class HomeResponseCounts(Model):
    profiles: int
    """Profiles."""
    accounts: int
    """Connected accounts."""
    scheduled_posts: int
    """Posts waiting for their scheduled time."""
    unread_conversations: int
    """Open conversations with unread messages."""
    running_jobs: int
    """Unfinished data jobs."""
    webhooks: int
    """Webhook endpoints."""


class HomeResponseCredits(Model):
    available: int
    held: int


class HomeResponseFirstSteps(Model):
    key_created: bool
    """A key was created; the initial keys do not count."""
    sandbox_account_connected: bool
    """A sandbox account has been connected; those of the demo data do not count."""
    post_published: bool
    """A post was published; those of the demo data do not count."""
    lookup_run: bool
    """A metered call succeeded, at any cost."""
    webhook_delivered: bool
    """A delivery succeeded within the 30 days that the log is kept."""


class HomeResponseNeedsAttention(Model):
    accounts_signed_out: int
    """Accounts to reconnect: `GET /v1/accounts?status=reauth_required`."""
    failed_posts: int
    """Posts of the last 7 days with a target that failed."""
    unconfirmed_posts: int
    """Posts of the last 7 days for which it is unknown whether they were published."""
    dead_deliveries: int
    """Deliveries of the last 7 days that will not be retried."""
    disabled_webhooks: int
    """Disabled webhook endpoints."""
    is_balance_low: bool
    """Fewer credits are available than `CREDITS_LOW`."""


class JobFinishedEvent(Model):
    """A job ended: completed, failed or canceled. Sent to its own `webhook_url` and never to other endpoints."""

    id: str
    """A ULID, the same on every retry: use it to deduplicate."""
    type: Literal["job.finished"]
    created_at: str
    """ISO 8601 with a time zone."""
    workspace_id: str
    data: JobFinishedEventData


class JobFinishedEventData(Model):
    job: JobResponse


class JobPage(Model):
    data: List[JobResponse]
    has_more: bool
    next_cursor: Optional[str]


class JobResponse(Model):
    id: str
    kind: Literal["async", "bulk"]
    action: str
    status: Literal["queued", "running", "completed", "completed_with_errors", "failed", "canceling", "canceled"]
    """`completed_with_errors`: some rows failed; their errors are in the results."""
    progress: JobResponseProgress
    credits: JobResponseCredits
    price_book: str
    error: Optional[ErrorObject]
    created_at: str
    """ISO 8601 with a time zone."""
    started_at: Optional[str]
    """ISO 8601 with a time zone."""
    finished_at: Optional[str]
    """ISO 8601 with a time zone."""


class JobResponseCredits(Model):
    held: int
    """Held for rows without a result."""
    charged: int
    released: int
    """Released when the job ended."""


class JobResponseProgress(Model):
    done: int
    """Rows with a result."""
    total: int
    """For a search in progress, the maximum it can find."""
    found: int
    failed: int


class LastMessage(Model):
    id: str
    direction: Literal["inbound", "outbound"]
    status: Literal["queued", "sent", "delivered", "read", "failed", "received"]
    body: Optional[str]
    """The first 200 characters."""
    attachments: int
    """Number of files."""


class LeadListRequestInputs(TypedDict, total=False):
    query: str
    filters: Optional[PeopleFilters]


class LeadListResponse(Model):
    _optional = ("estimate",)
    status: Literal["OK"]
    workflow: Literal["lead-list"]
    dry_run: bool
    data: Optional[List[LeadListRow]]
    credits: int
    """Credits charged."""
    estimate: Optional[WorkflowQuote]


class LeadListRow(Model):
    person: Optional[Person]
    email: Optional[FoundEmail]
    verification: Optional[VerifiedEmail]
    credits: int
    """Cost of this row."""
    steps: List[WorkflowStepResult]


class LedgerEntry(Model):
    seq: int
    """Increases without gaps."""
    kind: Literal["grant", "charge", "expire", "trim", "revoke"]
    credits: int
    """Positive when credits were added, negative when they were removed."""
    balance_after: int
    """Credits of the workspace after this entry, available and held."""
    charges: int
    """Number of charges in this entry: those settled at the same moment."""
    request_id: Optional[str]
    """The call that was charged; null when this entry covers several, see `items`."""
    action: Optional[str]
    """The action that was charged; null when this entry covers several."""
    items_: List[LedgerEntryItemsItem]
    """The charges in the order of the work, at most 100."""
    detail: Dict[str, Any]
    """The grants that the credits came from, or the reason."""
    hash: str
    """SHA-256 of this entry and the previous hash."""
    created_at: str
    """ISO 8601 with a time zone."""


class LedgerEntryItemsItem(Model):
    request_id: str
    action: str
    units: int
    credits: int


class LedgerPage(Model):
    data: List[LedgerEntry]
    has_more: bool
    next_cursor: Optional[str]


class ManySuppressionsResponse(Model):
    added: int
    already: int
    """Already suppressed, or sent twice."""
    refused: List[ManySuppressionsResponseRefusedItem]
    """Invalid values, with their position in `values`."""


class ManySuppressionsResponseRefusedItem(Model):
    index: int
    value: str
    message: str


class MediaAssetPage(Model):
    data: List[MediaAssetResponse]
    has_more: bool
    next_cursor: Optional[str]


class MediaAssetResponse(Model):
    id: str
    status: Literal["pending", "fetching", "ready", "failed"]
    source_url: str
    storage_key: Optional[str]
    public_url: Optional[str]
    """Opens the file without a key until it expires, after a day by default. Each read returns a new URL."""
    mime: Optional[str]
    """Detected from the bytes; the `Content-Type` of the source is ignored."""
    bytes_size: Optional[int]
    width: Optional[int]
    """Displayed width, after its orientation is applied."""
    height: Optional[int]
    duration_s: Optional[float]
    checksum: Optional[str]
    """`sha256:` and 64 hexadecimal digits."""
    validation: MediaValidation
    created_at: str
    """ISO 8601 with a time zone."""
    updated_at: str
    """ISO 8601 with a time zone."""


class MediaFailedEvent(Model):
    """A media asset failed: its file will not become available."""

    id: str
    """A ULID, the same on every retry: use it to deduplicate."""
    type: Literal["media.failed"]
    created_at: str
    """ISO 8601 with a time zone."""
    workspace_id: str
    data: MediaFailedEventData


class MediaFailedEventData(Model):
    media: MediaAssetResponse


class MediaReadyEvent(Model):
    """A media asset is stored and can be used in posts."""

    id: str
    """A ULID, the same on every retry: use it to deduplicate."""
    type: Literal["media.ready"]
    created_at: str
    """ISO 8601 with a time zone."""
    workspace_id: str
    data: MediaReadyEventData


class MediaReadyEventData(Model):
    media: MediaAssetResponse


class MediaUpload(Model):
    id: str
    """The asset's id."""
    method: Literal["PUT"]
    url: str
    """Send the bytes to this URL, with their `Content-Length` and without a key."""
    expires_at: str
    """ISO 8601 with a time zone."""
    media: MediaAssetResponse


class MediaUsage(Model):
    bytes_used: int
    """The bytes of all files, plus 4096 bytes for each asset. Files that are being fetched or wait for removal
    count too.
    """
    bytes_max: int
    """Maximum for all media together: `MEDIA_BYTES_PER_WORKSPACE`."""


class MediaValidation(Model):
    _optional = ("error", "platforms")
    error: Optional[ErrorObject]
    platforms: Optional[Dict[str, MediaVerdict]]
    """For a `ready` asset: whether each platform accepts the file, and the reasons if not."""


class MediaVerdict(Model):
    accepted: bool
    reasons: List[MediaVerdictReasonsItem]


class MediaVerdictReasonsItem(Model):
    rule: str
    """`type`, or a limit such as `bytes_max` or `ratio_min`."""
    detail: str


class MessagePage(Model):
    data: List[MessageView]
    has_more: bool
    next_cursor: Optional[str]


class MessageReceivedEvent(Model):
    """An inbound message landed in the inbox."""

    id: str
    """A ULID, the same on every retry: use it to deduplicate."""
    type: Literal["message.received"]
    created_at: str
    """ISO 8601 with a time zone."""
    workspace_id: str
    data: MessageReceivedEventData


class MessageReceivedEventData(Model):
    message: MessageView
    conversation: ConversationView


class MessageStatusChangedEvent(Model):
    """The status of a message that you sent changed: sent, delivered, read or failed."""

    id: str
    """A ULID, the same on every retry: use it to deduplicate."""
    type: Literal["message.status_changed"]
    created_at: str
    """ISO 8601 with a time zone."""
    workspace_id: str
    data: MessageStatusChangedEventData


class MessageStatusChangedEventData(Model):
    message: MessageView
    conversation: ConversationView


class _MessageTemplateOptional(TypedDict, total=False):
    components: List[MessageTemplateComponent]
    """The values of the placeholders, as in WhatsApp's Cloud API. At most 64 KiB as JSON."""


class MessageTemplate(_MessageTemplateOptional):
    name: str
    language: str


class _MessageTemplateComponentOptional(TypedDict, total=False):
    sub_type: str
    """For buttons: `quick_reply`, `url`, ..."""
    index: Union[int, str]
    """Index of the button, from 0."""
    parameters: List[Union[TemplateParameter, Dict[str, Any]]]
    cards: List[Any]
    """The cards of a carousel."""


class MessageTemplateComponent(_MessageTemplateComponentOptional):
    type: str
    """`header`, `body`, `button`, ..."""


class MessageView(Model):
    id: str
    conversation_id: str
    direction: Literal["inbound", "outbound"]
    external_id: str
    status: Literal["queued", "sent", "delivered", "read", "failed", "received"]
    body: Optional[str]
    attachments: List[Dict[str, Any]]
    sent_via: Optional[str]
    template: Optional[MessageViewTemplate]
    """The template that was sent; `body` is then its text with the values filled in."""
    error: Optional[ErrorObject]
    occurred_at: Optional[str]
    """ISO 8601 with a time zone."""
    created_at: str
    """ISO 8601 with a time zone."""


class MessageViewTemplate(Model):
    """The template that was sent; `body` is then its text with the values filled in."""

    name: str
    language: str
    components: List[Dict[str, Any]]


class MeteredCall(Model):
    request_id: str
    outcome: Literal["running", "found", "not_found", "failed", "unmetered"]
    """`running`: credits are still held for it, as for an unfinished job. `failed`: it asked sources and was not
    charged. `unmetered`: it had no price, or was refused before it ran.
    """
    actions: List[str]
    """The actions that were run, including free ones; empty when it failed or was unmetered."""
    api_key_id: str
    """The id of the calling key, user or portal link."""
    price_book: str
    """Empty for an unmetered request."""
    credits: int
    lines_total: int
    """Number of lines in its receipt."""
    hold_id: Optional[str]
    """The id by which an operator refunds the call; null when nothing was settled."""
    created_at: str
    """ISO 8601 with a time zone."""
    method: Optional[str]
    """Null when the request is no longer in the log."""
    path: Optional[str]
    """Without the query, which may contain secrets."""
    operation: Optional[str]
    """The operation that was called, such as `posts.create`."""
    status: Optional[int]
    """The HTTP status of the response."""
    error_code: Optional[str]
    """The `code` of the error; null when the request succeeded."""
    ms: Optional[float]
    """Time until the response was sent, in milliseconds."""
    mode: Optional[Literal["live", "test"]]
    """Whether a live or a test key was used."""
    caller: RequestCaller
    request_bytes: Optional[int]
    """Size of the request body; null without one."""
    response_bytes: Optional[int]
    """Size of the response body; null if it was streamed."""
    client_request_id: Optional[str]
    """The `X-Request-Id` that the client sent. Calls of MCP tools have `mcp:` and the id of the request to /mcp."""


class MeteredCallPage(Model):
    data: List[MeteredCall]
    has_more: bool
    next_cursor: Optional[str]


class MetricSeries(Model):
    metric: str
    points: List[SeriesPoint]


class MetricTotal(Model):
    metric: str
    value: float
    """The sum of the days; for `followers` and `posts`, the last value of each account."""
    previous: Optional[float]
    """The same for the period before, over as many days."""
    change: Optional[float]
    """Relative change, such as 0.12 for 12 % more, of the accounts that reported in both periods."""


class ModerateResponse(Model):
    action: Literal["hide", "unhide", "delete"]
    comment: Optional[CommentView]


class NewJobResponse(Model):
    id: str
    kind: Literal["async", "bulk"]
    action: str
    status: Literal["queued", "running", "completed", "completed_with_errors", "failed", "canceling", "canceled"]
    """`completed_with_errors`: some rows failed; their errors are in the results."""
    progress: NewJobResponseProgress
    credits: NewJobResponseCredits
    price_book: str
    error: Optional[ErrorObject]
    created_at: str
    """ISO 8601 with a time zone."""
    started_at: Optional[str]
    """ISO 8601 with a time zone."""
    finished_at: Optional[str]
    """ISO 8601 with a time zone."""
    webhook_secret: Optional[str]
    """Signs the delivery to `webhook_url`. Shown only once; null without `webhook_url`."""


class NewJobResponseCredits(Model):
    held: int
    """Held for rows without a result."""
    charged: int
    released: int
    """Released when the job ended."""


class NewJobResponseProgress(Model):
    done: int
    """Rows with a result."""
    total: int
    """For a search in progress, the maximum it can find."""
    found: int
    failed: int


class NumberVerificationResponse(Model):
    account_id: str
    status: Literal["code_sent", "verified"]


class OpenHold(Model):
    id: str
    credits: int
    """Credits still held, without those already charged."""
    held_for: Literal["call", "job"]
    """A job keeps its hold until it ends, even if the server restarts."""
    action: str
    request_id: str
    api_key_id: str
    """The calling key or user."""
    price_book: str
    created_at: str
    """ISO 8601 with a time zone."""
    expires_at: str
    """The credits are released at this time if the work has not ended."""


class OpenHoldPage(Model):
    data: List[OpenHold]
    has_more: bool
    next_cursor: Optional[str]


class OrderPage(Model):
    data: List[OrderResponse]
    has_more: bool
    next_cursor: Optional[str]


class OrderResponse(Model):
    id: str
    kind: Literal["pack", "subscription", "topup"]
    pack_id: Optional[str]
    plan_id: Optional[str]
    interval: Optional[Literal["month", "year"]]
    credits: int
    """Credits granted by the payment; for a plan, each month."""
    price_usd_cents: int
    status: Literal["pending", "paid", "failed", "canceled", "refunded", "disputed"]
    provider: Literal["manual", "sandbox", "stripe"]
    url: Optional[str]
    """The payment page; null when there is none."""
    instructions: Optional[str]
    """Payment instructions when there is no payment page."""
    error: Optional[ErrorObject]
    debt_credits: int
    """Credits of a refunded payment that were already spent."""
    created_at: str
    """ISO 8601 with a time zone."""
    paid_at: Optional[str]
    """ISO 8601 with a time zone."""


class PeopleFilters(TypedDict, total=False):
    """Each field takes a list, or `include` and `exclude`. A result matches all fields, and at least one value of
    each.
    """

    title: Union[List[str], PeopleFiltersTitle]
    """All words of one of these occur in the title."""
    seniority: Union[List[Literal["owner", "founder", "c_suite", "partner", "vp", "head", "director", "manager", "senior", "entry", "intern"]], PeopleFiltersSeniority]
    """Rank."""
    department: Union[List[str], PeopleFiltersDepartment]
    """Exactly one of these departments."""
    company: PeopleFiltersCompany
    location: PeopleFiltersLocation
    skills: Union[List[str], PeopleFiltersSkills]
    """Exactly one of these skills."""
    keywords: Union[List[str], PeopleFiltersKeywords]
    """All words of one of these occur anywhere."""


class PeopleFiltersCompany(TypedDict, total=False):
    name: Union[List[str], PeopleFiltersCompanyName]
    """All words of one of these occur in the name of the company."""
    domain: Union[List[str], PeopleFiltersCompanyDomain]
    """Exactly one of these domains."""
    size: Union[List[Literal["1-10", "11-50", "51-200", "201-500", "501-1000", "1001-5000", "5001-10000", "10001+"]], PeopleFiltersCompanySize]
    """Number of employees."""
    industry: Union[List[str], PeopleFiltersCompanyIndustry]
    """Exactly one of these industries."""


class PeopleFiltersCompanyDomain(TypedDict, total=False):
    """Exactly one of these domains."""

    include: List[str]
    exclude: List[str]


class PeopleFiltersCompanyIndustry(TypedDict, total=False):
    """Exactly one of these industries."""

    include: List[str]
    exclude: List[str]


class PeopleFiltersCompanyName(TypedDict, total=False):
    """All words of one of these occur in the name of the company."""

    include: List[str]
    exclude: List[str]


class PeopleFiltersCompanySize(TypedDict, total=False):
    """Number of employees."""

    include: List[Literal["1-10", "11-50", "51-200", "201-500", "501-1000", "1001-5000", "5001-10000", "10001+"]]
    exclude: List[Literal["1-10", "11-50", "51-200", "201-500", "501-1000", "1001-5000", "5001-10000", "10001+"]]


class PeopleFiltersDepartment(TypedDict, total=False):
    """Exactly one of these departments."""

    include: List[str]
    exclude: List[str]


class PeopleFiltersKeywords(TypedDict, total=False):
    """All words of one of these occur anywhere."""

    include: List[str]
    exclude: List[str]


class PeopleFiltersLocation(TypedDict, total=False):
    city: Union[List[str], PeopleFiltersLocationCity]
    """City of the person."""
    region: Union[List[str], PeopleFiltersLocationRegion]
    """State or province."""
    country: Union[List[str], PeopleFiltersLocationCountry]
    """ISO 3166 code or English name."""


class PeopleFiltersLocationCity(TypedDict, total=False):
    """City of the person."""

    include: List[str]
    exclude: List[str]


class PeopleFiltersLocationCountry(TypedDict, total=False):
    """ISO 3166 code or English name."""

    include: List[str]
    exclude: List[str]


class PeopleFiltersLocationRegion(TypedDict, total=False):
    """State or province."""

    include: List[str]
    exclude: List[str]


class PeopleFiltersSeniority(TypedDict, total=False):
    """Rank."""

    include: List[Literal["owner", "founder", "c_suite", "partner", "vp", "head", "director", "manager", "senior", "entry", "intern"]]
    exclude: List[Literal["owner", "founder", "c_suite", "partner", "vp", "head", "director", "manager", "senior", "entry", "intern"]]


class PeopleFiltersSkills(TypedDict, total=False):
    """Exactly one of these skills."""

    include: List[str]
    exclude: List[str]


class PeopleFiltersTitle(TypedDict, total=False):
    """All words of one of these occur in the title."""

    include: List[str]
    exclude: List[str]


class Person(Model):
    id: str
    full_name: str
    first_name: Optional[str]
    last_name: Optional[str]
    title: Optional[str]
    seniority: Optional[Literal["owner", "founder", "c_suite", "partner", "vp", "head", "director", "manager", "senior", "entry", "intern"]]
    department: Optional[str]
    company: Optional[PersonCompany]
    location: Optional[Place]
    skills: List[str]
    links: List[str]
    sources: List[DataSource]
    updated_at: str
    """ISO 8601 with a time zone."""


class PersonCompany(Model):
    name: Optional[str]
    domain: Optional[str]
    industry: Optional[str]
    size: Optional[Literal["1-10", "11-50", "51-200", "201-500", "501-1000", "1001-5000", "5001-10000", "10001+"]]
    country: Optional[str]
    """ISO 3166 code if known."""


class Place(Model):
    city: Optional[str]
    region: Optional[str]
    country: Optional[str]
    """ISO 3166 code if known."""


class PlatformApp(Model):
    platform: str
    """A platform id from `GET /v1/platforms`."""
    source: Optional[Literal["workspace", "operator", "environment"]]
    """The owner of the app that new sign-ins use: the workspace, the operator, or the server's environment. Null
    when there is none.
    """
    credentials: Dict[str, Any]
    """The credentials that are not secret, such as `client_id`."""
    credentials_schema: Dict[str, Any]
    """Schema of `credentials` in a PUT."""
    variables: List[str]
    """The environment variables with which the operator sets the app of every workspace; some may be optional."""
    redirect_url: str
    """Enter it as the app's redirect URL at the platform."""
    webhook_url: Optional[str]
    """Enter it as the app's webhook URL; null where the platform sends no webhooks."""
    webhook_verify_token: Optional[str]
    """Enter it beside the webhook URL. Shown only to the owner of the app."""
    created_at: Optional[str]
    """ISO 8601 with a time zone."""


class PlatformPage(Model):
    data: List[PlatformResponse]
    has_more: bool
    next_cursor: Optional[str]


class PlatformResponse(Model):
    id: str
    label: str
    version: str
    """The version of the platform's API that this server was written for."""
    tested_against: List[Literal["real_server", "published_description", "fake"]]
    """The counterpart in this server's tests of the platform: a real server, the platform's published API
    description, or a fake that behaves as its documentation says.
    """
    is_configured: bool
    """False until the operator has configured the platform."""
    auth: PlatformResponseAuth
    capabilities: List[str]
    limits: Dict[str, Any]
    options_schema: Dict[str, Any]
    """Schema of `options` of a target."""
    message_window_hours: Optional[float]
    poll_seconds: Dict[str, int]
    """Intervals at which `comments`, `messages`, `reviews` and `post_metrics` are read, where the platform's
    prices or limits require longer ones than usual.
    """
    usd_per_call: Dict[str, float]
    """The platform's charges to the owner of the app, in US dollars; empty where calls are free."""
    metrics: PlatformResponseMetrics


class PlatformResponseAuth(Model):
    methods: List[Literal["oauth", "credentials"]]
    scopes: List[str]
    optional_scopes: List[str]
    """Also requested, unless `options` of the connection exclude them. An account works without them."""
    selection: Literal["asked", "automatic"]
    is_revocable: bool
    """False where the credentials never expire, such as a private key: a person cannot revoke them at the
    platform.
    """
    options_schema: Optional[Dict[str, Any]]
    """Schema of `options` of a connection."""
    credentials_schema: Optional[Dict[str, Any]]
    """Schema of `credentials` that complete a connection."""


class PlatformResponseMetrics(Model):
    account: List[str]
    post: List[str]


class PlatformUser(Model):
    _optional = ("external_id", "name", "username", "avatar_url")
    external_id: Optional[str]
    name: Optional[str]
    username: Optional[str]
    avatar_url: Optional[str]


class PortalLink(Model):
    id: str
    pages: List[Literal["connect", "webhooks", "report"]]
    profile_id: Optional[str]
    webhook_ids: Optional[List[str]]
    """The endpoints that it can access; null for those of the whole workspace."""
    created_by: str
    """The id of the user or API key that created it."""
    member_id: Optional[str]
    """The member it acts for: it never allows more than the member's current rights, and ends when they leave.
    Null when its key belongs to the workspace.
    """
    created_at: str
    """ISO 8601 with a time zone."""
    expires_at: str
    """ISO 8601 with a time zone."""
    revoked_at: Optional[str]
    """ISO 8601 with a time zone."""


class PortalLinkCreateResponse(Model):
    id: str
    pages: List[Literal["connect", "webhooks", "report"]]
    profile_id: Optional[str]
    webhook_ids: Optional[List[str]]
    """The endpoints that it can access; null for those of the whole workspace."""
    created_by: str
    """The id of the user or API key that created it."""
    member_id: Optional[str]
    """The member it acts for: it never allows more than the member's current rights, and ends when they leave.
    Null when its key belongs to the workspace.
    """
    created_at: str
    """ISO 8601 with a time zone."""
    expires_at: str
    """ISO 8601 with a time zone."""
    revoked_at: Optional[str]
    """ISO 8601 with a time zone."""
    url: str
    """The URL for your customer. Shown only once."""


class PortalLinkPage(Model):
    data: List[PortalLink]
    has_more: bool
    next_cursor: Optional[str]


class PostAnalyticsView(Model):
    data: List[PostMetrics]
    """One entry per account; empty until the platform has reported metrics."""
    unavailable: Dict[str, List[str]]
    """The unavailable metrics of each platform."""


class PostAttempt(Model):
    id: str
    target_id: str
    phase: Literal["prepare", "publish", "reconcile", "unpublish", "first_comment"]
    """`publish` is the single request that creates the post; `reconcile` asks the platform whether it has the
    post.
    """
    outcome: Literal["started", "succeeded", "failed", "unknown", "waiting", "absent"]
    error: Optional[ErrorObject]
    started_at: str
    """ISO 8601 with a time zone."""
    duration_ms: Optional[int]


class PostAttemptPage(Model):
    data: List[PostAttempt]
    has_more: bool
    next_cursor: Optional[str]


class PostFailedEvent(Model):
    """A post failed to publish."""

    id: str
    """A ULID, the same on every retry: use it to deduplicate."""
    type: Literal["post.failed"]
    created_at: str
    """ISO 8601 with a time zone."""
    workspace_id: str
    data: PostFailedEventData


class PostFailedEventData(Model):
    post: PostResponse
    target: TargetView


class PostMetrics(Model):
    post_id: str
    account_id: str
    platform: str
    """A platform id from `GET /v1/platforms`."""
    as_of: str
    """ISO 8601 with a time zone."""
    metrics: Dict[str, float]


class PostPage(Model):
    data: List[PostResponse]
    has_more: bool
    next_cursor: Optional[str]


class PostPublishedEvent(Model):
    """A post was published to a channel."""

    id: str
    """A ULID, the same on every retry: use it to deduplicate."""
    type: Literal["post.published"]
    created_at: str
    """ISO 8601 with a time zone."""
    workspace_id: str
    data: PostPublishedEventData


class PostPublishedEventData(Model):
    post: PostResponse
    target: TargetView


class PostResponse(Model):
    id: str
    profile_id: str
    status: Literal["draft", "scheduled", "publishing", "published", "partially_published", "failed", "canceled", "unpublished"]
    content: str
    media_ids: List[str]
    first_comment: Optional[str]
    scheduled_at: Optional[str]
    """ISO 8601 with a time zone."""
    idempotency_key: Optional[str]
    targets: List[TargetView]
    created_at: str
    """ISO 8601 with a time zone."""
    updated_at: str
    """ISO 8601 with a time zone."""


class PreviousPeriod(Model):
    """The period of the same length that ends on the day before."""

    since: str
    """YYYY-MM-DD."""
    until: str
    """YYYY-MM-DD."""
    series: List[SummarySeries]
    """Days without data have no point; a metric that no account has reported has no points."""


class PreviousRange(Model):
    since: str
    """YYYY-MM-DD."""
    until: str
    """YYYY-MM-DD."""


class PreviousValues(Model):
    posts: int
    metrics: Dict[str, float]


class PricingResponse(Model):
    price_book: str
    currency: Literal["USD"]
    free_credits: int
    packs: List[PricingResponsePacksItem]
    plans: List[PricingResponsePlansItem]


class PricingResponsePacksItem(Model):
    id: str
    name: str
    credits: int
    price_usd: float
    price_usd_cents: int


class PricingResponsePlansItem(Model):
    id: str
    name: str
    credits_per_month: int
    monthly_price_usd: float
    monthly_price_usd_cents: int
    yearly_price_usd: float
    """Ten monthly payments."""
    yearly_price_usd_cents: int
    rollover_cap: int
    """Maximum number of credits carried into a new month."""


class ProfilePage(Model):
    data: List[ProfileResponse]
    has_more: bool
    next_cursor: Optional[str]


class ProfileResponse(Model):
    id: str
    name: str
    external_ref: Optional[str]
    """Your own system's id for this profile."""
    metadata: Dict[str, Any]
    created_at: str
    """ISO 8601 with a time zone."""
    updated_at: str
    """ISO 8601 with a time zone."""


class Purchase(Model):
    id: str
    action: str
    """The action, the workflow, or the action of the job."""
    query: Optional[str]
    """The question in words; null when it is withheld."""
    title: Optional[str]
    """The name or the address that was found; null for lists."""
    items_: int
    """Number of people, companies, addresses or rows found."""
    withheld: bool
    """True when the person was suppressed, or deleted from the directory, since: nothing about them is shown."""
    credits: int
    """Credits charged."""
    request_id: str
    """`GET /v1/requests/{request_id}` returns the receipt."""
    api_key_id: str
    """The calling key or user."""
    job_id: Optional[str]
    """The data job that has the results; null for a single call."""
    bought_at: str
    """ISO 8601 with a time zone."""
    question: Optional[Dict[str, Any]]
    """The question as it was sent; null when it is withheld."""
    data: Any
    """The result as the call returned it; null when it is withheld and for a job. Lists leave out people who were
    suppressed since. A page of people is read from the directory again, so it shows what the directory knows
    now.
    """


class PurchasePage(Model):
    data: List[PurchaseSummary]
    has_more: bool
    next_cursor: Optional[str]


class PurchaseSummary(Model):
    id: str
    action: str
    """The action, the workflow, or the action of the job."""
    query: Optional[str]
    """The question in words; null when it is withheld."""
    title: Optional[str]
    """The name or the address that was found; null for lists."""
    items_: int
    """Number of people, companies, addresses or rows found."""
    withheld: bool
    """True when the person was suppressed, or deleted from the directory, since: nothing about them is shown."""
    credits: int
    """Credits charged."""
    request_id: str
    """`GET /v1/requests/{request_id}` returns the receipt."""
    api_key_id: str
    """The calling key or user."""
    job_id: Optional[str]
    """The data job that has the results; null for a single call."""
    bought_at: str
    """ISO 8601 with a time zone."""


class ReceiptResponse(Model):
    _optional = ("archived_before",)
    request_id: str
    hold_id: Optional[str]
    """The hold under which the call was charged; an operator refunds it by this id. Null when the call failed or
    was unmetered.
    """
    api_key_id: str
    price_book: str
    """Empty for an unmetered request."""
    credits: int
    """Total cost, including lines that are not shown."""
    created_at: str
    """ISO 8601 with a time zone."""
    lines_total: int
    has_more: bool
    """True when a job has more lines or sources than the 1000 shown; the job's results show the cost of each row."""
    lines: List[ReceiptResponseLinesItem]
    sources: List[ReceiptResponseSourcesItem]
    """The sources that the call asked, in order."""
    archived_before: Optional[str]
    """Charges from before this time were archived by the operator and are not included. Absent when no such
    charges are affected.
    """
    method: Optional[str]
    """Null when the request is no longer in the log."""
    path: Optional[str]
    """Without the query, which may contain secrets."""
    operation: Optional[str]
    """The operation that was called, such as `posts.create`."""
    status: Optional[int]
    """The HTTP status of the response."""
    error_code: Optional[str]
    """The `code` of the error; null when the request succeeded."""
    ms: Optional[float]
    """Time until the response was sent, in milliseconds."""
    mode: Optional[Literal["live", "test"]]
    """Whether a live or a test key was used."""
    caller: RequestCaller
    request_bytes: Optional[int]
    """Size of the request body; null without one."""
    response_bytes: Optional[int]
    """Size of the response body; null if it was streamed."""
    client_request_id: Optional[str]
    """The `X-Request-Id` that the client sent. Calls of MCP tools have `mcp:` and the id of the request to /mcp."""
    error_body: Optional[str]
    """The response to a failed request: up to 4096 characters, without secrets and without the input that
    validation errors repeat. Null when the request succeeded, or is no longer in the log.
    """


class ReceiptResponseLinesItem(Model):
    step: str
    action: str
    units: int
    credits: int
    ledger_seq: Optional[int]
    """The ledger entry that contains it; null when it was free."""


class ReceiptResponseSourcesItem(Model):
    step: str
    """The line this step belongs to."""
    source: str
    outcome: str
    """`found`, `not_found`, `inconclusive`, `stale`, `pending`, or the kind of failure."""
    ms: Optional[int]
    """Null for a search that only the built-in directory answered."""
    cost_micros: int
    """Cost for the operator, in millionths of a dollar."""


RedriveRequestFilter = TypedDict(
    "RedriveRequestFilter",
    {
        "endpoint_id": "str",
        "event_type": "Literal[\"post.published\", \"post.failed\", \"message.received\", \"message.status_changed\", \"review.new\", \"account.connected\", \"account.disconnected\", \"account.expiring\", \"template.status_changed\", \"media.ready\", \"media.failed\", \"comment.received\", \"credits.low\", \"webhook.test\", \"job.finished\"]",
        "from": "str",
        "to": "str",
    },
    total=False,
)


class RedriveResponse(Model):
    redriven: int
    """Number of dead deliveries that are pending again."""
    skipped: int
    """Number of `ids` that were not redriven: unknown, not dead, or of a disabled or deleted endpoint."""
    has_more: bool
    """True when `max` was reached: call again for the rest."""


class RegisterNumberResponse(Model):
    account_id: str
    phone_number_id: str
    status: str


class RemovedPerson(Model):
    """With `since_cursor`: a person whom the search found before and no longer finds."""

    id: str
    change: Literal["removed"]
    updated_at: str
    """When the person dropped out of the result."""


class RequestCaller(Model):
    kind: Literal["key", "app", "user", "link"]
    """An API key, an app that a user connected, a user in the portal, or a portal link."""
    id: str
    name: Optional[str]
    """The name of the key, app or user; null if it has none."""
    key_prefix: Optional[str]
    """The first characters of an API key."""


class ReviewNewEvent(Model):
    """A new review appeared on a connected profile."""

    id: str
    """A ULID, the same on every retry: use it to deduplicate."""
    type: Literal["review.new"]
    created_at: str
    """ISO 8601 with a time zone."""
    workspace_id: str
    data: ReviewNewEventData


class ReviewNewEventData(Model):
    review: ReviewView


class ReviewPage(Model):
    data: List[ReviewView]
    has_more: bool
    next_cursor: Optional[str]


class ReviewView(Model):
    id: str
    account_id: str
    platform: str
    """A platform id from `GET /v1/platforms`."""
    external_id: str
    entity_external_id: Optional[str]
    author: PlatformUser
    rating: Optional[float]
    body: Optional[str]
    reply: Optional[ReviewViewReply]
    occurred_at: Optional[str]
    """ISO 8601 with a time zone."""
    created_at: str
    """ISO 8601 with a time zone."""


class ReviewViewReply(Model):
    body: str
    created_at: str
    """ISO 8601 with a time zone."""


class SandboxFault(Model):
    id: str
    operation: str
    fault: Literal["fail_before", "timeout_before", "timeout_after", "error_after", "answer_twice", "forget_handle", "lose", "reject", "rate_limit", "expire_token", "revoke", "slow"]
    username: Optional[str]
    times_left: Optional[int]
    created_at: str
    """ISO 8601 with a time zone."""


class SandboxFaultPage(Model):
    data: List[SandboxFault]
    has_more: bool
    next_cursor: Optional[str]


class SandboxItem(Model):
    id: str
    kind: Literal["comment", "message", "message_status", "review", "template"]
    entity_external_id: str
    data: Dict[str, Any]
    """The item as it appears in the network's own feed."""
    created_at: str
    """ISO 8601 with a time zone."""


class SandboxPage(Model):
    external_id: str
    """The `entity_external_id` of the other calls."""
    name: str
    username: str
    """The person who may act as the page."""
    inbox_url: str
    """Shows the messages and reviews of the page in a browser. It needs no key: keep it secret."""


class SandboxPagePage(Model):
    data: List[SandboxPage]
    has_more: bool
    next_cursor: Optional[str]


class SandboxPost(Model):
    id: str
    entity_external_id: str
    status: Literal["live", "processing"]
    content: str
    url: str
    """Shows the post in a browser, without a key."""
    media: List[str]
    options: Dict[str, Any]
    created_at: str
    """ISO 8601 with a time zone."""


class SandboxPostPage(Model):
    data: List[SandboxPost]
    has_more: bool
    next_cursor: Optional[str]


class SavedSearch(Model):
    id: str
    name: str
    action: Literal["search/people", "search/companies", "people/enrich", "contacts/find-email", "contacts/verify-email", "consensus", "lead-list", "verify-list", "enrich-list"]
    query: str
    filters: Optional[Dict[str, Any]]
    created_at: str
    """ISO 8601 with a time zone."""
    updated_at: str
    """ISO 8601 with a time zone."""


class SavedSearchPage(Model):
    data: List[SavedSearch]
    has_more: bool
    next_cursor: Optional[str]


class SearchCompaniesResponse(Model):
    status: Literal["OK"]
    data: Optional[List[Company]]
    has_more: bool
    next_cursor: Optional[str]


class SearchPeopleResponse(Model):
    _optional = ("cursor",)
    status: Literal["OK"]
    data: Optional[List[Union[FoundPerson, RemovedPerson]]]
    has_more: bool
    next_cursor: Optional[str]
    cursor: Optional[str]
    """With `track_delta` or `since_cursor`: send it as `since_cursor` later."""


class SeriesPoint(Model):
    date: str
    """YYYY-MM-DD."""
    value: float


class StoredBranding(Model):
    name: Optional[str]
    """Shown instead of the workspace's name."""
    color: Optional[str]
    """The button color, such as `#1a56db`. White text on it must be readable: the contrast must be at least 4.5:1."""
    logo_url: Optional[str]
    """An image served over HTTPS. Your customers' browsers load it from there."""
    updated_at: Optional[str]
    """ISO 8601 with a time zone."""


class SubscriptionResponse(Model):
    id: str
    plan_id: str
    interval: Literal["month", "year"]
    status: Literal["active", "past_due", "canceled"]
    credits_per_month: int
    rollover_cap: int
    """Maximum number of credits carried into a new month."""
    price_usd_cents: int
    """Price of each interval."""
    provider: Literal["manual", "sandbox", "stripe"]
    cancel_at_period_end: bool
    current_period_start: str
    """ISO 8601 with a time zone."""
    current_period_end: str
    """ISO 8601 with a time zone."""
    next_credits_at: Optional[str]
    """ISO 8601 with a time zone."""
    ended_at: Optional[str]
    """ISO 8601 with a time zone."""
    created_at: str
    """ISO 8601 with a time zone."""


class SummaryPoint(Model):
    date: str
    """YYYY-MM-DD."""
    value: float
    """The sum across the accounts."""
    accounts: int
    """Number of accounts in the sum."""


class SummarySeries(Model):
    metric: str
    points: List[SummaryPoint]


class Suppression(Model):
    id: str
    kind: Literal["email", "email_sha256", "domain", "person"]
    """`email_sha256` is the SHA-256 of the address in lower case, as 64 hexadecimal digits."""
    value: str
    reason: Optional[str]
    created_at: str
    """ISO 8601 with a time zone."""


class SuppressionPage(Model):
    data: List[Suppression]
    has_more: bool
    next_cursor: Optional[str]


class _TargetRequestOptional(TypedDict, total=False):
    content: str
    """Replaces the post's text."""
    media_ids: List[str]
    """Media assets, in display order. The post waits for those that are not ready yet."""
    first_comment: Optional[str]
    """Replaces the post's first comment; an empty text for none."""
    options: Dict[str, Any]
    """Must match the platform's `options_schema` in `GET /v1/platforms`. At most 16 KiB as JSON."""


class TargetRequest(_TargetRequestOptional):
    account_id: str


class TargetView(Model):
    id: str
    account_id: str
    platform: str
    """A platform id from `GET /v1/platforms`."""
    status: Literal["pending", "publishing", "processing", "published", "failed", "unconfirmed", "canceled", "unpublished"]
    content: Optional[str]
    """The target's own text; null when it uses the post's."""
    media_ids: Optional[List[str]]
    """The target's own media; null when it uses the post's."""
    options: Dict[str, Any]
    external_id: Optional[str]
    external_url: Optional[str]
    error: Optional[ErrorObject]
    attempts: int
    published_at: Optional[str]
    """ISO 8601 with a time zone."""
    first_comment: Optional[FirstComment]


class TemplatePage(Model):
    data: List[TemplateView]
    has_more: bool
    next_cursor: Optional[str]


class _TemplateParameterOptional(TypedDict, total=False):
    parameter_name: str
    """For templates with named placeholders."""
    text: str


class TemplateParameter(_TemplateParameterOptional):
    type: str
    """`text`, `image`, `payload`, ..."""


class TemplateStatusChangedEvent(Model):
    """A WhatsApp template's approval status changed."""

    id: str
    """A ULID, the same on every retry: use it to deduplicate."""
    type: Literal["template.status_changed"]
    created_at: str
    """ISO 8601 with a time zone."""
    workspace_id: str
    data: TemplateStatusChangedEventData


class TemplateStatusChangedEventData(Model):
    template: TemplateView


class TemplateView(Model):
    id: str
    account_id: str
    external_id: Optional[str]
    name: str
    language: str
    category: str
    components: List[Dict[str, Any]]
    status: Literal["pending", "approved", "rejected", "paused", "disabled", "in_appeal", "deleted"]
    rejection_reason: Optional[str]
    created_at: str
    """ISO 8601 with a time zone."""
    updated_at: str
    """ISO 8601 with a time zone."""


class TopPost(Model):
    post_id: str
    target_id: str
    account_id: str
    platform: str
    """A platform id from `GET /v1/platforms`."""
    content: str
    """The first 500 characters of the text."""
    external_url: Optional[str]
    image_url: Optional[str]
    """URL of the first image; it expires."""
    published_at: str
    """ISO 8601 with a time zone."""
    value: float
    """Value of the requested metric."""
    as_of: str
    """ISO 8601 with a time zone."""
    metrics: Dict[str, float]


class TopPosts(Model):
    since: str
    """YYYY-MM-DD."""
    until: str
    """YYYY-MM-DD."""
    metric: Literal["impressions", "reach", "views", "likes", "comments", "shares", "quotes", "saves", "clicks", "engagements", "engagement_rate"]
    data: List[TopPost]
    """One entry per account that a post was published to, in the requested order."""


class UsageResponse(Model):
    _optional = ("archived_before",)
    since: str
    until: str
    group_by: Literal["day", "action", "key", "day,action"]
    credits: int
    data: List[UsageResponseDataItem]
    archived_before: Optional[str]
    """Charges from before this time were archived by the operator and are not included. Absent when no such
    charges are affected.
    """


class UsageResponseDataItem(Model):
    _optional = ("action",)
    group: str
    """The day, the action or the key id."""
    action: Optional[str]
    """With `group_by=day,action`."""
    calls: int
    """Grouped by action: calls that used it. A workflow run counts for the workflow, which has no price itself,
    and for each action of its steps.
    """
    found: int
    """Calls that found something; the others cost nothing."""
    credits: int


class ValidatedPost(Model):
    profile_id: str
    status: Literal["scheduled", "publishing"]
    """The status of the post if it were created."""
    content: str
    media_ids: List[str]
    scheduled_at: Optional[str]
    """ISO 8601 with a time zone."""
    targets: List[ValidatedTarget]


class ValidatedTarget(Model):
    account_id: str
    platform: str
    """A platform id from `GET /v1/platforms`."""
    content: Optional[str]
    """The target's own text; null when it uses the post's."""


class VerifiedEmail(Model):
    email: str
    status: Literal["valid", "risky", "invalid", "unknown"]
    """`unknown` if no server could be asked. Never charged, and never means invalid."""
    sub_status: Optional[str]
    mx: Optional[str]
    """The mail server of the domain."""
    catch_all: Optional[bool]
    """True if the domain accepts mail for any name."""
    disposable: bool
    role: bool
    """True for a role such as info@, not a person."""
    checked_at: str
    """ISO 8601 with a time zone."""


class VerifyEmailRequestFilters(TypedDict, total=False):
    email: str


class VerifyEmailResponse(Model):
    _optional = ("repeat",)
    status: Literal["OK"]
    data: Optional[VerifiedEmail]
    repeat: Optional[bool]
    """Paid for recently, so free this time, if the price book allows it."""


class VerifyListRequestInputs(TypedDict):
    emails: List[str]


class VerifyListResponse(Model):
    _optional = ("estimate",)
    status: Literal["OK"]
    workflow: Literal["verify-list"]
    dry_run: bool
    data: Optional[List[VerifyListRow]]
    credits: int
    """Credits charged."""
    estimate: Optional[WorkflowQuote]


class VerifyListRow(Model):
    input: str
    """The item of the list, as sent."""
    verification: Optional[VerifiedEmail]
    credits: int
    """Cost of this row."""
    steps: List[WorkflowStepResult]


class WebhookEventKind(Model):
    type: str
    summary: str
    """When it fires."""
    schema: Dict[str, Any]
    """JSON Schema of the whole body of a delivery."""
    sample: Dict[str, Any]
    """Example body of such a delivery."""


class WebhookEventKindPage(Model):
    data: List[WebhookEventKind]
    has_more: bool
    next_cursor: Optional[str]


class WebhookHealth(Model):
    endpoint_id: str
    status: Literal["active", "disabled"]
    deliveries: WebhookHealthDeliveries
    """Deliveries of the last 24 hours by status, among the newest 1000."""
    success_rate: Optional[float]
    """Share of sent deliveries that were delivered, not failed or dead. Null when none was sent."""
    in_flight: int
    """Deliveries in flight."""
    waiting: int
    """Pending and in-flight deliveries of any age; counted up to 1000."""
    last_success_at: Optional[str]
    """ISO 8601 with a time zone."""
    last_failure_at: Optional[str]
    """ISO 8601 with a time zone."""
    failures_in_a_row: int
    failing_since: Optional[str]
    """ISO 8601 with a time zone."""
    paused_until: Optional[str]
    """Set after ten consecutive failures: nothing is sent until this time."""


class WebhookHealthDeliveries(Model):
    """Deliveries of the last 24 hours by status, among the newest 1000."""

    pending: int
    failed: int
    delivered: int
    dead: int


class WebhookHealthPage(Model):
    data: List[WebhookHealth]
    has_more: bool
    next_cursor: Optional[str]


class WebhookPage(Model):
    data: List[WebhookResponse]
    has_more: bool
    next_cursor: Optional[str]


class WebhookRecoveryResponse(Model):
    recovered: int
    """Number of dead deliveries that are pending again."""


class WebhookResponse(Model):
    id: str
    url: str
    events: List[Literal["*", "post.published", "post.failed", "message.received", "message.status_changed", "review.new", "account.connected", "account.disconnected", "account.expiring", "template.status_changed", "media.ready", "media.failed", "comment.received", "credits.low"]]
    description: Optional[str]
    status: Literal["active", "disabled"]
    disabled_reason: Optional[str]
    """The reason that it is disabled, and the time."""
    secret_previous_expires_at: Optional[str]
    """Until this time deliveries carry a second signature (`v2`)."""
    created_at: str
    """ISO 8601 with a time zone."""
    updated_at: str
    """ISO 8601 with a time zone."""


class WebhookSecretResponse(Model):
    id: str
    url: str
    events: List[Literal["*", "post.published", "post.failed", "message.received", "message.status_changed", "review.new", "account.connected", "account.disconnected", "account.expiring", "template.status_changed", "media.ready", "media.failed", "comment.received", "credits.low"]]
    description: Optional[str]
    status: Literal["active", "disabled"]
    disabled_reason: Optional[str]
    """The reason that it is disabled, and the time."""
    secret_previous_expires_at: Optional[str]
    """Until this time deliveries carry a second signature (`v2`)."""
    created_at: str
    """ISO 8601 with a time zone."""
    updated_at: str
    """ISO 8601 with a time zone."""
    secret: str
    """Signs the deliveries. Shown only once."""


class WebhookTestEvent(Model):
    """Only on demand, through POST /v1/webhooks/{id}/test; never sent to other endpoints."""

    id: str
    """A ULID, the same on every retry: use it to deduplicate."""
    type: Literal["webhook.test"]
    created_at: str
    """ISO 8601 with a time zone."""
    workspace_id: str
    data: WebhookTestEventData


class WebhookTestEventData(Model):
    endpoint: WebhookResponse


class Workflow(Model):
    name: str
    summary: str
    description: str
    inputs: Dict[str, Any]
    """JSON Schema of `inputs`."""
    steps: List[WorkflowStepsItem]
    credits_per_row: int
    """Maximum cost of one row."""
    columns: List[str]
    """Columns of its CSV file and its Markdown table."""
    formats: List[Literal["json", "csv", "markdown"]]


class WorkflowList(Model):
    status: Literal["OK"]
    price_book: str
    data: List[Workflow]
    has_more: bool
    next_cursor: Optional[str]


class WorkflowQuote(Model):
    workflow: str
    credits: int
    """Maximum cost of the call, and the amount it holds while it runs."""
    rows: int
    """Maximum number of rows it can return."""
    steps: List[WorkflowStepQuote]
    price_book: str


class WorkflowQuoteResponse(Model):
    status: Literal["OK"]
    data: WorkflowQuote


class WorkflowStepQuote(Model):
    step: str
    action: str
    unit: str
    """The unit that is paid for."""
    units: int
    """Maximum that this step can find."""
    credits_per_unit: int
    credits: int


class WorkflowStepResult(Model):
    _optional = ("repeat",)
    step: str
    """The row field that this step fills."""
    action: str
    outcome: Literal["found", "inconclusive", "not_found", "skipped", "failed"]
    """`inconclusive`: the status is `unknown`; `skipped`: there was nothing to ask; `failed`: a source did not
    answer. Only `found` costs credits.
    """
    credits: int
    error: Optional[ErrorObject]
    repeat: Optional[bool]
    """Paid for recently, so free this time, if the price book allows it."""


class WorkflowStepsItem(Model):
    step: str
    """The row field that this step fills."""
    action: str
    credits: int
    """Cost for one row, if the step finds something."""
    unit: str


EventType = Literal[
    "post.published",
    "post.failed",
    "message.received",
    "message.status_changed",
    "review.new",
    "account.connected",
    "account.disconnected",
    "account.expiring",
    "template.status_changed",
    "media.ready",
    "media.failed",
    "comment.received",
    "credits.low",
]
"""Every event that a webhook or a stream can subscribe to."""

WebhookEvent = Union[
    PostPublishedEvent,
    PostFailedEvent,
    MessageReceivedEvent,
    MessageStatusChangedEvent,
    ReviewNewEvent,
    AccountConnectedEvent,
    AccountDisconnectedEvent,
    AccountExpiringEvent,
    TemplateStatusChangedEvent,
    MediaReadyEvent,
    MediaFailedEvent,
    CommentReceivedEvent,
    CreditsLowEvent,
    WebhookTestEvent,
    JobFinishedEvent,
]
"""Every event that a webhook can deliver. `event.type` determines the type of `event.data`."""
