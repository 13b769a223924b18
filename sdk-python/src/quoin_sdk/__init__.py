"""The Python client for Quoin. See `Quoin` and `AsyncQuoin`, and `types` for arguments and responses."""

from . import errors, types, webhooks
from ._api_error import ApiError, QuoinConnectionError, QuoinError, QuoinTimeoutError, Violation
from ._async_client import AsyncQuoin
from ._client import Quoin
from ._files import AsyncDownload, Download, FileInput
from ._follow import follow_events
from ._list_result import ListResult
from ._model import Model
from ._operation import NOT_GIVEN, NotGiven, PricedOptions, RequestOptions, WriteOptions
from ._pages import AsyncPages, Pages
from ._request import Response
from ._version import VERSION as __version__
from .webhooks import WebhookVerificationError

__all__ = [
    "NOT_GIVEN",
    "ApiError",
    "AsyncDownload",
    "AsyncPages",
    "AsyncQuoin",
    "Download",
    "FileInput",
    "ListResult",
    "Model",
    "NotGiven",
    "Pages",
    "PricedOptions",
    "Quoin",
    "QuoinConnectionError",
    "QuoinError",
    "QuoinTimeoutError",
    "RequestOptions",
    "Response",
    "Violation",
    "WebhookVerificationError",
    "WriteOptions",
    "__version__",
    "errors",
    "follow_events",
    "types",
    "webhooks",
]
