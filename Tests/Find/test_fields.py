"""Lines of which parts are shown, and lines that stay: what is expected is what fzf 0.38 shows."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest
from conftest import Place
from test_find import DOWN, ENTER, SHIFT_TAB, counts

LINES = b"NUMBER NAME\n1 one\n2 two\n3 three\n"


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ([], ["  3 three", "  2 two", "> 1 one", "  NUMBER NAME", counts("3/3"), ">"]),
        (
            ["--header", "A\nB"],
            ["> 1 one", "  NUMBER NAME", "  A", "  B", counts("3/3"), ">"],
        ),
        (["--header-first"], ["> 1 one", counts("3/3"), ">", "  NUMBER NAME"]),
        (["--tac"], ["> 3 three", "  NUMBER NAME", counts("3/3"), ">"]),
        (["--header-lines", "0"], ["> NUMBER NAME", counts("4/4"), ">"]),
    ],
)
def test_the_first_lines_stay(place: Place, options: list[str], shown: list[str]) -> None:
    finder = place.start_as(*place.command, "--header-lines", "1", *options, lines=LINES)
    finder.ends_with(*shown)


def test_the_first_lines_stay_at_the_top(place: Place) -> None:
    finder = place.start("--header-lines", "2", "--header", "A\nB", lines=LINES)
    finder.shows(">", counts("2/2"), "  A", "  B", "  NUMBER NAME", "  1 one", "> 2 two")
    finder.type("NUMBER")
    finder.shows("> NUMBER", counts("0/2"), "  A", "  B", "  NUMBER NAME", "  1 one")
    finder.type(ENTER)
    assert finder.end() == (1, b"", b"")


def test_the_first_lines_of_other_lines(place: Place) -> None:
    command = "echo HEAD {q}; echo x 1"
    finder = place.start(
        "--header-lines", "1", "-c", command, "--bind", f"ctrl-r:reload({command}; echo y 2)"
    )
    finder.shows(">", counts("1/1"), "  HEAD {q}", "> x 1")
    finder.type("x\x15\x12")
    finder.shows(">", counts("2/2"), "  HEAD", "> x 1", "  y 2")
    finder.type("y\x12")
    finder.shows("> y", counts("1/2"), "  HEAD y", "> y 2")
    finder.type(ENTER)
    assert finder.end() == (0, b"y 2\n", b"")


def test_a_field_is_shown_and_the_line_is_printed(place: Place) -> None:
    finder = place.start(
        "--with-nth", "2", "--header-lines", "1", "-m",
        "--preview", "echo {} and {1} of {+}", "--preview-window", "down,1,border-none",
        "--bind", "ctrl-r:replace-query",
        lines=LINES, size=(60, 9),
    )  # fmt: skip
    finder.shows(">", counts("3/3"), "  NAME", "> one", "  two", "  three")
    finder.wait_for(lambda: finder.lines[-1] == "1 one and 1 of 1 one")
    finder.type("1")
    finder.shows("> 1", counts("0/3"), "  NAME")
    finder.type("\x15" + DOWN + DOWN + SHIFT_TAB + SHIFT_TAB)
    finder.shows(">", counts("3/3 (2)"), "  NAME", "> one", " >two", " >three")
    finder.wait_for(lambda: finder.lines[-1] == "1 one and 1 of 3 three 2 two")
    finder.type("\x12")
    finder.shows("> one", counts("1/3 (2)"), "  NAME", "> one")
    finder.type(ENTER)
    assert finder.end() == (0, b"3 three\n2 two\n", b"")


@pytest.mark.skipif(shutil.which("fzf") is None, reason="there is no fzf")
@pytest.mark.parametrize("fields", ["1", "2..", "..2", "-1", "3,1", "..", "9", "-2.."])
@pytest.mark.parametrize("delimiter", [None, ","])
def test_a_filter_prints_what_fzf_prints(place: Place, fields: str, delimiter: str | None) -> None:
    lines = "HEAD\n a b,c\n\tb ,a\na,b,c \n,,\n\nc b a\né,b a\n".encode()
    options = ["--with-nth", fields, "--header-lines", "1"]
    options += [] if delimiter is None else ["-d", delimiter]
    env = {**os.environ, "FZF_DEFAULT_OPTS": ""}
    for query in ("", "^a", "b$", "'a", "ab", ",$", "!c"):
        command = ["fzf", *options, "--filter", query]
        expected = subprocess.run(command, input=lines, capture_output=True, env=env, check=False)
        found = place.run(*options, "--filter", query, lines=lines)
        assert found[:2] == (expected.returncode, expected.stdout)
