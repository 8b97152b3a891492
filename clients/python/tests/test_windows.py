"""Windows on lists, in both faces, against the built host; and screenfuls of such lists."""

from __future__ import annotations

import unittest
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, ClassVar

from support import built_host, opened, settle

from viewmodel_host import (
    AsyncHost,
    AsyncViewport,
    Host,
    RequestFailed,
    Viewport,
    WindowPlace,
    window,
)


def row(id: int) -> Mapping[str, Any]:
    return {"id": id, "name": f"row {id}"}


def rows(first: int, last: int) -> list[Mapping[str, Any]]:
    return [row(id) for id in range(first, last + 1)]


def seen(total: int, offset: int, items: list[Mapping[str, Any]]) -> Mapping[str, Any]:
    return {"total": total, "offset": offset, "items": items}


class Scenarios:
    class Case(unittest.IsolatedAsyncioTestCase):
        face: ClassVar[type[Any]]
        viewport: ClassVar[type[Any]]
        host: Any

        @asynccontextmanager
        async def created(self, count: int, *observe: Any) -> AsyncIterator[Any]:
            async with opened(self.face, built_host("example-host"), "--clock", "virtual") as host:
                self.host = host
                parameters = {"count": count}
                yield await settle(
                    host.create("example.rows", id="r", parameters=parameters, observe=observe)
                )

        async def test_a_window_has_some_rows_and_moves(self) -> None:
            async with self.created(100, "count", window("rows", 2)) as list_:
                self.assertEqual(list_.state, {"count": 100, "rows": seen(100, 0, rows(0, 1))})
                place = await settle(list_.move_window("rows", 50, 3))
                self.assertEqual(place, WindowPlace(100, 50, 3))
                self.assertEqual(list_.state["rows"], seen(100, 50, rows(50, 52)))
                place = await settle(list_.move_window("rows", 2**53, 2**63 - 1))
                self.assertEqual(place, WindowPlace(100, 0, 2**63 - 1))
                self.assertEqual(list_.state["rows"], seen(100, 0, rows(0, 99)))
                await settle(list_.observe([window("rows", 1, offset=1)]))
                self.assertEqual(list_.state, {"rows": seen(100, 1, rows(1, 1))})

        async def test_an_anchored_window_and_a_restart(self) -> None:
            async with self.created(100, "count", window("rows", 2, anchor=True)) as list_:
                await settle(list_.move_window("rows", 10, 2))
                await settle(list_.call("insert", id=1000, at=0))
                self.assertEqual(list_.state["rows"], seen(101, 11, rows(10, 11)))
                await settle(self.host.restart())
                self.assertEqual(list_.state["rows"], seen(100, 10, rows(10, 11)))
                await settle(list_.call("insert", id=1000, at=0))
                self.assertEqual(list_.state["rows"], seen(101, 11, rows(10, 11)))

        async def test_what_makes_no_sense(self) -> None:
            async with self.created(100, "count", window("rows", 2)) as list_:
                for output, offset, limit, words in (
                    ("rows", 0, -1, "params.limit"),
                    ("rows", 0, 1e300, "params.limit"),
                    ("rows", 1.5, 1, "params.offset"),
                    ("rows", None, 1, "params.offset"),
                    ("rows", "1", 1, "params.offset"),
                    ("count", 0, 1, "r does not observe count through a window"),
                    ("cuont", 0, 1, "count"),
                ):
                    with self.subTest(words), self.assertRaises(RequestFailed) as caught:
                        await settle(list_.move_window(output, offset, limit))
                    self.assertIn(words, str(caught.exception))
                with self.assertRaises(RequestFailed) as caught:
                    await settle(list_.observe([window("rows", -3)]))
                self.assertIn("params.observe[0].window.limit", str(caught.exception))
                with self.assertRaises(ValueError):
                    await settle(list_.move_window("rows", float("nan"), 1))
                place = await settle(list_.move_window("rows", -7, 1))
                self.assertEqual(place, WindowPlace(100, 0, 1))

        async def test_a_viewport_scrolls_through_any_list(self) -> None:
            async with self.created(100_000, window("rows", 5)) as list_:
                viewport = self.viewport(list_, "rows", 10)
                await settle(viewport.move(0))
                moves = self.count_moves(list_)
                self.assertEqual((viewport.top, viewport.cursor), (0, 0))
                self.assertEqual(viewport.rows, rows(0, 9))
                for index in range(1, 201):
                    await settle(viewport.move(1))
                    self.assertEqual(viewport.row, row(index))
                self.assertEqual(viewport.rows, rows(191, 200))
                for index in range(1, 101):
                    await settle(viewport.move(-1))
                    self.assertEqual(viewport.row, row(200 - index))
                self.assertEqual(viewport.rows, rows(100, 109))
                self.assertLess(len(moves), 40)
                self.assertGreater(len(moves), 3)
                self.assertLessEqual(len(list_.state["rows"]["items"]), 50)

        async def test_a_viewport_goes_anywhere(self) -> None:
            async with self.created(100_000, window("rows", 5)) as list_:
                viewport = self.viewport(list_, "rows", 10)
                await settle(viewport.go_to(10**9))
                self.assertEqual(viewport.rows, rows(99_990, 99_999))
                self.assertEqual(viewport.row, row(99_999))
                await settle(viewport.scroll(-10))
                self.assertEqual((viewport.top, viewport.cursor), (99_980, 99_989))
                await settle(viewport.scroll(-(10**9)))
                self.assertEqual((viewport.top, viewport.cursor), (0, 9))
                await settle(viewport.go_to(-5))
                self.assertEqual(viewport.cursor, 0)
                await settle(viewport.go_to(50_000))
                await settle(viewport.resize(3))
                self.assertEqual(viewport.rows, rows(49_998, 50_000))
                await settle(viewport.resize(30))
                self.assertEqual(len(viewport.rows), 30)
                self.assertNotIn(None, viewport.rows)
                self.assertEqual(viewport.total, 100_000)
                viewport.close()

        async def test_an_anchored_viewport_keeps_its_place(self) -> None:
            async with self.created(1000, window("rows", 5, anchor=True)) as list_:
                viewport = self.viewport(list_, "rows", 10)
                await settle(viewport.go_to(510))
                await settle(viewport.scroll(5))
                self.assertEqual((viewport.rows[0], viewport.row), (row(506), row(510)))
                for change, first, cursor in (
                    (("insert", 2000, 0), row(506), row(510)),
                    (("insert", 2001, 500), row(506), row(510)),
                    (("remove", 512, 1), row(506), row(511)),
                    (("remove", 0, 400), row(506), row(511)),
                ):
                    await settle(list_.call(*change))
                    await settle(viewport.move(0))
                    self.assertEqual((viewport.rows[0], viewport.row), (first, cursor))
                self.assertEqual(viewport.cursor, 112)
                await settle(list_.call("remove", 0, 1000))
                self.assertEqual((viewport.rows, viewport.row, viewport.cursor), ([], None, 0))

        async def test_what_is_no_viewport(self) -> None:
            async with self.created(10, "count", window("rows", 5)) as list_:
                for arguments, words in (
                    (("count", 10), "r does not observe count through a window: it is 10"),
                    (("row", 10), "r does not observe row; it observes rows, count"),
                    (("rows", 0), "height is a number of rows, 1 or more, not 0"),
                    (("rows", 1.5), "height is a number of rows, 1 or more, not 1.5"),
                ):
                    with self.subTest(words), self.assertRaises(ValueError) as caught:
                        self.viewport(list_, *arguments)
                    self.assertEqual(str(caught.exception), words)
                with self.assertRaises(ValueError) as caught:
                    self.viewport(list_, "rows", 1, margin=-1)
                words = "margin is a number of rows, 0 or more, not -1"
                self.assertEqual(str(caught.exception), words)

        def count_moves(self, list_: Any) -> list[Any]:
            moves: list[Any] = []
            move = list_.move_window

            def counted(*arguments: Any) -> Any:
                moves.append(arguments)
                return move(*arguments)

            list_.move_window = counted
            return moves


class SynchronousTests(Scenarios.Case):
    face = Host
    viewport = Viewport


class AsyncioTests(Scenarios.Case):
    face = AsyncHost
    viewport = AsyncViewport


if __name__ == "__main__":
    unittest.main()
