#!/usr/bin/env python3
"""Shows what the validator of conversations finds, of what is wrong on purpose.

python3 Tests/ProtocolModel/planted.py HOST

Writes down conversations in which the host's output was changed (`lies.py` has the ways), and has
`clients/conformance/validate.py` look at them. What only a model of the ViewModels can know is in
`BEYOND`, and what the schema of messages knows in `FORMS`.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from check import walk
from generator import Generator
from hosts import Hosts
from lies import LIES, same

VALIDATOR = Path(__file__).resolve().parents[2] / "clients" / "conformance" / "validate.py"

BEYOND = {
    "an event is lost",
    "an event comes twice",
    "another code",
    "viewModel/failed is lost",
    "viewModel/failed comes twice",
    "service/rejected is lost",
    "$/cancelRequest is lost",
}
FORMS = {"an unknown member", "no version", "no sentence"}


def main(host: str) -> int:
    hosts = Hosts(host, "virtual")
    told, found = Counter[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        paths: dict[str, list[str]] = {name: [] for name in LIES}
        for seed in range(1, 31):
            lines = Generator(seed, 60, ()).conversation()
            said = hosts.run(lines, "at once")
            ends: list[int] = []
            walk(lines, said, ends)
            for number, (name, lie) in enumerate(LIES.items()):
                changed = [json.loads(line) for line in said]
                places = {id(line): place_of(index, ends) for index, line in enumerate(changed)}
                if lie(changed, random.Random(seed)) and not same(changed, said):
                    path = Path(folder, f"{number}-{seed}.transcript")
                    path.write_text(transcript(lines, changed, places), encoding="utf-8")
                    paths[name].append(str(path))
        for name, files in paths.items():
            told[name] = len(files)
            found[name] = len(noticed(files)) if files else 0
    for name in LIES:
        print(f"{found[name]:3} of {told[name]:3}  {name}")
    expected = LIES.keys() - BEYOND - FORMS
    missed = [name for name in expected if not found[name]]
    print("\n".join(f"never noticed: {name}" for name in missed), end="\n" if missed else "")
    print(f"{len(expected)} ways, {found.total()} of {told.total()} changes noticed")
    return 1 if missed else 0


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


def noticed(files: list[str]) -> set[str]:
    """The files of which the validator says that something is wrong."""
    run = subprocess.run(
        [sys.executable, VALIDATOR, *files], capture_output=True, text=True, check=False
    )
    if run.returncode not in (0, 1):
        sys.exit(run.stderr)
    return {line.split(":", 1)[0] for line in run.stdout.splitlines() if ".transcript:" in line}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
