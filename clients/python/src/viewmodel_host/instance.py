"""An instance, as far as both faces have it in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Callable, Generic, TypeVar, Union

from .errors import InstanceClosed
from .news import Change, Event, Failure, Listeners, Remove, StateT_co
from .request import Request

if TYPE_CHECKING:
    from .client import BaseHost

__all__ = ["Output"]

AnswerT = TypeVar("AnswerT")
"""What functions give that wait: `Any`, or a future."""
Output = Union[str, Mapping[str, Any]]
"""An entry of `observe`: an output, or of a list some rows, as in `{"output", "window"}`."""


class BaseInstance(Listeners, Generic[AnswerT, StateT_co]):
    """A living ViewModel: its state, and callbacks for what happens to it.

    Callbacks run after the whole update has been applied to all instances. Each `on_…` returns a
    function that ends the registration.
    """

    state: StateT_co
    """The outputs by name, as of the last update that was handled. Not to be modified."""

    def __init__(self, host: BaseHost[AnswerT, Any], creation: dict[str, Any]) -> None:
        super().__init__()
        self._host, self.creation = host, creation
        self.id: str = ""
        self.name: str = creation["name"]
        self.revision = 0
        self.closed: str | None = None
        """Why the instance is gone; None while it lives."""

    def __repr__(self) -> str:
        return f"<{self.name} {self.id!r} revision {self.revision}: {self.state!r}>"

    def on_change(self, callback: Callable[[Change[StateT_co]], None]) -> Remove:
        """Calls back after each turn that changed the state."""
        return self.on("change", callback)

    def on_event(self, callback: Callable[[Event], None], name: str | None = None) -> Remove:
        """Calls back for each event, or for those of a name; after the change of its turn."""
        if name is None:
            return self.on("event", callback)
        return self.on("event", lambda event: callback(event) if event.name == name else None)

    def on_dropped(self, callback: Callable[[int], None]) -> Remove:
        """Calls back with the number of events that there was no room for."""
        return self.on("dropped", callback)

    def on_rejected(self, callback: Callable[[Failure], None]) -> Remove:
        """Calls back for each input that failed. Without such a callback it is logged."""
        return self.on("rejected", callback)

    def on_failed(self, callback: Callable[[Failure], None]) -> Remove:
        """Calls back for errors inside the ViewModel. Without such a callback they are logged."""
        return self.on("failed", callback)

    def on_closed(self, callback: Callable[[str], None]) -> Remove:
        """Calls back with the reason when the instance is gone."""
        return self.on("closed", callback)

    def input(self, input: str, /, *arguments: Any, **named: Any) -> None:
        """Sends an input, with its arguments in order or by name. If it fails, see `on_rejected`.

        While the host takes nothing this waits, and raises TimeoutError if that takes too long.
        """
        params = self._params(input, arguments, named)
        self._host._make_room()
        self._host.protocol.notify("viewModel/input", params)

    def call(self, input: str, /, *arguments: Any, **named: Any) -> AnswerT:
        """Sends an input and waits until it has finished: what the method returned.

        RequestFailed if it failed, Cancelled if the instance was disposed meanwhile. Who waits no
        longer, as the host's `timeout` is over, cancels it in the host.
        """
        return self._host._wait(self._call(input, arguments, named))

    def try_input(self, input: str, /, *arguments: Any, **named: Any) -> AnswerT:
        """What an input would do, of which nothing is done: the result of `viewModel/try`."""
        return self._host.request("viewModel/try", self._params(input, arguments, named))

    def observe(self, outputs: Sequence[Output]) -> AnswerT:
        """Chooses anew which outputs are part of the state, and through which windows."""
        self._check_open()
        return self._host._wait(self._host.protocol.observe(self, outputs))

    def move_window(self, output: str, offset: int, limit: int) -> AnswerT:
        """Moves the window on a list, and gives `{total, offset, limit}`; the rows are there."""
        self._check_open()
        place = {"output": output, "offset": offset, "limit": limit}
        return self._host.request("viewModel/window", {"id": self.id, **place})

    def until(
        self, predicate: Callable[[StateT_co], object], timeout: float | None = None
    ) -> AnswerT:
        """Waits for a state, which it gives. Raises TimeoutError or InstanceClosed."""
        return self._host._wait(self._host.protocol.until(self, predicate), timeout)

    def dispose(self) -> AnswerT:
        """Ends the instance. One that is gone already is left alone."""
        request = Request("viewModel/dispose")
        request.end()
        return self._host._wait(request if self.closed else self._host.protocol.dispose(self))

    def closed_error(self) -> InstanceClosed:
        return InstanceClosed(f"the instance {self.id} is closed: {self.closed}")

    def _check_open(self) -> None:
        if self.closed is not None:
            raise self.closed_error()

    def _call(self, input: str, arguments: Any, named: Any) -> Request:
        params = self._params(input, arguments, named)
        self._host._make_room()
        return self._host.protocol.request("viewModel/call", params, itemgetter("value"))

    def _params(self, input: str, arguments: Any, named: Any) -> dict[str, Any]:
        self._check_open()
        if arguments and named:
            raise TypeError("an input takes its arguments in order or by name, not both")
        given = {"arguments": arguments or named} if arguments or named else {}
        return {"id": self.id, "input": input, **given}
