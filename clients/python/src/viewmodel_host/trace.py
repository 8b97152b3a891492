"""Writes down what is sent and received, for people who look for a fault."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from datetime import datetime
from typing import TextIO, Union

Target = Union[str, "os.PathLike[str]", TextIO, None]


def _own_file(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)  # the messages are nobody else's business


class Trace:
    """One line for each message: `2026-01-31 12:00:00.000 --> {…}`, in local time.

    `-->` was sent, `<--` came, `#` is about the process.
    """

    def __init__(self, target: Target = None) -> None:
        """A file, which is appended to; `-` is standard error; None writes nothing.

        Raises OSError if the file cannot be opened.
        """
        self._own: TextIO | None = None
        self._stream: TextIO | None = None
        if target == "-":
            self._stream = sys.stderr
        elif isinstance(target, (str, os.PathLike)):
            self._own = open(target, "a", 1, encoding="utf-8", opener=_own_file)  # noqa: SIM115
            self._stream = self._own
        else:
            self._stream = target

    def started(self, line: Iterable[str]) -> None:
        self._write("#", "started " + " ".join(line))

    def sent(self, data: bytes) -> None:
        if self._stream is not None:
            for line in data.split(b"\n")[:-1]:
                self._write("-->", line.decode("utf-8", "replace"))

    def received(self, lines: Iterable[bytes]) -> None:
        if self._stream is not None:
            for line in lines:
                self._write("<--", line.decode("utf-8", "replace"))

    def ended(self, how: str) -> None:
        self._write("#", how)

    def _write(self, mark: str, text: str) -> None:
        if self._stream is None:
            return
        now = datetime.now().isoformat(" ", "milliseconds")
        self._stream.write(f"{now} {mark} {text}\n")
        self._stream.flush()

    def __del__(self) -> None:
        if self._own is not None:
            self._own.close()
