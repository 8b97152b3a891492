"""How a host is started, and who is told of what: the same in both faces."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Callable, get_args

from .command import Command, Launch, Path
from .errors import InputRejected
from .handlers import Remove
from .instance_base import InstanceBase, used_ids
from .model import Failure, HostInfo, LogLevel, LogLine, Restarted, ServiceRejected
from .reply import Reply
from .services import Service
from .session import Session
from .timeouts import DEFAULT
from .trace import Target, Trace


class HostBase(ABC):
    """A host process."""

    info: HostInfo
    """What it said of itself."""

    def __init__(
        self,
        command: Command = None,
        *,
        services: Mapping[str, Service] | None = None,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        record: Path | None = None,
        supervised: bool = False,
        trace: Target = None,
        log: LogLevel = "warning",
        merge_updates: bool = True,
        start_timeout: float | None = DEFAULT,
        timeout: float | None = DEFAULT,
    ) -> None:
        """Says which host.

        `command` is the program and its arguments; None is the program that the environment
        variable VIEWMODEL_HOST names, or `viewmodel-host`. `services` are functions that ViewModels
        may ask, by name. `record` is a file, or a folder with a file for each start, in which the
        host records the conversation as a transcript. With `supervised` a crash costs no more than
        the line that it comes from: see `on_restarted`. `trace` is where this side writes each
        message that it sends and receives: a file, a stream, or `-` for standard error; None is
        what the environment variable VIEWMODEL_HOST_TRACE says. `log` (the least level) and
        `merge_updates` are what `initialize` asks of the host. What it writes to standard error
        goes to the logger `viewmodel_host.stderr`, as warnings, unless `log` is `off`.
        `start_timeout` is for the start, and `timeout` for each function that waits and is given
        none of its own: in seconds, None without end. The latter may be changed later.
        """
        if log not in get_args(LogLevel):
            raise ValueError(f"log is one of {', '.join(get_args(LogLevel))}, not {log!r}")
        target = os.environ.get("VIEWMODEL_HOST_TRACE") or None if trace is None else trace
        self._launch = Launch(command, cwd, env, record, supervised, Trace(target))
        self._start_timeout = start_timeout
        self._session = Session(
            services, log=log, merge_updates=merge_updates, restarts=supervised, timeout=timeout
        )
        self._session.program = self._launch.program
        self._prepare()

    @property
    def timeout(self) -> float | None:
        """How many seconds a function waits that is given no `timeout`; None: without end."""
        return self._session.timeout

    @timeout.setter
    def timeout(self, seconds: float | None) -> None:
        self._session.timeout = seconds

    @abstractmethod
    def _prepare(self) -> None:
        """What is left to do to make it."""

    def __repr__(self) -> str:
        info, error = self._session.info, self._session.error
        what = "" if info is None else f" {info.name}"
        if error is not None:
            return f"<{type(self).__name__}{what}: {error}>"
        if info is None:
            return f"<{type(self).__name__}, not started>"
        count = len(self._session.instances)
        return f"<{type(self).__name__}{what} with {count} instance{'' if count == 1 else 's'}>"

    def _dispose_unwanted(self, reply: Reply[Any]) -> None:
        """Nobody waits for this instance any more."""
        if reply.error is None:
            self._session.dispose(reply.result().id)

    def on_rejected(self, callback: Callable[[InputRejected], None]) -> Remove:
        """Calls back for each input that failed, of any instance."""
        return self._session.handlers.add("rejected", callback)

    def on_failed(self, callback: Callable[[Failure], None]) -> Remove:
        """Calls back for errors inside ViewModels, of any instance."""
        return self._session.handlers.add("failed", callback)

    def on_service_rejected(self, callback: Callable[[ServiceRejected], None]) -> Remove:
        """Calls back for each answer of a service that the host could not use.

        Without such a callback it is logged. Answers that crossed a cancellation are not told.
        """
        return self._session.handlers.add("service_rejected", callback)

    def on_restarted(self, callback: Callable[[Restarted], None]) -> Remove:
        """Calls back when the process of a `supervised` host has ended, and another one goes on.

        Nothing is lost but what has ended it: that input is rejected, or that request refused, with
        `ErrorCode.CRASHED`. Without such a callback it is logged.
        """
        return self._session.handlers.add("restarted", callback)

    def on_log(self, callback: Callable[[LogLine], None]) -> Remove:
        """Calls back for each line of the host's log. Without it they go to `logging`."""
        return self._session.handlers.add("log", callback)


def creation_details(
    id: str | None,
    parameters: Mapping[str, Any] | None,
    uses: Mapping[str, InstanceBase[Any, Any] | str] | None,
    observe: Any,
) -> dict[str, Any]:
    """What `viewModel/create` takes besides the name."""
    chosen = None if observe is None else list(observe)
    return {"id": id, "parameters": parameters, "uses": used_ids(uses), "observe": chosen}
