"""What the host writes to standard error is seen while it lives, but no report of a crash."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import unittest
from typing import ClassVar

from support import (
    CONFORMANCE,
    HERE,
    answer,
    built_host,
    do,
    fake,
    opened,
    read,
    send,
    settle,
)

from viewmodel_host import AsyncHost, Host, HostDied
from viewmodel_host.printed import Printed

WARNING = "plain: nobody tells when count changes"
PRINTS = (read("ping"), do("stderr", text=f"hello\nfake-host: warning: {WARNING}\nü"))
STEPS = (*PRINTS, send("host/log", level="warning", message=WARNING), answer({}))
HELLO = ("viewmodel_host.stderr", "hello", "WARNING")
END = ("viewmodel_host.stderr", "ü", "WARNING")
WARNED = ("viewmodel_host", f"host: {WARNING}", "WARNING")


def lines_of(data: bytes, size: int | None = None) -> list[str]:
    """What is shown of a whole stream."""
    printed = Printed()
    for start in range(0, len(data), size or len(data)):
        printed.feed(data[start : start + (size or len(data))])
    printed.end()
    return printed.lines()


class PrintedTests(unittest.TestCase):
    def test_each_line_once_however_the_bytes_are_cut(self) -> None:
        printed = Printed()
        told = []
        for byte in "a\n\nü\r\nend".encode():
            printed.feed(bytes([byte]))
            told.append(printed.lines())
        self.assertEqual([lines for lines in told if lines], [["a"], ["", "ü"]])
        printed.end()
        self.assertEqual(printed.lines(), ["end"])
        self.assertEqual(printed.tail.lines(), ["a", "", "ü", "end"])

    def test_a_line_without_end_is_shown_in_parts(self) -> None:
        self.assertEqual("".join(lines_of(b"x" * 200_000, 1000)), "x" * 200_000)

    def test_no_report_of_a_crash(self) -> None:
        before = {
            "debug-force-cast.txt": ["Could not cast"],
            "debug-allocation.txt": ["Fatal error: failed to allocate"],
            "release-allocation.txt": ["Fatal error: failed to allocate"],
            "no-backtrace-allocation.txt": ["Fatal error: failed to allocate"],
            "exit.txt": ["a word", "and the last words"],
            "killed.txt": ["Fatal error: these are only words"],
            "release-own-print.txt": ["Fatal error: these are only words"],
        }
        for path in (CONFORMANCE / "crashes").glob("*.txt"):
            for size in (7, 100_000):
                with self.subTest(path.name, size=size):
                    shown = lines_of(path.read_bytes(), size)
                    expected = before.get(path.name, [])
                    cut = [line[: len(start)] for line, start in zip(shown, expected)]
                    self.assertEqual((cut, len(shown)), (expected, len(expected)))

    def test_what_only_looks_like_one_is_shown(self) -> None:
        words = "a.swift:1: Fatal error: only words"
        self.assertEqual(lines_of(f"{words}\n\nnext\n".encode()), [words, "", "next"])
        self.assertEqual(lines_of(words.encode()), [words])
        self.assertEqual(lines_of(b"\n" * 30 + b"next"), [""] * 30 + ["next"])

    def test_what_is_printed_before_and_after_a_report(self) -> None:
        """It may be that of a process that the host has started."""
        report = (CONFORMANCE / "crashes" / "debug-fatal-error.txt").read_bytes()
        words = b"swift-runtime: failed to suspend thread 7 while processing a crash\n"
        stream = b"first\n" + report.replace(b"\n", b"\n" + words, 1) + b"then\n"
        self.assertEqual([line for line in lines_of(stream) if line], ["first", "then"])


class LogTests(unittest.IsolatedAsyncioTestCase):
    async def test_each_is_logged_once_and_while_the_host_lives(self) -> None:
        for face in (Host, AsyncHost):
            with self.subTest(face.__name__), self.assertLogs("viewmodel_host") as logs:
                async with opened(face, *fake(*STEPS)) as host:
                    await settle(host.ping())
                    self.assertEqual(found(logs.records), [WARNED, HELLO])
                self.assertEqual(found(logs.records), [WARNED, HELLO, END])

    async def test_none_with_log_off(self) -> None:
        for face in (Host, AsyncHost):
            with self.subTest(face.__name__), self.assertLogs("viewmodel_host") as logs:
                async with opened(face, *fake(*PRINTS, answer({})), log="off") as host:
                    await settle(host.ping())
                logging.getLogger("viewmodel_host").warning("nothing before this")
                self.assertEqual(len(logs.records), 1)
                self.assertEqual(host.stderr_tail[0], "hello")

    def test_the_host_is_asked_for_its_warnings(self) -> None:
        capabilities = {"mergeUpdates": True, "log": "warning"}
        steps = [read("initialize", capabilities=capabilities), do("exit", status=3)]
        with self.assertRaisesRegex(HostDied, r"exit status 3\)$"):
            Host(fake(*steps, version=None))


def found(records: list[logging.LogRecord]) -> list[tuple[str, str, str]]:
    return sorted((record.name, record.getMessage(), record.levelname) for record in records)


PROGRAM = """
import sys
from viewmodel_host import Host, HostDied
with Host(sys.argv[1]) as host:
    crash = host.create("example.crash")
    crash.call("say", line="hello")
    print("said", file=sys.stderr)
    try:
        crash.call("fatalError")
    except HostDied as died:
        print(died, file=sys.stderr)
        assert len(died.stderr) > 10
"""


class TerminalTests(unittest.TestCase):
    env: ClassVar = {**os.environ, "PYTHONPATH": str(HERE.parent / "src"), "TERM": "xterm"}

    def test_a_program_that_does_nothing_special(self) -> None:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, built_host("example-host")],
            env=self.env,
            stderr=subprocess.PIPE,
            text=True,
            check=True,
        )
        words = r"hello\nsaid\nthe host ended by SIG(ILL|TRAP): .*: Fatal error: boom\n"
        self.assertRegex(done.stderr, f"^{words}$")


if __name__ == "__main__":
    unittest.main()
