"""Hosts, with both faces: their start, death, restart and end."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import tempfile
import time
import unittest
from functools import partial
from pathlib import Path
from typing import Any

from support import FaceCase, built_host, opened, settle, transcript_host

from viewmodel_host import AsyncHost, HostDied, HostNotFound, ProtocolError, VersionMismatch

COUNTER = """
request = read()
write(id=request["id"], result={"id": "c", "revision": 0, "state": {"count": 0}})
"""


class LifecycleTests(FaceCase):
    async def test_a_death_is_published_once_also_without_a_pending_request(self) -> None:
        died: list[Any] = []
        async with self.open() as host:
            host.on_died(died.append)
            counter = await settle(host.create("counter"))
            os.kill(host.pid, signal.SIGKILL)
            with self.assertRaises(HostDied):
                await self.ended(host)
                await settle(counter.call("plusButtonDidTap"))
        self.assertEqual([str(error) for error in died], ["the host ended by SIGKILL"])
        self.assertEqual((died[0].exit_status, died[0].signal), (None, "SIGKILL"))

    async def test_why_it_died(self) -> None:
        end = "os.kill(os.getpid(), signal.SIGABRT)"
        trap = "a.swift:3: Fatal error: boom\\nCurrent stack trace:\\n0 main\\n"
        for said, how, expected in (
            (trap, end, "the host ended by SIGABRT: a.swift:3: Fatal error: boom"),
            ("hello\\n", end, "the host ended by SIGABRT"),
            ("last words\\n\\n", "sys.exit(3)", "the host ended (exit status 3): last words"),
            (trap, "sys.exit(0)", "the host ended (exit status 0)"),
        ):
            script = f'sys.stderr.write("{said}"); sys.stderr.flush(); {end if 0 else how}'
            with self.assertLogs("viewmodel_host"):
                async with self.script(script) as host:
                    await self.ended(host)
            self.assertEqual(str(host.error), expected)

    async def test_what_a_view_model_prints_is_logged(self) -> None:
        said = "*** Signal 4: …\\nframe\\nBacktrace took 1s\\nprinted\\n"
        said += "scripted: warning: known\\n"
        script = f'time.sleep(0.2); sys.stderr.write("{said}"); sys.stdin.read()'
        with self.assertLogs("viewmodel_host.stderr", "WARNING") as logs:
            async with self.script(script):
                await asyncio.sleep(0.5)
        self.assertEqual(logs.output, ["WARNING:viewmodel_host.stderr:printed"])

    async def test_nonsense_ends_the_host_and_a_restart_begins_from_scratch(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            first = f"starts = open({folder + '/n'!r}, 'a+'); starts.write('.'); starts.flush()"
            script = f"""{first}
{COUNTER}
read()
if starts.tell() == 1: print('{{nonsense', flush=True)
else: update(1, 1)
time.sleep(60) if not sys.stdin.readline() else None
"""
            async with self.script(script) as host:
                died: list[Any] = []
                host.on_died(died.append)
                received: list[Any] = []
                counter = await settle(host.create("counter", on_change=received.append))
                with self.assertRaises(ProtocolError) as caught:
                    await settle(counter.call("plus"))
                self.assertIn("{nonsense", str(caught.exception))
                self.assertEqual(died, [caught.exception])
                await settle(host.restart())
                counter.input("plus")
                await settle(counter.until(lambda state: state["count"] == 1))
                self.assertEqual([change.patch is None for change in received], [True, False])
                await settle(host.close(timeout=0.2))

    async def test_a_restart_creates_what_there_was(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for later, count in (("restart", 2), ("restart-fails", 1)):
                starts, received = Path(folder) / later, list[str]()
                command = transcript_host("restart", later, faults=["die=5"], starts=starts)
                with self.assertLogs("viewmodel_host"):
                    async with opened(self.face, command) as host:
                        given = {"folder": "/tmp", "pageSize": 2}
                        entries = await settle(host.create("list", id="l", parameters=given))
                        pager = await settle(
                            host.create(
                                "pager",
                                id="p",
                                uses={"list": entries},
                                parameters={"selectedId": "1"},
                                observe=["index"],
                            )
                        )
                        await settle(pager.call("willTransitionTo", index=1))
                        for one in (entries, pager):
                            one.on_change(partial(add_id, received))
                        pager.on_closed(received.append)
                        await self.ended(host)
                        await settle(host.restart())
                        self.assertEqual(len(host.instances), count)
                closed = "there is no item 1 (-32006)"
                self.assertEqual(received[0], "l")
                self.assertEqual(received[1].endswith("p" if count == 2 else closed), True)

    async def test_a_restart_after_close(self) -> None:
        async with self.open() as host:
            counter = await settle(host.create("counter", id="c"))
            await settle(counter.call("plusButtonDidTap"))
            await settle(host.close())
            await settle(host.close())
            await settle(host.restart())
            self.assertEqual((counter.state["count"], counter.revision), (0, 0))
            await settle(host.restart())
            await settle(counter.call("plusButtonDidTap"))

    async def test_hosts_that_cannot_be_used(self) -> None:
        with self.assertRaises(HostNotFound) as caught:
            async with self.open("/no/such/host"):
                pass
        said = "cannot start the host /no/such/host: No such file"
        self.assertIn(said, str(caught.exception))
        with self.assertRaises(HostNotFound) as caught:
            async with self.open("cat", cwd="/no/such/folder"):
                pass
        self.assertIn("/no/such/folder", str(caught.exception))
        with self.assertRaises(ProtocolError) as other:
            async with self.open("cat"):
                pass
        self.assertIn("it is no viewmodel-host, but sends back", str(other.exception))
        error = {"code": -32008, "message": "m", "data": {"supported": ["2"]}}
        line = json.dumps({"jsonrpc": "2.0", "id": 1, "error": error})
        with self.assertRaises(VersionMismatch) as mismatch:
            async with self.open("sh", "-c", f"read -r _; echo '{line}'; cat"):
                pass
        self.assertIn("this client speaks 1, the host 2", str(mismatch.exception))

    async def test_a_host_that_does_not_end_is_killed_with_its_group(self) -> None:
        script = "import subprocess; subprocess.Popen(['sleep', '100000']).wait()"
        async with self.script(script) as host:
            await settle(host.close(timeout=0.2))
            self.assertTrue(has_gone(host.pid))

    async def test_the_environment_is_added_to_and_the_command_found(self) -> None:
        script = 'sys.exit(0 if os.environ["ADDED"] + os.environ["KEPT"] == "12" else 9)'
        os.environ["KEPT"] = "2"
        with self.assertLogs("viewmodel_host"):
            async with self.script(script, env={"ADDED": "1"}) as host:
                await self.ended(host)
        self.assertIn("exit status 0", str(host.error))
        kept = os.environ.get("VIEWMODEL_HOST")
        os.environ["VIEWMODEL_HOST"] = built_host()
        try:
            async with opened(self.face, None) as host:
                await settle(host.list())
        finally:
            os.environ.pop("VIEWMODEL_HOST") if kept is None else None

    async def test_a_recording_and_a_trace(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            trace, record = f"{folder}/trace", Path(folder, "session.transcript")
            os.environ["VIEWMODEL_HOST_TRACE"] = trace
            try:
                async with self.open(record=record) as host:
                    await settle(host.create("counter"))
            finally:
                del os.environ["VIEWMODEL_HOST_TRACE"]
            marks = [line.split(" ")[2] for line in lines(trace)]
            self.assertEqual(marks, ["#", "-->", "<--", "-->", "<--", "#"])
            self.assertIn("viewModel/create", "".join(lines(record)))


def add_id(received: list[str], change: Any) -> None:
    received.append(change.id)


def lines(path: Any) -> list[str]:
    return Path(path).read_text("utf-8").splitlines()


def has_gone(group: int) -> bool:
    """Whether all processes of a group have ended, soon."""
    for _ in range(200):
        said = subprocess.run(["ps", "-eo", "pgid=,stat="], stdout=subprocess.PIPE, text=True)
        lines = [line.split() for line in said.stdout.splitlines()]
        if not any(int(pgid) == group and stat[0] not in "ZX" for pgid, stat in lines):
            return True
        time.sleep(0.05)
    return False


class AsyncLifecycleTests(LifecycleTests):
    face = AsyncHost


if __name__ == "__main__":
    unittest.main()
