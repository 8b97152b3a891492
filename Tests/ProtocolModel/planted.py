#!/usr/bin/env python3
"""Shows what the validator of conversations finds, of what is wrong on purpose.

Writes down conversations, random ones and transcripts, in which the host's output was changed
(`lies.py` and `plants.py` have the ways), and has `clients/conformance/validate.py` look at them.
Each way must be found by the rule that it breaks. What only a model of the ViewModels can know is
in `BEYOND`.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from check import walk
from generator import Generator
from hosts import Hosts
from lies import LIES, Lie
from plants import PLANTS

ROOT = Path(__file__).resolve().parents[2]
VALIDATOR = ROOT / "clients" / "conformance" / "validate.py"

RULES = {
    "a seq is not done": "seqs",
    "a seq is done twice": "seqs",
    "a seq is 1 and not 1.5": "seqs",
    "a revision is left out": "revisions",
    "an operation is lost": "snapshots",
    "an operation has another value": "snapshots",
    "an unknown member": "forms",
    "another instance": "ids",
    "a state that is not so": "snapshots",
    "a snapshot of another revision": "revisions",
    "no sentence": "codes",
    "another id": "answers",
    "the id 1 as text": "answers",
    "no version": "forms",
    "the answer before the update": "order",
    "the responses of an array as lines": "arrays",
    "the instances of an update in another order": "updates",
    "an update at the end": "seqs",
    "time stands still": "clock",
    "a response is lost": "answers",
    "a response comes twice": "answers",
    "viewModel/update is lost": "revisions",
    "viewModel/update comes twice": "revisions",
    "viewModel/rejected is lost": "seqs",
    "viewModel/rejected comes twice": "rejections",
    "viewModel/closed is lost": "users",
    "viewModel/closed comes twice": "ids",
    "service/call is lost": "calls",
    "service/call comes twice": "calls",
    "service/rejected is lost": "answers-used",
    "service/rejected comes twice": "answers-used",
    "$/cancelRequest is lost": "calls",
    "$/cancelRequest comes twice": "calls",
}
"""The rules that the lies break."""

BEYOND = {
    "an event is lost",
    "an event comes twice",
    "another code",
    "viewModel/failed is lost",
    "viewModel/failed comes twice",
}

WAYS: dict[str, tuple[Lie, str]] = {
    **{name: (LIES[name], rule) for name, rule in RULES.items()},
    **PLANTS,
}

MOST = 12
"""How often each change is made at most."""

Conversation = tuple[list[str], list[str], list[int]]
"""The lines to the host, those from it, and how many of these there were after each of those."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host", help="the example host")
    host = parser.parse_args().host
    assert LIES.keys() == RULES.keys() | BEYOND
    made, found, alone = Counter[str](), Counter[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        files: dict[str, str] = {}
        for count, one in enumerate([*drawn(host), *written()]):
            for number, (name, (lie, _)) in enumerate(WAYS.items()):
                if made[name] == MOST:
                    continue
                if (text := changed(one, lie, random.Random(count))) is not None:
                    path = str(Path(folder, f"{number}-{count}.transcript"))
                    Path(path).write_text(text, encoding="utf-8")
                    files[path] = name
                    made[name] += 1
        for path, rules in noticed(list(files)).items():
            name = files[path]
            found[name] += WAYS[name][1] in rules
            alone[name] += rules == {WAYS[name][1]}
    for name, (_, rule) in WAYS.items():
        print(f"{found[name]:4} of {made[name]:4} by {rule:12} {alone[name]:4} alone  {name}")
    missed = [name for name in WAYS if not found[name]]
    print("\n".join(f"never noticed: {name}" for name in missed), end="\n" if missed else "")
    print(f"{len(WAYS)} ways, {found.total()} of {made.total()} changes noticed by their rule")
    return 1 if missed else 0


def drawn(host: str) -> Iterator[Conversation]:
    hosts = Hosts(host, "virtual")
    for seed in range(1, 31):
        lines = Generator(seed, 60, ()).conversation()
        said = hosts.run(lines, "at once")
        ends: list[int] = []
        walk(lines, said, ends)
        yield lines, said, ends


def written() -> Iterator[Conversation]:
    """Those of the transcripts, which have windows, too."""
    for path in sorted((ROOT / "Tests" / "Transcripts").glob("**/*.transcript")):
        lines: list[str] = []
        said: list[str] = []
        ends: list[int] = []
        for line in path.read_text(encoding="utf-8").split("\n"):
            if line.startswith("-->"):
                lines.append(line[4:])
                ends.append(len(said))
            elif line.startswith("<--"):
                said.append(line[4:])
                ends[-1] = len(said)
        yield lines, said, ends


def changed(one: Conversation, lie: Lie, chance: random.Random) -> str | None:
    """The transcript with a lie in it, if the conversation had a line for it."""
    lines, said, ends = one
    messages = [json.loads(line) for line in said]
    places = {id(line): place_of(index, ends) for index, line in enumerate(messages)}
    truth = transcript(lines, messages, places)
    # What changes places with a line of another turn is where it was.
    text = transcript(lines, messages, places) if lie(messages, chance) else truth
    return None if text == truth else text


def place_of(index: int, ends: list[int]) -> int:
    """After which line to the host a line of it stands."""
    return next((place for place, end in enumerate(ends) if index < end), len(ends))


def transcript(lines: list[str], changed: list[Any], places: dict[int, int]) -> str:
    answers: list[list[str]] = [[] for _ in range(len(lines) + 1)]
    place = 0
    for line in changed:
        # A line that was put in follows the one before.
        place = places.get(id(line), place)
        answers[place].append(f"<-- {json.dumps(line)}\n")
    written = [f"--> {line}".rstrip() + "\n" + "".join(said) for line, said in zip(lines, answers)]
    return "".join([*written, *answers[len(lines)]])


def noticed(files: list[str]) -> dict[str, set[str]]:
    """The files of which the validator says that something is wrong, and by which rules."""
    run = subprocess.run(
        [sys.executable, VALIDATOR, *files], capture_output=True, text=True, check=False
    )
    if run.returncode not in (0, 1) or run.stderr:
        sys.exit(run.stderr)
    rules = defaultdict[str, set[str]](set)
    for line in run.stdout.splitlines():
        path, _, rest = line.partition(".transcript:")
        if rest:
            rules[path + ".transcript"].add(rest.split(": ")[1])
    return rules


if __name__ == "__main__":
    sys.exit(main())
