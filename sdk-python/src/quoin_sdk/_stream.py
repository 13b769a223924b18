"""Position in the stream of events. Shared by the client and the async client."""

from __future__ import annotations

import json
import random
from collections import OrderedDict
from datetime import datetime, timezone
from typing import Dict, Optional, Sequence, Union

import httpx

from ._api_error import ApiError, QuoinError, QuoinTimeoutError
from ._attempts import is_temporary
from ._event import to_event
from ._operation import RequestOptions
from .types import EventType, WebhookEvent

# The server sends a comment every 15 seconds, so a connection that is silent for this long is dead.
SILENT_S = 45.0
BACKOFF_FIRST_S = 0.5
BACKOFF_MAX_S = 30.0
# Number of event ids to remember, because the server repeats the last minute after a reconnect.
REMEMBERED = 20_000

EventTypes = Union[EventType, Sequence[EventType]]
Since = Union[str, datetime]


class Position:
    """Turns lines into events, each of them once, and decides where and when to connect again."""

    def __init__(self, types: Optional[EventTypes], since: Optional[Since]) -> None:
        self.types = types if types is None or isinstance(types, str) else ",".join(types)
        self.after: Optional[str] = None
        self.is_test = False
        self._since = since.astimezone(timezone.utc).isoformat() if isinstance(since, datetime) else since
        self._seen: OrderedDict[str, None] = OrderedDict()
        self._failures = 0
        self._block: Dict[str, str] = {}

    @property
    def since(self) -> Optional[str]:
        return self._since if self.after is None else None

    @property
    def options(self) -> RequestOptions:
        return {"timeout": SILENT_S, "max_retries": 0}

    def open(self, response: httpx.Response) -> None:
        self.is_test = "x-test-quota-limit" in response.headers
        self._block = {}

    def read(self, line: str) -> Optional[WebhookEvent]:
        """Returns the event that ends with this line, unless it was read before."""
        if line:
            name, _, value = line.partition(": ")
            self._block[name] = value
            return None
        block, self._block = self._block, {}
        if "id" not in block:  # a comment
            return None
        self._failures = 0
        # The first block of a stream has only an id: its starting point. The examples of a test key share one id.
        if "data" in block and (self.is_test or block["id"] not in self._seen):
            return to_event(json.loads(block["data"]))
        self.after = block["id"]
        return None

    def move_past(self, event: WebhookEvent) -> None:
        """Moves past an event that the caller has handled."""
        self.after = event.id
        self._seen[event.id] = None
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)

    def explain(self, error: QuoinError) -> str:
        """Returns why the connection was lost. Raises the error if waiting does not help."""
        if isinstance(error, ApiError) and error.status < 500 and error.status != 429:
            raise error
        if isinstance(error.__cause__, httpx.HTTPError) and not is_temporary(error.__cause__):
            raise error
        return f"no data for {SILENT_S:g} seconds" if isinstance(error, QuoinTimeoutError) else str(error)

    def pause(self) -> float:
        """Returns the seconds until the next connection."""
        longest = min(BACKOFF_MAX_S, BACKOFF_FIRST_S * 2.0 ** min(self._failures, 10))
        self._failures += 1
        return longest * random.uniform(0.5, 1.0)
