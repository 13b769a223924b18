from __future__ import annotations

import json
import os
import uuid
from typing import Any, Dict, Generic, Mapping, NamedTuple, Optional, Tuple, TypeVar, Union, cast
from urllib.parse import quote

import httpx

from ._api_error import QuoinConnectionError, QuoinError
from ._attempts import Patience
from ._files import FileInput, Upload
from ._model import convert_json
from ._operation import Operation, PagePart, PricedOptions, RequestOptions
from ._version import VERSION
from .errors import MaxCreditsExceededError

T = TypeVar("T")
DEFAULT_BASE_URL = "http://127.0.0.1:8080"
# Page size of the API where the caller passes none.
DEFAULT_LIMIT = 10


class Settings(NamedTuple):
    """Settings shared by all calls of a client."""

    base_url: str
    headers: Dict[str, str]
    timeout: float
    max_retries: int
    max_credits: Optional[int]


def settings_of(
    api_key: Optional[str],
    base_url: Optional[str],
    timeout: float,
    max_retries: int,
    max_credits: Optional[int],
    default_headers: Optional[Mapping[str, str]],
) -> Settings:
    key = api_key or os.environ.get("QUOIN_API_KEY")
    if not key:
        raise QuoinError("Pass api_key, or set the environment variable QUOIN_API_KEY.")
    url = base_url or os.environ.get("QUOIN_BASE_URL") or DEFAULT_BASE_URL
    headers = {
        "authorization": f"Bearer {key}",
        "accept": "application/json",
        "user-agent": f"quoin-python/{VERSION}",
        **{name.lower(): value for name, value in (default_headers or {}).items()},
    }
    return Settings(url.rstrip("/"), headers, timeout, max_retries, max_credits)


class Call(NamedTuple):
    """One logical call. All attempts send the same request."""

    method: str
    url: str
    params: Dict[str, str]
    headers: Dict[str, str]
    content: Union[bytes, Upload, None]
    timeout: float
    patience: Patience
    reply: Any
    """Type of the parsed response."""


def call_of(
    settings: Settings,
    operation: Operation[Any],
    path: Tuple[str, ...],
    arguments: Mapping[str, Any],
    wanted: PricedOptions,
    page: PagePart = PagePart(),
) -> Call:
    given = operation.given(arguments)
    if page.limit is not None:
        given["limit"] = page.limit
    headers = dict(settings.headers)
    key = None if operation.method == "GET" else wanted["idempotency_key"]
    if key is not None:
        headers["idempotency-key"] = key + page.key_suffix
    max_credits = wanted.get("max_credits", settings.max_credits)
    if operation.is_priced and max_credits is not None:
        headers["x-max-credits"] = str(max_credits)
    content = _content_of(operation, given)
    if content is not None:
        headers["content-type"] = "application/octet-stream" if isinstance(content, Upload) else "application/json"
    if isinstance(content, Upload) and content.length is not None:
        headers["content-length"] = str(content.length)
    headers.update({name.lower(): value for name, value in wanted.get("headers", {}).items()})
    max_retries = wanted.get("max_retries", settings.max_retries)
    is_repeatable = not isinstance(content, Upload) or content.is_repeatable
    return Call(
        operation.method,
        settings.base_url + _path_of(operation.path, path),
        {name: _text_of(given[name]) for name in operation.query if name in given},
        headers,
        content,
        wanted.get("timeout", settings.timeout),
        Patience(max_retries, key, is_repeatable),
        operation.reply,
    )


def affordable_page(
    operation: Operation[Any], arguments: Mapping[str, Any], page: PagePart, refusal: MaxCreditsExceededError
) -> Optional[PagePart]:
    """Returns the page that the credit limit allows, or None if it allows none or the caller passed a page size."""
    if not operation.is_page or operation.given(arguments).get("limit"):
        return None
    limit = (page.limit or DEFAULT_LIMIT) * refusal.max_credits // refusal.required
    return PagePart(limit, f"{page.key_suffix}-limit-{limit}") if limit > 0 else None


def options_with_key(options: Optional[RequestOptions], operation: Operation[Any]) -> PricedOptions:
    """Returns the options of a call with the key that all of its requests share."""
    wanted = cast(PricedOptions, dict(options or {}))
    if operation.method != "GET" and not wanted.get("idempotency_key"):
        wanted["idempotency_key"] = str(uuid.uuid4())
    return wanted


def _content_of(operation: Operation[Any], given: Dict[str, Any]) -> Union[bytes, Upload, None]:
    body = {name: value for name, value in given.items() if name not in operation.query}
    file: Optional[FileInput] = body.pop("file", None)
    if file is not None:
        if body:
            raise ValueError(f"Pass either a file or {', '.join(body)}, not both.")
        return Upload(file)
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode() if operation.has_body else None


def _path_of(template: str, values: Tuple[str, ...]) -> str:
    path = template
    for value in values:
        start, end = path.index("{"), path.index("}")
        # An empty value would make the path that of another operation.
        if not value or value in (".", ".."):
            raise ValueError(f"{path[start + 1 : end]} is {value!r}, which is not a valid id.")
        path = path[:start] + quote(value, safe="").replace("{", "%7B").replace("}", "%7D") + path[end + 1 :]
    return path


def _text_of(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class Response(Generic[T]):
    """Data of a response with values from its headers."""

    data: T
    http_response: httpx.Response
    request_id: Optional[str]
    """Identifies the call in receipts, logs and support requests."""
    credits_charged: int
    price_book: Optional[str]
    replayed: bool
    """True if the server returned the stored response of an earlier call."""
    attempts: int

    def __init__(self, data: T, http_response: httpx.Response, attempts: int) -> None:
        headers = http_response.headers
        self.data = data
        self.http_response = http_response
        self.request_id = headers.get("x-quoin-request-id")
        self.credits_charged = int(headers.get("x-credits-charged", 0))
        self.price_book = headers.get("x-price-book")
        self.replayed = headers.get("idempotency-replayed") == "true"
        self.attempts = attempts


def json_of(response: httpx.Response, call: Call) -> Any:
    try:
        return convert_json(call.reply, response.json())
    except ValueError as error:
        message = f"{call.url} returned {response.status_code} without JSON. Check that it is a Quoin server."
        raise QuoinConnectionError(message, call.patience.idempotency_key) from error
