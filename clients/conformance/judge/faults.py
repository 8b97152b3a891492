"""One table that says what each fault of a host gives, in every client; and the host that has them.

`faulty_host.py NAME` is a counter that does what the row NAME says when it gets the input `fault`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

LIMIT = 100_000
"""The line limit that the faulty host names, in bytes."""
SHOWN = 80
"""How many characters of a line that breaks the protocol the error shows."""


@dataclass(frozen=True)
class Fault:
    """A row: what the host does, and what the client makes of it."""

    name: str
    lines: tuple[str | dict[str, Any], ...] = ()
    """What is written before the update of the input: messages, or lines as they are."""
    act: str = ""
    """What else is done: see `faulty_host.py`, and `fault_tests.py` for what the client does."""
    gives: str = "same"
    """`same`: as without the fault.
    Else the kind of the error with which what was asked for ends: the host is gone then."""
    says: str = ""
    """What stands in the error, in every client alike."""


def compact(message: Any) -> str:
    """A message as the faulty host writes it."""
    return json.dumps(message, separators=(",", ":"))


def notification(method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": method, "params": params}


def update(**entry: Any) -> dict[str, Any]:
    return notification("viewModel/update", updates=[{"id": "c", **entry}])


def harmless(name: str, *lines: Any) -> Fault:
    return Fault(name, lines)


def protocol(name: str, line: Any) -> Fault:
    """A line that breaks the protocol: the error shows how it begins."""
    shown = line if isinstance(line, str) else compact(line)
    return Fault(name, (line,), gives="protocol", says=shown[:SHOWN])


def died(name: str, act: str, says: str) -> Fault:
    return Fault(name, act=act, gives="died", says=says)


COUNT = {"op": "replace", "path": "/count", "value": 7}
NO_PATH = {"op": "replace", "path": "/no/such", "value": 1}

FAULTS = [
    harmless("empty-lines", "", "\r"),
    harmless("unknown-notification", notification("host/unheardOf", a=1)),
    harmless(
        "unknown-members", {**notification("host/log", level="info", message="m", b=2), "a": 1}
    ),
    harmless(
        "unknown-instance", notification("viewModel/update", updates=[{"id": "x", "revision": 9}])
    ),
    harmless(
        "unknown-service",
        {
            "jsonrpc": "2.0",
            "id": "service-1",
            "method": "service/call",
            "params": {"service": "no", "arguments": {}},
        },
    ),
    harmless("unknown-request", {"jsonrpc": "2.0", "id": "host-1", "method": "host/unheardOf"}),
    harmless("unknown-cancellation", notification("$/cancelRequest", id="service-9")),
    Fault("split-array", act="split"),
    harmless("long-line", notification("host/unheardOf", text="x" * (LIMIT - 100))),
    Fault("long-argument", act="send-long"),
    Fault("bytes", act="drip"),
    Fault("noise", act="noise"),
    protocol("no-json", "{this is not JSON"),
    protocol("unknown-answer", {"jsonrpc": "2.0", "id": 4711, "result": {}}),
    protocol("update-without-revision", update(patch=[COUNT])),
    protocol("gap", update(revision=3, patch=[COUNT])),
    protocol("bad-path", update(revision=2, patch=[NO_PATH])),
    died("killed", "kill", "the host ended by SIGKILL"),
    died("half-line-killed", "half kill", "the host ended by SIGKILL"),
    died("exit", "exit 3", "the host ended (exit status 3): last words"),
    died("exit-well", "exit 0", "the host ended (exit status 0)"),
    died("half-line-exit", "half exit 0", "the host ended (exit status 0)"),
    died("closes-output", "mute", "the host"),
]
