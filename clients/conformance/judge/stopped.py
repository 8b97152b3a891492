"""A host that stands still: each input is either handled later, or reported as failed."""

from __future__ import annotations

import os
import signal
import sys
import tempfile

from .fault_tests import HOST
from .testee import Failed, Testee

INPUTS = 60
LONG = "x" * 50_000
"""An argument; so many of them are more than a pipe holds."""


def stopped(testee: Testee) -> None:
    """Raises Failed."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-S", str(HOST), "none", os.path.join(folder, "starts")]
        pid = testee.do("start", command=command)["pid"]
        testee.do("create", name="counter", id="c")
        testee.do("look")
        os.kill(pid, signal.SIGSTOP)
        try:
            accepted = _send(testee)
            answer = testee.attempt("request", method="ping", timeout=1)
            if answer.get("error", {}).get("kind") != "timeout":
                raise Failed(f"a ping that is not answered gives {answer}")
        finally:
            os.kill(pid, signal.SIGCONT)
        found = testee.do("look")["c"]["state"]
        ended = {
            one["key"] for one in testee.take_news() if one["news"] == "end" and "error" not in one
        }
        if found != {"count": len(accepted)}:
            raise Failed(
                f"{len(accepted)} inputs were not reported as failed, and {found} were handled"
            )
        if ended != accepted and "ends" not in testee.lacks:
            raise Failed(f"ended have {sorted(ended)}, not {sorted(accepted)}")
        testee.do("stop")


def _send(testee: Testee) -> set[str]:
    """The keys of the inputs that were not reported as failed."""
    accepted = set()
    for number in range(INPUTS):
        arguments = {"text": LONG}
        answer = testee.attempt(
            "input", key=str(number), id="c", input="plus", arguments=arguments, timeout=0.2
        )
        if "ok" in answer:
            accepted.add(str(number))
        elif answer["error"]["kind"] != "timeout":
            raise Failed(f"an input that cannot be sent gives {answer}")
    failed = {one["key"] for one in testee.take_news() if one["news"] == "end" and "error" in one}
    return accepted - failed
