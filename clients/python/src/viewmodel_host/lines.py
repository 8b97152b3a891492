"""Messages as lines: one JSON text each, in UTF-8."""

from __future__ import annotations

import json
import math
from typing import Any, Callable

from .errors import ProtocolError

FIRST_LIMIT = 16 * 1024 * 1024
"""The longest line, in bytes, before `initialize` has named another limit: the default of hosts."""

_CONTAINERS = (dict, list, tuple)

# Made once: `json.dumps` and `json.loads` would make one for each message.
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def encode(message: Any) -> bytes:
    """The line of a message, with its line feed.

    Raises ValueError (or TypeError) for what has no JSON form: infinity, NaN, a lone surrogate.
    """
    return _ENCODER.encode(message).encode("utf-8") + b"\n"


def decode(line: bytes) -> Any:
    """The message of a line."""
    try:
        text = line.decode("utf-8")
        try:
            message, end = _scan(text, 0)
        except StopIteration:
            end = -1
        if end != len(text):  # there is white space, or it is no JSON
            message = _DECODER.decode(text)
        if "\\u" in text and ("\\ud" in text or "\\uD" in text):
            encode(message)  # which refuses half of a surrogate pair
        return message
    except (ValueError, RecursionError) as error:
        shown = line[:80].decode("utf-8", "replace") + ("…" if len(line) > 80 else "")
        raise ProtocolError(f"the host wrote a line that is not JSON ({error}): {shown}") from None


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _double(text: str) -> float:
    value = float(text)
    if value in (math.inf, -math.inf):
        raise ValueError(f"{text} is more than a number can be")
    return value


_DECODER = json.JSONDecoder(parse_constant=_no_constant, parse_float=_double)
_scan: Callable[[str, int], tuple[Any, int]] = vars(_DECODER)["scan_once"]


def depth(value: Any, limit: int) -> int:
    """How deep objects and arrays are nested in a value; counting stops past the limit."""
    deepest = 0
    level = [value] if isinstance(value, _CONTAINERS) else []
    while level and deepest <= limit:
        deepest += 1
        level = [
            child
            for item in level
            for child in (item.values() if isinstance(item, dict) else item)
            if isinstance(child, _CONTAINERS)
        ]
    return deepest


class LineBuffer:
    """Cuts a stream of bytes into lines, however the bytes arrive.

    What stands behind the last line feed when the stream ends is no message.
    """

    def __init__(self) -> None:
        self.limit = FIRST_LIMIT
        """How many bytes of a line are kept: one that is longer is given before its end."""
        self._partial: list[bytes] = []
        self._kept = 0

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that this data completes, without their line feeds; empty ones left out."""
        first, *rest = data.split(b"\n")
        self._partial.append(first)
        self._kept += len(first)
        if rest:
            lines = [b"".join(self._partial), *rest[:-1]]
            self._partial = [rest[-1]]
            self._kept = len(rest[-1])
        else:
            lines = []
        if self._kept > self.limit:
            lines.append(b"".join(self._partial))
            self._partial, self._kept = [], 0
        return [line for line in lines if line and not line.isspace()]
