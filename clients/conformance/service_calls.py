"""What a host says of service calls: their numbers, cancellations, and answers of no use."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from transcript import params, same

Check = Callable[[str, bool, str], bool]


class ServiceCalls:
    """The calls of one conversation, line by line."""

    def __init__(self, check: Check) -> None:
        self._check = check
        self._states: dict[Any, str] = {}
        """`open`, `cancelled` or `answered`."""
        self._owners: dict[Any, str] = {}
        """The instances that have asked, of the open calls."""
        self._answers: list[dict[str, Any]] = []
        """Those of the last line to the host."""
        self._ended: list[Any] = []
        """The calls that these end: what has not been asked yet cannot be answered."""
        self._is_alone = False
        self._cancelled: set[Any] = set()
        """In the turn."""
        self._rejected: list[tuple[Any, int]] = []
        """The ids and codes of the turn's `service/rejected`."""

    def answer(self, response: dict[str, Any], is_alone: bool) -> None:
        """The frontend answers, on a line of its own or in an array."""
        self._answers.append(response)
        self._is_alone = is_alone
        if self._is_known(response["id"]):
            self._ended.append(response["id"])

    def call(self, request: dict[str, Any]) -> None:
        expected = f"service-{len(self._states) + 1}"
        self._check("calls", request["id"] == expected, f"expected {expected}")
        self._states[request["id"]] = "open"
        if owner := params(request).get("id"):
            self._owners[request["id"]] = owner

    def cancel(self, id: Any) -> None:
        # In an array, what comes before an answer may cancel the call first.
        is_answered = self._is_alone and id in self._ended
        is_open = self._states.get(id) == "open" and not is_answered
        self._check("calls", is_open, f"{id} is not open")
        self._states[id] = "cancelled"
        self._cancelled.add(id)

    def reject(self, rejection: dict[str, Any]) -> None:
        """`service/rejected`"""
        self._rejected.append((rejection["id"], rejection["error"]["code"]))

    def end_turn(self, living: Collection[str]) -> None:
        answers, self._answers = self._answers, []
        rejected, self._rejected = self._rejected, []
        late = [(id, code) for id, code in rejected if code == -32015]
        rest = [(id, code) for id, code in rejected if code != -32015]
        for id, _ in late:
            self._check("answers-used", id in self._cancelled, f"{id} was not cancelled")
        if self._is_alone and answers:
            [answer] = answers
            wanted = self._codes(answer)
            is_right = (len(rest) == 1 and rest[0][1] in wanted) or (not rest and None in wanted)
            is_right = is_right and all(same(id, answer["id"]) for id, _ in rest)
            self._check("answers-used", is_right, f"expected one of {wanted}, found {rest}")
        else:
            given = [answer["id"] for answer in answers]
            for id, _ in rest:
                place = next((n for n, one in enumerate(given) if same(one, id)), None)
                if self._check("answers-used", place is not None, f"{id} was not answered"):
                    del given[place or 0]
        # An array of several turns may answer what it has asked for itself.
        unknown = [id for id, code in rest if code == -32600]
        taken = [one["id"] for one in answers if one["id"] not in unknown]
        for id in (*self._ended, *filter(self._is_known, taken)):
            self._states[id] = "answered"
        self._ended.clear()
        self._cancelled.clear()
        self._is_alone = False
        for id, owner in list(self._owners.items()):
            is_lost = self._states[id] == "open" and owner not in living
            self._check("calls", not is_lost, f"{id} is open, and {owner} has ended")
            if is_lost or self._states[id] != "open":
                del self._owners[id]

    def end(self) -> None:
        """All instances have ended."""
        self._owners.clear()

    def _is_known(self, id: Any) -> bool:
        return isinstance(id, str) and id in self._states

    def _codes(self, answer: dict[str, Any]) -> set[int | None]:
        """Those with which an answer on a line of its own may be rejected; None is not at all."""
        state = self._states[answer["id"]] if self._is_known(answer["id"]) else None
        if state == "open":
            return {None, -32602, -32600}
        if state == "cancelled":
            return {-32800} if is_result(answer) else {None}
        return {-32600}


def is_result(answer: dict[str, Any]) -> bool:
    return answer.get("jsonrpc") == "2.0" and "result" in answer and answer.get("error") is None
