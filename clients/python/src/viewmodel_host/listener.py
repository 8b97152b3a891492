"""What the host tells and asks by itself, and who hears of it. No I/O, no threads."""

from __future__ import annotations

import logging
import weakref
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, Callable

from . import shape
from .connection import Connection, logger
from .errors import ErrorCode, InputRejected, ProtocolError, RequestFailed
from .handlers import DueCalls, Handlers
from .mirror import Mirror, OutOfStep
from .model import Change, Failure, LogLine, ServiceRejected, Snapshot
from .reply import Reply
from .services import Service, Services

_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "error": logging.ERROR}


class Listener(Connection):
    """Keeps the mirrors current. The callbacks that this makes due are in `due`."""

    def __init__(self, services: Mapping[str, Service] | None) -> None:
        super().__init__(self._notified, self._asked)
        self.services = Services(services or {}, self.respond)
        self.handlers = Handlers()
        self.due = DueCalls()
        self.instances: dict[str, Mirror] = {}
        self.closed: weakref.WeakValueDictionary[str, Mirror] = weakref.WeakValueDictionary()
        """The last one of each id that is gone, as long as somebody has it: it may come back."""
        self.input_names: dict[str, list[str]] = {}
        """The inputs of those ViewModels that have been described."""
        self.event_names: dict[str, list[str]] = {}
        """The events of those ViewModels that callbacks for a named one were registered for."""
        self._tickets: dict[int, Reply[None]] = {}
        self._actions: dict[str, Callable[[Any], None]] = {
            "viewModel/update": self._updated,
            "viewModel/rejected": self._rejected,
            "viewModel/failed": self._failed,
            "viewModel/closed": self._closed,
            "service/rejected": self._service_rejected,
            "$/cancelRequest": self._cancelled,
            "host/restarted": self._restarted,
            "host/log": self._logged,
        }

    def begin_again(self) -> None:
        super().begin_again()
        self.input_names.clear()
        self.event_names.clear()
        self.services.begin_again()

    def end(self, error: BaseException) -> None:
        super().end(error)
        self.services.end()
        tickets, self._tickets = list(self._tickets.values()), {}
        for ticket in tickets:
            ticket.fail(error)

    def withdraw(self, reply: Reply[Any], error: BaseException) -> None:
        for seq, ticket in reversed(self._tickets.items()):
            if ticket is reply:
                del self._tickets[seq]
                break
        super().withdraw(reply, error)

    def check_event(self, view_model: str, event: str) -> None:
        """Logs a warning if a ViewModel has no such event, when the host has said which it has."""

        def check(reply: Reply[Any] | None = None) -> None:
            names = self.event_names.get(view_model)
            if names is not None and event not in names:
                has = ", ".join(names) or "none"
                logger.warning("%s has no event %s; it has %s", view_model, event, has)

        def described(result: Any) -> None:
            where = "viewModel/describe"
            events = shape.member(result, "events", list, where)
            self.event_names[view_model] = [shape.member(e, "name", str, where) for e in events]

        if view_model in self.event_names:
            check()
        elif self.error is None:
            params = {"name": view_model}
            self.request("viewModel/describe", params, described, apart=True).then(check)

    def hears_rejections(self, id: str) -> bool:
        """Whether a callback is there for rejected inputs of an instance."""
        mirror = self.instances.get(id)
        mine = mirror.handlers.of("rejected") if mirror else []
        return bool(mine or self.handlers.of("rejected"))

    @abstractmethod
    def snapshot(self, id: str) -> Reply[Snapshot]:
        """Asks for the whole state, to correct the mirror by it."""

    def _notified(self, method: str, params: Any) -> None:
        action = self._actions.get(method)
        if action is None:
            logger.info("ignored the unknown notification %s", method)
        else:
            action(params)

    def _asked(self, method: str, id: Any, params: Any) -> bool:
        if method == "initialize":
            raise ProtocolError("it answered with what it was sent")
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
        updates = params.get("updates") if type(params) is dict else None
        if type(updates) is not list:
            updates = shape.member(params, "updates", list, "viewModel/update")
        seen: list[tuple[Mirror, Any]] = []
        for update in updates:
            id = update.get("id") if type(update) is dict else None
            if type(id) is not str:
                id = shape.member(update, "id", str, "viewModel/update")
            mirror = self.instances.get(id)
            if mirror is not None:
                seen.append((mirror, update))
        if len(seen) == 1:  # as in most turns
            [(mirror, update)] = seen
            self._announce(mirror, update, self._apply(mirror, update))
        else:
            changes = [self._apply(mirror, update) for mirror, update in seen]
            for (mirror, update), change in zip(seen, changes):
                self._announce(mirror, update, change)
        for update in updates:
            if "done" not in update:
                continue
            for seq in shape.optional_list(update, "done", "viewModel/update"):
                ticket = self._ticket(seq)
                if ticket is not None:
                    ticket.answer(None)

    def _apply(self, mirror: Mirror, update: Any) -> Change | None:
        """Applies an entry of an update; if it does not fit, asks for the whole state."""
        try:
            change = mirror.apply(update)
        except OutOfStep as error:
            mirror.lost = True
            logger.warning("%s is out of step, and is fetched anew: %s", mirror.id, error)
            change = None
        if mirror.lost and not mirror.resyncing:
            self._resync(mirror)
        return change

    def _resync(self, mirror: Mirror) -> None:
        """Asks for the whole state. When it cannot be had, each later update asks for it again."""

        def ended(reply: Reply[Snapshot]) -> None:
            mirror.resyncing = False
            if isinstance(reply.error, RequestFailed) and mirror.stale is None and mirror.lost:
                error = reply.error
                mirror.stale = f"the state could not be had: {error.message} ({error.code})"
                if not self.due.add(mirror.handlers, "stale", mirror.stale):
                    logger.warning("%s is stale: %s", mirror.id, mirror.stale)

        mirror.resyncing = True
        self.snapshot(mirror.id).then(ended)

    def _announce(self, mirror: Mirror, update: Any, change: Change | None) -> None:
        if change is not None:
            self.due.add(mirror.handlers, "change", change)
        if "events" in update:
            for event in mirror.events(update):
                self.due.add(mirror.handlers, "event", event)
        if "droppedEvents" in update:
            dropped = mirror.dropped_events(update)
            if dropped and not self.due.add(mirror.handlers, "dropped", dropped):
                logger.warning("%d events of %s were dropped: nobody read them", dropped, mirror.id)

    def _ticket(self, seq: Any) -> Reply[None] | None:
        return self._tickets.pop(seq, None) if type(seq) is int else None

    def _rejected(self, params: Any) -> None:
        where = "viewModel/rejected"
        id = shape.member(params, "id", str, where)
        input = shape.member(params, "input", str, where)
        error = InputRejected(id, input, params.get("seq"), *shape.error_parts(params, where))
        self._learn_inputs(error)
        ticket = self._ticket(error.seq)
        if ticket is not None:
            ticket.fail(error)
        seen = self._tell(id, "rejected", error) or (ticket is not None and ticket.awaited)
        if not seen and error.code != ErrorCode.CANCELLED:
            logger.warning("rejected: %s", error)

    def _learn_inputs(self, error: InputRejected) -> None:
        """An input that there is not: the error names those that there are."""
        mirror = self.instances.get(error.id)
        if mirror is not None and error.code == ErrorCode.UNKNOWN_INPUT:
            names = error.data.get("inputs") if isinstance(error.data, dict) else None
            if isinstance(names, list):
                self.input_names[mirror.name] = [str(name) for name in names]

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
            self.closed[id] = mirror
            self.due.add(mirror.handlers, "closed", reason)

    def _restarted(self, params: Any) -> None:
        restarted = shape.restarted(params)
        if not self.due.add(self.handlers, "restarted", restarted):
            logger.warning("the host goes on in another process: %s", restarted.reason)

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
