"""Values that a schema allows, and others that are near to one."""

from __future__ import annotations

import base64
import copy
import random
from typing import Any
from urllib.parse import unquote

Schema = dict[str, Any]

TEXTS = ["", "a", "1", "-2", "名前", "a b", "null", "2024-02-29T12:00:00Z"]
KEYS = ["a", "b c", "0", "17", "-4", "é"]
MISFITS: list[Any] = [
    None, True, False, 0, 1, -1, 1.5, 300, 2**53, 2**63 - 1, -(2**63), 2**63, "", "a", "1", [], [1],
    {}, {"a": 1}, {"x": {}}, "2024-02-30T00:00:00Z", "2024-02-29T12:00:00Zx", "1.5", "1 ", 1e30,
]  # fmt: skip


class Values:
    """Samples of the schemas of one document."""

    def __init__(self, seed: int, definitions: dict[str, Schema]) -> None:
        self.random = random.Random(seed)
        self.definitions = definitions

    def valid(self, schema: Schema, depth: int = 0) -> Any:
        """A value that the schema allows."""
        if "$ref" in schema:
            return self.valid(self.resolved(schema), depth + 1)
        if "enum" in schema:
            return self.random.choice(schema["enum"])
        for keyword in ("oneOf", "anyOf"):
            if keyword in schema:
                return self.valid(self.shallow(schema[keyword], depth), depth + 1)
        kinds = schema.get("type")
        kind = self.random.choice(kinds) if isinstance(kinds, list) else kinds
        if isinstance(kinds, list) and depth > 6 and "null" in kinds:
            kind = "null"
        if kind is None:
            return self.random.choice(MISFITS)
        return getattr(self, kind)(schema, depth)

    def resolved(self, schema: Schema) -> Schema:
        """What a reference refers to, by RFC 6901 in a fragment."""
        name = unquote(schema["$ref"].rpartition("/")[2])
        return self.definitions[name.replace("~1", "/").replace("~0", "~")]

    def shallow(self, schemas: list[Schema], depth: int) -> Schema:
        """One of them; the deeper it stands, the smaller."""
        if depth <= 6:
            return self.random.choice(schemas)
        return min(schemas, key=lambda each: self.weight(each, 0))

    def weight(self, schema: Schema, depth: int) -> int:
        """How deep a value of a schema must be at least."""
        if depth > 12:
            return 100
        if "$ref" in schema:
            return 1 + self.weight(self.resolved(schema), depth + 1)
        for keyword in ("oneOf", "anyOf"):
            if keyword in schema:
                return 1 + min(self.weight(each, depth + 1) for each in schema[keyword])
        needed = [schema["properties"][name] for name in schema.get("required", [])]
        needed += schema.get("prefixItems", [])
        depths: list[int] = [self.weight(each, depth + 1) for each in needed]
        return 1 + max(depths, default=0)

    def null(self, _schema: Schema, _depth: int) -> None:
        return None

    def boolean(self, _schema: Schema, _depth: int) -> bool:
        return self.random.random() < 0.5

    def integer(self, schema: Schema, _depth: int) -> int:
        least = int(schema.get("minimum", -(2**63)))
        most = int(schema.get("maximum", 2**63 - 1))
        near = [least, most, 0, 1, -1, self.random.randint(least, most)]
        return self.random.choice([each for each in near if least <= each <= most])

    def number(self, _schema: Schema, _depth: int) -> float:
        return self.random.choice([0, 1, -1, 0.5, -2.25, 1e10, self.random.uniform(-1e6, 1e6)])

    def string(self, schema: Schema, _depth: int) -> str:
        kind = schema.get("format") or schema.get("contentEncoding")
        if kind == "date-time":
            day = f"20{self.random.randint(10, 60)}-0{self.random.randint(1, 9)}-11"
            return f"{day}T10:11:12{self.random.choice(['Z', '.25Z', '+09:00', 'z'])}"
        if kind == "uuid":
            text = f"{self.random.getrandbits(128):032x}"
            return "-".join([text[:8], text[8:12], text[12:16], text[16:20], text[20:]])
        if kind == "base64":
            return base64.b64encode(self.random.randbytes(self.random.randint(0, 9))).decode()
        if "pattern" in schema:
            # The only pattern of a text as a whole is that of a decimal.
            return self.random.choice(["0", "1.5", "-12.25", "123456789012345678901234567.5"])
        return self.random.choice(TEXTS)

    def array(self, schema: Schema, depth: int) -> list[Any]:
        prefix = [self.valid(each, depth + 1) for each in schema.get("prefixItems", [])]
        if "maxItems" in schema and schema["maxItems"] == len(prefix):
            return prefix
        count = 0 if depth > 5 else self.random.randint(0, 3)
        if prefix:
            # Each key is followed by its value: pairs, whose first stands in `prefixItems`.
            return [
                self.valid(each, depth + 1) for _ in range(count) for each in schema["prefixItems"]
            ]
        return [self.valid(schema.get("items", {}), depth + 1) for _ in range(count)]

    def object(self, schema: Schema, depth: int) -> dict[str, Any]:
        required = schema.get("required", [])
        properties = schema.get("properties", {})
        made = {
            name: self.valid(each, depth + 1)
            for name, each in properties.items()
            if name in required or (depth < 6 and self.random.random() < 0.6)
        }
        others = schema.get("additionalProperties", None)
        if isinstance(others, dict) and depth < 6:
            for _ in range(self.random.randint(0, 3)):
                made[self.key(schema.get("propertyNames", {}))] = self.valid(others, depth + 1)
        elif others is None and properties and self.random.random() < 0.1:
            made["unknown"] = self.random.choice(MISFITS)
        return made

    def key(self, names: Schema) -> str:
        if "enum" in names:
            return str(self.random.choice(names["enum"]))
        if "pattern" in names:
            return str(self.random.randint(-99, 99))
        return self.random.choice(KEYS)

    def near(self, value: Any) -> Any:
        """The same with something in it exchanged, left out or added."""
        value = copy.deepcopy(value)
        places: list[tuple[Any, Any]] = []

        def look(at: Any) -> None:
            for key in at if isinstance(at, dict) else range(len(at)):
                places.append((at, key))
                if isinstance(at[key], (dict, list)):
                    look(at[key])

        if isinstance(value, (dict, list)):
            look(value)
        if not places or self.random.random() < 0.1:
            return self.random.choice(MISFITS)
        holder, key = self.random.choice(places)
        change = self.random.random()
        if change < 0.6:
            holder[key] = self.random.choice(MISFITS)
        elif change < 0.85:
            del holder[key]
        elif isinstance(holder, dict):
            holder["another"] = holder.pop(key)
        else:
            holder.insert(key, copy.deepcopy(holder[key]))
        return value
