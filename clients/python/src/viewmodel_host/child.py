"""The host as a child process whose pipes are read and written without threads."""

from __future__ import annotations

import os
import selectors
import subprocess
import time
from collections import deque
from typing import IO, Callable

from .command import Launch
from .crash import ending
from .errors import not_started
from .interrupts import uninterrupted
from .lines import LineBuffer
from .printed import Printed
from .processes import forget, remember

_CHUNK = 1 << 20


class Child:
    """Bytes in, lines out. No call but `exchange`, `reap` and `close` ever waits."""

    def __init__(self, launch: Launch, on_printed: Callable[[str], None]) -> None:
        """`on_printed` gets the lines of standard error: see `Printed`."""
        line, pipe = launch.line(), subprocess.PIPE
        try:
            # In a session of its own: Control-C in a terminal is for this program, which may
            # want to ask the host for something before it ends it.
            self._process = subprocess.Popen(
                line,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                cwd=launch.cwd,
                env=launch.env,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise not_started(line, launch.cwd, error) from error
        self._trace = launch.trace
        self._trace.started(line)
        remember(self._process)
        self.lines: deque[bytes] = deque()
        self.ended = False
        """The host will write no more lines."""
        self.terminated = False
        """It did not end by itself in time, so it was made to."""
        self._stdin, self._stdout, self._stderr = self._pipes()
        self._buffer = LineBuffer()
        self._printed = Printed()
        self._on_printed = on_printed
        self._unsent: deque[bytes | memoryview] = deque()
        """What was written in part is a `memoryview` of the rest."""
        self._selector = selectors.DefaultSelector()
        # Of standard input that tells that the host has closed it.
        for stream in (self._stdin, self._stdout, self._stderr):
            self._selector.register(stream, selectors.EVENT_READ)

    def _pipes(self) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
        process = self._process
        assert process.stdin
        assert process.stdout
        assert process.stderr
        pipes = (process.stdin, process.stdout, process.stderr)
        for pipe in pipes:  # these are this side's ends; the host's own are other descriptions
            os.set_blocking(pipe.fileno(), False)
        return pipes

    def limit_lines(self, limit: int) -> None:
        """From now on no more than so many bytes of a line are kept."""
        self._buffer.limit = limit

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    @property
    def exit_status(self) -> int | None:
        """How it ended, once it has."""
        return self._process.returncode

    @property
    def deaf(self) -> bool:
        """The host reads no more."""
        return self._stdin.closed

    @property
    def unsent(self) -> bool:
        """Something stands to be written yet."""
        return bool(self._unsent)

    @property
    def stderr_tail(self) -> list[str]:
        """The last lines that the host wrote to standard error."""
        return self._printed.tail.lines()

    def fileno(self) -> int:
        """A descriptor that is readable when `exchange` has something to do."""
        return self._selector.fileno()

    def send(self, data: bytes) -> None:
        """Writes now what the pipe takes, and leaves the rest to `exchange`."""
        if data and not self._stdin.closed:
            self._unsent.append(data)
            if len(self._unsent) == 1:
                self._write()

    def withdraw(self, data: bytes) -> bool:
        """Does not send the data that was sent last, if nothing of it has been written."""
        if self._unsent and self._unsent[-1] is data:
            self._unsent.pop()
            self._watch_stdin(bool(self._unsent))
            return True
        return False

    def exchange(self, timeout: float | None) -> bool:
        """Waits until a pipe can be read or written, and does so. False when the time is up."""
        ready = self._selector.select(timeout)

        def move() -> None:
            for key, events in ready:
                if key.fileobj is self._stdin:
                    self._hang_up() if events & selectors.EVENT_READ else self._write()
                elif key.fileobj is self._stdout:
                    self._read_stdout()
                else:
                    self._printed.feed(self._read(self._stderr))

        uninterrupted(move)
        self._tell_printed()
        return bool(ready)

    def reap(self, grace: float) -> int:
        """Ends a host that has stopped to write: its exit status."""
        return self._finish(time.monotonic() + grace)

    def close(self, timeout: float) -> int:
        """Ends the host by the end of its input, reads what it still writes: its exit status.

        A host that has not ended in time is terminated, and then killed.
        """
        deadline = time.monotonic() + timeout
        while self._unsent and self._before(deadline):
            pass
        return self._finish(deadline)

    def kill(self) -> int:
        """Ends the host at once."""
        if self._process.poll() is None:
            self._process.kill()
        self._hang_up()
        return self._wait(None)

    def _finish(self, deadline: float) -> int:
        self._hang_up()
        while self._selector.get_map() and self._before(deadline):
            pass
        return self._wait(max(0.0, deadline - time.monotonic()))

    def _before(self, deadline: float) -> bool:
        left = deadline - time.monotonic()
        return left > 0 and self.exchange(left)

    def _wait(self, timeout: float | None) -> int:
        try:
            self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.terminated = True
            self._process.terminate()
            try:
                self._process.wait(1)
            except subprocess.TimeoutExpired:
                self._process.kill()
        status = self._process.wait()
        forget(self._process)
        self._trace.ended(ending(status))
        self._selector.close()
        for stream in (self._stdout, self._stderr):
            stream.close()
        self.ended = True
        self._printed.end()
        self._tell_printed()
        return status

    def _tell_printed(self) -> None:
        for line in self._printed.lines():
            self._on_printed(line)

    def __del__(self) -> None:
        process = getattr(self, "_process", None)  # it could not be started
        for pipe in (process.stdin, process.stdout, process.stderr) if process else ():
            if pipe is not None:
                pipe.close()

    def _write(self) -> None:
        try:
            while self._unsent:
                data = self._unsent[0]
                written = os.write(self._stdin.fileno(), data)
                if isinstance(data, bytes):
                    self._trace.sent(data)
                if written < len(data):
                    self._unsent[0] = memoryview(data)[written:]
                else:
                    self._unsent.popleft()
        except BlockingIOError:
            pass
        except OSError:  # the host reads no more; what it wrote before is still to be read
            self._hang_up()
            return
        self._watch_stdin(bool(self._unsent))

    def _watch_stdin(self, wanted: bool) -> None:
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if wanted else 0)
        if events != self._selector.get_key(self._stdin).events:
            self._selector.modify(self._stdin, events)

    def _hang_up(self) -> None:
        if not self._stdin.closed:
            self._unsent.clear()
            self._selector.unregister(self._stdin)
            self._stdin.close()

    def _read_stdout(self) -> None:
        data = self._read(self._stdout)
        if data:
            lines = self._buffer.feed(data)
            self._trace.received(lines)
            self.lines.extend(lines)
        elif self._stdout.fileno() not in self._selector.get_map():
            self.ended = True

    def _read(self, stream: IO[bytes]) -> bytes:
        try:
            data = os.read(stream.fileno(), _CHUNK)
        except BlockingIOError:
            return b""
        if not data:
            self._selector.unregister(stream)
        return data
