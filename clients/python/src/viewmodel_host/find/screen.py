"""What is on the screen: a prompt, how many there are, the rows, and the head of a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .prompt import Prompt
from .width import Range, part, prefix, printable, width_of

State = Mapping[str, Any]

HEADER = 2
"""The lines above the rows."""
WIDE = 90
"""With fewer columns there is no preview."""

RESET = "\x1b[0m"
BOLD = "\x1b[1m"
DIM = "\x1b[2m"
MATCH = "\x1b[1;32m"
ERROR = "\x1b[31m"


def row_count(height: int) -> int:
    """How many rows there is room for."""
    return max(1, height - HEADER)


def frame(
    prompt: Prompt, state: State, problem: str | None, width: int, height: int
) -> tuple[list[str], int]:
    """The lines of a screen, and the column of the cursor in the first of them."""
    text, column = prompt_line(prompt, width)
    left = width if width < WIDE else width // 2
    lines = rows(state, left)[: row_count(height)]
    if width >= WIDE:
        lines = beside(lines, left, preview(state, width - left - 2), row_count(height))
    return [text, status(state, problem, width), *lines][:height], column


def prompt_line(prompt: Prompt, width: int) -> tuple[str, int]:
    """The prompt; of a text that is too long, what ends at the cursor."""
    text = printable(prompt.text)
    room = max(1, width - 3)
    start = 0
    while width_of(text[start : prompt.cursor]) > room:
        start += 1
    return f"{BOLD}>{RESET} {prefix(text[start:], room)}", 2 + width_of(text[start : prompt.cursor])


def status(state: State, problem: str | None, width: int) -> str:
    """How many there are, and what went wrong."""
    chosen = f" ({len(state['selected'])})" if state["selected"] else ""
    more = " …" if state["isSearching"] else ""
    text = prefix(f"  {state['total']}/{state['candidates']}{chosen}{more}", width)
    if problem is None:
        return f"{DIM}{text}{RESET}"
    room = width - width_of(text) - 2
    return f"{DIM}{text}{RESET}  {ERROR}{prefix(printable(problem), max(0, room))}{RESET}"


def rows(state: State, width: int) -> list[str]:
    """The rows of the window on the matches."""
    chosen = {item["id"] for item in state["selected"]}
    current = state["index"] - state["matches"]["offset"]
    lines = []
    for place, item in enumerate(state["matches"]["items"]):
        style = BOLD if place == current else ""
        pointer = ">" if place == current else " "
        marker = "+" if item["id"] in chosen else " "
        text = row(item["text"], item["ranges"], max(0, width - 3), style)
        lines.append(f"{style}{pointer}{marker}{text}{RESET if style else ''}")
    return lines


def row(text: str, ranges: Sequence[Range], width: int, style: str) -> str:
    """A text that fits, with what matches in colour."""
    text = printable(text)
    start, end = part(text, ranges, width)
    shown = "…" if start > 0 else ""
    place = start
    for first, last in ranges:
        first, last = max(first, place), min(last, end)
        if first < last:
            shown += f"{text[place:first]}{MATCH}{text[first:last]}{RESET}{style}"
            place = last
    return shown + text[place:end] + ("…" if end < len(text) else "")


def preview(state: State, width: int) -> list[str]:
    """The head of the current file."""
    shown = state["preview"]
    if shown is None:
        return []
    if shown.get("message") is not None:
        return [f"{DIM}{prefix(shown['message'], width)}{RESET}"]
    lines = [prefix(line.expandtabs(8), width) for line in shown["lines"]]
    return [*lines, "…"] if shown["isTruncated"] else lines


def beside(left: list[str], width: int, right: list[str], height: int) -> list[str]:
    """Two columns. The second begins where the terminal puts it, however wide the first is."""
    empty = [""] * height
    return [
        f"{first}\x1b[{width + 1}G{DIM}│{RESET} {second}"
        for first, second in zip((left + empty)[:height], (right + empty)[:height])
    ]
