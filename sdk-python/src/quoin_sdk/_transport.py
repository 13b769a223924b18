from __future__ import annotations

import time
from typing import Any, Mapping, Optional, Tuple, cast

import httpx

from ._attempts import Send, attempts
from ._files import Download, Upload
from ._operation import Operation, PagePart, PricedOptions, Reply, RequestOptions
from ._request import Call, Response, Settings, affordable_page, call_of, json_of, options_with_key
from .errors import MaxCreditsExceededError


class Transport:
    """Sends the calls of all resources."""

    def __init__(self, settings: Settings, http: httpx.Client) -> None:
        self._settings = settings
        self._http = http

    def call(
        self,
        operation: Operation[Reply],
        path: Tuple[str, ...],
        arguments: Mapping[str, Any],
        options: Optional[RequestOptions],
    ) -> Reply:
        return self.call_with_response(operation, path, arguments, options).data

    def call_with_response(
        self,
        operation: Operation[Reply],
        path: Tuple[str, ...],
        arguments: Mapping[str, Any],
        options: Optional[RequestOptions],
        page: PagePart = PagePart(),
    ) -> Response[Reply]:
        wanted = options_with_key(options, operation)
        try:
            return self._call_once(operation, path, arguments, wanted, page)
        except MaxCreditsExceededError as refusal:
            affordable = affordable_page(operation, arguments, page, refusal)
            if affordable is None:
                raise
        # A page that the credit limit refuses is bought as far as the limit allows.
        return self._call_once(operation, path, arguments, wanted, affordable)

    def _call_once(
        self,
        operation: Operation[Reply],
        path: Tuple[str, ...],
        arguments: Mapping[str, Any],
        options: PricedOptions,
        page: PagePart,
    ) -> Response[Reply]:
        call = call_of(self._settings, operation, path, arguments, options, page)
        response, attempt = self._send(call, False)
        return Response(cast(Reply, json_of(response, call)), response, attempt)

    def download(
        self,
        operation: Operation[Any],
        path: Tuple[str, ...],
        arguments: Mapping[str, Any],
        options: Optional[RequestOptions],
    ) -> Download:
        return self.download_with_response(operation, path, arguments, options).data

    def download_with_response(
        self,
        operation: Operation[Any],
        path: Tuple[str, ...],
        arguments: Mapping[str, Any],
        options: Optional[RequestOptions],
    ) -> Response[Download]:
        call = call_of(self._settings, operation, path, arguments, options_with_key(options, operation))
        response, attempt = self._send(call, True)
        return Response(Download(response), response, attempt)

    def _send(self, call: Call, is_stream: bool) -> Tuple[httpx.Response, int]:
        steps = attempts(call.patience)
        step = next(steps)
        attempt = 0
        try:
            while True:
                if isinstance(step, Send):
                    attempt = step.attempt
                    try:
                        response = self._send_once(call, is_stream)
                    except httpx.HTTPError as error:
                        step = steps.throw(error)
                    else:
                        step = steps.send(response)
                else:
                    time.sleep(step.seconds)
                    step = steps.send(None)
        except StopIteration as end:
            return cast(httpx.Response, end.value), attempt

    def _send_once(self, call: Call, is_stream: bool) -> httpx.Response:
        content = call.content.chunks() if isinstance(call.content, Upload) else call.content
        request = self._http.build_request(
            call.method, call.url, params=call.params, headers=call.headers, content=content, timeout=call.timeout
        )
        response = self._http.send(request, stream=True)
        if is_stream and response.is_success:
            return response
        try:
            response.read()
        finally:
            response.close()
        return response


class TransportWithResponse:
    """Returns whole responses where `Transport` returns their data."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.call_with_response = transport.call_with_response

    def call(
        self,
        operation: Operation[Reply],
        path: Tuple[str, ...],
        arguments: Mapping[str, Any],
        options: Optional[RequestOptions],
    ) -> Reply:
        return cast(Reply, self._transport.call_with_response(operation, path, arguments, options))

    def download(
        self,
        operation: Operation[Any],
        path: Tuple[str, ...],
        arguments: Mapping[str, Any],
        options: Optional[RequestOptions],
    ) -> Download:
        return cast(Download, self._transport.download_with_response(operation, path, arguments, options))
