"""Checks the lines of conversations with the schema of all messages, by PyPI's jsonschema.

    python3 check_messages.py FILE...

Of transcripts, or pages that have some: each line from the host must be valid, each result for its
method, and each request that was answered with a result.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from conversations import conversations
from transcript import CLIENT, HOST, is_response, method, parts

SCHEMA = Path(__file__).resolve().parents[1] / "messages.schema.json"


class Messages:
    """The schema of all messages, and what it finds wrong."""

    def __init__(self) -> None:
        self._document = json.loads(SCHEMA.read_text(encoding="utf-8"))
        Draft202012Validator.check_schema(self._document)
        self._lines = {CLIENT: self._at("ToHost"), HOST: self._at("FromHost")}
        requests = self._document["$defs"]["Requests"]["properties"]
        self._results = {
            name: self._at(f"Requests/properties/{name.replace('/', '~1')}/properties/result")
            for name in requests
        }
        self.count = 0

    def _at(self, name: str) -> Draft202012Validator:
        return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": self._document["$defs"]})

    def fault(self, mark: str, message: Any) -> str | None:
        """What is wrong with a line."""
        self.count += 1
        return first(self._lines[mark], message)

    def result_fault(self, name: str, result: Any) -> str | None:
        """What is wrong with a result for a method."""
        return first(self._results[name], result)


def first(validator: Draft202012Validator, value: Any) -> str | None:
    error = best_match(validator.iter_errors(value))
    return error and f"{'/'.join(map(str, error.absolute_path))}: {error.message:.200}"


class Conversation:
    """One conversation, line by line."""

    def __init__(self, messages: Messages) -> None:
        self._messages = messages
        self._open: dict[str, tuple[int, str, str | None]] = {}
        """The requests without an answer: their lines, methods, and what is wrong with them."""
        self.faults: list[tuple[int, str]] = []

    def take(self, number: int, mark: str, message: Any) -> None:
        if mark == CLIENT:
            for part in parts(message):
                if isinstance(part, dict) and "id" in part and isinstance(method(part), str):
                    fault = self._messages.fault(CLIENT, part)
                    self._open[str(part["id"])] = (number, part["method"], fault)
            return
        self._note(number, self._messages.fault(HOST, message))
        for part in parts(message):
            if is_response(part) and str(part["id"]) in self._open:
                line, name, fault = self._open.pop(str(part["id"]))
                if "result" in part:
                    self._note(line, fault and f"was accepted, but {fault}")
                    self._note(number, self._messages.result_fault(name, part["result"]))

    def _note(self, number: int, fault: str | None) -> None:
        if fault:
            self.faults.append((number, fault))


def main(paths: list[str]) -> int:
    messages = Messages()
    faults = 0
    for path in paths:
        for lines in conversations(path):
            conversation = Conversation(messages)
            for line in lines:
                conversation.take(*line)
            for number, fault in conversation.faults:
                print(f"{path}:{number}: {fault}")
            faults += len(conversation.faults)
    print(f"{messages.count} lines of {len(paths)} files, {faults} faults")
    return 1 if faults or not messages.count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
