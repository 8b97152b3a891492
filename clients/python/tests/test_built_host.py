"""Both faces against the built host: each scenario is written once, and run with each."""

from __future__ import annotations

import json
import os
import signal
import unittest
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, ClassVar

from support import built_host, opened, process_exists, settle

from viewmodel_host import (
    AsyncHost,
    Cancelled,
    ErrorCode,
    Host,
    HostDied,
    InputRejected,
    InstanceClosed,
    RequestFailed,
)


async def end(ticket: Any) -> Any:
    """Waits for what `input` or `start` gave."""
    return ticket.wait() if hasattr(ticket, "wait") else await ticket


class Scenarios:
    class Case(unittest.IsolatedAsyncioTestCase):
        face: ClassVar[type[Any]]

        @asynccontextmanager
        async def host(self, name: str = "viewmodel-host") -> AsyncIterator[Any]:
            async with opened(self.face, built_host(name), "--clock", "virtual") as host:
                yield host

        def start(self, instance: Any, *arguments: Any, **named: Any) -> Any:
            begin = instance.start if self.face is Host else instance.call
            return begin(*arguments, **named)

        async def test_the_catalog(self) -> None:
            async with self.host() as host:
                self.assertEqual(host.info.protocol_version, "1")
                names = await settle(host.list())
                self.assertIn("counter", names)
                about = await settle(host.describe("counter"))
                self.assertEqual(about["name"], "counter")
                self.assertIn("plusButtonDidTap", [each["name"] for each in about["inputs"]])
                with self.assertRaises(RequestFailed) as caught:
                    await settle(host.describe("conter"))
                self.assertEqual(caught.exception.code, ErrorCode.UNKNOWN_VIEW_MODEL)

        async def test_counting(self) -> None:
            seen: list[Any] = []
            async with self.host() as host:
                counter = await settle(host.create("counter", on_change=seen.append))
                self.assertEqual(counter.state, {"count": 0, "isEven": True})
                for _ in range(3):
                    await end(counter.inputs.plusButtonDidTap())
                self.assertEqual(counter.state, {"count": 3, "isEven": False})
                self.assertEqual((await settle(counter.snapshot())).state, counter.state)
                await settle(counter.dispose())
            self.assertEqual([change.state["count"] for change in seen], [1, 2, 3])
            self.assertEqual(len(seen[0].patch), 2)

        async def test_fetching_in_virtual_time(self) -> None:
            async with self.host() as host:
                user = await settle(host.create("user", id="u"))
                call = self.start(user, "fetch", userId=7)
                ticket = user.input("fetch", 8)
                self.assertGreater(await settle(host.advance(60_000)), 0)
                self.assertIsNone(await end(call))
                await end(ticket)
                self.assertEqual(user.state["user"]["id"], 8)

        async def test_a_rejected_input(self) -> None:
            async with self.host() as host:
                user = await settle(host.create("user", id="u"))
                with self.assertRaises(InputRejected) as caught:
                    await end(user.input("fetch", userId="7"))
                error = caught.exception
                self.assertEqual((error.id, error.input, error.seq), ("u", "fetch", 1))
                self.assertEqual(error.code, ErrorCode.INVALID_PARAMS)
                self.assertEqual(error.data, {"path": "/arguments/userId"})
                with self.assertRaises(InputRejected) as caught:
                    await end(user.input("fetsch"))
                self.assertEqual(caught.exception.code, ErrorCode.UNKNOWN_INPUT)

        async def test_many_inputs_at_once(self) -> None:
            async with self.host() as host:
                counter = await settle(host.create("counter"))
                tickets = [counter.input("plusButtonDidTap") for _ in range(20_000)]
                await end(tickets[-1])
                self.assertEqual(counter.state["count"], 20_000)
                for ticket in tickets:
                    await end(ticket)

        async def test_without_merging_each_turn_gives_its_update(self) -> None:
            seen: list[int] = []
            async with opened(self.face, built_host(), merge_updates=False) as host:
                counter = await settle(host.create("counter"))
                counter.on_change(lambda change: seen.append(change.state["count"]))
                tickets = [counter.input("plusButtonDidTap") for _ in range(5000)]
                await end(tickets[-1])
            self.assertEqual(seen, list(range(1, 5001)))

        async def test_a_batch_is_one_turn(self) -> None:
            seen: list[Any] = []
            async with self.host() as host:
                counter = await settle(host.create("counter", on_change=seen.append))
                with host.batch():
                    counter.input("plusButtonDidTap")
                    call = self.start(counter, "plusButtonDidTap")
                await end(call)
            self.assertEqual([change.state["count"] for change in seen], [2])

        async def test_a_call_is_cancelled(self) -> None:
            async with self.host("example-host") as host:
                download = await settle(host.create("example.download"))
                call = self.start(download, "start")
                await settle(download.wait_until(lambda state: state["phase"] == "running"))
                call.cancel()
                await settle(download.wait_until(lambda state: state["phase"] == "cancelled"))
                if self.face is Host:
                    with self.assertRaises(Cancelled):
                        call.wait()
                else:
                    self.assertTrue(call.cancelled())

        async def test_disposing_cancels_what_runs(self) -> None:
            async with self.host("example-host") as host:
                download = await settle(host.create("example.download"))
                call, ticket = self.start(download, "start"), download.input("start")
                await settle(download.dispose())
                with self.assertRaises(Cancelled):
                    await end(call)
                with self.assertRaises(InputRejected) as caught:
                    await end(ticket)
                self.assertEqual(caught.exception.code, ErrorCode.CANCELLED)

        async def test_instances_that_use_others(self) -> None:
            turns: list[Any] = []
            async with self.host("example-host") as host:
                form = await settle(host.create("example.form", id="f"))
                preview = await settle(host.create("example.preview", uses={"form": form}))
                for each in (form, preview):
                    each.on_change(
                        lambda change: turns.append(
                            (change.id, form.state["name"], preview.state["text"])
                        )
                    )
                await end(form.input("rename", name="Ada"))
                self.assertEqual(turns, [("f", "Ada", "Ada"), (preview.id, "Ada", "Ada")])
                await settle(form.dispose())
                self.assertIn("f", preview.closed)
                with self.assertRaises(InstanceClosed):
                    preview.input("anything")

        async def test_events_and_lists(self) -> None:
            seen: list[Any] = []
            async with self.host("example-host") as host:
                form = await settle(host.create("example.form", on_event=seen.append))
                for tag in ("new", "ü€😀"):
                    await end(form.input("addTag", tag=tag))
                self.assertEqual(form.state["tags"], ["new", "ü€😀"])
            self.assertEqual([event.value for event in seen], ["Added new", "Added ü€😀"])

        async def test_an_output_without_json_form(self) -> None:
            failures: list[Any] = []
            async with self.host("example-host") as host:
                division = await settle(host.create("example.division"))
                division.on_failed(failures.append)
                await end(division.input("divide", by=0))
                await end(division.input("divide", by=4))
                self.assertEqual(division.state, {"quotient": 0.25})
            self.assertEqual([failure.code for failure in failures], [ErrorCode.OUTPUT_FAILED])

        async def test_what_a_view_model_prints_is_no_message(self) -> None:
            async with self.host("example-host") as host:
                faulty = await settle(host.create("example.faulty"))
                self.assertEqual(await end(self.start(faulty, "say", text="x" * 200_000)), 200_000)
                with self.assertRaises(RequestFailed) as caught:
                    await end(self.start(faulty, "fail"))
                self.assertEqual(caught.exception.code, ErrorCode.INPUT_FAILED)

        async def test_messages_of_megabytes(self) -> None:
            titles = ["ü" * 1000] * 2500
            async with self.host("example-host") as host:
                plain = await settle(host.create("example.plain", parameters={"titles": titles}))
                self.assertEqual([item["title"] for item in plain.state["items"]], titles)

        async def test_messages_about_as_long_as_the_host_reads(self) -> None:
            limit = 1000
            command = (built_host(), "--line-limit", str(limit))
            async with opened(self.face, *command) as host:
                counter = await settle(host.create("counter"))
                params = {
                    "id": counter.id,
                    "input": "plusButtonDidTap",
                    "arguments": [""],
                    "seq": 1,
                }
                message = {"jsonrpc": "2.0", "method": "viewModel/input", "params": params}
                room = limit - len(json.dumps(message, separators=(",", ":")))
                for length in (room - 1, room):  # the host has read it if it says what is wrong
                    with self.assertRaises(InputRejected):
                        await end(counter.input("plusButtonDidTap", "x" * length))
                with self.assertRaises(ValueError):
                    counter.input("plusButtonDidTap", "x" * (room + 1))
                await end(counter.input("plusButtonDidTap"))
                self.assertEqual(counter.state["count"], 1)

        async def test_a_message_that_is_nested_too_deep(self) -> None:
            async with self.host() as host:
                counter = await settle(host.create("counter"))
                limit = host.info.limits["depth"]
                for depth in range(limit - 4, limit + 2):
                    deep: Any = 1
                    for _ in range(depth):
                        deep = [deep]
                    with self.assertRaises((ValueError, InputRejected)):
                        await end(counter.input("plusButtonDidTap", deep))
                await end(counter.input("plusButtonDidTap"))
                self.assertEqual(counter.state["count"], 1)

        async def test_the_host_is_killed(self) -> None:
            with self.assertRaises(HostDied) as caught:
                async with self.host() as host:
                    counter = await settle(host.create("counter"))
                    os.kill(host.pid, signal.SIGKILL)
                    while True:
                        await end(counter.input("plusButtonDidTap"))
            self.assertEqual(caught.exception.exit_status, -signal.SIGKILL)
            self.assertFalse(process_exists(host.pid))

        async def test_no_process_is_left(self) -> None:
            async with self.host() as host:
                self.assertTrue(process_exists(host.pid))
            self.assertFalse(process_exists(host.pid))


class BuiltHostTests(Scenarios.Case):
    face = Host


class AsyncBuiltHostTests(Scenarios.Case):
    face = AsyncHost


class CrashTests(unittest.TestCase):
    """`example.crash`, in whichever kind of build there is."""

    PLACE = r"\S*CrashViewModel\.swift:\d+"

    def test_a_trap_tells_its_reason_and_its_place(self) -> None:
        for input, words in (
            ("fatalError", f"ExampleViewModels/{self.PLACE}: Fatal error: boom"),
            ("indexOutOfRange", f".* at {self.PLACE}:\\d+"),
        ):
            with self.subTest(input), Host([built_host("example-host")]) as host:
                crash = host.create("example.crash")
                with self.assertRaisesRegex(
                    HostDied, rf"^the host ended by SIG(ILL|TRAP): {words}$"
                ) as caught:
                    crash.call(input)
                self.assertGreater(len(caught.exception.stderr), 10)

    def test_words_like_those_of_a_crash_end_nothing(self) -> None:
        with Host([built_host("example-host")]) as host:
            crash = host.create("example.crash")
            crash.call("say", "A.swift:1: Fatal error: only words")
            host.ping()
            os.kill(host.pid, signal.SIGKILL)
            with self.assertRaisesRegex(HostDied, "^the host ended by SIGKILL$"):
                host.ping()


if __name__ == "__main__":
    unittest.main()
