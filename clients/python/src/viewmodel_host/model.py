"""The values that callbacks and answers carry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal

State = Mapping[str, Any]
"""The outputs of an instance by name. Never changed in place: one that you keep stays as it is."""


if TYPE_CHECKING:  # type checkers bring it along; it is not needed to run
    from typing_extensions import TypeVar

    StateT_co = TypeVar("StateT_co", bound=Mapping[str, object], default=State, covariant=True)
    NewStateT = TypeVar("NewStateT", bound=Mapping[str, object])
else:
    from typing import TypeVar

    StateT_co = TypeVar("StateT_co", bound=Mapping[str, object], covariant=True)
    NewStateT = TypeVar("NewStateT", bound=Mapping[str, object])

InstanceT_co = TypeVar("InstanceT_co", covariant=True)

LogLevel = Literal["debug", "info", "warning", "error", "off"]
"""The least level that the host is to log; `off` is nothing."""


@dataclass(frozen=True)
class Change(Generic[StateT_co]):
    """A turn changed the state of an instance."""

    id: str
    revision: int
    before: StateT_co
    state: StateT_co
    patch: Sequence[Mapping[str, Any]]
    """The JSON Patch from `before` to `state`; empty when it is `resynced`."""
    resynced: bool = False
    """The state is a new one, not the known one patched: an update did not fit, the host was
    restarted, or the instance is there again."""


@dataclass(frozen=True)
class Event:
    """Something that happened once and is not state."""

    id: str
    name: str
    value: Any


@dataclass(frozen=True)
class Failure:
    """An error inside a ViewModel that no output carries. The instance lives on."""

    id: str
    code: int
    message: str
    data: Any = None


@dataclass(frozen=True)
class ServiceRejected:
    """The host could not use what a service answered."""

    id: str
    """Which call it was, in the order of their beginning: `service-1`, `service-2`, …"""
    service: str | None
    code: int
    message: str
    data: Any = None


@dataclass(frozen=True)
class Crash:
    """How a process of the host ended, or would end."""

    reason: str
    file: str | None = None
    """The Swift file and the line, where they are known."""
    line: int | None = None


@dataclass(frozen=True)
class Restarted(Crash):
    """The process of a supervised host has ended, and another one goes on."""

    milliseconds: int = 0
    """How long nobody has served."""


@dataclass(frozen=True)
class Trial:
    """What an input would do."""

    messages: Sequence[Mapping[str, Any]]
    """What the host would send, in order: updates, rejections, service calls."""
    crashed: Crash | None = None
    """The input would end the host's process, or not return; there are no messages then."""


@dataclass(frozen=True)
class Turn:
    """A turn of a supervised host's session."""

    turn: int
    """Its number; turns count from 1."""
    cause: str
    """`line`, `timer`, `task`, or `host` where another process goes on."""
    messages: Sequence[Mapping[str, Any]] = ()
    """What its line said: `method`, `id`, `input`; or `response`, with what it answers."""
    step: bool = False
    """It has an input, which `undo` takes back."""


@dataclass(frozen=True)
class Turns:
    """What a session's last turns came from."""

    turn: int
    """The turn after which the session is."""
    turns: Sequence[Turn]
    """The last ones up to there, in order."""
    undone: Sequence[Turn]
    """The first of those that were taken back, and can be had again."""


@dataclass(frozen=True)
class Rewound(Generic[InstanceT_co]):
    """The session is at another turn."""

    turn: int
    """The turn after which it is now."""
    opened: Sequence[InstanceT_co] = ()
    """The instances that are there again."""


@dataclass(frozen=True)
class LogLine:
    """A line of the host's log, for people to read."""

    level: str
    message: str


@dataclass(frozen=True)
class Snapshot(Generic[StateT_co]):
    """The whole state of an instance, as the host sees it."""

    id: str
    revision: int
    state: StateT_co


@dataclass(frozen=True)
class HostInfo:
    """What the host said of itself at the start."""

    protocol_version: str
    name: str
    version: str | None = None
    capabilities: Mapping[str, Any] = field(default_factory=dict)
    limits: Mapping[str, Any] = field(default_factory=dict)
