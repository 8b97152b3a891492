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
from functools import partial
from typing import IO, Any, Callable

from .command import Path
from .errors import HostNotFound

_GRACE = 2.0
"""Seconds that a host has to end after it has closed its output."""
_MOST_LINES = 10_000
"""The reader pauses while this many lines wait."""


class Process:
    """One run of a host. Threads read and write its pipes, line by line.

    It ends with its output, which another process may have inherited.
    """

    def __init__(self, wake: Callable[[], None], printed: Callable[[str], None]) -> None:
        """Threads call `wake` for each line, and `printed` with those of standard error."""
        self.lines: deque[bytes | None] = deque()
        """The lines that wait to be handled; None is the end."""
        self.stderr: deque[str] = deque(maxlen=200)
        self.is_over = False
        """Whether it has ended; `lines` may still have its last ones."""
        self._wake, self._printed = wake, printed
        self._unwritten: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.sent = self.written = 0
        """The number of bytes given to `send`, and of those that the pipe has taken."""
        self._is_closing = False
        self._trace_path = os.environ.get("VIEWMODEL_HOST_TRACE")

    def start(
        self, command: Sequence[str], cwd: Path | None, env: Mapping[str, str] | None
    ) -> None:
        """Starts it. Raises HostNotFound. If an interrupt comes, the caller has to `kill` it."""
        try:
            # In a session of its own: Control-C in a terminal is for this program, which may
            # still need the host to clean up.
            self.popen = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=1 << 16,
                cwd=cwd,
                env={**os.environ, **(env or {})},
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
        self._errors_reader = self._run(self._read_errors, self.popen.stderr)
        self._run(self._write, self.popen.stdin)
        self._reader = self._run(self._read, self.popen.stdout)

    def _run(self, work: Callable[[Any], None], pipe: Any) -> threading.Thread:
        thread = threading.Thread(target=work, args=[pipe], daemon=True)
        thread.start()
        return thread

    def send(self, data: bytes) -> None:
        """Sends lines. Any thread may call this."""
        self.sent += len(data)
        self._unwritten.put(data)

    def close(self, grace: float) -> None:
        """Closes the host's input, and kills the host if it has not ended after `grace` seconds."""
        self._is_closing = True
        self._unwritten.put(None)
        timer = threading.Timer(grace, self._kill_and_end)
        timer.daemon = True
        timer.start()

    def kill(self) -> None:
        """Kills the host with all processes of its group."""
        self._is_closing = True
        if not self.is_over and hasattr(self, "popen"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.popen.pid, signal.SIGKILL)

    def _kill_and_end(self) -> None:
        self.kill()
        self._reader.join(1)
        self._end()  # even if another process has its output

    def _read(self, stdout: IO[bytes]) -> None:
        with stdout:
            for line in stdout:
                if not line.endswith(b"\n"):
                    break  # the end has cut it off
                while len(self.lines) > _MOST_LINES and not self._is_closing:
                    time.sleep(0.01)
                self._trace("<--", line)
                self.lines.append(line)
                self._wake()
        self.close(_GRACE)
        self._end()

    def _end(self) -> None:
        """Ends the lines, when the process has ended. A second end of them changes nothing."""
        status = self.popen.wait()
        if not self.is_over:
            self.is_over = True
            self._errors_reader.join(1)
            self._trace("#", f"ended {status}".encode())
            self.lines.append(None)
            self._wake()

    def _read_errors(self, stderr: IO[bytes]) -> None:
        is_report = False  # of a crash, which is not shown: `HostDied` says why
        with stderr:
            for data in stderr:
                line = data.decode("utf-8", "replace").rstrip()
                self.stderr.append(line)
                is_report |= line.startswith(("*** Signal ", "Current stack trace:"))
                if not is_report:
                    self._printed(line)
                is_report &= not line.startswith("Backtrace took ")

    def _write(self, stdin: IO[bytes]) -> None:
        with suppress(OSError), stdin:
            while (data := self._unwritten.get()) is not None:
                self._trace("-->", data)
                stdin.write(data)
                stdin.flush()
                self.written += len(data)

    def _trace(self, mark: str, data: bytes) -> None:
        """Appends a message to the file that VIEWMODEL_HOST_TRACE names; `-` is standard error."""
        if path := self._trace_path:
            now = datetime.now().isoformat(" ", "milliseconds")
            where, opener = 2 if path == "-" else path, partial(os.open, mode=0o600)
            with suppress(OSError), open(where, "ab", closefd=where != 2, opener=opener) as file:
                file.write(f"{now} {mark} ".encode() + data.rstrip(b"\r\n") + b"\n")
