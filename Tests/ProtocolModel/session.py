"""The model of a host's session: lines in, and what is to be said to each of them, turn by turn."""

from __future__ import annotations

from typing import Any

from engine import World
from expected import Code, Pattern, Turn, failure, notification, result
from instances import Instance, Reply, Running, ServiceCall
from kinds import LEVELS, MEMBERS, has_kind
from messages import Kind, Message, NotJSON, Refused, parse


class Session:
    """Says what a host has to say."""

    def __init__(self, methods: dict[str, Any], notices: dict[str, Any]) -> None:
        self.methods = methods
        self.notices = notices
        self.world = World()
        self.phase = "fresh"
        self.log_level = "off"
        self.services: set[str] = set()
        self.instances: dict[str, Instance] = {}
        self.calls: dict[Any, Running] = {}
        self.sent: dict[int, ServiceCall] = {}
        """The service calls that wait for an answer."""
        self.withdrawn: set[int] = set()
        """Those that were cancelled, and have not been answered since."""
        self.last_call = 0
        self.unsent: list[ServiceCall] = []
        self.created = 0
        self.numbers: dict[str, int] = {}
        self.turn = Turn()
        self.failures: list[tuple[Instance, Pattern]] = []
        self.turns: list[Turn] = []
        self.array: list[Any] | None = None
        """The answers of the array whose messages are being handled."""

    @property
    def has_ended(self) -> bool:
        return self.phase == "ended"

    def receive(self, line: str) -> list[Turn]:
        """The turns that a line sets off."""
        if self.has_ended or not line:
            return []
        try:
            payload = parse(line)
        except NotJSON:
            self.turn.block.append(failure(None, -32700))
        else:
            if isinstance(payload, list):
                self._handle_array(payload)
            else:
                self._handle(payload)
        return self._settled()

    def end(self) -> list[Turn]:
        """The input has ended."""
        if self.has_ended:
            return []
        self.phase = "ended"
        self.dispose_all()
        return self._settled()

    def _settled(self) -> list[Turn]:
        self.settle()
        turns, self.turns = self.turns, []
        return turns

    def _handle_array(self, messages: list[Message]) -> None:
        self.array = []
        for message in messages:
            self._handle(message)
            self.world.run_jobs()
        self.turn.array, self.array = self.array, None

    def cut(self, is_whole: bool = False) -> None:
        """Ends the turn within a line. If that is an array, its answers are written where one
        announces an instance, or where it is to be whole, else they are held; what has not
        finished answers on its own."""
        self.world.run_jobs()
        if self.array is not None:
            held, self.array = self.array, []
            if is_whole or any(not one.is_announced for one in self.instances.values()):
                self.turn.array = held
            else:
                self.array += held
        self.settle()

    def _handle(self, message: Message) -> None:
        if self.phase == "ended":
            self._refuse(message)
        elif message.kind is Kind.REQUEST:
            self.answer(message.id, self._outcome(message))
        elif message.kind is Kind.NOTIFICATION:
            self._notice(message)
        elif message.kind is Kind.INVALID:
            self.answer(message.id, -32600)
        else:
            self._take_answer(message)

    def _refuse(self, message: Message) -> None:
        """Only what follows `exit` in an array."""
        if message.kind is Kind.REQUEST:
            self.answer(message.id, -32010)
        elif message.kind is Kind.INVALID:
            self.answer(message.id, -32600)
        elif message.kind is Kind.NOTIFICATION and message.method == "viewModel/input":
            self.reject(message.named, -32010)

    def _outcome(self, message: Message) -> Any:
        try:
            method = self.methods.get(message.method)
            if method is None:
                self.check_phase()
                return -32601
            if not method.is_always_allowed:
                self.check_phase()
                self.phase = "running"
            if message.has_wrong_params:
                raise Refused(-32602)
            return method.handle(self, message.named, Reply(message.id, self.array))
        except Refused as refused:
            return codes(message, refused.code)

    def check_phase(self) -> None:
        if self.phase in ("refused", "shut down"):
            raise Refused(-32002 if self.phase == "refused" else -32010)

    def answer(self, id: Any, outcome: Any, reply: Reply | None = None) -> None:
        """A code is an error, an instance its snapshot, anything else a result. None is none."""
        if outcome is None:
            return
        array = self.array if reply is None or reply.array is self.array else None
        target: list[Any] = self.turn.block if array is None else array
        target.append(failure(id, outcome) if is_code(outcome) else (id, outcome))

    def reject(self, params: Any, code: Code) -> None:
        said = {name: params[name] for name in ("id", "input", "seq") if name in params}
        self.turn.block.append(
            notification("viewModel/rejected", {**said, "error": failure(0, code)["error"]})
        )

    def _notice(self, message: Message) -> None:
        if message.method in self.notices:
            self.notices[message.method](self, message)
        elif LEVELS.index(self.log_level) <= LEVELS.index("warning"):
            self.turn.logs.append(message.method)

    def _take_answer(self, message: Message) -> None:
        """The frontend's answer to a service call."""
        id, number = message.id, None
        if isinstance(id, str) and id.startswith("service-") and id[8:].isascii():
            number = int(id[8:]) if id[8:].isdigit() and not id.startswith("service-0") else None
        call = self.sent.get(number or 0)
        code = None
        if call is not None:
            code = call.take(message)
            service = {"service": call.service}
        else:
            service = {}
            if number in self.withdrawn:
                self.withdrawn.discard(number or 0)
                code = -32800 if message.kind is Kind.RESULT else None
            else:
                code = -32600
        if code is not None:
            self.complain(id, service, code)

    def complain(self, id: Any, service: dict[str, str], code: int) -> None:
        params = {"id": id, **service, "error": failure(0, code)["error"]}
        self.turn.block.append(notification("service/rejected", params))

    def dispose(self, instance: Instance) -> None:
        if not instance.is_announced or any(map(self._is_answered, instance.with_users()[1:])):
            self.cut(is_whole=True)
        self._dispose(instance)

    def _is_answered(self, instance: Instance) -> bool:
        """Whether the array that is being handled has the instance's state as an answer."""
        lines = self.array or []
        return any(isinstance(line, tuple) and line[1] is instance for line in lines)

    def _dispose(self, instance: Instance, reason: bool = False) -> None:
        if instance.is_disposed:
            return
        instance.is_disposed = True
        if (entry := instance.entry()) is not None:
            self.turn.disposed.append(entry)
        for user in sorted(instance.users, key=lambda user: user.serial):
            self._dispose(user, reason=True)
        for used in instance.used:
            used.users.discard(instance)
            used.vm.watchers = [vm for vm in used.vm.watchers if vm is not instance.vm]
        for running in list(instance.running):
            if running.reply is not None or "seq" in running.said:
                running.settle(-32800)
        instance.end()
        del self.instances[instance.id]
        if reason:
            said = {"id": instance.id, "reason": lambda text: isinstance(text, str)}
            self.turn.block.append(notification("viewModel/closed", said))

    def dispose_all(self) -> None:
        if any(not one.is_announced for one in self.instances.values()):
            self.cut()
        for instance in sorted(self.instances.values(), key=lambda one: -one.serial):
            self._dispose(instance)

    def settle(self) -> None:
        """Ends a turn."""
        self.world.run_jobs()
        turn, self.turn = self.turn, Turn()
        living = sorted(self.instances.values(), key=lambda one: one.serial)
        for instance in living:
            if instance.is_announced and (entry := instance.entry()) is not None:
                turn.entries.append(entry)
        new = [one for one in living if not one.is_announced]
        for instance in new:
            instance.published = instance.state()
        for instance, line in self.failures:
            (turn.late_block if instance in new else turn.block).append(line)
        self.failures = []
        turn.block = [self._resolved(line) for line in turn.block]
        turn.array = [self._resolved(line) for line in turn.array]
        for instance in new:
            instance.is_announced = True
            if (entry := instance.entry()) is not None:
                turn.late.append(entry)
        for call in self.unsent:
            self.last_call += 1
            call.number = self.last_call
            self.sent[call.number] = call
            turn.calls.append(call.pattern)
        self.unsent = []
        if turn:
            self.turns.append(turn)

    def _resolved(self, line: Any) -> Pattern:
        if isinstance(line, dict):
            return line
        id, outcome = line
        if isinstance(outcome, Instance):
            return result(id, outcome.snapshot())
        return result(id, outcome)


def is_code(outcome: Any) -> bool:
    return isinstance(outcome, (int, tuple))


def codes(message: Message, code: int) -> Code:
    """The codes that may answer a message with that fault."""
    if code in (-32002, -32010) or message.method not in MEMBERS:
        return code
    return code if has_kind(message.named, message.method) else (code, -32602)
