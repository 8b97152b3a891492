"""The host as a child process, whose pipes are read and written by threads: lines in, lines out."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cache
from typing import IO, Callable

from .command import Path
from .errors import HostNotFound, ending

GRACE = 2.0
"""Seconds that a host has to end after it has closed its output or its input."""
_MOST_LINES = 10_000
"""So many lines wait to be handled; then no more are read until there is room."""
_LONGEST = 1 << 28
"""What is longer is no line of a host."""


class Process:
    """One run of a host. It has ended when its output has: another process may have it by then."""

    def __init__(
        self,
        command: Sequence[str],
        cwd: Path | None,
        env: Mapping[str, str] | None,
        wake: Callable[[], None],
        printed: Callable[[str], None],
    ) -> None:
        """`wake` is called when there is a line more, `printed` with each of standard error.

        Threads call both.
        """
        self.lines: deque[bytes | None] = deque()
        """What the host has written, and nobody has handled yet; None is its end."""
        self.stderr: deque[str] = deque(maxlen=200)
        self.returncode: int | None = None
        self._wake, self._printed = wake, printed
        self._unwritten: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._sent = self._written = 0
        self._is_closing = False
        self.is_over = False
        """It has ended, but its last lines are still to be handled."""
        self._lock = threading.Lock()
        self._trace_path = os.environ.get("VIEWMODEL_HOST_TRACE")
        self._command, self._cwd, self._env = command, cwd, env

    def start(self) -> None:
        """Starts it. Raises HostNotFound. Whoever is interrupted has to `kill` it."""
        command = self._command
        try:
            # In a session of its own: Control-C in a terminal is for this program, which may
            # want to ask the host for something before it ends it.
            self._popen = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=self._cwd,
                env={**os.environ, **(self._env or {})},
                start_new_session=True,
            )
        except OSError as error:
            where = "" if error.filename in (None, command[0]) else f": {error.filename}"
            raise HostNotFound(
                f"cannot start the host {command[0]}: {error.strerror}{where}. Install its package"
                " (a wheel with the program needs no Swift), put viewmodel-host on the PATH, set"
                " VIEWMODEL_HOST to its path, or give its command: Host([program, argument, …])"
            ) from error
        self._trace("#", f"started {' '.join(command)}".encode())
        work = (self._read, self._read_errors, self._write)
        threads = [threading.Thread(target=each, daemon=True) for each in work]
        self._reader, self._errors_reader, _ = threads
        for thread in threads:
            thread.start()

    @property
    def pid(self) -> int:
        return self._popen.pid

    @property
    def unwritten(self) -> int:
        """How many bytes the host has not taken yet."""
        return self._sent - self._written

    def send(self, data: bytes) -> None:
        """Has a line written. Any thread may call this."""
        self._sent += len(data)
        self._unwritten.put(data)

    def close(self, grace: float) -> None:
        """Ends the host by the end of its input, and kills it if that takes too long."""
        self._is_closing = True
        self._unwritten.put(None)
        timer = threading.Timer(grace, self._end_unless_over)
        timer.daemon = True
        timer.start()

    def kill(self) -> None:
        """Ends the host at once, with all processes of its group."""
        self._is_closing = True
        if not self.is_over and hasattr(self, "_popen"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)

    def _end_unless_over(self) -> None:
        self.kill()
        self._reader.join(1)
        self._end()  # even if somebody else has its output

    def _read(self) -> None:
        with _opened(self._popen.stdout) as stdout:
            for line in iter(lambda: stdout.readline(_LONGEST), b""):
                if not line.endswith(b"\n") and len(line) < _LONGEST:
                    break  # the end has cut it off
                while len(self.lines) > _MOST_LINES and not self._is_closing:
                    time.sleep(0.01)
                self._trace("<--", line)
                self.lines.append(line)
                self._wake()
        with suppress(subprocess.TimeoutExpired):
            self._popen.wait(GRACE)
        if self._popen.poll() is None:
            self.kill()
        self._end()

    def _end(self) -> None:
        with self._lock:
            if self.is_over:
                return
            self.returncode = status = self._popen.wait()
            self.is_over = True
        self._errors_reader.join(1)
        self._trace("#", f"ended {ending(status)}".encode())
        self._unwritten.put(None)
        self.lines.append(None)
        self._wake()

    def _read_errors(self) -> None:
        is_report = False  # of a crash, which is not shown: `HostDied` says why
        with _opened(self._popen.stderr) as stderr:
            for data in iter(lambda: stderr.readline(1 << 16), b""):
                line = data.decode("utf-8", "replace").rstrip()
                self.stderr.append(line)
                is_report |= line.startswith(("*** Signal ", "Current stack trace:"))
                if not is_report:
                    self._printed(line)
                is_report &= not line.startswith("Backtrace took ")

    def _write(self) -> None:
        stdin = self._popen.stdin
        assert stdin
        with suppress(OSError), stdin:
            while (data := self._unwritten.get()) is not None:
                self._trace("-->", data)
                _write_all(stdin.fileno(), data)
                self._written += len(data)
            return
        self._reader.join(GRACE)  # it reads no more
        self.kill()

    def _trace(self, mark: str, data: bytes) -> None:
        """Appends a message to the file that VIEWMODEL_HOST_TRACE names; `-` is standard error."""
        if self._trace_path:
            now = datetime.now().isoformat(" ", "milliseconds")
            text = f"{now} {mark} ".encode() + data.rstrip(b"\r\n") + b"\n"
            with self._lock, suppress(OSError):
                _write_all(_trace_file(self._trace_path), text)


def _opened(pipe: IO[bytes] | None) -> IO[bytes]:
    """The pipe, buffered, which only who reads it closes."""
    assert pipe
    with pipe:
        return open(os.dup(pipe.fileno()), "rb", 1 << 16)


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


@cache
def _trace_file(path: str) -> int:
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
    return 2 if path == "-" else os.open(path, flags, 0o600)  # it is nobody else's business
