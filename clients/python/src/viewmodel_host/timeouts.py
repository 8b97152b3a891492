"""How long functions wait."""

from __future__ import annotations

from enum import Enum
from typing import Union


class Usual(Enum):
    """The `timeout` of the host: what holds where a function is given none of its own."""

    USUAL = "the timeout of the host"

    def __repr__(self) -> str:
        return "USUAL"


USUAL = Usual.USUAL
Timeout = Union[float, None, Usual]
"""Seconds; None is without end."""

DEFAULT = 30.0
"""The `timeout` of a host that is given none, in seconds."""


def took_too_long(what: str, seconds: float | None) -> TimeoutError:
    """The exception for the end of a time."""
    return TimeoutError(f"{what} took longer than {seconds:g} seconds")
