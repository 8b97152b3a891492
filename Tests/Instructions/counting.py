"""Runs a host under valgrind, which counts its instructions."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from collections.abc import Callable, Iterable
from typing import IO, Any

# In seconds; a host looks around when nothing has come for a millisecond.
PAUSE = 0.03


def message(method: str, request: int | None = None, **params: Any) -> bytes:
    """A line to the host: a request if it has an id, else a notification."""
    head: dict[str, Any] = {"jsonrpc": "2.0"}
    if request is not None:
        head["id"] = request
    return json.dumps({**head, "method": method, "params": params}).encode() + b"\n"


class Counter:
    def __init__(self, host: str) -> None:
        self._command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", host]
        # Hash tables are then the same in all runs.
        self._environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}

    def at_once(self, lines: Iterable[bytes]) -> int:
        """Sends all lines, and reads what comes back."""
        instructions, _ = self.with_length(lines)
        return instructions

    def with_length(self, lines: Iterable[bytes]) -> tuple[int, int]:
        """The same, and how many bytes come back."""
        with self._start() as process:
            output, errors = process.communicate(b"".join(lines))
        return self._collected(process, errors), len(output)

    def one_by_one(self, beginning: list[bytes], lines: Iterable[bytes]) -> int:
        """Sends each line some time after the answer to the one before, which is a line."""
        with self._start() as process:
            to_host, from_host = pipes(process)
            for line in beginning:
                ask(to_host, from_host, line)
            for line in lines:
                time.sleep(PAUSE)
                ask(to_host, from_host, line)
            _, errors = process.communicate()
        return self._collected(process, errors)

    def each(self, run: Callable[[int], int], few: int, more: int) -> int:
        """What one more costs, by runs with a few and with some more."""
        return (run(few + more) - run(few)) // more

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=self._environment,
        )

    @staticmethod
    def _collected(process: subprocess.Popen[bytes], errors: bytes) -> int:
        found = re.search(rb"Collected : (\d+)", errors)
        if found is None or process.returncode != 0:
            raise SystemExit(f"valgrind has not counted:\n{errors.decode(errors='replace')}")
        return int(found[1])


def pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


def ask(to_host: IO[bytes], from_host: IO[bytes], line: bytes) -> None:
    to_host.write(line)
    to_host.flush()
    if not from_host.readline():
        raise SystemExit(f"the host has not answered {line!r}")
