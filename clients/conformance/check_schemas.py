"""Checks what `viewModel/describe` says with PyPI's jsonschema, by JSON Schema's draft 2020-12.

    python3 check_schemas.py EXAMPLE_HOST TRANSCRIPT_FOLDER...

All schemas must be valid, and what the host sends in the transcripts valid for them: outputs, after
each line, events and the arguments of services. EXAMPLE_HOST must know all their ViewModels.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from states import States
from transcript import HOST, Line, method, params, parts, read_transcript

Schemas = dict[str, Draft202012Validator]


class Described:
    """The schemas of a ViewModel, checked."""

    def __init__(self, host: str, name: str) -> None:
        described = json.loads(run(host, "describe", name, "--json"))
        self.outputs = validators(described["outputs"], "schema")
        self.events = validators(described["events"], "schema")
        self.services = validators(described["services"], "arguments")
        validators(described["services"], "result")
        validators(described["parameters"], "schema")
        for taken in described["inputs"]:
            validators(taken["arguments"], "schema")


def run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def validators(members: list[dict[str, Any]], schema: str) -> Schemas:
    for member in members:
        Draft202012Validator.check_schema(member[schema])
    return {member["name"]: Draft202012Validator(member[schema]) for member in members}


class Check:
    """Follows the instances of one transcript."""

    def __init__(self, path: Path, described: dict[str, Described]) -> None:
        self.path = path
        self.described = described
        self.count = 0
        self.faults: list[str] = []
        self._states = States(None)
        self._names: dict[Any, str] = {}
        """The ViewModels of the instances, and of the requests that create them."""
        self._failed: set[tuple[Any, str]] = set()
        """The outputs without a JSON form. They may be null, whatever their schema says."""

    def take(self, line: Line) -> None:
        for message in parts(line.message):
            if method(message) == "viewModel/create":
                name, id = params(message).get("name"), params(message).get("id")
                self._names[("request", str(message.get("id")))] = name
                self._names.setdefault(id, name)
            elif line.mark == HOST and isinstance(message, dict):
                self._take_from_host(line, message)
        if line.mark == HOST and line.message is not None:
            self._states.follow(line.message)
            self._check_states(line)

    def _take_from_host(self, line: Line, message: dict[str, Any]) -> None:
        result = message.get("result")
        created = self._names.get(("request", str(message.get("id"))))
        if isinstance(result, dict) and "state" in result and created:
            self._names[result["id"]] = created
        if method(message) == "viewModel/failed":
            output = params(message)["error"]["message"].partition(":")[0]
            self._failed.add((params(message)["id"], output))
        if method(message) == "service/call":
            self._check_service(line, params(message))
        for update in params(message).get("updates", ()):
            for event in update.get("events", ()):
                schemas = self.described[self._names[update["id"]]].events
                self._check(line, schemas, event["event"], event["value"])

    def _check_service(self, line: Line, call: dict[str, Any]) -> None:
        """Which ViewModel calls is not said; who asks the same service asks in the same way."""
        for described in self.described.values():
            if call["service"] in described.services:
                self._check(line, described.services, call["service"], call["arguments"])

    def _check_states(self, line: Line) -> None:
        for message in parts(line.message):
            result = message.get("result") if isinstance(message, dict) else None
            ids = [update["id"] for update in params(message).get("updates", ())]
            if isinstance(result, dict) and "state" in result:
                ids.append(result["id"])
            for id in ids:
                for output, value in self._states.snapshot(id)["state"].items():
                    if value is not None or (id, output) not in self._failed:
                        self._check(line, self.described[self._names[id]].outputs, output, value)

    def _check(self, line: Line, schemas: Schemas, name: str, value: Any) -> None:
        self.count += 1
        for error in schemas[name].iter_errors(value):
            self.faults.append(f"{self.path}:{line.number}: {name}: {error.message}")


def main(host: str, folders: list[str]) -> int:
    names = [entry["name"] for entry in json.loads(run(host, "list", "--json"))["viewModels"]]
    described = {name: Described(host, name) for name in names}
    paths = sorted(path for folder in folders for path in Path(folder).rglob("*.transcript"))
    checks = [Check(path, described) for path in paths]
    for check in checks:
        for line in read_transcript(str(check.path)):
            check.take(line)
    faults = [fault for check in checks for fault in check.faults]
    print("\n".join(faults), end="\n" if faults else "")
    count = sum(check.count for check in checks)
    print(f"{len(described)} ViewModels, {len(paths)} transcripts, {count} values", end=", ")
    print(f"{len(faults)} faults")
    return 1 if faults or not count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
