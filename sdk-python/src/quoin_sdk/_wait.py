"""Waits for jobs, posts and media. Shared by the client and the async client."""

from __future__ import annotations

import time
from typing import Any, Dict, Mapping, Optional, Union

from . import _operations as ops
from . import types as t
from ._api_error import QuoinTimeoutError
from ._operation import Operation

Job = Union[str, t.NewJobResponse, t.JobResponse, t.AsyncJobResponse]
Waitable = Union[Job, t.PostResponse, t.MediaAssetResponse]

# Operation that reads a resource, by the prefix of its id.
_JOBS: Dict[str, Operation[Any]] = {"job": ops.DATA_JOBS_GET, "bulk": ops.BULK_JOBS_GET}
_OTHERS: Dict[str, Operation[Any]] = {"post": ops.POSTS_GET, "med": ops.MEDIA_GET}
_UNDONE = ("queued", "running", "canceling", "scheduled", "publishing", "pending", "fetching")
_FIRST_PAUSE_S = 0.5
_LONGEST_PAUSE_S = 5.0


class Watch:
    """Polls a resource with growing intervals until it has ended."""

    def __init__(self, resource: Waitable, timeout: Optional[float]) -> None:
        self.id = resource if isinstance(resource, str) else resource["id"]
        # Only jobs can be passed by id: a type checker cannot know what other ids name.
        known = _JOBS if isinstance(resource, str) else {**_JOBS, **_OTHERS}
        operation = known.get(self.id.split("_")[0])
        if operation is None:
            raise TypeError(f"Cannot wait for {self.id}. Pass a job or its id, a post, or a media asset.")
        self.operation = operation
        self._timeout = timeout
        self._until = None if timeout is None else time.monotonic() + timeout
        self._pause = _FIRST_PAUSE_S / 1.5

    def has_ended(self, resource: Mapping[str, Any]) -> bool:
        return resource["status"] not in _UNDONE

    def pause(self) -> float:
        """Returns the seconds until the next poll. Raises if there is no time left."""
        self._pause = min(self._pause * 1.5, _LONGEST_PAUSE_S)
        if self._until is None:
            return self._pause
        left = self._until - time.monotonic()
        if left <= 0:
            raise QuoinTimeoutError(f"{self.id} is still running after {self._timeout} s. You can wait for it again.")
        return min(self._pause, left)
