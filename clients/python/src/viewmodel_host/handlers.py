"""Who wants to be told of what, and the calls that are due."""

from __future__ import annotations

import inspect
from collections import deque
from typing import Any, Callable

Handler = Callable[[Any], None]
Remove = Callable[[], None]
"""Ends a registration. Calling it again does nothing."""


def refuse_coroutines(function: Callable[..., object], what: str) -> None:
    """Raises TypeError for an `async def`, which nobody would await."""
    if any(map(inspect.iscoroutinefunction, (function, getattr(function, "__call__", None)))):  # noqa: B004
        raise TypeError(f"{what} is a plain function, not an async def; it may start a task")


class Handlers:
    """The callbacks for the kinds of news about one instance, or about the host."""

    def __init__(self) -> None:
        self._of: dict[str, list[Handler]] = {}

    def add(self, kind: str, handler: Handler) -> Remove:
        """Registers a callback, behind those that are there."""

        refuse_coroutines(handler, "a callback")

        def entry(value: Any) -> None:  # one of its own, so that the same callback may stand twice
            handler(value)

        mine = self._of.setdefault(kind, [])
        mine.append(entry)

        def remove() -> None:
            if entry in mine:
                mine.remove(entry)

        return remove

    def add_given(self, given: dict[str, Handler | None]) -> None:
        """Registers those callbacks that are not None."""
        for kind, handler in given.items():
            if handler is not None:
                self.add(kind, handler)

    def of(self, kind: str) -> list[Handler]:
        """The callbacks of a kind, in the order of their registration."""
        return self._of.get(kind, [])


class DueCalls:
    """Callbacks to make, in order. One that was removed before its turn is left out."""

    def __init__(self) -> None:
        self.held = False
        """They wait for more that belongs to them."""
        self._calls: deque[tuple[list[Handler], Handler, Any]] = deque()

    def add(self, handlers: Handlers, kind: str, value: Any) -> bool:
        """Makes all callbacks of a kind due. False when there is none."""
        mine = handlers.of(kind)
        if not mine:
            return False
        for handler in mine:
            self._calls.append((mine, handler, value))
        return True

    def pop(self) -> tuple[Handler, Any] | None:
        """The next call to make: of what, and with what."""
        while self._calls and not self.held:
            mine, handler, value = self._calls.popleft()
            if handler in mine:
                return handler, value
        return None
