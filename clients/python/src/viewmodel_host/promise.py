"""The outcome of something sent, as an asyncio future."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from typing import Any, Callable, TypeVar

from .reply import Reply
from .timeouts import took_too_long

T = TypeVar("T")


class Promise(asyncio.Future[T]):
    """A future that ends with a reply. It may be thrown away."""

    def __init__(
        self,
        reply: Reply[T],
        is_quiet: Callable[[BaseException], bool],
        give_up: Callable[[], None],
    ) -> None:
        """`is_quiet` says of an error that it is no news, if nobody asks for it.

        `give_up` is called when the time of `expire` is over.
        """
        super().__init__(loop=asyncio.get_running_loop())
        self._reply = reply
        self._is_quiet = is_quiet
        self._give_up = give_up
        reply.awaited = True  # asyncio itself reports an error that nobody looks at
        reply.then(self._take)

    def expire(self, seconds: float | None) -> None:
        """Ends it with TimeoutError when that takes too long."""
        if seconds is None or self.done():
            return

        def expired() -> None:
            if not self.done():
                self.set_exception(took_too_long(self._reply.label, seconds))
                self.exception()  # asyncio takes it for seen
                self._give_up()

        timer = self.get_loop().call_later(seconds, expired)
        self.add_done_callback(lambda _: timer.cancel())

    def _take(self, reply: Reply[T]) -> None:
        if self.done():
            return
        if reply.error is None:
            self.set_result(reply.result())
            return
        self.set_exception(reply.error)
        if self._is_quiet(reply.error):
            self.exception()  # asyncio takes it for seen

    def __await__(self) -> Generator[Any, None, T]:
        if not self.done() and not self._reply.sent:
            raise RuntimeError(f"{self._reply.label} stands in a batch that has not been sent")
        return super().__await__()
