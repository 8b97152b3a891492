"""The protocol without I/O: requests, updates, services, and what a restart needs."""

from __future__ import annotations

import json
import logging
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Callable
from weakref import WeakValueDictionary

from .errors import (
    Cancelled,
    ErrorCode,
    HostClosed,
    HostError,
    ProtocolError,
    RequestFailed,
    ServiceError,
    VersionMismatch,
)
from .news import Change, Event, Failure, Listeners, LogLine, Resumed
from .patch import patched
from .version import CLIENT

if TYPE_CHECKING:
    from .instance import BaseInstance

Finish = Callable[[Any, "RequestFailed | None"], Any]
"""Makes the value of a request of its result, or raises a HostError."""

logger = logging.getLogger("viewmodel_host")
_decode = json.JSONDecoder().decode
_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def _result(result: Any, error: RequestFailed | None) -> Any:
    if error is not None:
        raise error
    return result


def _value(result: Any, error: RequestFailed | None) -> Any:
    return _result(result, error)["value"]


class Request:
    """Something that was asked. It ends once, with a value or an error."""

    def __init__(self, label: str, id: int | None = None, finish: Finish = _result) -> None:
        self.label, self.id, self.finish = label, id, finish
        self.done = False
        self.error: BaseException | None = None
        self._value: Any = None
        self._then: list[Callable[[], None]] = []

    def end(self, value: Any = None, error: BaseException | None = None) -> None:
        if not self.done:
            self.done, self._value, self.error = True, value, error
            for callback in self._then:
                callback()

    def then(self, callback: Callable[[], None]) -> None:
        """Calls back at its end, at once if it has ended."""
        if self.done:
            callback()
        else:
            self._then.append(callback)

    def took_too_long(self, seconds: float) -> TimeoutError:
        return TimeoutError(f"{self.label} took longer than {seconds:g} seconds")

    def result(self) -> Any:
        if self.error is not None:
            raise self.error
        return self._value


class ServiceCall:
    """What a service gets before its arguments: which call it answers."""

    def __init__(self, id: str, service: str, arguments: Any, instance: Any) -> None:
        self.id = id
        self.service = service
        self.arguments: Mapping[str, Any] = arguments
        self.instance = instance
        """The instance that asks; None if several do."""
        self.cancelled = False
        """The host does not want the answer any more."""
        self.future: Any = None
        """What it is answered with later."""

    def cancel(self) -> None:
        self.cancelled = True
        if self.future is not None:
            self.future.cancel()


class Protocol(Listeners):
    """Lines in, lines out. `receive` each line, then `settle`, and make the calls in `due`.

    `put` sends a line. So does `write`, for inputs and calls, which waits first while too much is
    unsent.
    """

    def __init__(
        self,
        services: Mapping[str, Callable[..., Any]],
        capabilities: Mapping[str, Any],
        new_instance: Callable[[str], Any],
        write: Callable[[bytes], None],
        put: Callable[[bytes], None],
    ) -> None:
        super().__init__()
        self.services, self.capabilities = services, capabilities
        self._new_instance, self._write, self._put = new_instance, write, put
        self.instances: dict[str, BaseInstance[Any, Any]] = {}
        self._gone: WeakValueDictionary[str, BaseInstance[Any, Any]] = WeakValueDictionary()
        self._last_id = 0
        self.due: deque[tuple[Callable[[Any], None], Any]] = deque()
        self.asked: deque[ServiceCall] = deque()
        """The services that are asked."""
        self.begin()

    def begin(self) -> None:
        """Another host begins."""
        self.error: HostError | None = None
        self.info: Mapping[str, Any] = {}
        self.resumed: Resumed | None = None
        self.torn = False
        """A line is handled in part: who is interrupted now has to end the host."""
        self.held = False
        """No calls are made yet."""
        self._batch: list[tuple[str, Request | None]] | None = None
        self._pending: dict[Any, Request] = {}
        self._calls: dict[Any, ServiceCall] = {}
        self._touched: list[BaseInstance[Any, Any]] = []

    # Sending

    def request(
        self, method: str, params: Any = None, finish: Finish = _result, waits: bool = False
    ) -> Request:
        """Asks the host for something."""
        self._last_id += 1
        request = Request(method, self._last_id, finish)
        message = {"id": request.id, "method": method}
        self._pending[request.id] = request
        try:
            self._send(message if params is None else {**message, "params": params}, request, waits)
        except Exception:
            self._pending.pop(request.id, None)
            raise
        return request

    def notify(self, method: str, params: Any, waits: bool = True) -> None:
        self._send({"method": method, "params": params}, None, waits)

    def _send(self, message: Mapping[str, Any], request: Request | None, waits: bool) -> None:
        if self.error is not None:
            raise self.error
        limits = self.info.get("limits", {})
        text = _encode({"jsonrpc": "2.0", **message})
        deepest = limits.get("depth", 512)
        if text.count("[") + text.count("{") > deepest and _depth(message) > deepest:
            raise ValueError(f"the host takes what is nested {deepest} deep, no deeper")
        if len(text) > limits.get("lineBytes", 1 << 24):
            raise ValueError(f"the host takes a line of {limits['lineBytes']} bytes, no longer one")
        if self._batch is not None and waits:
            text.encode()  # so that a lone surrogate fails here
            self._batch.append((text, request))
        else:
            (self._write if waits else self._put)(text.encode() + b"\n")

    @contextmanager
    def turn(self) -> Iterator[None]:
        """What is sent meanwhile goes out as one array. If the block raises, nothing does."""
        if self._batch is not None:
            raise RuntimeError("this is a turn already")
        batch = self._batch = []
        try:
            yield
            self._batch = None
            if batch:
                self._write(f"[{','.join(text for text, _ in batch)}]\n".encode())
        except BaseException:
            self._batch = None
            for _, request in batch:
                if request is not None:
                    self._pending.pop(request.id, None)
                    request.end(error=Cancelled(request.label, -32800, "it was not sent"))
            raise

    def check_waiting(self) -> None:
        if self._batch is not None:
            raise RuntimeError("in a turn, which is sent at its end, nothing is waited for")

    def initialize(self) -> Request:
        def finish(result: Any, error: RequestFailed | None) -> Any:
            if error is not None and error.code == ErrorCode.UNSUPPORTED_VERSION:
                spoken = ", ".join(map(str, (error.data or {}).get("supported", ())))
                raise VersionMismatch(
                    f"no common protocol version: this client speaks 1, the host {spoken}"
                )
            self.info = _result(result, error)
            return self.info

        params = {"protocolVersions": ["1"], "client": CLIENT, "capabilities": self.capabilities}
        return self.request("initialize", params, finish)

    def create(self, instance: BaseInstance[Any, Any]) -> Request:
        def finish(result: Any, error: RequestFailed | None) -> Any:
            _result(result, error)
            if request.done:  # nobody waits for it any more
                params = {"id": result["id"]}
                self.request("viewModel/dispose", params, lambda *_: None)
                return None
            self._take(instance, result)
            return instance

        request = self.request("viewModel/create", instance.creation, finish)
        return request

    def create_again(self) -> list[Request]:
        """Asks a new host for all instances that live. Calls are held until all are there."""

        def again(instance: BaseInstance[Any, Any]) -> Request:
            def finish(result: Any, error: RequestFailed | None) -> None:
                if error is None:
                    self._changed(instance, result, None)
                else:
                    text = f"the restarted host could not create it: {error.message}"
                    self._close(instance, f"{text} ({error.code})")

            return self.request("viewModel/create", instance.creation, finish)

        self.held = True
        return [again(instance) for instance in list(self.instances.values())]

    def dispose(self, instance: BaseInstance[Any, Any]) -> Request:
        def finish(result: Any, error: RequestFailed | None) -> None:
            if error is None or error.code == ErrorCode.UNKNOWN_INSTANCE:
                self._close(instance, "it was disposed")
            else:
                raise error

        return self.request("viewModel/dispose", {"id": instance.id}, finish)

    def observe(self, instance: BaseInstance[Any, Any], outputs: Sequence[Any]) -> Request:
        def finish(result: Any, error: RequestFailed | None) -> None:
            _result(result, error)
            instance.creation["observe"] = chosen  # with which a restart begins

        chosen = list(outputs)
        return self.request("viewModel/observe", {"id": instance.id, "observe": chosen}, finish)

    def call(self, params: Mapping[str, Any]) -> Request:
        return self.request("viewModel/call", params, _value, waits=True)

    def rewind(self, method: str, params: Any = None) -> Request:
        return self.request(method, params, lambda *given: self._resumed(_result(*given)))

    def until(self, instance: Any, predicate: Callable[[Any], object]) -> Request:
        """A request that ends when a state is as it should be."""
        request = Request(f"the state of {instance.id}")

        def check() -> None:
            try:
                if predicate(instance.state):
                    request.end(instance.state)
                elif instance.closed is not None or self.error is not None:
                    request.end(error=self.error or instance.closed_error())
            except Exception as error:
                request.end(error=error)

        check()
        if not request.done:
            instance.checks.append(check)
            request.then(lambda: instance.checks.remove(check))
        return request

    def cancel(self, request: Request, error: BaseException | None = None) -> None:
        """Waits no longer for a request; a call is cancelled in the host, too."""
        if not request.done:
            request.end(error=error or Cancelled(request.label, -32800, "cancelled by this side"))
            if request.label == "viewModel/call" and self.error is None:
                self.notify("$/cancelRequest", {"id": request.id}, waits=False)

    def answer(self, call: ServiceCall, result: Any = None, error: Any = None) -> None:
        """Answers a service call, once, and not for a host that has gone. Any thread may do so."""
        if self._calls.get(call.id) is not call or self._calls.pop(call.id, None) is None:
            return
        message = {"jsonrpc": "2.0", "id": call.id}
        try:
            outcome = {"result": result} if error is None else {"error": _answered_with(error)}
            line = _encode({**message, **outcome}).encode()
        except (TypeError, ValueError, RecursionError) as problem:
            line = _encode({**message, "error": _answered_with(problem)}).encode()
        self._put(line + b"\n")

    # Receiving

    def receive(self, line: bytes) -> None:
        """Handles a line. Raises ProtocolError for one that makes no sense."""
        try:
            message = _decode(line.decode()) if not line.isspace() else []
            for part in message if isinstance(message, list) else (message,):
                self._dispatch(part)
        except Exception as error:
            text = line[:80].decode("utf-8", "replace").rstrip()
            raise ProtocolError(f"the host wrote what makes no sense ({error}): {text}") from error

    def settle(self) -> None:
        """After each line: looks whether those states are there that somebody waits for."""
        if self._touched:
            touched, self._touched = self._touched, []
            for instance in touched:
                for check in tuple(instance.checks):
                    check()

    def end(self, error: HostError) -> None:
        """The conversation is over; what was asked fails."""
        if self.error is not None:
            return
        self.error, self.held = error, False
        pending, self._pending = list(self._pending.values()), {}
        calls, self._calls = list(self._calls.values()), {}
        is_told = isinstance(error, HostClosed) or self.tell(self, "died", error)
        if not is_told and not pending:
            logger.error("%s", error)
        for request in pending:
            request.end(error=error)
        for call in calls:
            call.cancel()
        self._touched += self.instances.values()

    def _dispatch(self, message: Any) -> None:
        method = message.get("method")
        params = message.get("params") or {}
        if method == "viewModel/update":
            self._updated(params["updates"])
        elif method is None:
            self._answered(message)
        elif "id" in message:
            self._asked(message["id"], method, params)
        elif method == "viewModel/closed":
            if params["id"] in self.instances:
                self._close(self.instances[params["id"]], params["reason"])
        elif method in ("viewModel/rejected", "viewModel/failed", "service/rejected"):
            self._failed(method, params)
        elif method == "$/cancelRequest":
            call = self._calls.get(params["id"])
            if call is not None:
                self.answer(call, error=ServiceError(ErrorCode.CANCELLED, "Cancelled"))
                call.cancel()
        elif method == "host/log":
            line = LogLine(params["level"], params["message"])
            if not self.tell(self, "log", line):
                logger.log(logging.getLevelName(line.level.upper()), "%s", line.message)
        elif method == "host/restarted":
            if not self.tell(self, "restarted", params):
                logger.warning("the host goes on in another process: %s", params["reason"])
        elif method == "host/resumed":
            self.resumed = self._resumed(params)
            self.tell(self, "resumed", self.resumed)

    def _updated(self, updates: Sequence[Any]) -> None:
        """A turn: all of it is applied before anybody hears of a part."""
        entries = []
        for entry in updates:
            instance = self.instances.get(entry["id"])
            if instance is None:
                continue
            if entry["revision"] != instance.revision + 1:
                raise ValueError(f"an update of {instance.id} is missing")
            patch = entry.get("patch")
            state = instance.state if patch is None else patched(instance.state, patch)
            entries.append((instance, entry, patch, state))
        self.torn = True
        for instance, entry, patch, state in entries:
            before, instance.state = instance.state, state
            instance.revision = entry["revision"]
            if patch is not None:
                given = None if patch[0]["path"] == "" else patch
                self._tell_change(instance, before, given)
        for instance, entry, _, _ in entries:
            for event in entry.get("events", ()):
                news = Event(instance.id, event["event"], event.get("value"))
                self.tell(instance, "event", news)
            dropped = entry.get("droppedEvents")
            if dropped and not self.tell(instance, "dropped", dropped):
                logger.warning("%s: %d events were dropped", instance.id, dropped)

    def _answered(self, message: Any) -> None:
        id, error = message["id"], message.get("error")
        request = self._pending.get(id)
        if request is None and id is None:
            raise ValueError(f"the host could not read a line of this client: {error['message']}")
        if request is None:
            raise ValueError(f"an answer to {_encode(id)}, which was not asked")
        self.torn = True
        failure = None
        if error is not None:
            kind = Cancelled if error["code"] == ErrorCode.CANCELLED else RequestFailed
            failure = kind(request.label, error["code"], error["message"], error.get("data"))
        try:
            value = request.finish(message.get("result") if failure else message["result"], failure)
        except HostError as refused:
            request.end(error=refused)
        else:
            request.end(value)
        del self._pending[id]

    def _asked(self, id: Any, method: str, params: Any) -> None:
        if method == "initialize":
            raise ValueError("it is no viewmodel-host, but sends back what it gets")
        self.torn = True
        service = params.get("service")
        asker = self.instances.get(params.get("id"))
        call = self._calls[id] = ServiceCall(id, service, params.get("arguments") or {}, asker)
        if method == "service/call" and service in self.services:
            self.asked.append(call)
        else:
            what = f"service {service}" if method == "service/call" else f"method {method}"
            self.answer(call, error=ServiceError(-32601, f"this client has no {what}"))

    def _failed(self, method: str, params: Any) -> None:
        error, kind = params["error"], method.rpartition("/")[2]
        if method == "service/rejected" and error["code"] == ErrorCode.CANCELLED:
            return  # the answer and the cancellation have crossed
        service = params.get("service", params["id"]) if method.startswith("service") else None
        failure = Failure(params.get("id"), params.get("input"), service, error["code"], error["message"], error.get("data"))
        instance = self.instances.get(params.get("id")) or self._gone.get(params.get("id", ""))
        told = instance is not None and self.tell(instance, kind, failure)
        if not (self.tell(self, kind, failure) or told):
            logger.warning("%s %s", failure, kind)

    def _take(self, instance: BaseInstance[Any, Any], first: Any) -> None:
        instance.id = instance.creation["id"] = first["id"]
        instance.state, instance.revision, instance.closed = first["state"], first["revision"], None
        self.instances[instance.id] = instance

    def _changed(
        self, instance: BaseInstance[Any, Any], first: Any, patch: Sequence[Any] | None
    ) -> None:
        before = instance.state
        self._take(instance, first)
        self._tell_change(instance, before, patch)

    def _tell_change(
        self, instance: BaseInstance[Any, Any], before: Any, patch: Sequence[Any] | None
    ) -> None:
        change = Change(instance.id, instance.revision, before, instance.state, patch)
        self.tell(instance, "change", change)
        self._touched.append(instance)

    def _resumed(self, params: Any) -> Resumed:
        """The session is at another turn, where these instances are there again."""
        opened = []
        for first in params.get("opened") or ():
            instance = self._gone.pop(first["id"], None)
            if instance is None or instance.name != first["name"]:
                instance = self._new_instance(first["name"])
                self._take(instance, first)
            else:
                self._changed(instance, first, None)
            opened.append(instance)
        return Resumed(params["turn"], opened)

    def _close(self, instance: BaseInstance[Any, Any], reason: str) -> None:
        if self.instances.get(instance.id) is instance:
            self._gone[instance.id] = self.instances.pop(instance.id)
            instance.closed = reason
            self.tell(instance, "closed", reason)
            self._touched.append(instance)

    def tell(self, listeners: Listeners, kind: str, news: Any) -> bool:
        """Has the callbacks called that want to hear of it. False if there are none."""
        callbacks = listeners.callbacks.get(kind)
        if not callbacks:
            return False
        self.due.extend([(callback, news) for callback in callbacks])
        return True


def _depth(value: Any) -> int:
    if not isinstance(value, (dict, list, tuple)):
        return 0
    members = value.values() if isinstance(value, dict) else value
    return 1 + max(map(_depth, members), default=0)


def _answered_with(error: Any) -> dict[str, Any]:
    code = error.code if isinstance(error, ServiceError) else int(ErrorCode.SERVICE_ERROR)
    outcome = {"code": code, "message": str(error) or repr(error)}
    data = getattr(error, "data", None)
    return outcome if data is None else {**outcome, "data": data}
