from __future__ import annotations

import json
from typing import Any, Dict, List, Optional, TypedDict, Union, cast

import httpx


class _ViolationOptional(TypedDict, total=False):
    input: Any
    ctx: Dict[str, Any]


class Violation(_ViolationOptional):
    """One place of a request that a 422 refuses."""

    type: str
    loc: List[Union[str, int]]
    """Where: `["body", "targets", 0, "account_id"]`."""
    msg: str


class QuoinError(Exception):
    """Everything that this package raises on purpose."""


class QuoinConnectionError(QuoinError):
    """No answer came: the connection failed or was lost. The call may have been done all the same; a repetition with
    the same `idempotency_key` is done once."""

    idempotency_key: Optional[str]

    def __init__(self, message: str, idempotency_key: Optional[str] = None) -> None:
        super().__init__(message)
        self.idempotency_key = idempotency_key


class QuoinTimeoutError(QuoinConnectionError):
    """No answer came in time."""


class ApiError(QuoinError):
    """An answer that is no success. Each code of the API is a class of its own: `InsufficientCreditsError`."""

    code: str
    """Which error it is. `http_error` when the answer was not the API's: that of a proxy, for example."""
    status: int
    problem: Dict[str, Any]
    """The body: RFC 9457, with further members of some codes."""
    request_id: Optional[str]
    headers: httpx.Headers
    idempotency_key: Optional[str]
    """The key that the call had."""
    attempts: int

    def __init__(self, response: httpx.Response, idempotency_key: Optional[str] = None, attempts: int = 1) -> None:
        self.status = response.status_code
        self.problem = problem_in(response)
        self.code = str(self.problem.get("code", "http_error"))
        self.request_id = response.headers.get("x-quoin-request-id")
        self.headers = response.headers
        self.idempotency_key = idempotency_key
        self.attempts = attempts
        super().__init__(f"{self.status} {self.code}: {self.detail}")

    @property
    def detail(self) -> str:
        """What happened, and what to do."""
        detail = self.problem.get("detail")
        if isinstance(detail, str):
            return detail
        if self.violations:
            return "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in self.violations)
        return f"{self.status} without an explanation"

    @property
    def violations(self) -> List[Violation]:
        """What a 422 refuses; empty for every other error."""
        detail = self.problem.get("detail")
        return cast(List[Violation], detail) if isinstance(detail, list) else []


def problem_in(response: httpx.Response) -> Dict[str, Any]:
    try:
        problem = json.loads(response.content)
    except ValueError:
        return {"detail": response.text[:200]} if response.content else {}
    return problem if isinstance(problem, dict) else {}


def failure_of(error: httpx.HTTPError, idempotency_key: Optional[str] = None) -> QuoinConnectionError:
    # Some of httpx's errors have no message.
    reason = str(error) or type(error).__name__
    if isinstance(error, httpx.TimeoutException):
        return QuoinTimeoutError(f"no answer came in time: {reason}", idempotency_key)
    return QuoinConnectionError(f"the call was not answered: {reason}", idempotency_key)
