# Generated from the endpoint declarations by `npm run gen`: change those, not this.
"""One exception for each error code of the API: `except NotFoundError`, or `ApiError` for all of them."""

from __future__ import annotations

from typing import Dict, Literal, Type

from ._api_error import ApiError

ErrorCode = Literal[
    "bad_request",
    "invalid_api_key",
    "invalid_session",
    "totp_required",
    "insufficient_credits",
    "key_budget_exceeded",
    "max_credits_exceeded",
    "read_only_key",
    "cross_site_request",
    "sudo_required",
    "role_required",
    "not_a_member",
    "workspace_closed",
    "out_of_scope",
    "not_found",
    "request_timeout",
    "wrong_state",
    "idempotency_in_progress",
    "template_not_approved",
    "rotation_in_progress",
    "media_quota_exceeded",
    "version_conflict",
    "payload_too_large",
    "unsupported_encoding",
    "validation_error",
    "idempotency_key_reused",
    "platform_not_configured",
    "unsupported_by_platform",
    "rate_limited",
    "test_quota_exceeded",
    "headers_too_large",
    "internal",
    "upstream_error",
    "unavailable",
    "upstream_timeout",
    "insufficient_storage",
]


class BadRequestError(ApiError):
    """Malformed request (400)."""

    code: Literal["bad_request"]


class InvalidApiKeyError(ApiError):
    """No valid API key was sent (401)."""

    code: Literal["invalid_api_key"]


class InvalidSessionError(ApiError):
    """No valid session was sent (401)."""

    code: Literal["invalid_session"]


class TotpRequiredError(ApiError):
    """Second factor required (401)."""

    code: Literal["totp_required"]


class InsufficientCreditsError(ApiError):
    """Insufficient credits (402)."""

    code: Literal["insufficient_credits"]

    @property
    def required(self) -> int:
        return int(self.problem["required"])

    @property
    def available(self) -> int:
        return int(self.problem["available"])


class KeyBudgetExceededError(ApiError):
    """The key has used up its monthly budget (402)."""

    code: Literal["key_budget_exceeded"]

    @property
    def required(self) -> int:
        return int(self.problem["required"])

    @property
    def budget(self) -> int:
        return int(self.problem["budget"])

    @property
    def resets_at(self) -> str:
        return str(self.problem["resets_at"])


class MaxCreditsExceededError(ApiError):
    """The call could cost more than X-Max-Credits allows (402)."""

    code: Literal["max_credits_exceeded"]

    @property
    def required(self) -> int:
        return int(self.problem["required"])

    @property
    def max_credits(self) -> int:
        return int(self.problem["max_credits"])


class ReadOnlyKeyError(ApiError):
    """A read key cannot change anything (403)."""

    code: Literal["read_only_key"]


class CrossSiteRequestError(ApiError):
    """Cross-site request refused (403)."""

    code: Literal["cross_site_request"]


class SudoRequiredError(ApiError):
    """Confirm your identity first (403)."""

    code: Literal["sudo_required"]


class RoleRequiredError(ApiError):
    """Your role does not allow this (403)."""

    code: Literal["role_required"]


class NotAMemberError(ApiError):
    """You are not a member of this workspace (403)."""

    code: Literal["not_a_member"]


class WorkspaceClosedError(ApiError):
    """The workspace is closed (403)."""

    code: Literal["workspace_closed"]


class OutOfScopeError(ApiError):
    """The key cannot access this resource (403)."""

    code: Literal["out_of_scope"]


class NotFoundError(ApiError):
    """Resource not found (404)."""

    code: Literal["not_found"]


class RequestTimeoutError(ApiError):
    """The request timed out (408)."""

    code: Literal["request_timeout"]


class WrongStateError(ApiError):
    """The resource is not in a state that allows this (409)."""

    code: Literal["wrong_state"]


class IdempotencyInProgressError(ApiError):
    """A call with this Idempotency-Key is still running (409)."""

    code: Literal["idempotency_in_progress"]


class TemplateNotApprovedError(ApiError):
    """The platform has not approved the template (409)."""

    code: Literal["template_not_approved"]


class RotationInProgressError(ApiError):
    """The previous rotation is still in progress (409)."""

    code: Literal["rotation_in_progress"]


class MediaQuotaExceededError(ApiError):
    """The workspace's media quota is used up (409)."""

    code: Literal["media_quota_exceeded"]

    @property
    def bytes_used(self) -> int:
        return int(self.problem["bytes_used"])

    @property
    def bytes_max(self) -> int:
        return int(self.problem["bytes_max"])


class VersionConflictError(ApiError):
    """The resource has changed since you read it (412)."""

    code: Literal["version_conflict"]


class PayloadTooLargeError(ApiError):
    """The body is too large (413)."""

    code: Literal["payload_too_large"]


class UnsupportedEncodingError(ApiError):
    """Unsupported content encoding (415)."""

    code: Literal["unsupported_encoding"]


class ValidationError(ApiError):
    """The request does not match the schema (422)."""

    code: Literal["validation_error"]


class IdempotencyKeyReusedError(ApiError):
    """This Idempotency-Key belongs to another request (422)."""

    code: Literal["idempotency_key_reused"]


class PlatformNotConfiguredError(ApiError):
    """No app is configured for this platform (422)."""

    code: Literal["platform_not_configured"]


class UnsupportedByPlatformError(ApiError):
    """The platform cannot do this (422)."""

    code: Literal["unsupported_by_platform"]


class RateLimitedError(ApiError):
    """Too many requests (429)."""

    code: Literal["rate_limited"]


class TestQuotaExceededError(ApiError):
    """The workspace's daily test quota is used up (429)."""

    code: Literal["test_quota_exceeded"]


class HeadersTooLargeError(ApiError):
    """The headers are too large (431)."""

    code: Literal["headers_too_large"]


class InternalError(ApiError):
    """Internal server error (500)."""

    code: Literal["internal"]


class UpstreamError(ApiError):
    """An upstream service failed (502)."""

    code: Literal["upstream_error"]


class UnavailableError(ApiError):
    """Service temporarily unavailable (503)."""

    code: Literal["unavailable"]


class UpstreamTimeoutError(ApiError):
    """An upstream service took too long (504)."""

    code: Literal["upstream_timeout"]


class InsufficientStorageError(ApiError):
    """Not enough storage for the file (507)."""

    code: Literal["insufficient_storage"]


BY_CODE: Dict[str, Type[ApiError]] = {
    "bad_request": BadRequestError,
    "invalid_api_key": InvalidApiKeyError,
    "invalid_session": InvalidSessionError,
    "totp_required": TotpRequiredError,
    "insufficient_credits": InsufficientCreditsError,
    "key_budget_exceeded": KeyBudgetExceededError,
    "max_credits_exceeded": MaxCreditsExceededError,
    "read_only_key": ReadOnlyKeyError,
    "cross_site_request": CrossSiteRequestError,
    "sudo_required": SudoRequiredError,
    "role_required": RoleRequiredError,
    "not_a_member": NotAMemberError,
    "workspace_closed": WorkspaceClosedError,
    "out_of_scope": OutOfScopeError,
    "not_found": NotFoundError,
    "request_timeout": RequestTimeoutError,
    "wrong_state": WrongStateError,
    "idempotency_in_progress": IdempotencyInProgressError,
    "template_not_approved": TemplateNotApprovedError,
    "rotation_in_progress": RotationInProgressError,
    "media_quota_exceeded": MediaQuotaExceededError,
    "version_conflict": VersionConflictError,
    "payload_too_large": PayloadTooLargeError,
    "unsupported_encoding": UnsupportedEncodingError,
    "validation_error": ValidationError,
    "idempotency_key_reused": IdempotencyKeyReusedError,
    "platform_not_configured": PlatformNotConfiguredError,
    "unsupported_by_platform": UnsupportedByPlatformError,
    "rate_limited": RateLimitedError,
    "test_quota_exceeded": TestQuotaExceededError,
    "headers_too_large": HeadersTooLargeError,
    "internal": InternalError,
    "upstream_error": UpstreamError,
    "unavailable": UnavailableError,
    "upstream_timeout": UpstreamTimeoutError,
    "insufficient_storage": InsufficientStorageError,
}
