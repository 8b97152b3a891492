"""Holds what the repository has of the messages' schema against a host; `--update` rewrites it.

    python3 message_files.py HOST [--update]

`clients/messages.schema.json` is what `HOST schema --messages` prints, in lines that a reader can
compare; `clients/messages.d.ts` are the same forms as declarations of TypeScript.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CLIENTS = Path(__file__).resolve().parents[1]
Schema = dict[str, Any]


def main(host: str, update: bool) -> int:
    printed = subprocess.run([host, "schema", "--messages"], check=True, capture_output=True)
    schema = json.loads(printed.stdout)
    files = {
        CLIENTS / "messages.schema.json": text(schema) + "\n",
        CLIENTS / "messages.d.ts": "\n".join(declarations(schema)) + "\n",
    }
    faults = 0
    for path, content in files.items():
        if update:
            path.write_text(content, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != content:
            print(f"{path}: not what the host says: run {Path(__file__).name} HOST --update")
            faults += 1
    return 1 if faults else 0


def text(value: Any, indent: int = 0, before: int = 0) -> str:
    """A JSON text in which what fits on a line stands on one."""
    flat = json.dumps(value, ensure_ascii=False)
    fits = indent > 0 and before + len(flat) < 100
    if fits or not value or not isinstance(value, (dict, list)):
        return flat
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: " for key in value]
        lines = [
            inner + part + text(member, indent + 2, len(inner + part))
            for part, member in zip(parts, value.values())
        ]
        return "{\n" + ",\n".join(lines) + "\n" + " " * indent + "}"
    lines = [inner + text(element, indent + 2, len(inner)) for element in value]
    return "[\n" + ",\n".join(lines) + "\n" + " " * indent + "]"


def declarations(schema: Schema) -> Iterator[str]:
    yield f"// {schema['title']}. {schema['description']}"
    yield "// Written by conformance/message_files.py from messages.schema.json."
    yield ""
    yield "export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };"
    for name, definition in schema["$defs"].items():
        yield ""
        yield from comment(definition, "")
        yield f"export type {name} = {type_of(definition, '')};"


def comment(schema: Schema, indent: str) -> Iterator[str]:
    if "description" in schema:
        yield f"{indent}/** {schema['description']} */"


def type_of(schema: Schema, indent: str) -> str:
    if "allOf" in schema:
        return message_type(schema)
    if "$ref" in schema:
        return reference(schema["$ref"])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(type_of(member, indent) for member in schema[union])
    kind = schema.get("type")
    if isinstance(kind, list):
        kinds = dict.fromkeys(type_of({**schema, "type": one}, indent) for one in kind)
        return " | ".join(kinds)
    if kind == "object":
        return object_type(schema, indent)
    if kind == "array":
        if schema.get("maxItems") == 0:
            return "[]"
        element = type_of(schema.get("items", {}), indent)
        return f"({element})[]" if " | " in element else f"{element}[]"
    simple = {"string": "string", "integer": "number", "number": "number", "null": "null"}
    return {**simple, "boolean": "boolean"}.get(str(kind), "Json")


def message_type(schema: Schema) -> str:
    """A message whose method says what the params are."""
    members = {
        name: member
        for name, member in schema["properties"].items()
        if name not in ("method", "params")
    }
    base = object_type({"properties": members, "required": schema["required"]}, "")
    lines = []
    for rule in schema["allOf"]:
        method = rule["if"]["properties"]["method"]["const"]
        params = reference(rule["then"]["properties"]["params"]["$ref"])
        is_required = "params" in [*schema["required"], *rule["then"].get("required", [])]
        mark = "" if is_required else "?"
        lines.append(f"  | {{ method: {json.dumps(method)}; params{mark}: {params} }}")
    return base + " & (\n" + "\n".join(lines) + "\n)"


def reference(pointer: str) -> str:
    name, *path = pointer.removeprefix("#/$defs/").split("/")
    members = [part for part in path if part != "properties"]
    unescaped = [part.replace("~1", "/").replace("~0", "~") for part in members]
    return name + "".join(f"[{json.dumps(member)}]" for member in unescaped)


def object_type(schema: Schema, indent: str) -> str:
    properties: dict[str, Schema] = schema.get("properties", {})
    others = schema.get("additionalProperties")
    if not properties:
        if schema.get("maxItems") == 0 or others is False:
            return "Record<string, never>"
        return f"Record<string, {type_of(others, indent)}>" if others else "Record<string, Json>"
    required = schema.get("required", [])
    # In the tables every method is there.
    all_are_there = all("params" in each.get("properties", {}) for each in properties.values())
    inner = indent + "  "
    lines: list[str] = []
    for name, member in properties.items():
        lines += comment(member, inner)
        key = name if name.isidentifier() else json.dumps(name)
        mark = "" if name in required or all_are_there else "?"
        lines.append(f"{inner}{key}{mark}: {type_of(member, inner)};")
    return "{\n" + "\n".join(lines) + "\n" + indent + "}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--update" in sys.argv[2:]))
