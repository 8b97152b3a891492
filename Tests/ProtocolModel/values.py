"""Random values: texts, numbers, arguments, what services answer, and what is none of these."""

from __future__ import annotations

import random
from typing import Any

from kinds import RESULTS

TEXTS = ("", "x", "Ada", "é", "e\u0301", "a/b~c", '"\\', "\u2028 \u0000\u007f", "😀", "long " * 40)
ITEM_IDS = ("a", "b", "c", "d", "e")
INTEGERS = (0, 1, 2, 3, 7, -1, 1000, 2**53 + 1, 2**63 - 1, -(2**63))


class Values:
    def __init__(self, chance: random.Random, has_equal_texts: bool) -> None:
        self.chance = chance
        self.texts = TEXTS if has_equal_texts else [text for text in TEXTS if text != "e\u0301"]

    def one(self, kind: str) -> Any:
        """A value of a kind."""
        chance = self.chance
        if kind == "string":
            return chance.choice(self.texts)
        if kind == "integer":
            return chance.choice(INTEGERS)
        if kind == "boolean":
            return chance.random() < 0.5
        if kind == "number":
            return chance.choice((1, 2, 4, -2, 0.5, 3, 1e300))
        if kind == "item":
            return {"id": chance.choice(ITEM_IDS), "name": chance.choice(self.texts)}
        if kind == "titled":
            return {"id": chance.randint(0, 5), "title": chance.choice(self.texts)}
        if kind == "integers":
            return [chance.randint(-9, 9) for _ in range(chance.randint(0, 4))]
        if kind == "strings":
            return [chance.choice(self.texts) for _ in range(chance.randint(0, 4))]
        if kind == "user":
            return {"id": chance.choice(INTEGERS)}
        if kind == "example":
            return {"v": chance.choice(INTEGERS), "more": None}
        assert kind == "page"
        ids = chance.sample(ITEM_IDS, chance.randint(0, len(ITEM_IDS)))
        next_page = chance.choice(({}, {"nextPage": None}, {"nextPage": 2}, {"nextPage": 3}))
        items = [{"id": id, "name": chance.choice(self.texts)} for id in ids]
        return {"items": items, "pages": {"currentPage": 1, **next_page}}

    def other(self, kind: str) -> Any:
        """A value of another kind."""
        if kind in ("string", "boolean"):
            return self.chance.choice((5, {}, ["x"]))
        if kind in ("integer", "number"):
            return self.chance.choice(("5", True, [], {}))
        if kind == "titled":
            return self.chance.choice(({"id": 1}, {"id": "1", "title": "t"}, 3))
        if kind == "example":  # each with a sentence of its own
            return self.chance.choice(({}, [], "x", 3))
        if kind in ("item", "user", "page"):
            return self.chance.choice(({"id": []}, {}, [], "x", 3))
        return self.chance.choice(([{}], "x", {}, 3))

    def arguments(self, wanted: list[tuple[str, str]], wrong: bool = False) -> Any:
        """Arguments by name or in order; one of them wrong, if that is wished."""
        if not wrong:
            return self._good(wanted)
        named = {name: self.one(kind.rstrip("?")) for name, kind in wanted}
        way = self.chance.randrange(4)
        if way == 0 or not wanted:
            return {**named, "bogus": 1} if self.chance.random() < 0.5 else [*named.values(), 1]
        name, kind = self.chance.choice(wanted)
        if way == 1 and not kind.endswith("?"):
            del named[name]
            return named
        if way == 2:
            return self.chance.choice((5, "x", True))
        named[name] = self.other(kind.rstrip("?"))
        return named

    def _good(self, wanted: list[tuple[str, str]]) -> Any:
        if not wanted:
            return self.chance.choice((None, {}, []))
        taken = list(wanted)
        while taken[-1][1].endswith("?") and self.chance.random() < 0.5:
            taken.pop()
            if not taken:
                break
        named = {name: self.one(kind.rstrip("?")) for name, kind in taken}
        return list(named.values()) if self.chance.random() < 0.5 else named

    def answer(self, service: str) -> dict[str, Any]:
        """What a frontend answers to a service call, rightly or wrongly."""
        chance, kind = self.chance, RESULTS[service]
        way = chance.random()
        if way < 0.65:
            return {"result": self.one(kind)}
        if way < 0.85:
            error: dict[str, Any] = {"code": chance.choice((-32800, 503, 0, -32601))}
            error["message"] = chance.choice(self.texts)
            if chance.random() < 0.3:
                error["data"] = {"more": [1]}
            return {"error": error}
        if way < 0.95:
            return {"result": self.other(kind)}
        return chance.choice(({"error": {"code": 5}}, {"error": "x"}))
