#!/usr/bin/env python3
"""Ends a supervised host whose ViewModels look at chance, the clock and a file: see README.md.

What is restored is another session each time, and the frontend must be brought to it: nothing is
answered twice or never, and the mirror of all updates is what a snapshot shows.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from mirror import ensure
from survive import CREATED, Session, held

CHANCES = ("k0", "k1")


class Differing(Session):
    """A conversation of which a half is left to chance."""

    created = CREATED | dict.fromkeys(CHANCES, "example.chance")
    counters = (*Session.counters, *CHANCES)
    expected = ("deaths", "inputs", "refused", "differences", "replaced", "gone")

    def _say_something(self) -> None:
        chance = self.chance
        way = chance.random()
        id = chance.choice(CHANCES)
        if way < 0.5:
            super()._say_something()
        elif way < 0.65:
            self._counts[id] += 1
            self._invoke(id, "throwDice")
        elif way < 0.7:
            self._invoke(id, "look")
        elif way < 0.75:
            Path("chance").write_text(f"{chance.random()}", encoding="utf-8")
            self._invoke(id, "read")
        elif way < 0.8:
            self._invoke(id, "nap")
        elif way < 0.85:
            self._request("viewModel/call", id=id, input="nap", arguments=[])
        elif way < 0.9:
            self._invoke(id, "ask")
        elif way < 0.94:
            self._request("viewModel/call", id=id, input="ask", arguments=[])
        elif way < 0.97:
            self._request("viewModel/snapshot", id=id)
        else:
            self._create_risky()

    def _create_risky(self) -> None:
        """It is there or not, as chance has it, each time the host restores it."""
        id = f"risky {self._number}"
        self._mortal.add(id)
        parameters = {"risky": True}
        self._request("viewModel/create", name="example.chance", id=id, parameters=parameters)
        self._invoke(id, "throwDice")
        self._request("viewModel/call", id=id, input="nap", arguments=[])

    def _take(self, line: str) -> Any:
        message = super()._take(line)
        params = message.get("params", {})
        method = message.get("method")
        if method == "host/restarted" and "differs" in params:
            ensure(params["differs"], "no instance differs")
            self.counted["differences"] += 1
        elif method == "viewModel/update":
            for entry in params["updates"]:
                whole = any(operation["path"] == "" for operation in entry.get("patch", ()))
                self.counted["replaced"] += whole
        elif method == "viewModel/closed":
            self.counted["gone"] += "not what it was" in params["reason"]
        return message


if __name__ == "__main__":
    sys.exit(held(Differing, __doc__))
