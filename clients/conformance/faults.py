"""What a host can do wrong, or only seldom does, on its way to the client."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass, fields
from typing import Any

from transcript import is_response, method, parts, written

LONG = 5_000_000
NOISE = ("noise " * 20 + "\n").encode() * 1500  # more than a pipe holds
NUMBERED = ("die", "half", "garbage", "long")


@dataclass
class Faults:
    """Those that were asked for. A number counts what goes well before: lines, or updates."""

    drip: bool = False
    interleave: bool = False
    noise: bool = False
    version: bool = False
    long: int | None = None
    die: int | None = None
    half: int | None = None
    garbage: int | None = None
    exit: tuple[int, int] | None = None

    @staticmethod
    def parse(texts: list[str]) -> Faults:
        """Reads `NAME[=VALUE]`s. Raises ValueError."""
        faults = Faults()
        known = {field.name for field in fields(Faults)}
        for text in texts:
            name, equals, value = text.partition("=")
            if name not in known:
                raise ValueError(f"no fault {name!r}; there are {', '.join(sorted(known))}")
            try:
                setattr(faults, name, fault_value(name, value if equals else None))
            except (KeyError, ValueError):
                raise ValueError(f"the fault {name!r} cannot be {text!r}; see README.md") from None
        return faults


def fault_value(name: str, value: str | None) -> Any:
    if name == "exit":
        lines, status = (value or "").split(":")
        return int(lines), int(status)
    if name in NUMBERED:
        return int(value) if value is not None else {"long": LONG}[name]
    if value is not None:
        raise ValueError
    return True


class Writer:
    """Writes lines with the faults, and ends the process where they say so."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults
        self.lines = 0
        self._padding = faults.long
        self._end_if_due()

    def write(self, message: Any, text: str | None = None) -> None:
        """Writes a message; `text` is how, if that matters."""
        if self.faults.noise:
            put(2, NOISE)
        answers = any(map(is_response, parts(message)))
        if self.faults.interleave and answers and self.lines > 0:
            unknown = {"id": "nobody", "revision": 7, "patch": [], "events": [], "done": []}
            self._line(notification("viewModel/update", {"updates": [unknown]}))
            line = {"level": "info", "message": "Between a request and its response"}
            self._line(notification("host/log", line))
        if self._padding is not None and self._is_first(message):
            text = written({**message, "padding": "ü" * (self._padding // 2)})
            self._padding = None
        self._line(written(message) if text is None else text)

    def _is_first(self, message: Any) -> bool:
        """The line to make long: the first after the answer to `initialize`, but no batch."""
        update = method(message) == "viewModel/update"
        return self.lines > 0 and (update or is_response(message))

    def _line(self, text: str) -> None:
        if self.lines == self.faults.garbage:
            self._put(b"{this is not JSON\n")
        data = text.encode() + b"\n"
        if self.lines == self.faults.half:
            self._put(data[: len(data) // 2])
            kill()
        self._put(data)

    def _put(self, data: bytes) -> None:
        if self.faults.drip and len(data) < LONG:
            for index in range(len(data)):
                put(1, data[index : index + 1])
        else:
            put(1, data)
        if data.endswith(b"\n"):
            self.lines += 1
            self._end_if_due()

    def _end_if_due(self) -> None:
        if self.lines == self.faults.die:
            kill()
        if self.faults.exit is not None and self.lines == self.faults.exit[0]:
            put(2, b"last words\n")
            os._exit(self.faults.exit[1])


def notification(name: str, details: dict[str, Any]) -> str:
    return written({"jsonrpc": "2.0", "method": name, "params": details})


def put(descriptor: int, data: bytes) -> None:
    """Writes all of it."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def kill() -> None:
    """Ends this process as a crash would."""
    os.kill(os.getpid(), signal.SIGKILL)
