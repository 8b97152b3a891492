"""What both faces do alike: each scenario is written once, and run with each."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import subprocess
import tempfile
import time
import unittest
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from support import built_host, opened, scripted, settle, transcript_host

from viewmodel_host import (
    AsyncHost,
    ErrorCode,
    Host,
    HostClosed,
    HostDied,
    HostNotFound,
    InstanceClosed,
    ProtocolError,
    RequestFailed,
    ServiceError,
    VersionMismatch,
)

COUNTER = """
request = read()
write(id=request["id"], result={"id": "c", "revision": 0, "state": {"count": 0}})
"""


class Scenarios:
    class Case(unittest.IsolatedAsyncioTestCase):
        face: ClassVar[type[Any]]

        def open(self, *command: str, **options: Any) -> Any:
            return opened(self.face, command or [built_host()], **options)

        def script(self, script: str, **options: Any) -> Any:
            return opened(self.face, scripted(script), **options)

        async def ended(self, host: Any) -> None:
            """Waits until the host has ended by itself, without asking it anything."""
            while host.error is None:
                if self.face is Host:
                    host.poll(1)
                await asyncio.sleep(0.01)

        async def test_counting(self) -> None:
            heard: list[Any] = []
            async with self.open(built_host()) as host:
                self.assertEqual(host.info["protocolVersion"], "1")
                self.assertEqual((await settle(host.describe("counter")))["name"], "counter")
                counter = await settle(host.create("counter", on_change=heard.append))
                counter.input("plusButtonDidTap")
                self.assertIsNone(await settle(counter.call("plusButtonDidTap")))
                self.assertEqual(counter.state, {"count": 2, "isEven": True})
                self.assertEqual([change.state["count"] for change in heard], [1, 2])
                self.assertEqual(len(heard[0].patch), 2)
                await settle(counter.dispose())
                await settle(counter.dispose())
                with self.assertRaises(InstanceClosed):
                    counter.input("plusButtonDidTap")
            with self.assertRaises(HostClosed):
                await settle(host.list())

        async def test_a_turn_is_one_update_and_nothing_if_it_raises(self) -> None:
            heard: list[int] = []
            async with self.open() as host:
                counter = await settle(host.create("counter"))
                counter.on_change(lambda change: heard.append(change.state["count"]))
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
            self.assertEqual(heard, [2, 3])

        async def test_failures_are_told_or_logged(self) -> None:
            told: list[Any] = []
            async with self.open() as host:
                user = await settle(host.create("user", id="u"))
                with self.assertLogs("viewmodel_host", "WARNING") as logs:
                    user.input("fetch", userId="7")
                    await settle(host.request("ping"))
                self.assertIn("u.fetch: arguments.userId: expected an integer", logs.output[0])
                remove = user.on_rejected(told.append)
                user.input("fetsch")
                await settle(host.request("ping"))
                self.assertEqual(told[0].code, -32004)
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
            heard: list[Any] = []
            async with self.open(built_host("example-host")) as host:
                form = await settle(host.create("example.form", on_event=heard.append))
                form.on_change(lambda change: heard.append(change.state["tags"]))
                form.on_event(lambda event: heard.append(event.value), "message")
                form.on_event(heard.append, "another")
                await settle(form.call("addTag", "x"))
            self.assertEqual(heard, [["x"], (form.id, "message", "Added x"), "Added x"])

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
            heard: list[int] = []
            logging.getLogger("asyncio").setLevel(logging.CRITICAL)
            async with self.open() as host:
                counter = await settle(host.create("counter", on_change=lambda change: 1 / 0))
                counter.on_change(lambda change: heard.append(change.state["count"]))
                with self.assertLogs("viewmodel_host", "ERROR"):
                    await settle(counter.call("plusButtonDidTap"))
                with self.assertLogs("viewmodel_host", "ERROR"):
                    await settle(counter.call("plusButtonDidTap"))
            self.assertEqual(heard, [1, 2])

        async def test_a_call_that_takes_too_long_is_cancelled_in_the_host(self) -> None:
            async with self.open(built_host("example-host")) as host:
                download = await settle(host.create("example.download", id="d"))
                host.timeout = 0.1
                with self.assertRaises(TimeoutError):
                    await settle(download.call("start"))
                await settle(download.until(lambda state: state["phase"] == "cancelled", 600))

        async def test_an_instance_that_nobody_waits_for_any_more_is_disposed(self) -> None:
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

        async def test_a_host_that_dies_is_told_once_also_to_who_waits_for_nothing(self) -> None:
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

        async def test_nonsense_ends_the_host_and_a_restart_begins_anew(self) -> None:
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
                    heard: list[Any] = []
                    counter = await settle(host.create("counter", on_change=heard.append))
                    with self.assertRaises(ProtocolError) as caught:
                        await settle(counter.call("plus"))
                    self.assertIn("{nonsense", str(caught.exception))
                    self.assertEqual(died, [caught.exception])
                    await settle(host.restart())
                    counter.input("plus")
                    await settle(counter.until(lambda state: state["count"] == 1))
                    self.assertEqual([change.patch is None for change in heard], [True, False])
                    await settle(host.close(timeout=0.2))

        async def test_a_restart_creates_what_there_was(self) -> None:
            with tempfile.TemporaryDirectory() as folder:
                for later, count in (("restart", 2), ("restart-fails", 1)):
                    starts, heard = Path(folder) / later, list[str]()
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
                                one.on_change(partial(told, heard))
                            pager.on_closed(heard.append)
                            await self.ended(host)
                            await settle(host.restart())
                            self.assertEqual(len(host.instances), count)
                    closed = "there is no item 1 (-32006)"
                    self.assertEqual(heard[0], "l")
                    self.assertEqual(heard[1].endswith("p" if count == 2 else closed), True)

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

        # Services

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

        async def test_an_answer_that_comes_later_or_is_not_wanted_any_more(self) -> None:
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

        # Supervised hosts

        async def test_the_death_of_the_supervisor_alone_is_not_the_end(self) -> None:
            async with self.open(supervised=True) as host:
                counter = await settle(host.create("counter"))
                os.kill(host.pid, signal.SIGKILL)
                await asyncio.sleep(0.1)
                await settle(counter.call("plusButtonDidTap"))
                self.assertEqual(counter.state["count"], 1)

        async def test_a_crash_costs_one_input(self) -> None:
            told: list[Any] = []
            async with self.open(built_host("example-host"), supervised=True) as host:
                host.on_restarted(told.append)
                crash = await settle(host.create("example.crash"))
                name = (await settle(host.describe("example.crash")))["inputs"][0]["name"]
                with self.assertRaises(RequestFailed) as caught:
                    await settle(crash.call(name))
                self.assertEqual(caught.exception.code, ErrorCode.CRASHED)
                self.assertEqual([news["cause"] for news in told], ["crash"])

        async def test_a_host_that_goes_on_with_a_journal(self) -> None:
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
                heard: list[Any] = []
                counter = await settle(host.create("counter", id="c", on_change=heard.append))
                trial = await settle(counter.try_input("plusButtonDidTap"))
                self.assertEqual(trial.keys(), {"messages"})
                await settle(counter.call("plusButtonDidTap"))
                await settle(host.undo())
                self.assertEqual((counter.state["count"], heard[-1].patch), (0, None))
                await settle(host.redo())
                self.assertEqual(counter.state["count"], 1)
                turn = (await settle(host.turns()))["turn"]
                await settle(counter.dispose())
                back = await settle(host.rewind(turn))
                self.assertEqual(back, (turn, [counter]))
                self.assertIsNone(counter.closed)
                await settle(counter.call("plusButtonDidTap"))
                self.assertEqual(counter.state["count"], 2)


def told(heard: list[str], change: Any) -> None:
    heard.append(change.id)


def page_of(name: str, following: int) -> Any:
    items = [{"id": name, "name": name}]
    return {"items": items, "pages": {"currentPage": 1, "nextPage": following}}


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


class HostTests(Scenarios.Case):
    face = Host


class AsyncHostTests(Scenarios.Case):
    face = AsyncHost


if __name__ == "__main__":
    unittest.main()
