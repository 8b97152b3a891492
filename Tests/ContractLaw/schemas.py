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
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from languages import LANGUAGES, Failed, Job, check_all, run
from random_types import RandomTypes
from schema_checker import Checked, fits
from schema_values import Values
from talks import ExactValues, Talk, is_exact

# Of viewmodel-host, what is not linked into the host of an author.
OTHERS = (
    "SampleViewModels.build", "viewmodel_host.build", "HostTools.build", "Find.build",
    "Finder.build",
)  # fmt: skip
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
        self.services = {each["name"]: each for each in document["services"]}
        # How the last answer to a service is to be taken: what it was, and whether a schema allows
        # it, and a lenient one.
        self.answered: tuple[str, bool, bool] | None = None
        self.ask(
            "initialize",
            protocolVersions=["1"],
            capabilities={"services": list(self.services)},
        )

    def send(self, **message: Any) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()

    def ask(self, method: str, **params: Any) -> list[dict[str, Any]]:
        """What the host says, until it has answered."""
        assert self.process.stdout
        self.next += 1
        self.send(id=self.next, method=method, params=params)
        said = []
        for line in self.process.stdout:
            said.append(json.loads(line))
            if said[-1].get("id") == self.next:
                return said
            if said[-1].get("method") == "service/call":
                self.serve(said[-1]["id"], **said[-1]["params"])
        raise Failed(f"the host ended at {method} {json.dumps(params)}")

    def serve(self, call: str, service: str, arguments: dict[str, Any], **_: Any) -> None:
        """Answers a service; one time of three with what does not fit, or nearly."""
        schema = self.services[service]
        place = f"{service} {json.dumps(arguments, ensure_ascii=False)[:400]}"
        self.check(place, "the arguments", self.checked.validator(schema["arguments"]), arguments)
        value = self.values.valid(schema["result"])
        if self.values.random.randrange(3) == 0:
            value = self.values.near(value)
        allowed, taken = (
            self.checked.validator(schema["result"], is_lenient=way).is_valid(value)
            for way in (False, True)
        )
        place += f" answered by {json.dumps(value, ensure_ascii=False)[:400]}"
        self.answered = (place, allowed, taken)
        self.send(id=call, result=value)

    def play(self, count: int) -> None:
        """So many values, of all ViewModels alike."""
        view_models = self.document["viewModels"]
        for each in view_models:
            self.view_model(each, -(-count // len(view_models)))

    def end(self) -> None:
        self.ask("shutdown")
        self.process.communicate()

    def talk(self, folder: Path, seed: int) -> Talk:
        """Calls each input of each ViewModel once, for others to do the same."""
        talk = Talk(folder)
        values = ExactValues(seed, self.document["$defs"])
        for described in self.document["viewModels"]:
            id = f"{described['name']} talks"
            self.ask("viewModel/create", name=described["name"], id=id)
            given: list[dict[str, Any]] = []
            returned: list[Any] = []
            for entry in described["inputs"]:
                if entry["async"]:
                    continue
                schemas = {each["name"]: each["schema"] for each in entry["arguments"]}
                while not given[len(returned) :] or not is_exact(given[-1]):
                    del given[len(returned) :]
                    given.append({name: values.valid(each) for name, each in schemas.items()})
                [*_, answer] = self.ask(
                    "viewModel/call", id=id, input=entry["name"], arguments=given[-1]
                )
                returned.append(answer["result"]["value"])
            [snapshot] = self.ask("viewModel/snapshot", id=id)
            talk.add(described, given, returned, snapshot["result"]["state"])
        return talk

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
            self.answered = None
            said = self.ask("viewModel/call", id=name, input=entry_name, arguments=given)
            place = f"{name}.{entry_name} {json.dumps(given, ensure_ascii=False)[:400]}"
            if self.answered:
                is_refused = any(each.get("method") == "service/rejected" for each in said)
                self.compare(self.answered[0], is_refused, *self.answered[1:])
                if is_refused:
                    continue
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
        if error not in (None, REFUSED):
            self.wrong.append(f"{place}: {answer}")
        self.compare(place, error == REFUSED, allowed, taken)
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

    def compare(self, place: str, is_refused: bool, allowed: bool, taken: bool) -> None:
        """The host takes just what is allowed."""
        self.counts["values"] += 1
        self.counts["allowed" if allowed else "forbidden"] += 1
        if is_refused and allowed:
            self.wrong.append(f"{place}: allowed, but refused")
        elif not is_refused and not allowed:
            if taken:
                self.counts["taken by a leniency that the page names"] += 1
            else:
                self.wrong.append(f"{place}: forbidden, but taken")

    def check(self, place: str, what: str, validator: Any, value: Any) -> None:
        self.counts["sent"] += 1
        fault = next(validator.iter_errors(value), None)
        if fault:
            text = json.dumps(value, ensure_ascii=False)[:300]
            self.wrong.append(f"{place}: {what} {text}: {fault.message[:300]}")


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
            talk = conversation.talk(folder, seed)
            conversation.end()
            total.update(conversation.counts)
            total["places of any JSON"] += strict(host)
            found = conversation.wrong
            if options.languages:
                job = Job(options.languages.resolve(), folder, document, talk, host)
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
