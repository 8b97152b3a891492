from __future__ import annotations

import logging
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Callable, Generic, TypeVar, cast

from .command import Command, Path, command_line
from .errors import ErrorCode, HostClosed, HostDied, HostError, ProtocolError, ServiceError
from .instance import AnswerT, BaseInstance, Output
from .news import Change, Event, LogLine, Remove, ServiceCall
from .process import Process
from .protocol import Protocol, Request, encode, fail, given, logger

InstanceT = TypeVar("InstanceT")


class BaseHost(Protocol, Generic[AnswerT, InstanceT]):
    """What `Host` and `AsyncHost` share."""

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
        """`command` is the program and its arguments.

        None is the program in this package, else $VIEWMODEL_HOST, else `viewmodel-host`. A service
        gets a ServiceCall, and the arguments by name. `env` is added to the environment. `record`
        is a file for the session, or a folder with a file for each start. With `supervised` a crash
        loses only the input that caused it. `log` is the lowest level of the host's log; `off` also
        turns off the logger `viewmodel_host.stderr`. `capabilities` are added to `initialize`.
        `timeout` is in seconds, for each wait; `math.inf` is for ever.
        """
        asked = {"services": list(services or ()), "log": log, "restarts": True}
        super().__init__(services or {}, {**asked, **(capabilities or {})})
        self.timeout = timeout
        self._launch = (command_line(command, record, supervised), cwd, env)
        self._is_closing = self._is_calling = False
        self._ended = Request("the end of the host").end()
        self._start()

    def _start(self) -> None:
        """Starts the host, where a constructor can wait."""

    def on_died(self, callback: Callable[[HostError], None]) -> Remove:
        """Calls back, once, when the host has ended on its own, or has broken the protocol."""
        return self.on("died", callback)

    def on_restarted(self, callback: Callable[[Mapping[str, Any]], None]) -> Remove:
        """Calls back with the params of `host/restarted`: another process continues."""
        return self.on("restarted", callback)

    def on_log(self, callback: Callable[[LogLine], None]) -> Remove:
        """Calls back for each line of the host's log. Without a callback `logging` gets them."""
        return self.on("log", callback)

    def request(self, method: str, params: Any = None, timeout: float | None = None) -> AnswerT:
        """Sends any request of the protocol and waits for its result."""
        return self._wait(self._request(method, params), timeout)

    def list(self) -> AnswerT:
        """Returns the catalog: the result of `viewModel/list`."""
        return self.request("viewModel/list")

    def describe(self, name: str) -> AnswerT:
        """Returns the inputs and outputs of a ViewModel: the result of `viewModel/describe`."""
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
        """Creates an instance. `uses` has one for each role, `observe` the outputs, if not all."""
        ids = {role: getattr(used, "id", used) for role, used in (uses or {}).items()} or None
        chosen = {"id": id, "parameters": parameters, "uses": ids, "observe": observe}
        instance = self._instance_type(self, {"name": name, **given(chosen)})
        for kind, callback in (("change", on_change), ("event", on_event)):
            if callback is not None:
                instance.on(kind, callback)
        return cast(InstanceT, self._wait(self._create(instance), timeout))

    def turns(self, count: int = 100) -> AnswerT:
        """Returns the causes of the last turns of a supervised host, as `session/turns` does."""
        return self.request("session/turns", {"count": count})

    def undo(self) -> AnswerT:
        """Undoes the last input of a supervised host, and all turns after it: a `Resumed`.

        Raises RequestFailed if no input is left to undo.
        """
        return self._rewind("session/undo")

    def redo(self) -> AnswerT:
        """Redoes the next undone input, and the turns after it."""
        return self._rewind("session/redo")

    def rewind(self, turn: int) -> AnswerT:
        """Returns to the end of a turn, which may be an undone one: see `undo`."""
        return self._rewind("session/rewind", {"turn": turn})

    def _rewind(self, method: str, params: Any = None) -> AnswerT:
        return self._wait(self._request(method, params, self._reopened))

    @abstractmethod
    def _wait(self, request: Request, timeout: float | None = None) -> AnswerT:
        """Waits for the end of a request, and cancels it when the time is over."""

    def _make_room(self) -> None:
        """Waits while too much is unsent, if the face can wait."""

    def _future(self, answer: Any) -> Any:
        """The future of a service that answers later, else None."""
        return answer if hasattr(answer, "add_done_callback") else None

    @contextmanager
    def _starting(self, wake: Callable[[], None]) -> Iterator[Request]:
        """Starts the program, and kills it if it is not a host when the `with` block ends."""
        self._process = Process(wake, self._printed)
        try:
            self._begin()
            self._is_closing = False
            self._process.start(*self._launch)
            self.pid = self._process.popen.pid
            """The id of the process that was started."""
            self._ended = Request("the end of the host")
            yield self._initialize()
        except BaseException:
            self._end(HostClosed("the host did not start"))
            self._process.kill()
            raise

    def _printed(self, line: str) -> None:
        """Logs a line of standard error, unless it is a warning that is in the host's log, too."""
        is_known = line.startswith(f"{self.info.get('host', {}).get('name')}: warning: ")
        if line and self._capabilities["log"] != "off" and not is_known:
            logging.getLogger("viewmodel_host.stderr").warning("%s", line)

    def _begin_closing(self, timeout: float) -> None:
        self._is_closing = not self._process.is_over  # else it has ended on its own
        self._process.close(timeout)

    def _break_off(self, error: HostError) -> None:
        self._end(error)
        self._process.close(5)

    def _handle(self) -> None:
        """Handles the first line. It stays first until it is handled, should an interrupt come."""
        lines, process = self._process.lines, self._process
        try:
            line = lines[0]
            if line is None:
                died = HostDied(process.popen.returncode, process.stderr)
                self._end(HostClosed("the host was closed") if self._is_closing else died)
                self._ended.end()
            elif self.error is None:
                self._receive(line)
            lines.popleft()
            self._torn = False
        except Exception as error:
            text = (line or b"").decode("utf-8", "replace")[:80].rstrip()
            why = f"the host broke the protocol ({type(error).__name__}: {error})"
            self._break_off(ProtocolError(f"{why}: {text}"))
        except BaseException:
            if self._torn:
                self._break_off(HostClosed("the host was closed, as it was interrupted"))
            raise
        self._checks = [check for check in self._checks if not check()]
        while self._asked:
            self._serve(self._asked.popleft())
        self._call_back()

    def _call_back(self) -> None:
        """Runs the callbacks that are due, unless a callback is running."""
        if not self._due or self._is_calling or not all(each.is_done for each in self._restoring):
            return
        self._is_calling = True
        try:
            while self._due:
                callback, news = self._due.popleft()
                try:
                    callback(news)
                except Exception:
                    logger.exception("a callback failed")
        finally:
            self._is_calling = False

    def _serve(self, call: ServiceCall) -> None:
        try:
            if call.service not in self._services:
                text = f"This frontend has no {call.service}"
                raise ServiceError(ErrorCode.METHOD_NOT_FOUND, text)
            answer = self._services[call.service](call, **call.arguments)
            call.future = self._future(answer)
        except BaseException as error:
            self._answer(call, partial(fail, error))
        else:
            if call.future is None:
                self._answer(call, lambda: answer)
            else:
                call.future.add_done_callback(lambda future: self._answer(call, future.result))

    def _answer(self, call: ServiceCall, result: Callable[[], Any]) -> None:
        """Answers a service call, unless it was answered or its host has ended. For any thread."""
        if self._calls.get(call.id) is not call or self._calls.pop(call.id, None) is None:
            return
        message = {"jsonrpc": "2.0", "id": call.id}
        try:
            data = encode({**message, "result": result()}).encode()
        except BaseException as error:
            if not isinstance(error, ServiceError):
                logger.warning("the service %s failed", call.service, exc_info=error)
            code = error.code if isinstance(error, ServiceError) else ErrorCode.SERVICE_ERROR
            about = {"code": code, "message": str(error) or repr(error)}
            about = given({**about, "data": getattr(error, "data", None)})
            self._process.send(encode({**message, "error": about}).encode() + b"\n")
            if isinstance(error, (KeyboardInterrupt, SystemExit)):
                raise
        else:
            self._process.send(data + b"\n")
