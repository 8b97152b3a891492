"""What keys do, and how the finder ends in scripts."""

from __future__ import annotations

from pathlib import Path

from conftest import Place
from test_find import DOWN, ENTER, ESCAPE, TAB, UP, counts
from test_screen import numbers


def test_bound_actions(place: Place) -> None:
    finder = place.start(
        "-m", "--bind", "ctrl-a:select-all,ctrl-t:toggle-all,x:last+toggle,alt-1:first",
        lines=numbers(3), size=(40, 6),
    )  # fmt: skip
    finder.shows(">", counts("3/3", 40), "> 1", "  2", "  3")
    finder.type("\x01")
    finder.shows(">", counts("3/3 (3)", 40), ">>1", " >2", " >3")
    finder.type("x")
    finder.shows(">", counts("3/3 (2)", 40), " >1", " >2", "> 3")
    finder.type("\x14\x1b1")
    finder.shows(">", counts("3/3 (1)", 40), "> 1", "  2", " >3")
    finder.type(ENTER)
    assert finder.end() == (0, b"3\n", b"")


def test_no_more_than_so_many(place: Place) -> None:
    finder = place.start("-m", "2", lines=numbers(3), size=(40, 6))
    finder.shows(">", counts("3/3", 40), "> 1", "  2", "  3")
    finder.type(TAB)
    finder.shows(">", counts("3/3 (1)", 40), " >1", "> 2", "  3")
    finder.type(TAB)
    finder.shows(">", counts("3/3 (2)", 40), " >1", " >2", "> 3")
    finder.type(TAB)
    finder.type(UP)
    finder.shows(">", counts("3/3 (2)", 40), " >1", ">>2", "  3")
    finder.type(ENTER)
    assert finder.end() == (0, b"1\n2\n", b"")


def test_a_command_for_the_current_line(place: Place) -> None:
    out = place.folder / "out"
    asks = f"echo seen {{}} >> {out}; printf 'key? '; read -r answer; echo $answer >> {out}"
    finder = place.start(
        "--bind", f"ctrl-o:execute({asks}),ctrl-s:execute-silent[echo silent {{+}} >> {out}]",
        lines=b"it's\nother\n", size=(40, 6),
    )  # fmt: skip
    finder.shows(">", counts("2/2", 40), "> it's", "  other")
    finder.type("\x13")
    finder.wait_for(lambda: out.exists() and out.read_text() == "silent it's\n")
    finder.type("\x0f")
    finder.wait_for(lambda: any("key?" in line for line in finder.lines))
    finder.type("yes\n")
    finder.shows(">", counts("2/2", 40), "> it's", "  other")
    assert out.read_text() == "silent it's\nseen it's\nyes\n"
    finder.type(ESCAPE)
    assert finder.end()[0] == 130


def test_control_c_ends_a_command_alone(place: Place) -> None:
    command = "trap 'exit 1' INT; echo waiting; while :; do sleep 0.01; done"
    finder = place.start("--bind", f"ctrl-o:execute({command})", lines=numbers(1))
    finder.shows(">", counts("1/1"), "> 1")
    finder.type("\x0f")
    finder.wait_for(lambda: any("waiting" in line for line in finder.lines))
    finder.type("\x03")
    finder.shows(">", counts("1/1"), "> 1")
    finder.type(ENTER)
    assert finder.end() == (0, b"1\n", b"")


def test_a_program_in_its_place(place: Place) -> None:
    finder = place.start("--bind", "enter:become(echo become {}; exit 7)", lines=numbers(2))
    finder.shows(">", counts("2/2"), "> 1", "  2")
    finder.type(DOWN + ENTER)
    assert finder.end() == (7, b"become 2\n", b"")


def test_other_lines(place: Place) -> None:
    finder = place.start(
        "--bind", "ctrl-r:reload(seq 10 12)+change-prompt(new> )+change-header(of {q})",
        lines=numbers(2), size=(40, 6),
    )  # fmt: skip
    finder.shows(">", counts("2/2", 40), "> 1", "  2")
    finder.type("1\x12")
    finder.shows("new> 1", counts("3/3", 40), "  of {q}", "> 10", "  11", "  12")
    finder.type(ENTER)
    assert finder.end() == (0, b"10\n", b"")


def test_a_command_is_asked_at_each_key(place: Place) -> None:
    finder = place.start(
        "--disabled",
        "--bind",
        "start:reload(echo nothing),change:reload(echo for {q})",
        size=(40, 5),
    )
    finder.shows(">", counts("1/1", 40), "> nothing")
    finder.type("a'b")
    finder.shows("> a'b", counts("1/1", 40), "> for a'b")
    finder.type(ENTER)
    assert finder.end() == (0, b"for a'b\n", b"")


def test_the_preview_is_changed(place: Place) -> None:
    finder = place.start(
        "--preview", "echo first {}", "--preview-window", "down,2,border-none",
        "--bind", "ctrl-x:change-preview(echo second {}),ctrl-t:toggle-preview",
        lines=numbers(1), size=(40, 6),
    )  # fmt: skip
    finder.shows(">", counts("1/1", 40), "> 1", "", "first 1")
    finder.type("\x18")
    finder.shows(">", counts("1/1", 40), "> 1", "", "second 1")
    finder.type("\x14")
    finder.wait_for(lambda: finder.lines == [">", counts("1/1", 40), "> 1"])
    finder.type(ESCAPE)
    assert finder.end()[0] == 130


def test_expected_keys(place: Place) -> None:
    finder = place.start("--expect", "ctrl-v,f1", "--print-query", lines=numbers(2))
    finder.shows(">", counts("2/2"), "> 1", "  2")
    finder.type("2\x1bOP")
    assert finder.end() == (0, b"2\nf1\n2\n", b"")
    finder = place.start("--expect", "ctrl-v", lines=numbers(2))
    finder.shows(">", counts("2/2"), "> 1", "  2")
    finder.type(ENTER)
    assert finder.end() == (0, b"\n1\n", b"")


def test_one_or_none_without_a_screen(place: Place) -> None:
    finder = place.start("-1", "-q", "2", lines=numbers(3))
    assert finder.end() == (0, b"2\n", b"")
    assert finder.raw == ""
    finder = place.start("-0", "-q", "x", lines=numbers(3))
    assert finder.end() == (1, b"", b"")
    assert finder.raw == ""
    finder = place.start("-1", "-0", "-q", "1", lines=numbers(10), size=(40, 6))
    finder.shows("> 1", counts("2/10", 40), "> 1", "  10")
    finder.type(ENTER)
    assert finder.end() == (0, b"1\n", b"")


def test_the_first_line_follows_the_last(place: Place) -> None:
    finder = place.start("--cycle", lines=numbers(3), size=(40, 6))
    finder.shows(">", counts("3/3", 40), "> 1", "  2", "  3")
    finder.type(UP)
    finder.shows(">", counts("3/3", 40), "  1", "  2", "> 3")
    finder.type(DOWN)
    finder.shows(">", counts("3/3", 40), "> 1", "  2", "  3")
    finder.type(ESCAPE)
    assert finder.end()[0] == 130


def test_queries_of_before(place: Place) -> None:
    history = Path(place.folder) / "history"
    for query in (b"1", b"2"):
        finder = place.start("--history", str(history), lines=numbers(3))
        finder.shows(">", counts("3/3"))
        finder.type(query.decode() + ENTER)
        assert finder.end() == (0, query + b"\n", b"")
    assert history.read_text() == "1\n2\n"
    finder = place.start("--history", str(history), lines=numbers(3))
    finder.shows(">", counts("3/3"))
    finder.type("x\x10\x10")
    finder.shows("> 1", counts("1/3"))
    finder.type("\x0e")
    finder.shows("> 2", counts("1/3"))
    finder.type("\x0e")
    finder.shows("> x", counts("0/3"))
    finder.type(ESCAPE)
    assert finder.end()[0] == 130
    assert history.read_text() == "1\n2\n"


def test_the_mouse(place: Place) -> None:
    finder = place.start(lines=numbers(20), size=(40, 8))
    finder.shows(">", counts("20/20", 40), "> 1", "  2", "  3", "  4")
    finder.type("\x1b[<0;5;5M\x1b[<0;5;5m")
    finder.shows(">", counts("20/20", 40), "  1", "  2", "> 3", "  4")
    finder.type("\x1b[<65;5;5M")
    finder.shows(">", counts("20/20", 40), "  1", "  2", "  3", "> 4")
    finder.type("\x1b[<0;5;4M\x1b[<0;5;4m\x1b[<0;5;4M\x1b[<0;5;4m")
    assert finder.end() == (0, b"2\n", b"")
    finder = place.start("--no-mouse", lines=numbers(2))
    finder.shows(">", counts("2/2"), "> 1", "  2")
    assert "\x1b[?1000h" not in finder.raw
    finder.type(ESCAPE)
    assert finder.end()[0] == 130


def test_fields_order_and_case(place: Place) -> None:
    lines = b"alpha beta\nbeta gamma\nBETA x\n"
    assert place.run("-f", "beta", "-n", "2", lines=lines) == (0, b"alpha beta\n", b"")
    assert place.run("-f", "beta", "+s", "--tac", "-i", lines=lines) == (
        0,
        b"BETA x\nbeta gamma\nalpha beta\n",
        b"",
    )
    assert place.run("-f", "BETA", "+i", lines=lines) == (0, b"BETA x\n", b"")
    assert place.run("-f", "ba", "-e", lines=lines) == (1, b"", b"")
    assert place.run("-f", "x", "--read0", "--print0", lines=b"a\nx\0b") == (0, b"a\nx\0", b"")
    assert place.run("-f", "2", "-d", ":", "--nth", "2", lines=b"1:2\n2:1\n") == (0, b"1:2\n", b"")


def test_options_of_the_environment(place: Place) -> None:
    place.env["VIEWMODEL_FIND_OPTS"] = "--prompt 'my > ' --no-info"
    finder = place.start(lines=numbers(1), size=(40, 4))
    finder.shows("my >", "> 1")
    finder.type(ESCAPE)
    assert finder.end()[0] == 130
