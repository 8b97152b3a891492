"""What the host wrote to standard error last."""

from __future__ import annotations

_LINES = 200
_LIMIT = 200_000


class Tail:
    """Keeps the last lines of a stream of text."""

    def __init__(self) -> None:
        self._data = bytearray()

    def feed(self, data: bytes) -> None:
        """Takes bytes in, however they are cut."""
        self._data += data
        if len(self._data) > 2 * _LIMIT:
            del self._data[:-_LIMIT]

    def lines(self) -> list[str]:
        """The last lines, the last one perhaps not ended."""
        text = self._data[-_LIMIT:].decode("utf-8", "replace")
        return text.splitlines()[-_LINES:]
