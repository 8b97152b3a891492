"""Contracts with random names: words of the languages and of generated code, marks, and others."""

from __future__ import annotations

import keyword
import random
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]

PLAIN = ["a", "b", "fooBar", "foo_bar", "foo-bar", "foo bar", "foo.bar", "URLOfPage", "item", "n"]
MARKS = [
    "",
    "$",
    "*/",
    "//",
    "--",
    "]]",
    '"',
    '"""',
    "'",
    "`",
    "${x}",
    "\\",
    "\\(x)",
    "a=b",
    "|",
    "%s",
    "#",
    ";",
    " ",
    "\n",
    "\r",
    "\r\n",
    "\t",
    "\x01",
    "\u2028",
    "\u0085",
    "\x7f",
    "-",
    "_",
    "__",
    "?",
    "@",
    "~",
    "<>",
    "()",
]
OTHERS = [
    "名前",
    "größe",
    "gro\u0308ße",
    "é",
    "ñandú",
    "👩‍👩‍👧",
    "ﬁ",
    "fi",
    "日本",
    "Ω",
    "Ω",
    "٣",
    "2",
    "2a",
    "_2",
    "0",
]
OWN = [
    "__index",
    "__newindex",
    "__proto__",
    "__init__",
    "__class__",
    "__dict__",
    "_instance",
    "_contract",
    "_given",
    "constructor",
    "prototype",
    "toString",
    "then",
    "do",
    "done",
    "fi",
    "esac",
    "nil",
    "t",
    "end",
    "local",
    "cast",
    "self",
    "cls",
    "args",
    "arguments",
    "instance",
    "host",
    "id",
    "observe",
    "create",
    "dispose",
    "state",
    "callback",
    "typed",
    "keys",
    "success-fn",
    "error-fn",
    "success_fn",
    "ID",
    "function",
    "await",
    "async",
    "int",
    "list",
    "dict",
    "str",
    "object",
    "type",
    "Item",
    "Host",
    "Instance",
    "Json",
    "CONTRACT",
    "check",
    "contract",
    "on_change",
    "on-change",
    "onChange",
    "change",
    "get",
    "get-a",
    "get_a",
    "services",
    "calls",
    "inputs",
    "events",
]


def generated_words() -> list[str]:
    """What stands in code that has been generated."""
    words: set[str] = set()
    for path in (ROOT / "Tests" / "Generated").rglob("*.*"):
        words.update(re.findall(r"[A-Za-z_][A-Za-z_0-9]*", path.read_text(encoding="utf-8")))
    return sorted(words)


class Names:
    """Random names, from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self._words = generated_words()
        self._kinds = [PLAIN, MARKS, OTHERS, OWN, keyword.kwlist, self._words]

    def one(self) -> str:
        pick = self.random.choice
        name = pick(pick(self._kinds))
        kind = self.random.randrange(8)
        if kind == 0:
            return name + pick(MARKS) + pick(PLAIN)
        if kind == 1:
            return pick(MARKS) + name
        if kind == 2:
            return name.upper() if self.random.random() < 0.5 else name.capitalize()
        return name

    def several(self, most: int) -> list[str]:
        """Different ones."""
        return list(dict.fromkeys(self.one() for _ in range(self.random.randrange(most + 1))))

    def contract(self, view_models: int) -> dict[str, Any]:
        """One whose arguments are all integers."""
        names = list(dict.fromkeys(self.one() for _ in range(view_models)))
        services = self.several(3)
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "host": {"name": self.one(), "version": "1"},
            "protocolVersion": "1",
            "hash": "0123456789abcdef",
            "viewModels": [self._view_model(name, services, names) for name in names],
            "services": [
                {
                    "name": name,
                    "arguments": self._object(),
                    "result": {"type": "integer"},
                    "answeredByHost": False,
                }
                for name in services
            ],
            "$defs": {name: self._object() for name in self.several(8)},
        }

    def _object(self) -> dict[str, Any]:
        names = self.several(4)
        required = [name for name in names if self.random.random() < 0.5]
        return {
            "type": "object",
            "properties": {name: {"type": "integer"} for name in names},
            "required": required,
        }

    def _arguments(self, most: int) -> list[dict[str, Any]]:
        return [
            {"name": name, "schema": {"type": "integer"}, "required": self.random.random() < 0.6}
            for name in self.several(most)
        ]

    def _view_model(self, name: str, services: list[str], all: list[str]) -> dict[str, Any]:
        roles = self.several(2) if self.random.random() < 0.3 else []
        return {
            "name": name,
            "parameters": self._arguments(3),
            "uses": [{"name": role, "viewModels": [self.random.choice(all)]} for role in roles],
            "services": [
                {"name": each, "arguments": {}, "result": {}, "required": False}
                for each in services
            ],
            "inputs": [self._input(each) for each in self.several(8)],
            "outputs": [{"name": each, "schema": {"type": "integer"}} for each in self.several(5)],
            "events": [{"name": each, "schema": {"type": "integer"}} for each in self.several(3)],
            **(
                {"description": f"{self.one()} and\n{self.one()}."}
                if self.random.random() < 0.3
                else {}
            ),
        }

    def _input(self, name: str) -> dict[str, Any]:
        result = {"result": {"type": "integer"}} if self.random.random() < 0.4 else {}
        return {
            "name": name,
            "arguments": self._arguments(4),
            "async": self.random.random() < 0.3,
            **result,
        }
