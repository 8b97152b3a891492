"""The demonstration, typed by a script."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from support import HERE, built_host, transcript_host

from viewmodel_host import Host, ServiceFailed
from viewmodel_host.demo import (
    DEAD_HELP,
    LETTERS,
    LIST_HELP,
    NOTHING_NEW,
    PAGE_SIZE,
    PAGER_HELP,
    Demo,
    letters,
    main,
    title,
)

NAMES = [title(letter) for letter in LETTERS]


def listed(names: Sequence[str], first: int = 1) -> str:
    """The page of a list that begins with an item, counted from 1."""
    shown = names[first - 1 : first - 1 + PAGE_SIZE]
    lines = [f"{number:4}  {name}\n" for number, name in enumerate(shown, first)]
    return "".join(lines) + f"-- {len(names)} items  {LIST_HELP}\n"


def opened(name: str, index: int, count: int, *, last: bool = False) -> str:
    left, right = "<" if index > 1 else " ", " " if last else ">"
    return f"   {left} {name} {right}\n-- {index} of {count}  {PAGER_HELP}\n"


NOTHING = f"-- {NOTHING_NEW}\n"


class Terminal:
    """The demonstration on a host whose clock is virtual: a second passes before each line."""

    def __init__(self, host: Host, folder: str | None = None) -> None:
        self.host = host
        self.screen = io.StringIO()
        self.demo = Demo(host, self.screen, folder)

    def shown(self) -> str:
        text = self.screen.getvalue()
        self.screen.seek(0)
        self.screen.truncate()
        return text

    def type(self, line: str) -> str:
        self.host.advance(1000)
        return self.type_quickly(line)

    def type_quickly(self, line: str) -> str:
        assert self.demo.typed(line + "\n")
        return self.shown()


class DemoTests(unittest.TestCase):
    def host(self, **services: Any) -> Host:
        return Host([built_host(), "--clock", "virtual"], services=services)

    def test_a_list_that_asks_for_its_items(self) -> None:
        with self.host(items=letters) as host:
            terminal = Terminal(host)
            self.assertEqual(terminal.shown(), listed(NAMES[:PAGE_SIZE]))
            self.assertEqual(terminal.type(""), listed(NAMES[: 2 * PAGE_SIZE], 11))
            self.assertEqual(terminal.type_quickly(""), NOTHING)
            # The last page is a full one.
            self.assertEqual(terminal.type(""), listed(NAMES, len(NAMES) - 9))
            self.assertEqual(terminal.type(""), NOTHING)
            self.assertEqual(terminal.type("r"), listed(NAMES[:PAGE_SIZE]))
            self.assertFalse(terminal.demo.typed("q"))

    def test_a_folder_with_the_pager(self) -> None:
        with tempfile.TemporaryDirectory() as folder, self.host() as host:
            names = [f"file {number:02}" for number in range(12)]
            for name in names:
                (Path(folder) / name).touch()
            terminal = Terminal(host, folder)
            self.assertEqual(terminal.shown(), listed(names[:10]))
            self.assertEqual(terminal.type("9"), opened(names[8], 9, 10))
            self.assertEqual(terminal.type("p"), opened(names[7], 8, 10))
            terminal.type("n")
            self.assertEqual(terminal.type("n"), opened(names[9], 10, 12))  # the next page is there
            terminal.type("n")
            self.assertEqual(terminal.type("n"), opened(names[11], 12, 12, last=True))
            self.assertEqual(terminal.type("n"), NOTHING)
            self.assertEqual(terminal.type("b"), listed(names))

    def test_what_is_not_possible(self) -> None:
        with self.host(items=letters) as host:
            terminal = Terminal(host)
            terminal.shown()
            for line in ("0", "13"):
                self.assertEqual(terminal.type(line), f"-- no item {line} among 10  {LIST_HELP}\n")
            for line in ("what?", "²"):
                self.assertEqual(terminal.type(line), f"-- unknown: {line}  {LIST_HELP}\n")
            self.assertEqual(terminal.type("1"), opened(NAMES[0], 1, 10))
            self.assertEqual(terminal.type("7"), f"-- unknown: 7  {PAGER_HELP}\n")
            self.assertEqual(terminal.type(""), f"-- {PAGER_HELP}\n")
            self.assertEqual(terminal.type("p"), opened(NAMES[0], 1, 10))

    def test_a_pager_that_is_faster_than_the_list_hears(self) -> None:
        with self.host(items=letters) as host:
            terminal = Terminal(host)
            terminal.type("9")
            terminal.shown()
            self.assertEqual(terminal.type_quickly("n"), opened(NAMES[9], 10, 20))
            for _ in range(9):
                terminal.type_quickly("n")
            self.assertEqual(terminal.type_quickly("n"), opened(NAMES[19], 20, 20, last=True))
            self.assertEqual(terminal.type_quickly("n"), NOTHING)
            self.assertEqual(terminal.type("n"), opened(NAMES[19], 20, 25))
            self.assertEqual(terminal.type_quickly("n"), opened(NAMES[20], 21, 25))

    def test_an_error_is_shown(self) -> None:
        def items(page: int) -> Any:
            if page == 2:
                raise ServiceFailed(1, "the net is gone")
            return letters(page)

        with self.host(items=items) as host:
            terminal = Terminal(host)
            terminal.shown()
            shown = terminal.type("")
            self.assertEqual(shown.splitlines()[0], "! the net is gone")
            self.assertEqual(shown.split("\n", 1)[1], NOTHING)

    def test_what_was_done_is_undone_and_redone(self) -> None:
        command = [built_host(), "--clock", "virtual"]
        with Host(command, services={"items": letters}, supervised=True) as host:
            terminal = Terminal(host)
            first = listed(NAMES[:10])
            self.assertEqual(terminal.shown(), first)
            self.assertEqual(terminal.type(""), listed(NAMES[:20], 11))
            self.assertEqual(terminal.type("u"), first)
            self.assertEqual(terminal.type("y"), listed(NAMES[:20]))
            self.assertEqual(terminal.type("2"), opened(NAMES[1], 2, 20))
            self.assertEqual(terminal.type("n"), opened(NAMES[2], 3, 20))
            self.assertEqual(terminal.type("b"), listed(NAMES[:20]))
            self.assertEqual(terminal.type("u"), opened(NAMES[1], 2, 20))
            self.assertEqual(terminal.type("u"), first)  # before the second page, and the pager
            # The first page nobody has asked for.
            self.assertEqual(terminal.type("u"), "-- There is nothing to undo\n")
            self.assertEqual(terminal.type("y"), opened(NAMES[1], 2, 20))

    def test_a_host_that_cannot_undo_says_so(self) -> None:
        with self.host(items=letters) as host:
            terminal = Terminal(host)
            terminal.shown()
            refused = "-- session/undo needs a host that was started with --supervised\n"
            self.assertEqual(terminal.type("u"), refused)

    def test_it_runs_in_a_pipe(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "ü").touch()
            command = [sys.executable, "-m", "viewmodel_host.demo", "--folder", folder]
            done = subprocess.run(
                [*command, built_host()],
                input=b"1\nb\nu",
                env={"PYTHONPATH": str(HERE.parent / "src"), "PYTHONIOENCODING": "utf-8"},
                capture_output=True,
                check=True,
            )
        expected = listed(["ü"]) + opened("ü", 1, 1, last=True) + listed(["ü"])
        if sys.platform == "linux":
            expected += "-- There is nothing to undo\n"
        else:
            expected += "-- session/undo needs a host that was started with --supervised\n"
        self.assertEqual(done.stdout.decode(), expected)

    def test_a_host_that_died_is_restarted(self) -> None:
        with self.host(items=letters) as host:
            terminal = Terminal(host)
            terminal.shown()
            terminal.type("2")
            os.kill(host.pid, signal.SIGKILL)
            dead = f"! the host ended by SIGKILL\n-- {DEAD_HELP}\n"
            self.assertEqual(terminal.type_quickly("n"), dead)
            self.assertEqual(terminal.type_quickly("n"), f"-- {DEAD_HELP}\n")
            # The pager is there again, with the item that it was opened at.
            self.assertEqual(terminal.type_quickly("r"), opened(NAMES[1], 2, PAGE_SIZE))
            self.assertEqual(terminal.type_quickly("b"), listed(NAMES[:PAGE_SIZE]))

    def test_what_goes_wrong_ends_it_with_one_line(self) -> None:
        missing = "cannot start the host /no/such/host"
        died = "the host ended by SIGKILL"
        for command, words in ((["/no/such/host"], missing), (dying(), died)):
            with self.assertRaises(SystemExit) as caught, contextlib.redirect_stderr(io.StringIO()):
                main(command, [], io.StringIO())
            self.assertIn(words, str(caught.exception.code))


def dying() -> list[str]:
    return transcript_host("restart", faults=["die=1"])


if __name__ == "__main__":
    unittest.main()
