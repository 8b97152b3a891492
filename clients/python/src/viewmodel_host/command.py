"""Which program to start, and how."""

from __future__ import annotations

import os
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
    """A single path is a program without arguments. None is the program that VIEWMODEL_HOST names,
    or `viewmodel-host` on the PATH."""
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
            command = os.environ.get("VIEWMODEL_HOST") or "viewmodel-host"
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
