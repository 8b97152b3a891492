"""Control-C, put off while bytes and messages change hands."""

from __future__ import annotations

import threading
from signal import SIGINT
from types import FrameType
from typing import Callable, TypeVar

try:  # what `signal` wraps in conversions to enums, which cost more than all else that a line does
    from _signal import getsignal, signal  # type: ignore[import-not-found]
except ImportError:
    from signal import getsignal, signal


T = TypeVar("T")


def uninterrupted(function: Callable[[], T]) -> T:
    """Calls a function that a KeyboardInterrupt does not cut in two: it comes right after it.

    So no message is taken from the pipe and then forgotten, and none is written twice. A program's
    own handler of SIGINT waits in the same way. In other threads Python raises none.
    """
    previous = getsignal(_NUMBER) if threading.get_ident() == _MAIN_THREAD else None
    if not callable(previous):
        return function()
    interrupts: list[tuple[int, FrameType | None]] = []
    signal(_NUMBER, lambda number, frame: interrupts.append((number, frame)))
    try:
        return function()
    finally:
        signal(_NUMBER, previous)
        if interrupts:
            previous(*interrupts[-1])


_NUMBER = int(SIGINT)
_MAIN_THREAD = threading.main_thread().ident
