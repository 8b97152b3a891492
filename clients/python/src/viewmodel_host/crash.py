"""Why a host ended, in one line: by the rule that stands in clients/conformance/README.md."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterable, Sequence
from itertools import dropwhile, takewhile

TRAPS = {"SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGSEGV"}
TRAPPED = re.compile(r".*\.swift:\d+: (Fatal error|Precondition failed|Assertion failed)")
REPORT = re.compile(r"\*\*\* Signal \d+: |Current stack trace:")
_FAILURE = re.compile(r"\*\*\* (Swift runtime failure: .*?) \*\*\*")
_CRASH = re.compile(r"\*\*\* (Program crashed: .*?)(?: at 0x[0-9a-f]+)? \*\*\*")
_WORDS = re.compile(r"(?!swift-runtime: )\s*\S")
_OWN_PLACE = re.compile(r"(?!Swift/).*\.swift:\d+: ")
_CRASHED = re.compile(r"Thread \d+.* crashed:$")
_FRAME = re.compile(r" *\d+ .* at (/.*\.swift(?::\d+)*)$")


def ending(exit_status: int | None) -> str:
    """How it ended, in words. The status is as in `subprocess`."""
    if exit_status is None or exit_status >= 0:
        return f"ended (exit status {exit_status})"
    return f"ended by {signal_name(-exit_status)}"


def signal_name(number: int) -> str:
    """`SIGKILL` for 9."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def reason(exit_status: int | None, lines: Sequence[str]) -> str | None:
    """What its standard error says about that."""
    if not exit_status:
        return None
    # A shell that ran it ends with 128 more than the signal.
    number = -exit_status if exit_status < 0 else exit_status - 128
    if 0 < number < 65:
        name = signal_name(number)
        return _crash(name, lines) if name in TRAPS else None
    return _last_words(lines)


def _crash(trap: str, lines: Sequence[str]) -> str | None:
    starts = [index for index, line in enumerate(lines) if REPORT.match(line)]
    if not starts:
        return None
    before, report = lines[: starts[-1]], lines[starts[-1] :]
    words = (
        next((line for line in reversed(before) if TRAPPED.match(line)), None)
        or _first(_FAILURE, report)
        or (_last_words(before) if trap == "SIGABRT" else None)
        or _first(_CRASH, report)
    )
    thread = list(dropwhile(lambda line: not _CRASHED.match(line), report))[1:]
    place = _first(_FRAME, takewhile(lambda line: not line.startswith("Thread "), thread))
    if words is None or place is None or _OWN_PLACE.match(words):
        return words
    return f"{words} at {place}"


def _last_words(lines: Sequence[str]) -> str | None:
    return next((line.strip() for line in reversed(lines) if _WORDS.match(line)), None)


def _first(pattern: re.Pattern[str], lines: Iterable[str]) -> str | None:
    matches = (pattern.match(line) for line in lines)
    return next((match[1] for match in matches if match), None)
