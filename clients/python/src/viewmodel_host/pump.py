"""Moves messages between a session and a child process, on the thread that waits for them."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Callable, TypeVar

from .child import Child
from .errors import HostClosed, HostDied, HostError
from .interrupts import uninterrupted
from .reply import Reply
from .session import Session
from .timeouts import USUAL, Timeout, took_too_long

T = TypeVar("T")


class Pump:
    """Handles one line after the other, and makes the callbacks of each before the next.

    A callback may wait, too: lines are handled then, but their callbacks run after it.
    """

    def __init__(self, session: Session, child: Child) -> None:
        self.session = session
        self.child = child
        self._lock = threading.RLock()
        self._calling_back = False
        self._owner = os.getpid()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keeps other threads out: they get a RuntimeError."""
        if not self._lock.acquire(blocking=False):
            raise RuntimeError("another thread is using this host")
        if os.getpid() != self._owner:
            self._lock.release()
            raise RuntimeError(
                "this host belongs to the process that has started it, not to its fork"
            )
        try:
            yield
        finally:
            self._lock.release()

    @contextmanager
    def in_silence(self) -> Iterator[None]:
        """Makes no callbacks meanwhile; they stay due."""
        with self.alone():
            before = self._calling_back
            try:
                self._calling_back = True
                yield
            finally:
                self._calling_back = before

    def ask(self, reply: Reply[T], timeout: Timeout = USUAL) -> T:
        """Waits for the end of a reply."""
        if not reply.done and not reply.sent:
            raise RuntimeError(f"{reply.label} stands in a batch that has not been sent")
        reply.awaited = True
        self.wait(lambda: reply.done, timeout, reply.label)
        return reply.result()

    def wait(self, done: Callable[[], bool], timeout: Timeout = USUAL, what: str = "it") -> None:
        """Handles lines until something is true, which `what` names. Asks after each line."""
        timeout = self.session.seconds(timeout)
        deadline = None if timeout is None else time.monotonic() + timeout
        with self.alone():
            self._push()
            self._serve()  # an interrupt may have left something over
            self._deliver()
            while not done():
                self.session.check()
                left = None if deadline is None else deadline - time.monotonic()
                if left is not None and left < 0:
                    raise took_too_long(what, timeout)
                self._step(left)

    def send(self, make: Callable[[], Reply[T]], timeout: Timeout = USUAL) -> Reply[T]:
        """Makes a message and writes it. While the pipe is full, handles what the host writes.

        Raises TimeoutError when the host does not read in that time; then nothing of the message is
        sent. A message that has been written in part stays on its way.
        """
        self._push()

        def make_and_send() -> tuple[Reply[T], bytes]:
            reply = make()
            return reply, self._send_output()

        reply, data = uninterrupted(make_and_send)
        try:
            self.flush(timeout)
        except TimeoutError:
            if self.child.withdraw(data):
                seconds = self.session.seconds(timeout)
                text = f"{reply.label} was not sent: the host has not read for {seconds} seconds"
                error = TimeoutError(text)
                self.session.withdraw(reply, error)
                raise error from None
        return reply

    def flush(self, timeout: Timeout = USUAL) -> None:
        """Writes everything. Raises TimeoutError when the host does not read in that time."""
        timeout = self.session.seconds(timeout)
        deadline = None if timeout is None else time.monotonic() + timeout
        self._push()
        while self.child.unsent or self.child.deaf:
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left < 0:
                raise TimeoutError(f"the host has not read for {timeout} seconds")
            self._step(left)
            self.session.check()

    def poll(self, timeout: float) -> int:
        """Handles what has arrived: the number of lines."""
        with self.alone():
            self.session.check()
            self._deliver()
            if not self.child.lines:
                self._wait_for_pipes(timeout)
            arrived = len(self.child.lines)
            for _ in range(arrived):
                if self.child.lines:  # a callback may have handled some
                    self._take_line()
            self.session.check()
            return arrived

    def close(self, timeout: float, quiet: bool) -> None:
        """Ends the host, and handles what it still wrote.

        Raises HostDied if it turns out to have died. `quiet`: no callbacks, and no such error.
        """
        with self.alone():
            if self.session.error is not None:
                return
            end: HostError = HostClosed()
            try:
                self._push()
                status = self.child.close(timeout)
                if status != 0 and not self.child.terminated:
                    end = HostDied(status, self.child.stderr_tail)
                self.session.services.end()
                while self.child.lines and self.session.error is None and not quiet:
                    self._take_line()
            finally:
                self.session.end(end)
            if isinstance(end, HostDied) and not quiet:
                raise end

    def begin_again(self, child: Child) -> None:
        """Goes on with another host."""
        try:
            self.session.begin_again()
        except BaseException:
            child.kill()
            raise
        self.child = child

    def kill(self, error: HostError) -> None:
        """Ends the host at once, and everything that was asked of it with an error."""
        self.child.kill()
        self.session.end(error)

    def _push(self) -> None:
        if self.session.has_output:
            uninterrupted(self._send_output)

    def _send_output(self) -> bytes:
        data = self.session.take_output()
        self.child.send(data)
        return data

    def _step(self, timeout: float | None) -> None:
        """Handles one line; if there is none, waits for the pipes."""
        if self.child.lines:
            self._take_line()
        else:
            self._wait_for_pipes(timeout)
            self._deliver()

    def _wait_for_pipes(self, timeout: float | None) -> None:
        if self.child.exit_status is not None:
            died = HostDied(self.child.exit_status, self.child.stderr_tail)
            self.session.end(died)
        elif self.child.ended or self.child.deaf:
            self.child.reap(grace=1)  # what it wrote before is among the lines then
        else:
            self.child.exchange(timeout)

    def _take_line(self) -> None:
        try:
            uninterrupted(self._receive)
        except HostError as error:
            self.kill(error)
            raise
        # Most lines neither ask nor leave anything to write.
        if self.session.has_output:
            self._push()
        if self.session.services.are_asked:
            self._serve()
        self._deliver()

    def _receive(self) -> None:
        self.session.receive(self.child.lines.popleft())

    def _serve(self) -> None:
        """Answers what the host asks. Not put off while a callback waits: it may wait for that."""
        while (call := self.session.services.next()) is not None:
            try:
                call.run()
            finally:
                self._push()

    def _deliver(self) -> None:
        if self._calling_back:
            return
        try:
            self._calling_back = True
            while (call := self.session.due.pop()) is not None:
                handler, value = call
                handler(value)
        finally:
            self._calling_back = False
