"""The face for asyncio."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from types import TracebackType
from typing import Any, Callable, List, TypeVar, overload  # `list` is a method of AsyncHost  # noqa: UP035

from . import shape
from .async_instance import AsyncInstance
from .async_pump import AsyncPump, within
from .errors import HostClosed, HostDied, RequestFailed
from .handlers import Handlers, refuse_coroutines
from .host_base import HostBase, creation_details
from .model import Change, Event, NewStateT, Rewound, Turns
from .timeouts import USUAL, Timeout
from .windows import Output

T = TypeVar("T")


class AsyncHost(HostBase):
    """A host process of an event loop. It is an async context manager.

    What the host writes is taken in as it arrives, and the callbacks, plain functions, run then, on
    the loop. An exception in a callback goes to the loop's exception handler. Not thread-safe: use
    it from the loop's thread only.

    Each function that waits takes a `timeout` in seconds; the host's `timeout` holds when it is not
    given, and None is without end. When the time is over it raises TimeoutError. The futures of
    inputs and calls wait without end.

    Services may be coroutine functions; each call runs as a task, which is cancelled when the host
    gives the call up. An exception in a service answers with an error, and comes out nowhere.

    `start`, or entering the context, starts the host.
    """

    def _prepare(self) -> None:
        self._started: AsyncPump | None = None

    async def start(self) -> AsyncHost:
        """Starts the host. Raises HostNotFound, HostDied, VersionMismatch or TimeoutError."""
        if self._started is not None:
            raise RuntimeError("the host has been started before")
        pump = AsyncPump(self._session)
        await pump.child.start(self._launch)
        self._started = pump
        await self._initialize(pump)
        return self

    async def _initialize(self, pump: AsyncPump) -> None:
        greeting = pump.promise(self._session.initialize())
        try:
            self.info = await within(greeting, self._start_timeout, "initialize")
            pump.child.limit_lines(self._session.incoming_limit)
        except BaseException:
            self._session.end(HostClosed())
            pump.child.abort()
            await pump.child.wait()
            raise

    @property
    def pid(self) -> int:
        """The id of the host's process."""
        return self._pump.child.pid

    @property
    def exit_status(self) -> int | None:
        """How the host's process ended, as in `subprocess`; None while it runs."""
        return self._pump.child.exit_status

    @property
    def stderr_tail(self) -> Sequence[str]:
        """The last lines that the host wrote to standard error, where its ViewModels print."""
        return self._pump.child.stderr_tail

    async def list(self, *, timeout: Timeout = USUAL) -> List[str]:  # noqa: UP006
        """The names of the ViewModels in the host's catalog."""
        return await self._request("viewModel/list", None, shape.names, timeout)

    async def describe(self, name: str, *, timeout: Timeout = USUAL) -> Mapping[str, Any]:
        """What a ViewModel takes and gives, as `viewModel/describe` answers it."""
        return await self._pump.ask(self._session.describe(name), timeout)

    @overload
    async def create(
        self,
        name: str,
        *,
        id: str | None = None,
        parameters: Mapping[str, Any] | None = None,
        uses: Mapping[str, AsyncInstance[Any] | str] | None = None,
        observe: Sequence[Output] | None = None,
        on_change: Callable[[Change], None] | None = None,
        on_event: Callable[[Event], None] | None = None,
        timeout: Timeout = USUAL,
    ) -> AsyncInstance: ...

    @overload
    async def create(
        self,
        name: str,
        *,
        state_type: type[NewStateT],
        id: str | None = None,
        parameters: Mapping[str, Any] | None = None,
        uses: Mapping[str, AsyncInstance[Any] | str] | None = None,
        observe: Sequence[Output] | None = None,
        on_change: Callable[[Change[NewStateT]], None] | None = None,
        on_event: Callable[[Event], None] | None = None,
        timeout: Timeout = USUAL,
    ) -> AsyncInstance[NewStateT]: ...

    async def create(
        self,
        name: str,
        *,
        state_type: type[Any] | None = None,
        id: str | None = None,
        parameters: Mapping[str, Any] | None = None,
        uses: Mapping[str, AsyncInstance[Any] | str] | None = None,
        observe: Sequence[Output] | None = None,
        on_change: Callable[[Change[Any]], None] | None = None,
        on_event: Callable[[Event], None] | None = None,
        timeout: Timeout = USUAL,
    ) -> AsyncInstance[Any]:
        """Creates an instance.

        `uses` names the instance that fills each role; `observe` the outputs that are to be part of
        the state, if not all. `state_type`, such as a TypedDict, is for type checkers only.
        A callback that is given here misses nothing, not even what happens before this returns.
        """
        handlers = Handlers()
        handlers.add_given({"change": on_change, "event": on_event})
        details = creation_details(id, parameters, uses, observe)
        reply = self._session.create(name, details, handlers)
        give_up = partial(reply.then, self._dispose_unwanted)
        return AsyncInstance(self._pump, await self._pump.ask(reply, timeout, give_up))

    async def advance(self, milliseconds: float, *, timeout: Timeout = USUAL) -> float:
        """Moves the virtual clock, and runs what falls due: the new time in milliseconds."""
        params = {"milliseconds": milliseconds}
        return await self._request("clock/advance", params, shape.now, timeout)

    async def ping(self, *, timeout: Timeout = USUAL) -> None:
        """Waits until the host has handled everything that was sent before."""
        await self.request("ping", timeout=timeout)

    async def request(
        self, method: str, params: Mapping[str, Any] | None = None, *, timeout: Timeout = USUAL
    ) -> Any:
        """Sends any request of the protocol and waits for its result."""
        return await self._request(method, params, lambda result: result, timeout)

    async def turns(self, count: int | None = None, *, timeout: Timeout = USUAL) -> Turns:
        """What the last turns came from, 100 unless another count is given.

        This, `undo`, `redo` and `rewind` are for `supervised` hosts; of others RequestFailed.
        """
        return await self._pump.ask(self._session.turns(count), timeout)

    async def undo(self, *, timeout: Timeout = USUAL) -> Rewound[AsyncInstance]:
        """Takes the last input back, with all that has followed it: see `Host.undo`."""
        return await self._rewind("session/undo", None, timeout)

    async def redo(self, *, timeout: Timeout = USUAL) -> Rewound[AsyncInstance]:
        """Does the next input that was taken back again, with what has followed it."""
        return await self._rewind("session/redo", None, timeout)

    async def rewind(self, turn: int, *, timeout: Timeout = USUAL) -> Rewound[AsyncInstance]:
        """Goes to the end of a turn, be it one that was taken back: see `Host.undo`."""
        return await self._rewind("session/rewind", turn, timeout)

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Sends all inputs and calls of the `with` block together, as one turn.

        Do not await anything inside. If the block raises, nothing is sent.
        """
        with self._session.batch():
            yield
        self._pump.push()

    async def drain(self, *, timeout: Timeout = USUAL) -> None:
        """Waits while the host is behind with reading what was sent. For who sends very much."""
        seconds = self._session.seconds(timeout)
        await within(self._pump.child.drain(), seconds, "what was sent, to be read,")

    async def wait_until(self, predicate: Callable[[], object], timeout: Timeout = USUAL) -> None:
        """Waits until something is true. It is asked after each turn. Raises TimeoutError."""
        refuse_coroutines(predicate, "a predicate")
        await self._pump.wait_until(lambda: (bool(predicate()), None), timeout)

    async def restart(self, timeout: float = 5) -> None:
        """Starts the host anew, with the instances that were not closed: see `Host.restart`."""
        pump = self._pump
        with suppress(HostDied):
            await pump.close(timeout, quiet=False)
        await pump.begin_again(self._launch)
        await self._initialize(pump)
        replies = self._session.create_again()
        pump.push()
        for reply in replies:
            with suppress(RequestFailed):  # the instance has been closed for that
                await pump.ask(reply)

    async def close(self, timeout: float = 5) -> None:
        """Ends the host, waits for it, and delivers what it still wrote. May be called again.

        A host that has not ended after `timeout` seconds is terminated. Raises HostDied if the host
        turns out to have died before.
        """
        await self._pump.close(timeout, quiet=False)

    async def __aenter__(self) -> AsyncHost:
        return await self.start()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._pump.close(5, quiet=error is not None)

    @property
    def _pump(self) -> AsyncPump:
        if self._started is None:
            raise RuntimeError("the host has not been started")
        return self._started

    async def _request(
        self,
        method: str,
        params: Mapping[str, Any] | None,
        convert: Callable[[Any], T],
        timeout: Timeout,
    ) -> T:
        return await self._pump.ask(self._session.request(method, params, convert), timeout)

    async def _rewind(
        self, method: str, turn: int | None, timeout: Timeout
    ) -> Rewound[AsyncInstance]:
        rewound = await self._pump.ask(self._session.rewind(method, turn), timeout)
        return Rewound(rewound.turn, [AsyncInstance(self._pump, each) for each in rewound.opened])
