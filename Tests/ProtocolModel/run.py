#!/usr/bin/env python3
"""Holds random valid conversations with a host, and compares it with a model: see README.md."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from check import Check
from found import Found
from hosts import BOTH, KILLED, TRIED, WAYS, Hosts
from shrink import shrunk


def main() -> int:
    options = parse()
    sys.setrecursionlimit(5000)
    hosts = Hosts(options.host, options.clock)
    first, last = options.seeds
    check = Check(hosts, rules_only=options.rules, avoid=tuple(options.avoid))
    if options.write:
        options.write.mkdir(parents=True, exist_ok=True)
    check.folder = options.write
    play: Callable[[int], Found | None] = check.seed
    if options.kill or options.tries:
        way = TRIED if not options.kill else BOTH if options.tries else KILLED
        play = partial(check.other_seed, way=way)
    elif options.clock == "real":
        play = check.recorded_seed if options.record else check.slow_seed
    end = time.monotonic() + options.seconds if options.seconds else None
    done, faults = 0, 0
    for seed in range(first, last + 1):
        if end is not None and time.monotonic() > end and done:
            break
        done += 1
        found = play(seed)
        if found is None:
            continue
        faults += 1
        report(seed, found, shrunk(found, check) if options.shrink and found.way in WAYS else found)
        if faults >= options.faults:
            break
    kills = f", {hosts.kills} kills" if options.kill else ""
    tries = f", {hosts.tries} tries" if options.tries else ""
    print(f"{done} conversations, {check.messages} lines{kills}{tries}, {faults} faults")
    missing = (options.kill and not hosts.kills) or (options.tries and not hosts.tries)
    return 1 if faults or not done or missing else 0


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host", help="the example host")
    parser.add_argument("--seeds", type=span, default=(1, 1_000_000), metavar="N..M")
    parser.add_argument("--seconds", type=float, help="begin no conversation after that time")
    parser.add_argument("--clock", choices=("virtual", "real"), default="virtual")
    parser.add_argument("--record", action="store_true", help="real: record, and replay that")
    parser.add_argument("--kill", action="store_true", help="virtual: supervised, and killed")
    parser.add_argument(
        "--try", dest="tries", action="store_true", help="virtual: tries inputs before they come"
    )
    parser.add_argument("--faults", type=int, default=1, help="how many faults end the run")
    parser.add_argument("--no-shrink", dest="shrink", action="store_false")
    parser.add_argument("--avoid", action="append", default=[], help="what is known to be wrong")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="as transcripts")
    parser.add_argument("--rules", action="store_true", help="only the rules, without the model")
    return parser.parse_args()


def span(text: str) -> tuple[int, int]:
    first, _, last = text.partition("..")
    return int(first), int(last or first)


def report(seed: int, found: Found, smallest: Found) -> None:
    print(f"\nseed {seed}, {smallest.way}: {smallest.fault}")
    if smallest.fault != found.fault:
        print(f"(before it was made smaller: {found.fault})")
    print("\n".join(smallest.transcript()))


if __name__ == "__main__":
    sys.exit(main())
