from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Generic, NamedTuple

__all__ = ["Change", "Event", "Failure", "LogLine", "Resumed", "ServiceCall", "State"]
State = Mapping[str, Any]
"""The outputs of an instance by name. The client replaces it, and never changes it in place."""

if TYPE_CHECKING:  # type checkers bring typing_extensions along
    from typing_extensions import TypeVar

    StateT_co = TypeVar("StateT_co", bound=Mapping[str, object], default=State, covariant=True)
else:
    from typing import TypeVar

    StateT_co = TypeVar("StateT_co", covariant=True)

Remove = Callable[[], None]
"""Removes a callback."""


@dataclass
class Change(Generic[StateT_co]):
    """A turn changed the state of an instance. `patch` is None if the state came whole."""

    id: str
    revision: int
    before: StateT_co
    state: StateT_co
    patch: Sequence[Mapping[str, Any]] | None


class Event(NamedTuple):
    """An event of an instance, which is not part of its state."""

    id: str
    name: str
    value: Any


class Failure(NamedTuple):
    """A rejected input or answer of a `service`, or an error inside a ViewModel."""

    id: str | None
    input: str | None
    service: str | None
    code: int
    message: str
    data: Any = None

    def __str__(self) -> str:
        about = ".".join(filter(None, (self.service, self.id, self.input)))
        return f"{about}: {self.message} ({self.code})"


class LogLine(NamedTuple):
    """A line of the host's log."""

    level: str
    message: str


class Resumed(NamedTuple):
    """The turn that the session has moved to, and the instances that exist again."""

    turn: int
    opened: Sequence[Any]


@dataclass(eq=False)
class ServiceCall:
    """The first argument of a service: the call that it answers."""

    id: str
    service: str
    arguments: Any
    instance: Any
    """The instance that asks; None if several do."""
    cancelled: bool = False
    """Whether the host no longer wants the answer."""
    future: Any = None

    def cancel(self) -> None:
        self.cancelled = True
        if self.future is not None:
            self.future.cancel()


class Listeners:
    """Callbacks by the kind of news. Each `on_…` returns a function that removes the callback."""

    def __init__(self) -> None:
        self.callbacks: dict[str, list[Callable[[Any], None]]] = {}

    def on(self, kind: str, callback: Callable[[Any], None]) -> Remove:
        callbacks = self.callbacks.setdefault(kind, [])
        callbacks.append(callback)

        def remove() -> None:
            with suppress(ValueError):
                callbacks.remove(callback)

        return remove

    def on_rejected(self, callback: Callable[[Failure], None]) -> Remove:
        """Calls back for each failed input; of a host also for rejected answers of services."""
        return self.on("rejected", callback)

    def on_failed(self, callback: Callable[[Failure], None]) -> Remove:
        """Calls back for errors inside the ViewModel, or any ViewModel of the host."""
        return self.on("failed", callback)
