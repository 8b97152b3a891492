from __future__ import annotations

import asyncio
import math
from concurrent.futures import Future
from contextlib import suppress
from inspect import isawaitable
from threading import Lock
from typing import Any

from .client import BaseHost
from .instance import BaseInstance
from .news import StateT_co
from .protocol import Request

__all__ = ["AsyncHost", "AsyncInstance"]
_SLICE = 0.01
"""Seconds that messages are handled for before other work of the loop runs."""


class AsyncInstance(BaseInstance["asyncio.Future[Any]", StateT_co]):
    """An instance in an `AsyncHost`. As an async context manager it disposes itself at the end."""

    async def __aenter__(self) -> AsyncInstance[StateT_co]:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._host.error is None:
            await self.dispose()


class AsyncHost(BaseHost["asyncio.Future[Any]", "asyncio.Future[AsyncInstance[Any]]"]):
    """A host process: `async with AsyncHost(…) as host`, or `await AsyncHost(…).start()`.

    Methods send at once, whether or not their future is awaited; cancelling the future of a call,
    or the task that awaits it, cancels the call in the host. Callbacks are plain functions, and run
    on the loop; exceptions in them are logged. Services may be coroutine functions; they are
    cancelled when the host no longer wants the answer.
    """

    _instance_type = AsyncInstance

    async def start(self) -> AsyncHost:
        """Starts the host. Raises HostNotFound, HostDied, VersionMismatch or TimeoutError."""
        self._loop = asyncio.get_running_loop()
        self._woken = Lock()
        with self._starting(self._wake) as initialized:
            await self._wait(initialized)
        return self

    async def restart(self, timeout: float = 5) -> None:
        """Starts the host again, and creates the living instances again: see `Host.restart`."""
        await self.close(timeout)
        await self.start()
        await asyncio.gather(*map(self._wait, self._create_again()))

    async def close(self, timeout: float = 5) -> None:
        """Ends the host, and waits for it: see `Host.close`."""
        if not self._ended.is_done:
            self._begin_closing(timeout)
            await asyncio.shield(self._wait(self._ended, math.inf))

    async def __aenter__(self) -> AsyncHost:
        return await self.start()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def _wait(self, request: Request, timeout: float | None = None) -> asyncio.Future[Any]:
        future: asyncio.Future[Any] = self._loop.create_future()
        seconds = self.timeout if timeout is None else timeout
        late = request.timed_out(seconds)
        timer = self._loop.call_later(min(seconds, 1e9), self._cancel, request, late)

        def ended(request: Future[Any]) -> None:
            self._pause_at = 0.0
            timer.cancel()
            if future.done():
                return
            if error := request.exception():
                future.set_exception(error)
            else:
                future.set_result(request.result())

        request.add_done_callback(ended)
        future.add_done_callback(lambda _: self._cancel(request))
        return future

    def _wake(self) -> None:
        if (woken := self._woken).acquire(blocking=False):
            with suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self._handle_lines, woken)

    def _handle_lines(self, woken: Lock) -> None:
        """Handles the lines that have come. Who awaits an answer runs before the next line."""
        self._pause_at = self._loop.time() + _SLICE
        try:
            while self._process.lines and self._loop.time() < self._pause_at:
                self._handle()
        finally:
            woken.release()
            if self._process.lines:
                self._wake()

    def _future(self, answer: Any) -> Any:
        return super()._future(asyncio.ensure_future(answer) if isawaitable(answer) else answer)
