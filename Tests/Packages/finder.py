"""`find` where nothing is but itself and a shell: without a screen, and in a terminal.

Nothing there has a name for the terminal, either: no /dev/tty.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

TESTS_OF_FIND = Path(__file__).resolve().parents[1] / "Find"
PATHS = b"src/main.c\nREADME.md\nsrc/man\nlast"
ENVIRONMENT = {"PATH": "/bin:/usr/bin:/usr/sbin", "SHELL": "/bin/sh", "TERM": "xterm"}


def check_filter(program: Sequence[str], cwd: Path) -> None:
    """Paths go in by a pipe, and the best of them come out first."""
    done = subprocess.run(
        [*program, "find", "--filter", "man"],
        input=PATHS, cwd=cwd, env=ENVIRONMENT, capture_output=True, check=False,
    )  # fmt: skip
    found = (done.returncode, done.stdout, done.stderr)
    if found != (0, b"src/man\nsrc/main.c\n", b""):
        sys.exit(f"failed: find --filter: {found}")


def typed(
    program: Sequence[str], cwd: Path, options: Sequence[str], first: str, query: str
) -> tuple[int, bytes, bytes]:
    """Starts it, waits until a line is the current one, types a query and Enter; how it ended.

    The Python that runs this needs pyte.
    """
    sys.path.append(str(TESTS_OF_FIND))
    from terminal import TerminalProgram

    environment: Mapping[str, str] = {**ENVIRONMENT, "LC_ALL": os.environ.get("LC_ALL", "C.UTF-8")}
    finder = TerminalProgram(
        [*program, "find", "--reverse", *options], cwd=str(cwd), env=environment
    )
    try:
        finder.wait_for(lambda: f"> {first}" in finder.lines)
        finder.type(f"{query}\r")
        return finder.end()
    finally:
        finder.close()


def check_screen(program: Sequence[str], cwd: Path, folder: str, wanted: str) -> None:
    """Files of a folder, and lines of a command, each found by what is typed."""
    first = min(os.listdir(cwd / folder))
    status = typed(program, cwd, [folder], first, wanted)
    if status != (0, f"{folder}/{wanted}\n".encode(), b""):
        sys.exit(f"failed: find {folder}: {status}")
    status = typed(program, cwd, ["-c", "echo one; echo two"], "one", "tw")
    if status != (0, b"two\n", b""):
        sys.exit(f"failed: find -c: {status}")
