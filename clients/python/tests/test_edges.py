"""Time that is over, pipes that are full, limits, forks, the end of the program."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import unittest
from contextlib import suppress
from typing import Any, Callable

from support import HERE, answer, create_counter, do, fake, read, scripted, scripted_async

from viewmodel_host import AsyncHost, Host, HostClosed, HostDied, ProtocolError
from viewmodel_host.async_instance import ROOM
from viewmodel_host.lines import FIRST_LIMIT, LineBuffer, decode
from viewmodel_host.model import Change

SHORT = 0.01


class TimeoutTests(unittest.TestCase):
    """A host that stands still keeps nobody waiting for ever."""

    def setUp(self) -> None:
        self.host = Host(fake(*create_counter(), do("read_all")), timeout=60)
        self.addCleanup(self.host.close, 60)
        self.counter = self.host.create("counter")
        os.kill(self.host.pid, signal.SIGSTOP)
        self.addCleanup(self.go_on)

    def go_on(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.host.pid, signal.SIGCONT)

    def test_each_function_that_waits_takes_a_timeout(self) -> None:
        host, counter = self.host, self.counter
        ticket = counter.input("plus")
        waits: list[Callable[[], Any]] = [
            lambda: host.ping(timeout=SHORT),
            lambda: host.list(timeout=SHORT),
            lambda: host.describe("counter", timeout=SHORT),
            lambda: host.create("counter", timeout=SHORT),
            lambda: host.advance(1, timeout=SHORT),
            lambda: host.request("ping", timeout=SHORT),
            lambda: host.wait_until(lambda: False, SHORT),
            lambda: counter.observe(["count"], timeout=SHORT),
            lambda: counter.snapshot(timeout=SHORT),
            lambda: counter.dispose(timeout=SHORT),
            lambda: counter.wait_until(lambda state: False, SHORT),
            lambda: ticket.wait(SHORT),
            lambda: counter.start("plus").wait(SHORT),
        ]
        for wait in waits:
            with self.assertRaisesRegex(TimeoutError, "took longer than 0.01 seconds"):
                wait()

    def test_the_timeout_of_the_host_holds_where_none_is_given(self) -> None:
        self.host.timeout = SHORT
        for wait in (self.host.ping, self.counter.snapshot, lambda: self.counter.call("plus")):
            with self.assertRaisesRegex(TimeoutError, "took longer than 0.01 seconds"):
                wait()
        self.host.timeout = 60

    def test_an_input_that_a_full_pipe_does_not_take_is_told_as_failed_and_not_sent(self) -> None:
        self.host.timeout = SHORT
        sent, refused = 0, 0
        for _ in range(40):
            try:
                self.counter.input("plus", text="x" * 10_000)
                sent += 1
            except TimeoutError as error:
                self.assertIn("was not sent", str(error))
                refused += 1
        self.assertGreater(sent, 0)
        self.assertGreater(refused, 0)
        self.host.timeout = 60
        self.go_on()
        self.host.close(60)
        self.assertEqual(self.host.stderr_tail, [f"read {sent} inputs"])


class LimitTests(unittest.TestCase):
    def test_of_a_line_without_end_no_more_than_the_limit_is_kept(self) -> None:
        buffer = LineBuffer()
        buffer.limit = 100
        self.assertEqual(buffer.feed(b"x" * 100), [])
        self.assertEqual(buffer.feed(b"x"), [b"x" * 101])
        self.assertEqual(buffer.feed(b"y\n"), [b"y"])
        self.assertEqual(LineBuffer().limit, FIRST_LIMIT)

    def test_what_the_protocol_does_not_allow_in_json(self) -> None:
        for text in (b"NaN", b"1e400", b"-1e400", b'"\\ud800"', b'"\\uD800x"', b'"\xff"'):
            with self.subTest(text), self.assertRaisesRegex(ProtocolError, "not JSON"):
                decode(text)
        for text in (b"1e300", b'"\\ud83d\\ude00"', b'"\\\\ud800"', b"1e-400"):
            with self.subTest(text):
                decode(text)

    def test_limits_that_are_no_integers(self) -> None:
        wrong: list[Any] = [5, [], {"lineBytes": "many"}, {"depth": 1.5}, {"lineBytes": True}]
        for limits in wrong:
            result = {"protocolVersion": "1", "host": {"name": "n"}, "limits": limits}
            with self.subTest(limits=limits), self.assertRaisesRegex(ProtocolError, "initialize"):
                Host(fake(read("initialize"), answer(result), version=None))


class EndTests(unittest.TestCase):
    def test_fileno_after_the_end(self) -> None:
        with scripted() as host:
            host.fileno()
        with self.assertRaises(HostClosed):
            host.fileno()
        host = Host(fake(read("ping"), do("kill", number=9)))
        with self.assertRaises(HostDied):
            host.ping()
        with self.assertRaises(HostDied):
            host.fileno()

    def test_a_fork_does_not_keep_the_host_alive(self) -> None:
        host = Host(fake(do("read_all")))
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(writing)
            try:
                host.ping()
            except RuntimeError as error:
                os._exit(0 if os.read(reading, 1) == b"" and "fork" in str(error) else 1)
            os._exit(2)
        os.close(reading)
        host.close(60)  # while the fork lives
        self.assertEqual(host.exit_status, 0)
        os.close(writing)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_a_program_that_ends_without_close_leaves_no_host(self) -> None:
        for face in ("Host", "AsyncHost"):
            script = f"""
                import asyncio, os, signal, sys
                sys.path.insert(0, {str(HERE.parent / "src")!r})
                from viewmodel_host import AsyncHost, Host
                async def main():
                    global host
                    host = {face}({fake(do("read_all"))!r})
                    if {face} is AsyncHost:
                        await host.start()
                    os.kill(host.pid, signal.SIGSTOP)
                    print(host.pid)
                asyncio.run(main())
            """
            command = [sys.executable, "-W", "ignore", "-c", textwrap.dedent(script)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            with self.subTest(face), self.assertRaises(ProcessLookupError):
                os.kill(int(done.stdout), 0)


class AsyncEdgeTests(unittest.IsolatedAsyncioTestCase):
    async def test_each_function_that_waits_takes_a_timeout(self) -> None:
        host = await AsyncHost(fake(*create_counter(), do("read_all"))).start()
        counter = await host.create("counter")
        os.kill(host.pid, signal.SIGSTOP)
        waits = [
            host.ping(timeout=SHORT),
            host.list(timeout=SHORT),
            host.describe("counter", timeout=SHORT),
            host.create("counter", timeout=SHORT),
            host.advance(1, timeout=SHORT),
            host.request("ping", timeout=SHORT),
            host.wait_until(lambda: False, SHORT),
            counter.observe(["count"], timeout=SHORT),
            counter.snapshot(timeout=SHORT),
            counter.dispose(timeout=SHORT),
            counter.wait_until(lambda state: False, SHORT),
        ]
        for wait in waits:
            with self.assertRaisesRegex(TimeoutError, "took longer than 0.01 seconds"):
                await wait
        counter.input("plus", text="x" * 10_000_000)
        with self.assertRaises(TimeoutError):
            await host.drain(timeout=SHORT)
        host.timeout = SHORT
        with self.assertRaises(TimeoutError):
            await host.ping()
        with self.assertRaises(TimeoutError):
            await counter.call("plus")
        os.kill(host.pid, signal.SIGCONT)
        await host.close(60)

    async def test_changes_that_nobody_takes_are_merged(self) -> None:
        count = ROOM + 500
        steps = (*create_counter(), read("ping"), do("count_to", end=count), answer({}))
        async with scripted_async(*steps) as host:
            counter = await host.create("counter")
            changes = counter.changes()
            await host.ping()
            changes.close()
            seen: list[Change] = []
            async for change in changes:
                seen.append(change)
                if len(seen) == ROOM:
                    break
        self.assertEqual([change.revision for change in seen[:-1]], list(range(1, ROOM)))
        self.assertEqual((seen[-1].before, seen[-1].revision), ({"count": ROOM - 1}, count))
        self.assertEqual((seen[-1].state, seen[-1].patch), ({"count": count}, ()))


if __name__ == "__main__":
    unittest.main()
