"""The asyncio face when the host misbehaves, is slow, huge, or gone."""

from __future__ import annotations

import asyncio
import signal
import sys
import unittest
from typing import Any

from support import (
    answer,
    counted,
    create_counter,
    do,
    fake,
    process_exists,
    read,
    scripted_async,
    update,
)
from test_faults import STRANGERS

from viewmodel_host import (
    AsyncHost,
    HostClosed,
    HostDied,
    HostNotFound,
    ProtocolError,
    VersionMismatch,
)

MEGABYTE = 1 << 20


class AsyncStreamTests(unittest.IsolatedAsyncioTestCase):
    async def test_many_lines_in_one_write(self) -> None:
        steps = (*create_counter(), read("ping"), do("count_to", end=200), answer({}))
        seen: list[int] = []
        async with scripted_async(*steps) as host:
            counter = await host.create("counter")
            counter.on_change(lambda change: seen.append(change.revision))
            await host.ping()
            self.assertEqual(counter.state["count"], 200)
        self.assertEqual(seen, list(range(1, 201)))

    async def test_a_line_of_five_megabytes_each_way(self) -> None:
        steps = (*create_counter(), read("viewModel/call"), do("answer_as_long"))
        async with scripted_async(*steps) as host:
            counter = await host.create("counter")
            value = await counter.call("echo", text="x" * 5 * MEGABYTE)
            self.assertEqual(value, "x" * 5 * MEGABYTE)

    async def test_inputs_without_end_while_the_host_answers_each(self) -> None:
        async with scripted_async(*create_counter(pad=""), do("count_for_ever")) as host:
            counter = await host.create("counter")
            tickets = []
            for _ in range(5000):
                tickets.append(counter.input("plus"))
                await host.drain()
            await asyncio.gather(*tickets)
            self.assertEqual(counter.state["count"], 5000)


class AsyncStartTests(unittest.IsolatedAsyncioTestCase):
    async def test_a_host_that_is_not_there(self) -> None:
        with self.assertRaises(HostNotFound) as caught:
            await AsyncHost(["/nowhere/viewmodel-host", "--clock", "virtual"]).start()
        self.assertIn("there is no such program", str(caught.exception))

    async def test_a_host_that_cannot_be_run(self) -> None:
        with self.assertRaises(HostNotFound):
            await AsyncHost(__file__).start()

    async def test_a_folder_that_is_not_there(self) -> None:
        expected = "in the folder /nowhere: there is no such folder"
        with self.assertRaisesRegex(HostNotFound, expected):
            await AsyncHost(fake(), cwd="/nowhere").start()

    async def test_an_answer_in_another_protocol_version(self) -> None:
        host = AsyncHost(fake(version="7"))
        with self.assertRaises(VersionMismatch):
            await host.start()
        self.assertFalse(process_exists(host.pid))

    async def test_a_program_that_is_no_host(self) -> None:
        for code, error, words in STRANGERS:
            with self.subTest(code), self.assertRaisesRegex(error, words):
                await AsyncHost([sys.executable, "-S", "-c", code]).start()

    async def test_a_program_that_says_nothing(self) -> None:
        host = AsyncHost(fake(do("wait_for_eof"), version=None), start_timeout=0)
        with self.assertRaisesRegex(TimeoutError, "initialize took longer than 0 seconds"):
            await host.start()
        self.assertFalse(process_exists(host.pid))

    async def test_a_host_that_was_not_started(self) -> None:
        with self.assertRaises(RuntimeError):
            await AsyncHost(fake()).ping()


class AsyncDeathTests(unittest.IsolatedAsyncioTestCase):
    async def test_killed_between_two_lines(self) -> None:
        await self.check_killed()

    async def check_killed(self, *last: Any) -> None:
        steps = (
            *create_counter(),
            read("viewModel/call"),
            update(counted(1, 1)),
            do("stderr", text="Fatal error: Index out of range\nthe end"),
            *last,
            do("kill", number=signal.SIGKILL),
        )
        async with AsyncHost(fake(*steps)) as host:
            counter = await host.create("counter")
            waiting = asyncio.ensure_future(counter.wait_until(lambda state: False))
            with self.assertRaises(HostDied) as caught:
                await counter.call("fetch")
            self.assertEqual(counter.state["count"], 1, "what came before is taken in")
            with self.assertRaises(HostDied):
                await waiting
            with self.assertRaises(HostDied):
                await host.ping()
            with self.assertRaises(HostDied):
                counter.input("plus")
            self.assertFalse(process_exists(host.pid))
        error = caught.exception
        self.assertEqual(error.exit_status, -signal.SIGKILL)
        self.assertEqual(error.stderr, ["Fatal error: Index out of range", "the end"])

    async def test_a_host_that_reads_no_more(self) -> None:
        steps = (*create_counter(), do("close_stdin"), update(counted(1, 1)), do("exit", status=4))
        async with AsyncHost(fake(*steps)) as host:
            counter = await host.create("counter")
            with self.assertRaises(HostDied):
                while True:
                    await counter.input("plus", text="x" * MEGABYTE)
            self.assertEqual(counter.state["count"], 1)

    async def test_a_host_that_closes_its_output_but_lives_on(self) -> None:
        steps = (*create_counter(), read("ping"), do("close_stdout"), do("idle"))
        async with AsyncHost(fake(*steps)) as host:
            await host.create("counter")
            with self.assertRaises(HostDied):
                await host.ping()
            self.assertFalse(process_exists(host.pid))

    async def test_a_line_that_is_no_message_ends_the_host(self) -> None:
        async with AsyncHost(fake(read("ping"), do("raw", text="Hello!\n"))) as host:
            with self.assertRaisesRegex(ProtocolError, "Hello!"):
                await host.ping()
            with self.assertRaises(ProtocolError):
                await host.ping()
        self.assertFalse(process_exists(host.pid))


class AsyncCloseTests(unittest.IsolatedAsyncioTestCase):
    async def test_no_process_is_left(self) -> None:
        host = await AsyncHost(fake()).start()
        self.assertTrue(process_exists(host.pid))
        await host.close()
        self.assertFalse(process_exists(host.pid))
        self.assertEqual(host.exit_status, 0)
        await host.close()
        with self.assertRaises(HostClosed):
            await host.ping()

    async def test_what_the_host_writes_at_the_end_is_delivered(self) -> None:
        steps = (*create_counter(), read("viewModel/input"), update(counted(1, 1, done=[1])))
        seen: list[int] = []
        async with scripted_async(*steps) as host:
            counter = await host.create("counter")
            counter.on_change(lambda change: seen.append(change.revision))
            ticket = counter.input("plus")
        await ticket
        self.assertEqual(seen, [1])

    async def test_more_than_a_pipe_holds_at_the_end(self) -> None:
        steps = (*create_counter(), read("ping"), answer({}), do("count_to", end=3000))
        async with scripted_async(*steps) as host:
            counter = await host.create("counter")
            await host.ping()
        self.assertEqual(counter.state["count"], 3000)

    async def test_a_host_that_does_not_end_is_killed(self) -> None:
        host = await AsyncHost(fake(*create_counter(), do("ignore_eof"))).start()
        await host.create("counter")
        await host.close(timeout=0)
        self.assertFalse(process_exists(host.pid))
        self.assertIn(host.exit_status, (-signal.SIGKILL, -signal.SIGTERM))

    async def test_a_host_that_died_unnoticed(self) -> None:
        steps = (*create_counter(), read("viewModel/input"), do("exit", status=3))
        with self.assertRaises(HostDied) as caught:
            async with AsyncHost(fake(*steps)) as host:
                counter = await host.create("counter")
                counter.input("plus")
        self.assertEqual(caught.exception.exit_status, 3)
        await host.close()

    async def test_a_host_that_died_does_not_hide_an_error(self) -> None:
        with self.assertRaises(KeyError):
            async with AsyncHost(fake(read("viewModel/input"), do("exit", status=3))) as host:
                host._session.input("c", "plus", ((), {}))
                host._pump.push()
                raise KeyError
        self.assertEqual(host.exit_status, 3)

    async def test_a_close_that_is_cancelled_leaves_no_process(self) -> None:
        host = await AsyncHost(fake(*create_counter(), do("ignore_eof"))).start()
        await host.create("counter")
        closing = asyncio.create_task(host.close(timeout=60))
        await asyncio.sleep(0)
        closing.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await closing
        await host.close()
        self.assertFalse(process_exists(host.pid))

    async def test_calls_end_when_the_host_is_closed(self) -> None:
        async with scripted_async(*create_counter(), read("viewModel/call")) as host:
            counter = await host.create("counter")
            call = counter.call("fetch")
            waiting = asyncio.ensure_future(counter.wait_until(lambda state: False))
        with self.assertRaises(HostClosed):
            await call
        with self.assertRaises(HostClosed):
            await waiting


if __name__ == "__main__":
    unittest.main()
