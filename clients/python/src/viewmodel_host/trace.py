"""Writes down what is sent and received, for people who look for a fault."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from datetime import datetime, timezone
from typing import TextIO, Union

Target = Union[str, "os.PathLike[str]", TextIO, None]


class Trace:
    """One line for each message: `2026-01-31T12:00:00.000Z 4711 --> {…}`, with the host's pid."""

    def __init__(self, target: Target = None) -> None:
        """A file, which is appended to; `-` is standard error; None writes nothing.

        Raises OSError if the file cannot be opened.
        """
        self._own: TextIO | None = None
        self._stream: TextIO | None = None
        if target == "-":
            self._stream = sys.stderr
        elif isinstance(target, (str, os.PathLike)):
            self._stream = self._own = open(target, "a", 1, encoding="utf-8")  # noqa: SIM115
        else:
            self._stream = target

    def started(self, pid: int, line: Iterable[str]) -> None:
        self._write(pid, "#", "started " + " ".join(line))

    def sent(self, pid: int, data: bytes) -> None:
        if self._stream is not None:
            for line in data.split(b"\n")[:-1]:
                self._write(pid, "-->", line.decode("utf-8", "replace"))

    def received(self, pid: int, lines: Iterable[bytes]) -> None:
        if self._stream is not None:
            for line in lines:
                self._write(pid, "<--", line.decode("utf-8", "replace"))

    def ended(self, pid: int, how: str) -> None:
        self._write(pid, "#", how)

    def _write(self, pid: int, mark: str, text: str) -> None:
        if self._stream is None:
            return
        now = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
        self._stream.write(f"{now[:-6]}Z {pid} {mark} {text}\n")
        self._stream.flush()

    def __del__(self) -> None:
        if self._own is not None:
            self._own.close()
