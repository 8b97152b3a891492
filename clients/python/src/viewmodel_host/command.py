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
