# Generated from the endpoint declarations by `npm run gen`: change those, not this.
from __future__ import annotations

from . import types as t
from ._operation import Operation

HOME_SUMMARY: Operation[t.HomeResponse] = Operation(
    t.HomeResponse, "GET", "/v1/home"
)
API_KEYS_CREATE: Operation[t.ApiKeyCreateResponse] = Operation(
    t.ApiKeyCreateResponse, "POST", "/v1/api-keys", nullable=("name", "expires_at", "monthly_budget"), has_body=True
)
API_KEYS_LIST: Operation[t.ApiKeyPage] = Operation(
    t.ApiKeyPage, "GET", "/v1/api-keys", query=("limit", "cursor", "status", "mode", "include"), is_page=True
)
API_KEYS_GET: Operation[t.ApiKeyResponse] = Operation(
    t.ApiKeyResponse, "GET", "/v1/api-keys/{id}", query=("include",)
)
API_KEYS_UPDATE: Operation[t.ApiKeyResponse] = Operation(
    t.ApiKeyResponse, "PATCH", "/v1/api-keys/{id}", nullable=("name", "expires_at", "monthly_budget"), has_body=True
)
API_KEYS_REVOKE: Operation[t.ApiKeyResponse] = Operation(
    t.ApiKeyResponse, "DELETE", "/v1/api-keys/{id}"
)
BRANDING_GET: Operation[t.StoredBranding] = Operation(
    t.StoredBranding, "GET", "/v1/branding"
)
BRANDING_PUT: Operation[t.StoredBranding] = Operation(
    t.StoredBranding, "PUT", "/v1/branding", nullable=("name", "color", "logo_url"), has_body=True
)
PORTAL_LINKS_CREATE: Operation[t.PortalLinkCreateResponse] = Operation(
    t.PortalLinkCreateResponse, "POST", "/v1/portal-links", has_body=True
)
PORTAL_LINKS_LIST: Operation[t.PortalLinkPage] = Operation(
    t.PortalLinkPage, "GET", "/v1/portal-links", query=("limit", "cursor"), is_page=True
)
PORTAL_LINKS_GET: Operation[t.PortalLink] = Operation(
    t.PortalLink, "GET", "/v1/portal-links/{id}"
)
PORTAL_LINKS_REVOKE: Operation[t.PortalLink] = Operation(
    t.PortalLink, "DELETE", "/v1/portal-links/{id}"
)
PORTAL_LINKS_CURRENT: Operation[t.CurrentPortalLink] = Operation(
    t.CurrentPortalLink, "GET", "/v1/portal-links/current"
)
PROFILES_CREATE: Operation[t.ProfileResponse] = Operation(
    t.ProfileResponse, "POST", "/v1/profiles", nullable=("external_ref",), has_body=True
)
PROFILES_LIST: Operation[t.ProfilePage] = Operation(
    t.ProfilePage, "GET", "/v1/profiles", query=("limit", "cursor"), is_page=True
)
PROFILES_GET: Operation[t.ProfileResponse] = Operation(
    t.ProfileResponse, "GET", "/v1/profiles/{id}"
)
PROFILES_REPLACE: Operation[t.ProfileResponse] = Operation(
    t.ProfileResponse, "PUT", "/v1/profiles/{id}", nullable=("external_ref",), has_body=True
)
PROFILES_DELETE: Operation[t.ProfileResponse] = Operation(
    t.ProfileResponse, "DELETE", "/v1/profiles/{id}"
)
CREDITS_GET: Operation[t.CreditsResponse] = Operation(
    t.CreditsResponse, "GET", "/v1/credits"
)
CREDITS_LEDGER: Operation[t.LedgerPage] = Operation(
    t.LedgerPage, "GET", "/v1/credits/ledger", query=("limit", "cursor", "kind", "format"), is_page=True
)
CREDITS_USAGE: Operation[t.UsageResponse] = Operation(
    t.UsageResponse, "GET", "/v1/credits/usage", query=("since", "until", "group_by", "fill")
)
REQUESTS_GET: Operation[t.ReceiptResponse] = Operation(
    t.ReceiptResponse, "GET", "/v1/requests/{request_id}"
)
REQUESTS_LIST: Operation[t.MeteredCallPage] = Operation(
    t.MeteredCallPage, "GET", "/v1/requests", query=("limit", "cursor", "action", "api_key_id", "outcome", "metered", "method", "path", "operation", "status", "error_code", "mode", "request_id", "from", "to"), is_page=True
)
CREDITS_HOLDS: Operation[t.OpenHoldPage] = Operation(
    t.OpenHoldPage, "GET", "/v1/credits/holds", query=("limit", "cursor"), is_page=True
)
PRICING_GET: Operation[t.PricingResponse] = Operation(
    t.PricingResponse, "GET", "/v1/public/pricing"
)
CREDITS_CHECKOUT: Operation[t.OrderResponse] = Operation(
    t.OrderResponse, "POST", "/v1/credits/checkout", has_body=True
)
CREDITS_ORDERS: Operation[t.OrderPage] = Operation(
    t.OrderPage, "GET", "/v1/credits/orders", query=("limit", "cursor"), is_page=True
)
CREDITS_BILLING: Operation[t.BillingResponse] = Operation(
    t.BillingResponse, "GET", "/v1/credits/billing"
)
CREDITS_SUBSCRIPTION: Operation[t.SubscriptionResponse] = Operation(
    t.SubscriptionResponse, "GET", "/v1/credits/subscription"
)
CREDITS_CANCEL_SUBSCRIPTION: Operation[t.SubscriptionResponse] = Operation(
    t.SubscriptionResponse, "DELETE", "/v1/credits/subscription"
)
CREDITS_AUTO_TOPUP: Operation[t.AutoTopupResponse] = Operation(
    t.AutoTopupResponse, "GET", "/v1/credits/auto-topup"
)
CREDITS_SET_AUTO_TOPUP: Operation[t.AutoTopupResponse] = Operation(
    t.AutoTopupResponse, "PUT", "/v1/credits/auto-topup", has_body=True
)
CREDITS_DELETE_AUTO_TOPUP: Operation[t.AutoTopupResponse] = Operation(
    t.AutoTopupResponse, "DELETE", "/v1/credits/auto-topup"
)
WEBHOOKS_CREATE: Operation[t.WebhookSecretResponse] = Operation(
    t.WebhookSecretResponse, "POST", "/v1/webhooks", nullable=("description",), has_body=True
)
WEBHOOKS_LIST: Operation[t.WebhookPage] = Operation(
    t.WebhookPage, "GET", "/v1/webhooks", query=("limit", "cursor"), is_page=True
)
WEBHOOKS_EVENTS: Operation[t.WebhookEventKindPage] = Operation(
    t.WebhookEventKindPage, "GET", "/v1/webhooks/events", query=("limit", "cursor"), is_page=True
)
WEBHOOKS_GET: Operation[t.WebhookResponse] = Operation(
    t.WebhookResponse, "GET", "/v1/webhooks/{id}"
)
WEBHOOKS_UPDATE: Operation[t.WebhookResponse] = Operation(
    t.WebhookResponse, "PATCH", "/v1/webhooks/{id}", nullable=("description",), has_body=True
)
WEBHOOKS_DELETE: Operation[t.WebhookResponse] = Operation(
    t.WebhookResponse, "DELETE", "/v1/webhooks/{id}"
)
WEBHOOKS_ROTATE: Operation[t.WebhookSecretResponse] = Operation(
    t.WebhookSecretResponse, "POST", "/v1/webhooks/{id}/rotate"
)
WEBHOOKS_TEST: Operation[t.DeliveryResponse] = Operation(
    t.DeliveryResponse, "POST", "/v1/webhooks/{id}/test"
)
WEBHOOKS_RECOVER: Operation[t.WebhookRecoveryResponse] = Operation(
    t.WebhookRecoveryResponse, "POST", "/v1/webhooks/{id}/recover", has_body=True
)
WEBHOOK_DELIVERIES_LIST: Operation[t.DeliveryPage] = Operation(
    t.DeliveryPage, "GET", "/v1/webhooks/deliveries", query=("limit", "cursor", "endpoint_id", "status", "event_type", "from", "to"), is_page=True
)
WEBHOOK_DELIVERIES_GET: Operation[t.DeliveryWithAttemptsResponse] = Operation(
    t.DeliveryWithAttemptsResponse, "GET", "/v1/webhooks/deliveries/{id}"
)
WEBHOOK_DELIVERIES_REDRIVE: Operation[t.DeliveryResponse] = Operation(
    t.DeliveryResponse, "POST", "/v1/webhooks/deliveries/{id}/redrive"
)
WEBHOOK_DELIVERIES_REDRIVE_MANY: Operation[t.RedriveResponse] = Operation(
    t.RedriveResponse, "POST", "/v1/webhooks/deliveries:redrive", has_body=True
)
EVENTS_STREAM: Operation[bytes] = Operation(
    bytes, "GET", "/v1/events/stream", query=("types", "after", "since")
)
REQUESTS_STREAM: Operation[bytes] = Operation(
    bytes, "GET", "/v1/requests/stream"
)
WEBHOOKS_LIST_HEALTH: Operation[t.WebhookHealthPage] = Operation(
    t.WebhookHealthPage, "GET", "/v1/webhooks/health", query=("limit", "cursor"), is_page=True
)
WEBHOOKS_HEALTH: Operation[t.WebhookHealth] = Operation(
    t.WebhookHealth, "GET", "/v1/webhooks/{id}/health"
)
PLATFORMS_APP: Operation[t.PlatformApp] = Operation(
    t.PlatformApp, "GET", "/v1/platforms/{platform}/app"
)
PLATFORMS_SET_APP: Operation[t.PlatformApp] = Operation(
    t.PlatformApp, "PUT", "/v1/platforms/{platform}/app", has_body=True
)
PLATFORMS_REMOVE_APP: Operation[t.PlatformApp] = Operation(
    t.PlatformApp, "DELETE", "/v1/platforms/{platform}/app"
)
CONNECTIONS_CREATE: Operation[t.ConnectionResponse] = Operation(
    t.ConnectionResponse, "POST", "/v1/connections", has_body=True
)
CONNECTIONS_LIST: Operation[t.ConnectionPage] = Operation(
    t.ConnectionPage, "GET", "/v1/connections", query=("limit", "cursor", "profile_id", "platform", "status"), is_page=True
)
CONNECTIONS_GET: Operation[t.ConnectionResponse] = Operation(
    t.ConnectionResponse, "GET", "/v1/connections/{id}"
)
CONNECTIONS_COMPLETE: Operation[t.ConnectionResponse] = Operation(
    t.ConnectionResponse, "POST", "/v1/connections/{id}/complete", has_body=True
)
CONNECTIONS_ENTITIES: Operation[t.EntityPage] = Operation(
    t.EntityPage, "GET", "/v1/connections/{id}/entities", query=("limit", "cursor"), is_page=True
)
CONNECTIONS_SELECT: Operation[t.AccountResponse] = Operation(
    t.AccountResponse, "POST", "/v1/connections/{id}/select", has_body=True
)
ACCOUNTS_LIST: Operation[t.AccountPage] = Operation(
    t.AccountPage, "GET", "/v1/accounts", query=("limit", "cursor", "profile_id", "platform", "status"), is_page=True
)
ACCOUNTS_LIST_HEALTH: Operation[t.AccountHealthPage] = Operation(
    t.AccountHealthPage, "GET", "/v1/accounts/health", query=("limit", "cursor", "profile_id", "platform", "status"), is_page=True
)
ACCOUNTS_GET: Operation[t.AccountResponse] = Operation(
    t.AccountResponse, "GET", "/v1/accounts/{id}"
)
ACCOUNTS_AVATAR: Operation[bytes] = Operation(
    bytes, "GET", "/v1/accounts/{id}/avatar"
)
ACCOUNTS_DISCONNECT: Operation[t.AccountResponse] = Operation(
    t.AccountResponse, "DELETE", "/v1/accounts/{id}"
)
ACCOUNTS_RECONNECT: Operation[t.ConnectionResponse] = Operation(
    t.ConnectionResponse, "POST", "/v1/accounts/{id}/reconnect", has_body=True
)
ACCOUNTS_GET_HEALTH: Operation[t.AccountHealthSummary] = Operation(
    t.AccountHealthSummary, "GET", "/v1/accounts/{id}/health"
)
ACCOUNTS_CHECK_HEALTH: Operation[t.AccountHealthSummary] = Operation(
    t.AccountHealthSummary, "POST", "/v1/accounts/{id}/health"
)
ACCOUNTS_LIST_ENTITIES: Operation[t.AccountEntityPage] = Operation(
    t.AccountEntityPage, "GET", "/v1/accounts/{id}/entities", query=("limit", "cursor"), is_page=True
)
ACCOUNTS_REFRESH_ENTITIES: Operation[t.AccountEntityPage] = Operation(
    t.AccountEntityPage, "POST", "/v1/accounts/{id}/entities/refresh"
)
ACCOUNTS_SET_ACTIVE_ENTITY: Operation[t.AccountResponse] = Operation(
    t.AccountResponse, "PUT", "/v1/accounts/{id}/active-entity", has_body=True
)
PLATFORMS_LIST: Operation[t.PlatformPage] = Operation(
    t.PlatformPage, "GET", "/v1/platforms", query=("limit", "cursor"), is_page=True
)
COMMENTS_LIST: Operation[t.CommentPage] = Operation(
    t.CommentPage, "GET", "/v1/comments", query=("limit", "cursor", "account_id", "post_id", "external_media_id", "unanswered", "hidden"), is_page=True
)
COMMENTS_GET: Operation[t.CommentView] = Operation(
    t.CommentView, "GET", "/v1/comments/{id}"
)
COMMENTS_AVATAR: Operation[bytes] = Operation(
    bytes, "GET", "/v1/comments/{id}/avatar"
)
COMMENTS_MODERATE: Operation[t.ModerateResponse] = Operation(
    t.ModerateResponse, "POST", "/v1/comments/{id}/moderate", has_body=True
)
COMMENTS_REPLY: Operation[t.CommentView] = Operation(
    t.CommentView, "POST", "/v1/comments/{id}/reply", has_body=True
)
CONVERSATIONS_LIST: Operation[t.ConversationPage] = Operation(
    t.ConversationPage, "GET", "/v1/conversations", query=("limit", "cursor", "account_id", "platform", "status", "unread", "q", "order"), is_page=True
)
CONVERSATIONS_GET: Operation[t.ConversationView] = Operation(
    t.ConversationView, "GET", "/v1/conversations/{id}"
)
CONVERSATIONS_AVATAR: Operation[bytes] = Operation(
    bytes, "GET", "/v1/conversations/{id}/avatar"
)
CONVERSATIONS_UPDATE: Operation[t.ConversationView] = Operation(
    t.ConversationView, "PATCH", "/v1/conversations/{id}", has_body=True
)
CONVERSATIONS_READ: Operation[t.ConversationView] = Operation(
    t.ConversationView, "POST", "/v1/conversations/{id}/read"
)
CONVERSATIONS_UNREAD: Operation[t.ConversationView] = Operation(
    t.ConversationView, "POST", "/v1/conversations/{id}/unread"
)
MESSAGES_ATTACHMENT: Operation[bytes] = Operation(
    bytes, "GET", "/v1/messages/{id}/attachments/{index}"
)
CONVERSATIONS_LIST_MESSAGES: Operation[t.MessagePage] = Operation(
    t.MessagePage, "GET", "/v1/conversations/{id}/messages", query=("limit", "cursor"), is_page=True
)
CONVERSATIONS_REPLY: Operation[t.MessageView] = Operation(
    t.MessageView, "POST", "/v1/conversations/{id}/messages", has_body=True
)
CONVERSATIONS_START: Operation[t.MessageView] = Operation(
    t.MessageView, "POST", "/v1/accounts/{id}/messages", has_body=True
)
REVIEWS_LIST: Operation[t.ReviewPage] = Operation(
    t.ReviewPage, "GET", "/v1/reviews", query=("limit", "cursor", "account_id", "unanswered", "rating"), is_page=True
)
REVIEWS_GET: Operation[t.ReviewView] = Operation(
    t.ReviewView, "GET", "/v1/reviews/{id}"
)
REVIEWS_AVATAR: Operation[bytes] = Operation(
    bytes, "GET", "/v1/reviews/{id}/avatar"
)
REVIEWS_REPLY: Operation[t.ReviewView] = Operation(
    t.ReviewView, "PUT", "/v1/reviews/{id}/reply", has_body=True
)
REVIEWS_DELETE_REPLY: Operation[t.ReviewView] = Operation(
    t.ReviewView, "DELETE", "/v1/reviews/{id}/reply"
)
ACCOUNTS_ANALYTICS: Operation[t.AccountAnalyticsView] = Operation(
    t.AccountAnalyticsView, "GET", "/v1/accounts/{id}/analytics", query=("since", "until", "metrics")
)
POSTS_ANALYTICS: Operation[t.PostAnalyticsView] = Operation(
    t.PostAnalyticsView, "GET", "/v1/posts/analytics", query=("post_ids",)
)
ANALYTICS_BREAKDOWN: Operation[t.AnalyticsBreakdown] = Operation(
    t.AnalyticsBreakdown, "GET", "/v1/analytics/breakdown", query=("profile_id", "account_id", "since", "until", "by", "time_zone")
)
ANALYTICS_SUMMARY: Operation[t.AnalyticsSummary] = Operation(
    t.AnalyticsSummary, "GET", "/v1/analytics/summary", query=("profile_id", "account_id", "since", "until", "metrics")
)
ANALYTICS_TOP_POSTS: Operation[t.TopPosts] = Operation(
    t.TopPosts, "GET", "/v1/analytics/top-posts", query=("profile_id", "account_id", "since", "until", "metric", "order", "limit")
)
TEMPLATES_CREATE: Operation[t.TemplateView] = Operation(
    t.TemplateView, "POST", "/v1/accounts/{id}/templates", has_body=True
)
TEMPLATES_LIST: Operation[t.TemplatePage] = Operation(
    t.TemplatePage, "GET", "/v1/accounts/{id}/templates", query=("limit", "cursor"), is_page=True
)
TEMPLATES_GET: Operation[t.TemplateView] = Operation(
    t.TemplateView, "GET", "/v1/accounts/{id}/templates/{template_id}"
)
TEMPLATES_DELETE: Operation[t.TemplateView] = Operation(
    t.TemplateView, "DELETE", "/v1/accounts/{id}/templates/{template_id}"
)
ACCOUNTS_REQUEST_CODE: Operation[t.NumberVerificationResponse] = Operation(
    t.NumberVerificationResponse, "POST", "/v1/accounts/{id}/request-code", has_body=True
)
ACCOUNTS_VERIFY_CODE: Operation[t.NumberVerificationResponse] = Operation(
    t.NumberVerificationResponse, "POST", "/v1/accounts/{id}/verify-code", has_body=True
)
ACCOUNTS_REGISTER_NUMBER: Operation[t.RegisterNumberResponse] = Operation(
    t.RegisterNumberResponse, "POST", "/v1/accounts/{id}/register-number", nullable=("data_localization_region",), has_body=True
)
ACCOUNTS_LIST_FEEDS: Operation[t.AccountFeedPage] = Operation(
    t.AccountFeedPage, "GET", "/v1/accounts/{id}/feeds", query=("limit", "cursor"), is_page=True
)
SANDBOX_CREATE_FAULT: Operation[t.SandboxFault] = Operation(
    t.SandboxFault, "POST", "/v1/sandbox/faults", nullable=("times",), has_body=True
)
SANDBOX_LIST_FAULTS: Operation[t.SandboxFaultPage] = Operation(
    t.SandboxFaultPage, "GET", "/v1/sandbox/faults", query=("limit", "cursor"), is_page=True
)
SANDBOX_DELETE_FAULT: Operation[t.SandboxFault] = Operation(
    t.SandboxFault, "DELETE", "/v1/sandbox/faults/{id}"
)
SANDBOX_LIST_POSTS: Operation[t.SandboxPostPage] = Operation(
    t.SandboxPostPage, "GET", "/v1/sandbox/posts", query=("limit", "cursor", "entity_external_id"), is_page=True
)
SANDBOX_LIST_PAGES: Operation[t.SandboxPagePage] = Operation(
    t.SandboxPagePage, "GET", "/v1/sandbox/pages", query=("limit", "cursor"), is_page=True
)
SANDBOX_COMMENT: Operation[t.SandboxItem] = Operation(
    t.SandboxItem, "POST", "/v1/sandbox/comments", has_body=True
)
SANDBOX_MESSAGE: Operation[t.SandboxItem] = Operation(
    t.SandboxItem, "POST", "/v1/sandbox/messages", has_body=True
)
SANDBOX_REVIEW: Operation[t.SandboxItem] = Operation(
    t.SandboxItem, "POST", "/v1/sandbox/reviews", has_body=True
)
SANDBOX_MESSAGE_STATUS: Operation[t.SandboxItem] = Operation(
    t.SandboxItem, "POST", "/v1/sandbox/message-statuses", has_body=True
)
SANDBOX_TEMPLATE_STATUS: Operation[t.SandboxItem] = Operation(
    t.SandboxItem, "POST", "/v1/sandbox/template-statuses", has_body=True
)
MEDIA_INGEST: Operation[t.MediaAssetResponse] = Operation(
    t.MediaAssetResponse, "POST", "/v1/media", has_body=True
)
MEDIA_CREATE_UPLOAD: Operation[t.MediaUpload] = Operation(
    t.MediaUpload, "POST", "/v1/media/uploads", has_body=True
)
MEDIA_COMPLETE: Operation[t.MediaAssetResponse] = Operation(
    t.MediaAssetResponse, "POST", "/v1/media/{id}/complete"
)
MEDIA_LIST: Operation[t.MediaAssetPage] = Operation(
    t.MediaAssetPage, "GET", "/v1/media", query=("limit", "cursor", "status"), is_page=True
)
MEDIA_USAGE: Operation[t.MediaUsage] = Operation(
    t.MediaUsage, "GET", "/v1/media/usage"
)
MEDIA_GET: Operation[t.MediaAssetResponse] = Operation(
    t.MediaAssetResponse, "GET", "/v1/media/{id}"
)
MEDIA_DELETE: Operation[t.MediaAssetResponse] = Operation(
    t.MediaAssetResponse, "DELETE", "/v1/media/{id}"
)
POSTS_CREATE: Operation[t.PostResponse] = Operation(
    t.PostResponse, "POST", "/v1/posts", nullable=("first_comment", "scheduled_at"), has_body=True
)
POSTS_CREATE_DRAFT: Operation[t.PostResponse] = Operation(
    t.PostResponse, "POST", "/v1/posts/drafts", nullable=("first_comment",), has_body=True
)
POSTS_VALIDATE: Operation[t.ValidatedPost] = Operation(
    t.ValidatedPost, "POST", "/v1/posts/validate", nullable=("first_comment", "scheduled_at"), has_body=True
)
POSTS_LIST: Operation[t.PostPage] = Operation(
    t.PostPage, "GET", "/v1/posts", query=("limit", "cursor", "profile_id", "account_id", "platform", "status", "q", "since", "until"), is_page=True
)
POSTS_GET: Operation[t.PostResponse] = Operation(
    t.PostResponse, "GET", "/v1/posts/{id}"
)
POSTS_UPDATE: Operation[t.PostResponse] = Operation(
    t.PostResponse, "PATCH", "/v1/posts/{id}", nullable=("first_comment", "scheduled_at"), has_body=True
)
POSTS_PUBLISH: Operation[t.PostResponse] = Operation(
    t.PostResponse, "POST", "/v1/posts/{id}/publish"
)
POSTS_DELETE: Operation[t.PostResponse] = Operation(
    t.PostResponse, "DELETE", "/v1/posts/{id}"
)
POSTS_CANCEL: Operation[t.PostResponse] = Operation(
    t.PostResponse, "POST", "/v1/posts/{id}/cancel"
)
POSTS_RETRY: Operation[t.PostResponse] = Operation(
    t.PostResponse, "POST", "/v1/posts/{id}/retry", has_body=True
)
POSTS_UNPUBLISH: Operation[t.PostResponse] = Operation(
    t.PostResponse, "POST", "/v1/posts/{id}/unpublish", has_body=True
)
POSTS_ATTEMPTS: Operation[t.PostAttemptPage] = Operation(
    t.PostAttemptPage, "GET", "/v1/posts/{id}/attempts", query=("limit", "cursor"), is_page=True
)
DEMO_DATA_GET: Operation[t.DemoDataResponse] = Operation(
    t.DemoDataResponse, "GET", "/v1/demo-data"
)
DEMO_DATA_CREATE: Operation[t.DemoDataResponse] = Operation(
    t.DemoDataResponse, "POST", "/v1/demo-data"
)
DEMO_DATA_DELETE: Operation[t.DemoDataResponse] = Operation(
    t.DemoDataResponse, "DELETE", "/v1/demo-data"
)
PURCHASES_LIST: Operation[t.PurchasePage] = Operation(
    t.PurchasePage, "GET", "/v1/data/purchases", query=("limit", "cursor", "action", "q", "request_id", "from", "to"), is_page=True
)
PURCHASES_GET: Operation[t.Purchase] = Operation(
    t.Purchase, "GET", "/v1/data/purchases/{id}"
)
DATA_SEARCH_PEOPLE: Operation[t.SearchPeopleResponse] = Operation(
    t.SearchPeopleResponse, "POST", "/v1/data/search/people", nullable=("filters", "limit", "cursor", "since_cursor"), has_body=True, is_priced=True, is_page=True
)
DATA_SEARCH_COMPANIES: Operation[t.SearchCompaniesResponse] = Operation(
    t.SearchCompaniesResponse, "POST", "/v1/data/search/companies", nullable=("filters", "limit", "cursor"), has_body=True, is_priced=True, is_page=True
)
DATA_FIND_EMAIL: Operation[t.FindEmailResponse] = Operation(
    t.FindEmailResponse, "POST", "/v1/data/contacts/find-email", nullable=("filters", "limit", "cursor", "since_cursor"), has_body=True, is_priced=True
)
DATA_VERIFY_EMAIL: Operation[t.VerifyEmailResponse] = Operation(
    t.VerifyEmailResponse, "POST", "/v1/data/contacts/verify-email", nullable=("filters", "limit"), has_body=True, is_priced=True
)
DATA_ENRICH_PERSON: Operation[t.EnrichPersonResponse] = Operation(
    t.EnrichPersonResponse, "POST", "/v1/data/people/enrich", nullable=("filters", "limit"), has_body=True, is_priced=True
)
DATA_CONSENSUS: Operation[t.ConsensusResponse] = Operation(
    t.ConsensusResponse, "POST", "/v1/data/consensus", nullable=("limit",), has_body=True, is_priced=True
)
DATA_ESTIMATE_SEARCH_PEOPLE: Operation[t.EstimateResponse] = Operation(
    t.EstimateResponse, "POST", "/v1/data/search/people:estimate", nullable=("filters", "limit", "cursor", "since_cursor"), has_body=True
)
DATA_ESTIMATE_SEARCH_COMPANIES: Operation[t.EstimateResponse] = Operation(
    t.EstimateResponse, "POST", "/v1/data/search/companies:estimate", nullable=("filters", "limit", "cursor"), has_body=True
)
DATA_ESTIMATE_ENRICH_PERSON: Operation[t.EstimateResponse] = Operation(
    t.EstimateResponse, "POST", "/v1/data/people/enrich:estimate", nullable=("filters", "limit"), has_body=True
)
DATA_ESTIMATE_FIND_EMAIL: Operation[t.EstimateResponse] = Operation(
    t.EstimateResponse, "POST", "/v1/data/contacts/find-email:estimate", nullable=("filters", "limit", "cursor", "since_cursor"), has_body=True
)
DATA_ESTIMATE_VERIFY_EMAIL: Operation[t.EstimateResponse] = Operation(
    t.EstimateResponse, "POST", "/v1/data/contacts/verify-email:estimate", nullable=("filters", "limit"), has_body=True
)
DATA_ESTIMATE_CONSENSUS: Operation[t.EstimateResponse] = Operation(
    t.EstimateResponse, "POST", "/v1/data/consensus:estimate", nullable=("limit",), has_body=True
)
ACTIONS_LIST: Operation[t.ActionsResponse] = Operation(
    t.ActionsResponse, "GET", "/v1/meta/actions", query=("limit", "cursor"), is_page=True
)
WORKFLOWS_LIST: Operation[t.WorkflowList] = Operation(
    t.WorkflowList, "GET", "/v1/data/workflows", query=("limit", "cursor"), is_page=True
)
WORKFLOWS_RUN_LEAD_LIST: Operation[t.LeadListResponse] = Operation(
    t.LeadListResponse, "POST", "/v1/data/workflows/lead-list", nullable=("limit",), has_body=True, is_priced=True
)
WORKFLOWS_ESTIMATE_LEAD_LIST: Operation[t.WorkflowQuoteResponse] = Operation(
    t.WorkflowQuoteResponse, "POST", "/v1/data/workflows/lead-list:estimate", nullable=("limit",), has_body=True
)
WORKFLOWS_RUN_VERIFY_LIST: Operation[t.VerifyListResponse] = Operation(
    t.VerifyListResponse, "POST", "/v1/data/workflows/verify-list", nullable=("limit",), has_body=True, is_priced=True
)
WORKFLOWS_ESTIMATE_VERIFY_LIST: Operation[t.WorkflowQuoteResponse] = Operation(
    t.WorkflowQuoteResponse, "POST", "/v1/data/workflows/verify-list:estimate", nullable=("limit",), has_body=True
)
WORKFLOWS_RUN_ENRICH_LIST: Operation[t.EnrichListResponse] = Operation(
    t.EnrichListResponse, "POST", "/v1/data/workflows/enrich-list", nullable=("limit",), has_body=True, is_priced=True
)
WORKFLOWS_ESTIMATE_ENRICH_LIST: Operation[t.WorkflowQuoteResponse] = Operation(
    t.WorkflowQuoteResponse, "POST", "/v1/data/workflows/enrich-list:estimate", nullable=("limit",), has_body=True
)
DATA_JOBS_CREATE: Operation[t.NewJobResponse] = Operation(
    t.NewJobResponse, "POST", "/v1/data/async", nullable=("filters", "limit", "webhook_url"), has_body=True, is_priced=True
)
DATA_JOBS_LIST: Operation[t.JobPage] = Operation(
    t.JobPage, "GET", "/v1/data/jobs", query=("limit", "cursor", "status", "action", "kind"), is_page=True
)
DATA_JOBS_GET: Operation[t.AsyncJobResponse] = Operation(
    t.AsyncJobResponse, "GET", "/v1/data/jobs/{id}"
)
DATA_JOBS_CANCEL: Operation[t.JobResponse] = Operation(
    t.JobResponse, "POST", "/v1/data/jobs/{id}/cancel"
)
BULK_JOBS_CREATE: Operation[t.NewJobResponse] = Operation(
    t.NewJobResponse, "POST", "/v1/bulk/jobs", nullable=("csv_text", "queries", "filters", "limit", "webhook_url"), has_body=True, is_priced=True
)
BULK_JOBS_LIST: Operation[t.JobPage] = Operation(
    t.JobPage, "GET", "/v1/bulk/jobs", query=("limit", "cursor", "status", "action", "kind"), is_page=True
)
BULK_JOBS_GET: Operation[t.JobResponse] = Operation(
    t.JobResponse, "GET", "/v1/bulk/jobs/{id}"
)
BULK_JOBS_RESULTS: Operation[t.BulkResultPage] = Operation(
    t.BulkResultPage, "GET", "/v1/bulk/jobs/{id}/results", query=("limit", "cursor", "format"), is_page=True
)
BULK_JOBS_CANCEL: Operation[t.JobResponse] = Operation(
    t.JobResponse, "POST", "/v1/bulk/jobs/{id}/cancel"
)
BULK_JOBS_ESTIMATE: Operation[t.BulkEstimateResponse] = Operation(
    t.BulkEstimateResponse, "POST", "/v1/bulk/jobs:estimate", nullable=("csv_text", "queries", "filters", "limit", "webhook_url"), has_body=True
)
SAVED_SEARCHES_CREATE: Operation[t.SavedSearch] = Operation(
    t.SavedSearch, "POST", "/v1/data/saved-searches", nullable=("filters",), has_body=True
)
SAVED_SEARCHES_LIST: Operation[t.SavedSearchPage] = Operation(
    t.SavedSearchPage, "GET", "/v1/data/saved-searches", query=("limit", "cursor", "action"), is_page=True
)
SAVED_SEARCHES_GET: Operation[t.SavedSearch] = Operation(
    t.SavedSearch, "GET", "/v1/data/saved-searches/{id}"
)
SAVED_SEARCHES_REPLACE: Operation[t.SavedSearch] = Operation(
    t.SavedSearch, "PUT", "/v1/data/saved-searches/{id}", nullable=("filters",), has_body=True
)
SAVED_SEARCHES_DELETE: Operation[t.SavedSearch] = Operation(
    t.SavedSearch, "DELETE", "/v1/data/saved-searches/{id}"
)
SUPPRESSIONS_CREATE: Operation[t.Suppression] = Operation(
    t.Suppression, "POST", "/v1/suppressions", nullable=("reason",), has_body=True
)
SUPPRESSIONS_CREATE_MANY: Operation[t.ManySuppressionsResponse] = Operation(
    t.ManySuppressionsResponse, "POST", "/v1/suppressions:bulk", nullable=("reason",), has_body=True
)
SUPPRESSIONS_LIST: Operation[t.SuppressionPage] = Operation(
    t.SuppressionPage, "GET", "/v1/suppressions", query=("limit", "cursor", "kind", "q"), is_page=True
)
SUPPRESSIONS_DELETE: Operation[t.Suppression] = Operation(
    t.Suppression, "DELETE", "/v1/suppressions/{id}"
)
