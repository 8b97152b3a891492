"""JSON Pointer (RFC 6901) and JSON Patch (RFC 6902).

A document is never changed in place: `apply_patch` copies what it touches and shares the rest. So a
patch that fails leaves nothing behind, and a state that was handed out stays what it was.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Mapping
from typing import Any, Union

Container = Union[dict[str, Any], list[Any]]

_INDEX = re.compile(r"(?:0|[1-9][0-9]*)\Z", re.ASCII)
_BAD_ESCAPE = re.compile(r"~(?![01])")
_MISSING = object()


class PatchError(ValueError):
    """The patch is malformed, or does not fit the document."""


def parse_pointer(pointer: Any) -> list[str]:
    """The reference tokens of a JSON Pointer; none for the whole document."""
    if not isinstance(pointer, str):
        raise PatchError(f"a JSON Pointer is a string, not {pointer!r}")
    if pointer == "":
        return []
    if not pointer.startswith("/") or _BAD_ESCAPE.search(pointer):
        raise PatchError(f"{pointer!r} is not a JSON Pointer")
    return [token.replace("~1", "/").replace("~0", "~") for token in pointer[1:].split("/")]


def resolve(document: Any, pointer: str) -> Any:
    """The value that a JSON Pointer refers to."""
    for token in parse_pointer(pointer):
        document = _child(document, token, pointer)
    return document


def apply_patch(document: Any, patch: Iterable[Mapping[str, Any]]) -> Any:
    """The document after all operations; the one given stays as it is."""
    if type(document) is dict and type(patch) is list:
        replaced = _with_members_replaced(document, patch)
        if replaced is not None:
            return replaced
    target = _Target(document)
    for number, operation in enumerate(patch):
        try:
            target.apply(operation)
        except PatchError as error:
            raise PatchError(f"operation {number}: {error}") from None
    return target.root


def json_equal(left: Any, right: Any) -> bool:
    """Equality of JSON values: 1 equals 1.0, but not true."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(json_equal(left[k], right[k]) for k in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(json_equal, left, right))
    return bool(left == right)


def _with_members_replaced(document: dict[str, Any], patch: list[Any]) -> dict[str, Any] | None:
    """Does what most patches do, and fast: outputs of an instance have other values. Or nothing."""
    result = document.copy()
    try:
        for operation in patch:
            path = operation["path"]
            key = path[1:]
            if (
                operation["op"] != "replace"
                or type(path) is not str
                or path[:1] != "/"
                or "~" in path
                or key not in result
            ):
                return None
            result[key] = operation["value"]
    except (LookupError, TypeError):
        return None
    return result


class _Target:
    """A document on its way through a patch. What it has copied itself it may change in place."""

    def __init__(self, root: Any) -> None:
        self.root = root
        self._own: dict[int, Any] = {}  # the values keep the ids from being used again

    def apply(self, operation: Mapping[str, Any]) -> None:
        if not isinstance(operation, Mapping):
            raise PatchError(f"an operation is an object, not {operation!r}")
        op = operation.get("op")
        path = operation.get("path", _MISSING)
        if path is _MISSING:
            raise PatchError("it has no path")
        tokens = parse_pointer(path)
        if op == "add":
            self._add(tokens, _value(operation), path)
        elif op == "replace":
            self._replace(tokens, _value(operation), path)
        elif op == "remove":
            self._remove(tokens, path)
        elif op == "move":
            source = self._source(operation)
            if len(source) < len(tokens) and tokens[: len(source)] == source:
                raise PatchError(f"{operation['from']!r} cannot move into itself, to {path!r}")
            value = resolve(self.root, operation["from"])
            if source != tokens:
                self._remove(source, operation["from"])
                self._add(tokens, value, path)
        elif op == "copy":
            self._source(operation)
            self._add(tokens, copy.deepcopy(resolve(self.root, operation["from"])), path)
        elif op == "test":
            if not json_equal(resolve(self.root, path), _value(operation)):
                raise PatchError(f"the value at {path!r} is not the one that is tested for")
        else:
            raise PatchError(f"there is no operation {op!r}")

    def _add(self, tokens: list[str], value: Any, path: str) -> None:
        if not tokens:
            self.root = value
            return
        parent = self._parent(tokens, path)
        if isinstance(parent, dict):
            parent[tokens[-1]] = value
        elif tokens[-1] == "-":
            parent.append(value)
        else:
            parent.insert(_index(tokens[-1], len(parent) + 1, path), value)

    def _replace(self, tokens: list[str], value: Any, path: str) -> None:
        if not tokens:
            self.root = value
            return
        parent = self._parent(tokens, path)
        _child(parent, tokens[-1], path)
        if isinstance(parent, dict):
            parent[tokens[-1]] = value
        else:
            parent[int(tokens[-1])] = value

    def _remove(self, tokens: list[str], path: str) -> None:
        if not tokens:
            raise PatchError("the whole document cannot be removed")
        parent = self._parent(tokens, path)
        _child(parent, tokens[-1], path)
        if isinstance(parent, dict):
            del parent[tokens[-1]]
        else:
            del parent[int(tokens[-1])]

    def _source(self, operation: Mapping[str, Any]) -> list[str]:
        if "from" not in operation:
            raise PatchError("it has no from")
        return parse_pointer(operation["from"])

    def _parent(self, tokens: list[str], path: str) -> Container:
        """The container of the last token, with everything above it made ours to change."""
        node = self.root = self._writable(self.root, path)
        for token in tokens[:-1]:
            child = self._writable(_child(node, token, path), path)
            if isinstance(node, dict):
                node[token] = child
            else:
                node[int(token)] = child
            node = child
        return node

    def _writable(self, value: Any, path: str) -> Container:
        if not isinstance(value, (dict, list)):
            raise PatchError(f"{path!r} leads into something that is no object or array")
        if id(value) in self._own:
            return value
        mine = value.copy()
        self._own[id(mine)] = mine
        return mine


def _value(operation: Mapping[str, Any]) -> Any:
    if "value" not in operation:
        raise PatchError("it has no value")
    return operation["value"]


def _child(container: Any, token: str, path: str) -> Any:
    if isinstance(container, dict):
        if token in container:
            return container[token]
    elif isinstance(container, list):
        return container[_index(token, len(container), path)]
    raise PatchError(f"there is nothing at {path!r}")


def _index(token: str, end: int, path: str) -> int:
    if not _INDEX.match(token):
        raise PatchError(f"{token!r} in {path!r} is not an index")
    index = int(token) if len(token) < 20 else end
    if index >= end:
        raise PatchError(f"{token} in {path!r} is past the end of the array")
    return index
