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
DEEP: Any = 0
for _ in range(510):  # with the message, its params and its arguments they are 513
    DEEP = [DEEP]
TOO_MUCH = {"send-deep": DEEP, "send-long": "x" * LIMIT}
"""Arguments with which a line is too deep, or too long, for the host."""


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
        gives = fault.but.get(testee.client.split("-")[0], fault.gives)
        if gives in ("same", "resynced", "stale"):
            if "ok" not in sent:
                raise Failed(f"the input failed: {sent}")
            _goes_on(testee, gives)
            if fault.act == "split":
                _takes_apart(testee)
            if fault.act.startswith("send"):
                _fails_at_the_caller(testee, TOO_MUCH[fault.act])
        else:
            _ends(testee, fault, gives, pid)
        _begins_again(testee)


def _look(testee: Testee, count: int) -> Any:
    """What it shows, which has this count."""
    found = testee.do("look").get("c", {})
    if found.get("state") != {"count": count}:
        raise Failed(f"it shows {found}, not the count {count}")
    return found


def _goes_on(testee: Testee, gives: str) -> None:
    if gives == "stale":
        shown = testee.do("look")["c"]
        shown = testee.do("look")["c"]
        news = testee.take_news()
        told = [one for one in news if one["news"] == "stale"]
        if len(told) != 1 or not shown["stale"] or shown["state"] != {"count": 1}:
            raise Failed(f"it shows {shown}, and has told {news}: not that it is stale, once")
        testee.do("input", key="third", id="c", input="plus")  # and the next update mends it
    testee.do("look")
    shown = _look(testee, 3 if gives == "stale" else 2)
    news = testee.take_news()
    resynced = [one for one in news if one["news"] == "change" and one["resynced"]]
    if len(resynced) != (gives != "same") or shown["stale"]:
        raise Failed(f"it shows {shown}, and has told {news}")
    ended = {one["key"] for one in news if one["news"] == "end" and "error" not in one}
    if "second" not in ended and gives != "stale" and "ends" not in testee.lacks:
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


def _fails_at_the_caller(testee: Testee, argument: Any) -> None:
    """What the host could not read is not sent, and the session goes on."""
    arguments = {"text": argument}
    sent = testee.attempt("input", key="too much", id="c", input="plus", arguments=arguments)
    _look(testee, 2)
    ends = [one for one in testee.take_news() if one["news"] == "end" and one["key"] == "too much"]
    told = [one["error"]["kind"] for one in (sent, *ends) if one.get("error")]
    if {*told} != {"usage"}:
        raise Failed(f"a line that the host cannot read gives {sent!s:.300} and {ends!s:.300}")
    testee.do("input", key="less", id="c", input="plus", arguments={"text": ""})
    _look(testee, 3)


def _ends(testee: Testee, fault: Fault, gives: str, pid: int) -> None:
    error: Any = {}
    for seconds in (1, 60, 60):  # what was sent just before the fault may be answered, or get lost
        error = testee.attempt("request", method="ping", timeout=seconds).get("error", {})
        if error and error["kind"] != "timeout":
            break
    if error.get("kind") != gives or fault.says not in error.get("message", ""):
        raise Failed(f"it gives {error}, not {gives}: {fault.says}")
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


def rows(client: str, only: str | None) -> list[Fault]:
    """Those that a client is to meet."""
    if only is not None:
        return [fault for fault in FAULTS if fault.name == only]
    return [fault for fault in FAULTS if fault.but.get(client) != "nothing"]
