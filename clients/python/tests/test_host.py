"""The synchronous face against the fake host."""

from __future__ import annotations

import threading
import unittest
from typing import Any

from support import answer, counted, create_counter, do, read, refuse, scripted, send, update

from viewmodel_host import (
    Call,
    Cancelled,
    Change,
    InputRejected,
    InstanceClosed,
    RequestFailed,
    Snapshot,
)


class HostTests(unittest.TestCase):
    def test_what_the_host_says_of_itself(self) -> None:
        with scripted() as host:
            self.assertEqual(host.info.name, "fake-host")
            self.assertEqual(host.info.protocol_version, "1")
            self.assertEqual(host.info.limits["depth"], 512)

    def test_list_and_describe(self) -> None:
        steps = (
            read("viewModel/list"),
            answer({"viewModels": [{"name": "counter"}, {"name": "user"}]}),
            read("viewModel/describe", name="counter"),
            answer({"name": "counter", "inputs": []}),
        )
        with scripted(*steps) as host:
            self.assertEqual(host.list(), ["counter", "user"])
            self.assertEqual(host.describe("counter"), {"name": "counter", "inputs": []})

    def test_create_sends_what_is_given(self) -> None:
        steps = (
            *create_counter("list"),
            read("viewModel/create", name="pager", id="p", parameters={"a": 1}, uses={"l": "list"}),
            answer({"id": "p", "revision": 0, "state": {}}),
        )
        with scripted(*steps) as host:
            used = host.create("counter")
            pager = host.create("pager", id="p", parameters={"a": 1}, uses={"l": used})
            self.assertEqual((pager.id, pager.name, pager.revision), ("p", "pager", 0))

    def test_an_input_changes_the_state(self) -> None:
        steps = (
            *create_counter(),
            read("viewModel/input", id="c", input="plus", arguments={"by": 2}, seq=1),
            update(counted(1, 2, done=[1])),
        )
        changes: list[Change] = []
        with scripted(*steps) as host:
            counter = host.create("counter", on_change=changes.append)
            counter.input("plus", by=2).wait()
            self.assertEqual(counter.state, {"count": 2})
            self.assertEqual(counter.revision, 1)
        self.assertEqual([(c.before["count"], c.state["count"]) for c in changes], [(0, 2)])

    def test_inputs_as_methods_with_arguments_in_order(self) -> None:
        steps = (
            *create_counter(),
            read("viewModel/input", input="plus", arguments=[2, "x"]),
            update(counted(1, 2, done=[1])),
        )
        with scripted(*steps) as host:
            counter = host.create("counter")
            counter.inputs.plus(2, "x").wait()
            self.assertEqual(counter.state["count"], 2)

    def test_arguments_in_order_and_by_name_do_not_mix(self) -> None:
        with scripted(*create_counter()) as host:
            counter = host.create("counter")
            with self.assertRaises(TypeError):
                counter.input("plus", 2, by=3)

    def test_a_call_answers_after_its_update(self) -> None:
        steps = (
            *create_counter(),
            read("viewModel/call", id="c", input="fetch", arguments={"userId": 7}),
            update(counted(1, 7)),
            answer({"value": "seven"}),
        )
        order: list[Any] = []
        with scripted(*steps) as host:
            counter = host.create("counter")
            counter.on_change(lambda change: order.append(change.state["count"]))
            order.append(counter.call("fetch", userId=7))
            self.assertEqual(order, [7, "seven"])
            self.assertEqual(counter.state["count"], 7)

    def test_a_failed_call_raises(self) -> None:
        steps = (*create_counter(), read("viewModel/call"), refuse(-32004, "no such", {"a": 1}))
        with scripted(*steps) as host:
            counter = host.create("counter")
            with self.assertRaises(RequestFailed) as caught:
                counter.call("fetsch")
        error = caught.exception
        self.assertEqual((error.method, error.code), ("viewModel/call", -32004))
        self.assertEqual((error.message, error.data), ("no such", {"a": 1}))

    def test_a_call_is_cancelled(self) -> None:
        steps = (
            *create_counter(),
            read("viewModel/call", input="start"),
            read("$/cancelRequest", id=3),
            update(counted(1, -1)),
            send("host/log", level="debug", message="between"),
            do(
                "send",
                message={"jsonrpc": "2.0", "id": 3, "error": {"code": -32800, "message": "C"}},
            ),
        )
        with scripted(*steps) as host:
            counter = host.create("counter")
            call: Call = counter.start("start")
            call.cancel()
            with self.assertRaises(Cancelled):
                call.wait()
            self.assertEqual(counter.state["count"], -1)
            call.cancel()  # too late: sends nothing

    def test_several_calls_run_at_once(self) -> None:
        steps = (
            *create_counter(),
            read("viewModel/call", input="slow"),
            read("viewModel/call", input="fast"),
            answer({"value": "fast"}),
            answer({"value": "slow"}, id=3),
        )
        with scripted(*steps) as host:
            counter = host.create("counter")
            slow, fast = counter.start("slow"), counter.start("fast")
            self.assertEqual(fast.wait(), "fast")
            self.assertFalse(slow.done)
            self.assertEqual(slow.wait(), "slow")

    def test_a_rejected_input(self) -> None:
        error = {"code": -32602, "message": "not an integer", "data": {"path": "/arguments/by"}}
        steps = (
            *create_counter(),
            read("viewModel/input", input="plus"),
            send("viewModel/rejected", id="c", input="plus", seq=1, error=error),
        )
        with scripted(*steps) as host:
            counter = host.create("counter")
            with self.assertRaises(InputRejected) as caught:
                counter.input("plus", by="x").wait()
        found = caught.exception
        self.assertEqual((found.id, found.input, found.seq), ("c", "plus", 1))
        self.assertEqual((found.code, found.message), (-32602, "not an integer"))
        self.assertEqual(found.data, {"path": "/arguments/by"})

    def test_snapshot_and_dispose(self) -> None:
        steps = (
            *create_counter(),
            read("viewModel/snapshot", id="c"),
            answer({"id": "c", "revision": 0, "state": {"count": 0}}),
            read("viewModel/dispose", id="c"),
            answer({}),
        )
        reasons: list[str] = []
        with scripted(*steps) as host:
            with host.create("counter") as counter:
                counter.on_closed(reasons.append)
                self.assertEqual(counter.snapshot(), Snapshot("c", 0, {"count": 0}))
            self.assertEqual(counter.closed, "it was disposed")
            with self.assertRaises(InstanceClosed):
                counter.input("plus")
            counter.dispose()
        self.assertEqual(reasons, ["it was disposed"])

    def test_an_instance_that_the_host_closes(self) -> None:
        steps = (
            *create_counter(),
            read("viewModel/input"),
            send("viewModel/closed", id="c", reason="f was disposed"),
        )
        reasons: list[str] = []
        with scripted(*steps) as host:
            counter = host.create("counter")
            counter.on_closed(reasons.append)
            counter.input("plus")
            with self.assertRaises(InstanceClosed) as caught:
                counter.wait_until(lambda state: state["count"] == 1)
        self.assertEqual(reasons, ["f was disposed"])
        self.assertEqual(caught.exception.reason, "f was disposed")

    def test_wait_until_asks_after_each_turn(self) -> None:
        steps = (
            *create_counter(),
            read("viewModel/input"),
            do("hold"),
            update(counted(1, 1)),
            update(counted(2, 2)),
            update(counted(3, 3)),
            do("release"),
        )
        with scripted(*steps) as host:
            counter = host.create("counter")
            counter.input("plus")
            self.assertEqual(counter.wait_until(lambda state: state["count"] == 2), {"count": 2})
            host.wait_until(lambda: counter.revision == 3, timeout=60)

    def test_wait_until_gives_up(self) -> None:
        with scripted(*create_counter()) as host:
            counter = host.create("counter")
            with self.assertRaises(TimeoutError):
                counter.wait_until(lambda state: state["count"] == 1, timeout=0)

    def test_a_batch_is_one_line(self) -> None:
        steps = (
            *create_counter(),
            read("batch: viewModel/input viewModel/input viewModel/call"),
            update(counted(1, 2, done=[1, 2])),
            do("answer_batch", result={"value": 2}),
        )
        with scripted(*steps) as host:
            counter = host.create("counter")
            with host.batch():
                first, second = counter.input("plus"), counter.input("plus")
                call = counter.start("count")
                with self.assertRaises(RuntimeError):
                    call.wait()
            self.assertEqual(call.wait(), 2)
            self.assertTrue(first.done)
            self.assertTrue(second.done)
            self.assertEqual(counter.state["count"], 2)

    def test_a_batch_whose_block_raises_sends_nothing(self) -> None:
        with scripted(*create_counter(), read("ping"), answer({})) as host:
            counter = host.create("counter")
            with self.assertRaises(ZeroDivisionError), host.batch():
                ticket = counter.input("plus")
                _ = 1 // 0
            with self.assertRaises(Cancelled):
                ticket.wait()
            host.ping()

    def test_advance(self) -> None:
        with scripted(read("clock/advance", milliseconds=1000), answer({"now": 1000})) as host:
            self.assertEqual(host.advance(1000), 1000)

    def test_poll_for_loops_that_watch_other_things(self) -> None:
        import select

        steps = (*create_counter(), read("viewModel/input"), update(counted(1, 1)))
        with scripted(*steps) as host:
            counter = host.create("counter")
            counter.input("plus")
            self.assertEqual(select.select([host], [], [], 60)[0], [host])
            self.assertEqual(host.poll(), 1)
            self.assertEqual(counter.state["count"], 1)
            self.assertEqual(host.poll(), 0)

    def test_another_thread_is_kept_out(self) -> None:
        errors: list[BaseException] = []
        inside, leave = threading.Event(), threading.Event()

        def use() -> None:
            inside.wait()
            try:
                host.ping()
            except RuntimeError as error:
                errors.append(error)
            leave.set()

        with scripted(*create_counter(), read("ping"), update(counted(1, 1)), answer({})) as host:
            counter = host.create("counter")
            counter.on_change(lambda _: inside.set())
            counter.on_change(lambda _: self.assertTrue(leave.wait(60)))
            thread = threading.Thread(target=use)
            thread.start()
            host.ping()
            thread.join()
        self.assertEqual(len(errors), 1)

    def test_what_has_no_json_form_is_refused_before_it_is_sent(self) -> None:
        deep: Any = []
        for _ in range(600):
            deep = [deep]
        with scripted(*create_counter(), read("ping"), answer({})) as host:
            counter = host.create("counter")
            for value in (float("nan"), float("inf"), "\ud800", deep, "x" * 16777216):
                with self.assertRaises(ValueError):
                    counter.input("plus", by=value)
            with self.assertRaises(TypeError):
                counter.input("plus", by=object())
            host.ping()


if __name__ == "__main__":
    unittest.main()
