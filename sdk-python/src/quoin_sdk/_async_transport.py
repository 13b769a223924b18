from __future__ import annotations

import asyncio
from typing import Any, Mapping, Optional, Tuple, cast

import httpx

from ._attempts import Send, attempts
from ._files import AsyncDownload, Upload
from ._operation import Operation, PagePart, PricedOptions, Reply, RequestOptions
from ._request import Call, Response, Settings, affordable_page, call_of, json_of, options_with_key
from .errors import MaxCreditsExceededError


class AsyncTransport:
    """Sends the calls of all resources."""

    def __init__(self, settings: Settings, http: httpx.AsyncClient) -> None:
        self._settings = settings
        self._http = http

    async def call(
        self,
        operation: Operation[Reply],
        path: Tuple[str, ...],
        arguments: Mapping[str, Any],
        options: Optional[RequestOptions],
    ) -> Reply:
        return (await self.call_with_response(operation, path, arguments, options)).data

    async def call_with_response(
        self,
        operation: Operation[Reply],
        path: Tuple[str, ...],
        arguments: Mapping[str, Any],
        options: Optional[RequestOptions],
        page: PagePart = PagePart(),
    ) -> Response[Reply]:
        wanted = options_with_key(options, operation)
        try:
            return await self._call_once(operation, path, arguments, wanted, page)
        except MaxCreditsExceededError as refusal:
            affordable = affordable_page(operation, arguments, page, refusal)
            if affordable is None:
                raise
        # A page that the credit limit refuses is bought as far as the limit allows.
        return await self._call_once(operation, path, arguments, wanted, affordable)

    async def _call_once(
        self,
        operation: Operation[Reply],
        path: Tuple[str, ...],
        arguments: Mapping[str, Any],
        options: PricedOptions,
        page: PagePart,
    ) -> Response[Reply]:
        call = call_of(self._settings, operation, path, arguments, options, page)
        response, attempt = await self._send(call, False)
        return Response(cast(Reply, json_of(response, call)), response, attempt)

    async def download(
        self,
        operation: Operation[Any],
        path: Tuple[str, ...],
        arguments: Mapping[str, Any],
        options: Optional[RequestOptions],
    ) -> AsyncDownload:
        return (await self.download_with_response(operation, path, arguments, options)).data

    async def download_with_response(
        self,
        operation: Operation[Any],
        path: Tuple[str, ...],
        arguments: Mapping[str, Any],
        options: Optional[RequestOptions],
    ) -> Response[AsyncDownload]:
        call = call_of(self._settings, operation, path, arguments, options_with_key(options, operation))
        response, attempt = await self._send(call, True)
        return Response(AsyncDownload(response), response, attempt)

    async def _send(self, call: Call, is_stream: bool) -> Tuple[httpx.Response, int]:
        steps = attempts(call.patience)
        step = next(steps)
        attempt = 0
        try:
            while True:
                if isinstance(step, Send):
                    attempt = step.attempt
                    try:
                        response = await self._send_once(call, is_stream)
                    except httpx.HTTPError as error:
                        step = steps.throw(error)
                    else:
                        step = steps.send(response)
                else:
                    await asyncio.sleep(step.seconds)
                    step = steps.send(None)
        except StopIteration as end:
            return cast(httpx.Response, end.value), attempt

    async def _send_once(self, call: Call, is_stream: bool) -> httpx.Response:
        content = call.content.async_chunks() if isinstance(call.content, Upload) else call.content
        request = self._http.build_request(
            call.method, call.url, params=call.params, headers=call.headers, content=content, timeout=call.timeout
        )
        response = await self._http.send(request, stream=True)
        if is_stream and response.is_success:
            return response
        try:
            await response.aread()
        finally:
            await response.aclose()
        return response


class AsyncTransportWithResponse:
    """Returns whole responses where `AsyncTransport` returns their data."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.call_with_response = transport.call_with_response

    async def call(
        self,
        operation: Operation[Reply],
        path: Tuple[str, ...],
        arguments: Mapping[str, Any],
        options: Optional[RequestOptions],
    ) -> Reply:
        return cast(Reply, await self._transport.call_with_response(operation, path, arguments, options))

    async def download(
        self,
        operation: Operation[Any],
        path: Tuple[str, ...],
        arguments: Mapping[str, Any],
        options: Optional[RequestOptions],
    ) -> AsyncDownload:
        return cast(AsyncDownload, await self._transport.download_with_response(operation, path, arguments, options))
