"""Reading the members of messages, with an error that names the one that is missing or mistyped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from .errors import ProtocolError
from .model import Crash, HostInfo, Restarted, Snapshot, Trial, Turn, Turns
from .windows import WindowPlace

T = TypeVar("T")


def member(holder: Any, key: str, kind: type[T], where: str) -> T:
    """A required member."""
    value = holder.get(key) if isinstance(holder, dict) else None
    if type(value) is kind:
        return value
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise ProtocolError(f"{where}: expected {key!r} as {kind.__name__}, found {value!r:.80}")
    return value


def optional_list(holder: Any, key: str, where: str) -> list[Any]:
    """An optional array; empty when it is left out."""
    return member(holder, key, list, where) if key in holder else []


def error_parts(message: Mapping[str, Any], where: str) -> tuple[int, str, Any]:
    """Code, message and data of the error that a message carries."""
    error = member(message, "error", dict, where)
    code = member(error, "code", int, where)
    return code, member(error, "message", str, where), error.get("data")


def snapshot(result: Any, where: str) -> Snapshot:
    """The result of `viewModel/create` and `viewModel/snapshot`."""
    return Snapshot(
        member(result, "id", str, where),
        member(result, "revision", int, where),
        member(result, "state", dict, where),
    )


def host_info(result: Any) -> HostInfo:
    """The result of `initialize`."""
    where = "initialize"
    host = member(result, "host", dict, where)
    return HostInfo(
        protocol_version=member(result, "protocolVersion", str, where),
        name=member(host, "name", str, where),
        version=host.get("version"),
        capabilities=_optional_object(result, "capabilities", where),
        limits=limits(_optional_object(result, "limits", where)),
    )


def limits(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The limits of a host, of which those that are for lines are integers."""
    for key in ("lineBytes", "depth"):
        if key in given:
            member(given, key, int, "initialize")
    return given


def _optional_object(holder: Any, key: str, where: str) -> Mapping[str, Any]:
    return member(holder, key, dict, where) if holder.get(key) is not None else {}


def names(result: Any) -> list[str]:
    """The result of `viewModel/list`."""
    where = "viewModel/list"
    return [member(item, "name", str, where) for item in member(result, "viewModels", list, where)]


def now(result: Any) -> float:
    """The result of `clock/advance`: an int, unless there is a part of a millisecond."""
    where = "clock/advance"
    is_whole = isinstance(result, dict) and isinstance(result.get("now"), int)
    return member(result, "now", int, where) if is_whole else member(result, "now", float, where)


def window_place(result: Any) -> WindowPlace:
    """The result of `viewModel/window`."""
    where = "viewModel/window"
    return WindowPlace(
        member(result, "total", int, where),
        member(result, "offset", int, where),
        member(result, "limit", int, where),
    )


def crash(holder: Any, where: str) -> Crash:
    """How a process ended."""
    return Crash(member(holder, "reason", str, where), holder.get("file"), holder.get("line"))


def restarted(params: Any) -> Restarted:
    """What `host/restarted` tells."""
    where = "host/restarted"
    how = crash(params, where)
    return Restarted(how.reason, how.file, how.line, member(params, "milliseconds", int, where))


def trial(result: Any) -> Trial:
    """What `viewModel/try` answers."""
    where = "viewModel/try"
    if isinstance(result, dict) and "crashed" in result:
        return Trial([], crash(result["crashed"], where))
    return Trial(member(result, "messages", list, where))


def turns(result: Any) -> Turns:
    """The result of `session/turns`."""
    where = "session/turns"
    return Turns(
        member(result, "turn", int, where),
        [_turn(each) for each in member(result, "turns", list, where)],
        [_turn(each) for each in member(result, "undone", list, where)],
    )


def _turn(entry: Any) -> Turn:
    where = "session/turns"
    return Turn(
        member(entry, "turn", int, where),
        member(entry, "cause", str, where),
        optional_list(entry, "messages", where),
        entry.get("step") is True,
    )


def value(result: Any) -> Any:
    """The result of `viewModel/call`."""
    return member(result, "value", object, "viewModel/call")
