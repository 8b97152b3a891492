"""Changes lines in ways that mistakes and enemies do."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

Mutation = Callable[[bytes, list[bytes], random.Random], bytes]

TOKENS = [
    b'"', b"\\", b"{", b"}", b"[", b"]", b",", b":", b"null", b"true", b"0", b"-", b"1e400", b".",
    b"\n", b"\r", b"\t", b"\0", b" ", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf",
    b"\\ud800", b"\\u0000", "e\u0301".encode(), b"{}", b"[]", b'""', b"NaN", b"//", b"id", b"exi",
]  # fmt: skip
NUMBERS = [
    b"0", b"-0", b"1.0", b"1e3", b"-1", b"9223372036854775807", b"9223372036854775808",
    b"-9223372036854775808", b"1e308", b"1e309", b"0.1", b"1E-400", b"01", b"+1", b"1.", b"1" * 400,
]  # fmt: skip
VALUES = [
    b"null", b"true", b"{}", b"[]", b'""', b"7", b'"\\ud83d\\ude00"', b'[{"id":1}]', b'{"id":null}',
    b"[" * 510 + b"]" * 510, b'"' + "\u0301".encode() * 257 + b'"', b'"' + b"x" * 5_000 + b'"',
]  # fmt: skip
STRINGS = re.compile(rb'"[^"\\]*"')
DIGITS = re.compile(rb"-?[0-9]+")


def span(line: bytes, chance: random.Random) -> tuple[int, int]:
    first = chance.randint(0, len(line))
    return first, min(len(line), first + chance.choice((1, 1, 2, 5, 20, 100)))


def flip(line: bytes, lines: list[bytes], chance: random.Random) -> bytes:
    first = chance.randrange(len(line) or 1)
    flipped = bytes(byte ^ (1 << chance.randrange(8)) for byte in line[first : first + 1])
    return line[:first] + flipped + line[first + 1 :]


def remove(line: bytes, lines: list[bytes], chance: random.Random) -> bytes:
    first, last = span(line, chance)
    return line[:first] + line[last:]


def double(line: bytes, lines: list[bytes], chance: random.Random) -> bytes:
    first, last = span(line, chance)
    return line[:last] + line[first:]


def insert(line: bytes, lines: list[bytes], chance: random.Random) -> bytes:
    first, _ = span(line, chance)
    return line[:first] + chance.choice(TOKENS) + line[first:]


def cut(line: bytes, lines: list[bytes], chance: random.Random) -> bytes:
    return line[: span(line, chance)[0]]


def splice(line: bytes, lines: list[bytes], chance: random.Random) -> bytes:
    other = chance.choice(lines)
    return line[: span(line, chance)[0]] + other[span(other, chance)[0] :]


def several(line: bytes, lines: list[bytes], chance: random.Random) -> bytes:
    """An array of lines."""
    parts = [line, *(chance.choice(lines) for _ in range(chance.randint(0, 3)))]
    return b"[" + b",".join(parts) + b"]"


def other(pattern: re.Pattern[bytes], values: list[bytes] | None = None) -> Mutation:
    """Another value in place of one; without values that of another line."""

    def mutation(line: bytes, lines: list[bytes], chance: random.Random) -> bytes:
        places = list(pattern.finditer(line))
        if not places:
            return line
        place = chance.choice(places)
        choices: list[bytes] = values or pattern.findall(chance.choice(lines)) or [place[0]]
        return line[: place.start()] + chance.choice(choices) + line[place.end() :]

    return mutation


MUTATIONS: list[Mutation] = [
    flip, remove, double, insert, cut, splice, several, other(STRINGS), other(STRINGS, VALUES),
    other(DIGITS), other(DIGITS, NUMBERS), other(DIGITS, VALUES),
]  # fmt: skip


def mutate(line: bytes, lines: list[bytes], chance: random.Random) -> bytes:
    """A line with one change, or a few."""
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        line = chance.choice(MUTATIONS)(line, lines, chance)
    return line
