"""Whether values have the form that a schema says: the part of JSON Schema (draft 2020-12) that
`messages.schema.json` uses. A keyword that is not known here is an error, and never passed over."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from transcript import same

Find = Callable[[Any], "str | None"]
"""Gives what is wrong with a value, behind the JSON Pointer to it; None where nothing is."""
Make = Callable[["Forms", Any, dict[str, Any]], "Find | None"]
"""Makes that of a keyword's value, and the schema that it stands in."""

TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}


class Forms:
    """The forms in a document."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document
        self._known: dict[str, Find] = {}
        self.requests = document["$defs"]["Requests"]["properties"].keys()
        """The methods that have a result."""

    def __call__(self, pointer: str) -> Find:
        """The form that stands at a JSON Pointer."""
        if pointer not in self._known:
            schema: Any = self._document
            for token in pointer.split("/")[1:]:
                schema = schema[token.replace("~1", "/").replace("~0", "~")]
            self._known[pointer] = self.of(schema)
        return self._known[pointer]

    def of(self, schema: dict[str, Any]) -> Find:
        """That of a schema. Raises KeyError for a keyword that is not known."""
        made = (KEYWORDS[keyword](self, value, schema) for keyword, value in schema.items())
        finds = [find for find in made if find]
        return lambda value: next(filter(None, (find(value) for find in finds)), None)

    def all_of(self, schemas: list[dict[str, Any]]) -> list[Find]:
        return [self.of(schema) for schema in schemas]


def nothing(forms: Forms, value: Any, schema: dict[str, Any]) -> None:
    """For keywords that say nothing of values, or that another one takes in."""


def reference(forms: Forms, value: str, schema: dict[str, Any]) -> Find:
    # A form may have itself in it.
    return lambda found: forms(value.removeprefix("#"))(found)


def types(forms: Forms, value: Any, schema: dict[str, Any]) -> Find:
    names = [value] if isinstance(value, str) else value
    wanted = [TYPES[name] for name in names]
    said = f": is no {' or '.join(names)}"
    return lambda found: None if any(is_one(found) for is_one in wanted) else said


def values(forms: Forms, value: Any, schema: dict[str, Any]) -> Find:
    wanted = schema.get("enum", [schema.get("const")])
    return lambda found: None if any(same(one, found) for one in wanted) else f": not {wanted}"


def limit(fits: Callable[[Any, Any], bool], *kinds: type) -> Make:
    """A keyword that limits values of some kinds only."""

    def make(forms: Forms, value: Any, schema: dict[str, Any]) -> Find:
        def find(found: Any) -> str | None:
            if not isinstance(found, kinds) or isinstance(found, bool) or fits(found, value):
                return None
            return f": {found!r:.80} against {value}"

        return find

    return make


def members(forms: Forms, value: Any, schema: dict[str, Any]) -> Find:
    """`properties`, `required` and `additionalProperties`."""
    known = {name: forms.of(one) for name, one in schema.get("properties", {}).items()}
    others = schema.get("additionalProperties", {})
    other = forms.of({"not": {}} if others is False else others)
    needed = schema.get("required", [])

    def faults(found: dict[str, Any]) -> Iterator[str]:
        yield from (f": lacks {name}" for name in needed if name not in found)
        for name, member in found.items():
            if fault := known.get(name, other)(member):
                yield f"/{name}{fault}"

    return lambda found: next(faults(found), None) if isinstance(found, dict) else None


def rest_of_members(forms: Forms, value: Any, schema: dict[str, Any]) -> Find | None:
    """`required` and `additionalProperties`, where no `properties` have taken them in."""
    if "properties" in schema or ("required" in schema and value is not schema["required"]):
        return None
    return members(forms, value, schema)


def elements(forms: Forms, value: dict[str, Any], schema: dict[str, Any]) -> Find:
    element = forms.of(value)

    def find(found: Any) -> str | None:
        for index, one in enumerate(found if isinstance(found, list) else ()):
            if fault := element(one):
                return f"/{index}{fault}"
        return None

    return find


def all_of(forms: Forms, value: list[dict[str, Any]], schema: dict[str, Any]) -> Find:
    finds = forms.all_of(value)
    return lambda found: next(filter(None, (find(found) for find in finds)), None)


def one_of(forms: Forms, value: list[dict[str, Any]], schema: dict[str, Any]) -> Find:
    """`oneOf`, and `anyOf`, whose fault is that of what comes nearest."""
    finds = forms.all_of(value)
    is_any = "anyOf" in schema

    def find(found: Any) -> str | None:
        faults = [fault for each in finds if (fault := each(found))]
        fitting = len(finds) - len(faults)
        if fitting == 1 or (is_any and fitting):
            return None
        return max(faults, key=lambda fault: fault.count("/")) if not fitting else ": is several"

    return find


def none_of(forms: Forms, value: dict[str, Any], schema: dict[str, Any]) -> Find:
    wrong = forms.of(value)
    return lambda found: None if wrong(found) else ": must not be"


def condition(forms: Forms, value: dict[str, Any], schema: dict[str, Any]) -> Find:
    holds, then = forms.of(value), forms.of(schema["then"])
    return lambda found: None if holds(found) else then(found)


KEYWORDS: dict[str, Make] = {
    **dict.fromkeys(("$schema", "$defs", "title", "description", "then"), nothing),
    "$ref": reference,
    "type": types,
    "enum": values,
    "const": values,
    "minimum": limit(lambda found, least: bool(found >= least), int, float),
    "maximum": limit(lambda found, most: bool(found <= most), int, float),
    "pattern": limit(lambda found, wanted: bool(re.search(wanted, found)), str),
    "minItems": limit(lambda found, least: len(found) >= least, list),
    "maxItems": limit(lambda found, most: len(found) <= most, list),
    "minProperties": limit(lambda found, least: len(found) >= least, dict),
    "properties": members,
    **dict.fromkeys(("required", "additionalProperties"), rest_of_members),
    "items": elements,
    "allOf": all_of,
    "anyOf": one_of,
    "oneOf": one_of,
    "not": none_of,
    "if": condition,
}
