"""Which program to start, and how."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Union

from .trace import Trace

Path = Union[str, "os.PathLike[str]"]
Command = Union[Path, Sequence[Path], None]


@dataclass
class Launch:
    """How a host is started, at first and again."""

    command: Command = None
    """A single path is a program without arguments. None is the program in this package, if it was
    installed with one, else the one that VIEWMODEL_HOST names, or `viewmodel-host` on the PATH."""
    cwd: Path | None = None
    env: Mapping[str, str] | None = None
    record: Path | None = None
    """A file or a folder in which the host records the conversation."""
    supervised: bool = False
    """Whether another process goes on when the host's dies."""
    trace: Trace = field(default_factory=Trace)

    def line(self) -> list[str]:
        """The program and its arguments."""
        command = self.command
        if command is None:
            command = bundled_program() or os.environ.get("VIEWMODEL_HOST") or "viewmodel-host"
        if isinstance(command, (str, os.PathLike)):
            command = [command]
        line = [os.fspath(part) for part in command]
        if not line:
            raise ValueError("the command is empty")
        if self.record is not None:  # from here, not from `cwd`; a `/` at its end stays
            line += ["--record", os.path.join(os.getcwd(), self.record)]
        if self.supervised:
            line.append("--supervised")
        return line

    @property
    def program(self) -> str:
        """The program."""
        return self.line()[0]


def bundled_program() -> str | None:
    """The path of the program that this package was installed with, if it was with one."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin")
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return os.path.join(folder, names[0]) if names else None


def run_program() -> None:
    """Becomes the program that this package was installed with: what a command of its name does."""
    program = bundled_program()
    if program is None:
        sys.exit("this package was installed without a program")
    os.execv(program, [program, *sys.argv[1:]])
