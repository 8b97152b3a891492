"""Instances, with both faces: inputs, calls, turns, changes, events and failures."""

from __future__ import annotations

import logging
import unittest
from typing import Any

from support import FaceCase, built_host, settle

from viewmodel_host import AsyncHost, ErrorCode, Host, HostClosed, InstanceClosed, RequestFailed


class InstanceTests(FaceCase):
    async def test_counting(self) -> None:
        received: list[Any] = []
        async with self.open(built_host()) as host:
            self.assertEqual(host.info["protocolVersion"], "1")
            self.assertEqual((await settle(host.describe("counter")))["name"], "counter")
            counter = await settle(host.create("counter", on_change=received.append))
            counter.input("plusButtonDidTap")
            self.assertIsNone(await settle(counter.call("plusButtonDidTap")))
            self.assertEqual(counter.state, {"count": 2, "isEven": True})
            self.assertEqual([change.state["count"] for change in received], [1, 2])
            self.assertEqual(len(received[0].patch), 2)
            await settle(counter.dispose())
            await settle(counter.dispose())
            with self.assertRaises(InstanceClosed):
                counter.input("plusButtonDidTap")
        with self.assertRaises(HostClosed):
            await settle(host.list())

    async def test_a_turn_is_one_update_and_nothing_if_it_raises(self) -> None:
        received: list[int] = []
        async with self.open() as host:
            counter = await settle(host.create("counter"))
            counter.on_change(lambda change: received.append(change.state["count"]))
            begin = counter.start if self.face is Host else counter.call
            with host.turn():
                counter.input("plusButtonDidTap")
                call = begin("plusButtonDidTap")
            await settle(call.wait() if self.face is Host else call)
            with self.assertRaises(ZeroDivisionError), host.turn():
                counter.input("plusButtonDidTap")
                1 / 0  # noqa: B018
            if self.face is Host:
                with self.assertRaises(RuntimeError), host.turn():
                    counter.call("plusButtonDidTap")
            await settle(counter.call("plusButtonDidTap"))
        self.assertEqual(received, [2, 3])

    async def test_failures_are_published_or_logged(self) -> None:
        received: list[Any] = []
        async with self.open() as host:
            user = await settle(host.create("user", id="u"))
            with self.assertLogs("viewmodel_host", "WARNING") as logs:
                user.input("fetch", userId="7")
                await settle(host.request("ping"))
            self.assertIn("u.fetch: arguments.userId: expected an integer", logs.output[0])
            remove = user.on_rejected(received.append)
            user.input("fetsch")
            await settle(host.request("ping"))
            self.assertEqual(received[0].code, -32004)
            remove()
            remove()
            with self.assertRaises(RequestFailed) as caught:
                await settle(host.create("conter"))
            self.assertIn("did you mean counter?", str(caught.exception))
            self.assertEqual(caught.exception.code, ErrorCode.UNKNOWN_VIEW_MODEL)

    async def test_what_has_no_json_form_is_the_callers_mistake(self) -> None:
        async with self.open() as host:
            counter = await settle(host.create("counter"))
            for value in (float("nan"), "\ud800", {1, 2}):
                with self.assertRaises((ValueError, TypeError)):
                    counter.input("plusButtonDidTap", value)
                with self.assertRaises((ValueError, TypeError)):
                    await settle(counter.call("plusButtonDidTap", value))
            await settle(counter.call("plusButtonDidTap"))

    async def test_events_come_after_the_change_and_by_name(self) -> None:
        received: list[Any] = []
        async with self.open(built_host("example-host")) as host:
            form = await settle(host.create("example.form", on_event=received.append))
            form.on_change(lambda change: received.append(change.state["tags"]))
            form.on_event(lambda event: received.append(event.value), "message")
            form.on_event(received.append, "another")
            await settle(form.call("addTag", "x"))
        self.assertEqual(received, [["x"], (form.id, "message", "Added x"), "Added x"])

    async def test_until(self) -> None:
        async with self.open(built_host(), "--clock", "virtual") as host:
            counter = await settle(host.create("counter"))
            waits = [counter.input("plusButtonDidTap") for _ in range(3)]
            self.assertEqual(len(waits), 3)
            state = await settle(counter.until(lambda state: state["count"] == 3))
            self.assertEqual(state["count"], 3)
            with self.assertRaises(TimeoutError):
                await settle(counter.until(lambda state: False, 0.05))
            with self.assertRaises(KeyError):
                await settle(counter.until(lambda state: state["none"]))
            await settle(counter.dispose())
            with self.assertRaises(InstanceClosed):
                await settle(counter.until(lambda state: False))

    async def test_a_callback_that_throws_breaks_nothing(self) -> None:
        received: list[int] = []
        logging.getLogger("asyncio").setLevel(logging.CRITICAL)
        async with self.open() as host:
            counter = await settle(host.create("counter", on_change=lambda change: 1 / 0))
            counter.on_change(lambda change: received.append(change.state["count"]))
            with self.assertLogs("viewmodel_host", "ERROR"):
                await settle(counter.call("plusButtonDidTap"))
            with self.assertLogs("viewmodel_host", "ERROR"):
                await settle(counter.call("plusButtonDidTap"))
        self.assertEqual(received, [1, 2])

    async def test_a_call_that_takes_too_long_is_cancelled_in_the_host(self) -> None:
        async with self.open(built_host("example-host")) as host:
            download = await settle(host.create("example.download", id="d"))
            host.timeout = 0.1
            with self.assertRaises(TimeoutError):
                await settle(download.call("start"))
            await settle(download.until(lambda state: state["phase"] == "cancelled", 600))

    async def test_an_instance_that_comes_after_its_timeout_is_disposed(self) -> None:
        script = """
request = read()
time.sleep(0.4)
write(id=request["id"], result={"id": "c", "revision": 0, "state": {}})
requests = {request["method"]: request["id"] for request in (read(), read())}
write(id=requests["viewModel/dispose"], result={})
write(id=requests["ping"], result="disposed")
"""
        async with self.script(script) as host:
            with self.assertRaises(TimeoutError):
                await settle(host.create("counter", timeout=0.1))
            self.assertEqual(await settle(host.request("ping")), "disposed")


class AsyncInstanceTests(InstanceTests):
    face = AsyncHost


if __name__ == "__main__":
    unittest.main()
