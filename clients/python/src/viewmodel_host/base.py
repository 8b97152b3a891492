"""A host, in both faces: how it is started, what it is asked, and who hears of its news."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Callable, Generic, TypeVar, cast

from .command import Command, Path, command_line
from .errors import HostClosed, HostDied, HostError, ProtocolError, ServiceError
from .instance import AnswerT, BaseInstance, Output
from .news import Change, Event, Failure, LogLine, Remove, Resumed
from .process import Process
from .protocol import Protocol, Request, ServiceCall, logger

InstanceT = TypeVar("InstanceT")
Service = Callable[..., Any]
"""Gets a ServiceCall, and the arguments by their names; gives the answer, or a future of it."""
_printed_logger = logging.getLogger("viewmodel_host.stderr")


class BaseHost(ABC, Generic[AnswerT, InstanceT]):
    """What `Host` and `AsyncHost` have in common."""

    _process: Process

    def __init__(
        self,
        command: Command = None,
        *,
        services: Mapping[str, Service] | None = None,
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
        `viewmodel-host`. `services` are functions that ViewModels may ask, by name. `env` is added
        to the environment. `record` is a file, or a folder with a file for each start, in which the
        host writes the conversation down. With `supervised` a crash costs no more than the line
        that it comes from: see `on_restarted`. `log` is the least level of the host's log; what it
        writes to standard error goes to the logger `viewmodel_host.stderr`, unless that is `off`.
        `capabilities` are others for `initialize`. `timeout` is for the start, and for each
        function that waits and is given none of its own: in seconds, `math.inf` for ever.
        """
        self.timeout = timeout
        self._launch = (command_line(command, record, supervised), cwd, env)
        asked = {"services": list(services or ()), "log": log, **(capabilities or {})}
        if supervised:
            asked["restarts"] = True
        self.protocol = Protocol(services or {}, asked, self._new_instance, self._write, self._put)
        self._is_closing = self._is_calling = False
        self._ended = Request("the end of the host")
        self._ended.end()
        self._prepare()

    def __repr__(self) -> str:
        error, count = self.protocol.error, len(self.protocol.instances)
        return f"<{type(self).__name__} {error or f'with {count} instances'}>"

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

    @property
    def exit_status(self) -> int | None:
        """How the process ended; None while it runs, and if it was by a signal."""
        return self._process.exit_status

    @property
    def signal(self) -> str | None:
        """The name of the signal that ended the process, such as `SIGKILL`."""
        return self._process.signal

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
        """Calls back when the process of a `supervised` host has ended, and another one goes on.

        It gets the params of `host/restarted`. Without such a callback it is logged.
        """
        return self.protocol.on("restarted", callback)

    def on_log(self, callback: Callable[[LogLine], None]) -> Remove:
        """Calls back for each line of the host's log. Without it they go to `logging`."""
        return self.protocol.on("log", callback)

    def request(
        self, method: str, params: Any = None, *, timeout: float | None = None
    ) -> AnswerT:
        """Sends any request of the protocol and waits for its result."""
        return self._wait(self.protocol.request(method, params), timeout)

    def list(self, *, timeout: float | None = None) -> AnswerT:
        """The ViewModels of the host's catalog: the result of `viewModel/list`."""
        return self.request("viewModel/list", timeout=timeout)

    def describe(self, name: str, *, timeout: float | None = None) -> AnswerT:
        """What a ViewModel takes and gives: the result of `viewModel/describe`."""
        return self.request("viewModel/describe", {"name": name}, timeout=timeout)

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
        given = {"id": id, "parameters": parameters, "uses": ids or None}
        instance = self._new_instance(name)
        instance.creation.update({key: value for key, value in given.items() if value is not None})
        if observe is not None:
            instance.creation["observe"] = [*observe]
        for kind, callback in (("change", on_change), ("event", on_event)):
            if callback is not None:
                instance.on(kind, callback)
        return cast(InstanceT, self._wait(self.protocol.create(instance), timeout))

    def turn(self) -> AbstractContextManager[None]:
        """Sends all inputs and calls of the `with` block together, as one turn.

        Nothing can be waited for inside. If the block raises, nothing is sent.
        """
        return self.protocol.turn()

    def turns(self, count: int = 100, *, timeout: float | None = None) -> AnswerT:
        """What the last turns came from: the result of `session/turns`.

        This, `undo`, `redo` and `rewind` are for `supervised` hosts; of others RequestFailed.
        """
        return self.request("session/turns", {"count": count}, timeout=timeout)

    def undo(self, *, timeout: float | None = None) -> AnswerT:
        """Takes the last input back, with all that has followed it: a `Resumed`.

        That is a step of the whole session. Instances that have come since are closed, those that
        were disposed since are there again. RequestFailed if there is nothing to undo.
        """
        return self._wait(self.protocol.rewind("session/undo"), timeout)

    def redo(self, *, timeout: float | None = None) -> AnswerT:
        """Does the next input that was taken back again, with what has followed it."""
        return self._wait(self.protocol.rewind("session/redo"), timeout)

    def rewind(self, turn: int, *, timeout: float | None = None) -> AnswerT:
        """Goes to the end of a turn, be it one that was taken back: see `undo`."""
        return self._wait(self.protocol.rewind("session/rewind", {"turn": turn}), timeout)

    # What the faces differ in

    def _prepare(self) -> None:
        """What making one does besides."""

    @abstractmethod
    def _new_instance(self, name: str) -> Any: ...

    @abstractmethod
    def _wait(self, request: Request, timeout: float | None = None) -> AnswerT:
        """Waits for the end of a request; what takes too long is cancelled."""

    @abstractmethod
    def _write(self, data: bytes) -> None: ...

    @abstractmethod
    def _wake(self) -> None:
        """There is a line more. A thread calls this."""

    @abstractmethod
    def _later(self, answer: Any) -> Any:
        """The future that a service has answered with; None if it has answered."""

    @abstractmethod
    def _call_back(self, callback: Callable[[Any], None], news: Any) -> None: ...

    # What they have in common

    def _put(self, data: bytes) -> None:
        self._process.send(data)

    def _spawn(self) -> None:
        self._is_closing = False
        self.protocol.begin()
        self._process = Process(*self._launch, self._wake, self._printed)
        self._process.start()
        self._ended = Request("the end of the host")

    def _printed(self, line: str) -> None:
        """Logs what the host prints, but for its own warnings, which come with its log, too."""
        name = self.info.get("host", {}).get("name")
        is_own = line.startswith(f"{name}: warning: ")
        if line and not is_own and self.protocol.capabilities["log"] != "off":
            _printed_logger.warning("%s", line)

    def _handle(self) -> None:
        """Handles the first of the lines that have come. Whoever is interrupted finds it again."""
        lines, protocol, process = self._process.lines, self.protocol, self._process
        try:
            line = lines[0]
            if line is None:
                is_closed = self._is_closing
                died = HostDied(process.exit_status, process.signal, process.stderr)
                protocol.end(HostClosed() if is_closed else died)
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
        self._call_due()

    def _begin_closing(self, timeout: float) -> None:
        self._is_closing = not self._process.is_over  # else it has ended by itself
        self._process.close(timeout)

    def _give_up(self, error: HostError) -> None:
        self.protocol.end(error)
        self._process.close(5)

    def _call_due(self) -> None:
        """Makes the calls that are due, but not from one of them, and none while they are held."""
        due = self.protocol.due
        if not due or self._is_calling:
            return
        self._is_calling = True
        try:
            while due and not self.protocol.held:
                self._call_back(*due.popleft())
        finally:
            self._is_calling = False

    def _serve(self, call: ServiceCall) -> None:
        try:
            result = self.protocol.services[call.service](call, **call.arguments)
            call.future = self._later(result)
        except BaseException as error:
            self._refuse(call, error)
            if not isinstance(error, Exception):
                raise
            return
        if call.future is None:
            self.protocol.answer(call, result)
        else:
            call.future.add_done_callback(lambda future: self._answer_later(call, future))

    def _answer_later(self, call: ServiceCall, future: Any) -> None:
        if future.cancelled():
            self._refuse(call, ServiceError(-32800, "Cancelled"))
        elif future.exception() is not None:
            self._refuse(call, future.exception())
        else:
            self.protocol.answer(call, future.result())

    def _refuse(self, call: ServiceCall, error: BaseException) -> None:
        if not isinstance(error, ServiceError):
            logger.warning("the service %s failed", call.service, exc_info=error)
        self.protocol.answer(call, error=error)
