"""The synchronous face when the host misbehaves, is slow, huge, or gone."""

from __future__ import annotations

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
    scripted,
    update,
)

from viewmodel_host import (
    Host,
    HostClosed,
    HostDied,
    HostNotFound,
    ProtocolError,
    VersionMismatch,
)

MEGABYTE = 1 << 20
REPORT = ["A.swift:7: Fatal error: Index out of range", "*** Signal 4: Backtracing", "rax 0"]
STRANGERS = [
    ("print('Hello!')", ProtocolError, "python.* is no viewmodel-host: .* not JSON .*: Hello!"),
    ("pass", HostDied, r"^the host ended \(exit status 0\)$"),
    ("import sys; sys.exit('usage: …')", HostDied, r"^the host ended \(exit status 1\): usage: …$"),
    (
        "import sys; [print(l, end='', flush=True) for l in sys.stdin]",
        ProtocolError,
        "python.* is no viewmodel-host: it answered with what it was sent$",
    ),
]
"""Programs that are no host, with the error for them."""


class StreamTests(unittest.TestCase):
    def test_many_lines_in_one_write(self) -> None:
        steps = (*create_counter(), read("ping"), do("count_to", end=200), answer({}))
        seen: list[int] = []
        with scripted(*steps) as host:
            counter = host.create("counter", on_change=lambda change: seen.append(change.revision))
            host.ping()
            self.assertEqual(counter.state["count"], 200)
        self.assertEqual(seen, list(range(1, 201)))

    def test_a_line_of_five_megabytes_each_way(self) -> None:
        steps = (*create_counter(), read("viewModel/call"), do("answer_as_long"))
        with scripted(*steps) as host:
            counter = host.create("counter")
            value = counter.call("echo", text="x" * 5 * MEGABYTE)
            self.assertEqual(value, "x" * 5 * MEGABYTE)

    def test_inputs_without_end_while_the_host_answers_each(self) -> None:
        """More than all pipes hold, both ways: whoever does not read blocks the other for ever."""
        with scripted(*create_counter(pad=""), do("count_for_ever")) as host:
            counter = host.create("counter")
            tickets = [counter.input("plus") for _ in range(5000)]
            tickets[-1].wait()
            self.assertTrue(all(ticket.done for ticket in tickets))
            self.assertEqual(counter.state["count"], 5000)


class StartTests(unittest.TestCase):
    def test_a_host_that_is_not_there(self) -> None:
        with self.assertRaises(HostNotFound) as caught:
            Host(["/nowhere/viewmodel-host", "--clock", "virtual"])
        self.assertEqual(caught.exception.command[0], "/nowhere/viewmodel-host")
        self.assertIn("there is no such program", str(caught.exception))

    def test_a_host_that_cannot_be_run(self) -> None:
        with self.assertRaises(HostNotFound):
            Host(__file__)

    def test_a_folder_that_is_not_there(self) -> None:
        with self.assertRaises(HostNotFound) as caught:
            Host(fake(), cwd="/nowhere")
        self.assertEqual(
            str(caught.exception),
            f"cannot start the host {sys.executable} in the folder /nowhere:"
            " there is no such folder",
        )

    def test_an_answer_in_another_protocol_version(self) -> None:
        with self.assertRaises(VersionMismatch):
            Host(fake(version="7"))

    def test_a_program_that_is_no_host(self) -> None:
        for code, error, words in STRANGERS:
            with self.subTest(code), self.assertRaisesRegex(error, words):
                Host([sys.executable, "-S", "-c", code])

    def test_a_program_that_says_nothing(self) -> None:
        with self.assertRaisesRegex(TimeoutError, "initialize took longer than 0 seconds"):
            Host(fake(do("wait_for_eof"), version=None), start_timeout=0)


class DeathTests(unittest.TestCase):
    def test_killed_between_two_lines(self) -> None:
        self.check_killed()

    def test_killed_before_the_line_feed(self) -> None:
        self.check_killed(do("raw", text='{"jsonrpc":"2.0","id":3,"result":{}}'))

    def check_killed(self, *last: Any) -> None:
        steps = (
            *create_counter(),
            read("viewModel/call"),
            update(counted(1, 1)),
            do("stderr", text="\n".join(REPORT)),
            *last,
            do("kill", number=signal.SIGILL),
        )
        with Host(fake(*steps)) as host:
            counter = host.create("counter")
            with self.assertRaises(HostDied) as caught:
                counter.call("fetch")
            self.assertEqual(counter.state["count"], 1, "what came before is taken in")
            for use in (host.ping, host.poll, lambda: counter.input("plus"), counter.snapshot):
                with self.assertRaises(HostDied):
                    use()
            self.assertFalse(process_exists(host.pid))
        error = caught.exception
        self.assertEqual(error.exit_status, -signal.SIGILL)
        self.assertEqual(error.stderr, REPORT)
        self.assertEqual(str(error), f"the host ended by SIGILL: {REPORT[0]}")

    def test_a_host_that_reads_no_more(self) -> None:
        """A broken pipe is not the end: what the host wrote before is read first."""
        steps = (
            *create_counter(),
            do("close_stdin"),
            update(counted(1, 1)),
            do("exit", status=4),
        )
        with Host(fake(*steps)) as host:
            counter = host.create("counter")
            with self.assertRaises(HostDied):
                while True:
                    counter.input("plus", text="x" * MEGABYTE)
            self.assertEqual(counter.state["count"], 1)

    def test_a_host_that_closes_its_output_but_lives_on(self) -> None:
        steps = (*create_counter(), read("ping"), do("close_stdout"), do("idle"))
        with Host(fake(*steps)) as host:
            host.create("counter")
            with self.assertRaises(HostDied):
                host.ping()
            self.assertFalse(process_exists(host.pid))

    def test_a_line_that_is_no_message_ends_the_host(self) -> None:
        with Host(fake(*create_counter(), read("ping"), do("raw", text="Hello!\n"))) as host:
            host.create("counter")
            with self.assertRaisesRegex(ProtocolError, "Hello!"):
                host.ping()
            self.assertFalse(process_exists(host.pid))
            with self.assertRaises(ProtocolError):
                host.ping()


class CloseTests(unittest.TestCase):
    def test_no_process_is_left(self) -> None:
        host = Host(fake())
        self.assertTrue(process_exists(host.pid))
        host.close()
        self.assertFalse(process_exists(host.pid))
        self.assertEqual(host.exit_status, 0)
        host.close()
        with self.assertRaises(HostClosed):
            host.ping()

    def test_what_the_host_writes_at_the_end_is_delivered(self) -> None:
        steps = (*create_counter(), read("viewModel/input"), update(counted(1, 1, done=[1])))
        seen: list[int] = []
        with scripted(*steps) as host:
            counter = host.create("counter", on_change=lambda change: seen.append(change.revision))
            ticket = counter.input("plus")
        ticket.wait()
        self.assertEqual(seen, [1])

    def test_more_than_a_pipe_holds_at_the_end(self) -> None:
        steps = (*create_counter(), read("ping"), answer({}), do("count_to", end=3000))
        with scripted(*steps) as host:
            counter = host.create("counter")
            host.ping()
        self.assertEqual(counter.state["count"], 3000)

    def test_a_host_that_does_not_end_is_killed(self) -> None:
        host = Host(fake(*create_counter(), do("ignore_eof")))
        host.create("counter")
        host.close(timeout=0)
        self.assertFalse(process_exists(host.pid))
        self.assertIn(host.exit_status, (-signal.SIGKILL, -signal.SIGTERM))

    def test_a_host_that_died_unnoticed(self) -> None:
        steps = (
            *create_counter(),
            read("viewModel/input"),
            update(counted(1, 1)),
            do("exit", status=3),
        )
        seen: list[int] = []
        with self.assertRaises(HostDied) as caught, Host(fake(*steps)) as host:
            counter = host.create("counter", on_change=lambda change: seen.append(change.revision))
            counter.input("plus")
        self.assertEqual((seen, caught.exception.exit_status), ([1], 3))
        host.close()

    def test_a_host_that_died_is_no_news_after_an_error(self) -> None:
        with self.assertRaises(KeyError), Host(fake(read("ping"), do("exit", status=3))) as host:
            with self.assertRaises(HostDied):
                host.ping()
            raise KeyError

    def test_an_error_in_the_block_is_not_hidden(self) -> None:
        steps = (*create_counter(), read("viewModel/input"), update(counted(1, 1)))
        with self.assertRaises(KeyError), Host(fake(*steps)) as host:
            counter = host.create("counter", on_change=lambda change: self.fail("called back"))
            counter.input("plus")
            raise KeyError
        self.assertFalse(process_exists(host.pid))

    def test_an_error_in_the_block_of_an_instance_is_not_hidden(self) -> None:
        steps = (*create_counter(), read("viewModel/dispose"), update(counted(1, 1)), answer({}))
        fails = self.assertRaises(KeyError)
        with fails, Host(fake(*steps)) as host, host.create("counter") as counter:
            counter.on_change(lambda change: self.fail("called back"))
            raise KeyError
        self.assertEqual(host.exit_status, 0)

    def test_tickets_end_when_the_host_is_closed(self) -> None:
        with scripted(*create_counter(), read("viewModel/call")) as host:
            call = host.create("counter").start("fetch")
        with self.assertRaises(HostClosed):
            call.wait()


if __name__ == "__main__":
    unittest.main()
