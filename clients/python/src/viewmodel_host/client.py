"""A host, as far as both faces have it in common."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from typing import Any, Callable, Generic, TypeVar, cast

from .command import Command, Path, command_line
from .errors import ErrorCode, HostClosed, HostDied, HostError, ProtocolError, ServiceError
from .instance import AnswerT, BaseInstance, Output
from .news import Change, Event, Failure, LogLine, Remove, Resumed
from .process import Process
from .protocol import Protocol, logger
from .request import Request, ServiceCall

InstanceT = TypeVar("InstanceT")


class BaseHost(ABC, Generic[AnswerT, InstanceT]):
    """What `Host` and `AsyncHost` have in common."""

    _process: Process
    _instance_type: Any

    def __init__(
        self,
        command: Command = None,
        *,
        services: Mapping[str, Callable[..., Any]] | None = None,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        record: Path | None = None,
        supervised: bool = False,
        log: str = "warning",
        capabilities: Mapping[str, Any] | None = None,
        timeout: float = 30,
    ) -> None:
        """Says which host.

        `command` is the program and its arguments; None is the program that was installed with this
        package, else the one that the environment variable VIEWMODEL_HOST names, else
        `viewmodel-host`. `services` are functions that ViewModels may ask, by name; each gets a
        ServiceCall, and the arguments by name. `env` is added to the environment. `record` is a
        file, or a folder with a file for each start, in which the host writes the conversation
        down. With `supervised` a crash costs no more than the line that it comes from: see
        `on_restarted`. `log` is the least level of the host's log; what it writes to standard error
        goes to the logger `viewmodel_host.stderr`, unless that is `off`. `capabilities` are others
        for `initialize`. `timeout` is how many seconds any function waits; `math.inf` is for ever.
        """
        self.timeout = timeout
        self._launch = (command_line(command, record, supervised), cwd, env)
        self._is_silent = log == "off"
        asked = {"services": list(services or ()), "log": log, **(capabilities or {})}
        asked = {**asked, "restarts": True} if supervised else asked
        self.protocol = Protocol(services or {}, asked, self._new_instance, self._write)
        self._is_closing = self._is_calling = False
        self._ended = Request("the end of the host")
        self._ended.end()
        self._prepare()

    def _prepare(self) -> None:
        """What making one does besides."""

    def __repr__(self) -> str:
        count = len(self.protocol.instances)
        return f"<{type(self).__name__} {self.protocol.error or f'with {count} instances'}>"

    @property
    def info(self) -> Mapping[str, Any]:
        """What the host has answered to `initialize`."""
        return self.protocol.info

    @property
    def resumed(self) -> Resumed | None:
        """What a host with `--resume` has begun with."""
        return self.protocol.resumed

    @property
    def pid(self) -> int:
        """The id of the process that was started."""
        return self._process.pid

    def on_died(self, callback: Callable[[HostError], None]) -> Remove:
        """Calls back, once, when the host has ended by itself, or has broken the protocol."""
        return self.protocol.on("died", callback)

    def on_rejected(self, callback: Callable[[Failure], None]) -> Remove:
        """Calls back for each input that failed, and each answer of a service, of any instance."""
        return self.protocol.on("rejected", callback)

    def on_failed(self, callback: Callable[[Failure], None]) -> Remove:
        """Calls back for errors inside ViewModels, of any instance."""
        return self.protocol.on("failed", callback)

    def on_restarted(self, callback: Callable[[Mapping[str, Any]], None]) -> Remove:
        """Calls back with the params of `host/restarted`: another process goes on."""
        return self.protocol.on("restarted", callback)

    def on_log(self, callback: Callable[[LogLine], None]) -> Remove:
        """Calls back for each line of the host's log. Without it they go to `logging`."""
        return self.protocol.on("log", callback)

    def request(self, method: str, params: Any = None, timeout: float | None = None) -> AnswerT:
        """Sends any request of the protocol and waits for its result."""
        return self._wait(self.protocol.request(method, params), timeout)

    def list(self) -> AnswerT:
        """What the catalog has: the result of `viewModel/list`."""
        return self.request("viewModel/list")

    def describe(self, name: str) -> AnswerT:
        """What a ViewModel takes and gives: the result of `viewModel/describe`."""
        return self.request("viewModel/describe", {"name": name})

    def create(
        self,
        name: str,
        *,
        id: str | None = None,
        parameters: Mapping[str, Any] | None = None,
        uses: Mapping[str, BaseInstance[Any, Any] | str] | None = None,
        observe: Sequence[Output] | None = None,
        on_change: Callable[[Change[Any]], None] | None = None,
        on_event: Callable[[Event], None] | None = None,
        timeout: float | None = None,
    ) -> InstanceT:
        """Creates an instance.

        `uses` names the instance that fills each role; `observe` the outputs that are to be part of
        the state, if not all.
        """
        ids = {role: getattr(used, "id", used) for role, used in (uses or {}).items()}
        given = {"id": id, "parameters": parameters, "uses": ids or None, "observe": observe}
        instance = self._new_instance(name)
        instance.creation.update({key: value for key, value in given.items() if value is not None})
        for kind, callback in (("change", on_change), ("event", on_event)):
            if callback is not None:
                instance.on(kind, callback)
        return cast(InstanceT, self._wait(self.protocol.create(instance), timeout))

    def turn(self) -> AbstractContextManager[None]:
        """Sends all that is sent in the `with` block together, as one turn.

        Nothing can be waited for inside. If the block raises, nothing is sent.
        """
        return self.protocol.turn()

    def turns(self, count: int = 100) -> AnswerT:
        """What the last turns came from: the result of `session/turns`.

        This, `undo`, `redo` and `rewind` are for `supervised` hosts; of others RequestFailed.
        """
        return self.request("session/turns", {"count": count})

    def undo(self) -> AnswerT:
        """Takes the last input back, with all that has followed it: a `Resumed`.

        That is a step of the whole session. Instances that have come since are closed, those that
        were disposed since are there again. RequestFailed if there is nothing to undo.
        """
        return self._rewind("session/undo")

    def redo(self) -> AnswerT:
        """Does the next input that was taken back again, with what has followed it."""
        return self._rewind("session/redo")

    def rewind(self, turn: int) -> AnswerT:
        """Goes to the end of a turn, be it one that was taken back: see `undo`."""
        return self._rewind("session/rewind", {"turn": turn})

    def _rewind(self, method: str, params: Any = None) -> AnswerT:
        return self._wait(self.protocol.request(method, params, self.protocol.rewound))

    @abstractmethod
    def _wait(self, request: Request, timeout: float | None = None) -> AnswerT:
        """Waits for the end of a request; what takes too long is cancelled."""

    @abstractmethod
    def _make_room(self) -> None:
        """Sees to it that not too much is unsent; else raises TimeoutError."""

    def _write(self, data: bytes) -> None:
        self._process.send(data)

    def _future(self, answer: Any) -> Any:
        """With what a service answers later; None if it has answered."""
        return answer if isinstance(answer, Future) else None

    def _new_instance(self, name: str) -> Any:
        return self._instance_type(self, {"name": name})

    def _spawn(self, wake: Callable[[], None]) -> None:
        self._is_closing = False
        self.protocol.begin()
        self._process = Process(*self._launch, wake, self._printed)
        self._process.start()
        self._ended = Request("the end of the host")

    def _printed(self, line: str) -> None:
        """Logs what the host prints, but for its own warnings, which come with its log, too."""
        name = self.info.get("host", {}).get("name")
        if line and not self._is_silent and not line.startswith(f"{name}: warning: "):
            logging.getLogger("viewmodel_host.stderr").warning("%s", line)

    def _abandon(self) -> None:
        """It could not be started, or only in part."""
        self.protocol.end(HostClosed("the host did not start"))
        if hasattr(self, "_process"):
            self._process.kill()

    def _begin_closing(self, timeout: float) -> None:
        self._is_closing = not self._process.is_over  # else it has ended by itself
        self._process.close(timeout)

    def _give_up(self, error: HostError) -> None:
        self.protocol.end(error)
        self._process.close(5)

    def _handle(self) -> None:
        """Handles the first of the lines that have come. Whoever is interrupted finds it again."""
        lines, protocol, process = self._process.lines, self.protocol, self._process
        try:
            line = lines[0]
            if line is None:
                died = HostDied(process.returncode or 0, process.stderr)
                protocol.end(HostClosed("the host was closed") if self._is_closing else died)
                self._ended.end()
            elif protocol.error is None:
                protocol.receive(line)
            lines.popleft()
            protocol.torn = False
        except ProtocolError as error:
            self._give_up(error)
        except BaseException:
            if protocol.torn:
                self._give_up(HostClosed("the host was closed, as it was interrupted"))
            raise
        protocol.settle()
        while protocol.asked:
            self._serve(protocol.asked.popleft())
        self._call_back()

    def _call_back(self) -> None:
        """Makes the calls that are due, but none from one of them."""
        due = self.protocol.due
        if not due or self._is_calling:
            return
        self._is_calling = True
        try:
            while due and not self.protocol.held:
                callback, news = due.popleft()
                try:
                    callback(news)
                except Exception:
                    logger.exception("a callback failed")
        finally:
            self._is_calling = False

    def _serve(self, call: ServiceCall) -> None:
        def answer(future: Any) -> None:
            gone = ServiceError(ErrorCode.CANCELLED, "Cancelled") if future.cancelled() else None
            error = gone or future.exception()
            self.protocol.answer(call, None if error else future.result(), error)

        try:
            result = self.protocol.services[call.service](call, **call.arguments)
            call.future = self._future(result)
        except BaseException as error:
            self.protocol.answer(call, error=error)
            if not isinstance(error, Exception):
                raise
            return
        if call.future is None:
            self.protocol.answer(call, result)
        else:
            call.future.add_done_callback(answer)
