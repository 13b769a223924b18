from __future__ import annotations

import asyncio
import inspect
import time
from typing import AsyncGenerator, Callable, Generator, Optional, Union, overload

from ._api_error import QuoinError
from ._async_client import AsyncQuoin
from ._client import Quoin
from ._stream import EventTypes, Position, Since
from .types import WebhookEvent

OnOpen = Optional[Callable[[], object]]
OnLost = Optional[Callable[[str], object]]
ENDED = "the server ended the stream"


@overload
def follow_events(
    client: Quoin,
    *,
    types: Optional[EventTypes] = None,
    since: Optional[Since] = None,
    on_open: OnOpen = None,
    on_lost: OnLost = None,
) -> Generator[WebhookEvent, None, None]: ...


@overload
def follow_events(
    client: AsyncQuoin,
    *,
    types: Optional[EventTypes] = None,
    since: Optional[Since] = None,
    on_open: OnOpen = None,
    on_lost: OnLost = None,
) -> AsyncGenerator[WebhookEvent, None]: ...


def follow_events(
    client: Union[Quoin, AsyncQuoin],
    *,
    types: Optional[EventTypes] = None,
    since: Optional[Since] = None,
    on_open: OnOpen = None,
    on_lost: OnLost = None,
) -> Union[Generator[WebhookEvent, None, None], AsyncGenerator[WebhookEvent, None]]:
    """Yields every event once, reconnecting as needed: `for event in follow_events(client)`, or `async for` with an
    `AsyncQuoin`. The next event is read after you have handled the last one. Closing the generator closes the
    connection. With a test key, yields an example of each event and ends.

    :param types: Event types, such as `["post.published"]`. Default: all.
    :param since: Starts with the events stored since then. Default: starts with new events.
    :param on_open: Called for each new connection. With an `AsyncQuoin` it may be a coroutine function.
    :param on_lost: Called with the reason when the connection is lost. Reconnecting is automatic.
    """
    position = Position(types, since)
    if isinstance(client, AsyncQuoin):
        return _follow_async(client, position, on_open, on_lost)
    return _follow(client, position, on_open, on_lost)


def _follow(client: Quoin, position: Position, on_open: OnOpen, on_lost: OnLost) -> Generator[WebhookEvent, None, None]:
    while True:
        reason = ENDED
        try:
            with client.events.stream(
                types=position.types, after=position.after, since=position.since, request_options=position.options
            ) as stream:
                position.open(stream.http_response)
                if on_open:
                    on_open()
                for line in stream.iter_lines():
                    event = position.read(line)
                    if event is not None:
                        yield event
                        position.move_past(event)
        except QuoinError as error:
            reason = position.explain(error)
        else:
            if position.is_test:
                return
        if on_lost:
            on_lost(reason)
        time.sleep(position.pause())


async def _follow_async(
    client: AsyncQuoin, position: Position, on_open: OnOpen, on_lost: OnLost
) -> AsyncGenerator[WebhookEvent, None]:
    while True:
        reason = ENDED
        try:
            async with await client.events.stream(
                types=position.types, after=position.after, since=position.since, request_options=position.options
            ) as stream:
                position.open(stream.http_response)
                opened = on_open() if on_open else None
                if inspect.isawaitable(opened):
                    await opened
                async for line in stream.iter_lines():
                    event = position.read(line)
                    if event is not None:
                        yield event
                        position.move_past(event)
        except QuoinError as error:
            reason = position.explain(error)
        else:
            if position.is_test:
                return
        if on_lost:
            on_lost(reason)
        await asyncio.sleep(position.pause())
