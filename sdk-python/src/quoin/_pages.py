from __future__ import annotations

from typing import Any, AsyncIterator, Dict, Generic, Iterator, List, Mapping, Optional, Tuple, TypeVar, cast

from ._operation import Operation, PricedOptions
from ._request import Response
from ._resource import AsyncCaller, Caller

Item = TypeVar("Item")
Page = TypeVar("Page", bound=Mapping[str, object])


class _Walk:
    """Position of a page reader: the arguments and options of its next call."""

    def __init__(
        self, arguments: Mapping[str, Any], options: Optional[PricedOptions], max_credits: Optional[int]
    ) -> None:
        self.arguments: Dict[str, Any] = dict(arguments)
        self._wanted: PricedOptions = options or {}
        self._left = max_credits
        self._pages = 0

    def options(self) -> PricedOptions:
        options = self._wanted.copy()
        key = options.get("idempotency_key")
        if key is not None and self._pages > 0:
            # Every page is a separate call with its own key, which stays the same after a restart of the program.
            options["idempotency_key"] = f"{key}-{self._pages + 1}"
        if self._left is not None:
            options["max_credits"] = min(self._left, options.get("max_credits", self._left))
        return options

    def has_more_after(self, response: Response[Any]) -> bool:
        self._pages += 1
        if self._left is not None:
            self._left = max(0, self._left - response.credits_charged)
        cursor = response.data.get("next_cursor")
        self.arguments["cursor"] = cursor
        return bool(response.data.get("has_more")) and cursor is not None


def _items_in(page: Mapping[str, object]) -> List[Any]:
    # A search that finds nothing returns null.
    return cast(List[Any], page["data"] or [])


class Pages(Generic[Item, Page]):
    """A list that is read page by page: `for item in pages`, `pages.pages()`, `pages.to_list(most=100)`. Each
    iteration reads it from the start."""

    def __init__(
        self,
        caller: Caller,
        operation: Operation[Page],
        path: Tuple[str, ...],
        arguments: Mapping[str, Any],
        options: Optional[Any],
        max_credits: Optional[int] = None,
    ) -> None:
        self._caller = caller
        self._operation = operation
        self._path = path
        self._arguments = arguments
        self._options: Optional[PricedOptions] = options
        self._max_credits = max_credits

    def __repr__(self) -> str:
        return f"<Pages of {self._operation.method} {self._operation.path}: read when iterated>"

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from cast(List[Item], _items_in(page))

    def pages(self) -> Iterator[Page]:
        """Iterates over the pages as the API returns them."""
        for response in self.pages_with_response():
            yield response.data

    def pages_with_response(self) -> Iterator[Response[Page]]:
        """Iterates over the pages, each with its request id and the credits charged."""
        walk = _Walk(self._arguments, self._options, self._max_credits)
        while True:
            response = self._caller.call_with_response(self._operation, self._path, walk.arguments, walk.options())
            has_more = walk.has_more_after(response)
            yield response
            if not has_more:
                return

    def first_page(self) -> Page:
        """Returns the first page with its `next_cursor`, for manual paging."""
        return next(self.pages())

    def to_list(self, most: int) -> List[Item]:
        """Returns at most this many items."""
        items: List[Item] = []
        if most > 0:
            for item in self:
                items.append(item)
                if len(items) == most:
                    break
        return items


class AsyncPages(Generic[Item, Page]):
    """A list that is read page by page: `async for item in pages`, `pages.pages()`, `await pages.to_list(most=100)`.
    Each iteration reads it from the start."""

    def __init__(
        self,
        caller: AsyncCaller,
        operation: Operation[Page],
        path: Tuple[str, ...],
        arguments: Mapping[str, Any],
        options: Optional[Any],
        max_credits: Optional[int] = None,
    ) -> None:
        self._caller = caller
        self._operation = operation
        self._path = path
        self._arguments = arguments
        self._options: Optional[PricedOptions] = options
        self._max_credits = max_credits

    def __repr__(self) -> str:
        return f"<AsyncPages of {self._operation.method} {self._operation.path}: read when iterated>"

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in cast(List[Item], _items_in(page)):
                yield item

    async def pages(self) -> AsyncIterator[Page]:
        """Iterates over the pages as the API returns them."""
        async for response in self.pages_with_response():
            yield response.data

    async def pages_with_response(self) -> AsyncIterator[Response[Page]]:
        """Iterates over the pages, each with its request id and the credits charged."""
        walk = _Walk(self._arguments, self._options, self._max_credits)
        while True:
            response = await self._caller.call_with_response(
                self._operation, self._path, walk.arguments, walk.options()
            )
            has_more = walk.has_more_after(response)
            yield response
            if not has_more:
                return

    async def first_page(self) -> Page:
        """Returns the first page with its `next_cursor`, for manual paging."""
        return await self.pages().__anext__()

    async def to_list(self, most: int) -> List[Item]:
        """Returns at most this many items."""
        items: List[Item] = []
        if most > 0:
            async for item in self:
                items.append(item)
                if len(items) == most:
                    break
        return items
