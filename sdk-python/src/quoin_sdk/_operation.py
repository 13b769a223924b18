from __future__ import annotations

from typing import Any, Dict, Final, Generic, Mapping, NamedTuple, Optional, Tuple, TypedDict, TypeVar

Reply = TypeVar("Reply")
Reply_co = TypeVar("Reply_co", covariant=True)


class NotGiven:
    """Value of an omitted argument, where None has a meaning: `scheduled_at=None` publishes at once."""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN: Final = NotGiven()


class RequestOptions(TypedDict, total=False):
    """Settings of one call, which override those of the client."""

    timeout: float
    """Seconds without a response after which an attempt fails."""
    max_retries: int
    headers: Mapping[str, str]


class WriteOptions(RequestOptions, total=False):
    """Settings of a call that changes data."""

    idempotency_key: str
    """Identifies the logical call: the server does it once and returns the stored response to retries. By default each
    call has its own key, which its retries share; pass one to be safe across restarts of your program too."""


class PricedOptions(WriteOptions, total=False):
    """Settings of a call that can cost credits."""

    max_credits: int
    """Refuses the call if it could cost more than this. A search without a `limit` finds as many as this allows."""


class PagePart(NamedTuple):
    """Size and key of one page of a list."""

    limit: Optional[int] = None
    """Page size where the caller passed none."""
    key_suffix: str = ""


class Operation(Generic[Reply_co]):
    """One operation of the API: the type of its reply, its path, and the place of its arguments."""

    __slots__ = ("reply", "method", "path", "query", "nullable", "has_body", "is_priced", "is_page")

    def __init__(
        self,
        reply: Any,
        method: str,
        path: str,
        query: Tuple[str, ...] = (),
        nullable: Tuple[str, ...] = (),
        has_body: bool = False,
        is_priced: bool = False,
        is_page: bool = False,
    ) -> None:
        self.reply = reply
        self.method = method
        self.path = path
        self.query = query
        self.nullable = nullable
        self.has_body = has_body
        self.is_priced = is_priced
        self.is_page = is_page

    def given(self, arguments: Mapping[str, Any]) -> Dict[str, Any]:
        """Returns the arguments that were passed. None counts only where the API accepts null."""
        return {
            name: value
            for name, value in arguments.items()
            if not isinstance(value, NotGiven) and (value is not None or name in self.nullable)
        }
