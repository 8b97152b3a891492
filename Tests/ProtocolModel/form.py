"""Whether a message of the host has the form that the schema of messages says."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

CLIENTS = Path(__file__).resolve().parents[2] / "clients"
sys.path.append(str(CLIENTS / "conformance"))

from errors import error_fault  # noqa: E402
from forms import Forms  # noqa: E402

FORMS = Forms(json.loads((CLIENTS / "messages.schema.json").read_text(encoding="utf-8")))


class Misshapen(Exception):
    """A message has not the form that it should have."""


def check_form(message: Any) -> None:
    """Raises Misshapen for what the host must not send."""
    fault = FORMS("/$defs/MessageFromHost")(message)
    if fault is None:
        holder = message if "method" not in message else message["params"]
        fault = error_fault(holder["error"]) if "error" in holder else None
    if fault:
        raise Misshapen(f"not as the schema says: {fault}: {message}")
