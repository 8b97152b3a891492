"""A screenful of a list that is observed through a window: rows around a cursor."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Callable

from .async_instance import AsyncInstance
from .instance import Instance
from .instance_base import InstanceBase
from .model import Change
from .windows import is_anchored


class ViewportBase(ABC):
    """What both faces share. Rows are counted from 0.

    The window of the list goes along, and has `margin` rows at least above and below those that
    are seen: as many as are seen, unless another number is given. When rows come and go and the
    window is anchored, the cursor and the rows on the screen stay what they are; rows are told
    apart by their `id`.
    """

    def __init__(
        self,
        instance: InstanceBase[Any, Any],
        output: str,
        height: int,
        *,
        margin: int | None = None,
    ) -> None:
        _check("height", height, 1)
        if margin is not None:
            _check("margin", margin, 0)
        if output not in instance.state:
            observed = ", ".join(instance.state) or "none"
            raise ValueError(f"{instance.id} does not observe {output}; it observes {observed}")
        value = instance.state[output]
        if value is not None and not (isinstance(value, Mapping) and "items" in value):
            problem = (
                f"{instance.id} does not observe {output} through a window: it is {value!r:.80}"
            )
            raise ValueError(problem)
        self.output = output
        self._base = instance
        self._margin = margin
        self._height = height
        self._top = 0
        self._cursor = 0
        self._total = 0
        self._offset = 0
        self._items: Sequence[Any] = ()
        self._value: object = self
        self._take()
        self._remove = instance.on_change(self._changed)

    @property
    def total(self) -> int:
        """How many rows the list has."""
        self._take()
        return self._total

    @property
    def top(self) -> int:
        """Which row is the first on the screen."""
        self._take()
        return self._top

    @property
    def height(self) -> int:
        """How many rows the screen has."""
        return self._height

    @property
    def cursor(self) -> int:
        """Which row the cursor is on; 0 where there is none."""
        self._take()
        return self._cursor

    @property
    def row(self) -> Any:
        """The row that the cursor is on; None where there is none, or it is not there yet."""
        return self._at(self.cursor)

    @property
    def rows(self) -> list[Any]:
        """The rows on the screen, from `top` on. One that is not there yet is None."""
        self._take()
        stop = min(self._top + self._height, self._total)
        return [self._at(index) for index in range(self._top, stop)]

    def close(self) -> None:
        """Follows the list no longer."""
        self._remove()

    def _at(self, index: int) -> Any:
        place = index - self._offset
        return self._items[place] if 0 <= place < len(self._items) else None

    def _put(self, cursor: int) -> None:
        """Puts the cursor on a row, and scrolls as little as that needs."""
        self._take()
        self._cursor = max(0, min(cursor, self._total - 1))
        top = max(min(self._top, self._cursor), self._cursor - self._height + 1)
        self._top = self._in_list(top)

    def _scroll(self, count: int) -> None:
        """Moves the rows, and the cursor as little as it has to go along."""
        self._take()
        self._top = self._in_list(self._top + count)
        last = min(self._top + self._height, self._total) - 1
        self._cursor = max(0, min(max(self._cursor, self._top), last))

    def _in_list(self, top: int) -> int:
        return max(0, min(top, self._total - self._height))

    def _resize(self, height: int) -> None:
        _check("height", height, 1)
        self._height = height
        self._put(self._cursor)

    def _take(self) -> None:
        """Takes over what the instance has now."""
        value = self._base.state.get(self.output)
        if value is self._value:
            return
        self._value = value
        known = isinstance(value, Mapping) and "items" in value
        total, offset, items = (
            (value["total"], value["offset"], value["items"]) if known else (0, 0, ())
        )
        entries = self._base._mirror.details.get("observe")
        if is_anchored(entries, self.output):
            now = _moves(self._offset, self._items, offset, items)
            self._cursor, self._top = now(self._cursor), now(self._top)
        self._total, self._offset, self._items = total, offset, items
        self._put(self._cursor)

    def _wanted(self) -> tuple[int, int] | None:
        """Where the window has to go, if what is seen comes near to one of its ends."""
        self._take()
        margin = self._height if self._margin is None else self._margin
        first, last = self._top, min(self._top + self._height, self._total) - 1
        stop = self._offset + len(self._items)
        above = self._offset > 0 and first - margin < self._offset
        below = stop < self._total and last + margin >= stop
        if last < first or not (above or below):
            return None
        # Twice the margin, so that there is not something to ask for at each row.
        return max(0, first - 2 * margin), self._height + 4 * margin

    def _changed(self, _: Change[Any]) -> None:
        self._take()
        wanted = self._wanted()
        if wanted is not None and self._base.closed is None:
            self._ask(*wanted)

    @abstractmethod
    def _ask(self, offset: int, limit: int) -> None:
        """Moves the window, without waiting."""


class Viewport(ViewportBase):
    """A screenful of a list. What moves it returns when its rows are there."""

    def __init__(
        self, instance: Instance[Any], output: str, height: int, *, margin: int | None = None
    ) -> None:
        super().__init__(instance, output, height, margin=margin)
        self._instance = instance
        self._follow()

    def move(self, count: int) -> None:
        """Moves the cursor down by so many rows, or up."""
        self.go_to(self.cursor + count)

    def go_to(self, index: int) -> None:
        """Puts the cursor on a row; what is less than 0 is the first, what is too much the last."""
        self._put(index)
        self._follow()

    def scroll(self, count: int) -> None:
        """Scrolls down by so many rows, or up."""
        self._scroll(count)
        self._follow()

    def resize(self, height: int) -> None:
        """The screen has so many rows now."""
        self._resize(height)
        self._follow()

    def _follow(self) -> None:
        wanted = self._wanted()
        if wanted is not None:
            self._instance.move_window(self.output, *wanted)

    def _ask(self, offset: int, limit: int) -> None:
        pump = self._instance._pump
        with pump.alone():
            id = self._instance.id
            pump.send(lambda: pump.session.move_window(id, self.output, offset, limit))


class AsyncViewport(ViewportBase):
    """The same for asyncio: `await` what moves it, and its rows are there."""

    def __init__(
        self, instance: AsyncInstance[Any], output: str, height: int, *, margin: int | None = None
    ) -> None:
        super().__init__(instance, output, height, margin=margin)
        self._instance = instance
        wanted = self._wanted()
        if wanted is not None:
            self._ask(*wanted)

    async def move(self, count: int) -> None:
        """Moves the cursor down by so many rows, or up."""
        await self.go_to(self.cursor + count)

    async def go_to(self, index: int) -> None:
        """Puts the cursor on a row; what is less than 0 is the first, what is too much the last."""
        self._put(index)
        await self._follow()

    async def scroll(self, count: int) -> None:
        """Scrolls down by so many rows, or up."""
        self._scroll(count)
        await self._follow()

    async def resize(self, height: int) -> None:
        """The screen has so many rows now."""
        self._resize(height)
        await self._follow()

    async def _follow(self) -> None:
        wanted = self._wanted()
        if wanted is not None:
            await self._instance.move_window(self.output, *wanted)

    def _ask(self, offset: int, limit: int) -> None:
        pump = self._instance._pump
        reply = pump.session.move_window(self._instance.id, self.output, offset, limit)
        # Whoever moves the viewport next gets the error.
        pump.promise(reply).add_done_callback(
            lambda future: future.cancelled() or future.exception()
        )


def _check(name: str, value: Any, least: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise ValueError(f"{name} is a number of rows, {least} or more, not {value!r:.80}")


def _moves(
    before_offset: int, before: Sequence[Any], offset: int, items: Sequence[Any]
) -> Callable[[int], int]:
    """Where rows are now: a function of where they were.

    A row that is gone gives its place to the next that is still there, or to the last before it.
    """
    places = {}
    for index, row in enumerate(items, offset):
        key = _key(row)
        if key is not None:
            places[key] = index

    def now(row: int) -> int:
        start = row - before_offset
        if 0 <= start < len(before):
            for index in (*range(start, len(before)), *range(start - 1, -1, -1)):
                place = places.get(_key(before[index]))
                if place is not None:
                    return place
        return row

    return now


def _key(row: Any) -> Any:
    key = row.get("id") if isinstance(row, Mapping) else None
    return key if isinstance(key, (str, int)) else None
