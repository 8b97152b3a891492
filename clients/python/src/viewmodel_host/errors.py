"""What can go wrong, as exceptions. All of them are `HostError`s."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from signal import Signals
from typing import Any

__all__ = [
    "Cancelled", "ErrorCode", "HostClosed", "HostDied", "HostError", "HostNotFound",
    "InstanceClosed", "ProtocolError", "RequestFailed", "ServiceError", "VersionMismatch",
]


class ErrorCode(IntEnum):
    """The codes that a program may want to tell apart; protocol.md has all."""

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
    """The base of everything that this package raises about a host."""


class HostNotFound(HostError):
    """The host could not be started: there is no such program, or it cannot be run."""


class HostClosed(HostError):
    """This program has closed the host."""


class ProtocolError(HostError):
    """The host wrote something that makes no sense, and is ended."""


class VersionMismatch(HostError):
    """The host and this client speak no protocol version in common."""


class InstanceClosed(HostError):
    """The instance is gone: it was disposed, or closed with one that it uses."""


class HostDied(HostError):
    """The host ended although nobody had closed it: with `exit_status`, or by `signal`, a name.

    `reason` is the line of its standard error that says why, if one does; `stderr` has the last.
    """

    def __init__(self, returncode: int, stderr: Sequence[str]) -> None:
        self.exit_status = returncode if returncode >= 0 else None
        self.signal = ending(returncode).removeprefix("by ") if returncode < 0 else None
        self.stderr = list(stderr)
        words = ("Fatal error", "Precondition failed", "Assertion failed")
        said = [line for line in self.stderr if any(word in line for word in words)]
        said = said or [line for line in self.stderr if line and returncode > 0]
        self.reason = said[-1] if said and returncode != 0 else None
        why = f": {self.reason}" if self.reason else ""
        super().__init__(f"the host ended {ending(returncode)}{why}")


def ending(returncode: int) -> str:
    """How a process ended, by what `subprocess` says."""
    try:
        return f"by {Signals(-returncode).name}"
    except ValueError:
        return f"(exit status {returncode})"


class ServiceError(HostError):
    """What a service raises to answer with an error of its own."""

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
