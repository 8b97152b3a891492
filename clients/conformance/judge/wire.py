"""What went over the wire, as a client's trace shows it: `TIME --> {…}`."""

from __future__ import annotations

import os
import queue
import threading
from typing import Any

from transcript import parsed

from .testee import PATIENCE, Failed

SENT, CAME, ABOUT = "-->", "<--", "#"


class Wire:
    """A FIFO that a client writes its trace to, which is read as it is written."""

    def __init__(self, folder: str) -> None:
        self.path = os.path.join(folder, "trace")
        os.mkfifo(self.path)
        self._descriptor = os.open(self.path, os.O_RDWR)  # so it has no end
        self._lines: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def next(self) -> tuple[str, Any]:
        """The next message, with who sent it; text for what is about the process, or no JSON."""
        try:
            return self._lines.get(timeout=PATIENCE)
        except queue.Empty:
            raise Failed("nothing more stands in the trace") from None

    def _read(self) -> None:
        partial = b""
        while True:
            *lines, partial = (partial + os.read(self._descriptor, 1 << 20)).split(b"\n")
            for line in lines:
                _, _, mark, text = (line.decode("utf-8", "replace") + "   ").split(" ", 3)
                message = parsed(text) if mark in (SENT, CAME) else None
                self._lines.put((mark, text.strip() if message is None else message))
