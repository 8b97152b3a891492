"""How wide texts are in a terminal, and what is shown of those that are too wide."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

Range = Sequence[int]
"""Where something begins and ends, in characters."""


def width_of(text: str) -> int:
    """How many columns a text takes, as far as that can be known without the terminal."""
    return len(text) if text.isascii() else sum(map(character_width, text))


def character_width(character: str) -> int:
    """The same of one character: 0 for a mark, 2 for a wide one."""
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def printable(text: str) -> str:
    """A text with a picture in place of each control character, which a terminal would obey."""
    return text.translate(PICTURES)


PICTURES = {
    **{code: 0x2400 + code for code in range(0x20)},
    0x7F: 0x2421,
    **{code: 0xFFFD for code in range(0x80, 0xA0)},
}


def prefix(text: str, width: int) -> str:
    """As much of the start of a text as fits."""
    taken = 0
    for place, character in enumerate(text):
        taken += character_width(character)
        if taken > width:
            return text[:place]
    return text


def part(text: str, ranges: Sequence[Range], width: int) -> tuple[int, int]:
    """What is shown of a text: its start if all ranges are in it, else what ends with the last.

    There is room for an ellipsis where something is left out.
    """
    if width_of(text) <= width:
        return 0, len(text)
    end = ranges[-1][1] if ranges else 0
    room = max(width - 1, 0)
    if width_of(text[:end]) <= room:
        return 0, len(prefix(text, room))
    if end < len(text):
        room = max(room - 1, 0)
    start = max(0, end - room)
    while start < end and width_of(text[start:end]) > room:
        start += 1
    return start, end
