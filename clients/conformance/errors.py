"""Whether an error of a host is as protocol.md says."""

from __future__ import annotations

from typing import Any

CODES = {-32700, -32800, *range(-32603, -32599), *range(-32019, -32000)}
DATA = {-32602: "path", -32008: "supported", -32014: "service", -32017: "reason"}
"""What the data of an error with that code have."""


def error_fault(error: dict[str, Any]) -> str | None:
    """What is wrong with an error that has the form of one."""
    code, data = error["code"], error.get("data") or {}
    if code not in CODES:
        return f"{code}"
    if not error["message"]:
        return "no sentence"
    if DATA.get(code, "") not in {"", *data}:
        return f"without data.{DATA[code]}: {error['message']}"
    if code == -32602 and not (data["path"] == "" or str(data["path"]).startswith("/")):
        return f"{data['path']} is no JSON Pointer"
    return None
