"""Checks what `schema` says with PyPI's jsonschema, by JSON Schema's draft 2020-12.

    python3 check_schemas.py EXAMPLE_HOST TRANSCRIPT_FOLDER...

The document must be a valid schema, and so what goes over the wire in the transcripts must be for
it: from the host outputs, after each line, events, services' arguments and results of calls; from
the frontend parameters, arguments and services' answers, unless the host refused them.
EXAMPLE_HOST must know all their ViewModels.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, validators

from states import States
from transcript import HOST, Line, method, params, parts, read_transcript

Schemas = dict[str, Draft202012Validator]

WINDOW = {"total", "offset", "items"}

# Of an argument that does not fit, of an instance and an input that there are not, of a name too.
REFUSED = (-32602, -32003, -32004, -32001)


def is_integer(_: Any, value: Any) -> bool:
    """Also a large one as a string: see [B19] of protocol.md."""
    if isinstance(value, str) and value.lstrip("-").isdecimal():
        return abs(int(value)) >= 2**53
    return Draft202012Validator.TYPE_CHECKER.is_type(value, "integer")


Validator = validators.extend(
    Draft202012Validator,
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", is_integer),
)


class Contract:
    """The document of a host, checked."""

    def __init__(self, host: str) -> None:
        self.document = json.loads(run(host, "schema"))
        Draft202012Validator.check_schema(self.document)
        self.services = self._schemas("services", self.document["services"], "arguments")
        self.answers = self._schemas("services", self.document["services"], "result")
        self.view_models = {
            view_model["name"]: Described(self, f"viewModels/{index}", view_model)
            for index, view_model in enumerate(self.document["viewModels"])
        }

    def _schemas(self, place: str, members: list[dict[str, Any]], schema: str) -> Schemas:
        """A validator for each member of a list, with the whole document, to which it refers."""
        schemas = {}
        for index, member in enumerate(members):
            reference = {"$ref": f"#/{place}/{index}/{schema}"}
            Draft202012Validator.check_schema(member[schema])
            schemas[member["name"]] = Validator({**self.document, **reference})
        return schemas


class Described:
    """The schemas of a ViewModel."""

    def __init__(self, contract: Contract, place: str, described: dict[str, Any]) -> None:
        def schemas(member: str) -> Schemas:
            return contract._schemas(f"{place}/{member}", described[member], "schema")

        self.outputs = schemas("outputs")
        self.events = schemas("events")
        self.parameters = schemas("parameters")
        self.order = [parameter["name"] for parameter in described["parameters"]]
        self.inputs = {
            taken["name"]: (
                [argument["name"] for argument in taken["arguments"]],
                contract._schemas(
                    f"{place}/inputs/{index}/arguments", taken["arguments"], "schema"
                ),
            )
            for index, taken in enumerate(described["inputs"])
        }
        self.results = {
            taken["name"]: Validator(
                {**contract.document, "$ref": f"#/{place}/inputs/{index}/result"}
                if "result" in taken
                else {"type": "null"}
            )
            for index, taken in enumerate(described["inputs"])
        }


def run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Check:
    """Follows the instances of one transcript."""

    def __init__(self, path: Path, contract: Contract) -> None:
        self.path = path
        self.contract = contract
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self._states = States()
        self._names: dict[Any, str] = {}
        """The ViewModels of the instances, and of the requests that create them."""
        self._failed: set[tuple[Any, str]] = set()
        """The outputs without a JSON form. They may be null, whatever their schema says."""
        self._asked: dict[str, dict[str, Any]] = {}
        """The frontend's requests that have not been answered."""
        self._sent: list[tuple[Line, dict[str, Any]]] = []
        """The inputs that have not been rejected."""
        self._services: dict[str, str] = {}
        """The host's open questions."""
        self._answers: dict[str, tuple[Line, str, Any]] = {}

    def take(self, line: Line) -> None:
        for message in parts(line.message):
            if not isinstance(message, dict):
                continue
            if line.mark == HOST:
                self._take_from_host(line, message)
            else:
                self._take_from_frontend(line, message)
        if line.mark == HOST and line.message is not None:
            self._states.follow(line.message)
            self._check_states(line)

    def end(self) -> None:
        """What the frontend sent and the host did not refuse is checked in the end."""
        for line, sent in self._sent:
            described = self._described(sent.get("id"))
            if described and sent.get("input") in described.inputs:
                order, schemas = described.inputs[sent["input"]]
                self._check_arguments(line, "argument", order, schemas, sent.get("arguments"))
        for line, service, answer in self._answers.values():
            self._check(line, "answer", self.contract.answers, service, answer)

    def _described(self, id: Any) -> Described | None:
        return self.contract.view_models.get(self._names.get(id, ""))

    def _take_from_frontend(self, line: Line, message: dict[str, Any]) -> None:
        if method(message) == "viewModel/create":
            name, id = params(message).get("name"), params(message).get("id")
            self._names[("request", str(message.get("id")))] = name
            self._names.setdefault(id, name)
        if method(message) in ("viewModel/create", "viewModel/call"):
            self._asked[str(message.get("id"))] = {"line": line, **message}
        if method(message) == "viewModel/input":
            self._sent.append((line, params(message)))
        service = self._services.pop(str(message.get("id")), None)
        if service and "result" in message:
            self._answers[str(message["id"])] = (line, service, message["result"])

    def _take_from_host(self, line: Line, message: dict[str, Any]) -> None:
        result = message.get("result")
        created = self._names.get(("request", str(message.get("id"))))
        if isinstance(result, dict) and "state" in result and created:
            self._names[result["id"]] = created
        if method(message) is None and str(message.get("id")) in self._asked:
            self._take_answer(self._asked.pop(str(message["id"])), message)
        if method(message) == "viewModel/failed":
            output = params(message)["error"]["message"].partition(":")[0]
            self._failed.add((params(message)["id"], output))
        if method(message) == "viewModel/rejected":
            self._take_rejection(params(message))
        if method(message) == "service/rejected":
            self._answers.pop(params(message).get("id"), None)
        if method(message) == "service/call":
            call = params(message)
            # One that no ViewModel declares is asked in the name of all, and is not described.
            if call["service"] in self.contract.services:
                self._services[str(message.get("id"))] = call["service"]
                services = self.contract.services
                self._check(line, "question", services, call["service"], call["arguments"])
        for update in params(message).get("updates", ()):
            for event in update.get("events", ()):
                schemas = self.contract.view_models[self._names[update["id"]]].events
                self._check(line, "event", schemas, event["event"], event["value"])

    def _take_rejection(self, rejected: dict[str, Any]) -> None:
        if rejected["error"]["code"] not in REFUSED:
            return
        for index, (_, sent) in reversed(list(enumerate(self._sent))):
            if all(sent.get(key) == rejected.get(key) for key in ("id", "input", "seq")):
                del self._sent[index]
                return

    def _take_answer(self, asked: dict[str, Any], answer: dict[str, Any]) -> None:
        """What a request of the frontend held is checked when it has been accepted."""
        line, sent = asked["line"], params(asked)
        if answer.get("error", {}).get("code") in REFUSED:
            return
        if method(asked) == "viewModel/create":
            described = self.contract.view_models.get(sent.get("name", ""))
            if described and "result" in answer:
                self._check_arguments(
                    line, "parameter", described.order, described.parameters, sent.get("parameters")
                )
            return
        described = self._described(sent.get("id"))
        if not described or sent.get("input") not in described.inputs:
            return
        order, schemas = described.inputs[sent["input"]]
        self._check_arguments(line, "argument", order, schemas, sent.get("arguments"))
        if "result" in answer:
            value = answer["result"]["value"]
            self._check(line, "result", described.results, sent["input"], value)

    def _check_arguments(
        self, line: Line, kind: str, order: list[str], schemas: Schemas, given: Any
    ) -> None:
        named = dict(zip(order, given)) if isinstance(given, list) else given or {}
        for name, value in named.items():
            self._check(line, kind, schemas, name, value)

    def _check_states(self, line: Line) -> None:
        for message in parts(line.message):
            result = message.get("result") if isinstance(message, dict) else None
            ids = [update["id"] for update in params(message).get("updates", ())]
            if isinstance(result, dict) and "state" in result:
                ids.append(result["id"])
            for id in ids:
                outputs = self.contract.view_models[self._names[id]].outputs
                for output, value in self._states.snapshot(id)["state"].items():
                    if value is not None or (id, output) not in self._failed:
                        # The schema describes a list as it is without a window.
                        is_window = isinstance(value, dict) and value.keys() == WINDOW
                        if is_window and not outputs[output].is_valid(value):
                            value = value["items"]
                        self._check(line, "output", outputs, output, value)

    def _check(self, line: Line, kind: str, schemas: Schemas, name: str, value: Any) -> None:
        self.counts[kind] += 1
        for error in schemas[name].iter_errors(value):
            self.faults.append(f"{self.path}:{line.number}: {kind} {name}: {error.message}")


def main(host: str, folders: list[str]) -> int:
    contract = Contract(host)
    paths = sorted(path for folder in folders for path in Path(folder).rglob("*.transcript"))
    checks = [Check(path, contract) for path in paths]
    for check in checks:
        for line in read_transcript(str(check.path)):
            check.take(line)
        check.end()
    faults = [fault for check in checks for fault in check.faults]
    print("\n".join(faults), end="\n" if faults else "")
    counts: Counter[str] = sum((check.counts for check in checks), Counter())
    print(f"{len(contract.view_models)} ViewModels, {len(paths)} transcripts", end=", ")
    print(", ".join(f"{count} {kind}s" for kind, count in sorted(counts.items())), end=", ")
    print(f"{len(faults)} faults")
    kinds = ("answer", "argument", "event", "output", "parameter", "question", "result")
    return 1 if faults or not all(counts[kind] for kind in kinds) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
