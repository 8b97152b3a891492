"""What a host is started with, and what it and its parts look like in a REPL."""

from __future__ import annotations

import io
import json
import os
import re
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest.mock import patch

from support import (
    answer,
    built_host,
    counted,
    create_counter,
    fake,
    read,
    refuse,
    scripted,
    scripted_async,
    send,
    update,
)

from viewmodel_host import AsyncHost, Host, HostNotFound

STAMP = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} "
DESCRIBED = {"inputs": [{"name": "plus"}, {"name": "plusButtonDidTap"}]}


class TraceTests(unittest.IsolatedAsyncioTestCase):
    def check(self, text: str) -> None:
        lines = text.splitlines()
        self.assertTrue(all(re.match(STAMP, line) for line in lines), text)
        marks = [line[24:].split(" ", 1) for line in lines]
        self.assertEqual([mark for mark, _ in marks], ["#", "-->", "<--", "-->", "<--", "#"])
        methods = [json.loads(rest)["method"] for mark, rest in marks if mark == "-->"]
        self.assertEqual(methods, ["initialize", "ping"])
        self.assertRegex(marks[0][1], r"^started .*scripted_host\.py")
        self.assertEqual(marks[-1][1], "ended (exit status 0)")

    async def test_a_file_a_stream_and_the_environment(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file, other = Path(folder) / "trace", Path(folder) / "other"
            with scripted(read("ping"), answer({}), trace=file) as host:
                host.ping()
            self.check(file.read_text("utf-8"))
            with patch.dict(os.environ, VIEWMODEL_HOST_TRACE=str(other)):
                async with scripted_async(read("ping"), answer({})) as host:
                    await host.ping()
            self.check(other.read_text("utf-8"))
            # It is appended to.
            with scripted(trace=file):
                pass
            self.assertEqual(len(file.read_text("utf-8").splitlines()), 6 + 4)
        stream = io.StringIO()
        with scripted(read("ping"), answer({}), trace=stream) as host:
            host.ping()
        self.check(stream.getvalue())
        with patch("sys.stderr", io.StringIO()) as stderr, scripted(trace="-"):
            pass
        self.assertEqual(len(stderr.getvalue().splitlines()), 4)

    def test_a_file_that_cannot_be_written(self) -> None:
        with self.assertRaises(FileNotFoundError):
            Host(fake(), trace="/nowhere/at/all")


class RecordTests(unittest.TestCase):
    def test_the_host_records(self) -> None:
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            self.addCleanup(os.chdir, before)
            # The file is seen from here, wherever the host is started.
            with Host([built_host()], record="session.transcript", cwd="/") as host:
                host.create("counter").call("plusButtonDidTap")
            text = Path("session.transcript").read_text("utf-8")
            os.chdir(before)
        self.assertIn('"method":"viewModel/call"', text)
        self.assertIn("\n<-- ", text)


class ReprTests(unittest.IsolatedAsyncioTestCase):
    async def test_what_an_object_says(self) -> None:
        with scripted(*create_counter(), read("viewModel/input"), read("ping"), answer({})) as host:
            self.assertEqual(repr(host), "<Host fake-host with 0 instances>")
            counter = host.create("counter")
            self.assertEqual(repr(host), "<Host fake-host with 1 instance>")
            self.assertEqual(repr(counter), "<counter 'c' revision 0: {'count': 0}>")
            self.assertEqual(repr(counter.input("plus")), "<Ticket c.plus: pending>")
            host.ping()
        self.assertEqual(repr(host), "<Host fake-host: the host was stopped>")
        self.assertEqual(repr(AsyncHost(fake())), "<AsyncHost, not started>")

    async def test_how_something_sent_ended(self) -> None:
        steps = (
            *create_counter(),
            read("viewModel/input"),
            update(counted(1, 1, done=[1])),
            read("viewModel/call"),
            refuse(-32007, "net"),
        )
        with scripted(*steps) as host:
            counter = host.create("counter")
            ticket = counter.input("plus")
            ticket.wait()
            self.assertEqual(repr(ticket), "<Ticket c.plus: done>")
            call = counter.start("fetch")
            with self.assertRaises(Exception):  # noqa: B017
                call.wait()
            self.assertEqual(repr(call), "<Call c.fetch: failed: viewModel/call: net (-32007)>")


class RefusedTests(unittest.IsolatedAsyncioTestCase):
    def test_a_level_of_the_log(self) -> None:
        with self.assertRaisesRegex(ValueError, "log is one of debug, .*, off, not 'verbose'"):
            Host(fake(), log="verbose")  # type: ignore[arg-type]

    async def test_coroutine_functions_that_nobody_would_await(self) -> None:
        async def later(*_: Any) -> bool:
            return True

        with self.assertRaisesRegex(TypeError, "the service items of a Host is a plain function"):
            Host(fake(), services={"items": later})
        with scripted(*create_counter()) as host:
            counter = host.create("counter")
            for use in (
                lambda: counter.on_change(later),  # type: ignore[arg-type]
                lambda: counter.on_event(later),  # type: ignore[arg-type]
                lambda: host.on_log(later),  # type: ignore[arg-type]
                lambda: host.create("counter", on_change=later),  # type: ignore[arg-type]
                lambda: counter.wait_until(later),
                lambda: host.wait_until(later),
            ):
                with self.assertRaisesRegex(TypeError, "not an async def"):
                    use()
        async with scripted_async(*create_counter()) as other:
            instance = await other.create("counter")
            with self.assertRaisesRegex(TypeError, "not an async def"):
                instance.on_change(later)  # type: ignore[arg-type]
            with self.assertRaisesRegex(TypeError, "not an async def"):
                await instance.wait_until(later)

    def test_a_host_that_is_not_there(self) -> None:
        missing = patch.dict(os.environ, VIEWMODEL_HOST="/no/such/host")
        with missing, self.assertRaises(HostNotFound) as caught:
            Host()
        self.assertEqual(
            str(caught.exception),
            "cannot start the host /no/such/host: there is no such program."
            " Install the wheel with the program (it needs no Swift),"
            " put viewmodel-host on the PATH, set VIEWMODEL_HOST to its path,"
            " or give its command: Host([program, argument, …])",
        )


class InputNameTests(unittest.IsolatedAsyncioTestCase):
    def test_a_name_that_there_is_not_is_told_at_once(self) -> None:
        heard: list[int] = []
        steps = (
            *create_counter(),
            read("viewModel/describe", name="counter"),
            update(counted(1, 1)),
            answer(DESCRIBED),
            read("viewModel/input", input="plus"),
            update(counted(2, 2, done=[1])),
        )
        with scripted(*steps) as host:
            counter = host.create("counter", on_change=lambda change: heard.append(change.revision))
            self.assertEqual(dir(counter.inputs), ["plus", "plusButtonDidTap"])
            self.assertEqual(heard, [], "a question calls nobody back")
            self.assertEqual(dir(counter.inputs), ["plus", "plusButtonDidTap"])
            words = r"^counter has no input plusButonDidTap; did you mean plusButtonDidTap\?$"
            with self.assertRaisesRegex(AttributeError, words):
                counter.inputs.plusButonDidTap()
            with self.assertRaisesRegex(AttributeError, "it has: plus, plusButtonDidTap"):
                counter.inputs.zzz()
            counter.inputs.plus().wait()
        self.assertEqual(heard, [1, 2])

    def test_the_host_names_them_with_its_first_rejection(self) -> None:
        error = {"code": -32004, "message": "no", "data": {"inputs": ["plus"]}}
        steps = (
            *create_counter(),
            read("viewModel/input", input="puls"),
            send("viewModel/rejected", id="c", input="puls", seq=1, error=error),
            read("ping"),
            answer({}),
        )
        with scripted(*steps) as host:
            counter = host.create("counter")
            with self.assertLogs("viewmodel_host", "WARNING"):
                counter.inputs.puls()
                host.ping()
            with self.assertRaisesRegex(AttributeError, "did you mean plus"):
                counter.inputs.puls()

    async def test_with_asyncio_they_are_known_when_asked_for(self) -> None:
        steps = (*create_counter(), read("viewModel/describe"), answer(DESCRIBED))
        async with scripted_async(*steps) as host:
            counter = await host.create("counter")
            self.assertEqual(dir(counter.inputs), [])
            self.assertEqual(await host.describe("counter"), DESCRIBED)
            self.assertEqual(dir(counter.inputs), ["plus", "plusButtonDidTap"])
            with self.assertRaises(AttributeError):
                counter.inputs.typo()

    def test_a_host_that_is_gone_has_none(self) -> None:
        with scripted(*create_counter()) as host:
            counter = host.create("counter")
        self.assertEqual(dir(counter.inputs), [])


if __name__ == "__main__":
    unittest.main()
