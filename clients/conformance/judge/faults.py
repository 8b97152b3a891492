"""One table that says what each fault of a host gives, in every client; and the host that has them.

`faulty_host.py NAME` is a counter that does what the row NAME says when it gets the input `fault`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

LIMIT = 100_000
"""The line limit that the faulty host names, in bytes."""


@dataclass(frozen=True)
class Fault:
    """A row: what the host does, and what the client makes of it."""

    name: str
    lines: tuple[str | bytes | dict[str, Any], ...] = ()
    """What is written before the update of the input: messages, or lines as they are."""
    act: str = ""
    """What else is done: see `faulty_host.py`, and `fault_tests.py` for what the client does."""
    gives: str = "same"
    """`same`: as without the fault. `resynced`: a change that is so. `stale`: it is told as stale.
    Else the kind of the error with which what was asked for ends: the host is gone then."""
    says: str = ""
    """What stands in the error, in every client alike."""
    but: dict[str, str] = field(default_factory=dict)
    """Clients that give something else, as their README says; `nothing`: the row is left out."""


def notification(method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": method, "params": params}


def update(**entry: Any) -> dict[str, Any]:
    return notification("viewModel/update", updates=[{"id": "c", **entry}])


def protocol(name: str, *lines: Any, says: str = "", **but: str) -> Fault:
    return Fault(name, lines, gives="protocol", says=says, but=but)


def harmless(name: str, *lines: Any) -> Fault:
    return Fault(name, lines)


def resynced(name: str, **entry: Any) -> Fault:
    return Fault(name, (update(**entry),), gives="resynced")


COUNT = {"op": "replace", "path": "/count", "value": 7}

FAULTS = [
    harmless("empty-lines", "", "\r", " "),
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
    harmless(
        "service-without-params", {"jsonrpc": "2.0", "id": "service-1", "method": "service/call"}
    ),
    harmless("unknown-request", {"jsonrpc": "2.0", "id": "host-1", "method": "host/unheardOf"}),
    harmless("unknown-cancellation", notification("$/cancelRequest", id="service-9")),
    harmless("empty-batch", []),
    Fault("split-array", act="split"),
    Fault("deep-argument", act="send-deep", but={"shell": "nothing"}),
    Fault("long-argument", act="send-long", but={"shell": "nothing"}),
    Fault("bytes", act="drip"),
    Fault("noise", act="noise"),
    protocol("no-json", "{this is not JSON", says="a line that is not JSON"),
    protocol("half-json", '{"jsonrpc":"2.0","method":"host/log"', says="a line that is not JSON"),
    protocol("nul", '{"jsonrpc":"2.0",\x00}', says="a line that is not JSON"),
    protocol(
        "nan",
        '{"jsonrpc":"2.0","method":"host/log","params":{"level":"info","message":"m","n":NaN}}',
        says="a line that is not JSON",
    ),
    protocol(
        "infinity",
        '{"jsonrpc":"2.0","method":"host/log","params":{"n":-Infinity}}',
        says="a line that is not JSON",
    ),
    protocol(
        "overflow",
        '{"jsonrpc":"2.0","method":"host/log","params":{"level":"info","message":"m","n":1e400}}',
        says="a line that is not JSON",
    ),
    protocol(
        "lone-surrogate",
        '{"jsonrpc":"2.0","method":"host/log","params":{"level":"info","message":"\\ud800"}}',
        says="a line that is not JSON",
    ),
    protocol(
        "invalid-utf8",
        b'{"jsonrpc":"2.0","method":"host/log","params":{"level":"info","message":"\xff"}}',
        says="a line that is not JSON",
        shell="same",
    ),
    protocol("scalar", "5", says="no message"),
    protocol("nothing", {}, says="neither a request nor an answer"),
    protocol(
        "answer-without-id",
        {"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "m"}},
        says="the host could not read a line of this client: m",
        shell="same",
    ),
    protocol(
        "unknown-answer",
        {"jsonrpc": "2.0", "id": 4711, "result": {}},
        says="an answer to 4711, which was not asked",
    ),
    protocol(
        "unknown-answer-text",
        {"jsonrpc": "2.0", "id": "x-1", "result": {}},
        says='an answer to "x-1", which was not asked',
    ),
    protocol(
        "boolean-answer",
        {"jsonrpc": "2.0", "id": True, "result": {}},
        says="an answer to true, which was not asked",
    ),
    protocol("update-without-revision", update(patch=[COUNT]), says="viewModel/update"),
    protocol(
        "update-without-id",
        notification("viewModel/update", updates=[{"revision": 2}]),
        says="viewModel/update",
    ),
    protocol("update-without-updates", notification("viewModel/update"), says="viewModel/update"),
    protocol("patch-is-no-array", update(revision=2, patch={}), says="viewModel/update"),
    Fault(
        "endless-line",
        act="endless",
        gives="protocol",
        says=f"a line of more than {LIMIT} bytes, the limit that initialize named",
    ),
    Fault(
        "long-line",
        act="long",
        gives="protocol",
        says=f"a line of more than {LIMIT} bytes, the limit that initialize named",
    ),
    resynced("gap", revision=3, patch=[COUNT]),
    resynced("old-revision", revision=0, patch=[COUNT]),
    resynced("bad-path", revision=2, patch=[{"op": "replace", "path": "/no/such", "value": 1}]),
    resynced("bad-operation", revision=2, patch=[{"op": "explode", "path": "/count"}]),
    resynced("bad-operand", revision=2, patch=[{"op": "add", "path": "/count"}]),
    resynced("no-operation", revision=2, patch=[5]),
    resynced("array-for-state", revision=2, patch=[{"op": "replace", "path": "", "value": [1]}]),
    resynced("no-state", revision=2, patch=[{"op": "remove", "path": ""}]),
    Fault("gap-for-good", (update(revision=3, patch=[COUNT]),), act="refuse", gives="stale"),
    Fault("killed", act="kill", gives="died", says="the host ended by SIGKILL"),
    Fault("half-line-killed", act="half kill", gives="died", says="the host ended by SIGKILL"),
    Fault("exit", act="exit 3", gives="died", says="the host ended (exit status 3): last words"),
    Fault("exit-well", act="exit 0", gives="died", says="the host ended (exit status 0)"),
    Fault("half-line-exit", act="half exit 0", gives="died", says="the host ended (exit status 0)"),
    Fault("closes-output", act="mute", gives="died", says="the host"),
    Fault("closes-input", act="deaf", gives="died", says="the host", but={"shell": "nothing"}),
]
