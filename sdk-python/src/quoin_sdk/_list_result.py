from __future__ import annotations

from typing import Generic, List, Optional, TypeVar

Item = TypeVar("Item")


class ListResult(Generic[Item]):
    """Items that were read from a list, their cost, and where to continue."""

    items: List[Item]
    credits_charged: int
    next_cursor: Optional[str]
    """Cursor of the next page, or None at the end of the list."""
    is_capped: bool
    """True if `max_credits` does not allow the next page."""
    idempotency_key: Optional[str]
    """The same call with this key returns the same items again, without a charge, and continues."""

    def __init__(self, idempotency_key: Optional[str]) -> None:
        self.items = []
        self.credits_charged = 0
        self.next_cursor = None
        self.is_capped = False
        self.idempotency_key = idempotency_key

    def __repr__(self) -> str:
        return f"<ListResult of {len(self.items)} items for {self.credits_charged} credits>"
