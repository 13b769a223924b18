from __future__ import annotations

from typing import Any, Dict, Final, Generic, Mapping, Tuple, TypedDict, TypeVar

Reply = TypeVar("Reply")
Reply_co = TypeVar("Reply_co", covariant=True)


class NotGiven:
    """The value of an argument that is left out, where None means something: `scheduled_at=None` publishes at once."""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN: Final = NotGiven()


class RequestOptions(TypedDict, total=False):
    """Settings of one call, instead of those of the client."""

    timeout: float
    """Seconds without an answer after which an attempt is given up."""
    max_retries: int
    headers: Mapping[str, str]


class WriteOptions(RequestOptions, total=False):
    """Settings of a call that changes something."""

    idempotency_key: str
    """Names the logical call: the server does it once and answers repetitions from memory. Each call has one of its own
    when this is absent, and its retries share it; give one to be safe over restarts of your program too."""


class PricedOptions(WriteOptions, total=False):
    """Settings of a call that can cost credits."""

    max_credits: int
    """Refuse the call when it could cost more than this."""


class Operation(Generic[Reply_co]):
    """One operation of the API: where it is, and where its arguments go."""

    __slots__ = ("method", "path", "query", "nullable", "has_body", "is_priced")

    def __init__(
        self,
        method: str,
        path: str,
        query: Tuple[str, ...] = (),
        nullable: Tuple[str, ...] = (),
        has_body: bool = False,
        is_priced: bool = False,
    ) -> None:
        self.method = method
        self.path = path
        self.query = query
        self.nullable = nullable
        self.has_body = has_body
        self.is_priced = is_priced

    def given(self, arguments: Mapping[str, Any]) -> Dict[str, Any]:
        """The arguments that were given. None is one of them only where the API takes null."""
        return {
            name: value
            for name, value in arguments.items()
            if not isinstance(value, NotGiven) and (value is not None or name in self.nullable)
        }
