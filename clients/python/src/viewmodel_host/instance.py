"""An instance in the synchronous face."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, Callable, cast

from .errors import HostError
from .handlers import refuse_coroutines
from .instance_base import InstanceBase
from .mirror import Mirror
from .model import Snapshot, StateT_co, Trial
from .pump import Pump
from .ticket import Call, Ticket
from .timeouts import USUAL, Timeout
from .windows import Output, WindowPlace


class Instance(InstanceBase[Ticket[None], StateT_co]):
    """An instance in a `Host`. As a context manager it disposes itself at the end."""

    def __init__(self, pump: Pump, mirror: Mirror) -> None:
        super().__init__(mirror, pump.session)
        self._pump = pump

    def input(self, input: str, /, *arguments: Any, **named: Any) -> Ticket[None]:
        """Sends an input, with its arguments in order or by name, and does not wait for its end.

        The ticket waits, if you ask it to: for the end of the input; or it raises InputRejected.
        While the pipe is full, this waits: TimeoutError after the host's `timeout`, and then
        nothing was sent.
        """
        self._check_open()
        with self._pump.alone():
            session = self._pump.session
            reply = self._pump.send(lambda: session.input(self.id, input, (arguments, named)))
            return Ticket(self._pump, reply)

    def call(self, input: str, /, *arguments: Any, **named: Any) -> Any:
        """Sends an input and waits until it has finished: what the method returned.

        Raises RequestFailed if it failed, Cancelled if the instance was disposed meanwhile, and
        TimeoutError after the host's `timeout`: for another, there is `start(…).wait(timeout)`.
        """
        return self.start(input, *arguments, **named).wait()

    def start(self, input: str, /, *arguments: Any, **named: Any) -> Call:
        """Like `call`, but does not wait: the `Call` does, and can be cancelled."""
        self._check_open()
        with self._pump.alone():
            session = self._pump.session
            reply = self._pump.send(lambda: session.call(self.id, input, (arguments, named)))
            return Call(self._pump, reply)

    def observe(self, outputs: Sequence[Output], *, timeout: Timeout = USUAL) -> None:
        """Chooses anew which outputs are part of the state, and through which windows."""
        self._check_open()
        with self._pump.alone():
            self._pump.ask(self._pump.session.observe(self.id, outputs), timeout)

    def move_window(
        self, output: str, offset: int, limit: int, *, timeout: Timeout = USUAL
    ) -> WindowPlace:
        """Moves the window on a list: where it stands then. The state has its rows by then."""
        self._check_open()
        with self._pump.alone():
            reply = self._pump.session.move_window(self.id, output, offset, limit)
            return self._pump.ask(reply, timeout)

    def try_input(self, input: str, /, *arguments: Any, **named: Any) -> Trial:
        """What an input would do; nothing of it is done.

        Raises RequestFailed if that cannot be said: with `ErrorCode.BUSY` it may be asked again.
        """
        self._check_open()
        with self._pump.alone():
            reply = self._pump.session.try_input(self.id, input, (arguments, named))
            return self._pump.ask(reply)

    def snapshot(self, *, timeout: Timeout = USUAL) -> Snapshot[StateT_co]:
        """Fetches the whole state from the host."""
        self._check_open()
        with self._pump.alone():
            snapshot = self._pump.ask(self._session.snapshot(self.id), timeout)
            return cast("Snapshot[StateT_co]", snapshot)

    def wait_until(
        self, predicate: Callable[[StateT_co], object], timeout: Timeout = USUAL
    ) -> StateT_co:
        """Waits for a state, which it returns. Raises TimeoutError or InstanceClosed."""

        refuse_coroutines(predicate, "a predicate")
        mirror: Any = self._mirror

        def holds() -> bool:
            if predicate(mirror.state):
                return True
            self._check_open()
            return False

        self._pump.wait(holds, timeout)
        return self.state

    def _input_names(self) -> list[str] | None:
        """Asks the host, once. What arrives meanwhile calls back later."""
        with suppress(HostError, RuntimeError, TimeoutError), self._pump.in_silence():
            if super()._input_names() is None:
                self._pump.ask(self._session.describe(self.name), 2)
        return super()._input_names()

    def dispose(self, *, timeout: Timeout = USUAL) -> None:
        """Ends the instance. One that is gone already is left alone."""
        if self.closed is None:
            with self._pump.alone():
                self._pump.ask(self._pump.session.dispose(self.id), timeout)

    def __enter__(self) -> Instance[StateT_co]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pump.session.error is not None or self.closed is not None:
            return
        if error is None:
            self.dispose()
        else:  # waiting calls back, and a callback's own error would hide this one
            with self._pump.alone():
                self._pump.session.dispose(self.id)
                self._pump.flush()
