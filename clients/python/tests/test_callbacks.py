"""When the synchronous face calls back, with what, and in which order."""

from __future__ import annotations

import unittest
from typing import Any

from support import answer, counted, create_counter, read, scripted, send, update

from viewmodel_host import Change, Event


class CallbackTests(unittest.TestCase):
    def test_a_rejection_nobody_waits_for_is_logged(self) -> None:
        error = {"code": -32602, "message": "not an integer"}
        steps = (
            *create_counter(),
            read("viewModel/input"),
            send("viewModel/rejected", id="c", input="plus", seq=1, error=error),
            read("ping"),
            answer({}),
        )
        with scripted(*steps) as host:
            counter = host.create("counter")
            counter.input("plus", by="x")
            with self.assertLogs("viewmodel_host", "WARNING") as logs:
                host.ping()
        self.assertIn("c.plus: not an integer", logs.output[0])

    def test_a_rejection_goes_to_the_callbacks(self) -> None:
        error = {"code": -32602, "message": "not an integer"}
        steps = (
            *create_counter(),
            read("viewModel/input"),
            send("viewModel/rejected", id="c", input="plus", seq=1, error=error),
            read("ping"),
            answer({}),
        )
        found: list[str] = []
        with scripted(*steps) as host:
            host.on_rejected(lambda rejected: found.append(f"host {rejected.input}"))
            counter = host.create("counter")
            counter.on_rejected(lambda rejected: found.append(f"instance {rejected.input}"))
            counter.input("plus", by="x")
            host.ping()
        self.assertEqual(found, ["instance plus", "host plus"])

    def test_events_come_after_the_change(self) -> None:
        events = [{"event": "message", "value": "a"}, {"event": "other", "value": None}]
        described = (read("viewModel/describe"), answer({"events": [{"name": "message"}]}))
        updated = (read("ping"), update(counted(1, 5, events=events)), answer({}))
        steps = (*create_counter(), *described, *updated)
        order: list[Any] = []
        with scripted(*steps) as host:
            counter = host.create("counter", on_event=lambda event: order.append(event.name))
            counter.on_change(lambda change: order.append(change.revision))
            counter.on_event(order.append, "message")
            host.ping()
        message = Event("c", "message", "a")
        self.assertEqual(order, [1, "message", message, "other"])

    def test_the_name_of_an_event_that_there_is_not_is_logged(self) -> None:
        described = (read("viewModel/describe"), answer({"events": [{"name": "message"}]}))
        steps = (*create_counter(), *described, read("ping"), answer({}))
        with self.assertLogs("viewmodel_host", "WARNING") as logged, scripted(*steps) as host:
            counter = host.create("counter")
            counter.on_event(print, "mesage")
            host.ping()
            counter.on_event(print, "message")
            counter.on_event(print, "nope")
        said = [record.getMessage() for record in logged.records]
        expected = "counter has no event %s; it has message"
        self.assertEqual(said, [expected % "mesage", expected % "nope"])

    def test_dropped_events_are_counted(self) -> None:
        steps = (
            *create_counter(),
            read("ping"),
            update(counted(1, 1, droppedEvents=4)),
            answer({}),
        )
        seen: list[int] = []
        with scripted(*steps) as host:
            host.create("counter").on_dropped(seen.append)
            host.ping()
        self.assertEqual(seen, [4])

    def test_a_turn_is_applied_to_all_instances_before_any_callback(self) -> None:
        steps = (
            *create_counter("c"),
            *create_counter("d"),
            read("ping"),
            update(counted(1, 5), {**counted(1, 6), "id": "d"}),
            answer({}),
        )
        seen: list[tuple[int, int]] = []
        with scripted(*steps) as host:
            c, d = host.create("counter"), host.create("counter")
            for each in (c, d):
                each.on_change(lambda _: seen.append((c.state["count"], d.state["count"])))
            host.ping()
        self.assertEqual(seen, [(5, 6), (5, 6)])

    def test_a_removed_callback_is_not_called(self) -> None:
        steps = (
            *create_counter(),
            read("ping"),
            update(counted(1, 1)),
            update(counted(2, 2)),
            answer({}),
        )
        seen: list[int] = []
        with scripted(*steps) as host:
            counter = host.create("counter")

            def once(change: Change) -> None:
                seen.append(change.revision)
                remove()
                remove_other()

            remove = counter.on_change(once)
            remove_other = counter.on_change(lambda change: seen.append(-change.revision))
            host.ping()
        self.assertEqual(seen, [1])

    def test_a_callback_may_call_the_host(self) -> None:
        steps = (
            *create_counter(),
            read("viewModel/input", input="plus"),
            update(counted(1, 1, done=[1])),
            read("viewModel/call", input="double"),
            update(counted(2, 2)),
            answer({"value": 2}),
        )
        seen: list[Any] = []
        with scripted(*steps) as host:
            counter = host.create("counter")

            def on_change(change: Change) -> None:
                seen.append(change.revision)
                if change.revision == 1:
                    seen.append(counter.call("double"))
                    seen.append("called")

            counter.on_change(on_change)
            counter.input("plus").wait()
        self.assertEqual(seen, [1, 2, "called", 2])

    def test_an_exception_in_a_callback_comes_out_and_nothing_is_lost(self) -> None:
        steps = (*create_counter(), read("ping"), update(counted(1, 1)), answer({}))
        seen: list[int] = []
        with scripted(*steps) as host:
            counter = host.create("counter")
            counter.on_change(lambda change: seen.append(1 // 0))
            counter.on_change(lambda change: seen.append(change.revision))
            with self.assertRaises(ZeroDivisionError):
                host.ping()
            self.assertEqual(host.poll(1), 1)
            self.assertEqual(seen, [1])

    def test_failures_go_to_callbacks_or_the_log(self) -> None:
        error = {"code": -32011, "message": "infinity"}
        failed = send("viewModel/failed", id="c", error=error)
        steps = (
            *create_counter(),
            read("ping"),
            failed,
            answer({}),
            read("ping"),
            failed,
            answer({}),
        )
        found: list[str] = []
        with scripted(*steps) as host:
            counter = host.create("counter")
            with self.assertLogs("viewmodel_host", "WARNING"):
                host.ping()
            counter.on_failed(lambda failure: found.append(failure.message))
            host.ping()
        self.assertEqual(found, ["infinity"])

    def test_the_log(self) -> None:
        line = send("host/log", level="warning", message="beware")
        steps = (read("ping"), line, answer({}), read("ping"), line, answer({}))
        found: list[str] = []
        with scripted(*steps, log="warning") as host:
            with self.assertLogs("viewmodel_host", "WARNING") as logs:
                host.ping()
            host.on_log(lambda entry: found.append(f"{entry.level}: {entry.message}"))
            host.ping()
        self.assertIn("beware", logs.output[0])
        self.assertEqual(found, ["warning: beware"])


if __name__ == "__main__":
    unittest.main()
