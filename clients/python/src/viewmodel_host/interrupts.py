"""Control-C, put off while bytes and messages change hands."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any, Callable


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
        previous = signal.getsignal(signal.SIGINT)
        if callable(previous):
            signal.signal(signal.SIGINT, self._note)
            self._previous = previous

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        previous = self._previous
        if previous is not None:
            signal.signal(signal.SIGINT, previous)
            if self._interrupted is not None:
                previous(*self._interrupted)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._interrupted = (number, frame)


_MAIN_THREAD = threading.main_thread().ident
