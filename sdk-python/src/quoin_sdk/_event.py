from __future__ import annotations

from typing import Any, Dict, cast

from ._model import convert_json
from .types import WebhookEvent


def to_event(body: Dict[str, Any]) -> WebhookEvent:
    """Returns the parsed body of an event as its class, or as a `Model` if a newer server sends an unknown type."""
    return cast(WebhookEvent, convert_json(WebhookEvent, body))
