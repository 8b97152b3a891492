"""The order in which a turn says things."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from transcript import is_response, key, method, params, parts

UPDATE, CANCELLATIONS, FAILURES, REJECTIONS, ANSWERS, AFTERWARDS, CALLS = range(7)

RANKS = {
    "viewModel/update": UPDATE,
    "$/cancelRequest": CANCELLATIONS,
    "viewModel/failed": FAILURES,
    "service/rejected": FAILURES,
    "viewModel/rejected": REJECTIONS,
    "viewModel/closed": REJECTIONS,
    "service/call": CALLS,
}


ENDING = {"viewModel/create", "viewModel/dispose", "viewModel/snapshot", "shutdown", "exit"}
"""What may make an array several turns."""

LATE = ("viewModel/call", "viewModel/try")
"""What may be answered outside of its array."""


class TurnOrder:
    """Looks at the lines that follow a line to the host, where that is one turn."""

    def __init__(self, check: Callable[[str, bool, str], bool]) -> None:
        self._check = check
        self.is_one = False
        """Whether the lines are those of one turn."""
        self._rank = -1
        self._is_array = False
        self._has_answers = False
        """Whether there were an array's."""
        self._asked: list[str] = []
        """The ids of the requests, in order."""
        self._late: set[str] = set()
        """Those of them that may be answered later."""
        self._created: set[str] = set()

    def begin(self, message: Any, is_last: bool) -> None:
        self._is_array = isinstance(message, list)
        names = [str(method(part)) for part in parts(message)]
        takes_several = any(name.startswith(("clock/", "replay/")) for name in names)
        is_cut = self._is_array and not ENDING.isdisjoint(names)
        self.is_one = not (takes_several or is_cut or is_last)
        self._rank = -1
        self._has_answers = False
        asked = [part for part in parts(message) if isinstance(part, dict) and "id" in part]
        self._asked = [repr(part["id"]) for part in asked]
        self._late = {repr(part["id"]) for part in asked if method(part) in LATE}
        self._created = set()

    def take(self, message: Any, requests: dict[str, list[dict[str, Any]]]) -> None:
        """Takes in a line of the host, before its answers are."""
        if isinstance(message, list):
            self._check("arrays", self._is_array, "an array that answers none")
            self._check_answers([repr(part["id"]) for part in message])
            self._note(ANSWERS, message)
            return
        if is_response(message) and self._is_array and repr(message["id"]) in self._asked:
            earlier = requests.get(key(message["id"]), [])
            is_late = any(method(request) in LATE for request in earlier)
            self._check("arrays", is_late, "an answer outside of its array")
        self._note(self._rank_of(message, requests), message)

    def _check_answers(self, ids: list[str]) -> None:
        """The answers of an array are in the order of its requests, where each has its own id."""
        if len(set(self._asked)) == len(self._asked):
            known = set(self._asked) - self._late
            places = [self._asked.index(id) for id in ids if id in known]
            self._check("arrays", places == sorted(places), f"in another order: {ids}")

    def _note(self, rank: int | None, message: Any) -> None:
        if not self.is_one or rank is None:
            return
        self._check("order", rank >= self._rank, f"after what comes later: {message}")
        if rank == self._rank == UPDATE:
            self._check("updates", False, "a turn has two")
        if isinstance(message, list):
            self._check("arrays", not self._has_answers, "a turn answers with two")
            self._has_answers = True
        self._rank = max(rank, self._rank)

    def _rank_of(self, message: Any, requests: dict[str, list[dict[str, Any]]]) -> int | None:
        if is_response(message):
            result = message.get("result")
            if isinstance(result, dict) and result.get("revision") == 0:
                self._created.add(result["id"])
            if len(requests.get(key(message["id"]), [])) > 1:
                return None  # it may be that to an earlier one with the same id
            if self._has_answers and repr(message["id"]) in self._late:
                return None  # what an array tries is answered in turns that come after its own
            is_own = not self._is_array and repr(message["id"]) in self._asked
            return ANSWERS if is_own else REJECTIONS
        said = params(message)
        ids = {entry["id"] for entry in said.get("updates", ())} or {said.get("id")}
        if method(message) in ("viewModel/update", "viewModel/failed") and ids <= self._created:
            return AFTERWARDS
        return RANKS.get(str(method(message)))
