"""The instances of the model's session, their running inputs, and what they ask of services."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine import ANY, Cancelled, Task, Timer, Worded
from expected import Entry, Pattern, notification
from kinds import RESULTS, has_kind, misfit
from messages import Kind, Message, key

if TYPE_CHECKING:
    from session import Session
    from viewmodel import ViewModel

MINUTE = 60_000_000


@dataclass
class Reply:
    """Where the answer to a request goes: into the array that it came in, while that is open."""

    id: Any
    array: list[Any] | None


class Instance:
    """One living ViewModel, and what was published of it."""

    vm: ViewModel

    def __init__(self, session: Session, id: str, name: str) -> None:
        self.session = session
        self.id = id
        self.name = name
        self.serial = 0
        self.revision = 0
        self.observed: list[str] = []
        self.published: dict[str, Any] = {}
        """The state that the frontend has."""
        self.events: list[Pattern] = []
        self.done: list[Any] = []
        self.users: set[Instance] = set()
        self.used: list[Instance] = []
        self.running: list[Running] = []
        self.asked: list[ServiceCall] = []
        self.is_announced = False
        self.is_disposed = False

    def with_users(self) -> list[Instance]:
        """This one, and all that end with it."""
        return [self, *(one for user in self.users for one in user.with_users())]

    def state(self) -> dict[str, Any]:
        return {name: self.vm.output(name) for name in self.vm.outputs if name in self.observed}

    def snapshot(self) -> Pattern:
        return {"id": self.id, "revision": self.revision, "state": dict(self.published)}

    def entry(self) -> Entry | None:
        """What is to be published now, if anything is. The call publishes it."""
        state = self.state()
        if written(state) == written(self.published) and not self.events and not self.done:
            return None
        self.revision += 1
        self.published = state
        entry = Entry(self.id, self.revision, state, self.events, self.done)
        self.events, self.done = [], []
        return entry

    def end(self) -> None:
        self.vm.end()
        for call in list(self.asked):
            call.withdraw()

    # What its ViewModel may do.

    def emit(self, event: str, value: Pattern) -> None:
        if not self.is_disposed:
            self.events.append({"event": event, "value": value})

    def fail(self, code: int) -> None:
        if not self.is_disposed:
            said = {"id": self.id, "error": {"code": code, "message": ANY}}
            self.session.failures.append((self, notification("viewModel/failed", said)))

    def answers(self, service: str) -> bool:
        return service in self.session.services

    def ask(
        self,
        service: str,
        arguments: Any,
        answered: Callable[[Any], None],
        failed: Callable[[Any], None],
    ) -> ServiceCall:
        call = ServiceCall(self, service, arguments, answered, failed)
        self.asked.append(call)
        self.session.unsent.append(call)
        return call


class Running:
    """An asynchronous input on its way."""

    task: Task

    def __init__(self, instance: Instance, said: dict[str, Any], reply: Reply | None) -> None:
        self.instance = instance
        self.said = said
        """The params, as they were sent."""
        self.reply = reply

    @property
    def id(self) -> Any:
        """That of the request, if it is one."""
        return self.reply and self.reply.id

    def begin(self, body: Any) -> None:
        self.instance.running.append(self)
        if self.reply is not None:
            self.instance.session.calls[key(self.reply.id)] = self
        self.task = Task(self.instance.session.world, body, self._finish)
        self.instance.vm.tasks.append(self.task)
        self.task.start(at_once=True)

    def cancel(self) -> None:
        self.settle(-32800)
        self.task.cancel()

    def _finish(self, value: Any, error: Exception | None) -> None:
        if error is None:
            self.settle({"value": value})
        else:
            self.settle(-32800 if isinstance(error, Cancelled) else -32007)

    def settle(self, outcome: Any) -> None:
        """Reports how it ended, once."""
        if self not in self.instance.running:
            return
        self.instance.running.remove(self)
        session = self.instance.session
        if self.reply is not None:
            del session.calls[key(self.reply.id)]
        report(self.instance, self.said, self.reply, outcome)


def report(instance: Instance, said: dict[str, Any], reply: Reply | None, outcome: Any) -> None:
    """Reports the end of an input to its caller."""
    session = instance.session
    if reply is not None:
        session.answer(reply.id, outcome, reply)
    elif isinstance(outcome, int):
        session.reject(said, outcome)
    elif "seq" in said:
        instance.done.append(said["seq"])


class ServiceCall:
    """A question to the frontend."""

    def __init__(
        self,
        instance: Instance,
        service: str,
        arguments: Any,
        answered: Callable[[Any], None],
        failed: Callable[[Any], None],
    ) -> None:
        self.instance = instance
        self.service = service
        self.arguments = arguments
        self.number = 0
        self._answered = answered
        self._failed = failed
        self._timer: Timer = instance.session.world.after(MINUTE, self._expire)

    @property
    def pattern(self) -> Pattern:
        params = {"service": self.service, "id": self.instance.id, "arguments": self.arguments}
        return {
            "jsonrpc": "2.0",
            "id": f"service-{self.number}",
            "method": "service/call",
            "params": params,
        }

    def _close(self) -> bool:
        """Whether it was open."""
        if self not in self.instance.asked:
            return False
        self.instance.asked.remove(self)
        self._timer.cancel()
        session = self.instance.session
        if self.number:
            del session.sent[self.number]
        else:
            session.unsent.remove(self)
        return True

    def withdraw(self) -> None:
        """No caller waits for the answer any more."""
        if self._close() and self.number:
            session = self.instance.session
            session.withdrawn.add(self.number)
            said = {"id": f"service-{self.number}"}
            session.turn.block.append(notification("$/cancelRequest", said))

    def _expire(self) -> None:
        self.withdraw()
        self.instance.session.complain(f"service-{self.number}", {"service": self.service}, -32015)
        self._failed(Worded("no answer"))

    def take(self, message: Message) -> int | None:
        """Takes the frontend's answer, and gives the code of what is wrong with it."""
        self._close()
        if message.kind is Kind.ERROR:
            self._failed(message.value["message"])
            return None
        if message.kind is Kind.BAD_RESPONSE:
            self._failed(Worded("a response that is none"))
            return -32600
        if not has_kind(message.value, RESULTS[self.service]):
            self._failed(Worded(f"an answer, {misfit(message.value, RESULTS[self.service])}"))
            return -32602
        self._answered(message.value)
        return None


def written(state: Any) -> str:
    """A state as text."""
    return json.dumps(state, default=lambda worded: worded.__name__, sort_keys=True)
