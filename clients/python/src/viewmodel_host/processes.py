"""The processes that this one has started, and what becomes of them when it ends or forks."""

from __future__ import annotations

import atexit
import os
import subprocess
import time
from typing import Any

GRACE = 1.0
"""Seconds that a host has, when Python ends, to see the end of its input; then to heed SIGTERM."""

_living: set[subprocess.Popen[Any]] = set()


def remember(process: subprocess.Popen[Any]) -> None:
    """Ends the process at the latest when Python ends."""
    _living.add(process)


def forget(process: subprocess.Popen[Any]) -> None:
    """The process has ended."""
    _living.discard(process)


def _end_all() -> None:
    for process in _living:
        if process.stdin is not None:
            process.stdin.close()
    for end in (lambda process: None, subprocess.Popen.terminate, subprocess.Popen.kill):
        for process in _living:
            end(process)
        _wait_for_all(time.monotonic() + GRACE)


def _wait_for_all(deadline: float) -> None:
    for process in list(_living):
        try:
            process.wait(max(0.0, deadline - time.monotonic()))
            _living.discard(process)
        except subprocess.TimeoutExpired:
            pass


def _in_fork() -> None:
    """The hosts are the parent's. What is open here would keep their input from ending."""
    for process in _living:
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()
    _living.clear()


atexit.register(_end_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_fork)
