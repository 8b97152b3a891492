from collections.abc import Sequence
from enum import IntEnum
from signal import Signals
from typing import Any

__all__ = [
    "Cancelled", "ErrorCode", "HostClosed", "HostDied", "HostError", "HostNotFound",
    "InstanceClosed", "ProtocolError", "RequestFailed", "ServiceError", "VersionMismatch",
]


class ErrorCode(IntEnum):
    """The most useful codes; protocol.md has all."""

    METHOD_NOT_FOUND = -32601
    INVALID_PARAMS = -32602
    SERVICE_ERROR = -32000
    UNKNOWN_VIEW_MODEL = -32001
    UNKNOWN_INSTANCE = -32003
    DUPLICATE_ID = -32005
    INPUT_FAILED = -32007
    UNSUPPORTED_VERSION = -32008
    SERVICE_MISSING = -32014
    CRASHED = -32017
    NOT_RESTORED = -32018
    BUSY = -32019
    CANCELLED = -32800


class HostError(Exception):
    """The base of the exceptions about a host."""


class HostNotFound(HostError):
    """The program does not exist, or cannot be run."""


class HostClosed(HostError):
    """This program has closed the host."""


class ProtocolError(HostError):
    """The host broke the protocol, and was ended."""


class VersionMismatch(HostError):
    """The host and this client have no protocol version in common."""


class InstanceClosed(HostError):
    """The instance was disposed, or closed with one that it uses."""


class HostDied(HostError):
    """The host ended on its own, with an `exit_status` or by a `signal`, which is a name.

    `reason` is the line of standard error that says why, if any; `stderr` has the last 200 lines.
    """

    def __init__(self, returncode: int, stderr: Sequence[str]) -> None:
        names = {-each: each.name for each in Signals}
        self.exit_status = returncode if returncode >= 0 else None
        self.signal = names.get(returncode, f"signal {-returncode}") if returncode < 0 else None
        self.stderr = list(stderr)
        words = ("Fatal error", "Precondition failed", "Assertion failed")
        lines = [line for line in self.stderr if any(word in line for word in words)]
        lines = lines or [line for line in self.stderr if line and returncode > 0]
        self.reason = lines[-1] if lines and returncode != 0 else None
        how = f"by {self.signal}" if self.signal else f"(exit status {returncode})"
        super().__init__(f"the host ended {how}{f': {self.reason}' if self.reason else ''}")


class ServiceError(HostError):
    """A service raises it to answer with an error of its own."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        self.code, self.message, self.data = code, message, data
        super().__init__(message)


class RequestFailed(HostError):
    """The host answered a request with an error."""

    def __init__(self, method: str, code: int, message: str, data: Any = None) -> None:
        self.method, self.code, self.message, self.data = method, code, message, data
        super().__init__(f"{method}: {message} ({code})")


class Cancelled(RequestFailed):
    """A call was cancelled, or its instance disposed, before it had finished."""
