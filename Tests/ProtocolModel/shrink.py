"""Makes a conversation with a fault smaller, by leaving messages out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from check import Check
from found import Found

TRIES = 400


def shrunk(found: Found, check: Check) -> Found:
    """The smallest conversation with a fault of the same kind that some hundred tries find."""
    best, tries = found, 0
    progress = True
    while progress and tries < TRIES:
        progress = False
        for lines in smaller(best):
            tries += 1
            other = again(lines, best, check)
            if other is not None and kind(other.fault) == kind(found.fault):
                best, progress = other, True
                break
            if tries >= TRIES:
                break
    return best


def again(lines: list[str], found: Found, check: Check) -> Found | None:
    if found.way == "at once":
        return check.conversation(lines, found.way)
    return check.same(lines, found.way, 0)


def kind(fault: str) -> str:
    """The words of a fault, without what differs from one conversation to the other."""
    return " ".join(re.findall(r"[a-z]{2,}", fault.partition(",")[0].partition(":")[0]))


def smaller(found: Found) -> Iterator[list[str]]:
    lines = found.lines
    compared = len(found.ends)
    if compared + 1 < len(lines):
        yield lines[: compared + 1]
    length = len(lines) // 2
    while length:
        for begin in range(len(lines) - length, -1, -length):
            yield lines[:begin] + lines[begin + length :]
        length //= 2
    for place, line in enumerate(lines):
        try:
            messages = json.loads(line)
        except ValueError:
            continue
        if isinstance(messages, list) and len(messages) > 1:
            for left_out in range(len(messages)):
                rest = messages[:left_out] + messages[left_out + 1 :]
                text = json.dumps(rest, ensure_ascii=False, separators=(",", ":"))
                yield [*lines[:place], text, *lines[place + 1 :]]
