#!/usr/bin/env python3
"""Plays transcripts to a supervised host that is killed before, in and after every line.

Each time the session is restored, and all it says is what a host says that was not killed.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from check import Check
from found import Found
from hosts import KILLED, Hosts


def lines_of(transcript: Path) -> list[str]:
    """What the frontend sends. Turns get no numbers: each process that takes over is one, too."""
    text = transcript.read_text(encoding="utf-8").replace('"turns":true', '"turns":false')
    return [line[4:] for line in text.split("\n") if line.startswith("--> ")]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host", help="the host that has the ViewModels")
    parser.add_argument("transcripts", nargs="+", type=Path, help="files, or folders of them")
    options = parser.parse_args()
    files: list[Path] = []
    for path in options.transcripts:
        files += sorted(path.glob("*.transcript")) if path.is_dir() else [path]
    hosts = Hosts(options.host, "virtual")
    hosts.frequency = 1
    check = Check(hosts, rules_only=True)

    def killed(file: Path) -> Found | None:
        return check.same(lines_of(file), KILLED, seed=1)

    faults = 0
    with ThreadPoolExecutor(2) as pool:
        for file, found in zip(files, pool.map(killed, files)):
            if found:
                faults += 1
                print(f"{file}: {found.fault}\n" + "\n".join(found.transcript()))
    print(f"{len(files)} transcripts, {hosts.kills} kills, {faults} faults")
    return 1 if faults or not hosts.kills else 0


if __name__ == "__main__":
    sys.exit(main())
