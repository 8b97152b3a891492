"""Windows: the rows of a list that an instance observes, if not all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Union

Output = Union[str, Mapping[str, Any]]
"""An entry of `observe`: the name of an output, or of a list some rows, as `window` gives it."""


@dataclass(frozen=True)
class WindowPlace:
    """Where a window stands in its list."""

    total: int
    """How many rows the list has."""
    offset: int
    """Which of them, counted from 0, is the first in the window."""
    limit: int
    """How many rows the window has at most."""


def window(output: str, limit: int, *, offset: int = 0, anchor: bool = False) -> Mapping[str, Any]:
    """An entry of `observe`: `limit` rows of a list, from `offset` on, counted from 0.

    The output is then `{"total", "offset", "items"}`. With `anchor` the window goes with its first
    row when rows come or go above it.
    """
    return {"output": output, "window": {"offset": offset, "limit": limit, "anchor": anchor}}


def moved_to(entry: Output, output: str, offset: int, limit: int) -> Output:
    """An entry of `observe` when the window on an output has moved."""
    if _name(entry) != output:
        return entry
    anchor = is_anchored([entry], output)
    return window(output, limit, offset=offset, anchor=anchor)


def is_anchored(entries: Any, output: str) -> bool:
    """Whether the window on an output goes with its first row."""
    chosen = [entry for entry in entries or () if _name(entry) == output]
    last = chosen[-1] if chosen and isinstance(chosen[-1], Mapping) else {}
    return bool((last.get("window") or {}).get("anchor"))


def _name(entry: Output) -> Any:
    return entry if isinstance(entry, str) else entry.get("output")
