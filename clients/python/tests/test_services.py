"""Services, with both faces."""

from __future__ import annotations

import asyncio
import unittest
from concurrent.futures import Future
from typing import Any

from support import FaceCase, settle

from viewmodel_host import AsyncHost, Host, ServiceError


class ServiceTests(FaceCase):
    async def test_services(self) -> None:
        calls: list[Any] = []

        def items(call: Any, page: int) -> Any:
            calls.append(call)
            if page > 1:
                raise ServiceError(404, "no such page")
            return page_of("a", 2)

        async with self.open(services={"items": items}) as host:
            errors: list[Any] = []
            entries = await settle(host.create("list", id="l"))
            entries.on_event(lambda event: errors.append(event.value), "error")
            await settle(entries.call("viewWillAppear"))
            await settle(entries.until(lambda state: state["items"]))
            await settle(entries.call("reachedBottom"))
            await settle(entries.until(lambda state: not state["loading"]))
            self.assertEqual(errors, ["no such page"])
            self.assertIs(calls[0].instance, entries)
            self.assertEqual((calls[0].id, calls[0].cancelled), ("service-1", False))

    async def test_an_answer_that_comes_later_or_was_cancelled(self) -> None:
        futures: list[Any] = []
        calls: list[Any] = []

        def items(call: Any, page: int) -> Any:
            calls.append(call)
            futures.append(Future() if self.face is Host else asyncio.Future())
            return futures[-1]

        async with self.open(services={"items": items}) as host:
            entries = await settle(host.create("list"))
            await settle(entries.call("viewWillAppear"))
            entries.input("reload")
            while len(futures) < 2:
                await settle(host.request("ping"))
            self.assertTrue(futures[0].cancelled())
            self.assertEqual([call.cancelled for call in calls], [True, False])
            futures[1].set_result({"items": [], "pages": {"currentPage": 1}})
            await settle(entries.until(lambda state: not state["loading"]))

    async def test_a_service_that_fails_in_its_own_way(self) -> None:
        def items(call: Any, page: int) -> Any:
            return {1, 2} if page else KeyError("x")

        async with self.open(services={"items": items}) as host:
            errors: list[Any] = []
            entries = await settle(host.create("list", on_event=errors.append))
            await settle(entries.call("viewWillAppear"))
            await settle(entries.until(lambda state: not state["loading"]))
            self.assertIn("not JSON serializable", errors[0].value)


def page_of(name: str, following: int) -> Any:
    items = [{"id": name, "name": name}]
    return {"items": items, "pages": {"currentPage": 1, "nextPage": following}}


class AsyncServiceTests(ServiceTests):
    face = AsyncHost


if __name__ == "__main__":
    unittest.main()
