"""The protocol without I/O: requests, updates, services, and what a restart needs."""

from __future__ import annotations

import json
import logging
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Callable, NoReturn
from weakref import WeakValueDictionary

from . import errors
from .errors import ErrorCode, HostError, RequestFailed, ServiceError
from .news import Change, Event, Failure, Listeners, LogLine, Resumed
from .patch import patched
from .request import Request, ServiceCall, fail
from .version import CLIENT

if TYPE_CHECKING:
    from .instance import BaseInstance

    AnyInstance = BaseInstance[Any, Any]

logger = logging.getLogger("viewmodel_host")
_decode = json.JSONDecoder().decode
_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


class Protocol(Listeners):
    """Lines in, lines out: `receive` one, `settle`, serve what is `asked`, call what is `due`."""

    def __init__(
        self,
        services: Mapping[str, Any],
        capabilities: Mapping[str, Any],
        new_instance: Callable[[str], AnyInstance],
        write: Callable[[bytes], None],
    ) -> None:
        super().__init__()
        self.services, self._capabilities, self._new_instance = services, capabilities, new_instance
        self._write = write
        self.instances: dict[str, AnyInstance] = {}
        self._gone: WeakValueDictionary[str, AnyInstance] = WeakValueDictionary()
        self.due: deque[tuple[Callable[[Any], None], Any]] = deque()
        self._last_id = 0
        self.begin()

    def begin(self) -> None:
        """Another host begins."""
        self.error: HostError | None = None
        self.info: dict[str, Any] = {}
        self.resumed: Resumed | None = None
        self.asked: deque[ServiceCall] = deque()
        self.torn = False
        """A line is handled in part: who is interrupted now has to end the host."""
        self.held = False
        """Nobody is called yet."""
        self.batch: list[tuple[bytes, Request | None]] | None = None
        """What is sent together, in a turn."""
        self._pending: dict[Any, Request] = {}
        self._calls: dict[Any, ServiceCall] = {}
        self._checks: list[Callable[[], bool]] = []

    # What this side asks

    def request(self, method: str, params: Any = None, *how: Any) -> Request:
        """Asks the host for something; `how` are the functions of a `Request`."""
        return self._ask(Request(method, *how), params)

    def _ask(self, request: Request, params: Any) -> Request:
        self._last_id = request.id = self._last_id + 1
        self._pending[request.id] = request
        message = {"id": request.id, "method": request.label}
        try:
            self._send(message if params is None else {**message, "params": params}, request)
        except Exception:
            self._pending.pop(request.id, None)
            raise
        return request

    def notify(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params}, None)

    def _send(self, message: Mapping[str, Any], request: Request | None) -> None:
        if self.error is not None:
            raise self.error
        data = _encode({"jsonrpc": "2.0", **message}).encode()
        if self.batch is None:
            self._write(data + b"\n")
        else:
            self.batch.append((data, request))

    @contextmanager
    def turn(self) -> Iterator[None]:
        """What is sent meanwhile goes out as one array; if the block raises, nothing does."""
        if self.batch is not None:
            raise RuntimeError("this is a turn already")
        batch = self.batch = []
        try:
            yield
        except BaseException:
            for _, request in batch:
                if request is not None:
                    self._pending.pop(request.id, None)
                    request.end(error=errors.Cancelled(request.label, -32800, "it was not sent"))
            raise
        finally:
            self.batch = None
        if batch:
            self._write(b"[" + b",".join(data for data, _ in batch) + b"]\n")

    def initialize(self) -> Request:
        def refused(error: RequestFailed) -> NoReturn:
            if error.code != ErrorCode.UNSUPPORTED_VERSION:
                raise error
            known = f"this client speaks 1, the host {', '.join(error.data['supported'])}"
            raise errors.VersionMismatch(f"no common protocol version: {known}")

        about = {"client": CLIENT, "capabilities": self._capabilities}
        params = {"protocolVersions": ["1"], **about}
        return self.request("initialize", params, self.info.update, refused)

    def create(self, instance: AnyInstance) -> Request:
        def created(first: Any) -> Any:
            if request.done:  # nobody waits for it any more
                return self.request("viewModel/dispose", {"id": first["id"]})
            return self._take(instance, first)

        request = Request("viewModel/create", created)
        return self._ask(request, instance.creation)

    def create_again(self) -> list[Request]:
        """Asks a new host for all instances that live. Nobody is called until all are there."""

        def again(instance: AnyInstance) -> Request:
            return self.request(
                "viewModel/create",
                instance.creation,
                lambda first: self._take(instance, first, is_known=True),
                lambda error: self._close(instance, f"it could not be created again: {error}"),
            )

        self.held = True
        return [again(instance) for instance in list(self.instances.values())]

    def dispose(self, instance: AnyInstance) -> Request:
        return self.request(
            "viewModel/dispose",
            {"id": instance.id},
            lambda _: self._close(instance, "it was disposed"),
            lambda error: None if instance.closed else fail(error),
        )

    def observe(self, instance: AnyInstance, outputs: Sequence[Any]) -> Request:
        chosen = {"observe": list(outputs)}  # with which a restart begins
        params = {"id": instance.id, **chosen}
        return self.request(
            "viewModel/observe", params, lambda _: instance.creation.update(chosen)
        )

    def until(self, instance: AnyInstance, predicate: Callable[[Any], object]) -> Request:
        """A request that ends when a state is as it should be."""
        request = Request(f"until {instance.id} is so")

        def check() -> bool:
            try:
                if predicate(instance.state):
                    request.end(instance.state)
                elif instance.closed is not None or self.error is not None:
                    request.end(error=self.error or instance.closed_error())
            except Exception as error:
                request.end(error=error)
            return request.done

        if not check():
            self._checks.append(check)
        return request

    def cancel(self, request: Request, error: BaseException | None = None) -> None:
        """Waits no longer for a request; a call is cancelled in the host, too."""
        if not request.done:
            request.end(error=error or errors.Cancelled(request.label, -32800, "cancelled"))
            if request.label == "viewModel/call" and self.error is None:
                self.notify("$/cancelRequest", {"id": request.id})

    def answer(self, call: ServiceCall, result: Any = None, error: Any = None) -> None:
        """Answers a service call, once, and not for a host that has gone. Any thread may do so."""
        if self._calls.get(call.id) is not call or self._calls.pop(call.id, None) is None:
            return
        if error is not None and not isinstance(error, ServiceError):
            logger.warning("the service %s failed", call.service, exc_info=error)
        message = {"jsonrpc": "2.0", "id": call.id}
        outcome = {"result": result} if error is None else {"error": _told(error)}
        try:
            data = _encode({**message, **outcome}).encode()
        except (TypeError, ValueError, RecursionError) as problem:
            data = _encode({**message, "error": _told(problem)}).encode()
        self._write(data + b"\n")

    # What the host says

    def receive(self, line: bytes) -> None:
        """Handles a line. Raises ProtocolError for one that makes no sense."""
        try:
            message = [] if line.isspace() else _decode(line.decode())
            for part in message if isinstance(message, list) else (message,):
                self._dispatch(part)
        except Exception as error:
            text = line.decode("utf-8", "replace")[:80].rstrip()
            why = f"the host wrote what makes no sense ({type(error).__name__}: {error})"
            raise errors.ProtocolError(f"{why}: {text}") from error

    def settle(self) -> None:
        """After each line: looks whether those states are there that somebody waits for."""
        if self._checks:
            self._checks = [check for check in self._checks if not check()]

    def end(self, error: HostError) -> None:
        """The conversation is over; what was asked fails."""
        if self.error is not None:
            return
        self.error, self.held = error, False
        pending, self._pending = list(self._pending.values()), {}
        calls, self._calls = list(self._calls.values()), {}
        is_told = isinstance(error, errors.HostClosed) or self._tell(self, "died", error)
        if not is_told and not pending:
            logger.error("%s", error)
        for request in pending:
            request.end(error=error)
        for call in calls:
            call.cancel()

    def _dispatch(self, message: Any) -> None:
        method, params = message.get("method"), message.get("params") or {}
        if method == "viewModel/update":
            self._updated(params["updates"])
        elif method is None:
            self._answered(message)
        elif "id" in message:
            self._asked(message["id"], method, params)
        elif method == "$/cancelRequest" and params["id"] in self._calls:
            call = self._calls[params["id"]]
            self.answer(call, error=ServiceError(ErrorCode.CANCELLED, "Cancelled"))
            call.cancel()
        elif method == "viewModel/closed" and params["id"] in self.instances:
            self._close(self.instances[params["id"]], params["reason"])
        elif method in ("viewModel/rejected", "viewModel/failed", "service/rejected"):
            self._failed(method, params)
        elif method == "host/log":
            if not self._tell(self, "log", LogLine(params["level"], params["message"])):
                level = getattr(logging, params["level"].upper(), logging.INFO)
                logger.log(level, "%s", params["message"])
        elif method == "host/restarted":
            if not self._tell(self, "restarted", params):
                logger.warning("the host goes on in another process: %s", params["reason"])
        elif method == "host/resumed":
            self.resumed = self.rewound(params)

    def _updated(self, updates: Sequence[Any]) -> None:
        """A turn: all of it is applied before anybody hears of a part."""
        turn = []
        for entry in updates:
            instance = self.instances.get(entry["id"])
            if instance is not None:
                if entry["revision"] != instance.revision + 1:
                    raise ValueError("an update is missing")
                patch = entry.get("patch")
                state = instance.state if patch is None else patched(instance.state, patch)
                turn.append((instance, entry, patch, state))
        self.torn = True
        for instance, entry, patch, state in turn:
            before, instance.state, instance.revision = instance.state, state, entry["revision"]
            if patch is not None:
                self._tell_change(instance, before, patch if patch[0]["path"] else None)
        for instance, entry, _, _ in turn:
            for event in entry.get("events", ()):
                self._tell(instance, "event", Event(instance.id, event["event"], event["value"]))
            dropped = entry.get("droppedEvents")
            if dropped and not self._tell(instance, "dropped", dropped):
                logger.warning("%s: %d events were dropped", instance.id, dropped)

    def _answered(self, message: Any) -> None:
        id, error = message["id"], message.get("error")
        if id is None:  # a line that the host did not read
            return self._failed("viewModel/rejected", message)
        request = self._pending[id]
        self.torn = True
        try:
            if error is None:
                request.end(request.finish(message["result"]))
            else:
                kind = errors.Cancelled if error["code"] == ErrorCode.CANCELLED else RequestFailed
                told = kind(request.label, error["code"], error["message"], error.get("data"))
                request.end(request.rescue(told))
        except HostError as refused:
            request.end(error=refused)
        del self._pending[id]
        return None

    def _asked(self, id: Any, method: str, params: Any) -> None:
        if method == "initialize":
            raise ValueError("it is no viewmodel-host, but sends back what it gets")
        self.torn = True
        service, asker = params.get("service"), self.instances.get(params.get("id"))
        call = self._calls[id] = ServiceCall(id, service, params.get("arguments"), asker)
        if method == "service/call" and service in self.services:
            self.asked.append(call)
        else:
            what = f"service {service}" if method == "service/call" else f"method {method}"
            self.answer(call, error=ServiceError(-32601, f"this client has no {what}"))

    def _failed(self, method: str, params: Any) -> None:
        id, error, kind = params.get("id"), params["error"], method.rpartition("/")[2]
        service = params.get("service", id) if method == "service/rejected" else None
        if service and error["code"] == ErrorCode.CANCELLED:
            return  # the answer and the cancellation have crossed
        about = (id, params.get("input"), service)
        failure = Failure(*about, error["code"], error["message"], error.get("data"))
        instance = self.instances.get(id) or self._gone.get(id)
        told = instance is not None and self._tell(instance, kind, failure)
        if not (self._tell(self, kind, failure) or told):
            logger.warning("%s: %s", kind, failure)

    def _take(self, instance: AnyInstance, first: Any, is_known: bool = False) -> AnyInstance:
        before = instance.state if is_known else None
        instance.id = instance.creation["id"] = first["id"]
        instance.state, instance.revision, instance.closed = first["state"], first["revision"], None
        self.instances[instance.id] = instance
        if is_known:
            self._tell_change(instance, before, None)
        return instance

    def _tell_change(self, instance: AnyInstance, before: Any, patch: Any) -> None:
        change = Change(instance.id, instance.revision, before, instance.state, patch)
        self._tell(instance, "change", change)

    def rewound(self, params: Any) -> Resumed:
        opened = []
        for first in params.get("opened") or ():
            known = self._gone.pop(first["id"], None)
            is_same = known is not None and known.name == first["name"]
            instance = known if known and is_same else self._new_instance(first["name"])
            opened.append(self._take(instance, first, is_same))
        return Resumed(params["turn"], opened)

    def _close(self, instance: AnyInstance, reason: str) -> None:
        if self.instances.get(instance.id) is instance:
            self._gone[instance.id] = self.instances.pop(instance.id)
            instance.closed = reason
            self._tell(instance, "closed", reason)

    def _tell(self, listeners: Listeners, kind: str, news: Any) -> bool:
        """Has those called that want to hear of it. False if there are none."""
        callbacks = listeners.callbacks.get(kind, ())
        self.due.extend((callback, news) for callback in callbacks)
        return bool(callbacks)


def _told(error: Any) -> dict[str, Any]:
    """What a response says of an error."""
    code = error.code if isinstance(error, ServiceError) else int(ErrorCode.SERVICE_ERROR)
    told, data = {"code": code, "message": str(error) or repr(error)}, getattr(error, "data", None)
    return told if data is None else {**told, "data": data}
