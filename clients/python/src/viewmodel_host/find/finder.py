"""Somebody who types, and the ViewModel `finder`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping
from typing import Any, Callable

from ..async_host import AsyncHost
from ..async_instance import AsyncInstance
from ..errors import HostError, RequestFailed
from ..model import Event
from ..windows import window
from .prompt import Prompt
from .screen import State

MOVES = {"down": 1, "up": -1}
PAGES = {"page-down": 1, "page-up": -1}
TOGGLES = {"toggle-down": 1, "toggle-up": -1}

ACCEPTED, NO_MATCH, FAILED, INTERRUPTED = 0, 1, 2, 130
"""How it ends; fzf's exit statuses."""


class Finder:
    """What is shown of a finder. `create` makes one."""

    instance: AsyncInstance

    def __init__(self, host: AsyncHost, query: str, rows: int, draw: Callable[[], None]) -> None:
        self.prompt = Prompt(query)
        self.problem: str | None = None
        self.accepted: list[str] = []
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._host = host
        self._rows = rows
        self._draw = draw
        self._query = ""
        self._offset = 0
        self._tasks: set[asyncio.Future[Any]] = set()

    async def create(self, parameters: Mapping[str, Any]) -> None:
        """Begins to find."""
        others = ("total", "candidates", "isSearching", "index", "selected", "preview")
        self.instance = await self._host.create(
            "finder",
            parameters=parameters,
            observe=[window("matches", self._rows), *others],
            on_change=lambda change: self._changed(),
            on_event=self._event,
        )
        self.instance.on_closed(lambda reason: self._end(FAILED, reason))
        self._watch(self.instance.wait_until(lambda state: False, timeout=None))
        self._typed()

    @property
    def state(self) -> State:
        """What the host has found."""
        return self.instance.state

    def press(self, key: str) -> None:
        """Does what a key stands for."""
        if key in ("abort", "delete-or-abort") and not (key != "abort" and self.prompt.text):
            self._end(INTERRUPTED)
        elif key == "accept":
            self._watch(self._accept())
        elif self.prompt.press(key):
            self._typed()
            self._draw()
        elif key in MOVES:
            self._input("move", by=MOVES[key])
        elif key in PAGES:
            self._input("move", by=PAGES[key] * self._rows)
        elif key in TOGGLES:
            with self._host.batch():
                self._input("toggle")
                self._input("move", by=TOGGLES[key])

    def resize(self, rows: int) -> None:
        """Shows another number of rows."""
        if rows != self._rows:
            self._rows = rows
            self._move_window(self._offset)

    def is_shown(self) -> bool:
        """Whether the current row is among those that are there; else they are asked for."""
        offset, index = self.state["matches"]["offset"], self.state["index"]
        if index < offset:
            self._scroll_to(index)
        elif index >= offset + self._rows:
            self._scroll_to(index - self._rows + 1)
        else:
            return True
        return False

    def _changed(self) -> None:
        if hasattr(self, "instance"):
            self._draw()

    def _event(self, event: Event) -> None:
        if event.name == "accepted":
            self.accepted = list(event.value)
            self._end(ACCEPTED)
        else:
            self.problem = str(event.value)
            self._changed()

    def _typed(self) -> None:
        """Asks for what stands in the prompt."""
        if self.prompt.text != self._query:
            self._query = self.prompt.text
            self._input("query", text=self._query)
            self._scroll_to(0)

    async def _accept(self) -> None:
        await self.instance.call("accept")
        if not self.ended.done() and not self.state["isSearching"]:
            self._end(NO_MATCH)

    def _input(self, name: str, **arguments: Any) -> None:
        if not self.ended.done():
            self._watch(self.instance.input(name, **arguments))

    def _scroll_to(self, offset: int) -> None:
        if offset != self._offset:
            self._move_window(offset)

    def _move_window(self, offset: int) -> None:
        self._offset = offset
        self._watch(self.instance.move_window("matches", offset, self._rows))

    def _watch(self, work: Awaitable[Any]) -> None:
        """An error in it ends the finder."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Future[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, RequestFailed):
            self.problem = error.message
        elif error is not None:
            self._end(FAILED, str(error) if isinstance(error, HostError) else repr(error))

    def _end(self, status: int, problem: str | None = None) -> None:
        if not self.ended.done():
            self.problem = problem
            self.ended.set_result(status)
