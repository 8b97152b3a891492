"""Handles of what was sent and has not ended yet, in the synchronous face."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from .pump import Pump
from .reply import Reply
from .timeouts import USUAL, Timeout

T = TypeVar("T")


class Ticket(Generic[T]):
    """Something that was sent, and ends once. It may be thrown away."""

    def __init__(self, pump: Pump, reply: Reply[T]) -> None:
        self._pump = pump
        self._reply = reply

    def __repr__(self) -> str:
        error = self._reply.error
        failed = "done" if error is None else f"failed: {error}"
        state = failed if self.done else "pending"
        return f"<{type(self).__name__} {self._reply.label}: {state}>"

    @property
    def done(self) -> bool:
        """Whether its end has been taken in."""
        return self._reply.done

    def wait(self, timeout: Timeout = USUAL) -> T:
        """Waits for the end: the value, or raises the error. Raises TimeoutError after a time."""
        with self._pump.alone():
            return self._pump.ask(self._reply, timeout)


class Call(Ticket[Any]):
    """A call that runs."""

    def cancel(self) -> None:
        """Asks the host to cancel it. `wait` then raises Cancelled, unless it had finished."""
        with self._pump.alone():
            self._pump.session.cancel(self._reply)
            self._pump.flush()
