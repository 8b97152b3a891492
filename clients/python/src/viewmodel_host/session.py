"""What is asked of the host, by the methods of the protocol. No I/O, no threads."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, cast

from . import shape
from .errors import ErrorCode, ProtocolError, RequestFailed, VersionMismatch, request_failed
from .handlers import Handlers
from .listener import Listener
from .mirror import Mirror
from .model import HostInfo, Rewound, Snapshot, Trial, Turns
from .reply import Reply
from .services import Service
from .timeouts import DEFAULT, USUAL, Timeout
from .version import CLIENT, PROTOCOL_VERSIONS
from .windows import Output, WindowPlace, moved_to

Arguments = tuple[Sequence[Any], Mapping[str, Any]]

_printed_logger = logging.getLogger("viewmodel_host.stderr")


class Session(Listener):
    """What both faces share. `receive` a line, then make the calls in `due`, in order."""

    def __init__(
        self,
        services: Mapping[str, Service] | None = None,
        *,
        log: str = "off",
        merge_updates: bool = True,
        restarts: bool = False,
        timeout: float | None = DEFAULT,
    ) -> None:
        super().__init__(services)
        self.timeout = timeout
        """How long is waited where nobody says how long, in seconds."""
        self.info: HostInfo | None = None
        self._capabilities: dict[str, Any] = {"mergeUpdates": merge_updates, "log": log}
        if self.services.named:
            self._capabilities["services"] = list(self.services.named)
        if restarts:
            self._capabilities["restarts"] = True
        self._last_seq = 0
        self.program = "the program"
        """What was or is about to be started: perhaps not a viewmodel-host at all."""

    def seconds(self, timeout: Timeout) -> float | None:
        """How long is waited."""
        return self.timeout if timeout is USUAL else timeout

    def initialize(self) -> Reply[HostInfo]:
        """The first request; its reply fails with VersionMismatch if there is no common version."""
        self.info = None

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

    def receive(self, line: bytes) -> None:
        try:
            super().receive(line)
        except ProtocolError as error:
            if self.info is not None:
                raise
            raise ProtocolError(f"{self.program} is no viewmodel-host: {error}") from None

    def printed(self, line: str) -> None:
        """Logs a line that the host wrote to standard error, such as what a ViewModel prints."""
        # Its own warnings come with `host/log`, too.
        own = self.info is not None and line.startswith(f"{self.info.name}: warning: ")
        if not own and self._capabilities["log"] != "off":
            _printed_logger.warning("%s", line)

    def describe(self, name: str) -> Reply[Mapping[str, Any]]:
        """Asks what a ViewModel takes and gives. From then on the names of its inputs are known."""

        def described(result: Any) -> Mapping[str, Any]:
            where = "viewModel/describe"
            inputs = shape.member(result, "inputs", list, where)
            self.input_names[name] = [shape.member(each, "name", str, where) for each in inputs]
            return cast(Mapping[str, Any], result)

        return self.request("viewModel/describe", {"name": name}, described, apart=True)

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
            return mirror

        return self.request("viewModel/create", {"name": name, **given}, created)

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

    def observe(self, id: str, outputs: Sequence[Output]) -> Reply[None]:
        """Chooses anew which outputs are part of an instance's state."""
        chosen = list(outputs)

        def observed(_: Any) -> None:
            mirror = self.instances.get(id)
            if mirror is not None:
                mirror.details["observe"] = chosen

        return self.request("viewModel/observe", {"id": id, "observe": chosen}, observed)

    def move_window(self, id: str, output: str, offset: int, limit: int) -> Reply[WindowPlace]:
        """Moves the window through which an instance's list is observed."""

        def moved(result: Any) -> WindowPlace:
            mirror = self.instances.get(id)
            entries = mirror.details.get("observe") if mirror is not None else None
            if mirror is not None and entries is not None:  # for a restart
                chosen = [moved_to(each, output, offset, limit) for each in entries]
                mirror.details["observe"] = chosen
            return shape.window_place(result)

        params = {"id": id, "output": output, "offset": offset, "limit": limit}
        return self.request("viewModel/window", params, moved)

    def input(self, id: str, input: str, arguments: Arguments) -> Reply[None]:
        """Sends an input. The reply ends when it has finished, or fails when it is rejected."""
        reply: Reply[None] = Reply(f"{id}.{input}", lambda _: None)
        self._last_seq = seq = self._last_seq + 1
        params = {"id": id, "input": input, **_arguments(arguments), "seq": seq}
        self._tickets[seq] = reply
        try:
            self.notify("viewModel/input", params, reply)
        except BaseException:
            if not reply.sent:
                self._tickets.pop(seq, None)
            raise
        return reply

    def call(self, id: str, input: str, arguments: Arguments) -> Reply[Any]:
        """Sends an input as a request. The reply ends with what the method returned."""
        params = {"id": id, "input": input, **_arguments(arguments)}
        reply = self.request("viewModel/call", params, shape.value)
        reply.label = f"{id}.{input}"
        return reply

    def try_input(self, id: str, input: str, arguments: Arguments) -> Reply[Trial]:
        """Asks what an input would do."""
        params = {"id": id, "input": input, **_arguments(arguments)}
        reply = self.request("viewModel/try", params, shape.trial)
        reply.label = f"a try of {id}.{input}"
        return reply

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

    def turns(self, count: int | None) -> Reply[Turns]:
        """Asks what the last turns came from."""
        params = None if count is None else {"count": count}
        return self.request("session/turns", params, shape.turns)

    def rewind(self, method: str, turn: int | None = None) -> Reply[Rewound[Mirror]]:
        """Goes to another turn, by `session/rewind`, `session/undo` or `session/redo`.

        The mirrors are as they were then when the reply ends.
        """

        def rewound(result: Any) -> Rewound[Mirror]:
            turn = shape.member(result, "turn", int, method)
            opened = shape.optional_list(result, "opened", method)
            return Rewound(turn, [self._opened(each, method) for each in opened])

        return self.request(method, None if turn is None else {"turn": turn}, rewound)

    def _opened(self, entry: Any, where: str) -> Mirror:
        """An instance is there again: with its callbacks, if somebody still has it."""
        first = shape.snapshot(entry, where)
        name = shape.member(entry, "name", str, where)
        mirror = self.closed.pop(first.id, None)
        if mirror is None or mirror.name != name:
            mirror = Mirror(name, {}, first, Handlers())
        else:
            mirror.closed = None
            self.due.add(mirror.handlers, "change", mirror.replace(first))
        self.instances[mirror.id] = mirror
        return mirror

    def _initialized(self, result: Any) -> HostInfo:
        info = shape.host_info(result)
        if info.protocol_version not in PROTOCOL_VERSIONS:
            raise VersionMismatch(PROTOCOL_VERSIONS, [info.protocol_version])
        self.line_limit = info.limits.get("lineBytes")
        self.depth_limit = info.limits.get("depth")
        self.info = info
        return info


def _arguments(arguments: Arguments) -> dict[str, Any]:
    in_order, named = arguments
    if in_order and named:
        raise TypeError("an input takes its arguments in order or by name, not both")
    if in_order:
        return {"arguments": list(in_order)}
    return {"arguments": dict(named)} if named else {}
