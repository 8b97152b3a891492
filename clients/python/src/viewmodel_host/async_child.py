"""The host as a child process of an asyncio event loop."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Callable, cast

from .command import Launch
from .crash import ending
from .errors import not_started
from .lines import LineBuffer
from .printed import Printed
from .processes import forget, remember


class AsyncChild(asyncio.SubprocessProtocol):
    """Bytes in, lines out. Not with `StreamReader`, which has a limit for the length of lines."""

    def __init__(
        self,
        on_lines: Callable[[list[bytes]], None],
        on_printed: Callable[[str], None],
        on_end: Callable[[], None],
    ) -> None:
        """`on_printed` gets the lines of standard error: see `Printed`.

        `on_end` is called once, when the program has ended and all is read.
        """
        self._on_lines = on_lines
        self._on_printed = on_printed
        self._on_end = on_end
        self._loop = asyncio.get_running_loop()
        self._buffer = LineBuffer()
        self._printed = Printed()
        self._room = asyncio.Event()
        self._room.set()
        self._ended = asyncio.Event()
        self.terminated = False
        """It did not end by itself in time, so it was made to."""
        self._closing = False
        self._last_resort: asyncio.TimerHandle | None = None

    async def start(self, launch: Launch) -> None:
        """Starts the program."""
        line = launch.line()
        self._trace = launch.trace
        try:
            # In a session of its own: see `Child`.
            await self._loop.subprocess_exec(
                lambda: self, *line, cwd=launch.cwd, env=launch.env, start_new_session=True
            )
        except OSError as error:
            raise not_started(line, launch.cwd, error) from error
        remember(self._process)
        self._trace.started(line)

    def limit_lines(self, limit: int) -> None:
        """From now on no more than so many bytes of a line are kept."""
        self._buffer.limit = limit

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._transport.get_pid()

    @property
    def exit_status(self) -> int | None:
        """How it ended, once it has."""
        return self._transport.get_returncode()

    @property
    def stderr_tail(self) -> list[str]:
        """The last lines that the host wrote to standard error."""
        return self._printed.tail.lines()

    def send(self, data: bytes) -> None:
        """Writes what the pipe takes, and keeps the rest until it takes it."""
        if data and not self._stdin.is_closing():
            self._trace.sent(data)
            self._stdin.write(data)

    async def drain(self) -> None:
        """Waits until not much is left to be written."""
        await self._room.wait()

    async def close(self, timeout: float) -> None:
        """Ends the host by the end of its input. One that has not ended in time is terminated."""
        self._closing = True
        self._stdin.close()
        try:
            if not await self._has_ended(timeout):
                self.terminated = self.exit_status is None
                with contextlib.suppress(ProcessLookupError):
                    self._transport.terminate()
                await self._has_ended(1)
        finally:
            self.abort()
        await self.wait()

    def abort(self) -> None:
        """Ends the host at once, if it has not ended."""
        self.terminated = self.terminated or self.exit_status is None
        self._transport.close()

    async def wait(self) -> None:
        """Waits until it has ended and all is read."""
        await self._ended.wait()

    async def _has_ended(self, timeout: float) -> bool:
        try:
            await asyncio.wait_for(self._ended.wait(), timeout)
        except asyncio.TimeoutError:
            return False
        return True

    # asyncio's side

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.SubprocessTransport, transport)
        self._stdin = cast(asyncio.WriteTransport, self._transport.get_pipe_transport(0))
        self._process = self._transport.get_extra_info("subprocess")

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 2:
            self._printed.feed(data)
            self._tell_printed()
        elif lines := self._buffer.feed(data):
            self._trace.received(lines)
            self._on_lines(lines)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        self._room.set()
        self._expect_end()

    def process_exited(self) -> None:
        self._expect_end()

    def _expect_end(self) -> None:
        """A part of it is gone. If the rest does not follow soon, it is ended."""
        if self._last_resort is None and not self._closing:
            self._last_resort = self._loop.call_later(1, self.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._last_resort is not None:
            self._last_resort.cancel()
        forget(self._process)
        self._trace.ended(ending(self.exit_status))
        self._ended.set()
        self._room.set()
        self._printed.end()
        self._tell_printed()
        self._on_end()

    def _tell_printed(self) -> None:
        for line in self._printed.lines():
            self._on_printed(line)

    def pause_writing(self) -> None:
        self._room.clear()

    def resume_writing(self) -> None:
        self._room.set()
