#!/usr/bin/env python3
"""Shows that each check can fail: changes what a host has said, in ways that all must be noticed.

python3 Tests/ProtocolModel/lies.py HOST
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

from check import Check
from generator import Generator
from hosts import Hosts

Line = Any
Lie = Callable[[list[Line], random.Random], bool]
"""Changes the lines, if there is something in them to change."""


def updates(lines: list[Line], member: str = "id") -> list[dict[str, Any]]:
    """The entries of updates that have a member."""
    return [
        entry
        for line in lines
        if method(line) == "viewModel/update"
        for entry in line["params"]["updates"]
        if member in entry
    ]


def method(line: Line) -> Any:
    return line.get("method") if isinstance(line, dict) else None


def responses(lines: list[Line]) -> list[dict[str, Any]]:
    parts = [part for line in lines for part in (line if isinstance(line, list) else [line])]
    return [part for part in parts if "method" not in part]


def snapshots(lines: list[Line]) -> list[dict[str, Any]]:
    results = [part["result"] for part in responses(lines) if "result" in part]
    return [result for result in results if result.get("state")]


def changes(find: Callable[[list[Line]], list[Any]], change: Callable[[Any], None]) -> Lie:
    """Changes one of those that are found."""

    def lie(lines: list[Line], chance: random.Random) -> bool:
        found = find(lines)
        if found:
            change(chance.choice(found))
        return bool(found)

    return lie


def lines_of(wanted: str | None) -> Callable[[list[Line]], list[int]]:
    return lambda lines: [place for place, line in enumerate(lines) if method(line) == wanted]


def drops(wanted: str | None) -> Lie:
    def lie(lines: list[Line], chance: random.Random) -> bool:
        places = lines_of(wanted)(lines)
        if places:
            del lines[chance.choice(places)]
        return bool(places)

    return lie


def doubles(wanted: str | None) -> Lie:
    def lie(lines: list[Line], chance: random.Random) -> bool:
        places = lines_of(wanted)(lines)
        if places:
            place = chance.choice(places)
            lines.insert(place, copy.deepcopy(lines[place]))
        return bool(places)

    return lie


def swaps(first: Callable[[Line], bool], then: Callable[[Line], bool]) -> Lie:
    """What follows comes before."""

    def lie(lines: list[Line], chance: random.Random) -> bool:
        pairs = enumerate(zip(lines, lines[1:]))
        places = [place for place, (one, other) in pairs if first(one) and then(other)]
        if places:
            place = chance.choice(places)
            lines[place], lines[place + 1] = lines[place + 1], lines[place]
        return bool(places)

    return lie


def follows(is_before: Callable[[Line], bool], make: Callable[[Line], Line], at: int = 1) -> Lie:
    """A line is put in behind one, or before it (0)."""

    def lie(lines: list[Line], chance: random.Random) -> bool:
        places = [place for place, line in enumerate(lines) if is_before(line)]
        if places:
            place = chance.choice(places)
            lines.insert(place + at, make(lines[place]))
        return bool(places)

    return lie


def replaces(fits: Callable[[Line], bool], make: Callable[[Line], list[Line]]) -> Lie:
    """Others stand in the place of a line."""

    def lie(lines: list[Line], chance: random.Random) -> bool:
        places = [place for place, line in enumerate(lines) if fits(line)]
        if places:
            place = chance.choice(places)
            lines[place : place + 1] = make(lines[place])
        return bool(places)

    return lie


def delays(fits: Callable[[Line], bool]) -> Lie:
    """A line comes at the end of the conversation."""

    def lie(lines: list[Line], chance: random.Random) -> bool:
        places = [place for place, line in enumerate(lines) if fits(line)]
        if places:
            lines.append(copy.deepcopy(lines.pop(places[0])))
        return bool(places)

    return lie


def of(*names: str) -> Callable[[Line], bool]:
    return lambda line: method(line) in names


def answers_first(lines: list[Line], chance: random.Random) -> bool:
    """The answer stands before the update of its turn."""
    places = [
        place
        for place, (one, other) in enumerate(zip(lines, lines[1:]))
        if method(one) == "viewModel/update" and method(other) is None
    ]
    if places:
        place = chance.choice(places)
        lines[place], lines[place + 1] = lines[place + 1], lines[place]
    return bool(places)


def splits_array(lines: list[Line], chance: random.Random) -> bool:
    places = [place for place, line in enumerate(lines) if isinstance(line, list)]
    if places:
        place = chance.choice(places)
        lines[place : place + 1] = lines[place]
    return bool(places)


def reverses(lines: list[Line], chance: random.Random) -> bool:
    several = [
        line["params"]["updates"]
        for line in lines
        if method(line) == "viewModel/update" and len(line["params"]["updates"]) > 1
    ]
    if several:
        chance.choice(several).reverse()
    return bool(several)


def late_entry(lines: list[Line], chance: random.Random) -> bool:
    """An entry once more at the end, with the revision that would come next."""
    found = updates(lines)
    if found:
        entry = {"id": found[-1]["id"], "revision": found[-1]["revision"] + 1, "done": ["late"]}
        said = {"jsonrpc": "2.0", "method": "viewModel/update", "params": {"updates": [entry]}}
        lines.append(said)
    return bool(found)


def other_code(part: dict[str, Any]) -> None:
    part["code"] = -32603 if part["code"] != -32603 else -32600


def errors(lines: list[Line]) -> list[dict[str, Any]]:
    found = [part["error"] for part in responses(lines) if "error" in part]
    return found + [
        line["params"]["error"]
        for line in lines
        if "error" in ((method(line) and line["params"]) or {})
    ]


def change_state(result: dict[str, Any]) -> None:
    result["state"][next(iter(result["state"]))] = "a lie"


def last_operation(entry: dict[str, Any]) -> None:
    entry["patch"].pop()
    if not entry["patch"]:
        entry["patch"].append({"op": "add", "path": "/lie", "value": 1})


LIES: dict[str, Lie] = {
    "a seq is not done": changes(lambda it: updates(it, "done"), lambda e: e["done"].pop()),
    "a seq is done twice": changes(
        lambda it: updates(it, "done"), lambda e: e["done"].append(e["done"][0])
    ),
    "a seq is 1 and not 1.5": changes(
        lambda it: updates(it, "done"), lambda e: e["done"].__setitem__(0, "other")
    ),
    "an event is lost": changes(lambda it: updates(it, "events"), lambda e: e["events"].pop()),
    "an event comes twice": changes(
        lambda it: updates(it, "events"), lambda e: e["events"].append(e["events"][0])
    ),
    "a revision is left out": changes(
        updates, lambda e: e.__setitem__("revision", e["revision"] + 1)
    ),
    "an operation is lost": changes(lambda it: updates(it, "patch"), last_operation),
    "an operation has another value": changes(
        lambda it: updates(it, "patch"), lambda e: e["patch"][-1].update(op="add", value="a lie")
    ),
    "an unknown member": changes(updates, lambda e: e.__setitem__("more", 1)),
    "another instance": changes(updates, lambda e: e.__setitem__("id", "liar")),
    "a state that is not so": changes(snapshots, change_state),
    "a snapshot of another revision": changes(
        snapshots, lambda r: r.__setitem__("revision", r["revision"] + 1)
    ),
    "another code": changes(errors, other_code),
    "no sentence": changes(errors, lambda e: e.__setitem__("message", "")),
    "another id": changes(responses, lambda r: r.__setitem__("id", "liar")),
    "the id 1 as text": changes(responses, lambda r: r.__setitem__("id", f"{r['id']}")),
    "no version": changes(responses, lambda r: r.pop("jsonrpc")),
    "the answer before the update": answers_first,
    "the responses of an array as lines": splits_array,
    "the instances of an update in another order": reverses,
    "an update at the end": late_entry,
    "time stands still": changes(
        lambda it: [r["result"] for r in responses(it) if "now" in (r.get("result") or {})],
        lambda result: result.__setitem__("now", result["now"] + 1),
    ),
    **{
        f"{name or 'a response'} {how}": lie(name)
        for name in (
            None,
            "viewModel/update",
            "viewModel/rejected",
            "viewModel/failed",
            "viewModel/closed",
            "service/call",
            "service/rejected",
            "$/cancelRequest",
        )
        for how, lie in (("is lost", drops), ("comes twice", doubles))
    },
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host")
    parser.add_argument("--avoid", action="append", default=[], help="what is known to be wrong")
    options = parser.parse_args()
    check = Check(Hosts(options.host, "virtual"), rules_only=False, avoid=tuple(options.avoid))
    made, missed = Counter[str](), []
    for seed in range(1, 41):
        lines = Generator(seed, 60, check.avoid).conversation()
        said = check.hosts.run(lines, "at once")
        if (found := check.judge(lines, said)) is not None:
            print(f"seed {seed}: not even the truth is believed: {found.fault}")
            return 1
        for name, lie in LIES.items():
            changed = [json.loads(line) for line in said]
            if not lie(changed, random.Random(seed)) or same(changed, said):
                continue
            made[name] += 1
            if check.judge(lines, [json.dumps(line) for line in changed]) is None:
                missed.append(f"seed {seed}: no check has noticed that {name}")
    never = [name for name in LIES if not made[name]]
    print("\n".join(missed + [f"there was never a chance to say: {name}" for name in never]))
    print(f"{len(LIES)} lies, made {made.total()} times, {len(missed)} not noticed")
    return 1 if missed or never else 0


def same(changed: list[Line], said: list[str]) -> bool:
    return json.dumps(changed) == json.dumps([json.loads(line) for line in said])


if __name__ == "__main__":
    sys.exit(main())
