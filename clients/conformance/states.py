"""The states of the instances in a transcript."""

from __future__ import annotations

import copy
import re
from typing import Any

from transcript import method, params, parts


class States:
    """Follows what the host writes."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, Any]] = {}

    def snapshot(self, id: str) -> dict[str, Any]:
        """What `viewModel/snapshot` answers."""
        return self._known[id]

    def follow(self, message: Any) -> None:
        """Takes a line in."""
        if method(message) == "viewModel/update":
            for entry in params(message)["updates"]:
                self._apply(entry)
            return
        for part in parts(message):
            result = part.get("result") if isinstance(part, dict) else None
            if isinstance(result, dict) and {"id", "revision", "state"} <= result.keys():
                self._known[result["id"]] = copy.deepcopy(result)

    def _apply(self, entry: dict[str, Any]) -> None:
        id = entry["id"]
        known = self._known.setdefault(id, {"id": id, "revision": 0, "state": {}})
        for operation in entry.get("patch", ()):
            apply(known["state"], copy.deepcopy(operation))
        known["revision"] = entry["revision"]


def apply(state: Any, operation: dict[str, Any]) -> None:
    """Applies one operation of a JSON Patch, with the operations that hosts write.

    Raises KeyError, IndexError or ValueError where it does not fit.
    """
    if operation["op"] not in ("add", "remove", "replace"):
        raise ValueError(operation["op"])
    value = operation.get("value")
    is_there = operation["op"] in ("remove", "replace")
    holder, key = target(state, operation["path"], is_there)
    if operation["op"] == "remove":
        holder.pop(key)
    elif isinstance(holder, list) and operation["op"] != "replace":
        holder.insert(key, value)
    else:
        holder[key] = value


def target(state: Any, pointer: str, is_there: bool = True) -> tuple[Any, Any]:
    """The object or array that a pointer leads into, and the key there, which `is_there`."""
    *tokens, last = [
        token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:]
    ]
    holder = state
    for token in tokens:
        holder = holder[index(token)] if isinstance(holder, list) else holder[token]
    if isinstance(holder, list):
        place = index(last)
        if place > len(holder) - is_there:
            raise IndexError(f"{place} of {len(holder)}")
        return holder, place
    if is_there and last not in holder:
        raise KeyError(last)
    return holder, last


def index(token: str) -> int:
    if not re.fullmatch("0|[1-9][0-9]*", token):
        raise ValueError(f"{token} is no index")
    return int(token)
