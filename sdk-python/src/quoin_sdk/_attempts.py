"""Decides whether and when a call is retried. Shared by the client and the async client."""

from __future__ import annotations

import email.utils
import random
import time
from typing import Generator, NamedTuple, Optional, Union

import httpx

from ._api_error import ApiError, failure_of, problem_in
from .errors import BY_CODE

# A longer wait is left to the caller.
RETRY_AFTER_MAX_S = 60.0
BACKOFF_FIRST_S = 0.5
BACKOFF_MAX_S = 8.0


class Send(NamedTuple):
    """Asks to send the request. The reply is the response or httpx's error."""

    attempt: int


class Wait(NamedTuple):
    seconds: float


Attempts = Generator[Union[Send, Wait], Optional[httpx.Response], httpx.Response]


class Patience(NamedTuple):
    max_retries: int
    idempotency_key: Optional[str]
    # A stream cannot be sent twice.
    is_repeatable: bool


def attempts(patience: Patience) -> Attempts:
    """Asks to send a call, again after each temporary failure."""
    attempt = 0
    while True:
        attempt += 1
        failure: Exception
        delay: Optional[float]
        try:
            response = yield Send(attempt)
        except httpx.HTTPError as error:
            failure = failure_of(error, patience.idempotency_key)
            failure.__cause__ = error
            delay = _backoff(attempt) if is_temporary(error) else None
        else:
            assert response is not None
            if response.is_success:
                return response
            failure = error_of(response, patience.idempotency_key, attempt)
            delay = _delay_after(failure, attempt)
        if delay is None or attempt > patience.max_retries or not patience.is_repeatable:
            raise failure
        yield Wait(delay)


def is_temporary(error: httpx.HTTPError) -> bool:
    return isinstance(error, httpx.TransportError) and not isinstance(
        error, (httpx.UnsupportedProtocol, httpx.LocalProtocolError)
    )


def error_of(response: httpx.Response, idempotency_key: Optional[str], attempt: int) -> ApiError:
    code = problem_in(response).get("code")
    return BY_CODE.get(str(code), ApiError)(response, idempotency_key, attempt)


def _delay_after(error: ApiError, attempt: int) -> Optional[float]:
    """Returns the delay before the next attempt, or None if a retry would fail again."""
    is_passing = (
        error.status >= 500
        or (error.status == 429 and error.code != "test_quota_exceeded")
        or error.code == "idempotency_in_progress"
    )
    if not is_passing:
        return None
    wanted = _retry_after(error.headers.get("retry-after"))
    if wanted is None:
        return _backoff(attempt)
    if wanted > RETRY_AFTER_MAX_S:
        return None
    # Never sooner than requested, and not all clients at the same moment.
    return wanted + _backoff(attempt) / 4


def _backoff(attempt: int) -> float:
    longest = min(BACKOFF_MAX_S, BACKOFF_FIRST_S * 2.0 ** min(attempt - 1, 10))
    return longest * random.uniform(0.5, 1.0)


def _retry_after(header: Optional[str]) -> Optional[float]:
    if header is None:
        return None
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None
