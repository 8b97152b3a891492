"""Drive ViewModels that live in a viewmodel-host process.

`Host` is the synchronous face, `AsyncHost` the one for asyncio; README.md shows both.
"""

from __future__ import annotations

from .aio import AsyncHost, AsyncInstance
from .client import Output
from .errors import (
    Cancelled,
    ErrorCode,
    HostClosed,
    HostDied,
    HostError,
    HostNotFound,
    InstanceClosed,
    ProtocolError,
    RequestFailed,
    ServiceError,
    VersionMismatch,
)
from .host import Call, Host, Instance
from .news import Change, Event, Failure, LogLine, Resumed, State
from .protocol import ServiceCall
from .version import VERSION as __version__

__all__ = [
    "AsyncHost",
    "AsyncInstance",
    "Call",
    "Cancelled",
    "Change",
    "ErrorCode",
    "Event",
    "Failure",
    "Host",
    "HostClosed",
    "HostDied",
    "HostError",
    "HostNotFound",
    "Instance",
    "InstanceClosed",
    "LogLine",
    "Output",
    "ProtocolError",
    "RequestFailed",
    "Resumed",
    "ServiceCall",
    "ServiceError",
    "State",
    "VersionMismatch",
    "__version__",
]
