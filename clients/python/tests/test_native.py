"""What is Python's own: Control-C, callbacks on the calling thread, tasks, threads that answer."""

from __future__ import annotations

import asyncio
import concurrent.futures
import faulthandler
import os
import signal
import subprocess
import sys
import threading
import time
import unittest
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

from support import HERE, built_host, scripted

import viewmodel_host
from viewmodel_host import AsyncHost, Cancelled, Host, HostClosed, HostDied, HostError

PACKAGE = str(Path(viewmodel_host.__file__).parent)
WAITING = (PACKAGE, *concurrent.futures.__path__, threading.__file__)
"""The code that runs in a wait."""
COUNT = """
request = read()
write(id=request["id"], result={"id": "c", "revision": 0, "state": {"count": 0}})
count = 0
for line in sys.stdin:
    message = json.loads(line)
    if message.get("method") in ("viewModel/input", "viewModel/call"):
        count += 1
        update(count, count)
    if message.get("method") == "viewModel/create":
        count = 0
        write(id=message["id"], result={"id": "c", "revision": 0, "state": {"count": 0}})
    elif "id" in message:
        write(id=message["id"], result={"value": None})
"""


def setUpModule() -> None:
    # What a script starts in its background ignores SIGINT, and so does what that starts.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        unittest.addModuleCleanup(signal.signal, signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.default_int_handler)


class Interruption:
    """SIGINT at the nth place of some code that runs in the `with` block.

    The places are those where Python looks for signals: where a function begins, and after a call.
    """

    def __init__(self, number: int, code: str | tuple[str, ...] = PACKAGE) -> None:
        self._left, self._code = number, code
        self.place = ""

    @property
    def happened(self) -> bool:
        return self._left < 0

    def __enter__(self) -> Interruption:
        sys.setprofile(self._seen)
        return self

    def __exit__(self, *error: object) -> None:
        sys.setprofile(None)

    def _seen(self, frame: FrameType, event: str, value: Any) -> None:
        if event in ("call", "c_return") and frame.f_code.co_filename.startswith(self._code):
            self._left -= 1
            if self._left == -1:
                self.place = f"{frame.f_code.co_filename}:{frame.f_lineno}"
                signal.raise_signal(signal.SIGINT)


class InterruptTests(unittest.TestCase):
    def test_after_an_interrupt_at_any_place_the_host_is_usable_or_has_ended(self) -> None:
        faulthandler.dump_traceback_later(600, exit=True)  # a lock that stays locked
        self.addCleanup(faulthandler.cancel_dump_traceback_later)
        interrupts = ends = 0
        with Host(scripted(COUNT)) as host:
            counter = host.create("counter", on_change=lambda change: None)
            for number in range(10_000):
                try:
                    with Interruption(number, WAITING) as interruption:
                        counter.input("plus")
                        counter.call("plus")
                except KeyboardInterrupt:
                    interrupts += 1
                try:
                    counter.call("plus")
                except HostClosed as error:
                    self.assertIn("interrupted", str(error))
                    ends += 1
                    host.restart()
                    counter.call("plus")
                self.assertEqual(
                    counter.state["count"],
                    counter.revision,
                    f"after an interrupt at {interruption.place}",
                )
                if not interruption.happened:
                    break
        self.assertFalse(interruption.happened)
        self.assertGreater(interrupts, 100)
        self.assertLess(ends, interrupts / 3)

    def test_an_interrupt_at_the_start_leaves_no_process(self) -> None:
        for number in range(0, 400, 7):
            before = children()
            try:
                with Interruption(number) as interruption:
                    host = Host(scripted(COUNT))
            except KeyboardInterrupt:
                pass
            else:
                if not interruption.happened:
                    host.close()
                    break
            deadline = time.monotonic() + 600
            while children() - before and time.monotonic() < deadline:
                time.sleep(0.01)
            self.assertEqual(children() - before, set(), interruption.place)

    def test_control_c_ends_a_wait_and_the_session_continues(self) -> None:
        program = f"""
import sys; sys.path.insert(0, {str(HERE.parent / "src")!r})
from viewmodel_host import Host
with Host({built_host()!r}) as host, host.create("counter") as counter:
    try:
        print("ready", flush=True)
        counter.until(lambda state: False)
    except KeyboardInterrupt:
        counter.call("plusButtonDidTap")
        print(counter.state["count"])
"""
        child = subprocess.Popen(
            [sys.executable, "-c", program],
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        assert child.stdout
        with child:
            self.assertEqual(child.stdout.readline(), "ready\n")
            child.send_signal(signal.SIGINT)
            self.assertEqual(child.stdout.read(), "1\n")
        self.assertEqual(child.returncode, 0)


def children() -> set[int]:
    """The children of this process, but for those that have ended."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(") ")[2].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid() and fields[0] != "Z":
            found.add(int(path.parent.name))
    return found


class CallingThreadTests(unittest.TestCase):
    def test_callbacks_run_on_the_calling_thread_and_not_inside_each_other(self) -> None:
        received: list[Any] = []
        with Host(built_host()) as host:
            counter = host.create("counter")

            def changed(change: Any) -> None:
                received.append(("begin", change.state["count"], threading.current_thread()))
                if change.state["count"] == 1:
                    counter.call("plusButtonDidTap")
                    counter.until(lambda state: state["count"] == 2)
                received.append(("end", change.state["count"], threading.current_thread()))

            counter.on_change(changed)
            counter.call("plusButtonDidTap")
        thread = threading.main_thread()
        order = [("begin", 1), ("end", 1), ("begin", 2), ("end", 2)]
        self.assertEqual(received, [(*each, thread) for each in order])

    def test_poll_handles_what_has_come_and_then_says_that_the_host_has_gone(self) -> None:
        with Host(built_host()) as host:
            counter = host.create("counter")
            counter.input("plusButtonDidTap")
            self.assertEqual(counter.state["count"], 0)
            self.assertEqual(host.poll(10), 1)
            self.assertEqual((counter.state["count"], host.poll()), (1, 0))
            os.kill(host.pid, signal.SIGKILL)
            with self.assertRaises(HostDied), self.assertLogs("viewmodel_host"):
                for _ in range(100):
                    host.poll(10)

    def test_a_call_that_is_running(self) -> None:
        with Host([built_host(), "--clock", "virtual"]) as host:
            user = host.create("user")
            call, other = user.start("fetch", 7), user.start("fetch", userId=8)
            with self.assertRaises(TimeoutError):
                call.wait(0.05)
            self.assertFalse(call.done)
            other.cancel()
            with self.assertRaises(Cancelled):
                other.wait()
            host.request("clock/advance", {"milliseconds": 1000})
            self.assertIsNone(call.wait())
            with self.assertRaises(TypeError):
                user.call("fetch", 7, userId=7)

    def test_a_thread_answers_for_a_service(self) -> None:
        def fetched(page: int) -> Any:
            time.sleep(0.05)
            return {"items": [{"id": "a", "name": "A"}], "pages": {"currentPage": page}}

        with ThreadPoolExecutor(1) as pool:
            services = {"items": lambda call, page: pool.submit(fetched, page)}
            with Host(built_host(), services=services) as host:
                entries = host.create("list")
                entries.call("viewWillAppear")
                state = entries.until(lambda state: state["items"])
        self.assertEqual(state["items"][0]["name"], "A")

    def test_a_coroutine_function_is_no_service_of_a_host(self) -> None:
        async def items(call: Any, page: int) -> Any:
            return {}

        errors: list[Any] = []
        with Host(built_host(), services={"items": items}) as host:
            entries = host.create("list", on_event=errors.append)
            # Python warns of a coroutine that was never awaited when it frees it.
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                entries.call("viewWillAppear")
                entries.until(lambda state: not state["loading"])
        self.assertIn("coroutine", errors[0].value)

    def test_a_host_that_takes_nothing(self) -> None:
        with Host(built_host()) as host:
            counter = host.create("counter")
            host.timeout = 0.2
            os.kill(host.pid, signal.SIGSTOP)
            sent = 0
            with self.assertRaises(TimeoutError):
                while sent < 1000:
                    counter.input("plusButtonDidTap", "x" * 50_000)
                    sent += 1
            self.assertGreater(sent, 5)
            with self.assertRaises(TimeoutError):
                host.request("ping")
            host.close(timeout=0.2)
        self.assertEqual(host._process.popen.returncode, -signal.SIGKILL)

    def test_a_program_that_ends_without_closing_leaves_no_host(self) -> None:
        program = f"""
import sys; sys.path.insert(0, {str(HERE.parent / "src")!r})
from viewmodel_host import Host
print(Host({built_host()!r}).pid)
"""
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        self.assertEqual(done.stderr, "")
        deadline = time.monotonic() + 600
        while Path(f"/proc/{int(done.stdout)}").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertFalse(Path(f"/proc/{int(done.stdout)}").exists())


class AsyncioTests(unittest.IsolatedAsyncioTestCase):
    async def test_cancelling_a_task_cancels_its_call_in_the_host(self) -> None:
        async with AsyncHost(built_host("example-host")) as host:
            download = await host.create("example.download")

            async def start() -> None:
                await download.call("start")

            task = asyncio.create_task(start())
            await download.until(lambda state: state["phase"] == "running")
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            await download.until(lambda state: state["phase"] == "cancelled")

    async def test_a_death_is_published_while_the_program_sleeps(self) -> None:
        died: asyncio.Future[HostError] = asyncio.get_running_loop().create_future()
        async with AsyncHost(built_host()) as host:
            host.on_died(died.set_result)
            os.kill(host.pid, signal.SIGKILL)
            self.assertEqual(str(await asyncio.wait_for(died, 10)), "the host ended by SIGKILL")

    async def test_what_follows_an_answer_misses_nothing(self) -> None:
        script = """
request = read()
result = {"id": "c", "revision": 0, "state": {"count": 0}}
sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}) + "\\n")
update(1, 1)
sys.stdin.readline()
"""
        received: list[int] = []
        async with AsyncHost(scripted(script)) as host:
            counter = await host.create("counter")
            counter.on_change(lambda change: received.append(change.revision))
            await counter.until(lambda state: state["count"] == 1)
        self.assertEqual(received, [1])

    async def test_what_comes_while_an_answer_is_handled_waits(self) -> None:
        script = """
write(id=read()["id"], result={"id": "c", "revision": 0, "state": {"count": 0}})
sys.stdin.readline()
update(1, 1)
sys.stdin.readline()
"""
        received: list[int] = []
        async with AsyncHost(scripted(script)) as host:
            process, handle, wakes = host._process, host._handle, threading.Semaphore(0)
            wake, first = process._wake, iter([True])

            def handle_late() -> None:
                if next(first, False):
                    process.send(b"\n")
                    self.assertTrue(all(wakes.acquire(timeout=60) for _ in range(2)))
                handle()

            def wake_and_count() -> None:
                wake()
                wakes.release()

            counting = patch.object(process, "_wake", wake_and_count)
            with counting, patch.object(host, "_handle", handle_late):
                counter = await host.create("counter")
                counter.on_change(lambda change: received.append(change.revision))
                await counter.until(lambda state: state["count"] == 1)
        self.assertEqual(received, [1])

    async def test_the_loop_does_other_things_in_a_flood(self) -> None:
        line = "print(json.dumps({'jsonrpc': '2.0', 'method': 'x'}))"
        flood = f"read(); [{line} for _ in range(200_000)]"
        turns = 0
        async with AsyncHost(scripted(flood)) as host:
            ping = asyncio.ensure_future(host.request("ping", timeout=60))
            while not ping.done():
                await asyncio.sleep(0)
                turns += 1
            self.assertIsInstance(ping.exception(), HostDied)
        self.assertGreater(turns, 20)

    async def test_a_service_that_is_a_coroutine_function_is_cancelled(self) -> None:
        begun, cancelled = asyncio.Event(), asyncio.Event()

        async def items(call: Any, page: int) -> Any:
            begun.set()
            try:
                await asyncio.sleep(100_000)
            except asyncio.CancelledError:
                cancelled.set()
                raise

        async with AsyncHost(built_host(), services={"items": items}) as host:
            entries = await host.create("list")
            await entries.call("viewWillAppear")
            await begun.wait()
            await entries.dispose()
            await cancelled.wait()

    async def test_a_second_loop_may_restart_a_host(self) -> None:
        host = AsyncHost(built_host())

        async def count() -> int:
            await host.restart()
            counter = await host.create("counter")
            await counter.call("plusButtonDidTap")
            await host.close()
            return int(counter.state["count"])

        for _ in range(2):
            result = await asyncio.get_running_loop().run_in_executor(None, asyncio.run, count())
            self.assertEqual(result, 1)


if __name__ == "__main__":
    unittest.main()
