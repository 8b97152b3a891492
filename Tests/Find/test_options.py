"""Options of fzf for the screen and the query: what is expected is what fzf 0.38 does."""

from __future__ import annotations

import pytest
from conftest import Place
from test_find import ENTER, ESCAPE, counts
from test_screen import numbers

ALT_BACKSPACE = "\x1b\x7f"


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (["--separator", "=-"], "  1/1 =-=-=-=-=-=-="),
        (["--no-separator"], "  1/1"),
        (["--separator", ""], "  1/1"),
    ],
)
def test_what_fills_the_line_of_the_counts(place: Place, options: list[str], line: str) -> None:
    finder = place.start(*options, lines=numbers(1), size=(20, 4))
    finder.shows(">", line, "> 1")


@pytest.mark.parametrize(
    ("position", "top", "bottom"),
    [
        ("0", "╭────── Hi ──────╮", "╰────────────────╯"),
        ("3", "╭─ Hi ───────────╮", "╰────────────────╯"),
        ("-3", "╭─────────── Hi ─╮", "╰────────────────╯"),
        ("3:bottom", "╭────────────────╮", "╰─ Hi ───────────╯"),
    ],
)
def test_where_labels_stand(place: Place, position: str, top: str, bottom: str) -> None:
    border = ["--border", "--border-label", " Hi ", "--border-label-pos", position]
    finder = place.start(*border, lines=numbers(1), size=(18, 5))
    finder.wait_for(lambda: [*finder.lines[:1], *finder.lines[-1:]] == [top, bottom])
    finder.type(ESCAPE)
    finder.end()
    preview = ["--preview", "true", "--preview-window", "down"]
    label = ["--preview-label", " Hi ", "--preview-label-pos", position]
    finder = place.start(*preview, *label, lines=numbers(1), size=(18, 8))
    finder.wait_for(lambda: [*finder.lines[4:5], *finder.lines[-1:]] == [top, bottom])


@pytest.mark.parametrize(
    ("keys", "words", "paths"),
    [
        ("x/y.z w" + ALT_BACKSPACE, "x/y.z ", "x/"),
        ("x/y.z w\x1bb!", "x/y.z !w", "x/!y.z w"),
        ("a b/cd.e\x01\x1bf!", "a! b/cd.e", "a b!/cd.e"),
        ("a b/cd.e\x01\x1bd", " b/cd.e", "/cd.e"),
        ("a b/cd.e\x17", "a ", "a "),
        ("a/b/" + ALT_BACKSPACE, "a/", "a/"),
    ],
)
def test_words_of_the_query(place: Place, keys: str, words: str, paths: str) -> None:
    for options, query in (([], words), (["--filepath-word"], paths)):
        finder = place.start("--print-query", "--disabled", *options, lines=numbers(1))
        finder.shows(">", counts("1/1"), "> 1")
        finder.type(keys + ENTER)
        assert finder.end() == (0, f"{query}\n1\n".encode(), b"")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--prewiew", "x"], "there is no option --prewiew; did you mean --preview?"),
        (["--no-sortt"], "there is no option --no-sortt; did you mean --no-sort?"),
        (["--bind", "x:acept"], "there is no action acept; did you mean accept?"),
        (["--border-label-pos", "x"], "--border-label-pos: expected a column"),
        (["--header-lines", "-1"], "--header-lines: expected a number from 0 on"),
    ],
)
def test_what_was_meant(place: Place, arguments: list[str], words: str) -> None:
    status, output, errors = place.run(*arguments)
    assert (status, output) == (2, b"")
    assert words in errors.decode()


def test_a_command_says_why_it_fails(place: Place) -> None:
    finder = place.start("--command", "echo a; echo one >&2; echo two words >&2; exit 3")
    finder.shows(">", "  1/1  status 3: two words", "> a")
    finder.type("a")
    finder.shows("> a", counts("1/1"), "> a")
    finder.type(ENTER)
    assert finder.end() == (0, b"a\n", b"")
    status, output, errors = place.run("-f", "", "-c", "echo a; echo why >&2; exit 3", lines=None)
    assert (status, output) == (0, b"a\n")
    assert errors.startswith(b"why\n")
    assert errors.rstrip().endswith(b": status 3")


def test_another_command_says_nothing_of_the_first(place: Place) -> None:
    finder = place.start("-c", "echo a; echo why >&2", "--bind", "ctrl-r:reload(echo b; exit 4)")
    finder.shows(">", counts("1/1"), "> a")
    finder.type("\x12")
    finder.shows(">", "  1/1  /bin/sh -c echo b; exit 4: status 4", "> b")


def test_folders(place: Place) -> None:
    place.files("a/b/file", "a/file", "ignored/c/file", ".hidden/file", ".git/d/file", "file")
    (place.folder / ".gitignore").write_text("ignored\n")
    found = place.run("--folders", "-f", "", lines=None)
    assert found == (0, b".hidden\na\na/b\n", b"")
    assert place.run("--folders", "-f", "b", "a", lines=None) == (0, b"a/b\n", b"")
    finder = place.start("--folders", size=(120, 6))
    finder.shows(">", counts("3/3", 120), "> .hidden", "  a", "  a/b")
