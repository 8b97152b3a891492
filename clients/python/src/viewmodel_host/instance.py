from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Callable, Generic, TypeVar, Union

from .errors import InstanceClosed
from .news import Change, Event, Listeners, Remove, StateT_co
from .protocol import Request, fail

if TYPE_CHECKING:
    from .client import BaseHost

__all__ = ["Output"]

AnswerT = TypeVar("AnswerT")
"""The result of methods that wait: `Any`, or a future."""
Output = Union[str, Mapping[str, Any]]
"""An entry of `observe`: an output, or some rows of a list, as in `{"output", "window"}`."""


class BaseInstance(Listeners, Generic[AnswerT, StateT_co]):
    """A living ViewModel. Its callbacks run after the whole turn was applied to all instances."""

    state: StateT_co
    """The outputs by name, as of the last handled update. Do not modify it."""

    def __init__(self, host: BaseHost[AnswerT, Any], creation: dict[str, Any]) -> None:
        super().__init__()
        self._host, self.creation = host, creation
        self.id: str = ""
        self.name: str = creation["name"]
        self.revision = 0
        self.closed: str | None = None
        """Why the instance is closed; None while it lives."""

    def __repr__(self) -> str:
        return f"<{self.name} {self.id!r} revision {self.revision}: {self.state!r}>"

    def on_change(self, callback: Callable[[Change[StateT_co]], None]) -> Remove:
        """Calls back after each turn that changed the state."""
        return self.on("change", callback)

    def on_event(self, callback: Callable[[Event], None], name: str | None = None) -> Remove:
        """Calls back for each event, or for those of a name, after the change of its turn."""
        if name is None:
            return self.on("event", callback)
        return self.on("event", lambda event: callback(event) if event.name == name else None)

    def on_dropped(self, callback: Callable[[int], None]) -> Remove:
        """Calls back with the number of events that the host has dropped."""
        return self.on("dropped", callback)

    def on_closed(self, callback: Callable[[str], None]) -> Remove:
        """Calls back with the reason when the instance is closed."""
        return self.on("closed", callback)

    def input(self, input: str, /, *arguments: Any, **named: Any) -> None:
        """Sends an input, with its arguments in order or by name. If it fails, see `on_rejected`.

        In a `Host` it waits, at most for the host's `timeout`, while too much is unsent.
        """
        params = self._params(input, arguments, named)
        self._host._send({"method": "viewModel/input", "params": params})

    def call(self, input: str, /, *arguments: Any, **named: Any) -> AnswerT:
        """Sends an input, waits until it has finished, and returns its value.

        Raises RequestFailed or Cancelled, or TimeoutError, after it was cancelled in the host.
        """
        return self._host._wait(self._call(input, arguments, named))

    def try_input(self, input: str, /, *arguments: Any, **named: Any) -> AnswerT:
        """Returns what an input would do, without doing it: the result of `viewModel/try`."""
        return self._host.request("viewModel/try", self._params(input, arguments, named))

    def observe(self, outputs: Sequence[Output]) -> AnswerT:
        """Chooses which outputs, and which rows of lists, are part of the state."""
        chosen = {"observe": list(outputs)}
        return self._ask("observe", chosen, lambda _: self.creation.update(chosen))

    def move_window(self, output: str, offset: int, limit: int) -> AnswerT:
        """Moves the window on a list, and returns where it is: `{total, offset, limit}`."""
        return self._ask("window", {"output": output, "offset": offset, "limit": limit})

    def until(
        self, predicate: Callable[[StateT_co], object], timeout: float | None = None
    ) -> AnswerT:
        """Waits for a state, and returns it. Raises TimeoutError or InstanceClosed."""
        host, request = self._host, Request(f"a state of {self.id}")

        def check() -> bool:
            try:
                if predicate(self.state):
                    request.end(self.state)
                elif host.error is not None:
                    raise host.error
                else:
                    self._check_open()
            except Exception as error:
                request.end(error=error)
            return request.is_done

        if not check():
            host._checks.append(check)
        return host._wait(request, timeout)

    def dispose(self) -> AnswerT:
        """Ends the instance, unless it is closed."""
        if self.closed is not None:
            return self._host._wait(Request("viewModel/dispose").end())
        return self._ask(
            "dispose",
            {},
            lambda _: self._host._close(self, "it was disposed"),
            lambda error: None if self.closed else fail(error),  # it was closed meanwhile
        )

    def _check_open(self) -> None:
        if self.closed is not None:
            raise InstanceClosed(f"the instance {self.id} is closed: {self.closed}")

    def _ask(self, method: str, params: Mapping[str, Any], *how: Any) -> AnswerT:
        self._check_open()
        params = {"id": self.id, **params}
        return self._host._wait(self._host._request(f"viewModel/{method}", params, *how))

    def _call(self, input: str, arguments: Any, named: Any) -> Request:
        params = self._params(input, arguments, named)
        return self._host._request("viewModel/call", params, itemgetter("value"))

    def _params(self, input: str, arguments: Any, named: Any) -> dict[str, Any]:
        self._check_open()
        if arguments and named:
            raise TypeError("an input takes its arguments in order or by name, not both")
        self._host._make_room()
        return {"id": self.id, "input": input, "arguments": arguments or named}
