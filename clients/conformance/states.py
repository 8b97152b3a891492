"""The states of the instances in a transcript, so that a resync can be answered."""

from __future__ import annotations

import copy
from typing import Any

from transcript import method, params, parts


class States:
    """Follows what the host writes. A gap makes one revision be missing."""

    def __init__(self, gap: int | None) -> None:
        self.gapped: set[str] = set()
        """The instances of which the client has missed a revision."""
        self.unseen: set[str] = set()
        """Those of them of which it has not asked for a snapshot since."""
        self._gap = gap
        self._updates = 0
        self._known: dict[str, dict[str, Any]] = {}

    def snapshot(self, id: str) -> dict[str, Any]:
        """What `viewModel/snapshot` answers."""
        return self._known[id]

    def follow(self, message: Any) -> Any:
        """Takes a line in: the same, or what is to be written instead of it."""
        message = copy.deepcopy(message)
        if method(message) == "viewModel/update":
            for entry in params(message)["updates"]:
                self._apply(entry)
            self._updates += 1
            return message
        for part in parts(message):
            result = part.get("result") if isinstance(part, dict) else None
            if isinstance(result, dict) and {"id", "revision", "state"} <= result.keys():
                self._take(result)
        return message

    def _take(self, result: dict[str, Any]) -> None:
        id = result["id"]
        if result["revision"] == 0:
            self.gapped.discard(id)
        elif id in self.gapped:
            result["revision"] += 1
        self._known[id] = copy.deepcopy(result)

    def _apply(self, entry: dict[str, Any]) -> None:
        id = entry["id"]
        known = self._known.setdefault(id, {"id": id, "revision": 0, "state": {}})
        for operation in entry.get("patch", ()):
            apply(known["state"], copy.deepcopy(operation))
        if self._gap is not None and self._updates >= self._gap and entry.get("patch"):
            # Its patch was in the update that was lost; its events and `done` were not.
            del entry["patch"]
            self._gap = None
            self.gapped.add(id)
            self.unseen.add(id)
        if id in self.gapped:
            entry["revision"] += 1
        known["revision"] = entry["revision"]


def apply(state: Any, operation: dict[str, Any]) -> None:
    """Applies one operation of a JSON Patch, with the operations that hosts write."""
    if operation["op"] == "move":
        holder, key = target(state, operation["from"])
        value = holder.pop(key)
    else:
        value = operation.get("value")
    holder, key = target(state, operation["path"])
    if operation["op"] == "remove":
        holder.pop(key)
    elif isinstance(holder, list) and operation["op"] != "replace":
        holder.insert(key, value)
    else:
        holder[key] = value


def target(state: Any, pointer: str) -> tuple[Any, Any]:
    """The object or array that a pointer leads into, and the key there."""
    holder, keys = (
        state,
        [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]],
    )
    for key in keys[:-1]:
        holder = holder[int(key)] if isinstance(holder, list) else holder[key]
    if not isinstance(holder, list):
        return holder, keys[-1]
    return holder, len(holder) if keys[-1] == "-" else int(keys[-1])
