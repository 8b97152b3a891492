"""What the host may say in which state, and what a frontend has to ask for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from transcript import method, params, parts

Check = Callable[[str, bool, str], bool]

LEVELS = ("debug", "info", "warning", "error", "off")
ALWAYS = ("ping", "clock/advance")
"""What is answered in any state."""


class Lifecycle:
    """The states of one conversation, and what its `initialize` has asked for."""

    def __init__(self, check: Check) -> None:
        self._check = check
        self._state = "fresh"
        self._methods: set[str] = set()
        """Of the last line to the host."""
        self._asked: list[dict[str, Any]] = []
        """The capabilities of the `initialize` that has succeeded, and of those of the line."""
        self._has_said = False
        """The host has sent something."""
        self._is_resumed = False
        """It asks again what an earlier frontend has not answered."""

    @property
    def is_shut_down(self) -> bool:
        return self._state == "shut down"

    def begin(self, line: Any) -> None:
        self._methods = {str(method(part)) for part in parts(line)}
        if self._state in ("fresh", "refused"):
            self._asked = [asked_by(part) for part in parts(line) if method(part) == "initialize"]

    def answered(self, request: dict[str, Any], answer: dict[str, Any]) -> None:
        self._has_said = True
        name = method(request)
        if "error" in answer:
            if name == "initialize" and answer["error"]["code"] == -32008:
                self._state = "refused"
            return
        if name == "initialize":
            self._check("states", self._state in ("fresh", "refused"), f"it is {self._state}")
            self._asked = [asked_by(request)]
            self._state = "running"
        elif name not in ALWAYS:
            is_fine = self._state in ("fresh", "running")
            self._check("states", is_fine, f"{name} has a result, and it is {self._state}")
            self._state = "running"
        if name == "shutdown":
            self._state = "shut down"

    def failed(self, code: int) -> None:
        """A request, an input or a service call has that error."""
        if code == -32002:
            is_so = self._state == "refused" or "initialize" in self._methods
            self._check("states", is_so, "-32002, and initialize was not refused")
        if code == -32010:
            is_so = self._state == "shut down" or not self._methods.isdisjoint(("shutdown", "exit"))
            self._check("states", is_so, "-32010, and it is not shut down")

    def closed(self) -> None:
        is_shutting = "shutdown" in self._methods and len(self._methods) == 1
        self._check("states", not is_shutting, "closed while everything ends")

    def take(self, message: dict[str, Any]) -> None:
        """The host notifies, or calls a service."""
        name, said = method(message), params(message)
        if name == "host/log":
            lower = LEVELS[: LEVELS.index(said["level"]) + 1]
            wanted = any(one.get("log") in lower for one in self._asked)
            self._check("asked", wanted, f"a log line of level {said['level']}")
        elif name == "host/restarted":
            wanted = any(one.get("restarts") for one in self._asked)
            self._check("asked", bool(wanted), name)
        elif name == "service/call":
            wanted = any(said["service"] in (one.get("services") or ()) for one in self._asked)
            wanted = wanted or self._is_resumed
            self._check("asked", wanted, f"the service {said['service']}")
        elif name == "host/resumed":
            self._check("states", not self._has_said, "host/resumed, and it is not the first")
            self._is_resumed = True
        elif name == "viewModel/update":
            wanted = any(one.get("turns") for one in self._asked)
            self._check("asked", ("turn" in said) == bool(wanted), "the number of the turn")
        self._has_said = True


def asked_by(initialize: dict[str, Any]) -> dict[str, Any]:
    capabilities = params(initialize).get("capabilities")
    return capabilities if isinstance(capabilities, dict) else {}
