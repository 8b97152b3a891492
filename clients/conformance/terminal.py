"""A program in a terminal: what it shows, what it prints, and how it ends."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Callable

PATIENCE = 600.0
"""How many seconds something may take that is to come; only a test that fails waits so long."""

PART = re.compile(r"\x1b\[([0-?]*)([@-~])|\x1b[^\[]|[^\x1b]", re.DOTALL)
GREEN = "32"


class Screen:
    """The screen that a program has drawn, as far as finders use one."""

    def __init__(self, width: int, height: int) -> None:
        self.resize(width, height)
        self._is_resized = False
        self.is_alternate = False
        self._rest = ""
        self._green = False

    def resize(self, width: int, height: int) -> None:
        """Another size; what was shown is lost, as the program draws anew."""
        self.width, self.height = width, height
        self.row = self.column = 0
        self._cells = [[" "] * width for _ in range(height)]
        self._greens: set[tuple[int, int]] = set()
        # What was drawn for the size before may come until all is drawn anew.
        self._is_stale = True
        self._is_resized = True

    def feed(self, text: str) -> None:
        """Obeys what the program writes."""
        self._rest += text
        while match := PART.match(self._rest):
            if self._rest[0] == "\x1b" and match.group() == "\x1b":
                return
            self._rest = self._rest[match.end() :]
            if match.group(2):
                self._obey(match.group(1), match.group(2))
            elif len(match.group()) == 1:
                self._put(match.group())

    @property
    def lines(self) -> list[str]:
        """The lines, without the spaces at their ends; empty ones at the end left out."""
        lines = ["".join(row).rstrip() for row in self._cells]
        while lines and not lines[-1]:
            lines.pop()
        return lines

    @property
    def green(self) -> list[str]:
        """What is green in each line."""
        return [
            "".join(
                self._cells[row][column]
                for column in range(self.width)
                if (row, column) in self._greens
            )
            for row in range(self.height)
        ]

    def _obey(self, parameters: str, command: str) -> None:
        numbers = [int(number) if number.isdecimal() else 1 for number in parameters.split(";")]
        if parameters == "?1049":
            self.is_alternate = command == "h"
        elif command == "H":
            self.row, self.column = numbers[0] - 1, (numbers[1] if len(numbers) > 1 else 1) - 1
        elif command == "G":
            self.column = numbers[0] - 1
        elif command == "J":
            self._cells = [[" "] * self.width for _ in range(self.height)]
            self._greens.clear()
            self._is_stale = False
        elif self._is_stale:
            return
        elif command == "K":
            for column in range(self.column, self.width):
                self._cells[self.row][column] = " "
                self._greens.discard((self.row, column))
        elif command == "m":
            self._green = GREEN in parameters.split(";")

    def _put(self, character: str) -> None:
        if character in "\r\n":
            self.column = 0
            self.row += character == "\n"
            return
        if character < " " or not self.is_alternate or self._is_stale:
            return
        if unicodedata.category(character) in ("Mn", "Me", "Cf"):
            return
        width = 2 if unicodedata.east_asian_width(character) in "WF" else 1
        if self._is_resized and (self.column + width > self.width or self.row >= self.height):
            # It is still drawn for the size before; if that does not end, nothing is shown ever.
            self._is_stale = True
            return
        if self.column + width > self.width:
            raise AssertionError(f"{character!r} stands past the end of the line: {self.lines}")
        if self.row >= self.height:
            raise AssertionError(f"{character!r} stands below the last line: {self.lines}")
        self._cells[self.row][self.column] = character
        if width == 2:
            self._cells[self.row][self.column + 1] = ""
        if self._green:
            self._greens.add((self.row, self.column))
        self.column += width


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
        self.screen = Screen(*size)
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

    def type(self, text: str) -> None:
        """Types keys."""
        os.write(self._master, text.encode())

    def type_bytes(self, data: bytes) -> None:
        """Types what may be a part of a key."""
        os.write(self._master, data)

    def resize(self, width: int, height: int) -> None:
        """Makes the terminal as large."""
        self._take(0)
        self.screen.resize(width, height)
        self._resize(width, height)

    def wait_for(self, holds: Callable[[Screen], object]) -> None:
        """Waits until something holds for what is shown."""
        end = time.monotonic() + PATIENCE
        while not holds(self.screen):
            if self.process.poll() is not None or time.monotonic() > end:
                self._take(0)
                if holds(self.screen):
                    return
                self.process.kill()
                errors = self.process.communicate()[1]
                raise AssertionError(f"it never came; shown is {self.screen.lines}; {errors!r}")
            self._take(0.05)

    def shows(self, *lines: str) -> None:
        """Waits until these are the first lines."""
        try:
            self.wait_for(lambda screen: screen.lines[: len(lines)] == list(lines))
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
        if self.screen.is_alternate:
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
                text = os.read(self._master, 65536).decode("utf-8", "surrogateescape")
            except OSError:
                return
            # Reads of 64 KiB may end within a character.
            while text and "\udc80" <= text[-1] <= "\udcff":
                text += os.read(self._master, 1).decode("utf-8", "surrogateescape")
                text = text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
            self.raw += text
            self.screen.feed(text)
            seconds = 0
