"""What the model expects of the host: patterns of its lines."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Union

Pattern = Any
"""JSON, with a predicate wherever more than one value is right."""


@dataclass
class Entry:
    """One instance in an update."""

    id: str
    revision: int
    state: Any
    """As it is after the patch."""
    events: list[Pattern]
    done: list[Any]


@dataclass
class Turn:
    """What the host says in one turn, in this order; what is in `block` in any."""

    disposed: list[Entry] = field(default_factory=list)
    """In any order, and before the others."""
    entries: list[Entry] = field(default_factory=list)
    block: list[Pattern] = field(default_factory=list)
    """Notifications, and responses that are lines of their own."""
    array: list[Pattern] = field(default_factory=list)
    """The responses to the messages of an array, which are one line."""
    late: list[Entry] = field(default_factory=list)
    late_block: list[Pattern] = field(default_factory=list)
    """What is published of instances that the answers announce: an update, and what failed."""
    calls: list[Pattern] = field(default_factory=list)
    logs: list[str] = field(default_factory=list)
    """What lines for people must name."""

    def __bool__(self) -> bool:
        return any(vars(self).values())


def fits(pattern: Pattern, value: Any) -> bool:
    """Whether the value is as the pattern wants it. 1 is 1.0, but not true."""
    if callable(pattern):
        try:
            return bool(pattern(value))
        except (AttributeError, KeyError, TypeError):
            return False
    if isinstance(pattern, dict):
        return (
            isinstance(value, dict)
            and pattern.keys() == value.keys()
            and all(fits(pattern[key], value[key]) for key in pattern)
        )
    if isinstance(pattern, list):
        return (
            isinstance(value, list)
            and len(pattern) == len(value)
            and all(map(fits, pattern, value))
        )
    return isinstance(pattern, bool) == isinstance(value, bool) and bool(pattern == value)


Code = Union[int, tuple[int, int]]
"""That of an error; or two, where a message has two faults and either may be found first."""


def error(code: Code) -> Callable[[Any], bool]:
    """An error with that code."""
    codes = code if isinstance(code, tuple) else (code,)

    def is_error(value: Any) -> bool:
        return isinstance(value, dict) and any(fits(one, value.get("code")) for one in codes)

    is_error.__name__ = f"error {' or '.join(map(str, codes))}"
    return is_error


def notification(method: str, params: Pattern) -> Pattern:
    return {"jsonrpc": "2.0", "method": method, "params": params}


def result(id: Any, value: Pattern) -> Pattern:
    return {"jsonrpc": "2.0", "id": id, "result": value}


def failure(id: Any, code: Code) -> Pattern:
    return {"jsonrpc": "2.0", "id": id, "error": error(code)}


def shown(pattern: Pattern) -> str:
    """A pattern as text, for people."""
    return json.dumps(pattern, ensure_ascii=False, default=lambda it: f"<{it.__name__}>")
