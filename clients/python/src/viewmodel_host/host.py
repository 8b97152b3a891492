"""The synchronous face: a host, driven by the thread that calls."""

from __future__ import annotations

import math
import threading
import time
from typing import Any

from .client import BaseHost
from .instance import BaseInstance
from .news import StateT_co
from .request import Request

__all__ = ["Call", "Host", "Instance"]
_MOST_UNWRITTEN = 1 << 20
"""So many bytes are sent before the host has to take some."""


class Instance(BaseInstance[Any, StateT_co]):
    """An instance in a `Host`. As a context manager it disposes itself at the end."""

    _host: Host

    def start(self, input: str, /, *arguments: Any, **named: Any) -> Call:
        """Like `call`, but does not wait: the `Call` does, and can be cancelled."""
        return Call(self._host, self._call(input, arguments, named))

    def __enter__(self) -> Instance[StateT_co]:
        return self

    def __exit__(self, *_: object) -> None:
        if self._host.protocol.error is None:
            self.dispose()


class Call:
    """A call that is under way, or has ended."""

    def __init__(self, host: Host, request: Request) -> None:
        self._host, self._request = host, request

    @property
    def done(self) -> bool:
        """Whether it has ended."""
        return self._request.done

    def wait(self, timeout: float | None = None) -> Any:
        """Waits for its end: what the method returned. The call goes on if that takes too long."""
        return self._host._wait_for(self._request, timeout)

    def cancel(self) -> None:
        """Cancels it, here and in the host, if it has not ended."""
        self._host.protocol.cancel(self._request)


class Host(BaseHost[Any, "Instance[Any]"]):
    """A host process, from its start to `close`. It is a context manager.

    What the host writes is handled while a method waits, or in `poll`, and the callbacks run then,
    on the calling thread; an exception in one is logged. A callback may call anything; the
    callbacks of what arrives meanwhile run after it. Services run then, too, even while a callback
    waits; one may return a `concurrent.futures.Future`, to answer later. One thread at a time may
    use a host.

    Making one starts the host. That raises HostNotFound, HostDied, VersionMismatch or TimeoutError.
    """

    _instance_type = Instance

    def _prepare(self) -> None:
        self._arrived = threading.Event()
        self._start()

    def poll(self, timeout: float = 0) -> int:
        """Handles what has arrived, waiting for the first of it: how many messages that were.

        Raises HostDied and the like when nothing is left of a host that has ended.
        """
        count = int(self._step(time.monotonic() + timeout))
        for _ in range(len(self._process.lines)):
            count += self._step(0)
        if not count and self.protocol.error is not None:
            raise self.protocol.error
        return count

    def restart(self, timeout: float = 5) -> None:
        """Starts the host anew, after it has ended or was closed; one that runs is closed before.

        The instances that were not closed are created again, in the order of their creation, with
        their ids, parameters, uses, and what `create` or `observe` said last. They keep their
        callbacks; each gets a `Change` without a patch, after all have their new states. One that
        cannot be created again is closed. Raises what making a `Host` raises; then it may be tried
        again.
        """
        self.close(timeout)
        self._start()
        try:
            for request in self.protocol.create_again():
                self._wait(request)
        finally:
            self.protocol.held = False
        self._call_back()

    def close(self, timeout: float = 5) -> None:
        """Ends the host, and waits for it; it is killed after `timeout` seconds.

        What it still writes is handled. May be called again.
        """
        if not self._ended.done:
            self._begin_closing(timeout)
        while not self._ended.done:
            self._step(math.inf)

    def __enter__(self) -> Host:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self) -> None:
        try:
            self._spawn(self._arrived.set)
            self._wait(self.protocol.initialize())
        except BaseException:
            self._abandon()
            raise

    def _wait(self, request: Request, timeout: float | None = None) -> Any:
        try:
            return self._wait_for(request, timeout)
        except BaseException as error:
            self.protocol.cancel(request, error)
            raise

    def _wait_for(self, request: Request, timeout: float | None) -> Any:
        if self.protocol.batch is not None:
            raise RuntimeError("a turn is sent at its end, so nothing can be waited for in it")
        seconds = self.timeout if timeout is None else timeout
        deadline = time.monotonic() + seconds
        while not request.done:
            if time.monotonic() > deadline or not self._step(deadline):
                raise request.time_is_over(seconds)
        if request.error is not None:
            raise request.error
        return request.value

    def _step(self, deadline: float) -> bool:
        """Handles a line, waiting for it. False if there was none in time."""
        lines = self._process.lines
        while not lines:
            self._arrived.clear()
            left = min(deadline - time.monotonic(), threading.TIMEOUT_MAX)
            if not lines and (left <= 0 or not self._arrived.wait(left)):
                return False
        self._handle()
        return True

    def _make_room(self) -> None:
        deadline = time.monotonic() + self.timeout
        while self._process.unwritten > _MOST_UNWRITTEN:
            if self.protocol.error is not None:
                raise self.protocol.error
            if time.monotonic() > deadline:
                raise TimeoutError(f"the host took nothing for {self.timeout:g} seconds")
            self._step(time.monotonic() + 0.01)
