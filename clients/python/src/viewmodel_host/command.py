"""Which program to start."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Union

Path = Union[str, "os.PathLike[str]"]
Command = Union[Path, Sequence[Path], None]


def command_line(command: Command) -> list[str]:
    """The program and its arguments.

    A single path is a program without arguments. None is the program that VIEWMODEL_HOST names, or
    `viewmodel-host` on the PATH.
    """
    if command is None:
        command = os.environ.get("VIEWMODEL_HOST") or "viewmodel-host"
    if isinstance(command, (str, os.PathLike)):
        command = [command]
    line = [os.fspath(part) for part in command]
    if not line:
        raise ValueError("the command is empty")
    return line


class Tail:
    """Keeps the last lines of a stream of text."""

    def __init__(self, lines: int = 20, width: int = 1000) -> None:
        self._limit = lines * width
        self._lines = lines
        self._width = width
        self._data = b""

    def feed(self, data: bytes) -> None:
        """Takes bytes in, however they are cut."""
        self._data = (self._data + data)[-self._limit :]

    def lines(self) -> list[str]:
        """The last lines, the last one perhaps not ended."""
        text = self._data.decode("utf-8", "replace")
        return [line[: self._width] for line in text.splitlines()[-self._lines :]]
