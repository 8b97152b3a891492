"""Moves messages between a session and a child process, on an asyncio event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any, Callable, Generic, TypeVar

from .async_child import AsyncChild
from .command import Launch
from .errors import ErrorCode, HostClosed, HostDied, HostError, InputRejected
from .promise import Promise
from .reply import Reply
from .services import ServiceCall
from .session import Session
from .timeouts import USUAL, Timeout, took_too_long

T = TypeVar("T")


class AsyncPump:
    """Handles each line as it arrives: first the mirrors, then the callbacks, then who waits."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._loop = asyncio.get_running_loop()
        self.child = self._new_child()
        self._waiters: set[_Waiter[Any]] = set()
        self._closing = False
        self._tasks: set[asyncio.Task[None]] = set()

    def push(self) -> None:
        """Writes what the session has to say."""
        self.child.send(self.session.take_output())

    def promise(self, reply: Reply[T], give_up: Callable[[], None] | None = None) -> Promise[T]:
        """A future for a reply. When it is cancelled, or expires, `give_up` is called."""

        def gave_up() -> None:
            if give_up is not None and self.session.error is None:
                give_up()
                self.push()

        promise = Promise(reply, self._is_quiet, gave_up)
        if give_up is not None:
            promise.add_done_callback(lambda promise: gave_up() if promise.cancelled() else None)
        self.push()
        return promise

    async def ask(
        self, reply: Reply[T], timeout: Timeout = USUAL, give_up: Callable[[], None] | None = None
    ) -> T:
        """Waits for the end of a reply. When nobody waits any more, `give_up` is called."""
        return await within(
            self.promise(reply, give_up), self.session.seconds(timeout), reply.label
        )

    async def wait_until(self, value: Callable[[], tuple[bool, T]], timeout: Timeout) -> T:
        """Waits until the first of the two is true: the second. Asks after each line."""
        self.session.check()
        holds, found = value()
        if holds:
            return found
        waiter = _Waiter(value, self._loop.create_future())
        self._waiters.add(waiter)
        try:
            return await within(waiter.future, self.session.seconds(timeout), "it")
        finally:
            self._waiters.discard(waiter)

    async def close(self, timeout: float, quiet: bool) -> None:
        """Ends the host, and handles what it still writes.

        Raises HostDied if it turns out to have died, unless it is to be `quiet` about that.
        """
        was_open = self.session.error is None
        self._closing = True
        await self.child.close(timeout)
        if was_open and not quiet and isinstance(self.session.error, HostDied):
            raise self.session.error

    async def begin_again(self, launch: Launch) -> None:
        """Goes on with another host, when the one before has ended."""
        await self.child.wait()
        self.session.begin_again()
        child = self._new_child()
        try:
            await child.start(launch)
        except BaseException as error:
            self.session.end(error)
            raise
        self.child = child
        self._closing = False

    def _new_child(self) -> AsyncChild:
        return AsyncChild(self._take_lines, self.session.printed, self._ended)

    def _take_lines(self, lines: list[bytes]) -> None:
        for line in lines:
            if self.session.error is not None:
                return
            try:
                self.session.receive(line)
            except HostError as error:
                self.session.end(error)
                self._wake()
                self.child.abort()
                return
            self.push()
            self._serve()
            self._deliver()
            self._wake()

    def _ended(self) -> None:
        ended_well = self._closing and (self.child.exit_status == 0 or self.child.terminated)
        died = HostDied(self.child.exit_status, self.child.stderr_tail)
        self.session.end(HostClosed() if ended_well else died)
        self._deliver()
        self._wake()

    def _deliver(self) -> None:
        while (call := self.session.due.pop()) is not None:
            handler, value = call
            try:
                handler(value)
            except Exception as error:
                message = "an exception in a callback of viewmodel_host"
                self._loop.call_exception_handler({"message": message, "exception": error})

    def _serve(self) -> None:
        while (call := self.session.services.next()) is not None:
            task = self._loop.create_task(self._run(call))
            call.on_cancel = task.cancel
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _run(self, call: ServiceCall) -> None:
        try:
            await call.run_async()
        finally:
            self.push()

    def _wake(self) -> None:
        for waiter in list(self._waiters):
            waiter.ask(self.session.error)

    def _is_quiet(self, error: BaseException) -> bool:
        if not isinstance(error, InputRejected):
            return True
        return error.code == ErrorCode.CANCELLED or self.session.hears_rejections(error.id)


class _Waiter(Generic[T]):
    """Someone who waits for something to become true."""

    def __init__(self, value: Callable[[], tuple[bool, T]], future: asyncio.Future[T]) -> None:
        self._value = value
        self.future = future

    def ask(self, end: BaseException | None) -> None:
        if self.future.done():
            return
        try:
            holds, found = self._value()
        except Exception as error:
            self.future.set_exception(error)
            return
        if holds:
            self.future.set_result(found)
        elif end is not None:
            self.future.set_exception(end)


async def within(awaitable: Awaitable[T], timeout: float | None, what: str) -> T:
    """`asyncio.wait_for`, with the built-in TimeoutError on all versions of Python."""
    try:
        return await asyncio.wait_for(awaitable, timeout)
    except asyncio.TimeoutError:
        raise took_too_long(what, timeout) from None
