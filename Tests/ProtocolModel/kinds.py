"""The kinds of values that ViewModels take: arguments, parameters, and what services give."""

from __future__ import annotations

from typing import Any

RESULTS = {
    "items": "page",
    "foos": "strings",
    "example": "example",
    "fetchUser": "user",
    "processUser": "boolean",
    "part": "string",
}
"""What each service gives."""

MEMBERS = {
    "item": {"id": "string", "name": "string"},
    "titled": {"id": "integer", "title": "string"},
    "user": {"id": "integer"},
    "example": {"v": "integer"},
    "page": {"items": "items", "pages": "pages"},
    "pages": {"currentPage": "integer", "nextPage": "integer?"},
    # What methods take.
    "viewModel/create": {
        "name": "string",
        "id": "string?",
        "observe": "strings?",
        "uses": "object?",
    },
    "viewModel/observe": {"id": "string", "observe": "strings"},
    "viewModel/dispose": {"id": "string"},
    "viewModel/snapshot": {"id": "string"},
    "viewModel/call": {"id": "string", "input": "string"},
    "viewModel/input": {"id": "string", "input": "string", "seq": "seq?"},
    "viewModel/describe": {"name": "string"},
    "contract/check": {"contract": "object"},
    "initialize": {"protocolVersions": "strings", "capabilities": "capabilities?"},
    "capabilities": {"mergeUpdates": "merging?", "services": "strings?", "log": "level?"},
}
LEVELS = ("debug", "info", "warning", "error", "off")
ELEMENTS = {"strings": "string", "integers": "integer", "items": "item"}


def has_kind(value: Any, kind: str) -> bool:
    """Whether a value is of a kind. Objects may have more members."""
    if kind in MEMBERS:
        return isinstance(value, dict) and all(
            (name in value or member.endswith("?"))
            and (has_kind(value.get(name), member.rstrip("?")) or is_left_out(value, name, member))
            for name, member in MEMBERS[kind].items()
        )
    if kind in ELEMENTS:
        return isinstance(value, list) and all(has_kind(part, ELEMENTS[kind]) for part in value)
    if kind == "merging" and isinstance(value, dict):
        return has_kind(value.get("milliseconds"), "integer") and value["milliseconds"] >= 0
    if kind in ("boolean", "merging"):
        return isinstance(value, bool)
    if kind == "string":
        return isinstance(value, str)
    if kind == "object":
        return isinstance(value, dict)
    if kind == "level":
        return value in LEVELS
    if kind == "seq":
        return has_kind(value, "string") or has_kind(value, "number")
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_number and (kind == "number" or isinstance(value, int))


def misfit(value: Any, kind: str, path: str = "") -> str:
    """Where a value that is not of a kind first is not, and what is found there."""
    if kind in ELEMENTS and isinstance(value, list):
        for index, part in enumerate(value):
            if not has_kind(part, ELEMENTS[kind]):
                return misfit(part, ELEMENTS[kind], f"{path}[{index}]")
    if kind in MEMBERS and isinstance(value, dict):
        for name, member in MEMBERS[kind].items():
            if name not in value:
                if not member.endswith("?"):
                    return f"{path}.{name}: nothing"
            elif not has_kind(value[name], member.rstrip("?")):
                return misfit(value[name], member.rstrip("?"), f"{path}.{name}")
    return f"{path}: {type(value).__name__}"


def is_left_out(value: dict[str, Any], name: str, kind: str) -> bool:
    return kind.endswith("?") and value.get(name) is None


def bound(arguments: Any, wanted: list[tuple[str, str]]) -> dict[str, Any] | None:
    """Arguments by name; None where they are not what is wanted. They may come in order."""
    if arguments is None:
        arguments = {}
    if isinstance(arguments, list):
        if len(arguments) > len(wanted):
            return None
        arguments = {name: value for (name, _), value in zip(wanted, arguments)}
    if not isinstance(arguments, dict) or not arguments.keys() <= {name for name, _ in wanted}:
        return None
    for name, kind in wanted:
        if kind.endswith("?") and arguments.get(name) is None:
            continue
        if name not in arguments or not has_kind(arguments[name], kind.rstrip("?")):
            return None
    return {name: value for name, value in arguments.items() if value is not None}
