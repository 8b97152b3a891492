"""The conversations in a file."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

from transcript import CLIENT, HOST, refuse

Line = tuple[int, str, Any]
"""A number, a mark, and the message; None for a line to the host that is no JSON."""


def conversations(path: str) -> list[list[Line]]:
    """The lines of the conversations in a transcript, or in a page, which has one in each block."""
    found: list[list[Line]] = [[]]
    text = Path(path).read_text(encoding="utf-8")
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("```"):
            found.append([])
        if line[:4].rstrip() in (CLIENT, HOST):
            found[-1].append((number, line[:3], parsed(line[4:])))
    return [lines for lines in found if lines]


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
