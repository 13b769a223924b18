"""Address and keys of the server that `npm run test:peers` started."""

from __future__ import annotations

import os
import uuid

URL = os.environ.get("QUOIN_BASE_URL", "")
LIVE_KEY = os.environ.get("QUOIN_API_KEY", "")
TEST_KEY = os.environ.get("QUOIN_TEST_KEY", "")
WHY_NOT = (
    "QUOIN_BASE_URL, QUOIN_API_KEY and QUOIN_TEST_KEY name no server" if not (URL and LIVE_KEY and TEST_KEY) else ""
)


def unique(prefix: str) -> str:
    return f"{prefix}{uuid.uuid4().hex[:12]}"
