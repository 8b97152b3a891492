"""Hosts with `--supervised` or a journal, with both faces."""

from __future__ import annotations

import asyncio
import os
import signal
import tempfile
import unittest
from typing import Any

from support import FaceCase, built_host, settle

from viewmodel_host import AsyncHost, ErrorCode, RequestFailed


class SupervisedTests(FaceCase):
    async def test_the_death_of_the_supervisor_alone_is_not_the_end(self) -> None:
        async with self.open(supervised=True) as host:
            counter = await settle(host.create("counter"))
            os.kill(host.pid, signal.SIGKILL)
            await asyncio.sleep(0.1)
            await settle(counter.call("plusButtonDidTap"))
            self.assertEqual(counter.state["count"], 1)

    async def test_a_crash_costs_one_input(self) -> None:
        received: list[Any] = []
        async with self.open(built_host("example-host"), "--supervised") as host:
            host.on_restarted(received.append)
            crash = await settle(host.create("example.crash"))
            name = (await settle(host.describe("example.crash")))["inputs"][0]["name"]
            with self.assertRaises(RequestFailed) as caught:
                await settle(crash.call(name))
            self.assertEqual(caught.exception.code, ErrorCode.CRASHED)
            self.assertEqual([news["cause"] for news in received], ["crash"])

    async def test_a_host_that_continues_a_journal(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            journal = f"{folder}/journal"
            async with self.open(built_host(), "--journal", journal) as host:
                counter = await settle(host.create("counter", id="c"))
                await settle(counter.call("plusButtonDidTap"))
            async with self.open(built_host(), "--resume", journal) as host:
                (again,) = host.resumed.opened
                self.assertEqual((again.name, again.state["count"]), ("counter", 1))
                await settle(again.call("plusButtonDidTap"))
                self.assertEqual(again.state["count"], 2)

    async def test_undo_and_redo(self) -> None:
        async with self.open(supervised=True) as host:
            received: list[Any] = []
            counter = await settle(host.create("counter", id="c", on_change=received.append))
            trial = await settle(counter.try_input("plusButtonDidTap"))
            self.assertEqual(trial.keys(), {"messages"})
            await settle(counter.call("plusButtonDidTap"))
            await settle(host.undo())
            self.assertEqual((counter.state["count"], received[-1].patch), (0, None))
            await settle(host.redo())
            self.assertEqual(counter.state["count"], 1)
            turn = (await settle(host.turns()))["turn"]
            await settle(counter.dispose())
            back = await settle(host.rewind(turn))
            self.assertEqual(back, (turn, [counter]))
            self.assertIsNone(counter.closed)
            await settle(counter.call("plusButtonDidTap"))
            self.assertEqual(counter.state["count"], 2)


class AsyncSupervisedTests(SupervisedTests):
    face = AsyncHost


if __name__ == "__main__":
    unittest.main()
