"""Draws what a terminal shows while a user types: the pictures of the README, in .github.

    python3 Tests/Find/record.py        (with pyte; the host is $VIEWMODEL_HOST, or one in .build)

Each picture of a session stays as long as a reader needs.
"""

from __future__ import annotations

import os
from html import escape
from typing import NamedTuple

from conftest import ROOT, program
from terminal import TerminalProgram

COLOURS = {
    "black": "#282c34", "red": "#e06c75", "green": "#98c379", "brown": "#e5c07b", "blue": "#61afef",
    "magenta": "#c678dd", "cyan": "#56b6c2", "white": "#dcdfe4",
}  # fmt: skip
BACKGROUND, TEXT = "#1e2127", "#dcdfe4"
WIDTH, HEIGHT = 8.4, 18
"""Of a character, in pixels."""


class Step(NamedTuple):
    """Keys that are typed, one after another, and what is shown then."""

    keys: str
    shown: str
    seconds: float = 1.5


class Picture(NamedTuple):
    """A part of an SVG, and how many seconds it is shown."""

    svg: str
    seconds: float


def colour(name: str, default: str) -> str:
    """A colour of SVG for one of pyte's."""
    if name == "default":
        return default
    return COLOURS.get(name.removeprefix("bright"), f"#{name}")


def drawn(terminal: TerminalProgram) -> str:
    """The screen as rectangles and texts."""
    parts: list[str] = []
    for row in range(terminal.screen.lines):
        column = 0
        while column < terminal.screen.columns:
            first = terminal.screen.buffer[row][column]
            look = (first.fg, first.bg, first.bold, first.reverse)
            end, text = column, ""
            while end < terminal.screen.columns:
                cell = terminal.screen.buffer[row][end]
                if (cell.fg, cell.bg, cell.bold, cell.reverse) != look:
                    break
                text += cell.data or ""
                end += 1
            parts += run(row, column, end, text, look)
            column = end
    row, column = terminal.cursor
    parts.append(
        f'<rect x="{column * WIDTH:.1f}" y="{row * HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'fill="{TEXT}" opacity="0.6"/>'
    )
    return "".join(parts)


def run(row: int, start: int, end: int, text: str, look: tuple[str, str, bool, bool]) -> list[str]:
    """Some characters that look alike."""
    front, back, bold, is_reverse = look
    fill, ground = colour(front, TEXT), colour(back, "")
    if is_reverse:
        fill, ground = ground or BACKGROUND, fill
    parts = []
    if ground:
        parts.append(
            f'<rect x="{start * WIDTH:.1f}" y="{row * HEIGHT}" '
            f'width="{(end - start) * WIDTH:.1f}" height="{HEIGHT}" fill="{ground}"/>'
        )
    if text.strip():
        weight = ' font-weight="bold"' if bold else ""
        parts.append(
            f'<text x="{start * WIDTH:.1f}" y="{row * HEIGHT + 13}" fill="{fill}"{weight} '
            f'textLength="{(end - start) * WIDTH:.1f}" xml:space="preserve">{escape(text)}</text>'
        )
    return parts


def recorded(command: list[str], size: tuple[int, int], steps: list[Step]) -> list[Picture]:
    """The pictures of a session."""
    env = {**os.environ, "TERM": "xterm-256color", "SHELL": "/bin/sh", "LC_ALL": "C.UTF-8"}
    env |= {"XDG_STATE_HOME": "", "HOME": ""}
    on_terminal = ["/bin/sh", "-c", 'exec "$0" "$@" >/dev/tty 2>&1', *command]
    terminal = TerminalProgram(on_terminal, cwd=str(ROOT), env=env, size=size)
    pictures: list[Picture] = []
    for step in steps:
        for key in step.keys[:-1]:
            type_visibly(terminal, key)
            pictures.append(Picture(drawn(terminal), 0.12))
        if step.keys:
            terminal.type(step.keys[-1])
        wait_for(terminal, step.shown)
        pictures.append(Picture(drawn(terminal), step.seconds))
    terminal.close()
    return pictures


def type_visibly(terminal: TerminalProgram, key: str) -> None:
    """Types a key, and waits until something is shown of it."""
    before = terminal.lines, terminal.cursor
    terminal.type(key)
    terminal.wait_for(lambda: (terminal.lines, terminal.cursor) != before)


def wait_for(terminal: TerminalProgram, text: str) -> None:
    """Waits until a text is shown."""
    terminal.wait_for(lambda: text in "\n".join(terminal.lines))


def svg(pictures: list[Picture], size: tuple[int, int]) -> str:
    """An SVG that shows one picture after another, without end."""
    width, height = size[0] * WIDTH + 24, size[1] * HEIGHT + 24
    total = sum(picture.seconds for picture in pictures)
    style = [
        f".s{{font:14px ui-monospace,Menlo,Consolas,monospace}}.p{{visibility:hidden;"
        f"animation-duration:{total:.2f}s;animation-iteration-count:infinite;"
        f"animation-timing-function:step-end}}"
    ]
    groups = []
    start = 0.0
    for number, picture in enumerate(pictures):
        end = start + picture.seconds
        first, last = 100 * start / total, 100 * end / total
        before = "" if number == 0 else "0%{visibility:hidden}"
        after = "" if number == len(pictures) - 1 else f"{last:.3f}%{{visibility:hidden}}"
        style.append(f"@keyframes p{number}{{{before}{first:.3f}%{{visibility:visible}}{after}}}")
        groups.append(f'<g class="p" style="animation-name:p{number}">{picture.svg}</g>')
        start = end
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" '
        f'width="{width:.0f}" height="{height}"><style>{"".join(style)}</style>'
        f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>'
        f'<g class="s" transform="translate(12 12)">{"".join(groups)}</g></svg>\n'
    )


def main() -> None:
    """Draws both."""
    host = program()
    target = ROOT / ".github"
    size = (92, 16)
    find = [host, "find", "Sources", "-m", "--reverse", "--preview-window", "right,45%,border-left"]
    steps = [
        Step("", "> AppImports", 1),
        Step("finrow", "FinderRows.swift", 2),
        Step("\x15", "> AppImports", 0.4),
        Step("patch builder", "> JSON/Difference/PatchBuilder.swift", 1.5),
        Step("\x0e\x0e\t", "(1)", 2),
    ]
    (target / "find.svg").write_text(svg(recorded(find, size, steps), size))
    play = [host, "play", "counter", "--supervised"]
    steps = [
        Step("", "true\n>", 1),
        Step("plusButtonDidTap\r", "* count   1", 1.5),
        Step("plusButtonDidTap\r", "* count   2", 1.5),
        Step("undo\r", "undo", 2.5),
    ]
    size = (72, 14)
    (target / "play.svg").write_text(svg(recorded(play, size, steps), size))


if __name__ == "__main__":
    main()
