"""The lines of standard input as a service, which gives them as they come."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Mapping
from typing import Any

SIZE = 1 << 18


class InputLines:
    """Pages of lines. They are read by a thread, as not all that may be read can be waited for."""

    def __init__(self, descriptor: int = 0) -> None:
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        # The thread waits for room, so that not more is read than the host takes.
        self._room = threading.Semaphore(4)
        self._chunks: asyncio.Queue[bytes] = asyncio.Queue()
        self._rest = b""
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        chunk = b" "
        while chunk:
            self._room.acquire()
            try:
                chunk = os.read(self._descriptor, SIZE)
            except OSError:
                chunk = b""
            try:
                self._loop.call_soon_threadsafe(self._chunks.put_nowait, chunk)
            except RuntimeError:  # the loop has ended
                return

    async def page(self, page: int) -> Mapping[str, Any]:
        """The service `lines`: what comes next; pages count from 1."""
        chunk = await self._chunks.get()
        self._room.release()
        lines = (self._rest + chunk).split(b"\n")
        self._rest = lines.pop() if chunk else b""
        return {
            "lines": [line.decode("utf-8", "backslashreplace") for line in lines if line],
            "nextPage": page + 1 if chunk else None,
        }
