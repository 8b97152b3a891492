"""The conversations in a file."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

from transcript import CLIENT, HOST, refuse

Line = tuple[int, str, Any]
"""A number, a mark, and the message; None for a line to the host that is no JSON."""

TRACED = re.compile(r"\d\S* \d\S* ((?:-->|<--|#)(?: .*)?)")
"""A line of a client's trace, behind the two words of its time."""


def conversations(path: str) -> list[tuple[list[Line], bool]]:
    """The lines of each conversation in a file, and whether they are from the trace of a client.

    A page has one in each block, a trace one behind each line that reports a start.
    """
    found: list[tuple[list[Line], bool]] = [([], False)]
    text = Path(path).read_text(encoding="utf-8", errors="replace")
    for number, line in enumerate(text.split("\n"), 1):
        traced = TRACED.fullmatch(line)
        said = traced[1] if traced else line
        is_start = traced and said.startswith("#") and "start" in said
        if said.startswith("```") or is_start or (traced and not found[-1][1]):
            found.append(([], bool(traced)))
        if said[:4].rstrip() in (CLIENT, HOST):
            found[-1][0].append((number, said[:3], parsed(said[4:])))
    return [(lines, is_trace) for lines, is_trace in found if lines]


def parsed(text: str) -> Any:
    """The JSON value of a line, or None where it is not JSON. 1.0 is the integer 1."""
    try:
        return json.loads(text, parse_constant=refuse, parse_float=number)
    except (ValueError, RecursionError):
        return None


def number(text: str) -> int | float:
    exact = Decimal(text)
    is_integer = exact == exact.to_integral_value() and abs(exact) < 2**63
    return int(exact) if is_integer else float(text)
