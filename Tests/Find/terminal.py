"""A program in a terminal: what it shows, what it prints, and how it ends."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from collections.abc import Mapping, Sequence
from typing import Callable

import pyte

PATIENCE = 600.0
"""How many seconds something may take that is to come; only a test that fails waits so long."""

WHOLE_SCREEN, NO_WHOLE_SCREEN = "\x1b[?1049h", "\x1b[?1049l"


class TerminalProgram:
    """A program that runs with a terminal of its own; its standard output is a pipe."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        cwd: str,
        env: Mapping[str, str],
        size: tuple[int, int] = (60, 12),
        stdin: int | None = None,
    ) -> None:
        self.screen = pyte.Screen(*size)
        self._stream = pyte.Stream(self.screen)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.raw = ""
        self._master, self._slave = pty.openpty()
        self._resize(*size)
        self._before = termios.tcgetattr(self._slave)
        slave = self._slave

        def take_terminal() -> None:
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen(
            command,
            cwd=cwd,
            env=env,
            stdin=slave if stdin is None else stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=take_terminal,
            pass_fds=[slave],
        )

    @property
    def lines(self) -> list[str]:
        """What is shown, without spaces at the ends of lines, and empty lines at the end."""
        lines = [line.rstrip() for line in self.screen.display]
        while lines and not lines[-1]:
            lines.pop()
        return lines

    def coloured(self, row: int, colour: str) -> str:
        """What has a colour in a row."""
        cells = self.screen.buffer[row]
        return "".join(
            cells[column].data
            for column in range(self.screen.columns)
            if cells[column].fg == colour
        )

    @property
    def cursor(self) -> tuple[int, int]:
        """The row and the column of the cursor."""
        return self.screen.cursor.y, self.screen.cursor.x

    def type(self, text: str) -> None:
        """Types keys."""
        os.write(self._master, text.encode())

    def type_bytes(self, data: bytes) -> None:
        """Types what may be a part of a key."""
        os.write(self._master, data)

    def resize(self, width: int, height: int) -> None:
        """Makes the terminal as large."""
        self._take(0)
        self.screen.resize(height, width)
        self.screen.reset()
        self._resize(width, height)

    def wait_for(self, holds: Callable[[], object]) -> None:
        """Waits until something holds for what is shown."""
        end = time.monotonic() + PATIENCE
        while not holds():
            if self.process.poll() is not None or time.monotonic() > end:
                self._take(0)
                if holds():
                    return
                self.process.kill()
                errors = self.process.communicate()[1]
                raise AssertionError(f"it never came; shown is {self.lines}; {errors!r}")
            self._take(0.05)

    def shows(self, *lines: str) -> None:
        """Waits until these are the first lines."""
        self._shows(lines, lambda: self.lines[: len(lines)])

    def ends_with(self, *lines: str) -> None:
        """Waits until these are the last lines."""
        self._shows(lines, lambda: self.lines[-len(lines) :])

    def _shows(self, lines: Sequence[str], found: Callable[[], list[str]]) -> None:
        try:
            self.wait_for(lambda: found() == list(lines))
        except AssertionError as error:
            raise AssertionError(f"expected {list(lines)}: {error}") from None

    def end(self) -> tuple[int, bytes, bytes]:
        """Waits for its end: the exit status, and what it printed. The terminal is as before."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            self._take(0.02)
        output, errors = self.process.communicate(timeout=PATIENCE)
        self._take(0)
        if termios.tcgetattr(self._slave) != self._before:
            raise AssertionError("the terminal is not given back as it was")
        if self.raw.count(WHOLE_SCREEN) != self.raw.count(NO_WHOLE_SCREEN):
            raise AssertionError("the screen is not given back")
        self.close()
        return self.process.returncode, output, errors

    def close(self) -> None:
        """Ends it in any case."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()
        for descriptor in (self._master, self._slave):
            if descriptor >= 0:
                os.close(descriptor)
        self._master = self._slave = -1

    def _resize(self, width: int, height: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def _take(self, seconds: float) -> None:
        while self._master >= 0 and select.select([self._master], [], [], seconds)[0]:
            try:
                text = self._decoder.decode(os.read(self._master, 65536))
            except OSError:
                return
            self.raw += text
            self._stream.feed(text)
            seconds = 0
