"""Drive ViewModels that live in a viewmodel-host process.

`Host` is the synchronous face, `AsyncHost` the one for asyncio; README.md shows both.
"""

from __future__ import annotations

from .async_host import AsyncHost
from .async_instance import AsyncInstance, Changes
from .errors import (
    Cancelled,
    ErrorCode,
    HostClosed,
    HostDied,
    HostError,
    HostNotFound,
    InputRejected,
    InstanceClosed,
    ProtocolError,
    RequestFailed,
    VersionMismatch,
)
from .host import Host
from .instance import Instance
from .instance_base import Inputs
from .model import (
    Change,
    Crash,
    Event,
    Failure,
    HostInfo,
    LogLine,
    Restarted,
    Rewound,
    ServiceRejected,
    Snapshot,
    State,
    Trial,
    Turn,
    Turns,
)
from .patch import PatchError, apply_patch
from .services import Service, ServiceFailed
from .ticket import Call, Ticket
from .version import VERSION as __version__
from .viewport import AsyncViewport, Viewport
from .windows import Output, WindowPlace, window

__all__ = [
    "AsyncHost",
    "AsyncInstance",
    "AsyncViewport",
    "Call",
    "Cancelled",
    "Change",
    "Changes",
    "Crash",
    "ErrorCode",
    "Event",
    "Failure",
    "Host",
    "HostClosed",
    "HostDied",
    "HostError",
    "HostInfo",
    "HostNotFound",
    "InputRejected",
    "Inputs",
    "Instance",
    "InstanceClosed",
    "LogLine",
    "Output",
    "PatchError",
    "ProtocolError",
    "RequestFailed",
    "Restarted",
    "Rewound",
    "Service",
    "ServiceFailed",
    "ServiceRejected",
    "Snapshot",
    "State",
    "Ticket",
    "Trial",
    "Turn",
    "Turns",
    "VersionMismatch",
    "Viewport",
    "WindowPlace",
    "__version__",
    "apply_patch",
    "window",
]
