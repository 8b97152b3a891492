"""Which ids and `seq`s of a client stand for those of a transcript."""

from __future__ import annotations

import copy
from typing import Any

from transcript import is_response, method, params, parts, written

ABSENT = object()
"""The `seq` of a client that left it out; null is one that the host refuses."""


class Names:
    """Clients choose ids and `seq`s by themselves; the lines that are written have the client's."""

    def __init__(self) -> None:
        self._ids: dict[str, list[Any]] = {}
        self._seqs: dict[str, list[Any]] = {}
        self._extra: list[tuple[Any, Any, Any]] = []
        """Instance, input and `seq` of what was sent with a `seq` that the transcript has not."""

    def learn(self, wanted: Any, sent: Any) -> None:
        """A client's line was taken for one of the transcript."""
        if is_response(wanted):
            return
        self._extra = []
        for mine, other in zip(parts(wanted), parts(sent)):
            if method(mine) is None:
                continue
            if "id" in mine:
                self._ids.setdefault(written(mine["id"]), []).append(other["id"])
            if method(mine) == "viewModel/input":
                self._learn_seq(params(mine), params(other))

    def _learn_seq(self, mine: dict[str, Any], other: dict[str, Any]) -> None:
        if "seq" in mine:
            key = written([mine.get("id"), mine["seq"]])
            self._seqs.setdefault(key, []).append(other.get("seq", ABSENT))
        elif "seq" in other:
            self._extra.append((mine.get("id"), mine.get("input"), other["seq"]))

    def request(self, id: Any) -> Any:
        """The client's id of a request that has not been answered; of equal ones the last."""
        stack = self._ids.get(written(id))
        return stack[-1] if stack else id

    def translated(self, message: Any) -> Any:
        """A line of the host, with the client's ids and `seq`s."""
        message = copy.deepcopy(message)
        for part in parts(message):
            if is_response(part):
                stack = self._ids.get(written(part["id"]))
                part["id"] = stack.pop() if stack else part["id"]
            elif method(part) == "viewModel/update":
                for entry in params(part)["updates"]:
                    self._finish(entry)
            elif method(part) == "viewModel/rejected":
                self._reject(params(part))
        return message

    def _finish(self, entry: dict[str, Any]) -> None:
        done = [self._seq(entry["id"], seq) for seq in entry.get("done", ())]
        done += [seq for id, _, seq in self._extra if id == entry["id"]]
        self._extra = [extra for extra in self._extra if extra[0] != entry["id"]]
        done = [seq for seq in done if seq is not ABSENT]
        if done:
            entry["done"] = done
        else:
            entry.pop("done", None)

    def _reject(self, details: dict[str, Any]) -> None:
        if "seq" in details:
            seq = self._seq(details.get("id"), details["seq"])
        else:
            about = (details.get("id"), details.get("input"))
            extra = next((each for each in self._extra if each[:2] == about), None)
            seq = extra[2] if extra else ABSENT
            if extra:
                self._extra.remove(extra)
        if seq is ABSENT:
            details.pop("seq", None)
        else:
            details["seq"] = seq

    def _seq(self, id: Any, seq: Any) -> Any:
        queue = self._seqs.get(written([id, seq]))
        return queue.pop(0) if queue else seq
