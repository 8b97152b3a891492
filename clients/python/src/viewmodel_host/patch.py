"""JSON Patch (RFC 6902), as far as hosts send it: `add`, `remove` and `replace` that fit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def patched(state: Any, patch: Iterable[Mapping[str, Any]]) -> Any:
    """The state after a patch. The one that is given stays as it is, and so does the patch."""
    own: dict[int, Any] = {}

    def copied(node: Any) -> Any:
        """The node itself if this patch has made it, else a copy."""
        if id(node) not in own:
            node = node.copy()
            own[id(node)] = node  # which keeps it, so that its id is given to no other
        return node

    for operation in patch:
        op, path = operation["op"], operation["path"]
        if path == "":
            state = operation["value"]
            continue
        *parents, last = path.split("/")[1:]
        node = state = copied(state)
        for parent in parents:
            key = _key(node, parent)
            node[key] = copied(node[key])
            node = node[key]
        key = _key(node, last)
        if op == "replace":
            node[key]  # is there
            node[key] = operation["value"]
        elif op == "remove":
            del node[key]
        elif op != "add":
            raise ValueError(f"{op} is no operation")
        elif isinstance(node, list):
            node.insert(key, operation["value"])
        else:
            node[key] = operation["value"]
    return state


def _key(node: Any, name: str) -> Any:
    if isinstance(node, list):
        return int(name)
    return name.replace("~1", "/").replace("~0", "~") if "~" in name else name
