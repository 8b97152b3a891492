from __future__ import annotations

import json
import logging
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Callable, NoReturn
from weakref import WeakValueDictionary

from . import errors
from .errors import ErrorCode, HostError, RequestFailed, ServiceError
from .news import Change, Event, Failure, Listeners, LogLine, Resumed, ServiceCall
from .patch import patched
from .version import VERSION

if TYPE_CHECKING:
    from .instance import BaseInstance
    from .process import Process

    AnyInstance = BaseInstance[Any, Any]

logger = logging.getLogger("viewmodel_host")
_decode = json.JSONDecoder().decode
encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def fail(error: BaseException) -> NoReturn:
    raise error


def given(values: Mapping[str, object]) -> dict[str, object]:
    """Returns the arguments that are not left out."""
    return {name: value for name, value in values.items() if value is not None}


class Request(Future[Any]):
    """A request to the host. It ends once, with a value or an error."""

    id = 0
    is_done = False  # the faces look at it for each line, and `done` takes a lock

    def __init__(
        self,
        label: str,
        finish: Callable[[Any], Any] = lambda result: result,
        rescue: Callable[[RequestFailed], Any] = fail,
    ) -> None:
        """`finish` makes the value from the result, `rescue` from an error; both may raise."""
        super().__init__()
        self.label, self.finish, self.rescue = label, finish, rescue

    def end(self, value: Any = None, error: BaseException | None = None) -> Request:
        if not self.is_done:
            self.is_done = True
            if error is None:
                self.set_result(value)
            else:
                self.set_exception(error)
        return self

    def timed_out(self, seconds: float) -> TimeoutError:
        return TimeoutError(f"{self.label} took longer than {seconds:g} seconds")


class Protocol(Listeners):
    """The conversation with a host. Handling a line makes callbacks and services due."""

    _process: Process
    _instance_type: Any
    _answer: Callable[[ServiceCall, Callable[[], Any]], None]

    def __init__(self, services: Mapping[str, Any], capabilities: Mapping[str, Any]) -> None:
        super().__init__()
        self._services, self._capabilities = services, capabilities
        self.instances: dict[str, AnyInstance] = {}
        """The living instances by id, in the order of their creation."""
        self._gone: WeakValueDictionary[str, AnyInstance] = WeakValueDictionary()
        self._due: deque[tuple[Callable[[Any], None], Any]] = deque()
        self._last_id = 0
        self._begin()

    def _begin(self) -> None:
        """Forgets the host before."""
        self.error: HostError | None = None
        """Why the host has ended; None while it lives."""
        self.info: dict[str, Any] = {}
        """The result of `initialize`."""
        self.resumed: Resumed | None = None
        """The session that a host with `--resume` continues."""
        self._asked: deque[ServiceCall] = deque()
        self._restoring: list[Request] = []
        self._batch: list[bytes] | None = None
        self._torn = False
        """Whether a line is handled in part, so that an interrupt has to end the host."""
        self._pending: dict[Any, Request] = {}
        self._calls: dict[Any, ServiceCall] = {}
        self._checks: list[Callable[[], bool]] = []
        self._kept: set[object] = set()
        """The contracts that the host keeps: see typed.py."""

    # Requests to the host

    def _request(self, method: str, params: Any = None, *how: Any) -> Request:
        """Sends a request; `how` are the functions of a `Request`."""
        request = Request(method, *how)
        self._last_id = request.id = self._last_id + 1
        self._send(given({"id": request.id, "method": method, "params": params}), request)
        return request

    def _send(self, message: Mapping[str, Any], request: Request | None = None) -> None:
        if self.error is not None:
            raise self.error
        data = encode({"jsonrpc": "2.0", **message}).encode()
        if request is not None:
            self._pending[request.id] = request
        if self._batch is None:
            self._process.send(data + b"\n")
        else:
            self._batch.append(data)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Sends all that is sent in the `with` block together, as one turn.

        The block cannot wait for a result. If it raises, nothing is sent.
        """
        if self._batch is not None:
            raise RuntimeError("a turn cannot contain another turn")
        first = self._last_id + 1
        batch = self._batch = list[bytes]()
        try:
            yield
        except BaseException:
            for id in [id for id in self._pending if id >= first]:
                self._cancel(self._pending.pop(id))
            raise
        finally:
            self._batch = None
        if batch:
            self._process.send(b"[" + b",".join(batch) + b"]\n")

    def _initialize(self) -> Request:
        def refused(error: RequestFailed) -> None:
            if error.code == ErrorCode.UNSUPPORTED_VERSION:
                known = f"this client speaks 1, the host {', '.join(error.data['supported'])}"
                raise errors.VersionMismatch(f"no common protocol version: {known}")
            raise error

        about = {"name": "viewmodel-host-python", "version": VERSION}
        params = {"protocolVersions": ["1"], "client": about, "capabilities": self._capabilities}
        return self._request("initialize", params, self.info.update, refused)

    def _create(self, instance: AnyInstance) -> Request:
        def created(result: Any) -> Any:
            if request.is_done and not instance.id:  # its time is over
                return self._request("viewModel/dispose", {"id": result["id"]})
            return self._add(instance, result)

        def refused(error: RequestFailed) -> None:
            if not instance.id:
                raise error
            self._close(instance, f"it could not be created again: {error}")

        request = self._request("viewModel/create", instance.creation, created, refused)
        return request

    def _create_again(self) -> list[Request]:
        """Creates all living instances in a new host. No callback runs until it has answered."""
        self._restoring = [self._create(instance) for instance in list(self.instances.values())]
        return self._restoring

    def _cancel(self, request: Request, error: BaseException | None = None) -> None:
        """Ends a request here, and a call in the host, too."""
        if not request.is_done:
            request.end(error=error or errors.Cancelled(request.label, -32800, "cancelled"))
            if request.label == "viewModel/call" and self.error is None:
                self._send({"method": "$/cancelRequest", "params": {"id": request.id}})

    # Messages of the host

    def _receive(self, line: bytes) -> None:
        """Handles a line. Raises an exception of any type if it breaks the protocol."""
        message = [] if line.isspace() else _decode(line.decode())
        for part in message if isinstance(message, list) else (message,):
            self._dispatch(part)

    def _end(self, error: HostError) -> None:
        """Ends the conversation: pending requests fail, and service calls are cancelled."""
        if self.error is not None:
            return
        self.error = error
        pending, self._pending = list(self._pending.values()), {}
        calls, self._calls = list(self._calls.values()), {}
        is_heard = isinstance(error, errors.HostClosed) or self._publish(self, "died", error)
        if not is_heard and not pending:
            logger.error("%s", error)
        for request in pending:
            request.end(error=error)
        for call in calls:
            call.cancel()

    def _dispatch(self, message: Any) -> None:
        method, params = message.get("method"), message.get("params") or {}
        if method == "viewModel/update":
            self._updated(params["updates"])
        elif method is None and message["id"] is None:  # the host could not read a line
            self._failed("viewModel/rejected", message)
        elif method is None:
            self._answered(message)
        elif "id" in message:
            self._serve_later(message["id"], method, params)
        elif method == "$/cancelRequest" and params["id"] in self._calls:
            call = self._calls[params["id"]]
            self._answer(call, partial(fail, ServiceError(ErrorCode.CANCELLED, "Cancelled")))
            call.cancel()
        elif method == "viewModel/closed" and params["id"] in self.instances:
            self._close(self.instances[params["id"]], params["reason"])
        elif method in ("viewModel/rejected", "viewModel/failed", "service/rejected"):
            self._failed(method, params)
        elif method == "host/log":
            line = LogLine(params["level"], params["message"])
            level = getattr(logging, line.level.upper(), logging.INFO)
            self._publish(self, "log", line, level, "%s", line.message)
        elif method == "host/restarted":
            what = "another process continues: %s"
            self._publish(self, "restarted", params, logging.WARNING, what, params["reason"])
        elif method == "host/resumed":
            self.resumed = self._reopened(params)

    def _updated(self, updates: Sequence[Any]) -> None:
        """Applies a whole turn before any of its news is published."""
        turn = []
        for entry in updates:
            instance = self.instances.get(entry["id"])
            if instance is not None:
                if entry["revision"] != instance.revision + 1:
                    raise ValueError("an update is missing")
                patch = entry.get("patch")
                state = instance.state if patch is None else patched(instance.state, patch)
                turn.append((instance, entry, patch, state))
        self._torn = True
        for instance, entry, patch, state in turn:
            before, instance.state, instance.revision = instance.state, state, entry["revision"]
            if patch is not None:
                self._changed(instance, before, patch if patch[0]["path"] else None)
        for instance, entry, _, _ in turn:
            for event in entry.get("events", ()):
                self._publish(instance, "event", Event(instance.id, event["event"], event["value"]))
            if dropped := entry.get("droppedEvents"):
                about = (logging.WARNING, "%s: %d events were dropped", instance.id, dropped)
                self._publish(instance, "dropped", dropped, *about)

    def _answered(self, message: Any) -> None:
        id, error = message["id"], message.get("error")
        request = self._pending[id]
        self._torn = True
        try:
            if error is None:
                request.end(request.finish(message["result"]))
            else:
                kind = errors.Cancelled if error["code"] == ErrorCode.CANCELLED else RequestFailed
                failed = kind(request.label, error["code"], error["message"], error.get("data"))
                request.end(request.rescue(failed))
        except HostError as failed:
            request.end(error=failed)
        del self._pending[id]

    def _serve_later(self, id: Any, method: str, params: Any) -> None:
        if method == "initialize":
            raise ValueError("it is no viewmodel-host, but sends back what it gets")
        self._torn = True
        service = params["service"] if method == "service/call" else method
        asker = self.instances.get(params.get("id"))
        call = self._calls[id] = ServiceCall(id, service, params.get("arguments"), asker)
        self._asked.append(call)

    def _failed(self, method: str, params: Any) -> None:
        id, error, kind = params.get("id"), params["error"], method.rpartition("/")[2]
        service = params.get("service", id) if method == "service/rejected" else None
        if service and error["code"] == ErrorCode.CANCELLED:
            return  # the answer and the cancellation have crossed
        about = (id, params.get("input"), service)
        failure = Failure(*about, error["code"], error["message"], error.get("data"))
        instance = self.instances.get(id) or self._gone.get(id)
        is_heard = instance is not None and self._publish(instance, kind, failure)
        if not (self._publish(self, kind, failure) or is_heard):
            logger.warning("%s: %s", kind, failure)

    def _add(self, instance: AnyInstance, created: Any) -> AnyInstance:
        before = getattr(instance, "state", None)
        instance.id = instance.creation["id"] = created["id"]
        instance.state, instance.revision = created["state"], created["revision"]
        instance.closed, self.instances[instance.id] = None, instance
        if before is not None:
            self._changed(instance, before, None)
        return instance

    def _reopened(self, params: Any) -> Resumed:
        opened = []
        for one in params.get("opened") or ():
            instance = self._gone.pop(one["id"], None)
            if instance is None or instance.name != one["name"]:
                instance = self._instance_type(self, {"name": one["name"]})
            opened.append(self._add(instance, one))
        return Resumed(params["turn"], opened)

    def _close(self, instance: AnyInstance, reason: str) -> None:
        if self.instances.get(instance.id) is instance:
            self._gone[instance.id] = self.instances.pop(instance.id)
            instance.closed = reason
            self._publish(instance, "closed", reason)

    def _changed(self, instance: AnyInstance, before: Any, patch: Any) -> None:
        change = Change(instance.id, instance.revision, before, instance.state, patch)
        self._publish(instance, "change", change)

    def _publish(self, listeners: Listeners, kind: str, news: Any, *log: Any) -> bool:
        """Makes the callbacks due. If there are none, logs, and returns False."""
        callbacks = listeners.callbacks.get(kind, ())
        self._due.extend((callback, news) for callback in callbacks)
        if log and not callbacks:
            logger.log(*log)
        return bool(callbacks)
