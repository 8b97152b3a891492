"""Reads a transcript, and says whether a client sent what stands in it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

CLIENT, HOST = "-->", "<--"
OWN_WORDS = (-32800, -32601)
"""The codes of answers that every client words on its own."""


@dataclass
class Line:
    """A line of a transcript, and who wrote it. `message` is None where it is not JSON."""

    number: int
    mark: str
    text: str
    message: Any


def read_transcript(path: str) -> list[Line]:
    """The lines of a file without its comments. Raises ValueError for what is neither."""
    lines = []
    with open(path, encoding="utf-8", newline="\n") as file:
        for number, line in enumerate(file.read().split("\n"), 1):
            mark, text = line[:3], line[4:]
            if mark in (CLIENT, HOST) and line[3:4] in ("", " "):
                lines.append(Line(number, mark, text, parsed(text)))
            elif line and not line.startswith("#"):
                raise ValueError(f"{path}:{number}: neither a message nor a comment: {line:.200}")
    return lines


def parsed(text: str) -> Any:
    """The JSON value of a line, or None where it is not JSON (or nested too deep for Python)."""
    try:
        return json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError):
        return None


def refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


def written(message: Any) -> str:
    """The line of a message."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def parts(message: Any) -> list[Any]:
    """The messages of a line: those of a batch, or the only one."""
    return message if isinstance(message, list) else [message]


def method(message: Any) -> Any:
    """The method of a request or notification; None for everything else."""
    return message.get("method") if isinstance(message, dict) else None


def params(message: Any) -> dict[str, Any]:
    """The named params of a message; empty where it has none."""
    found = message.get("params") if isinstance(message, dict) else None
    return found if isinstance(found, dict) else {}


def is_response(message: Any) -> bool:
    """It answers a request."""
    return isinstance(message, dict) and "method" not in message and "id" in message


def key(id: Any) -> str:
    """What makes ids the same: of numbers the value, as an integer of 64 bits or a double."""
    if isinstance(id, int) and not -(2**63) <= id < 2**63:
        id = float(id)
    return repr(id)


def fits(wanted: Any, sent: Any) -> bool:
    """Whether a client sent what the transcript has, but for what is its own to choose.

    That is: the ids of its requests, `seq`, the order of members, how it leaves arguments out, what
    `initialize` says (but for the services), and the wording of the answers in `OWN_WORDS`.
    """
    if isinstance(wanted, list) or isinstance(sent, list):
        return (
            isinstance(wanted, list)
            and isinstance(sent, list)
            and len(wanted) == len(sent)
            and all(map(fits, wanted, sent))
        )
    if not isinstance(wanted, dict) or not isinstance(sent, dict):
        return same(wanted, sent)
    if method(wanted) == method(sent) == "initialize":
        return "id" in sent and services(wanted) <= services(sent)
    if ("id" in wanted) != ("id" in sent):
        return False
    if is_response(wanted) and not same(wanted["id"], sent["id"]):
        return False
    return same(essence(wanted), essence(sent))


def services(message: Any) -> set[str]:
    """The services that an `initialize` offers."""
    capabilities = params(message).get("capabilities")
    named = capabilities.get("services") if isinstance(capabilities, dict) else None
    return {name for name in named if isinstance(name, str)} if isinstance(named, list) else set()


def essence(message: dict[str, Any]) -> dict[str, Any]:
    """What of a message is compared."""
    kept = {key: value for key, value in message.items() if key not in ("id", "params", "error")}
    if method(message) == "$/cancelRequest":  # what it names is mapped, and looked at there
        return kept
    if isinstance(message.get("error"), dict):
        error = {key: value for key, value in message["error"].items() if value is not None}
        own = error.get("code") in OWN_WORDS
        kept["error"] = {"code": error.get("code")} if own else error
    given = message.get("params")
    if isinstance(given, dict):
        given = {key: value for key, value in given.items() if not is_left_out(key, value)}
    if given not in (None, {}, []):
        kept["params"] = given
    return kept


def is_left_out(key: str, value: Any) -> bool:
    """A member of params that says no more than its absence."""
    if key in ("arguments", "parameters", "uses"):
        return value in (None, {}, [])
    return key == "seq" or value is None


def same(one: Any, other: Any) -> bool:
    """Equal as JSON: 1 is 1.0, but not true; an empty object is no empty array."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)
