"""A finder in a terminal, in a folder of its own.

The program is $VIEWMODEL_HOST, or one in .build.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from terminal import TerminalProgram

ROOT = Path(__file__).resolve().parents[2]


def program() -> str:
    """The path of a built host."""
    named = os.environ.get("VIEWMODEL_HOST")
    builds = [ROOT / ".build" / kind / "viewmodel-host" for kind in ("release", "debug")]
    for path in [Path(named).resolve()] if named else builds:
        if path.is_file():
            return str(path)
    raise FileNotFoundError("there is no viewmodel-host: `swift build`, or VIEWMODEL_HOST")


class Place:
    """A folder, in which the program runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.command = [program(), "find"]
        self.env = {
            **{name: value for name, value in os.environ.items() if name != "NO_COLOR"},
            "TERM": "xterm",
            "COLORTERM": "",
            "SHELL": "/bin/sh",
            "LC_ALL": "C.UTF-8",
        }
        self._programs: list[TerminalProgram] = []

    def files(self, *names: str) -> None:
        """Makes files that contain their names."""
        for name in names:
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{name}\n")

    def start(self, *arguments: str, lines: bytes | None = None, **options: Any) -> TerminalProgram:
        """With `lines`, that is its standard input, else the terminal. The prompt is at the top."""
        return self.start_as(*self.command, "--reverse", *arguments, lines=lines, **options)

    def start_as(
        self, *command: str, lines: bytes | None = None, **options: Any
    ) -> TerminalProgram:
        """The same with a whole command."""
        stdin = options.pop("stdin", None)
        if lines is not None:
            stdin, writing = os.pipe()
            if os.fork() == 0:  # it may be more than a pipe takes
                try:
                    os.close(stdin)
                    with open(writing, "wb") as pipe:
                        pipe.write(lines)
                finally:
                    os._exit(0)
            os.close(writing)
        started = TerminalProgram(
            command, cwd=str(self.folder), env=self.env, stdin=stdin, **options
        )
        if stdin is not None:
            os.close(stdin)
        self._programs.append(started)
        return started

    def run(self, *arguments: str, lines: bytes | None = b"") -> tuple[int, bytes, bytes]:
        """Runs it without a terminal."""
        done = subprocess.run(
            [*self.command, *arguments],
            cwd=self.folder,
            env=self.env,
            input=lines,
            capture_output=True,
            start_new_session=True,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    def close(self) -> None:
        """Ends what has been started."""
        for started in self._programs:
            started.close()


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """A folder of its own for each test."""
    folder = tmp_path / "folder"
    folder.mkdir()
    found = Place(folder)
    yield found
    found.close()
