"""What the host asks of this side, and the answers. No I/O, no threads."""

from __future__ import annotations

import inspect
import logging
from collections import deque
from collections.abc import Mapping
from typing import Any, Callable

from . import shape
from .errors import SERVICE_ERROR, ErrorCode, ProtocolError, error_outcome

Service = Callable[..., Any]
"""Takes the arguments by name and returns the result; for `AsyncHost` it may be a coroutine
function."""

logger = logging.getLogger("viewmodel_host")
Answer = Callable[[str, Mapping[str, Any]], None]


class ServiceFailed(Exception):
    """Raised by a service, to answer with an error of its own."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        self.code = code
        self.message = message
        self.data = data
        super().__init__(f"{message} ({code})")


class ServiceCall:
    """Something that the host has asked, until it is answered."""

    def __init__(
        self, services: Services, id: str, name: str, arguments: Mapping[str, Any]
    ) -> None:
        self.id = id
        self._name = name
        self.on_cancel: Callable[[], object] = lambda: None
        """Cancels the work, where that is possible."""
        self._services = services
        self._service = services.named[name]
        self._arguments = arguments

    def run(self) -> None:
        """Calls the service and answers. What is no `Exception` is raised after the answer."""
        try:
            result = self._service(**self._arguments)
        except BaseException as error:
            self._fail(error)
        else:
            self._answer({"result": result})

    async def run_async(self) -> None:
        """`run`, and waits for the result if it is awaitable."""
        try:
            result = self._service(**self._arguments)
            if inspect.isawaitable(result):
                result = await result
        except BaseException as error:
            self._fail(error)
        else:
            self._answer({"result": result})

    def _fail(self, error: BaseException) -> None:
        if isinstance(error, ServiceFailed):
            self._answer(error_outcome(error.code, error.message, error.data))
            return
        if isinstance(error, Exception):
            logger.warning("the service %s failed", self._name, exc_info=error)
        self._answer(error_outcome(SERVICE_ERROR, words(error)))
        if not isinstance(error, Exception):
            raise error

    def _answer(self, outcome: Mapping[str, Any]) -> None:
        self._services.finish(self, outcome)


def words(error: BaseException) -> str:
    """What an exception says. With its type, where that is not said in words: `KeyError: 'key'`."""
    text, kind = str(error), type(error).__name__
    if isinstance(error, KeyError) or not any(map(str.isspace, text)):
        return f"{kind}: {text}" if text else kind
    return text


class Services:
    """The services of this side by name, and the calls of them that have not been answered."""

    def __init__(self, services: Mapping[str, Service], answer: Answer) -> None:
        self.named = dict(services)
        self._write = answer
        self._open: dict[str, ServiceCall] = {}
        self._waiting: deque[ServiceCall] = deque()
        self._ended = False

    def asked(self, id: str, params: Any) -> None:
        """Takes a `service/call` in. It waits for `next`."""
        try:
            name = shape.member(params, "service", str, "service/call")
            arguments = shape.member(params, "arguments", dict, "service/call")
        except ProtocolError as error:
            self._write(id, error_outcome(ErrorCode.INVALID_PARAMS, str(error)))
            return
        if name not in self.named:
            text = f"This frontend has no service {name}"
            self._write(id, error_outcome(ErrorCode.METHOD_NOT_FOUND, text))
            return
        if self._ended:
            return
        call = ServiceCall(self, id, name, arguments)
        self._open[id] = call
        self._waiting.append(call)

    @property
    def are_asked(self) -> bool:
        """There may be a `next`."""
        return bool(self._waiting)

    def next(self) -> ServiceCall | None:
        """The next call to run. One that was cancelled before its turn is left out."""
        while self._waiting:
            call = self._waiting.popleft()
            if self._open.get(call.id) is call:
                return call
        return None

    def cancel(self, id: Any) -> None:
        """Answers a call that the host gives up; how its work ends does not matter then."""
        call = self._open.pop(id, None) if isinstance(id, str) else None
        if call is not None:
            self._write(call.id, error_outcome(ErrorCode.CANCELLED, "Cancelled by the host"))
            call.on_cancel()

    def finish(self, call: ServiceCall, outcome: Mapping[str, Any]) -> None:
        """Answers a call, if it has not been answered."""
        if self._open.get(call.id) is call:
            del self._open[call.id]
            self._write(call.id, outcome)

    def begin_again(self) -> None:
        """Another host may ask."""
        self._ended = False

    def end(self) -> None:
        """Nobody waits for answers any more."""
        self._ended = True
        calls, self._open = list(self._open.values()), {}
        self._waiting.clear()
        for call in calls:
            call.on_cancel()
