"""A host that is started anew: the same scenarios with each face."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any, ClassVar

from support import HERE, built_host, opened, process_exists, settle, transcript_host

from viewmodel_host import (
    AsyncHost,
    Cancelled,
    Host,
    HostClosed,
    HostDied,
    HostNotFound,
    InstanceClosed,
    VersionMismatch,
)

PARAMETERS = {"folder": "/tmp", "pageSize": 2}


class Scenarios:
    class Case(unittest.IsolatedAsyncioTestCase):
        face: ClassVar[type[Any]]

        def setUp(self) -> None:
            folder = tempfile.TemporaryDirectory()
            self.addCleanup(folder.cleanup)
            self.starts = Path(folder.name) / "starts"

        def command(self, *transcripts: str, fault: str) -> list[str]:
            return transcript_host(*transcripts, faults=[fault], starts=self.starts)

        async def create(self, host: Any) -> tuple[Any, Any]:
            parameters = dict(PARAMETERS)
            items = await settle(host.create("list", id="l", parameters=parameters))
            parameters["pageSize"] = 3  # nobody is to see that
            details = {"parameters": {"selectedId": "1"}, "uses": {"list": items}}
            pager = await settle(host.create("pager", id="p", observe=["index"], **details))
            return items, pager

        async def go_on(self, pager: Any) -> Any:
            return await settle(pager.call("willTransitionTo", index=1))

        async def test_everything_is_created_again(self) -> None:
            news: list[Any] = []
            command = self.command("restart", fault="die=3")
            async with opened(self.face, *command) as host:
                items, pager = await self.create(host)
                for each in (items, pager):
                    each.on_change(
                        lambda change: news.append(
                            (change.id, change.revision, change.resynced, pager.state["index"])
                        )
                    )
                with self.assertRaises(HostDied):
                    await self.go_on(pager)
                first = host.pid
                await settle(host.restart())
                self.assertNotEqual(host.pid, first)
                self.assertEqual(news, [("l", 0, True, 0), ("p", 0, True, 0)])
                await self.go_on(pager)
                self.assertEqual(news[2:], [("l", 1, False, 1), ("p", 1, False, 1)])
                self.assertEqual((items.state["loading"], pager.state), (True, {"index": 1}))

        async def test_what_cannot_be_created_again_is_closed(self) -> None:
            news: list[Any] = []
            command = self.command("restart", "restart-fails", fault="exit=3:1")
            async with opened(self.face, *command) as host:
                items, pager = await self.create(host)
                items.on_change(lambda change: news.append(change.state["loading"]))
                pager.on_change(lambda change: news.append("changed"))
                pager.on_closed(news.append)
                with self.assertRaises(HostDied):
                    await self.go_on(pager)
                await settle(host.restart())
                reason = "the restarted host could not create it: pager could not be created"
                self.assertEqual(news[0], True)
                self.assertIn(reason, news[1])
                self.assertEqual(pager.closed, news[1])
                with self.assertRaises(InstanceClosed):
                    await self.go_on(pager)
                self.assertIsNone(items.closed)

        async def test_a_restart_may_fail_and_be_tried_again(self) -> None:
            command = self.command("restart", fault="half=3")
            async with opened(self.face, *command) as host:
                _, pager = await self.create(host)
                with self.assertRaises(HostDied):
                    await self.go_on(pager)
                for program, error in ((["/no/such/host"], HostNotFound), (OTHER, VersionMismatch)):
                    right, host._launch.command = host._launch.command, program
                    with self.assertRaises(error):
                        await settle(host.restart())
                    with self.assertRaises((HostDied, HostNotFound, VersionMismatch, HostClosed)):
                        await self.go_on(pager)
                    host._launch.command = right
                await settle(host.restart())
                await self.go_on(pager)
                self.assertEqual(pager.state, {"index": 1})

        async def test_a_host_that_dies_while_it_is_restarted(self) -> None:
            command = transcript_host("restart", faults=["die=3"])
            with self.assertRaises(HostDied):
                async with opened(self.face, *command) as host:
                    _, pager = await self.create(host)
                    for _ in range(2):
                        with self.assertRaises(HostDied):
                            await self.go_on(pager)
                        await settle(host.restart())
                    self.assertIsNone(pager.closed)
                    host._launch.command = transcript_host("restart", faults=["die=2"])
                    await settle(host.restart())

        async def test_a_host_that_runs(self) -> None:
            command = (built_host(), "--clock", "virtual")
            async with opened(self.face, *command) as host:
                user = await settle(host.create("user"))
                gone = await settle(host.create("counter"))
                counter = await settle(host.create("counter", observe=["count"]))
                await settle(gone.dispose())
                await settle(counter.observe(["isEven"]))
                await settle(counter.call("plusButtonDidTap"))
                waits = user.start("fetch", 7) if self.face is Host else user.call("fetch", 7)
                first = host.pid
                seen: list[Any] = []
                user.on_change(lambda change: seen.append(dict(counter.state)))
                await settle(host.restart())
                self.assertEqual(seen, [{"isEven": True}])  # all are new before the first is told
                self.assertFalse(process_exists(first))
                with self.assertRaises(Cancelled):  # the old host has disposed everything
                    await settle(waits.wait() if self.face is Host else waits)
                self.assertEqual((user.id, counter.id), ("user-1", "counter-2"))
                self.assertEqual((counter.revision, counter.state), (0, {"isEven": True}))
                await settle(counter.call("plusButtonDidTap"))
                self.assertEqual((counter.revision, counter.state), (1, {"isEven": False}))
                self.assertEqual((await settle(counter.snapshot())).state, counter.state)
                another = await settle(host.create("counter"))
                self.assertNotIn(another.id, ("user-1", "counter-2"))

        async def test_a_host_that_was_closed(self) -> None:
            async with opened(self.face, built_host()) as host:
                counter = await settle(host.create("counter"))
                await settle(host.close())
                await settle(host.restart())
                await settle(counter.call("plusButtonDidTap"))
                self.assertEqual(counter.state["count"], 1)


OTHER = transcript_host("restart", faults=["version"])


class RestartTests(Scenarios.Case):
    face = Host

    def test_the_answer_to_a_host_that_is_gone_is_not_given_to_the_next(self) -> None:
        def items(page: int) -> dict[str, Any]:
            host.restart()
            return {}

        command = transcript_host("service-rejected", "service-cancelled", starts=self.starts)
        with Host(command, services={"items": items}) as host:
            instance = host.create("list", id="l")
            instance.call("viewWillAppear")
            host.ping()
            with self.assertRaises(HostDied) as caught:  # as the transcript goes on
                host.close()
        (error,) = caught.exception.stderr
        self.assertIn("viewWillAppear", error)
        self.assertIn("found the end of the input", error)

    @unittest.skipUnless(hasattr(os, "pidfd_open"), "Linux only")
    def test_the_host_ends_with_a_killed_frontend(self) -> None:
        program = (
            "import sys, time; from viewmodel_host import Host\n"
            "hosts = [Host(sys.argv[1]) for _ in range(2)]\n"
            "print(*(host.pid for host in hosts), flush=True); time.sleep(600)"
        )
        environment = {**os.environ, "PYTHONPATH": str(HERE.parent / "src")}
        command = [sys.executable, "-c", program, built_host()]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as frontend:
            assert frontend.stdout
            pids = [int(pid) for pid in frontend.stdout.readline().split()]
            hosts = [os.pidfd_open(pid) for pid in pids]
            frontend.send_signal(signal.SIGKILL)
        for host in hosts:  # one that does not end keeps this waiting, until the watchdog ends it
            self.assertEqual(select.select([host], [], [])[0], [host])
            os.close(host)


class AsyncRestartTests(Scenarios.Case):
    face = AsyncHost


if __name__ == "__main__":
    unittest.main()
