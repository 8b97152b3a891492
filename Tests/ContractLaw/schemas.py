"""What the schemas of random types say is what a host takes and what it sends.

    python3 schemas.py DEBUG_BUILD [--seeds 1..3] [--view-models 40] [--values 2000]
                       [--languages VIEWMODEL_GENERATE] [--keep FOLDER]

Makes a program of random types and ViewModels, with the modules of a debug build (.build/debug);
sends it values that their schemas allow, and others; and compares with PyPI's jsonschema what it
takes, and what it sends. With --languages, code is generated of the same contract, too, loaded and
checked.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from calendar import monthrange
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jsonschema import (  # type: ignore[import-untyped]
    Draft202012Validator,
    FormatChecker,
    ValidationError,
)
from jsonschema.validators import extend  # type: ignore[import-untyped]
from languages import LANGUAGES, Failed, Job, check_all, run
from random_types import RandomTypes
from schema_values import Schema, Values

# Of viewmodel-host, what is not linked into the host of an author.
OTHERS = ("SampleViewModels.build", "viewmodel_host.build", "HostTools.build", "Finder.build")
REFUSED = -32602
MOST_SHOWN = 10


def build(folder: Path, debug: Path, source: str) -> Path:
    """Compiles a host beside the modules of a debug build."""
    main, host = folder / "main.swift", folder / "random-host"
    main.write_text(source, encoding="utf-8")
    linked = (debug / "viewmodel-host.product" / "Objects.LinkFileList").read_text().split()
    objects = [each for each in linked if not any(other in each for other in OTHERS)]
    objects += map(str, (debug / "JSONFoundation.build").glob("*.swift.o"))
    (folder / "objects").write_text("\n".join(objects))
    modules = debug / "Modules"
    run("swiftc", "-swift-version", "6", "-I", modules, "-o", host, main, f"@{folder}/objects")
    return host


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
    pattern = (
        r"(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d+)?([Zz]|[+-](\d\d):(\d\d))"
    )
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


class Conversation:
    """One instance of each ViewModel of a host."""

    def __init__(self, host: Path, document: dict[str, Any], seed: int) -> None:
        self.document = document
        self.checked = Checked(document)
        self.values = Values(seed, document["$defs"])
        self.process = subprocess.Popen(
            [host], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1 << 20
        )
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.next = 0

    def ask(self, method: str, **params: Any) -> list[dict[str, Any]]:
        """What the host says, until it has answered."""
        assert self.process.stdin
        assert self.process.stdout
        self.next += 1
        message = {"jsonrpc": "2.0", "id": self.next, "method": method, "params": params}
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        said = []
        for line in self.process.stdout:
            said.append(json.loads(line))
            if said[-1].get("id") == self.next:
                return said
        raise Failed(f"the host ended at {json.dumps(message)}")

    def play(self, count: int) -> None:
        """So many values, of all ViewModels alike."""
        view_models = self.document["viewModels"]
        for each in view_models:
            self.view_model(each, -(-count // len(view_models)))
        self.ask("shutdown")
        self.process.communicate()

    def view_model(self, described: dict[str, Any], count: int) -> None:
        name = described["name"]
        self.ask("viewModel/create", name=name, id=name)
        sent = {
            f"{kind} {each['name']}": self.checked.validator(each["schema"])
            for kind in ("outputs", "events")
            for each in described[kind]
        }
        inputs = []
        for entry in described["inputs"]:
            arguments = {each["name"]: each["schema"] for each in entry["arguments"]}
            validators = [
                {n: self.checked.validator(s, is_lenient=way) for n, s in arguments.items()}
                for way in (False, True)
            ]
            result = self.checked.validator(entry["result"])
            inputs.append((entry["name"], arguments, validators, result))
        for number in range(count):
            entry_name, schemas, (strict, loose), result = inputs[number % len(inputs)]
            given = {key: self.values.valid(schema) for key, schema in schemas.items()}
            if number % 3 == 2:
                given = self.changed(given)
            allowed = fits(strict, schemas, given)
            taken = fits(loose, schemas, given)
            said = self.ask("viewModel/call", id=name, input=entry_name, arguments=given)
            place = f"{name}.{entry_name} {json.dumps(given, ensure_ascii=False)[:400]}"
            self.judge(place, said, sent, result, allowed, taken)

    def changed(self, given: dict[str, Any]) -> dict[str, Any]:
        key = self.values.random.choice(list(given))
        return {**given, key: self.values.near(given[key])}

    def judge(
        self,
        place: str,
        said: list[dict[str, Any]],
        sent: dict[str, Any],
        result: Any,
        allowed: bool,
        taken: bool,
    ) -> None:
        answer = said[-1]
        error = answer.get("error", {}).get("code")
        self.counts["values"] += 1
        self.counts["allowed" if allowed else "forbidden"] += 1
        if error not in (None, REFUSED):
            self.wrong.append(f"{place}: {answer}")
        elif error == REFUSED and allowed:
            self.wrong.append(f"{place}: allowed, but refused: {answer['error']['message']}")
        elif error is None and not allowed:
            if taken:
                self.counts["taken by a leniency that the page names"] += 1
            else:
                self.wrong.append(f"{place}: forbidden, but taken")
        if error is None:
            self.check(place, "the result", result, answer["result"].get("value"))
        for message in said[:-1]:
            for update in message.get("params", {}).get("updates", []):
                for operation in update.get("patch", []):
                    output = operation["path"].split("/")[1]
                    if operation["path"] == f"/{output}" and "value" in operation:
                        validator = sent[f"outputs {output}"]
                        self.check(place, output, validator, operation["value"])
                for event in update.get("events", []):
                    self.check(place, "event", sent[f"events {event['event']}"], event["value"])

    def check(self, place: str, what: str, validator: Any, value: Any) -> None:
        self.counts["sent"] += 1
        fault = next(validator.iter_errors(value), None)
        if fault:
            text = json.dumps(value, ensure_ascii=False)[:300]
            self.wrong.append(f"{place}: {what} {text}: {fault.message[:300]}")


def fits(
    validators: dict[str, Any], schemas: dict[str, Schema], given: dict[str, Any]
) -> bool:
    return all(validators[key].is_valid(given[key]) for key in schemas)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("debug", type=Path)
    parser.add_argument("--seeds", default="1..1")
    parser.add_argument("--view-models", type=int, default=40)
    parser.add_argument("--values", type=int, default=2000)
    parser.add_argument("--languages", type=Path)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    first, _, last = options.seeds.partition("..")
    wrong: list[str] = []
    total: Counter[str] = Counter()
    for seed in range(int(first), int(last or first) + 1):
        with tempfile.TemporaryDirectory() as temporary:
            folder = (options.keep or Path(temporary)) / str(seed)
            folder.mkdir(parents=True, exist_ok=True)
            source = RandomTypes(seed).source(options.view_models)
            host = build(folder, options.debug.resolve(), source)
            document = json.loads(run(host, "schema"))
            Draft202012Validator.check_schema(document)
            conversation = Conversation(host, document, seed)
            conversation.play(options.values)
            total.update(conversation.counts)
            total["places of any JSON"] += strict(host)
            found = conversation.wrong
            if options.languages:
                job = Job(options.languages.resolve(), folder, document, takes_numbers=False)
                found += check_all(job, LANGUAGES)
            wrong += [f"seed {seed}: {each}" for each in found]
    print(", ".join(f"{name}: {count}" for name, count in sorted(total.items())))
    print("\n".join(wrong[:MOST_SHOWN]), file=sys.stderr)
    print(f"{len(wrong)} differences", file=sys.stderr)
    return 1 if wrong or not total["sent"] else 0


def strict(host: Path) -> int:
    """How many places the host itself names as open."""
    done = subprocess.run([host, "schema", "--strict"], capture_output=True, text=True, check=False)
    return len(done.stderr.splitlines())


if __name__ == "__main__":
    sys.exit(main())
