"""Verifies webhook deliveries, and signs deliveries for tests. Needs no client and no API key."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import math
import re
import time
from typing import Any, Dict, List, Literal, Mapping, Optional, Sequence, Tuple, Union

from ._api_error import QuoinError
from ._event import to_event
from .types import WebhookEvent

WebhookErrorCode = Literal[
    "missing_header",
    "malformed_header",
    "timestamp_out_of_range",
    "no_match",
    "body_not_raw",
    "body_not_json",
    "bad_secret",
]
RawBody = Union[str, bytes, bytearray, memoryview]
WebhookHeaders = Union[Mapping[str, Any], Sequence[Tuple[str, str]]]
"""Headers of a request as your framework provides them, or pairs of name and value."""

_DIGEST = re.compile(r"[0-9a-f]{64}\Z")
_SECRET = re.compile(r"whsec_[A-Za-z0-9+/]+={0,2}\Z")
_TIMESTAMP = re.compile(r"[0-9]{1,12}\Z")
_ENTRIES_MAX = 8


class WebhookVerificationError(QuoinError):
    """Reason why a delivery was refused. The code is stable; the message is for developers who read the log."""

    code: WebhookErrorCode

    def __init__(self, code: WebhookErrorCode, message: str) -> None:
        super().__init__(message)
        self.code = code


def unwrap(
    body: RawBody,
    headers: WebhookHeaders,
    secrets: Union[str, Sequence[str]],
    *,
    tolerance_seconds: float = 300,
    now: Optional[float] = None,
) -> WebhookEvent:
    """Returns the event if one of these secrets signed the delivery, otherwise raises `WebhookVerificationError`.

    :param body: The raw bytes of the request, before anything parsed them.
    :param headers: The headers of the request.
    :param secrets: The secret of the endpoint, or several during a rotation.
    :param tolerance_seconds: Maximum distance of the timestamp from the clock, before or after it.
    :param now: Unix seconds, instead of the clock.
    """
    keys = _keys_of(secrets)
    content = _bytes_of(body)
    digests = _digests_in(_header(headers, "x-service-signature"))
    timestamp = _timestamp_in(_header(headers, "x-service-timestamp"), tolerance_seconds, now)
    is_match = False
    for key in keys:
        expected = hmac.new(key, timestamp.encode() + b"." + content, hashlib.sha256).hexdigest()
        for presented in digests:
            # Compares every digest, without stopping at a match.
            is_match = hmac.compare_digest(expected, presented) or is_match
    if not is_match:
        raise WebhookVerificationError(
            "no_match",
            "No digest in X-Service-Signature matches this body and these secrets. Check that the body is the exact "
            "bytes received and that the secret is the whole string of this endpoint, including whsec_.",
        )
    return _event_in(content)


def sign_test(
    body: RawBody,
    secret: str,
    *,
    previous_secret: Optional[str] = None,
    timestamp: Optional[int] = None,
    event_id: Optional[str] = None,
) -> Dict[str, str]:
    """Returns the headers that the server would send with this body, for tests of a receiver.

    :param previous_secret: Also signs with this secret, as the server does for 24 hours after a rotation.
    :param timestamp: Unix seconds. Default: now.
    :param event_id: Default: the `id` of the body. Required if the body has none.
    """
    secrets = [secret] if previous_secret is None else [secret, previous_secret]
    content = _bytes_of(body)
    keys = _keys_of(secrets)
    name = _event_in(content).id if event_id is None else event_id
    at = str(int(time.time()) if timestamp is None else timestamp)
    service = [hmac.new(key, f"{at}.".encode() + content, hashlib.sha256).hexdigest() for key in keys]
    # Standard Webhooks also signs the id, and its key is the decoded base64 after the prefix.
    standard = [
        hmac.new(_decoded(text), f"{name}.{at}.".encode() + content, hashlib.sha256).digest() for text in secrets
    ]
    return {
        "X-Service-Signature": ",".join(f"v{at + 1}={digest}" for at, digest in enumerate(service)),
        "X-Service-Timestamp": at,
        "X-Service-Event-Id": name,
        "webhook-id": name,
        "webhook-timestamp": at,
        "webhook-signature": " ".join(f"v1,{base64.b64encode(digest).decode()}" for digest in standard),
    }


class WebhookTools:
    """`unwrap` and `sign_test` as methods of a client: `client.webhooks.unwrap(...)`."""

    unwrap = staticmethod(unwrap)
    sign_test = staticmethod(sign_test)


def _decoded(secret: str) -> bytes:
    text = secret[len("whsec_") :].rstrip("=")
    return base64.b64decode(text + "=" * (-len(text) % 4))


def _keys_of(secrets: Union[str, Sequence[str]]) -> List[bytes]:
    """Reads the keys. A key is the whole string, including `whsec_`. An empty one is an error: anyone could sign."""
    every = [secrets] if isinstance(secrets, str) or not isinstance(secrets, Sequence) else list(secrets)
    if not every:
        raise WebhookVerificationError("bad_secret", "Pass at least one secret.")
    for secret in every:
        if not isinstance(secret, str) or not _SECRET.match(secret):
            raise WebhookVerificationError(
                "bad_secret",
                "A secret is the whole string shown when the endpoint was created or rotated: whsec_ and base64, with "
                "nothing around it.",
            )
    return [secret.encode() for secret in every]


def _bytes_of(body: Any) -> bytes:
    if isinstance(body, str):
        return body.encode()
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    raise WebhookVerificationError(
        "body_not_raw",
        "Pass the raw bytes of the body. JSON that was parsed and serialised again has different bytes. Django: "
        "request.body. Flask: request.get_data(). FastAPI and Starlette: await request.body().",
    )


def _event_in(content: bytes) -> WebhookEvent:
    try:
        event = json.loads(content.decode(), parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise WebhookVerificationError("body_not_json", "The signed body is not JSON in UTF-8.") from None
    if not isinstance(event, dict) or not isinstance(event.get("id"), str):
        raise WebhookVerificationError("body_not_json", "The signed body is not a JSON object with an id.")
    return to_event(event)


def _refuse_constant(name: str) -> None:
    """Rejects NaN and Infinity, which Python accepts but JSON does not allow."""
    raise ValueError(name)


def _header(headers: WebhookHeaders, name: str) -> str:
    pairs = _pairs_of(headers)
    found = [value for key, value in pairs if str(key).lower() == name and value is not None]
    # A dictionary may contain all values of one name.
    values = [one for value in found for one in (value if isinstance(value, (list, tuple)) else [value])]
    if not values:
        raise WebhookVerificationError("missing_header", f"{name} is missing.")
    # Servers join repeated headers with a comma and a space; a genuine value contains no white space.
    if len(values) > 1 or not isinstance(values[0], str) or re.search(r"\s", values[0]):
        raise WebhookVerificationError("malformed_header", f"{name} was sent twice or contains white space.")
    return values[0]


def _pairs_of(headers: Any) -> Sequence[Tuple[Any, Any]]:
    # If a name can have several values, `items()` may show only the first.
    multi_items = getattr(headers, "multi_items", None)
    if callable(multi_items):
        return list(multi_items())
    return list(headers.items()) if hasattr(headers, "items") else list(headers)


def _digests_in(header: str) -> List[str]:
    entries = header.split(",", _ENTRIES_MAX)
    digests: List[str] = []
    for entry in entries:
        tag, equals, value = entry.partition("=")
        is_known = tag in ("v1", "v2")
        if not tag or not equals or (is_known and not _DIGEST.match(value)):
            raise WebhookVerificationError(
                "malformed_header", "x-service-signature has an entry that is not v1=<64 hex>."
            )
        if is_known:
            digests.append(value)
    if not digests or len(entries) > _ENTRIES_MAX:
        raise WebhookVerificationError(
            "malformed_header", f"x-service-signature has no digest, or more than {_ENTRIES_MAX}."
        )
    return digests


def _timestamp_in(header: str, tolerance_seconds: float, now: Optional[float]) -> str:
    if not _TIMESTAMP.match(header):
        raise WebhookVerificationError("malformed_header", "x-service-timestamp is not Unix seconds.")
    clock = time.time() if now is None else now
    distance = abs(math.floor(clock) - int(header)) if math.isfinite(clock) else math.inf
    # Written so that NaN as tolerance refuses.
    if distance <= tolerance_seconds:
        return header
    raise WebhookVerificationError(
        "timestamp_out_of_range",
        f"x-service-timestamp is {distance} s away from this clock; {tolerance_seconds} s are allowed.",
    )
