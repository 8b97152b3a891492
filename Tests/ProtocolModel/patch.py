"""Applies JSON Patches (RFC 6902), strictly: what a frontend's library would refuse is refused."""

from __future__ import annotations

from typing import Any


def apply(state: Any, operation: dict[str, Any]) -> None:
    """Applies one operation. Raises KeyError, IndexError, TypeError or ValueError."""
    name = operation["op"]
    if name == "replace" and operation["path"] == "":
        whole = operation["value"]
        if not isinstance(whole, dict):
            raise TypeError(f"{whole!r} is no state")
        state.clear()
        state.update(whole)
    elif name == "move":
        value = removed(state, operation["from"])
        add(state, operation["path"], value)
    elif name == "add":
        add(state, operation["path"], operation["value"])
    elif name == "remove":
        removed(state, operation["path"])
    elif name == "replace":
        holder, token = target(state, operation["path"])
        holder[place(holder, token, len(holder) - 1)] = operation["value"]
    else:
        raise ValueError(f"there is no operation {name}")


def add(state: Any, path: str, value: Any) -> None:
    holder, token = target(state, path)
    if isinstance(holder, list):
        holder.insert(len(holder) if token == "-" else place(holder, token, len(holder)), value)
    else:
        holder[token] = value


def removed(state: Any, path: str) -> Any:
    holder, token = target(state, path)
    return holder.pop(place(holder, token, len(holder) - 1))


def target(state: Any, pointer: str) -> tuple[Any, str]:
    """The object or array that a pointer (RFC 6901) leads into, and the token there."""
    if not pointer.startswith("/"):
        raise ValueError(f"{pointer!r} leads nowhere")
    *tokens, last = (
        token.replace("~1", "/").replace("~0", "~") for token in pointer[1:].split("/")
    )
    for token in tokens:
        state = state[place(state, token, len(state) - 1)]
    if not isinstance(state, (dict, list)):
        raise TypeError(f"{pointer} leads into {state!r}")
    return state, last


def place(holder: Any, token: str, last: int) -> Any:
    """The key or index that a token names, which must be there."""
    if not isinstance(holder, list):
        holder[token]
        return token
    if not token.isdigit() or (token != "0" and token.startswith("0")) or int(token) > last:
        raise IndexError(f"{token} is no place in an array of {len(holder)}")
    return int(token)
