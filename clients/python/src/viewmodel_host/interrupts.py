"""Control-C, put off while bytes and messages change hands."""

from __future__ import annotations

import threading
from signal import SIGINT
from types import FrameType, TracebackType
from typing import Any, Callable

try:  # what `signal` wraps in conversions to enums, which cost more than all else that a line does
    from _signal import getsignal, signal  # type: ignore[import-not-found]
except ImportError:
    from signal import getsignal, signal


class Uninterrupted:
    """A `with` block that a KeyboardInterrupt does not cut in two: it comes right after it.

    So no message is taken from the pipe and then forgotten, and none is written twice. A program's
    own handler of SIGINT waits in the same way. In other threads Python raises none.
    """

    def __init__(self) -> None:
        self._previous: Callable[[int, FrameType | None], Any] | None = None
        self._interrupted: tuple[int, FrameType | None] | None = None

    def __enter__(self) -> None:
        if threading.get_ident() != _MAIN_THREAD:
            return
        previous = getsignal(_NUMBER)
        if callable(previous):
            signal(_NUMBER, self._note)
            self._previous = previous

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        previous = self._previous
        if previous is not None:
            signal(_NUMBER, previous)
            if self._interrupted is not None:
                previous(*self._interrupted)

    def call(self, function: Callable[[], None]) -> None:
        """Calls a function like such a block, for what is called with each line: it costs less."""
        previous = getsignal(_NUMBER) if threading.get_ident() == _MAIN_THREAD else None
        if not callable(previous):
            return function()
        self._interrupted = None
        signal(_NUMBER, self._note)
        try:
            function()
        finally:
            signal(_NUMBER, previous)
            if self._interrupted is not None:
                previous(*self._interrupted)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._interrupted = (number, frame)


_NUMBER = int(SIGINT)
_MAIN_THREAD = threading.main_thread().ident
