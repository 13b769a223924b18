from __future__ import annotations

import asyncio
from types import TracebackType
from typing import TYPE_CHECKING, Any, Awaitable, Callable, Mapping, Optional, Type, TypeVar, cast, overload

import httpx

from . import types as t
from ._pages import AsyncPages
from ._request import Response, settings_of
from ._resource import AsyncResource
from ._async_resources import AsyncResources
from ._async_transport import AsyncTransport, AsyncTransportWithResponse
from ._wait import Job, Waitable, Watch

if TYPE_CHECKING:
    from typing_extensions import ParamSpec

    P = ParamSpec("P")

T = TypeVar("T")


class AsyncQuoin(AsyncResources):
    """API client for asyncio. Close it, or use it in an `async with` block.

    :param api_key: Default: the environment variable `QUOIN_API_KEY`.
    :param base_url: Default: the environment variable `QUOIN_BASE_URL`, or `http://127.0.0.1:8080`.
    :param timeout: Seconds without a response after which an attempt fails.
    :param max_retries: Number of retries after a temporary failure.
    :param max_credits: Refuses every call that could cost more than this.
    :param http_client: Your own httpx client, with proxies or certificates. You have to close it.
    :param default_headers: Sent with every request.
    """

    def __init__(
        self,
        *,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        timeout: float = 60.0,
        max_retries: int = 2,
        max_credits: Optional[int] = None,
        http_client: Optional[httpx.AsyncClient] = None,
        default_headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        settings = settings_of(api_key, base_url, timeout, max_retries, max_credits, default_headers)
        self._owned = None if http_client else httpx.AsyncClient()
        self._transport = AsyncTransport(settings, http_client or cast(httpx.AsyncClient, self._owned))
        super().__init__(self._transport)

    def with_response(self, method: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[Response[T]]]:
        """Returns the same method, but with request id, credits charged, price book and attempts besides the data:
        `(await client.with_response(client.posts.create)(content="Hello", targets=[...])).request_id`."""
        resource = getattr(method, "__self__", None)
        if not isinstance(resource, AsyncResource):
            raise TypeError("Pass a method of this client: client.with_response(client.posts.create)")
        same = getattr(type(resource)(AsyncTransportWithResponse(self._transport)), getattr(method, "__name__", ""))

        async def call(*args: P.args, **kwargs: P.kwargs) -> Response[T]:
            answer = same(*args, **kwargs)
            if isinstance(answer, AsyncPages):
                raise TypeError("A list has several responses: use its pages_with_response().")
            return cast("Response[T]", await answer)

        return call

    @overload
    async def wait_for(
        self,
        resource: Job,
        *,
        on_progress: Optional[Callable[[t.AsyncJobResponse], None]] = None,
        timeout: Optional[float] = None,
    ) -> t.AsyncJobResponse: ...

    @overload
    async def wait_for(
        self,
        resource: t.PostResponse,
        *,
        on_progress: Optional[Callable[[t.PostResponse], None]] = None,
        timeout: Optional[float] = None,
    ) -> t.PostResponse: ...

    @overload
    async def wait_for(
        self,
        resource: t.MediaAssetResponse,
        *,
        on_progress: Optional[Callable[[t.MediaAssetResponse], None]] = None,
        timeout: Optional[float] = None,
    ) -> t.MediaAssetResponse: ...

    async def wait_for(
        self,
        resource: Waitable,
        *,
        on_progress: Optional[Callable[[Any], None]] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """Waits until a job, a post or a media asset is done or has failed. Check its `status`.

        :param resource: The job or its id, the post, or the media asset.
        :param on_progress: Called with the resource after each poll.
        :param timeout: Seconds after which `QuoinTimeoutError` is raised. The work itself continues.
        """
        watch = Watch(resource, timeout)
        while True:
            current = await self._transport.call(watch.operation, (watch.id,), {}, None)
            if on_progress:
                on_progress(current)
            if watch.has_ended(current):
                return current
            await asyncio.sleep(watch.pause())

    async def close(self) -> None:
        if self._owned:
            await self._owned.aclose()

    async def __aenter__(self) -> AsyncQuoin:
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.close()
