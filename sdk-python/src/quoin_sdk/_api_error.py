from __future__ import annotations

import json
from typing import Any, Dict, List, Optional, Union, cast

import httpx

from ._list_result import ListResult
from ._model import Model, convert_json


class Violation(Model):
    """One violation of a 422."""

    _optional = ("input", "ctx")
    type: str
    loc: List[Union[str, int]]
    """Path to the value, such as `["body", "targets", 0, "account_id"]`."""
    msg: str
    input: Any
    ctx: Optional[Dict[str, Any]]


class QuoinError(Exception):
    """Base class of all exceptions of this package."""

    partial: Optional[ListResult[Any]] = None
    """Items that a paid search had bought before this error."""


class QuoinConnectionError(QuoinError):
    """No response: the connection failed or was lost. The call may have succeeded; a retry with the
    same `idempotency_key` is done once."""

    idempotency_key: Optional[str]

    def __init__(self, message: str, idempotency_key: Optional[str] = None) -> None:
        super().__init__(message)
        self.idempotency_key = idempotency_key


class QuoinTimeoutError(QuoinConnectionError):
    """No response in time."""


class ApiError(QuoinError):
    """An error response. Each error code of the API has its own class, such as `InsufficientCreditsError`."""

    code: str
    """Identifies the error. `http_error` if the response did not come from the API, but from a proxy, for example."""
    status: int
    problem: Dict[str, Any]
    """Body of the error: RFC 9457, with additional fields for some codes."""
    request_id: Optional[str]
    headers: httpx.Headers
    idempotency_key: Optional[str]
    """Idempotency key of the call."""
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
        """Says what happened and what to do."""
        detail = self.problem.get("detail")
        if isinstance(detail, str):
            return detail
        if self.violations:
            return "; ".join(f"{'.'.join(map(str, each.loc))}: {each.msg}" for each in self.violations)
        return f"{self.status} without a message"

    @property
    def violations(self) -> List[Violation]:
        """Violations of a 422. Empty for every other error."""
        detail = self.problem.get("detail")
        return cast(List[Violation], convert_json(List[Violation], detail)) if isinstance(detail, list) else []


def problem_in(response: httpx.Response) -> Dict[str, Any]:
    try:
        problem = json.loads(response.content)
    except ValueError:
        return {"detail": response.text[:200]} if response.content else {}
    return problem if isinstance(problem, dict) else {}


def failure_of(error: httpx.HTTPError, idempotency_key: Optional[str] = None) -> QuoinConnectionError:
    # Some httpx errors have no message.
    reason = str(error) or type(error).__name__
    if isinstance(error, httpx.TimeoutException):
        return QuoinTimeoutError(f"no response in time: {reason}", idempotency_key)
    return QuoinConnectionError(f"no response: {reason}", idempotency_key)
