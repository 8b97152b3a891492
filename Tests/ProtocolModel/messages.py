"""Which message a piece of JSON is (JSON-RPC 2.0, sections 4 to 6)."""

from __future__ import annotations

import enum
import json
from dataclasses import dataclass
from typing import Any


class Kind(enum.Enum):
    REQUEST = "request"
    NOTIFICATION = "notification"
    RESULT = "result"
    ERROR = "error"
    BAD_RESPONSE = "response that is none"
    INVALID = "invalid"


@dataclass
class Message:
    kind: Kind
    id: Any = None
    method: str = ""
    params: Any = None
    value: Any = None
    """The result or the error of a response."""

    @property
    def has_wrong_params(self) -> bool:
        """They are not named. None at all may be null or empty."""
        return not (isinstance(self.params, dict) or self.params in (None, []))

    @property
    def named(self) -> dict[str, Any]:
        """The params by name; empty where they are something else. Null stands for none."""
        return without_nulls(self.params) if isinstance(self.params, dict) else {}


def without_nulls(members: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


class NotJSON(Exception):
    """A line is no JSON text."""


class Refused(Exception):
    """A message is answered with an error."""

    def __init__(self, code: int) -> None:
        self.code = code


def parse(line: str) -> Message | list[Message]:
    """The message of a line, or those of an array."""
    try:
        value = json.loads(line, parse_constant=refuse)
    except ValueError:
        raise NotJSON from None
    if isinstance(value, list) and value:
        return [message(part) for part in value]
    return message(value)


def refuse(constant: str) -> None:
    raise ValueError(constant)


def message(value: Any) -> Message:
    if not isinstance(value, dict):
        return Message(Kind.INVALID)
    id = value.get("id")
    if "id" in value and isinstance(id, (bool, list, dict)):
        return Message(Kind.INVALID)
    if "id" in value and "method" not in value and ("result" in value or "error" in value):
        return response(id, value)
    method, params = value.get("method"), value.get("params")
    if value.get("jsonrpc") != "2.0" or not isinstance(method, str):
        return Message(Kind.INVALID, id)
    if "id" not in value:
        return Message(Kind.NOTIFICATION, None, method, params)
    if not (params is None or isinstance(params, (dict, list))):
        return Message(Kind.INVALID, id)
    return Message(Kind.REQUEST, id, method, params)


def response(id: Any, value: dict[str, Any]) -> Message:
    error = value.get("error")
    if value.get("jsonrpc") != "2.0" or (error is None and "result" not in value):
        return Message(Kind.BAD_RESPONSE, id)
    if error is None:
        return Message(Kind.RESULT, id, value=value["result"])
    if not is_error(error):
        return Message(Kind.BAD_RESPONSE, id)
    return Message(Kind.ERROR, id, value=error)


def is_error(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("code"), int)
        and not isinstance(value.get("code"), bool)
        and isinstance(value.get("message"), str)
    )


def key(id: Any) -> tuple[str, Any]:
    """What makes ids the same: 1 is 1.0, but not "1"."""
    return ("number" if isinstance(id, (int, float)) else type(id).__name__, id)
