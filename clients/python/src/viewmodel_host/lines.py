"""Messages as lines: one JSON text each, in UTF-8, of any length."""

from __future__ import annotations

import json
from typing import Any

from .errors import ProtocolError

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
        return _DECODER.decode(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        shown = line[:80].decode("utf-8", "replace") + ("…" if len(line) > 80 else "")
        raise ProtocolError(f"the host wrote a line that is not JSON ({error}): {shown}") from None


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_no_constant)


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
    """Cuts a stream of bytes into lines, however the bytes arrive. Lines have no length limit.

    What stands behind the last line feed when the stream ends is no message.
    """

    def __init__(self) -> None:
        self._partial: list[bytes] = []

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that this data completes, without their line feeds; empty ones left out."""
        first, *rest = data.split(b"\n")
        self._partial.append(first)
        if not rest:
            return []
        lines = [b"".join(self._partial), *rest[:-1]]
        self._partial = [rest[-1]]
        return [line for line in lines if line.strip()]
