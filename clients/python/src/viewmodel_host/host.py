from __future__ import annotations

import math
import threading
import time
from contextlib import suppress
from typing import Any

from .client import BaseHost
from .instance import BaseInstance
from .news import StateT_co
from .protocol import Request

__all__ = ["Call", "Host", "Instance"]
_MOST_UNWRITTEN = 1 << 20
"""Inputs wait while the host has not read this many bytes."""


class Instance(BaseInstance[Any, StateT_co]):
    """An instance in a `Host`. As a context manager it disposes itself at the end."""

    _host: Host

    def start(self, input: str, /, *arguments: Any, **named: Any) -> Call:
        """Begins a call, and returns at once. The `Call` waits or is cancelled."""
        return Call(self._host, self._call(input, arguments, named))

    def __enter__(self) -> Instance[StateT_co]:
        return self

    def __exit__(self, *_: object) -> None:
        if self._host.error is None:
            self.dispose()


class Call:
    """A call that is running, or has ended."""

    def __init__(self, host: Host, request: Request) -> None:
        self._host, self._request = host, request

    @property
    def done(self) -> bool:
        """Whether it has ended."""
        return self._request.is_done

    def wait(self, timeout: float | None = None) -> Any:
        """Waits for its end, and returns its value. The call continues after a TimeoutError."""
        return self._host._wait(self._request, timeout, cancels=False)

    def cancel(self) -> None:
        """Cancels it, here and in the host, if it has not ended."""
        self._host._cancel(self._request)


class Host(BaseHost[Any, "Instance[Any]"]):
    """A host process. Its constructor starts it, `close` or the end of the `with` block ends it.

    Messages are handled while a method waits, or in `poll`; callbacks and services run then, on the
    calling thread. A callback may call anything; further callbacks run after it. A service may
    return a `concurrent.futures.Future`, to answer later. One thread at a time may use a host.
    The constructor raises HostNotFound, HostDied, VersionMismatch or TimeoutError.
    """

    _instance_type = Instance

    def poll(self, timeout: float = 0) -> int:
        """Handles what has arrived, after waiting for the first message; returns how many.

        Raises `error` when the host has ended and no message is left.
        """
        count = int(self._step(time.monotonic() + timeout))
        for _ in range(len(self._process.lines)):
            count += self._step(0)
        if not count and self.error is not None:
            raise self.error
        return count

    def restart(self, timeout: float = 5) -> None:
        """Starts the host again, with its living instances; closes it before if it runs.

        Each instance is created as `create` and `observe` said last, and gets a `Change` without a
        patch after all exist. One that cannot be created again is closed. Raises what the
        constructor raises, and may be called again then.
        """
        self.close(timeout)
        self._start()
        for request in self._create_again():
            self._wait(request)

    def close(self, timeout: float = 5) -> None:
        """Ends the host, handles its last messages, and kills it after `timeout` seconds."""
        if not self._ended.is_done:
            self._begin_closing(timeout)
        self._wait(self._ended, math.inf, cancels=False)

    def __enter__(self) -> Host:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self) -> None:
        self._asleep = threading.Lock()  # not an Event: an interrupt in one can leave it locked
        with self._starting(self._wake) as initialized:
            self._wait(initialized)

    def _wake(self) -> None:
        with suppress(RuntimeError):  # it is awake
            self._asleep.release()

    def _wait(self, request: Request, timeout: float | None = None, cancels: bool = True) -> Any:
        seconds = self.timeout if timeout is None else timeout
        deadline = time.monotonic() + seconds
        try:
            if self._batch is not None:
                raise RuntimeError("a turn is sent at its end, and cannot wait for a result")
            while not request.is_done:
                if time.monotonic() > deadline or not self._step(deadline):
                    raise request.timed_out(seconds)
        except BaseException as error:
            if cancels:
                self._cancel(request, error)
            raise
        return request.result(0)  # an interrupt may have come before it was set

    def _step(self, deadline: float) -> bool:
        """Handles a line, and waits for it. False if none came in time."""
        lines = self._process.lines
        while not lines:
            left = min(deadline - time.monotonic(), threading.TIMEOUT_MAX)
            if (left <= 0 or not self._asleep.acquire(timeout=left)) and not lines:
                return False
        self._handle()
        return True

    def _make_room(self) -> None:
        deadline = time.monotonic() + self.timeout
        while self._process.sent - self._process.written > _MOST_UNWRITTEN:
            if self.error is not None:
                raise self.error
            if time.monotonic() > deadline:
                raise TimeoutError(f"the host read nothing for {self.timeout:g} seconds")
            self._step(time.monotonic() + 0.01)
