"""What can go wrong, as exceptions. All of them are `HostError`s."""

from __future__ import annotations

import os
from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from .crash import ending, reason


class ErrorCode(IntEnum):
    """The codes that protocol.md defines."""

    PARSE_ERROR = -32700
    INVALID_REQUEST = -32600
    METHOD_NOT_FOUND = -32601
    INVALID_PARAMS = -32602
    INTERNAL_ERROR = -32603
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


SERVICE_ERROR = -32000
"""The code of what went wrong in a service without a code of its own."""


HINT = (
    "Install the wheel with the program (it needs no Swift),"
    " put viewmodel-host on the PATH, set VIEWMODEL_HOST to its path,"
    " or give its command: Host([program, argument, …])"
)


class HostError(Exception):
    """The base of everything that this package raises about a host."""


class HostNotFound(HostError):
    """The host could not be started: there is no such program, or it cannot be run."""

    def __init__(self, command: Sequence[str], reason: str, folder: str | None = None) -> None:
        """`folder`: what is wrong is the working directory."""
        self.command = list(command)
        self.reason = reason
        where, hint = "", f". {HINT}"
        if folder is not None:
            where, hint = f" in the folder {folder}", ""
        super().__init__(f"cannot start the host {self.command[0]}{where}: {reason}{hint}")


class HostDied(HostError):
    """The host ended although nobody had closed it.

    `exit_status` is as in `subprocess`: negative for the number of the signal that ended it.
    `reason` is the line of its standard error that says why, as far as one does; for a crash it has
    the place in the Swift code. `stderr` holds the last lines, at most 200.
    """

    def __init__(self, exit_status: int | None, stderr: Sequence[str]) -> None:
        self.exit_status = exit_status
        self.stderr = list(stderr)
        self.reason = reason(exit_status, self.stderr)
        why = "" if self.reason is None else f": {self.reason}"
        super().__init__(f"the host {ending(exit_status)}{why}")


class HostClosed(HostError):
    """The host was closed by this program, so nothing can be asked of it."""

    def __init__(self) -> None:
        super().__init__("the host was stopped")


class VersionMismatch(HostError):
    """The host and this client speak no protocol version in common."""

    def __init__(self, client: Sequence[str], host: Sequence[str]) -> None:
        self.client = list(client)
        self.host = list(host)
        super().__init__(
            f"no common protocol version: this client speaks {', '.join(self.client)},"
            f" the host {', '.join(self.host) or 'none that it names'}"
        )


class ProtocolError(HostError):
    """The host wrote something that the protocol does not allow. The host is then ended."""


class InstanceClosed(HostError):
    """The instance is gone: it was disposed, or closed with one that it uses."""

    def __init__(self, id: str, reason: str) -> None:
        self.id = id
        self.reason = reason
        super().__init__(f"the instance {id} is closed: {reason}")


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


class InputRejected(HostError):
    """An input failed. `id`, `input` and `seq` are as they were sent."""

    def __init__(
        self, id: str, input: str, seq: Any, code: int, message: str, data: Any = None
    ) -> None:
        self.id = id
        self.input = input
        self.seq = seq
        self.code = code
        self.message = message
        self.data = data
        super().__init__(f"{id}.{input}: {message} ({code})")


def not_started(
    command: Sequence[str], cwd: str | os.PathLike[str] | None, error: OSError
) -> HostNotFound:
    """The exception for what starting a process raised."""
    folder = None if cwd is None or error.filename != cwd else os.fspath(cwd)
    reason = error.strerror or str(error)
    if folder is not None and isinstance(error, FileNotFoundError):
        reason = "there is no such folder"
    elif isinstance(error, FileNotFoundError) and not os.path.exists(command[0]):
        reason = "there is no such program"
    elif isinstance(error, PermissionError):
        reason = "it is not executable"
    return HostNotFound(command, reason, folder)


def request_failed(method: str, code: int, message: str, data: Any) -> RequestFailed:
    """The exception for an error response."""
    kind = Cancelled if code == ErrorCode.CANCELLED else RequestFailed
    return kind(method, code, message, data)


def error_outcome(code: int, message: str, data: Any = None) -> dict[str, Any]:
    """The member of a response that says what went wrong."""
    error = {"code": int(code), "message": message}
    return {"error": error if data is None else {**error, "data": data}}
