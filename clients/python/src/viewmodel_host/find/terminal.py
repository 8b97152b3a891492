"""The terminal, which is not standard input or output: those may be pipes."""

from __future__ import annotations

import os
import termios
import tty
from collections.abc import Sequence

ENTER = "\x1b[?1049h\x1b[?2004h"
LEAVE = "\x1b[?2004l\x1b[?1049l"


class Terminal:
    """The terminal of this process; for screens between `enter` and `leave`. OSError: none."""

    def __init__(self, path: str = "/dev/tty") -> None:
        self.descriptor = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
        self._before = termios.tcgetattr(self.descriptor)
        self._shown: list[str] | None = None

    def enter(self) -> None:
        """Takes keys as they are typed, and shows an empty screen."""
        tty.setraw(self.descriptor)
        self._write(ENTER)
        self.forget()

    def leave(self) -> None:
        """Gives the terminal back as it was."""
        self._write(LEAVE)
        termios.tcsetattr(self.descriptor, termios.TCSADRAIN, self._before)

    def size(self) -> tuple[int, int]:
        """Its width and height."""
        size = os.get_terminal_size(self.descriptor)
        return size.columns or 80, size.lines or 24

    def read(self) -> bytes:
        """What was typed; nothing when the terminal is gone."""
        try:
            return os.read(self.descriptor, 4096)
        except OSError:
            return b""

    def forget(self) -> None:
        """What is shown may be spoilt: all is written with the next screen."""
        self._shown = None

    def show(self, lines: Sequence[str], column: int) -> None:
        """Shows a screen: only the lines that differ from the last are written."""
        before = self._shown or []
        text = "\x1b[?25l" + ("\x1b[H\x1b[J" if self._shown is None else "")
        for place in range(max(len(lines), len(before))):
            line = lines[place] if place < len(lines) else ""
            if place >= len(before) or before[place] != line:
                text += f"\x1b[{place + 1};1H\x1b[K{line}"
        self._shown = list(lines)
        self._write(f"{text}\x1b[1;{column + 1}H\x1b[?25h")

    def _write(self, text: str) -> None:
        data = text.encode("utf-8", "replace")
        while data:
            data = data[os.write(self.descriptor, data) :]
