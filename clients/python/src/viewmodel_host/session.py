"""The protocol's methods, and the mirrored instances. No I/O, no threads."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Callable

from . import shape
from .connection import Connection, logger
from .errors import (
    ErrorCode,
    InputRejected,
    ProtocolError,
    RequestFailed,
    VersionMismatch,
    request_failed,
)
from .handlers import DueCalls, Handlers
from .mirror import Mirror, OutOfStep
from .model import Change, Failure, HostInfo, LogLine, ServiceRejected, Snapshot
from .reply import Reply
from .services import Service, Services
from .version import CLIENT, PROTOCOL_VERSIONS

Arguments = tuple[Sequence[Any], Mapping[str, Any]]

_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "error": logging.ERROR}


class Session(Connection):
    """What both faces share. `receive` a line, then make the calls in `due`, in order."""

    def __init__(
        self,
        services: Mapping[str, Service] | None = None,
        *,
        log: str = "off",
        merge_updates: bool = True,
    ) -> None:
        super().__init__(self._notified, self._asked)
        self.services = Services(services or {}, self.respond)
        self.handlers = Handlers()
        self.due = DueCalls()
        self.info: HostInfo | None = None
        self.instances: dict[str, Mirror] = {}
        self._capabilities: dict[str, Any] = {"mergeUpdates": merge_updates, "log": log}
        if self.services.names:
            self._capabilities["services"] = self.services.names
        self._last_seq = 0
        self._tickets: dict[int, Reply[None]] = {}
        self._creating = 0
        self._early: dict[str, list[dict[str, Any]]] = {}

    # To the host

    def initialize(self) -> Reply[HostInfo]:
        """The first request; its reply fails with VersionMismatch if there is no common version."""

        def failure(code: int, message: str, data: Any) -> BaseException:
            if code != ErrorCode.UNSUPPORTED_VERSION:
                return request_failed("initialize", code, message, data)
            supported = data.get("supported") if isinstance(data, dict) else None
            return VersionMismatch(PROTOCOL_VERSIONS, [str(each) for each in supported or []])

        params = {
            "protocolVersions": PROTOCOL_VERSIONS,
            "client": CLIENT,
            "capabilities": self._capabilities,
        }
        return self.request("initialize", params, self._initialized, failure)

    def create(
        self,
        name: str,
        details: Mapping[str, Any],
        handlers: Handlers,
    ) -> Reply[Mirror]:
        """Asks for an instance. The mirror is there, and current, when the reply ends.

        `details` is what `viewModel/create` takes besides the name; what is None is left out.
        """
        given = {key: value for key, value in details.items() if value is not None}

        def created(result: Any) -> Mirror:
            first = shape.snapshot(result, "viewModel/create")
            mirror = Mirror(name, given, first, handlers)
            self.instances[mirror.id] = mirror
            for update in self._early.pop(mirror.id, []):
                newer = shape.member(update, "revision", int, "viewModel/update") > mirror.revision
                self._announce(mirror, update, self._apply(mirror, update) if newer else None)
            return mirror

        reply = self.request("viewModel/create", {"name": name, **given}, created)
        self._creating += 1
        reply.then(self._created)
        return reply

    def create_again(self) -> list[Reply[None]]:
        """Asks a new host for all instances that live, in the order of their creation.

        One that it cannot create is closed. The callbacks are held until all replies have ended.
        """

        def again(mirror: Mirror) -> Reply[None]:
            def created(result: Any) -> None:
                change = mirror.replace(shape.snapshot(result, "viewModel/create"))
                self.due.add(mirror.handlers, "change", change)

            def ended(reply: Reply[None]) -> None:
                if isinstance(reply.error, RequestFailed):
                    reason = f"the restarted host could not create it: {reply.error.message}"
                    self._close(mirror.id, f"{reason} ({reply.error.code})")
                self.due.held = not all(reply.done for reply in replies)

            params = {"name": mirror.name, **mirror.details}
            reply = self.request("viewModel/create", params, created)
            reply.then(ended)
            return reply

        replies: list[Reply[None]] = []
        replies += [again(mirror) for mirror in self.instances.values()]
        self.due.held = bool(replies)
        return replies

    def observe(self, id: str, outputs: Sequence[str]) -> Reply[None]:
        """Chooses anew which outputs are part of an instance's state."""
        chosen = list(outputs)

        def observed(_: Any) -> None:
            mirror = self.instances.get(id)
            if mirror is not None:
                mirror.details["observe"] = chosen

        return self.request("viewModel/observe", {"id": id, "observe": chosen}, observed)

    def input(self, id: str, input: str, arguments: Arguments) -> Reply[None]:
        """Sends an input. The reply ends when it has finished, or fails when it is rejected."""
        reply: Reply[None] = Reply(f"{id}.{input}", lambda _: None)
        seq = self._last_seq + 1
        params = {"id": id, "input": input, **_arguments(arguments), "seq": seq}
        self.notify("viewModel/input", params, reply)
        self._last_seq = seq
        self._tickets[seq] = reply
        return reply

    def call(self, id: str, input: str, arguments: Arguments) -> Reply[Any]:
        """Sends an input as a request. The reply ends with what the method returned."""
        params = {"id": id, "input": input, **_arguments(arguments)}
        return self.request("viewModel/call", params, shape.value)

    def snapshot(self, id: str) -> Reply[Snapshot]:
        """Asks for the whole state, and corrects the mirror by it if it had to."""

        def taken(result: Any) -> Snapshot:
            snapshot = shape.snapshot(result, "viewModel/snapshot")
            mirror = self.instances.get(snapshot.id)
            change = mirror.take(snapshot) if mirror else None
            if mirror and change:
                self.due.add(mirror.handlers, "change", change)
            return snapshot

        return self.request("viewModel/snapshot", {"id": id}, taken, apart=True)

    def dispose(self, id: str) -> Reply[None]:
        """Ends an instance. One that is gone already is no error."""

        def ended(reply: Reply[None]) -> None:
            gone = isinstance(reply.error, RequestFailed) and (
                reply.error.code == ErrorCode.UNKNOWN_INSTANCE
            )
            if gone:
                reply.error = None
            if reply.error is None:
                self._close(id, "it was disposed")

        reply = self.request("viewModel/dispose", {"id": id}, lambda _: None)
        reply.then(ended)
        return reply

    def begin_again(self) -> None:
        super().begin_again()
        self.services.begin_again()

    def end(self, error: BaseException) -> None:
        super().end(error)
        self.services.end()
        tickets, self._tickets = list(self._tickets.values()), {}
        for ticket in tickets:
            ticket.fail(error)

    def hears_rejections(self, id: str) -> bool:
        """Whether a callback is there for rejected inputs of an instance."""
        mirror = self.instances.get(id)
        mine = mirror.handlers.of("rejected") if mirror else []
        return bool(mine or self.handlers.of("rejected"))

    # From the host

    def _initialized(self, result: Any) -> HostInfo:
        info = shape.host_info(result)
        if info.protocol_version not in PROTOCOL_VERSIONS:
            raise VersionMismatch(PROTOCOL_VERSIONS, [info.protocol_version])
        self.line_limit = info.limits.get("lineBytes")
        self.depth_limit = info.limits.get("depth")
        self.info = info
        return info

    def _created(self, reply: Reply[Mirror]) -> None:
        self._creating -= 1
        if self._creating == 0:
            self._early.clear()

    def _notified(self, method: str, params: Any) -> None:
        actions: dict[str, Callable[[Any], None]] = {
            "viewModel/update": self._updated,
            "viewModel/rejected": self._rejected,
            "viewModel/failed": self._failed,
            "viewModel/closed": self._closed,
            "service/rejected": self._service_rejected,
            "$/cancelRequest": self._cancelled,
            "host/log": self._logged,
        }
        action = actions.get(method)
        if action is None:
            logger.info("ignored the unknown notification %s", method)
        else:
            action(params)

    def _asked(self, method: str, id: Any, params: Any) -> bool:
        if method != "service/call":
            return False
        if not isinstance(id, str):
            raise ProtocolError(f"service/call: expected its id as str, found {id!r:.80}")
        self.services.asked(id, params)
        return True

    def _cancelled(self, params: Any) -> None:
        self.services.cancel(shape.member(params, "id", object, "$/cancelRequest"))

    def _service_rejected(self, params: Any) -> None:
        where = "service/rejected"
        id = shape.member(params, "id", str, where)
        rejected = ServiceRejected(id, params.get("service"), *shape.error_parts(params, where))
        if rejected.code == ErrorCode.CANCELLED:  # the answer crossed the cancellation
            return
        if not self.due.add(self.handlers, "service_rejected", rejected):
            name = rejected.service or "a service"
            logger.warning(
                "rejected the answer of %s: %s (%d)", name, rejected.message, rejected.code
            )

    def _updated(self, params: Any) -> None:
        """A turn: all of it is applied before any callback of it is due."""
        updates = shape.member(params, "updates", list, "viewModel/update")
        seen: list[tuple[Mirror, Any]] = []
        for update in updates:
            id = shape.member(update, "id", str, "viewModel/update")
            mirror = self.instances.get(id)
            if mirror is not None:
                seen.append((mirror, update))
            elif self._creating:  # in a batch, the update comes before the answer to `create`
                self._early.setdefault(id, []).append(update)
        changes = [self._apply(mirror, update) for mirror, update in seen]
        for (mirror, update), change in zip(seen, changes):
            self._announce(mirror, update, change)
        for update in updates:
            for seq in shape.optional_list(update, "done", "viewModel/update"):
                ticket = self._ticket(seq)
                if ticket is not None:
                    ticket.answer(None)

    def _apply(self, mirror: Mirror, update: Any) -> Change | None:
        """Applies an entry of an update; if it does not fit, asks for the whole state."""
        try:
            return mirror.apply(update)
        except OutOfStep as error:
            mirror.stale = True
            logger.warning("%s is out of step, and is fetched anew: %s", mirror.id, error)
            self.snapshot(mirror.id)
            return None

    def _announce(self, mirror: Mirror, update: Any, change: Change | None) -> None:
        if change is not None:
            self.due.add(mirror.handlers, "change", change)
        for event in mirror.events(update):
            self.due.add(mirror.handlers, "event", event)
        dropped = mirror.dropped_events(update)
        if dropped and not self.due.add(mirror.handlers, "dropped", dropped):
            logger.warning("%d events of %s were dropped: nobody read them", dropped, mirror.id)

    def _ticket(self, seq: Any) -> Reply[None] | None:
        return self._tickets.pop(seq, None) if isinstance(seq, int) else None

    def _rejected(self, params: Any) -> None:
        where = "viewModel/rejected"
        id = shape.member(params, "id", str, where)
        input = shape.member(params, "input", str, where)
        error = InputRejected(id, input, params.get("seq"), *shape.error_parts(params, where))
        ticket = self._ticket(error.seq)
        if ticket is not None:
            ticket.fail(error)
        seen = self._tell(id, "rejected", error) or (ticket is not None and ticket.awaited)
        if not seen and error.code != ErrorCode.CANCELLED:
            logger.warning("rejected: %s", error)

    def _failed(self, params: Any) -> None:
        id = shape.member(params, "id", str, "viewModel/failed")
        failure = Failure(id, *shape.error_parts(params, "viewModel/failed"))
        if not self._tell(id, "failed", failure):
            logger.warning("failed: %s: %s (%d)", id, failure.message, failure.code)

    def _closed(self, params: Any) -> None:
        id = shape.member(params, "id", str, "viewModel/closed")
        self._close(id, shape.member(params, "reason", str, "viewModel/closed"))

    def _close(self, id: str, reason: str) -> None:
        mirror = self.instances.pop(id, None)
        if mirror is not None:
            mirror.closed = reason
            self.due.add(mirror.handlers, "closed", reason)

    def _logged(self, params: Any) -> None:
        where = "host/log"
        line = LogLine(
            shape.member(params, "level", str, where), shape.member(params, "message", str, where)
        )
        if not self.due.add(self.handlers, "log", line):
            logger.log(_LEVELS.get(line.level, logging.WARNING), "host: %s", line.message)

    def _tell(self, id: str, kind: str, value: Any) -> bool:
        mirror = self.instances.get(id)
        told = mirror is not None and self.due.add(mirror.handlers, kind, value)
        return self.due.add(self.handlers, kind, value) or told


def _arguments(arguments: Arguments) -> dict[str, Any]:
    in_order, named = arguments
    if in_order and named:
        raise TypeError("an input takes its arguments in order or by name, not both")
    if in_order:
        return {"arguments": list(in_order)}
    return {"arguments": dict(named)} if named else {}
