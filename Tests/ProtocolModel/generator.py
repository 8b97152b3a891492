"""Random conversations."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from drafts import FAVORITES, Drafts

BROKEN = (
    '{"jsonrpc":"2.0","id":1',
    "nonsense",
    "[1,",
    "NaN",
    " ",
    '"\\x"',
    "[]",
    "{}{}",
    "1e",
    "\t",
)
NOT_MESSAGES: tuple[Any, ...] = (
    1,
    "x",
    None,
    [],
    {},
    {"jsonrpc": "2.0"},
    {"jsonrpc": "1.0", "id": "old", "method": "ping"},
    {"id": "none", "method": "ping"},
    {"jsonrpc": "2.0", "id": True, "method": "ping"},
    {"jsonrpc": "2.0", "id": "five", "method": 5},
    {"jsonrpc": "2.0", "id": "params", "method": "ping", "params": 5},
    {"jsonrpc": "2.0", "method": "viewModel/input", "params": "x"},
    {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": 5},
    {"jsonrpc": "2.0", "method": 1, "params": "x"},
    {"jsonrpc": "2.0", "id": "service-1"},
)


class Generator(Drafts):
    """Writes a whole conversation, of about so many lines."""

    def __init__(self, seed: int, length: int, avoid: tuple[str, ...] = ()) -> None:
        super().__init__(seed, avoid)
        self.length = length

    def conversation(self) -> list[str]:
        for _ in range(self.chance.choice((0, 0, 0, 1))):
            self.send(self.request("ping"))
        if self.chance.random() < 0.85:
            self.send(self.initialize())
        for _ in range(self.length):
            if self.model.has_ended:
                break
            self.step()
        if self.chance.random() < 0.8 and not self.model.has_ended:
            for id in list(self.model.instances):
                self.send(self.request("viewModel/snapshot", {"id": id}))
            self.send(self.request("host/pending"))
        return self.lines

    def step(self) -> None:
        way = self.chance.random()
        if way < 0.02:
            self.put(self.chance.choice(BROKEN))
        elif way < 0.2:
            self._is_array = True
            count = self.chance.choice((1, 2, 3, 4, 6, 9))
            is_churn = self.chance.random() < 0.35
            self.send(self.churn() if is_churn else [self.message() for _ in range(count)])
            self._is_array = False
        else:
            self.send(self.message())
        self.made = {}

    def churn(self) -> list[Any]:
        """Creates, uses, disposes and creates again what has the same few ids."""
        favorites, self._favorites = self._favorites, ["counter", *FAVORITES[2:6], "example.faulty"]
        kinds = (self.create, self.create, self.dispose, self.dispose, self.input, self.input)
        more = (self.snapshot, self.observe, self.call, self.advance)
        count = self.chance.randint(2, 8)
        messages = [self.chance.choice((*kinds, *more))() for _ in range(count)]
        self._favorites = favorites
        return messages

    def message(self) -> Any:
        open_calls = bool(self.model.sent)
        choices: list[tuple[float, Callable[[], Any]]] = [
            (16 if len(self.model.instances) < 4 else 6, self.create),
            (30, self.input),
            (12, self.call),
            (5, self.cancel),
            (6, self.dispose),
            (5, self.observe),
            (9, self.snapshot),
            (25 if open_calls else 1, self.answer),
            (9, self.advance),
            (3, lambda: self.request("host/pending")),
            (2, lambda: self.request("ping", self.chance.choice((None, {}, [], {"more": 1})))),
            (1, self.describe),
            (2, self.unknown),
            (2, lambda: self.chance.choice(NOT_MESSAGES)),
            (0.5, self.initialize),
            (0.2, self.shut_down),
            (0.15, self.leave),
        ]
        [make] = self.chance.choices([make for _, make in choices], [many for many, _ in choices])
        return make()

    def send(self, message: Any) -> None:
        ascii = self.chance.random() < 0.5
        spaced = self.chance.random() < 0.2
        separators = (", ", ": ") if spaced else (",", ":")
        self.put(json.dumps(message, ensure_ascii=ascii, separators=separators))

    def put(self, line: str) -> None:
        self.lines.append(line)
        self.model.receive(line)
