from __future__ import annotations

import time
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional, Type, TypeVar, cast, overload

import httpx

from . import types as t
from ._pages import Pages
from ._request import Response, settings_of
from ._resource import Resource
from ._resources import Resources
from ._transport import Transport, TransportWithResponse
from ._wait import Job, Waitable, Watch

if TYPE_CHECKING:
    from typing_extensions import ParamSpec

    P = ParamSpec("P")

T = TypeVar("T")


class Quoin(Resources):
    """API client. It is safe to share between threads. Close it, or use it in a `with` block.

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
        http_client: Optional[httpx.Client] = None,
        default_headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        settings = settings_of(api_key, base_url, timeout, max_retries, max_credits, default_headers)
        self._owned = None if http_client else httpx.Client()
        self._transport = Transport(settings, http_client or cast(httpx.Client, self._owned))
        super().__init__(self._transport)

    def with_response(self, method: Callable[P, T]) -> Callable[P, Response[T]]:
        """Returns the same method, but with request id, credits charged, price book and attempts besides the data:
        `client.with_response(client.posts.create)(content="Hello", targets=[...]).request_id`."""
        resource = getattr(method, "__self__", None)
        if not isinstance(resource, Resource):
            raise TypeError("Pass a method of this client: client.with_response(client.posts.create)")
        same = getattr(type(resource)(TransportWithResponse(self._transport)), getattr(method, "__name__", ""))

        def call(*args: P.args, **kwargs: P.kwargs) -> Response[T]:
            answer = same(*args, **kwargs)
            if isinstance(answer, Pages):
                raise TypeError("A list has several responses: use its pages_with_response().")
            return cast("Response[T]", answer)

        return call

    @overload
    def wait_for(
        self,
        resource: Job,
        *,
        on_progress: Optional[Callable[[t.AsyncJobResponse], None]] = None,
        timeout: Optional[float] = None,
    ) -> t.AsyncJobResponse: ...

    @overload
    def wait_for(
        self,
        resource: t.PostResponse,
        *,
        on_progress: Optional[Callable[[t.PostResponse], None]] = None,
        timeout: Optional[float] = None,
    ) -> t.PostResponse: ...

    @overload
    def wait_for(
        self,
        resource: t.MediaAssetResponse,
        *,
        on_progress: Optional[Callable[[t.MediaAssetResponse], None]] = None,
        timeout: Optional[float] = None,
    ) -> t.MediaAssetResponse: ...

    def wait_for(
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
            current = self._transport.call(watch.operation, (watch.id,), {}, None)
            if on_progress:
                on_progress(current)
            if watch.has_ended(current):
                return current
            time.sleep(watch.pause())

    def close(self) -> None:
        if self._owned:
            self._owned.close()

    def __enter__(self) -> Quoin:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()
