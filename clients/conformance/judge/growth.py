#!/usr/bin/env python3
"""What floods of growing size cost a client: none more than its own size.

Run as a program it is the host that floods.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from judge.faulty_host import FaultyHost
from judge.testee import Failed, Testee

SIZES = (1_000, 10_000, 100_000)
TICK = os.sysconf("SC_CLK_TCK")


class FloodingHost(FaultyHost):
    """Writes as much as the argument `count` of its input `pour` says, of the kind `kind`."""

    line_bytes = 1 << 24

    def count(self, params: dict[str, Any], more: dict[str, Any]) -> None:
        if params["input"] == "pour":
            self.pour(params, more)
        else:
            super().count(params, more)

    def pour(self, params: dict[str, Any], more: dict[str, Any]) -> None:
        kind, count = params["arguments"]["kind"], params["arguments"]["count"]
        if kind == "updates":
            for _ in range(count):
                super().count({**params, "input": "plus"}, {})
        elif kind == "events":
            events = [{"event": "tick", "value": number} for number in range(count)]
            super().count({**params, "input": "plus"}, {"events": events, **more})
        else:
            known = self.counts[params["id"]]
            known["revision"] += 1
            first = {"op": "add", "path": "/items", "value": []}
            rest = [{"op": "add", "path": "/items/0", "value": number} for number in range(count)]
            entry = {"id": params["id"], "revision": known["revision"], "patch": [first, *rest]}
            updates = {"updates": [{**entry, **more}]}
            self.write({"jsonrpc": "2.0", "method": "viewModel/update", "params": updates})


def growth(testee: Testee, most: int) -> Iterator[str]:
    """A table: for each kind of flood the microseconds of processor time for one of so many."""
    sizes = [size for size in SIZES if size <= most]
    yield f"{testee.client:12}" + "".join(f"{size:>10,}" for size in sizes)
    for kind in ("updates", "events", "inserts", "instances"):
        row = f"{kind:12}"
        for size in sizes:
            testee.do("start", command=[sys.executable, "-S", __file__])
            testee.do("create", name="counter", id="c")
            before = _processor_time(testee.process.pid)
            _flood(testee, kind, size)
            row += f"{(_processor_time(testee.process.pid) - before) / size * 1e6:10.1f}"
            testee.do("stop")
            testee.take_news()
        yield row


def _flood(testee: Testee, kind: str, size: int) -> None:
    if kind == "instances":
        for number in range(size):
            testee.do("create", name="counter", id=f"c{number}")
        return
    testee.take_news()
    arguments = {"kind": kind, "count": size}
    testee.do("input", key="pour", id="c", input="pour", arguments=arguments)
    state = testee.do("look")["c"]["state"]
    news = testee.take_news()
    reported = sum(one.get("count", 1) for one in news if one["news"] in ("event", "dropped"))
    if (kind == "updates" and state["count"] != size) or (kind == "events" and reported != size):
        raise Failed(f"{size} {kind} were not all reported: {reported}, {state!s:.100}")
    if kind == "inserts" and state["items"] != list(range(size))[::-1]:
        raise Failed("the items are not those that were inserted")


def _processor_time(pid: int) -> float:
    """The seconds that a process and what it has waited for have taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return sum(map(int, fields[11:15])) / TICK


if __name__ == "__main__":
    FloodingHost(None).run()
