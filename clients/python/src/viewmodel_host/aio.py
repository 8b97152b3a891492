"""The face for asyncio."""

from __future__ import annotations

import asyncio
import inspect
import math
import time
from contextlib import suppress
from typing import Any

from .client import BaseHost
from .instance import BaseInstance
from .news import StateT_co
from .request import Request

__all__ = ["AsyncHost", "AsyncInstance"]
_MOST_UNWRITTEN = 1 << 26
"""So many bytes may be sent before the host takes some."""
_SLICE = 0.01
"""Seconds after which the loop does something else, when there is very much to handle."""


class AsyncInstance(BaseInstance["asyncio.Future[Any]", StateT_co]):
    """An instance in an `AsyncHost`. As an async context manager it disposes itself at the end."""

    async def __aenter__(self) -> AsyncInstance[StateT_co]:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._host.protocol.error is None:
            await self.dispose()


class AsyncHost(BaseHost["asyncio.Future[Any]", "asyncio.Future[AsyncInstance[Any]]"]):
    """A host process: `async with AsyncHost(…) as host`, or `await AsyncHost(…).start()`.

    What is asked is sent at once, whether or not the future is awaited; when that is cancelled, or
    the task that awaits it, so is a call in the host. Callbacks are plain functions, which run on
    the loop; its exception handler gets their exceptions. Services may be coroutine functions; they
    are cancelled when the host does not want the answer any more.
    """

    _instance_type = AsyncInstance

    async def start(self) -> AsyncHost:
        """Starts the host. Raises HostNotFound, HostDied, VersionMismatch or TimeoutError."""
        self._loop = asyncio.get_running_loop()
        self._is_woken = self._is_heard = False
        try:
            self._spawn(self._wake)
            await self._wait(self.protocol.initialize())
        except BaseException:
            self._abandon()
            raise
        return self

    async def restart(self, timeout: float = 5) -> None:
        """Starts the host anew, after it has ended or was closed; one that runs is closed before.

        The instances that were not closed are created again: see `Host.restart`.
        """
        await self.close(timeout)
        await self.start()
        try:
            await asyncio.gather(*map(self._wait, self.protocol.create_again()))
        finally:
            self.protocol.held = False
        self._call_back()

    async def close(self, timeout: float = 5) -> None:
        """Ends the host, and waits for it; it is killed after `timeout` seconds.

        What it still writes is handled. May be called again.
        """
        if not self._ended.done:
            self._begin_closing(timeout)
            end = Request("the end of the host")
            self._ended.then(end.end)
            await self._wait(end, math.inf)

    async def __aenter__(self) -> AsyncHost:
        return await self.start()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def _wait(self, request: Request, timeout: float | None = None) -> asyncio.Future[Any]:
        future: asyncio.Future[Any] = self._loop.create_future()
        seconds = self.timeout if timeout is None else timeout
        timer = None
        if seconds < math.inf:
            error = request.time_is_over(seconds)
            timer = self._loop.call_later(seconds, self.protocol.cancel, request, error)

        def ended() -> None:
            self._is_heard = True
            if timer is not None:
                timer.cancel()
            if future.done():
                return
            if request.error is None:
                future.set_result(request.value)
            else:
                future.set_exception(request.error)

        def cancelled(future: asyncio.Future[Any]) -> None:
            if future.cancelled():
                self.protocol.cancel(request)

        request.then(ended)
        future.add_done_callback(cancelled)
        return future

    def _make_room(self) -> None:
        if self._process.unwritten > _MOST_UNWRITTEN:
            raise TimeoutError("the host takes nothing, and very much is unsent")

    def _wake(self) -> None:
        if not self._is_woken:
            self._is_woken = True
            with suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self._take)

    def _take(self) -> None:
        """Handles what has come. Who waits for an answer goes on before the line behind it."""
        self._is_woken = self._is_heard = False
        end = time.monotonic() + _SLICE
        while self._process.lines:
            self._handle()
            if self._is_heard or time.monotonic() > end:
                self._is_woken = True
                self._loop.call_soon(self._take)
                return

    def _future(self, answer: Any) -> Any:
        if inspect.isawaitable(answer):
            return asyncio.ensure_future(answer)
        return super()._future(answer)
