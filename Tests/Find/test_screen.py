"""How the finder looks."""

from __future__ import annotations

from pathlib import Path

from conftest import Place
from test_find import DOWN, ENTER, ESCAPE, UP, counts

SHIFT_DOWN, SHIFT_UP, TOGGLE_PREVIEW = "\x1b[1;2B", "\x1b[1;2A", "\x1f"


def numbers(last: int) -> bytes:
    """Lines with numbers from 1 on."""
    return b"".join(b"%d\n" % number for number in range(1, last + 1))


def test_some_rows_below_the_cursor(place: Place) -> None:
    script = 'echo before; "$0" "$@"; echo after'
    finder = place.start_as(
        "/bin/sh", "-c", f"({script}) 2>/dev/tty", *place.command,
        "--height", "5", "--reverse", "-c", "seq 100", size=(30, 10),
    )  # fmt: skip
    # What the shell prints goes into the pipe, so only the finder is on the screen.
    finder.shows(">", counts("100/100", 30), "> 1", "  2", "  3")
    finder.wait_for(lambda: finder.cursor == (0, 2))
    finder.type("42")
    finder.shows("> 42", counts("1/100", 30), "> 42")
    finder.type(ENTER)
    assert finder.end() == (0, b"before\n42\nafter\n", b"")
    assert finder.lines == []
    assert finder.cursor == (0, 0)
    assert "\x1b[?1049h" not in finder.raw


def test_no_more_rows_than_there_are_lines(place: Place) -> None:
    finder = place.start("--height", "~50%", lines=numbers(3), size=(30, 20))
    finder.shows(">", counts("3/3", 30), "> 1", "  2", "  3")
    finder.type("2")
    finder.shows("> 2", counts("1/3", 30), "> 2")
    finder.type(ENTER)
    assert finder.end() == (0, b"2\n", b"")


def test_a_list_from_the_top_and_a_prompt_at_the_bottom(place: Place) -> None:
    finder = place.start("--layout", "reverse-list", lines=numbers(2), size=(30, 5))
    finder.shows("> 1", "  2", "", counts("2/2", 30), ">")
    finder.type(DOWN + ENTER)
    assert finder.end() == (0, b"2\n", b"")


def test_a_border_with_a_label(place: Place) -> None:
    finder = place.start("--border", "--border-label", " Hi ", lines=numbers(2), size=(20, 7))
    finder.shows(
        "╭─────── Hi ───────╮",
        "│>                 │",
        "│  2/2 ─────────── │",
        "│> 1               │",
        "│  2               │",
        "│                  │",
        "╰──────────────────╯",
    )
    finder.wait_for(lambda: finder.cursor == (1, 3))
    finder.type(ESCAPE)
    assert finder.end() == (130, b"", b"")


def test_margin_and_padding(place: Place) -> None:
    finder = place.start(
        "--border=sharp", "--margin", "1,2", "--padding", "0,1", lines=numbers(1), size=(20, 7)
    )
    finder.shows(
        "",
        "  ┌──────────────┐",
        "  │ >            │",
        "  │   1/1 ─────  │",
        "  │ > 1          │",
        "  └──────────────┘",
    )
    finder.type(ENTER)
    assert finder.end() == (0, b"1\n", b"")


def test_a_header(place: Place) -> None:
    header = "one \x1b[31mred\x1b[0m\ntwo"
    finder = place.start("--header", header, lines=numbers(1), size=(30, 6))
    finder.shows(">", counts("1/1", 30), "  one red", "  two", "> 1")
    finder.wait_for(lambda: finder.coloured(2, "red") == "red")
    finder.type(ESCAPE)
    assert finder.end()[0] == 130
    finder = place.start_as(*place.command, "--header", header, lines=numbers(1), size=(30, 6))
    finder.ends_with("> 1", "  one red", "  two", counts("1/1", 30), ">")
    finder.type(ESCAPE)
    assert finder.end()[0] == 130
    finder = place.start("--header", "first", "--header-first", lines=numbers(1), size=(30, 6))
    finder.shows("  first", ">", counts("1/1", 30), "> 1")
    finder.type(ESCAPE)
    assert finder.end()[0] == 130


def test_counts_beside_the_query_or_nowhere(place: Place) -> None:
    finder = place.start("--info=inline", "--prompt", "what: ", lines=numbers(2), size=(30, 4))
    finder.shows("what:  < 2/2", "> 1", "  2")
    finder.type(ESCAPE)
    assert finder.end()[0] == 130
    finder = place.start("--no-info", "--pointer", "=>", lines=numbers(2), size=(30, 4))
    finder.shows(">", "=> 1", "   2")
    finder.type(ESCAPE)
    assert finder.end()[0] == 130


def test_tabs_and_long_lines(place: Place) -> None:
    lines = b"a\tb\n" + b"x" * 40 + b"yz\n"
    finder = place.start("--tabstop", "4", "--ellipsis", "..", lines=lines, size=(20, 6))
    finder.shows(">", counts("2/2", 20), "> a   b", "  xxxxxxxxxxxxxxx..")
    finder.type("yz")
    finder.shows("> yz", counts("1/2", 20), "> ..xxxxxxxxxxxxxyz")
    finder.type(ESCAPE)
    assert finder.end()[0] == 130


def test_without_colours(place: Place) -> None:
    place.env["NO_COLOR"] = "1"
    finder = place.start("-q", "1", lines=numbers(2), size=(30, 5))
    finder.shows("> 1", counts("1/2", 30), "> 1")
    row = finder.screen.buffer[2]
    finder.wait_for(lambda: row[2].reverse and row[2].underscore)
    assert {row[column].fg for column in range(30)} == {"default"}
    finder.type(ESCAPE)
    assert finder.end()[0] == 130


def test_other_colours(place: Place) -> None:
    finder = place.start("--color", "bw,hl+:magenta,prompt:#ff0000", lines=numbers(1), size=(30, 5))
    finder.type("1")
    finder.shows("> 1", counts("1/1", 30), "> 1")
    finder.wait_for(lambda: finder.coloured(2, "magenta") == "1")
    finder.wait_for(lambda: finder.coloured(0, "ff0000") == "> ")
    finder.type(ESCAPE)
    assert finder.end()[0] == 130


def test_colours_of_lines(place: Place) -> None:
    lines = b"plain\n\x1b[31mred\x1b[0m and \x1b[4munder\x1b[m\n"
    finder = place.start("--ansi", "-m", lines=lines, size=(30, 6))
    finder.shows(">", counts("2/2", 30), "> plain", "  red and under")
    finder.wait_for(lambda: finder.coloured(3, "red") == "red")
    finder.type("redand" + ENTER)
    assert finder.end() == (0, b"red and under\n", b"")


def test_the_preview_of_a_file(place: Place) -> None:
    place.files("a")
    (place.folder / "b").write_bytes(b"\0")
    (place.folder / "c").write_text("1\tx\n" + "é" * 90 + "\n" + "line\n" * 20)
    finder = place.start("--preview-window", "border-left", size=(100, 6))

    def previews(*lines: str) -> None:
        def shown() -> list[str]:
            return [line.split("│", 1)[1].strip() for line in finder.lines if "│" in line]

        finder.wait_for(lambda: shown()[: len(lines)] == list(lines))

    previews("a", "", "", "")
    finder.type(DOWN)
    previews("The file is binary", "", "", "")
    finder.type(DOWN)
    previews("1       x", "é" * 48 + "…", "line", "line")
    finder.type(SHIFT_DOWN)
    previews("é" * 48 + "…", "line")
    finder.type(TOGGLE_PREVIEW)
    finder.wait_for(lambda: not any("│" in line for line in finder.lines))
    finder.type(ENTER)
    assert finder.end() == (0, b"c\n", b"")


def test_a_preview_command(place: Place) -> None:
    command = 'printf "<%s> \\033[32m%s\\033[0m %s\\n" {} {q} $FZF_PREVIEW_COLUMNS; seq 30'
    finder = place.start(
        "--preview", command, "--preview-window", "down,4,border-top",
        lines=b"it's\nother\n", size=(30, 10),
    )  # fmt: skip
    finder.shows(
        ">", counts("2/2", 30), "> it's", "  other", "", "", "─" * 30, "<it's>  30", "1", "2"
    )
    finder.type(DOWN + "o")
    finder.shows(
        "> o", counts("1/2", 30), "> other", "", "", "", "─" * 30, "<other> o 30", "1", "2"
    )
    finder.wait_for(lambda: finder.coloured(7, "green") == "o")
    finder.type(SHIFT_DOWN * 2)
    finder.wait_for(lambda: [line.split()[0] for line in finder.lines[7:]] == ["2", "3", "4"])
    finder.type(SHIFT_UP)
    finder.wait_for(lambda: [line.split()[0] for line in finder.lines[7:]] == ["1", "2", "3"])
    finder.type(ENTER)
    assert finder.end() == (0, b"other\n", b"")


def test_the_preview_begins_at_the_line_of_its_option(place: Place) -> None:
    finder = place.start(
        "--preview", "seq 100", "--preview-window", "right,10,border-none,+{2}-1", "-d", ":",
        lines=b"a:50\n", size=(30, 4),
    )  # fmt: skip
    rows = ["49  49/100", "50", "51", "52"]
    finder.wait_for(lambda: [line[20:] for line in finder.lines] == rows)
    finder.type(ESCAPE)
    assert finder.end()[0] == 130


def test_a_preview_that_never_ends_is_ended(place: Place) -> None:
    pids = Path(place.folder) / "pids"
    finder = place.start(
        "--preview", f"echo $$ >> {pids}; echo at {{}}; sleep 100000",
        lines=b"a\nb\n", size=(60, 6),
    )  # fmt: skip
    finder.wait_for(lambda: any("at a" in line for line in finder.lines))
    finder.type(DOWN)
    finder.wait_for(lambda: any("at b" in line for line in finder.lines))
    finder.type(UP + ENTER)
    assert finder.end() == (0, b"a\n", b"")
    for pid in pids.read_text().split():
        state = Path(f"/proc/{pid}/stat")
        assert not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] == "Z"
