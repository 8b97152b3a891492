"""The news of a host and its instances, and who hears of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Generic, NamedTuple

__all__ = ["Change", "Event", "Failure", "LogLine", "Resumed", "State"]
State = Mapping[str, Any]
"""The outputs of an instance by name. Never changed in place: one that you keep stays as it is."""

if TYPE_CHECKING:  # type checkers bring it along; it is not needed to run
    from typing_extensions import TypeVar

    StateT_co = TypeVar("StateT_co", bound=Mapping[str, object], default=State, covariant=True)
else:
    from typing import TypeVar

    StateT_co = TypeVar("StateT_co", covariant=True)

Remove = Callable[[], None]
"""Ends the registration of a callback."""


@dataclass
class Change(Generic[StateT_co]):
    """A turn changed the state of an instance. `patch` is None where the state came whole."""

    id: str
    revision: int
    before: StateT_co
    state: StateT_co
    patch: Sequence[Mapping[str, Any]] | None


class Event(NamedTuple):
    """Something that happened once and is not state."""

    id: str
    name: str
    value: Any


class Failure(NamedTuple):
    """An input, or the answer of a `service`, that was rejected; or an error in a ViewModel."""

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
    """A line of the host's log, for people to read."""

    level: str
    message: str


class Resumed(NamedTuple):
    """The session is at another turn, where the instances `opened` are there again."""

    turn: int
    opened: Sequence[Any]


class Listeners:
    """Callbacks, by what they want to hear of."""

    def __init__(self) -> None:
        self.callbacks: dict[str, list[Callable[[Any], None]]] = {}

    def on(self, kind: str, callback: Callable[[Any], None]) -> Remove:
        callbacks = self.callbacks.setdefault(kind, [])
        callbacks.append(callback)

        def remove() -> None:
            with suppress(ValueError):
                callbacks.remove(callback)

        return remove
