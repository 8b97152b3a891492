"""A user finds files and lines, and ends the finder."""

from __future__ import annotations

import os
import signal
import subprocess

import pytest
from conftest import Place

ESCAPE, ENTER, TAB = "\x1b", "\r", "\t"
UP, DOWN, LEFT, HOME, DELETE = "\x1b[A", "\x1b[B", "\x1b[D", "\x1b[H", "\x1b[3~"
PAGE_DOWN, PAGE_UP, SHIFT_TAB = "\x1b[6~", "\x1b[5~", "\x1b[Z"
RULE = "─"


def counts(text: str, width: int = 60) -> str:
    """The line with the counts."""
    start = f"  {text} "
    return start + RULE * (width - len(start) - 1)


def test_what_is_typed_is_found_and_printed(place: Place) -> None:
    place.files("readme.md", "rest", "src/other")
    finder = place.start()
    finder.shows(">", counts("3/3"), "> readme.md", "  rest", "  src/other")
    finder.type("rm")
    finder.shows("> rm", counts("1/3"), "> readme.md")
    finder.wait_for(lambda: finder.coloured(2, "brightgreen") == "rm")
    finder.wait_for(lambda: finder.cursor == (0, 4))
    finder.type("\x7f")
    finder.shows("> r", counts("3/3"), "> rest", "  readme.md", "  src/other")
    finder.wait_for(lambda: finder.coloured(3, "green") == "r")
    finder.type("\x0e")
    finder.shows("> r", counts("3/3"), "  rest", "> readme.md", "  src/other")
    finder.type(DOWN + DOWN + "\x10" + UP + ENTER)
    assert finder.end() == (0, b"rest\n", b"")


def test_the_prompt_is_at_the_bottom(place: Place) -> None:
    place.files("a", "b", "c")
    finder = place.start_as(*place.command, size=(30, 8))
    finder.ends_with("  c", "  b", "> a", counts("3/3", 30), ">")
    finder.type(UP)
    finder.ends_with("  c", "> b", "  a", counts("3/3", 30), ">")
    finder.type(ENTER)
    assert finder.end() == (0, b"b\n", b"")


def test_a_query_and_enter_at_once(place: Place) -> None:
    finder = place.start(lines=b"".join(b"line %d\n" % number for number in range(20_000)))
    finder.wait_for(lambda: finder.lines[1:2] == [counts("20000/20000")])
    finder.type("19999$" + ENTER)
    assert finder.end() == (0, b"line 19999\n", b"")


def test_several(place: Place) -> None:
    place.files("a", "b", "c")
    finder = place.start("-m", "--marker", "+")
    finder.shows(">", counts("3/3"), "> a", "  b", "  c")
    finder.type(TAB)
    finder.shows(">", counts("3/3 (1)"), " +a", "> b", "  c")
    finder.type(DOWN + TAB)
    finder.shows(">", counts("3/3 (2)"), " +a", "  b", ">+c")
    finder.type(UP + TAB + UP)
    finder.shows(">", counts("3/3 (3)"), " +a", ">+b", " +c")
    finder.type(SHIFT_TAB)
    finder.shows(">", counts("3/3 (2)"), ">+a", "  b", " +c")
    finder.type(ENTER)
    assert finder.end() == (0, b"a\nc\n", b"")


def test_one_unless_several_are_asked_for(place: Place) -> None:
    place.files("a", "b")
    finder = place.start()
    finder.shows(">", counts("2/2"), "> a", "  b")
    finder.type(TAB)
    finder.shows(">", counts("2/2"), "  a", "> b")
    finder.type(ENTER)
    assert finder.end() == (0, b"b\n", b"")


@pytest.mark.parametrize("keys", [ESCAPE, "\x03", "\x07", "\x04", "x\x03"])
def test_it_is_ended(place: Place, keys: str) -> None:
    place.files("a")
    finder = place.start()
    finder.shows(">", counts("1/1"), "> a")
    finder.type(keys)
    assert finder.end() == (130, b"", b"")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_it_is_ended_by_signals(place: Place, number: signal.Signals) -> None:
    place.files("a")
    finder = place.start()
    finder.shows(">", counts("1/1"), "> a")
    finder.process.send_signal(number)
    assert finder.end() == (130, b"", b"")


def test_nothing_matches(place: Place) -> None:
    place.files("a")
    finder = place.start("--query", "x")
    finder.shows("> x", counts("0/1"))
    finder.type(ENTER)
    assert finder.end() == (1, b"", b"")


def test_an_empty_folder(place: Place) -> None:
    finder = place.start()
    finder.shows(">", counts("0/0"))
    finder.type(ENTER)
    assert finder.end() == (1, b"", b"")


def test_more_than_is_shown(place: Place) -> None:
    place.files(*(f"{number:02}" for number in range(1, 31)))
    finder = place.start(size=(40, 5))
    finder.shows(">", counts("30/30", 40), "> 01", "  02", "  03")
    finder.type(PAGE_DOWN)
    finder.shows(">", counts("30/30", 40), "  01", "  02", "> 03")
    finder.type(PAGE_DOWN * 20)
    finder.shows(">", counts("30/30", 40), "  28", "  29", "> 30")
    finder.type(PAGE_UP)
    finder.shows(">", counts("30/30", 40), "> 28", "  29", "  30")
    finder.type("0")
    finder.shows("> 0", counts("12/30", 40), "> 01", "  02", "  03")
    finder.type(ENTER)
    assert finder.end() == (0, b"01\n", b"")


def test_another_size(place: Place) -> None:
    place.files(*"abcdefgh")
    finder = place.start(size=(40, 4))
    finder.shows(">", counts("8/8", 40), "> a", "  b")
    finder.type(DOWN * 2)
    finder.shows(">", counts("8/8", 40), "  b", "> c")
    finder.resize(30, 6)
    finder.wait_for(lambda: len(finder.lines) == 6 and "> c" in finder.lines)
    finder.resize(80, 3)
    finder.wait_for(lambda: finder.lines[2:] == ["> c"])
    finder.resize(4, 2)
    finder.resize(40, 12)
    rows = ["  a", "  b", "> c", *(f"  {name}" for name in "defgh")]
    finder.wait_for(lambda: finder.lines[2:] == rows)
    finder.type(ENTER)
    assert finder.end() == (0, b"c\n", b"")


def test_wide_characters_and_names_of_files_at_the_end(place: Place) -> None:
    place.files("日本語/テキスト", "long/" + "x" * 60 + "/end")
    finder = place.start(size=(20, 6))
    finder.shows(">", counts("2/2", 20), "> …xxxxxxxxxxxx/end", "  日本語/テキスト")
    finder.type("long")
    finder.shows("> long", counts("1/2", 20), "> long/xxxxxxx…/end")
    finder.wait_for(lambda: finder.coloured(2, "brightgreen") == "long")
    finder.type("\x15本ト")
    finder.shows("> 本ト", counts("1/2", 20), "> 日本語/テキスト")
    finder.wait_for(lambda: finder.coloured(2, "brightgreen") == "本ト")
    finder.wait_for(lambda: finder.cursor == (0, 6))
    finder.type(ENTER)
    assert finder.end() == (0, "日本語/テキスト\n".encode(), b"")


def test_the_query_is_edited(place: Place) -> None:
    place.files("a")
    finder = place.start()
    finder.shows(">", counts("1/1"), "> a")
    finder.type("one two" + "\x17\x7f")
    finder.shows("> one", counts("0/1"))
    finder.type(HOME + "x" + DELETE + "\x05z" + LEFT + LEFT + "\x7f")
    finder.shows("> xez", counts("0/1"))
    finder.type("\x05\x15")
    finder.shows(">", counts("1/1"), "> a")
    for byte in "ü".encode():
        finder.type_bytes(bytes([byte]))
    finder.type("\x1b[200~ p\rq\tr\x1b[201~")
    finder.shows("> ü p q r", counts("0/1"))
    for byte in b"\x1b[D\x1b[D\x1b[Dxx\x1bb\x1b[99;5u":
        finder.type_bytes(bytes([byte]))
    finder.shows("> ü p xxq r", counts("0/1"))
    finder.type("\x03")
    assert finder.end() == (130, b"", b"")


def test_names_are_not_obeyed(place: Place) -> None:
    name = "a\x1b]0;title\x07\x1b[2Jb\x7f\u202ec"
    place.files(name)
    finder = place.start(size=(70, 6))
    finder.shows(">", counts("1/1", 70), "> a\\u001B]0;title\\u0007\\u001B[2Jb\\u007F\\u202Ec")
    finder.type(ENTER)
    assert finder.end() == (0, name.encode() + b"\n", b"")
    assert "\x1b]0;" not in finder.raw


def test_a_name_that_is_not_utf_8(place: Place) -> None:
    name = os.fsencode(place.folder) + b"/caf\xe9\\x"
    with open(name, "wb"):
        pass
    finder = place.start()
    finder.shows(">", counts("1/1"), "> caf\\xE9\\x5Cx")
    finder.type(ENTER)
    assert finder.end() == (0, b"caf\xe9\\x\n", b"")


def test_a_folder_that_is_named(place: Place) -> None:
    place.files("sub/a", "sub/deep/b", "c")
    finder = place.start("sub")
    finder.shows(">", counts("2/2"), "> a", "  deep/b")
    finder.type("b" + ENTER)
    assert finder.end() == (0, b"sub/deep/b\n", b"")


def test_a_command(place: Place) -> None:
    place.files("a", "b")
    finder = place.start("--command", "ls; echo c; exit 3")
    finder.shows(">", "  3/3  /bin/sh -c ls; echo c; exit 3: status 3", "> a", "  b", "  c")
    finder.type("c" + ENTER)
    assert finder.end() == (0, b"c\n", b"")


def test_a_command_ends_with_the_finder(place: Place) -> None:
    finder = place.start("--command", "echo $$; sleep 100000")
    finder.wait_for(lambda: len(finder.lines) > 2)
    command = int(finder.lines[2].removeprefix("> "))
    os.kill(command, 0)
    finder.type(ESCAPE)
    assert finder.end() == (130, b"", b"")
    # No process is left that would wait for it: it may be a zombie for a while.
    state = subprocess.run(
        ["ps", "-o", "state=", "-p", str(command)], capture_output=True, text=True, check=False
    )
    assert state.stdout.strip() in ("", "Z")


def test_lines_that_come_for_ever(place: Place) -> None:
    reading, writing = os.pipe()
    os.write(writing, b"one\n\ntwo\nthr")
    finder = place.start(stdin=reading)
    finder.shows(">", counts("3/3 …"), "> one", "", "  two")
    os.write(writing, b"ee\nbad \xff\n")
    finder.shows(">", counts("5/5 …"), "> one", "", "  two", "  three", "  bad \\xFF")
    finder.type(ESCAPE)
    assert finder.end() == (130, b"", b"")
    os.close(writing)


def test_the_host_dies(place: Place) -> None:
    place.files("a")
    finder = place.start()
    finder.shows(">", counts("1/1"), "> a")
    children = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(finder.process.pid)],
        capture_output=True,
        text=True,
        check=True,
    )
    for line in children.stdout.split():
        os.kill(int(line), signal.SIGKILL)
    status, output, errors = finder.end()
    assert (status, output) == (2, b"")
    assert b"the host ended by SIGKILL" in errors


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["no/such/folder"], "no/such/folder: No such file or directory"),
        (["--no-such-option"], "there is no option --no-such-option"),
        (["--bind", "ctrl-a:nothing"], "--bind: there is no action nothing"),
        (["--bind", "ctrl-a:execute(x"], "--bind: execute( has no )"),
        (["--bind", "nokey:abort"], "--bind: there is no key nokey"),
        (["--color", "hl:purplish"], "--color: purplish is no colour"),
        (["--preview-window", "sideways"], "--preview-window: sideways is none of its words"),
        (["--height", "tall"], "--height: expected a number"),
        (["--expect", "nokey"], "--expect: there is no key nokey"),
        (["--query"], "--query needs TEXT"),
        (["--nth", "0"], "--nth must be as 1, -1, 2.., 1..3 or .."),
        (["--with-nth", "x"], "--with-nth must be as 1, -1, 2.., 1..3 or .."),
        (["--tiebreak", "index,length"], "--tiebreak must have index at the end"),
        (["--history", "/proc/none"], "--history: /proc/none: No such file or directory"),
    ],
)
def test_what_cannot_be(place: Place, arguments: list[str], words: str) -> None:
    status, output, errors = place.start(*arguments).end()
    assert (status, output) == (2, b"")
    assert words in errors.decode()
    assert errors.count(b"\n") == 1


def test_without_a_terminal(place: Place) -> None:
    status, output, errors = place.run()
    assert (status, output) == (2, b"")
    assert b"no terminal" in errors
    # It is needed only for a screen.
    lines = b"abc\nabd\n"
    assert place.run("-1", "-q", "abc", lines=lines) == (0, b"abc\n", b"")
    assert place.run("-0", "-q", "xyz", lines=lines) == (1, b"", b"")
    status, output, errors = place.run("-1", "-q", "ab", lines=lines)
    assert (status, output) == (2, b"")
    assert b"no terminal" in errors


@pytest.mark.parametrize(
    ("closed", "status", "said"),
    [("2>&-", 0, "two\n"), ("<&-", 1, ""), (">&-", 2, ""), ("<&- 2>&-", 1, "")],
)
def test_closed_streams(place: Place, closed: str, status: int, said: str) -> None:
    shell = ["/bin/sh", "-c", f'exec "$0" find -f two {closed}', place.command[0]]
    done = subprocess.run(
        shell,
        cwd=place.folder,
        env=place.env,
        input=b"one\ntwo\n",
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout.decode()) == (status, said)
    assert (b"standard output: " in done.stderr) == (closed == ">&-")


def test_a_long_text_is_pasted(place: Place) -> None:
    text = "x" * 2_000
    finder = place.start("--print-query", "--disabled", lines=b"1\n", size=(60, 6))
    finder.shows(">", counts("1/1"), "> 1")
    finder.type(f"\x1b[200~{text}\x1b[201~" + ENTER)
    assert finder.end() == (0, f"{text}\n1\n".encode(), b"")


def test_a_filter(place: Place) -> None:
    lines = b"src/main.c\nREADME.md\n\nsrc/man\nlast"
    assert place.run("--filter", "man", lines=lines) == (0, b"src/man\nsrc/main.c\n", b"")
    assert place.run("-f", "zz", lines=lines) == (1, b"", b"")
    assert place.run("-f", "last", "--print0", lines=lines) == (0, b"last\0", b"")
    assert place.run("-f", "last", "--print-query", lines=lines) == (0, b"last\nlast\n", b"")
    assert place.run("-f", "bad", lines=b"bad \xff\n") == (0, b"bad \xff\n", b"")
    place.files("sub/a", "sub/b")
    assert place.run("-f", "", "sub") == (0, b"sub/a\nsub/b\n", b"")


def test_many_combining_marks(place: Place) -> None:
    marked = "a" + "\u0301" * 300
    lines = f"one\n{marked}\nba\n".encode()
    assert place.run("-f", "a", lines=lines) == (0, f"{marked}\nba\n".encode(), b"")
    status, output, errors = place.run("-f", marked, lines=lines)
    assert (status, output) == (2, b"")
    assert b"the query has too many combining marks" in errors
    finder = place.start(lines=lines, size=(60, 6))
    finder.shows(">", counts("3/3"), "> one")
    finder.type(f"\x1b[200~{marked}\x1b[201~")
    finder.wait_for(lambda: "too many combining marks" in finder.lines[1])
    finder.type("\x15ba" + ENTER)
    assert finder.end() == (0, b"ba\n", b"")


def test_a_filter_of_many_lines(place: Place) -> None:
    lines = b"".join(b"%d\n" % number for number in range(12_345))
    assert place.run("-f", "", lines=lines) == (0, lines, b"")


def test_a_filter_whose_output_cannot_be_written(place: Place) -> None:
    with open("/dev/full", "wb") as full:
        run = subprocess.run(
            [*place.command, "--filter", ""],
            cwd=place.folder,
            env=place.env,
            input=b"one\n",
            stdout=full,
            stderr=subprocess.PIPE,
            start_new_session=True,
            check=False,
        )
    assert run.returncode == 2
    assert run.stderr.count(b"\n") == 1
    assert b": standard output: " in run.stderr


def test_help(place: Place) -> None:
    status, output, errors = place.run("--help")
    assert (status, errors) == (0, b"")
    for word in (b"--filter", b"--query", b"--print0", b"--command", b"130", b"Tab"):
        assert word in output
