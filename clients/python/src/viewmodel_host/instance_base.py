"""What an instance shows of itself, in both faces."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, Callable, Generic, TypeVar, cast

from .errors import InputRejected, InstanceClosed
from .handlers import Remove, refuse_coroutines
from .mirror import Mirror
from .model import Change, Event, Failure, StateT_co
from .session import Session

T_co = TypeVar("T_co", covariant=True)


class InstanceBase(ABC, Generic[T_co, StateT_co]):
    """A living ViewModel: its state, and callbacks for what happens to it.

    The callbacks run in the order of their registration, after the whole update has been applied to
    all instances. Each `on_…` returns a function that ends the registration.
    """

    def __init__(self, mirror: Mirror, session: Session) -> None:
        self._mirror = mirror
        self._session = session
        self.inputs: Inputs[T_co] = Inputs(self)

    @property
    def id(self) -> str:
        """Its id in the host."""
        return self._mirror.id

    @property
    def name(self) -> str:
        """The name of its ViewModel in the catalog."""
        return self._mirror.name

    @property
    def state(self) -> StateT_co:
        """The outputs by name, as of the last update that has arrived. Not to be modified."""
        return cast(StateT_co, self._mirror.state)

    @property
    def revision(self) -> int:
        """Counts the updates since the creation."""
        return self._mirror.revision

    @property
    def closed(self) -> str | None:
        """Why the instance is gone; None while it lives."""
        return self._mirror.closed

    def on_change(self, callback: Callable[[Change[StateT_co]], None]) -> Remove:
        """Calls back after each turn that changed the state."""
        return self._mirror.handlers.add("change", callback)

    @property
    def stale(self) -> str | None:
        """Why the state cannot be trusted; None while it can.

        An update did not fit, and the whole state could not be had. With the next update, and with
        `snapshot`, it is asked for again.
        """
        return self._mirror.stale

    def on_stale(self, callback: Callable[[str], None]) -> Remove:
        """Calls back with the reason when the state becomes `stale`. Without it, it is logged.

        When the state can be trusted again, there is a `Change` that is `resynced`.
        """
        return self._mirror.handlers.add("stale", callback)

    def on_event(self, callback: Callable[[Event], None], name: str | None = None) -> Remove:
        """Calls back for each event, or only for those of a name; after the turn's change.

        The host is asked whether there is an event of that name; if there is none, it is logged.
        """

        refuse_coroutines(callback, "a callback")

        def named(event: Event) -> None:
            if name is None or event.name == name:
                callback(event)

        remove = self._mirror.handlers.add("event", named)
        if name is not None:
            self._session.check_event(self.name, name)
        return remove

    def on_dropped(self, callback: Callable[[int], None]) -> Remove:
        """Calls back with the number of events that were lost while this side did not read.

        Without such a callback it is logged.
        """
        return self._mirror.handlers.add("dropped", callback)

    def on_rejected(self, callback: Callable[[InputRejected], None]) -> Remove:
        """Calls back for each input that failed. Without such a callback it is logged."""
        return self._mirror.handlers.add("rejected", callback)

    def on_failed(self, callback: Callable[[Failure], None]) -> Remove:
        """Calls back for errors inside the ViewModel. Without such a callback they are logged."""
        return self._mirror.handlers.add("failed", callback)

    def on_closed(self, callback: Callable[[str], None]) -> Remove:
        """Calls back with the reason when the instance is gone."""
        return self._mirror.handlers.add("closed", callback)

    @abstractmethod
    def input(self, input: str, /, *arguments: Any, **named: Any) -> T_co:
        """Sends an input."""

    def _input_names(self) -> list[str] | None:
        """The inputs of the ViewModel, as far as they are known."""
        return self._session.input_names.get(self.name)

    def _check_open(self) -> None:
        if self._mirror.closed is not None:
            raise InstanceClosed(self.id, self._mirror.closed)

    def __repr__(self) -> str:
        return f"<{self.name} {self.id!r} revision {self.revision}: {dict(self.state)!r}>"


class Inputs(Generic[T_co]):
    """The inputs of an instance as methods: `counter.inputs.plusButtonDidTap()`.

    Once the ViewModel has been described, `dir` lists them and another name is an AttributeError.
    """

    def __init__(self, instance: InstanceBase[T_co, Any]) -> None:
        self._instance = instance

    def __getattr__(self, name: str) -> Callable[..., T_co]:
        if name.startswith("__"):
            raise AttributeError(name)
        known = self._instance._session.input_names.get(self._instance.name)
        if known is not None and name not in known:
            raise AttributeError(_no_input(self._instance.name, name, known))
        return lambda *arguments, **named: self._instance.input(name, *arguments, **named)

    def __dir__(self) -> list[str]:
        return sorted(self._instance._input_names() or [])


def _no_input(view_model: str, name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]}?" if near else f"it has: {', '.join(known) or 'none'}"
    return f"{view_model} has no input {name}; {hint}"


def used_ids(uses: Mapping[str, InstanceBase[Any, Any] | str] | None) -> dict[str, str] | None:
    """The ids of the instances that fill the roles of a new one."""
    if not uses:
        return None
    return {role: used if isinstance(used, str) else used.id for role, used in uses.items()}
