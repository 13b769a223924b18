from __future__ import annotations

from typing import Any, Mapping, Optional, Protocol, Tuple

from ._files import AsyncDownload, Download
from ._operation import Operation, PagePart, Reply, RequestOptions
from ._request import Response


class Caller(Protocol):
    """Sends the calls of a resource."""

    def call(
        self,
        operation: Operation[Reply],
        path: Tuple[str, ...],
        arguments: Mapping[str, Any],
        options: Optional[RequestOptions],
    ) -> Reply: ...

    def call_with_response(
        self,
        operation: Operation[Reply],
        path: Tuple[str, ...],
        arguments: Mapping[str, Any],
        options: Optional[RequestOptions],
        page: PagePart = PagePart(),
    ) -> Response[Reply]: ...

    def download(
        self,
        operation: Operation[Any],
        path: Tuple[str, ...],
        arguments: Mapping[str, Any],
        options: Optional[RequestOptions],
    ) -> Download: ...


class AsyncCaller(Protocol):
    """Sends the calls of an async resource."""

    async def call(
        self,
        operation: Operation[Reply],
        path: Tuple[str, ...],
        arguments: Mapping[str, Any],
        options: Optional[RequestOptions],
    ) -> Reply: ...

    async def call_with_response(
        self,
        operation: Operation[Reply],
        path: Tuple[str, ...],
        arguments: Mapping[str, Any],
        options: Optional[RequestOptions],
        page: PagePart = PagePart(),
    ) -> Response[Reply]: ...

    async def download(
        self,
        operation: Operation[Any],
        path: Tuple[str, ...],
        arguments: Mapping[str, Any],
        options: Optional[RequestOptions],
    ) -> AsyncDownload: ...


class Resource:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller


class AsyncResource:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller
