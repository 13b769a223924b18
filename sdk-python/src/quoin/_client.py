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
    """A client of the API. It may be used by several threads; close it, or use it in a `with` block.

    :param api_key: The environment variable `QUOIN_API_KEY` when absent.
    :param base_url: The environment variable `QUOIN_BASE_URL` when absent, or `http://127.0.0.1:8080`.
    :param timeout: Seconds without an answer after which an attempt is given up.
    :param max_retries: How often a call is repeated that failed for a reason that passes.
    :param max_credits: Refuse every call that could cost more than this.
    :param http_client: Your own client of httpx, with proxies or certificates. You close it.
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
        """The same method, answering the data with request id, credits charged, price book and attempts:
        `client.with_response(client.posts.create)(content="Hello", targets=[...]).request_id`."""
        resource = getattr(method, "__self__", None)
        if not isinstance(resource, Resource):
            raise TypeError("Pass a method of this client: client.with_response(client.posts.create)")
        same = getattr(type(resource)(TransportWithResponse(self._transport)), getattr(method, "__name__", ""))

        def call(*args: P.args, **kwargs: P.kwargs) -> Response[T]:
            answer = same(*args, **kwargs)
            if isinstance(answer, Pages):
                raise TypeError("A list has many answers: use its pages_with_response().")
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
        """Waits until a job has ended, a post is published, or media is ready, or failed: look at its `status`.

        :param resource: The job or its id, the post, or the media asset.
        :param on_progress: Is called with the resource each time it was read.
        :param timeout: Seconds after which `QuoinTimeoutError` is raised. What was waited for goes on.
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
