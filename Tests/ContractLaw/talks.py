"""One conversation of each ViewModel of a random program, in all languages of generated code.

Each input is called with values of the types, and what it returns, and the state behind it, must be
what a frontend gets that sends the same values without generated code.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from schema_values import Schema, Values

# Beyond that numbers of JavaScript and Lua are not exact; the clients' own tests have what is then.
MOST = 2**53 - 1


class ExactValues(Values):
    """Values that every language has."""

    def integer(self, schema: Schema, depth: int) -> int:
        least, most = schema.get("minimum", -MOST), schema.get("maximum", MOST)
        within = {"minimum": max(least, -MOST), "maximum": min(most, MOST)}
        return super().integer({**schema, **within}, depth)


def is_exact(value: Any) -> bool:
    if isinstance(value, dict):
        return all(map(is_exact, value.values()))
    if isinstance(value, list):
        return all(map(is_exact, value))
    return not isinstance(value, (int, float)) or abs(value) <= MOST


class Talk:
    """Calls with their arguments, and what comes of them."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "talk.json"
        self.steps: list[dict[str, Any]] = []
        self.expected: list[Any] = []

    def add(
        self,
        described: dict[str, Any],
        given: list[dict[str, Any]],
        returned: list[Any],
        state: Any,
    ) -> None:
        """Adds a ViewModel.

        :param given: the arguments of each of its inputs but for the asynchronous ones.
        :param returned: what each of them returns.
        :param state: what it is behind that.
        """
        calls = []
        inputs = [each for each in described["inputs"] if not each["async"]]
        for entry, values in zip(inputs, given):
            arguments = [
                {"name": each["name"], "value": values[each["name"]], "required": each["required"]}
                for each in entry["arguments"]
                if each["name"] in values
            ]
            calls.append({"input": entry["name"], "arguments": arguments})
        self.steps.append({"viewModel": described["name"], "calls": calls})
        self.expected.append([returned, state])
        self.path.write_text(json.dumps(self.steps, ensure_ascii=False), encoding="utf-8")

    def compare(self, path: Path) -> str:
        """What is wrong with what a language has said; nothing when all is right."""
        said = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        if len(said) != len(self.expected):
            return f"{len(said)} ViewModels instead of {len(self.expected)}"
        wrong = [
            f"{step['viewModel']}: {shown(step['calls'])}\n"
            f"  expected {shown(wanted)}\n  found    {shown(found)}"
            for step, wanted, found in zip(self.steps, self.expected, said)
            if shown(found) != shown(wanted)
        ]
        return "\n".join(wrong[:4])


def shown(value: Any) -> str:
    """JSON, in which `1` and `1.0` are the same."""

    def plain(value: Any) -> Any:
        if isinstance(value, float) and value.is_integer():
            return int(value)
        if isinstance(value, dict):
            return {key: plain(each) for key, each in value.items()}
        return [plain(each) for each in value] if isinstance(value, list) else value

    return json.dumps(plain(value), ensure_ascii=False, sort_keys=True)
