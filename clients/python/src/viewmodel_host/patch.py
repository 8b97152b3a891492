"""The patches of protocol.md: `add`, `remove` and `replace` of RFC 6902."""

from collections.abc import Iterable, Mapping
from typing import Any


def patched(state: Any, patch: Iterable[Mapping[str, Any]]) -> Any:
    """Returns the state after a patch. Neither argument changes; unchanged parts are shared."""
    own: dict[int, Any] = {}

    def copied(node: Any) -> Any:
        """Returns the node itself if this patch has made it, else a copy."""
        if id(node) not in own:
            node = node.copy()
            own[id(node)] = node  # keeps it alive, so that its id stays its own
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
        if op == "remove":
            del node[key]
        elif op == "add" and isinstance(node, list):
            node.insert(key, operation["value"])
        elif op in ("add", "replace"):
            if op == "replace":
                node[key]  # raises if it does not exist
            node[key] = operation["value"]
        else:
            raise ValueError(f"{op} is no operation")
    return state


def _key(node: Any, name: str) -> Any:
    if isinstance(node, list):
        return int(name)
    return name.replace("~1", "/").replace("~0", "~") if "~" in name else name
