"""The documented shape of each message of the host."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from messages import is_error

Check = Callable[[Any], bool]


def text(value: Any) -> bool:
    return isinstance(value, str)


def natural(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def positive(value: Any) -> bool:
    return natural(value) and value > 0


def anything(value: Any) -> bool:
    return True


def one_of(*values: Any) -> Check:
    return lambda value: value in values


def many(check: Check) -> Check:
    """An array that is not empty."""
    return lambda value: isinstance(value, list) and bool(value) and all(map(check, value))


def members(needed: dict[str, Check], optional: dict[str, Check] | None = None) -> Check:
    """An object with these members, and no others."""
    known = {**needed, **(optional or {})}

    def check(value: Any) -> bool:
        return (
            isinstance(value, dict)
            and needed.keys() <= value.keys() <= known.keys()
            and all(known[name](member) for name, member in value.items())
        )

    return check


CODES = {-32700, -32600, -32601, -32602, -32603, -32800, *range(-32018, -32000)}


def error(value: Any) -> bool:
    """`{code, message, data?}` with a code of the table; where params are wrong it says which."""
    return (
        is_error(value)
        and value.keys() <= {"code", "message", "data"}
        and value["code"] in CODES
        and bool(value["message"])
        and (value["code"] != -32602 or pointer(value.get("data", {}).get("path")))
        and (value["code"] != -32014 or text(value["data"]["service"]))
        and (value["code"] != -32017 or text(value["data"]["reason"]))
        and (value["code"] != -32008 or value["data"] == {"supported": ["1"]})
    )


def pointer(value: Any) -> bool:
    """A JSON Pointer (RFC 6901)."""
    return text(value) and (value == "" or value.startswith("/"))


def operation(value: Any) -> bool:
    path = {"path": pointer}
    shape = {
        "add": members({"op": text, **path, "value": anything}),
        "replace": members({"op": text, **path, "value": anything}),
        "remove": members({"op": text, **path}),
        "move": members({"op": text, **path, "from": pointer}),
    }
    return isinstance(value, dict) and value.get("op") in shape and shape[value["op"]](value)


ENTRY = members(
    {"id": text, "revision": positive},
    {
        "patch": many(operation),
        "events": many(members({"event": text, "value": anything})),
        "droppedEvents": positive,
        "done": many(anything),
    },
)


def entry(value: Any) -> bool:
    return ENTRY(value) and len(value) > 2


OPENED = members({"id": text, "revision": natural, "state": anything, "name": text})

PARAMS: dict[str, Check] = {
    "viewModel/update": members({"updates": many(entry)}),
    "viewModel/rejected": members(
        {"error": error}, {"id": anything, "input": anything, "seq": anything}
    ),
    "viewModel/failed": members({"id": text, "error": error}),
    "viewModel/closed": members({"id": text, "reason": text}),
    "service/call": members(
        {"service": text, "arguments": lambda value: isinstance(value, dict)}, {"id": text}
    ),
    "service/rejected": members({"id": anything, "error": error}, {"service": text}),
    "$/cancelRequest": members({"id": text}),
    "host/restarted": members(
        {"cause": one_of("crash", "executable"), "reason": text, "milliseconds": natural},
        {"file": text, "line": positive, "differs": many(text)},
    ),
    "host/resumed": members(
        {
            "turn": natural,
            "opened": lambda value: value == [] or many(OPENED)(value),
        }
    ),
    "host/log": members({"level": one_of("debug", "info", "warning", "error"), "message": text}),
}

VERSION = {"jsonrpc": one_of("2.0")}


class Misshapen(Exception):
    """A message has not the shape that it should have."""


def check_shape(message: Any) -> None:
    """Raises Misshapen for what the host must not send."""
    if not isinstance(message, dict):
        raise Misshapen("a line is neither an object nor an array")
    method = message.get("method")
    if method is None:
        shape = members({**VERSION, "id": anything, "result": anything})
        failed = members({**VERSION, "id": anything, "error": error})
        fine = shape(message) or failed(message)
        # Nothing of a request is known where the id is null.
        fine = fine and not isinstance(message["id"], (bool, list, dict))
    elif method in PARAMS:
        own: dict[str, Check] = {"id": text} if method == "service/call" else {}
        fine = members({**VERSION, **own, "method": text, "params": PARAMS[method]})(message)
    else:
        fine = False
    if not fine:
        raise Misshapen(f"not as documented: {message}")
