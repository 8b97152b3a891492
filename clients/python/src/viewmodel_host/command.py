"""The command that starts a host."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Union

Path = Union[str, "os.PathLike[str]"]
Command = Union[Path, Sequence[Path], None]


def command_line(command: Command, record: Path | None, supervised: bool) -> list[str]:
    command = command or bundled_program() or os.environ.get("VIEWMODEL_HOST") or "viewmodel-host"
    parts = [command] if isinstance(command, (str, os.PathLike)) else command
    line = [os.fspath(part) for part in parts]
    if record is not None:
        line += ["--record", os.fspath(record)]
    return [*line, "--supervised"] if supervised else line


def bundled_program() -> str | None:
    """Returns the path of the program in this package, if it has one."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin")
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return os.path.join(folder, names[0]) if names else None


def run_program() -> None:
    """Runs the program in this package in place of this process: the wheel's console script."""
    program = bundled_program()
    if program is None:
        sys.exit("this package was installed without a program")
    os.execv(program, [program, *sys.argv[1:]])
