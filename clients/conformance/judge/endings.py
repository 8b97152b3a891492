"""What is left of a frontend and its host after each way of ending: nothing."""

from __future__ import annotations

import os
import signal
from typing import Callable

from .processes import children, gone, nothing_is_left
from .testee import Failed, Testee

WAYS: dict[str, int | None] = {
    "end": None,
    "exit": None,
    "TERM": signal.SIGTERM,
    "INT": signal.SIGINT,
    "HUP": signal.SIGHUP,
    "KILL": signal.SIGKILL,
}
"""`end`: its input ends, and with it the program. `exit`: it ends itself. The others: signals."""


def endings(make: Callable[[], Testee], host: list[str], state: str, seconds: float) -> int:
    """Ends a testee in each way with a host that is idle, busy for ever, or stopped: how many."""
    before = set(children())
    for way, number in WAYS.items():
        testee = make()
        pid = testee.do("start", command=host)["pid"]
        try:
            if state == "busy":
                testee.do("create", name="example.stuck", id="s")
                testee.attempt("input", key="stuck", id="s", input="hang")
            elif state == "stopped":
                os.kill(pid, signal.SIGSTOP)
            if way == "exit":
                testee.send("exit")
            testee.end(number)
            gone(pid, seconds)
            nothing_is_left(before, seconds)
        except Failed as error:
            raise Failed(f"{way}: {error}") from None
    return len(WAYS)
