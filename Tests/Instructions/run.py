#!/usr/bin/env python3
"""Counts the instructions that a host needs, against those in counts.txt: see README.md."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from counting import Counter
from rows import ROWS

COUNTS = Path(__file__).with_name("counts.txt")

# By how much a count may be above the one that is held before that is a fault.
TOLERANCE = 0.1


def main() -> int:
    options = parse()
    held = read(COUNTS)
    counter = Counter(options.host)
    counted = {name: count(counter) for name, count in ROWS.items()}
    width = max(map(len, ROWS))
    print(f"{'':{width}}  {'held':>12}  {'now':>12}")
    faults = []
    for name, now in counted.items():
        before = held.get(name)
        if before is None:
            print(f"{name:{width}}  {'none':>12}  {now:12,}")
            faults.append(f"{name} has no count in {COUNTS.name}")
            continue
        change = now / before - 1
        print(f"{name:{width}}  {before:12,}  {now:12,}  {change:+.1%}")
        if change > TOLERANCE:
            faults.append(f"{name} needs {change:.0%} more instructions than {COUNTS.name} holds")
    if options.update:
        COUNTS.write_text("".join(f"{now:>12}  {name}\n" for name, now in counted.items()))
        print(f"written to {COUNTS.name}")
        return 0
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host", help="viewmodel-host, a release build")
    parser.add_argument("--update", action="store_true", help=f"write {COUNTS.name}")
    options = parser.parse_args()
    if not os.access(options.host, os.X_OK):
        parser.error(f"{options.host} is no program")
    return options


def read(path: Path) -> dict[str, int]:
    """What the repository holds: on each line a count and the row's name."""
    held = {}
    for line in path.read_text().splitlines() if path.exists() else []:
        count, name = line.split(maxsplit=1)
        held[name] = int(count)
    return held


if __name__ == "__main__":
    sys.exit(main())
