"""The asyncio face against the fake host."""

from __future__ import annotations

import asyncio
import gc
import unittest
from typing import Any

from support import (
    answer,
    counted,
    create_counter,
    do,
    read,
    refuse,
    scripted_async,
    send,
    update,
)

from viewmodel_host import (
    Cancelled,
    Change,
    InputRejected,
    InstanceClosed,
    RequestFailed,
    Snapshot,
)

REJECTED = send(
    "viewModel/rejected",
    id="c",
    input="plus",
    seq=1,
    error={"code": -32602, "message": "not an integer", "data": {"path": "/arguments/by"}},
)


class AsyncHostTests(unittest.IsolatedAsyncioTestCase):
    async def test_list_and_describe(self) -> None:
        steps = (
            read("viewModel/list"),
            answer({"viewModels": [{"name": "counter"}, {"name": "user"}]}),
            read("viewModel/describe", name="counter"),
            answer({"name": "counter", "inputs": []}),
        )
        async with scripted_async(*steps) as host:
            self.assertEqual(host.info.name, "fake-host")
            self.assertEqual(await host.list(), ["counter", "user"])
            self.assertEqual(await host.describe("counter"), {"name": "counter", "inputs": []})

    async def test_create_sends_what_is_given(self) -> None:
        steps = (
            *create_counter("list"),
            read("viewModel/create", name="pager", id="p", parameters={"a": 1}, uses={"l": "list"}),
            answer({"id": "p", "revision": 0, "state": {}}),
        )
        async with scripted_async(*steps) as host:
            used = await host.create("counter")
            pager = await host.create("pager", id="p", parameters={"a": 1}, uses={"l": used})
            self.assertEqual((pager.id, pager.name, pager.revision), ("p", "pager", 0))

    async def test_a_callback_given_to_create_misses_nothing(self) -> None:
        steps = (
            read("viewModel/create"),
            do("hold"),
            answer({"id": "c", "revision": 0, "state": {"count": 0}}),
            update(counted(1, 1, events=[{"event": "e", "value": 1}])),
            do("release"),
        )
        seen: list[Any] = []
        async with scripted_async(*steps) as host:
            counter = await host.create("counter", on_change=seen.append, on_event=seen.append)
            await counter.wait_until(lambda state: state["count"] == 1)
        self.assertEqual(len(seen), 2)

    async def test_an_input_changes_the_state(self) -> None:
        steps = (
            *create_counter(),
            read("viewModel/input", id="c", input="plus", arguments={"by": 2}, seq=1),
            update(counted(1, 2, done=[1])),
            read("viewModel/input", input="minus", arguments=[2]),
            update(counted(2, 0, done=[2])),
        )
        changes: list[Change] = []
        async with scripted_async(*steps) as host:
            counter = await host.create("counter")
            counter.on_change(changes.append)
            await counter.input("plus", by=2)
            self.assertEqual(counter.state, {"count": 2})
            await counter.inputs.minus(2)
            self.assertEqual(counter.state, {"count": 0})
        self.assertEqual([change.revision for change in changes], [1, 2])

    async def test_a_call_answers_after_its_update(self) -> None:
        steps = (
            *create_counter(),
            read("viewModel/call", id="c", input="fetch", arguments={"userId": 7}),
            update(counted(1, 7)),
            answer({"value": "seven"}),
        )
        order: list[Any] = []
        async with scripted_async(*steps) as host:
            counter = await host.create("counter")
            counter.on_change(lambda change: order.append(change.state["count"]))
            order.append(await counter.call("fetch", userId=7))
        self.assertEqual(order, [7, "seven"])

    async def test_a_failed_call_raises(self) -> None:
        steps = (*create_counter(), read("viewModel/call"), refuse(-32004, "no such", {"a": 1}))
        async with scripted_async(*steps) as host:
            counter = await host.create("counter")
            with self.assertRaises(RequestFailed) as caught:
                await counter.call("fetsch")
        self.assertEqual((caught.exception.code, caught.exception.data), (-32004, {"a": 1}))

    async def test_several_calls_run_at_once(self) -> None:
        steps = (
            *create_counter(),
            read("viewModel/call", input="slow"),
            read("viewModel/call", input="fast"),
            answer({"value": "fast"}, id=4),
            answer({"value": "slow"}, id=3),
        )
        async with scripted_async(*steps) as host:
            counter = await host.create("counter")
            results = await asyncio.gather(counter.call("slow"), counter.call("fast"))
            self.assertEqual(results, ["slow", "fast"])

    async def test_a_cancelled_task_cancels_its_call_in_the_host(self) -> None:
        steps = (
            *create_counter(),
            read("viewModel/call", input="start"),
            update(counted(1, 1)),
            read("$/cancelRequest", id=3),
            update(counted(2, -1)),
            refuse(-32800, "Cancelled by the frontend", id=3),
        )
        async with scripted_async(*steps) as host:
            counter = await host.create("counter")

            async def start() -> None:
                await counter.call("start")

            task = asyncio.create_task(start())
            await counter.wait_until(lambda state: state["count"] == 1)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            await counter.wait_until(lambda state: state["count"] == -1)

    async def test_a_call_that_ends_with_its_instance(self) -> None:
        steps = (*create_counter(), read("viewModel/call"), refuse(-32800, "disposed"))
        async with scripted_async(*steps) as host:
            counter = await host.create("counter")
            with self.assertRaises(Cancelled):
                await counter.call("start")

    async def test_an_instance_whose_creation_was_given_up_is_disposed(self) -> None:
        steps = (
            read("viewModel/create"),
            read("ping"),
            answer({"id": "c", "revision": 0, "state": {}}, id=2),
            answer({}),
            read("viewModel/dispose", id="c"),
            answer({}),
        )
        async with scripted_async(*steps) as host:
            task = asyncio.create_task(host.create("counter"))
            ping = asyncio.create_task(host.ping())
            await asyncio.sleep(0)  # both tasks have sent now
            task.cancel()
            await ping

    async def test_a_rejected_input(self) -> None:
        steps = (*create_counter(), read("viewModel/input", input="plus"), REJECTED)
        async with scripted_async(*steps) as host:
            counter = await host.create("counter")
            with self.assertRaises(InputRejected) as caught:
                await counter.input("plus", by="x")
        found = caught.exception
        self.assertEqual((found.id, found.input, found.seq), ("c", "plus", 1))
        self.assertEqual((found.code, found.message), (-32602, "not an integer"))
        self.assertEqual(found.data, {"path": "/arguments/by"})

    async def test_a_rejection_nobody_looks_at_is_reported_by_the_loop(self) -> None:
        self.assertEqual(await self.rejections(heard=False), ["c.plus: not an integer (-32602)"])

    async def test_a_rejection_that_a_callback_heard_is_not(self) -> None:
        self.assertEqual(await self.rejections(heard=True), [])

    async def rejections(self, *, heard: bool) -> list[str]:
        reported: list[str] = []
        asyncio.get_running_loop().set_exception_handler(
            lambda loop, context: reported.append(str(context["exception"]))
        )
        steps = (*create_counter(), read("viewModel/input"), REJECTED, read("ping"), answer({}))
        callbacks: list[InputRejected] = []
        async with scripted_async(*steps) as host:
            counter = await host.create("counter")
            if heard:
                counter.on_rejected(callbacks.append)
            counter.input("plus", by="x")
            await host.ping()
        gc.collect()
        self.assertEqual(len(callbacks), int(heard))
        return reported

    async def test_a_turn_is_applied_to_all_instances_before_any_callback(self) -> None:
        steps = (
            *create_counter("c"),
            *create_counter("d"),
            read("ping"),
            update(counted(1, 5), {**counted(1, 6), "id": "d"}),
            answer({}),
        )
        seen: list[tuple[int, int]] = []
        async with scripted_async(*steps) as host:
            c, d = await host.create("counter"), await host.create("counter")
            for each in (c, d):
                each.on_change(lambda _: seen.append((c.state["count"], d.state["count"])))
            await host.ping()
        self.assertEqual(seen, [(5, 6), (5, 6)])

    async def test_an_exception_in_a_callback_goes_to_the_loop(self) -> None:
        reported: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(
            lambda loop, context: reported.append(type(context["exception"]))
        )
        steps = (*create_counter(), read("ping"), update(counted(1, 1)), answer({}))
        seen: list[int] = []
        async with scripted_async(*steps) as host:
            counter = await host.create("counter")
            counter.on_change(lambda change: seen.append(1 // 0))
            counter.on_change(lambda change: seen.append(change.revision))
            await host.ping()
        self.assertEqual((reported, seen), ([ZeroDivisionError], [1]))

    async def test_wait_until_asks_after_each_turn(self) -> None:
        steps = (*create_counter(), read("viewModel/input"), do("count_to", end=3))
        async with scripted_async(*steps) as host:
            counter = await host.create("counter")
            counter.input("plus")
            state = await counter.wait_until(lambda state: state["count"] == 2)
            self.assertEqual(state, {"count": 2})
            await host.wait_until(lambda: counter.revision == 3, timeout=60)

    async def test_wait_until_gives_up(self) -> None:
        async with scripted_async(*create_counter()) as host:
            counter = await host.create("counter")
            with self.assertRaises(TimeoutError):
                await counter.wait_until(lambda state: state["count"] == 1, timeout=0)
            with self.assertRaises(ZeroDivisionError):
                await counter.wait_until(lambda state: 1 // 0)

    async def test_changes_one_after_the_other(self) -> None:
        closed = send("viewModel/closed", id="c", reason="f was disposed")
        steps = (*create_counter(), read("viewModel/input"), do("count_to", end=3), closed)
        async with scripted_async(*steps) as host:
            counter = await host.create("counter")
            changes = counter.changes()
            counter.input("plus")
            seen = [change.state["count"] async for change in changes]
            self.assertEqual(seen, [1, 2, 3])
            with self.assertRaises(InstanceClosed):
                await counter.wait_until(lambda state: state["count"] == 4)
            self.assertEqual(counter.closed, "f was disposed")

    async def test_snapshot_and_dispose(self) -> None:
        steps = (
            *create_counter(),
            read("viewModel/snapshot", id="c"),
            answer({"id": "c", "revision": 0, "state": {"count": 0}}),
            read("viewModel/dispose", id="c"),
            answer({}),
        )
        async with scripted_async(*steps) as host:
            async with await host.create("counter") as counter:
                self.assertEqual(await counter.snapshot(), Snapshot("c", 0, {"count": 0}))
            self.assertEqual(counter.closed, "it was disposed")
            with self.assertRaises(InstanceClosed):
                counter.input("plus")
            await counter.dispose()

    async def test_a_batch_is_one_line(self) -> None:
        steps = (
            *create_counter(),
            read("batch: viewModel/input viewModel/input viewModel/call"),
            update(counted(1, 2, done=[1, 2])),
            do("answer_batch", result={"value": 2}),
        )
        async with scripted_async(*steps) as host:
            counter = await host.create("counter")
            with host.batch():
                tickets = [counter.input("plus"), counter.input("plus")]
                call = counter.call("count")
                with self.assertRaises(RuntimeError):
                    await call
            self.assertEqual(await call, 2)
            await asyncio.gather(*tickets)
            self.assertEqual(counter.state["count"], 2)

    async def test_a_batch_whose_block_raises_sends_nothing(self) -> None:
        async with scripted_async(*create_counter(), read("ping"), answer({})) as host:
            counter = await host.create("counter")
            with self.assertRaises(ZeroDivisionError), host.batch():
                ticket = counter.input("plus")
                _ = 1 // 0
            with self.assertRaises(Cancelled):
                await ticket
            await host.ping()

    async def test_advance(self) -> None:
        steps = (read("clock/advance", milliseconds=1000), answer({"now": 1000}))
        async with scripted_async(*steps) as host:
            self.assertEqual(await host.advance(1000), 1000)


if __name__ == "__main__":
    unittest.main()
