"""Has a testee meet each row of the table in faults.py."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from .faults import FAULTS, LIMIT, Fault
from .processes import gone
from .testee import Failed, Testee

HOST = Path(__file__).with_name("faulty_host.py")
LINE_TOO_LONG = -32009


def meet(testee: Testee, fault: Fault) -> None:
    """Raises Failed. Afterwards the testee's host is closed."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-S", str(HOST), fault.name, os.path.join(folder, "starts")]
        pid = testee.do("start", command=command)["pid"]
        testee.do("create", name="counter", id="c")
        testee.do("input", key="first", id="c", input="plus")
        _look(testee, 1)
        testee.take_news()
        sent = testee.attempt("input", key="second", id="c", input="fault")
        if fault.gives == "same":
            if "ok" not in sent:
                raise Failed(f"the input failed: {sent}")
            _continues(testee)
            if fault.act == "split":
                _takes_apart(testee)
            if fault.act == "send-long":
                _is_refused(testee)
        else:
            _ends(testee, fault, pid)
        _begins_again(testee)


def _look(testee: Testee, count: int) -> Any:
    """What it shows, which has this count."""
    found = testee.do("look").get("c", {})
    if found.get("state") != {"count": count}:
        raise Failed(f"it shows {found}, not the count {count}")
    return found


def _continues(testee: Testee) -> None:
    testee.do("look")
    shown = _look(testee, 2)
    news = testee.take_news()
    if any(one["news"] == "change" and one["resynced"] for one in news):
        raise Failed(f"it shows {shown}, and has reported {news}")
    ended = {one["key"] for one in news if one["news"] == "end" and "error" not in one}
    if "second" not in ended and "ends" not in testee.lacks:
        raise Failed(f"the input has not ended, but {news}")


def _takes_apart(testee: Testee) -> None:
    """An array whose answers come in several, and in another order."""
    keys = ("one", "two", "three", "four")
    calls = [{"do": "call", "key": key, "id": "c", "input": "plus"} for key in keys]
    testee.do("batch", commands=calls)
    _look(testee, 6)
    news = testee.take_news()
    ended = [one["key"] for one in news if one["news"] == "end" and one.get("error") is None]
    if sorted(ended) != sorted(keys):
        raise Failed(f"not all calls of an array have ended once, but {news}")


def _is_refused(testee: Testee) -> None:
    """A line that the host does not read is reported as rejected, and the session continues."""
    arguments = {"text": "x" * LIMIT}
    testee.do("input", key="too much", id="c", input="plus", arguments=arguments)
    _look(testee, 2)
    codes = [one["code"] for one in testee.take_news() if one["news"] == "rejected"]
    if codes != [LINE_TOO_LONG]:
        raise Failed(f"a line that the host does not read gives the rejections {codes}")
    testee.do("input", key="less", id="c", input="plus", arguments={"text": ""})
    _look(testee, 3)


def _ends(testee: Testee, fault: Fault, pid: int) -> None:
    error: Any = {}
    for seconds in (1, 60, 60):  # what was sent just before the fault may be answered, or get lost
        error = testee.attempt("request", method="ping", timeout=seconds).get("error", {})
        if error and error["kind"] != "timeout":
            break
    if error.get("kind") != fault.gives or fault.says not in error.get("message", ""):
        raise Failed(f"it gives {error}, not {fault.gives}: {fault.says}")
    gone(pid)
    found = testee.do("look").get("c", {})
    if found.get("state") not in ({"count": 1}, {"count": 2}):
        raise Failed(f"it shows {found} afterwards")
    ends = [one for one in testee.take_news() if one["news"] == "end" and one["key"] == "second"]
    if "ends" not in testee.lacks and len(ends) != 1:
        raise Failed(f"the input has ended {len(ends)} times: {ends}")


def _begins_again(testee: Testee) -> None:
    testee.do("restart")
    testee.take_news()
    testee.do("input", key="again", id="c", input="plus")
    testee.do("look")
    _look(testee, 1)
    testee.do("stop")
    testee.take_news()


def rows(only: str | None) -> list[Fault]:
    """Those of a name, or all."""
    return [fault for fault in FAULTS if only in (None, fault.name)]
