from __future__ import annotations

import math
from typing import Any, AsyncIterator, Generic, Iterator, List, Mapping, Optional, Tuple, TypeVar, cast

from ._list_result import ListResult
from ._operation import Operation, PagePart, PricedOptions, RequestOptions
from ._request import Response, options_with_key
from ._resource import AsyncCaller, Caller
from .errors import MaxCreditsExceededError

Item = TypeVar("Item")
Page = TypeVar("Page", bound=Mapping[str, object])

# Maximum page size.
PAGE_MAX = 100


class _Walk(Generic[Item]):
    """Position of a page reader: the next call, and what the calls before it returned."""

    def __init__(
        self,
        operation: Operation[Any],
        arguments: Mapping[str, Any],
        options: PricedOptions,
        max_credits: Optional[int],
        most: Optional[float],
    ) -> None:
        self._operation = operation
        self._arguments = arguments
        self._own_limit: Optional[int] = operation.given(arguments).get("limit")
        self._options = options
        self._max_credits = max_credits
        self._most = most
        self._pages = 0
        self.result: ListResult[Item] = ListResult(options.get("idempotency_key"))

    def is_over(self) -> bool:
        is_full = self._most is not None and len(self.result.items) >= self._most
        return is_full or (self._pages > 0 and self.result.next_cursor is None)

    def arguments(self) -> Mapping[str, Any]:
        cursor = {"cursor": self.result.next_cursor} if self._pages > 0 else {}
        limit = {"limit": self._limit()} if self._own_limit and self._most is not None else {}
        return {**self._arguments, **cursor, **limit}

    def options(self) -> PricedOptions:
        options = self._options.copy()
        if self._max_credits is not None:
            left = max(0, self._max_credits - self.result.credits_charged)
            options["max_credits"] = min(left, options.get("max_credits", left))
        return options

    def page(self) -> PagePart:
        # Every page is a separate call with its own key, which stays the same after a restart of the program.
        suffix = f"-{self._pages + 1}" if self._pages > 0 else ""
        return PagePart(None if self._own_limit else self._limit(), suffix)

    def add(self, response: Response[Any]) -> None:
        self._pages += 1
        self.result.credits_charged += response.credits_charged
        self.result.next_cursor = response.data.get("next_cursor") if response.data.get("has_more") else None
        # Items of a free list can be read again.
        if self._operation.is_priced or self._most is not None:
            self.result.items.extend(_items_in(response.data))

    def keep(self, error: BaseException) -> None:
        """Adds the items that were bought to an error in the middle."""
        if self._operation.is_priced and self._pages > 0:
            self.result.is_capped = isinstance(error, MaxCreditsExceededError)
            # Not only to our own errors: `KeyboardInterrupt` and `CancelledError` end a search too.
            setattr(error, "partial", self.result)

    def _limit(self) -> Optional[int]:
        if self._most is None:
            return None
        return int(min(self._own_limit or PAGE_MAX, self._most - len(self.result.items)))


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
        self._options: Optional[RequestOptions] = options
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
        return self._read(self._walk(None))

    def _walk(self, most: Optional[float]) -> _Walk[Item]:
        options = options_with_key(self._options, self._operation)
        return _Walk(self._operation, self._arguments, options, self._max_credits, most)

    def _read(self, walk: _Walk[Item]) -> Iterator[Response[Page]]:
        while not walk.is_over():
            try:
                response = self._caller.call_with_response(
                    self._operation, self._path, walk.arguments(), walk.options(), walk.page()
                )
            except BaseException as error:
                walk.keep(error)
                raise
            walk.add(response)
            yield response

    def first_page(self) -> Page:
        """Returns the first page with its `next_cursor`, for manual paging."""
        return next(self.pages())

    def to_list(self, most: int) -> List[Item]:
        """Returns up to `most` items, or fewer if `max_credits` allows no more. Pays for no page beyond them."""
        return self.collect(most).items

    def collect(self, most: Optional[int] = None) -> ListResult[Item]:
        """Reads items like `to_list`. The result also tells their cost, and whether `max_credits` ended the list."""
        walk = self._walk(math.inf if most is None else most)
        try:
            for _ in self._read(walk):
                pass
        except MaxCreditsExceededError:
            if not walk.result.is_capped:
                raise
        return walk.result


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
        self._options: Optional[RequestOptions] = options
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

    def pages_with_response(self) -> AsyncIterator[Response[Page]]:
        """Iterates over the pages, each with its request id and the credits charged."""
        return self._read(self._walk(None))

    def _walk(self, most: Optional[float]) -> _Walk[Item]:
        options = options_with_key(self._options, self._operation)
        return _Walk(self._operation, self._arguments, options, self._max_credits, most)

    async def _read(self, walk: _Walk[Item]) -> AsyncIterator[Response[Page]]:
        while not walk.is_over():
            try:
                response = await self._caller.call_with_response(
                    self._operation, self._path, walk.arguments(), walk.options(), walk.page()
                )
            except BaseException as error:
                walk.keep(error)
                raise
            walk.add(response)
            yield response

    async def first_page(self) -> Page:
        """Returns the first page with its `next_cursor`, for manual paging."""
        return await self.pages().__anext__()

    async def to_list(self, most: int) -> List[Item]:
        """Returns up to `most` items, or fewer if `max_credits` allows no more. Pays for no page beyond them."""
        return (await self.collect(most)).items

    async def collect(self, most: Optional[int] = None) -> ListResult[Item]:
        """Reads items like `to_list`. The result also tells their cost, and whether `max_credits` ended the list."""
        walk = self._walk(math.inf if most is None else most)
        try:
            async for _ in self._read(walk):
                pass
        except MaxCreditsExceededError:
            if not walk.result.is_capped:
                raise
        return walk.result
