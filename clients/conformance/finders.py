"""Tests a finder in the terminal, as somebody uses it: finders.py COMMAND …

COMMAND is that of a `viewmodel-find` of any client. The host is $VIEWMODEL_HOST, or one in .build;
without one nothing is tested, which is an error where CI is set.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

from terminal import TerminalProgram

ROOT = Path(__file__).resolve().parents[2]
COMMAND: list[str] = []
ESCAPE, ENTER, TAB = "\x1b", "\r", "\t"
UP, DOWN, LEFT, HOME, DELETE = "\x1b[A", "\x1b[B", "\x1b[D", "\x1b[H", "\x1b[3~"
PAGE_DOWN, PAGE_UP, SHIFT_TAB = "\x1b[6~", "\x1b[5~", "\x1b[Z"


def host() -> str | None:
    """The program of a built host."""
    named = os.environ.get("VIEWMODEL_HOST")
    builds = [ROOT / ".build" / kind / "viewmodel-host" for kind in ("release", "debug")]
    paths = [Path(named).resolve()] if named else builds
    return next((str(path) for path in paths if path.is_file()), None)


class FinderTests(unittest.TestCase):
    """Each starts the program in a folder of its own."""

    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = temporary.name
        self.env = {
            **os.environ,
            "VIEWMODEL_HOST": host() or "",
            "TERM": "xterm",
            "LC_ALL": "C.UTF-8",
        }

    def files(self, *names: str) -> None:
        for name in names:
            path = Path(self.folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{name}\n")

    def start(self, *arguments: str, lines: bytes | None = None, **options: Any) -> TerminalProgram:
        """With `lines`, that is its standard input; else it is the terminal."""
        stdin = None
        if lines is not None:
            stdin, writing = os.pipe()
            if os.fork() == 0:  # it may be more than a pipe takes
                os.close(stdin)
                with open(writing, "wb") as pipe:
                    pipe.write(lines)
                os._exit(0)
            os.close(writing)
        program = TerminalProgram(
            [*COMMAND, *arguments], cwd=self.folder, env=self.env, stdin=stdin, **options
        )
        if stdin is not None:
            os.close(stdin)
        self.addCleanup(program.close)
        return program

    def run_without_terminal(self, *arguments: str, lines: bytes = b"") -> tuple[int, bytes, bytes]:
        done = subprocess.run(
            [*COMMAND, *arguments],
            cwd=self.folder,
            env=self.env,
            input=lines,
            capture_output=True,
            start_new_session=True,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    def test_what_is_typed_is_found_and_printed(self) -> None:
        self.files("readme.md", "rest", "src/other")
        finder = self.start()
        finder.shows(">", "  3/3", "> readme.md", "  rest", "  src/other")
        finder.type("rm")
        finder.shows("> rm", "  1/3", "> readme.md")
        finder.wait_for(lambda screen: screen.green[2:3] == ["rm"])
        finder.wait_for(lambda screen: (screen.row, screen.column) == (0, 4))
        finder.type("\x7f")
        finder.shows("> r", "  3/3", "> rest", "  readme.md", "  src/other")
        finder.type("\x0e")
        finder.shows("> r", "  3/3", "  rest", "> readme.md", "  src/other")
        finder.type(DOWN + DOWN + "\x10" + UP + ENTER)
        self.assertEqual(finder.end(), (0, b"rest\n", b""))

    def test_what_is_typed_at_once(self) -> None:
        finder = self.start(lines=b"".join(b"line %d\n" % number for number in range(20_000)))
        finder.wait_for(lambda screen: screen.lines[1:2] == ["  20000/20000"])
        finder.type("19999$" + ENTER)
        self.assertEqual(finder.end(), (0, b"line 19999\n", b""))

    def test_several(self) -> None:
        self.files("a", "b", "c")
        finder = self.start()
        finder.shows(">", "  3/3", "> a", "  b", "  c")
        finder.type(TAB)
        finder.shows(">", "  3/3 (1)", " +a", "> b", "  c")
        finder.type(DOWN + TAB)
        finder.shows(">", "  3/3 (2)", " +a", "  b", ">+c")
        finder.type(UP + TAB + UP)
        finder.shows(">", "  3/3 (3)", " +a", ">+b", " +c")
        finder.type(SHIFT_TAB)
        finder.shows(">", "  3/3 (2)", ">+a", "  b", " +c")
        finder.type(ENTER)
        self.assertEqual(finder.end(), (0, b"a\nc\n", b""))

    def test_it_is_ended(self) -> None:
        self.files("a")
        for keys in (ESCAPE, "\x03", "\x07", "\x04", "x\x03"):
            finder = self.start()
            finder.shows(">", "  1/1", "> a")
            finder.type(keys)
            self.assertEqual(finder.end(), (130, b"", b""), repr(keys))

    def test_it_is_ended_by_signals(self) -> None:
        self.files("a")
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            finder = self.start()
            finder.shows(">", "  1/1", "> a")
            finder.process.send_signal(number)
            self.assertEqual(finder.end(), (130, b"", b""), number)

    def test_it_is_ended_by_a_signal_while_it_starts(self) -> None:
        finder = self.start()
        finder.wait_for(lambda screen: screen.is_alternate)
        finder.process.send_signal(signal.SIGTERM)
        self.assertEqual(finder.end(), (130, b"", b""))

    def test_nothing_matches(self) -> None:
        self.files("a")
        finder = self.start("--query", "x")
        finder.shows("> x", "  0/1")
        finder.type(ENTER)
        self.assertEqual(finder.end(), (1, b"", b""))

    def test_an_empty_folder(self) -> None:
        finder = self.start()
        finder.shows(">", "  0/0")
        finder.type(ENTER)
        self.assertEqual(finder.end(), (1, b"", b""))

    def test_more_than_is_shown(self) -> None:
        self.files(*(f"{number:02}" for number in range(1, 31)))
        finder = self.start(size=(40, 5))
        finder.shows(">", "  30/30", "> 01", "  02", "  03")
        finder.type(PAGE_DOWN)
        finder.shows(">", "  30/30", "  02", "  03", "> 04")
        finder.type(PAGE_DOWN * 20)
        finder.shows(">", "  30/30", "  28", "  29", "> 30")
        finder.type(PAGE_UP)
        finder.shows(">", "  30/30", "> 27", "  28", "  29")
        finder.type("0")
        finder.shows("> 0", "  12/30", "> 01", "  02", "  03")
        finder.type(ENTER)
        self.assertEqual(finder.end(), (0, b"01\n", b""))

    def test_another_size(self) -> None:
        self.files(*"abcdefgh")
        finder = self.start(size=(40, 4))
        finder.shows(">", "  8/8", "> a", "  b")
        finder.type(DOWN * 2)
        finder.shows(">", "  8/8", "  b", "> c")
        finder.resize(30, 6)
        finder.wait_for(lambda screen: len(screen.lines) == 6 and "> c" in screen.lines)
        finder.resize(100, 3)
        finder.wait_for(lambda screen: len(screen.lines) == 3 and screen.lines[2].startswith("> c"))
        finder.resize(1, 1)
        finder.resize(40, 12)
        rows = ["  a", "  b", "> c", *(f"  {name}" for name in "defgh")]
        finder.wait_for(lambda screen: screen.lines[2:] == rows)
        finder.type(ENTER)
        self.assertEqual(finder.end(), (0, b"c\n", b""))

    def test_wide_characters_and_long_rows(self) -> None:
        self.files("日本語/テキスト", "e\u0301e", "long/" + "x" * 60 + "/end")
        finder = self.start(size=(20, 6))
        finder.shows(">", "  3/3", "> ee", "  long/xxxxxxxxxxx…", "  日本語/テキスト")
        finder.type("end")
        finder.shows("> end", "  1/3", "> …xxxxxxxxxxxx/end")
        finder.wait_for(lambda screen: screen.green[2:3] == ["end"])
        finder.type("\x15本ト")
        finder.shows("> 本ト", "  1/3", "> 日本語/テキスト")
        finder.wait_for(lambda screen: screen.green[2:3] == ["本ト"])
        finder.wait_for(lambda screen: screen.column == 6)
        finder.type(ENTER)
        self.assertEqual(finder.end(), (0, "日本語/テキスト\n".encode(), b""))

    def test_the_line_is_edited(self) -> None:
        self.files("a")
        finder = self.start()
        finder.shows(">", "  1/1", "> a")
        finder.type("one two" + "\x17\x7f")
        finder.shows("> one", "  0/1")
        finder.type(HOME + "x" + DELETE + "\x05z" + LEFT + LEFT + "\x7f")
        finder.shows("> xez", "  0/1")
        finder.type("\x15" + "\x01é" + "\x06")
        finder.shows("> éez", "  0/1")
        finder.type("\x05\x15")
        finder.shows(">", "  1/1", "> a")
        for byte in "ü".encode():
            finder.type_bytes(bytes([byte]))
        finder.type("\x1b[200~ p\rq\tr\x1b[201~")
        finder.shows("> ü p q r", "  0/1")
        for byte in b"\x1b[D\x1b[D\x1b[Dxx\x1bb\x1b[99;5u":
            finder.type_bytes(bytes([byte]))
        finder.shows("> ü p xxq r", "  0/1")
        finder.type("\x03")
        self.assertEqual(finder.end(), (130, b"", b""))

    def test_names_are_not_obeyed(self) -> None:
        name = "a\x1b]0;title\x07\x1b[2Jb\x7f\nc"
        self.files(name)
        finder = self.start(size=(60, 6))
        finder.shows(">", "  1/1", "> a␛]0;title␇␛[2Jb␡␊c")
        finder.type(ENTER)
        self.assertEqual(finder.end(), (0, name.encode() + b"\n", b""))
        self.assertNotIn("\x1b]0;", finder.raw)

    def test_the_preview(self) -> None:
        self.files("a")
        (Path(self.folder) / "b").write_bytes(b"\0")
        (Path(self.folder) / "c").write_text("1\tx\n" + "é" * 90 + "\n" + "line\n" * 20)
        finder = self.start(size=(100, 6))

        def previews(*lines: str) -> None:
            def shown(screen: Any) -> list[str]:
                return [line.split("│", 1)[1].strip() for line in screen.lines[2:] if "│" in line]

            finder.wait_for(lambda screen: shown(screen)[: len(lines)] == list(lines))

        previews("a", "", "", "")
        finder.type(DOWN)
        previews("The file is binary", "", "", "")
        finder.type(DOWN)
        previews("1       x", "é" * 48, "line", "line")
        finder.type(ENTER)
        self.assertEqual(finder.end(), (0, b"c\n", b""))

    def test_a_folder_that_is_named(self) -> None:
        self.files("sub/a", "sub/deep/b", "c")
        finder = self.start("sub")
        finder.shows(">", "  2/2", "> a", "  deep/b")
        finder.type("b" + ENTER)
        self.assertEqual(finder.end(), (0, b"sub/deep/b\n", b""))

    def test_a_command(self) -> None:
        self.files("a", "b")
        finder = self.start("--command", "ls; echo c; exit 3")
        finder.shows(">", "  3/3  sh -c ls; echo c; exit 3: status 3", "> a", "  b", "  c")
        finder.type("c" + ENTER)
        self.assertEqual(finder.end(), (0, b"c\n", b""))

    def test_a_command_ends_with_the_finder(self) -> None:
        finder = self.start("--command", "echo $$; sleep 100000")
        finder.wait_for(lambda screen: len(screen.lines) > 2)
        command = int(finder.screen.lines[2].removeprefix("> "))
        os.kill(command, 0)
        finder.type(ESCAPE)
        self.assertEqual(finder.end(), (130, b"", b""))
        # Nobody is left who would wait for it: it may be a zombie for a while.
        state = subprocess.run(
            ["ps", "-o", "state=", "-p", str(command)], capture_output=True, text=True, check=False
        )
        self.assertIn(state.stdout.strip(), ("", "Z"))

    def test_lines_that_come_for_ever(self) -> None:
        reading, writing = os.pipe()
        os.write(writing, b"one\n\ntwo\nthr")
        finder = self.start_reading(reading)
        finder.shows(">", "  2/2 …", "> one", "  two")
        os.write(writing, b"ee\nbad \xff\n")
        finder.shows(">", "  4/4 …", "> one", "  two", "  three")
        finder.type(ESCAPE)
        self.assertEqual(finder.end(), (130, b"", b""))
        os.close(writing)

    def start_reading(self, descriptor: int) -> TerminalProgram:
        program = TerminalProgram(COMMAND, cwd=self.folder, env=self.env, stdin=descriptor)
        os.close(descriptor)
        self.addCleanup(program.close)
        return program

    def test_the_host_dies(self) -> None:
        self.files("a")
        finder = self.start()
        finder.shows(">", "  1/1", "> a")
        for line in subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(finder.process.pid)],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split():
            os.kill(int(line), signal.SIGKILL)
        status, output, errors = finder.end()
        self.assertEqual((status, output), (2, b""))
        self.assertIn(b"the host ended by SIGKILL", errors)

    def test_what_cannot_be(self) -> None:
        for arguments, words in (
            (["no/such/folder"], "no/such/folder: No such file or directory"),
            (["--no-such-option"], "--no-such-option"),
        ):
            status, output, errors = self.start(*arguments).end()
            self.assertEqual((status, output), (2, b""), arguments)
            self.assertIn(words, errors.decode())
        self.env["VIEWMODEL_HOST"] = "/no/such/host"
        status, output, errors = self.start().end()
        self.assertEqual((status, output), (2, b""))
        self.assertIn(b"/no/such/host", errors)

    def test_without_a_terminal(self) -> None:
        status, output, errors = self.run_without_terminal()
        self.assertEqual((status, output), (2, b""))
        self.assertIn(b"no terminal", errors)

    def test_a_filter(self) -> None:
        lines = b"src/main.c\nREADME.md\n\nsrc/man\nlast"
        found = self.run_without_terminal("--filter", "man", lines=lines)
        self.assertEqual(found, (0, b"src/man\nsrc/main.c\n", b""))
        self.assertEqual(self.run_without_terminal("-f", "zz", lines=lines), (1, b"", b""))
        found = self.run_without_terminal("-f", "last", "--print0", lines=lines)
        self.assertEqual(found, (0, b"last\0", b""))
        self.files("sub/a", "sub/b")
        found = self.run_without_terminal("-f", "", "sub")
        self.assertEqual(found, (0, b"sub/a\nsub/b\n", b""))

    def test_a_filter_whose_output_cannot_be_written(self) -> None:
        with open("/dev/full", "wb") as full:
            run = subprocess.run(
                [*COMMAND, "--filter", ""],
                cwd=self.folder,
                env=self.env,
                input=b"one\n",
                stdout=full,
                stderr=subprocess.PIPE,
                start_new_session=True,
                check=False,
            )
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertEqual(run.stderr.count(b"\n"), 1, run.stderr)
        self.assertIn(b": standard output cannot be written", run.stderr)

    def test_a_filter_of_many_lines(self) -> None:
        lines = b"".join(b"%d\n" % number for number in range(12_345))
        status, output, _ = self.run_without_terminal("-f", "", lines=lines)
        self.assertEqual((status, output), (0, lines))

    def test_help(self) -> None:
        status, output, errors = self.run_without_terminal("--help")
        self.assertEqual((status, errors), (0, b""))
        for word in (b"--filter", b"--query", b"--print0", b"--command", b"130", b"Tab"):
            self.assertIn(word, output)


def main() -> int:
    COMMAND[:] = sys.argv[1:]
    if not COMMAND:
        print(__doc__)
        return 2
    if host() is None:
        print("skipped: the finder: there is no viewmodel-host: `swift build`, or VIEWMODEL_HOST")
        return 1 if os.environ.get("CI") else 0
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(FinderTests)
    return 0 if unittest.TextTestRunner().run(suite).wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
