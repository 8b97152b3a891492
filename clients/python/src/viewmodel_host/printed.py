"""What the host writes to standard error: its lines, but for the report of a crash."""

from __future__ import annotations

from .crash import REPORT, TRAPPED
from .tail import Tail

_LIMIT = 65_536
"""So many bytes without a line feed are shown as a line."""
_MOST_HELD = 20


class Printed:
    """Takes standard error in, keeps its tail, and gives its lines once each.

    A line that may be the reason of a crash, those of Swift's runtime, and blank ones wait for the
    line behind them: before the report of a crash they belong to that. What it says is told in one
    line when the host has ended.
    """

    def __init__(self) -> None:
        self.tail = Tail()
        self._rest = b""
        self._held: list[str] = []
        self._in_report = False
        self._due: list[str] = []

    def feed(self, data: bytes) -> None:
        """Takes bytes in, however they are cut."""
        self.tail.feed(data)
        *lines, rest = (self._rest + data).split(b"\n")
        if len(rest) > _LIMIT:
            lines.append(rest)
            rest = b""
        self._rest = rest
        for line in lines:
            self._take(line.decode("utf-8", "replace").rstrip("\r"))

    def end(self) -> None:
        """No more comes."""
        if self._rest:
            self.feed(b"\n")
        self._due += [line for line in self._held if line.strip()]
        self._held.clear()

    def lines(self) -> list[str]:
        """Those that have come since this was called before."""
        due, self._due = self._due, []
        return due

    def _take(self, line: str) -> None:
        if self._in_report:
            self._in_report = not line.startswith("Backtrace took ")
        elif REPORT.match(line):
            self._in_report = True
            self._held.clear()
        else:
            self._held.append(line)
            is_of_runtime = line.startswith("swift-runtime: ") or TRAPPED.match(line)
            if (line.strip() and not is_of_runtime) or len(self._held) > _MOST_HELD:
                self._due += self._held
                self._held.clear()
