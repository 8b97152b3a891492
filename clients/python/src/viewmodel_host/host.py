"""The synchronous face: a host, driven by the thread that calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Any, Callable, List, TypeVar, overload  # `list` is a method of Host  # noqa: UP035

from . import shape
from .child import Child
from .errors import HostClosed, HostDied, RequestFailed
from .handlers import Handlers, refuse_coroutines
from .host_base import HostBase, creation_details
from .instance import Instance
from .model import Change, Event, NewStateT, Rewound, Turns
from .pump import Pump
from .timeouts import USUAL, Timeout
from .windows import Output

T = TypeVar("T")


class Host(HostBase):
    """A host process, from its start to `close`. It is a context manager.

    Each function that waits takes a `timeout` in seconds; the host's `timeout` holds when it is not
    given, and None is without end. When the time is over it raises TimeoutError.

    There is no thread behind it. What the host writes is taken in while a method of `Host`,
    `Instance` or `Ticket` waits (for an answer, for room in the pipe, in `wait_until` or `poll`),
    and the callbacks run then, on the calling thread. An exception in a callback comes out of that
    method, and the other callbacks stay due. A callback may call anything; the callbacks of what
    arrives meanwhile run after it.

    Services run then, too, even while a callback waits. What a service returns is the answer; an
    exception answers with an error, and comes out nowhere.

    Only one thread at a time may use a host and what belongs to it; RuntimeError otherwise.

    Making one starts the host. That raises HostNotFound, HostDied, VersionMismatch or TimeoutError.
    """

    def _prepare(self) -> None:
        for name, service in self._session.services.named.items():
            refuse_coroutines(service, f"the service {name} of a Host")
        self._pump = Pump(self._session, self._new_child())
        self._initialize()

    def _new_child(self) -> Child:
        return Child(self._launch, self._session.printed)

    def _initialize(self) -> None:
        try:
            self.info = self._pump.ask(self._session.initialize(), self._start_timeout)
            self._pump.child.limit_lines(self._session.incoming_limit)
        except BaseException:
            self._pump.kill(HostClosed())
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

    def list(self, *, timeout: Timeout = USUAL) -> List[str]:  # noqa: UP006
        """The names of the ViewModels in the host's catalog."""
        return self._request("viewModel/list", None, shape.names, timeout)

    def describe(self, name: str, *, timeout: Timeout = USUAL) -> Mapping[str, Any]:
        """What a ViewModel takes and gives, as `viewModel/describe` answers it."""
        with self._pump.alone():
            return self._pump.ask(self._session.describe(name), timeout)

    @overload
    def create(
        self,
        name: str,
        *,
        id: str | None = None,
        parameters: Mapping[str, Any] | None = None,
        uses: Mapping[str, Instance[Any] | str] | None = None,
        observe: Sequence[Output] | None = None,
        on_change: Callable[[Change], None] | None = None,
        on_event: Callable[[Event], None] | None = None,
        timeout: Timeout = USUAL,
    ) -> Instance: ...

    @overload
    def create(
        self,
        name: str,
        *,
        state_type: type[NewStateT],
        id: str | None = None,
        parameters: Mapping[str, Any] | None = None,
        uses: Mapping[str, Instance[Any] | str] | None = None,
        observe: Sequence[Output] | None = None,
        on_change: Callable[[Change[NewStateT]], None] | None = None,
        on_event: Callable[[Event], None] | None = None,
        timeout: Timeout = USUAL,
    ) -> Instance[NewStateT]: ...

    def create(
        self,
        name: str,
        *,
        state_type: type[Any] | None = None,
        id: str | None = None,
        parameters: Mapping[str, Any] | None = None,
        uses: Mapping[str, Instance[Any] | str] | None = None,
        observe: Sequence[Output] | None = None,
        on_change: Callable[[Change[Any]], None] | None = None,
        on_event: Callable[[Event], None] | None = None,
        timeout: Timeout = USUAL,
    ) -> Instance[Any]:
        """Creates an instance.

        `uses` names the instance that fills each role; `observe` the outputs that are to be part of
        the state, if not all. `state_type`, such as a TypedDict, is for type checkers only.
        """
        handlers = Handlers()
        handlers.add_given({"change": on_change, "event": on_event})
        details = creation_details(id, parameters, uses, observe)
        with self._pump.alone():
            reply = self._session.create(name, details, handlers)
            try:
                return Instance(self._pump, self._pump.ask(reply, timeout))
            except BaseException:  # such as KeyboardInterrupt, or the end of the time
                reply.then(self._dispose_unwanted)
                raise

    def advance(self, milliseconds: float, *, timeout: Timeout = USUAL) -> float:
        """Moves the virtual clock, and runs what falls due: the new time in milliseconds."""
        params = {"milliseconds": milliseconds}
        return self._request("clock/advance", params, shape.now, timeout)

    def ping(self, *, timeout: Timeout = USUAL) -> None:
        """Waits until the host has handled everything that was sent before."""
        self.request("ping", timeout=timeout)

    def request(
        self, method: str, params: Mapping[str, Any] | None = None, *, timeout: Timeout = USUAL
    ) -> Any:
        """Sends any request of the protocol and waits for its result."""
        return self._request(method, params, lambda result: result, timeout)

    def turns(self, count: int | None = None, *, timeout: Timeout = USUAL) -> Turns:
        """What the last turns came from, 100 unless another count is given.

        This, `undo`, `redo` and `rewind` are for `supervised` hosts; of others RequestFailed.
        """
        with self._pump.alone():
            return self._pump.ask(self._session.turns(count), timeout)

    def undo(self, *, timeout: Timeout = USUAL) -> Rewound[Instance]:
        """Takes the last input back, with all that has followed it.

        That is a step of the whole session. Instances that have come since are closed, those that
        were disposed since are there again: `opened`, of which each that somebody still has gets a
        `Change` that is `resynced`, with its callbacks. RequestFailed if there is nothing to undo.
        """
        return self._rewind("session/undo", None, timeout)

    def redo(self, *, timeout: Timeout = USUAL) -> Rewound[Instance]:
        """Does the next input that was taken back again, with what has followed it."""
        return self._rewind("session/redo", None, timeout)

    def rewind(self, turn: int, *, timeout: Timeout = USUAL) -> Rewound[Instance]:
        """Goes to the end of a turn, be it one that was taken back: see `undo`."""
        return self._rewind("session/rewind", turn, timeout)

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Sends all inputs and `start`ed calls of the `with` block together, as one turn.

        Do not wait inside for what the block sends. If the block raises, nothing is sent.
        """
        with self._pump.alone():
            with self._pump.session.batch():
                yield
            self._pump.flush()

    def poll(self, timeout: float = 0) -> int:
        """Takes in what has arrived, waiting up to `timeout` seconds for the first of it.

        Returns the number of messages. For loops that watch other things too: see `fileno`.
        """
        return self._pump.poll(timeout)

    def fileno(self) -> int:
        """A descriptor that is readable when `poll` has something to do.

        Call `poll` until it returns 0 before you wait for it. After `restart` it is another one,
        and after the host's end there is none: HostDied or HostClosed.
        """
        self._session.check()
        return self._pump.child.fileno()

    def wait_until(self, predicate: Callable[[], object], timeout: Timeout = USUAL) -> None:
        """Waits until something is true. It is asked after each turn. Raises TimeoutError."""
        refuse_coroutines(predicate, "a predicate")
        self._pump.wait(lambda: bool(predicate()), timeout)

    def restart(self, timeout: float = 5) -> None:
        """Starts the host anew, after it died or was closed; one that runs is closed before.

        The instances that were not closed are created again, in the order of their creation, with
        their ids, parameters, uses and observed outputs. They keep their callbacks, and each gets a
        `Change` that is `resynced`, after all have their new states. One that cannot be created
        again is closed. Raises what making a `Host` raises; then it may be tried again.
        """
        with self._pump.alone():
            with suppress(HostDied):
                self._pump.close(timeout, quiet=False)
            self._pump.begin_again(self._new_child())
            self._initialize()
            for reply in self._session.create_again():
                with suppress(RequestFailed):  # the instance has been closed for that
                    self._pump.ask(reply)

    def close(self, timeout: float = 5) -> None:
        """Ends the host, waits for it, and delivers what it still wrote. May be called again.

        A host that has not ended after `timeout` seconds is terminated. Raises HostDied if the host
        turns out to have died before.
        """
        self._pump.close(timeout, quiet=False)

    def __enter__(self) -> Host:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # After an error nothing more is delivered or raised: it would hide the error.
        self._pump.close(5, quiet=error is not None)

    def _request(
        self,
        method: str,
        params: Mapping[str, Any] | None,
        convert: Callable[[Any], T],
        timeout: Timeout,
    ) -> T:
        with self._pump.alone():
            return self._pump.ask(self._pump.session.request(method, params, convert), timeout)

    def _rewind(self, method: str, turn: int | None, timeout: Timeout) -> Rewound[Instance]:
        with self._pump.alone():
            rewound = self._pump.ask(self._pump.session.rewind(method, turn), timeout)
            return Rewound(rewound.turn, [Instance(self._pump, each) for each in rewound.opened])
