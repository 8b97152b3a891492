"""An instance in the asyncio face."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Callable, Generic, cast

from .async_pump import AsyncPump
from .handlers import refuse_coroutines
from .instance_base import InstanceBase
from .mirror import Mirror
from .model import Change, Snapshot, StateT_co, Trial
from .timeouts import USUAL, Timeout
from .windows import Output, WindowPlace


class AsyncInstance(InstanceBase["asyncio.Future[None]", StateT_co]):
    """An instance in an `AsyncHost`. As an async context manager it disposes itself at the end."""

    def __init__(self, pump: AsyncPump, mirror: Mirror) -> None:
        super().__init__(mirror, pump.session)
        self._pump = pump

    def input(self, input: str, /, *arguments: Any, **named: Any) -> asyncio.Future[None]:
        """Sends an input at once, with its arguments in order or by name.

        Awaiting the future waits for the end of the input, and raises InputRejected.
        """
        self._check_open()
        return self._pump.promise(self._pump.session.input(self.id, input, (arguments, named)))

    def call(self, input: str, /, *arguments: Any, **named: Any) -> asyncio.Future[Any]:
        """Sends an input as a request at once; the future gives what the method returned.

        It raises RequestFailed if the input failed, Cancelled if the instance was disposed. When
        the future is cancelled, or the task that awaits it, so is the input in the host; and after
        the host's `timeout`, with TimeoutError.
        """
        self._check_open()
        session = self._pump.session
        reply = session.call(self.id, input, (arguments, named))
        promise = self._pump.promise(reply, lambda: session.cancel(reply))
        promise.expire(session.timeout)
        return promise

    async def observe(self, outputs: Sequence[Output], *, timeout: Timeout = USUAL) -> None:
        """Chooses anew which outputs are part of the state, and through which windows."""
        self._check_open()
        await self._pump.ask(self._pump.session.observe(self.id, outputs), timeout)

    async def move_window(
        self, output: str, offset: int, limit: int, *, timeout: Timeout = USUAL
    ) -> WindowPlace:
        """Moves the window on a list: where it stands then. The state has its rows by then."""
        self._check_open()
        reply = self._pump.session.move_window(self.id, output, offset, limit)
        return await self._pump.ask(reply, timeout)

    async def try_input(self, input: str, /, *arguments: Any, **named: Any) -> Trial:
        """What an input would do; nothing of it is done.

        Raises RequestFailed if that cannot be said: with `ErrorCode.BUSY` it may be asked again.
        """
        self._check_open()
        reply = self._pump.session.try_input(self.id, input, (arguments, named))
        return await self._pump.ask(reply)

    async def snapshot(self, *, timeout: Timeout = USUAL) -> Snapshot[StateT_co]:
        """Fetches the whole state from the host."""
        self._check_open()
        snapshot = await self._pump.ask(self._session.snapshot(self.id), timeout)
        return cast("Snapshot[StateT_co]", snapshot)

    async def wait_until(
        self, predicate: Callable[[StateT_co], object], timeout: Timeout = USUAL
    ) -> StateT_co:
        """Waits for a state, which it returns, though the instance may be further by then.

        Raises TimeoutError or InstanceClosed.
        """

        refuse_coroutines(predicate, "a predicate")

        def value() -> tuple[bool, StateT_co]:
            state = self.state
            if predicate(state):
                return True, state
            self._check_open()
            return False, state

        return await self._pump.wait_until(value, timeout)

    def changes(self) -> Changes[StateT_co]:
        """The changes from now on, for `async for`, until the instance is closed."""
        return Changes(self)

    async def dispose(self, *, timeout: Timeout = USUAL) -> None:
        """Ends the instance. One that is gone already is left alone."""
        if self.closed is None:
            await self._pump.ask(self._pump.session.dispose(self.id), timeout)

    async def __aenter__(self) -> AsyncInstance[StateT_co]:
        return self

    async def __aexit__(self, *error: object) -> None:
        if self._pump.session.error is None:
            await self.dispose()


ROOM = 1000
"""How many changes wait for a slow consumer before the newest are merged."""


class Changes(Generic[StateT_co]):
    """The changes of an instance, in order; they wait until they are asked for.

    When `ROOM` of them wait, the newest are merged into one without `patch`, so memory is bounded.
    """

    def __init__(self, instance: AsyncInstance[StateT_co]) -> None:
        self._instance = instance
        self._waiting: deque[Change[StateT_co]] = deque()
        self._remove = instance.on_change(self._add)

    def _add(self, change: Change[StateT_co]) -> None:
        if len(self._waiting) >= ROOM:
            last = self._waiting.pop()
            resynced = last.resynced or change.resynced
            change = replace(change, before=last.before, patch=(), resynced=resynced)
        self._waiting.append(change)

    def __aiter__(self) -> Changes[StateT_co]:
        return self

    async def __anext__(self) -> Change[StateT_co]:
        instance = self._instance

        def value() -> tuple[bool, None]:
            return bool(self._waiting or instance.closed is not None), None

        if not self._waiting:
            await instance._pump.wait_until(value, None)
        if not self._waiting:
            raise StopAsyncIteration
        return self._waiting.popleft()

    def close(self) -> None:
        """Collects no more of them."""
        self._remove()
