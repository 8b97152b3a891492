"""The outcome of something sent, as an asyncio future."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from typing import Any, Callable, TypeVar

from .reply import Reply

T = TypeVar("T")


class Promise(asyncio.Future[T]):
    """A future that ends with a reply. It may be thrown away."""

    def __init__(self, reply: Reply[T], is_quiet: Callable[[BaseException], bool]) -> None:
        """`is_quiet` says of an error that it is no news, if nobody asks for it."""
        super().__init__(loop=asyncio.get_running_loop())
        self._reply = reply
        self._is_quiet = is_quiet
        reply.awaited = True  # asyncio itself reports an error that nobody looks at
        reply.then(self._take)

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
