"""What can go wrong, as exceptions. All of them are `HostError`s."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any


class ErrorCode(IntEnum):
    """The codes that protocol.md defines."""

    PARSE_ERROR = -32700
    INVALID_REQUEST = -32600
    METHOD_NOT_FOUND = -32601
    INVALID_PARAMS = -32602
    INTERNAL_ERROR = -32603
    SERVICE_ERROR = -32000
    UNKNOWN_VIEW_MODEL = -32001
    NOT_INITIALIZED = -32002
    UNKNOWN_INSTANCE = -32003
    UNKNOWN_INPUT = -32004
    DUPLICATE_ID = -32005
    CREATION_FAILED = -32006
    INPUT_FAILED = -32007
    UNSUPPORTED_VERSION = -32008
    LINE_TOO_LONG = -32009
    SHUT_DOWN = -32010
    OUTPUT_FAILED = -32011
    UNSETTLED = -32012
    WORK_FAILED = -32013
    SERVICE_MISSING = -32014
    SERVICE_UNANSWERED = -32015
    TOO_MANY = -32016
    CRASHED = -32017
    NOT_RESTORED = -32018
    BUSY = -32019
    CANCELLED = -32800


class HostError(Exception):
    """The base of everything that this package raises about a host."""


class HostNotFound(HostError):
    """The host could not be started: there is no such program, or it cannot be run."""

    def __init__(self, program: str, reason: str) -> None:
        super().__init__(
            f"cannot start the host {program}: {reason}. Install its package (a wheel with the"
            " program needs no Swift), put viewmodel-host on the PATH, set VIEWMODEL_HOST to its"
            " path, or give its command: Host([program, argument, …])"
        )


class HostDied(HostError):
    """The host ended although nobody had closed it.

    `exit_status` says how, or `signal`, which is a name such as `SIGKILL`; the other one is None.
    `reason` is the line of its standard error that says why, if one does; `stderr` has the last
    lines of that, 200 at most.
    """

    def __init__(self, exit_status: int | None, signal: str | None, stderr: Sequence[str]) -> None:
        self.exit_status = exit_status
        self.signal = signal
        self.stderr = list(stderr)
        self.reason = None if exit_status == 0 else _reason(self.stderr, signal is None)
        how = f"by {signal}" if signal else f"(exit status {exit_status})"
        super().__init__(f"the host ended {how}" + (f": {self.reason}" if self.reason else ""))


def _reason(lines: Sequence[str], any_line: bool) -> str | None:
    """The last line that tells of a trap; else, perhaps, the last that is not blank."""
    words = ("Fatal error", "Precondition failed", "Assertion failed")
    traps = [line for line in lines if any(word in line for word in words)]
    others = [line for line in lines if any_line and line.strip()]
    return next(reversed(traps or others), None)


class HostClosed(HostError):
    """This program has closed the host."""

    def __init__(self, message: str = "the host was closed") -> None:
        super().__init__(message)


class ProtocolError(HostError):
    """The host wrote something that makes no sense. It is then ended."""


class VersionMismatch(HostError):
    """The host and this client speak no protocol version in common."""


class InstanceClosed(HostError):
    """The instance is gone: it was disposed, or closed with one that it uses."""


class RequestFailed(HostError):
    """The host answered a request with an error."""

    def __init__(self, method: str, code: int, message: str, data: Any = None) -> None:
        self.method = method
        self.code = code
        self.message = message
        self.data = data
        super().__init__(f"{method}: {message} ({code})")


class Cancelled(RequestFailed):
    """A call was cancelled, or its instance disposed, before it had finished."""


class ServiceError(HostError):
    """What a service raises to answer with an error of its own."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        self.code = code
        self.message = message
        self.data = data
        super().__init__(message)
