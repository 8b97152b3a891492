"""What the schemas of a contract allow, by PyPI's jsonschema."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from typing import Any

from jsonschema import (  # type: ignore[import-untyped]
    Draft202012Validator,
    FormatChecker,
    ValidationError,
)
from jsonschema.validators import extend  # type: ignore[import-untyped]
from schema_values import Schema


def lenient(schema: Any) -> Any:
    """What is taken, too, as the page on the contract says: elements behind those of a tuple, and
    anything for a type without members."""
    if isinstance(schema, list):
        return [lenient(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if {key for key in schema if key != "description"} == {"type"} and schema["type"] == "object":
        return {}
    # A value may be one of several then.
    return {
        "anyOf" if key == "oneOf" else key: lenient(each)
        for key, each in schema.items()
        if key != "maxItems"
    }


def is_integer(_checker: Any, value: Any) -> bool:
    """An integer is one of 64 bits, as the page on the contract says."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return value == value // 1 and -(2**63) <= value < 2**63


def pairs(validator: Any, text: str, value: Any, schema: Schema) -> Iterator[ValidationError]:
    """What JSON Schema cannot say of a dictionary that is an array; its description does."""
    if text != "each key followed by its value" or not isinstance(value, list):
        return
    if len(value) % 2:
        yield ValidationError("a key without a value")
    for index, element in enumerate(value):
        yield from validator.descend(element, schema["prefixItems"][index % 2])


Validator = extend(
    Draft202012Validator,
    {"description": pairs},
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", is_integer),
)


class Checked:
    """The schemas of a document, each with a validator."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.definitions: dict[str, Schema] = document["$defs"]
        self.formats = FormatChecker(formats=[])
        self.formats.checks("date-time")(is_date)
        self.formats.checks("uuid")(is_uuid)

    def validator(self, schema: Schema, *, is_lenient: bool = False) -> Any:
        whole = {"$defs": self.definitions, **schema}
        return Validator(lenient(whole) if is_lenient else whole, format_checker=self.formats)


def is_date(value: Any) -> bool:
    """RFC 3339, in the years 0 to 9999."""
    if not isinstance(value, str):
        return True
    pattern = r"(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d+)?([Zz]|[+-](\d\d):(\d\d))"
    found = re.fullmatch(pattern, value, re.ASCII)
    if not found:
        return False
    year, month, day, hour, minute, second = (int(found[n]) for n in range(1, 7))
    if not 1 <= month <= 12 or hour > 23 or minute > 59 or second > 60:
        return False
    if found[9] and (int(found[9]) > 23 or int(found[10]) > 59):
        return False
    return 1 <= day <= monthrange(year or 4, month)[1]


def is_uuid(value: Any) -> bool:
    digits = "-".join(f"[0-9a-fA-F]{{{count}}}" for count in (8, 4, 4, 4, 12))
    return not isinstance(value, str) or re.fullmatch(digits, value) is not None


def fits(validators: dict[str, Any], schemas: dict[str, Schema], given: dict[str, Any]) -> bool:
    return all(validators[key].is_valid(given[key]) for key in schemas)
