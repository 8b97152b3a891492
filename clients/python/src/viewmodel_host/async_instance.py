"""An instance in the asyncio face."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Callable, Generic, cast

from .async_pump import AsyncPump
from .handlers import refuse_coroutines
from .instance_base import InstanceBase
from .mirror import Mirror
from .model import Change, Snapshot, StateT_co


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
        the future is cancelled, or the task that awaits it, so is the input in the host.
        """
        self._check_open()
        session = self._pump.session
        reply = session.call(self.id, input, (arguments, named))
        return self._pump.promise(reply, lambda: session.cancel(reply))

    async def observe(self, outputs: Sequence[str]) -> None:
        """Chooses anew which outputs are part of the state."""
        self._check_open()
        await self._pump.promise(self._pump.session.observe(self.id, outputs))

    async def snapshot(self) -> Snapshot[StateT_co]:
        """Fetches the whole state from the host."""
        self._check_open()
        snapshot = await self._pump.promise(self._session.snapshot(self.id))
        return cast("Snapshot[StateT_co]", snapshot)

    async def wait_until(
        self, predicate: Callable[[StateT_co], object], timeout: float | None = None
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

    async def dispose(self) -> None:
        """Ends the instance. One that is gone already is left alone."""
        if self.closed is None:
            await self._pump.promise(self._pump.session.dispose(self.id))

    async def __aenter__(self) -> AsyncInstance[StateT_co]:
        return self

    async def __aexit__(self, *error: object) -> None:
        if self._pump.session.error is None:
            await self.dispose()


class Changes(Generic[StateT_co]):
    """The changes of an instance, in order; they wait until they are asked for."""

    def __init__(self, instance: AsyncInstance[StateT_co]) -> None:
        self._instance = instance
        self._waiting: list[Change[StateT_co]] = []
        self._remove = instance.on_change(self._waiting.append)

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
        return self._waiting.pop(0)

    def close(self) -> None:
        """Collects no more of them."""
        self._remove()
