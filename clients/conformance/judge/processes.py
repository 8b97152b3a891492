"""Whether processes are gone."""

from __future__ import annotations

import ctypes
import os
import select
import signal
import time
from contextlib import suppress
from pathlib import Path

from .testee import PATIENCE, Failed

SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of Linux


def adopt() -> None:
    """From now on every orphan below this process becomes its child, so that none is overlooked."""
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)


def gone(pid: int, seconds: float = PATIENCE) -> None:
    """Waits until a process has ended."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    ended = poll.poll(seconds * 1000)
    os.close(descriptor)
    if not ended:
        raise Failed(f"the process {pid} is left behind")


def children() -> list[int]:
    """The processes whose parent this is, but for those that have ended."""
    found = []
    for pid in filter(str.isdecimal, os.listdir("/proc")):
        try:
            text = Path(f"/proc/{pid}/stat").read_text()
        except OSError:
            continue
        state, parent = text.rpartition(") ")[2].split()[:2]
        if int(parent) == os.getpid() and state != "Z":
            found.append(int(pid))
    return found


def only_child(pid: int) -> int:
    """The process that a process has started, which may just be about to do it."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            with suppress(FileNotFoundError, ProcessLookupError):
                if Path(f"/proc/{child}/stat").read_text().rpartition(") ")[2][0] != "Z":
                    return int(child)
        time.sleep(0.001)
    raise Failed(f"the process {pid} has no child")


def nothing_is_left(but: set[int], seconds: float) -> None:
    """Waits until all orphans have ended. Raises Failed, and ends them, if they take too long."""
    while left := set(children()) - but:
        for pid in left:
            try:
                gone(pid, seconds)
            except Failed:
                name = ""
                with suppress(FileNotFoundError, ProcessLookupError):
                    name = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
                    os.kill(pid, signal.SIGKILL)
                raise Failed(f"left behind: {pid} {name}") from None
