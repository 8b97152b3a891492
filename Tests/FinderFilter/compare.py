"""Compares finder-filter with fzf: the order of the first results of many queries, and the CPU time of both.

    find / -xdev > paths.txt
    swift build -c release --product finder-filter
    taskset -c 0 python3 Tests/FinderFilter/compare.py .build/release/finder-filter paths.txt --queries 200

So, on one core, with 1,000,000 paths and fzf 0.38: all 200 queries gave the same, and the CPU time was 0.36 of fzf's.

The queries are made of the paths, from a seed: parts of names as people type them, with fzf's signs here and there.
Lines that are not UTF-8 are left out, as fzf compares them by replacement characters.

With --options each query has some of fzf's options, too, from the same seed. Then half of the queries have letters with
marks, upper case letters or spaces that others have not.

    taskset -c 0 python3 Tests/FinderFilter/compare.py .build/release/finder-filter paths.txt --options --top 20000

So, with the tiebreak "chunk", some results of fzf 0.38 depend on what it has matched before: where a fuzzy match begins
is read from memory that has not been written for that candidate. Of 4,150 queries 15 differ for that, and no others.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import tempfile
from typing import NamedTuple


class Run(NamedTuple):
    """What a program found, and the seconds of CPU time that it took."""

    lines: list[bytes]
    count: int
    seconds: float


def run(command: list[str], paths: str, shown: int) -> Run:
    before = os.times()
    with open(paths, "rb") as stdin:
        output = subprocess.run(command, stdin=stdin, stdout=subprocess.PIPE, check=False).stdout
    after = os.times()
    seconds = after.children_user + after.children_system - before.children_user - before.children_system
    return Run(output.split(b"\n", shown)[:shown], output.count(b"\n"), seconds)


def queries(paths: list[str], count: int, seed: int) -> list[str]:
    """Queries as people type them; half of them plain ones."""
    chosen = random.Random(seed)
    found: list[str] = []
    while len(found) < count:
        names = [name for name in chosen.choice(paths).split("/") if name]
        if not names:
            continue
        words = [word for word in re.split(r"[^A-Za-z0-9]+", names[-1]) if word]
        word = chosen.choice(words) if words else names[-1]
        part = word[: chosen.randint(1, 6)]
        folder = chosen.choice(names)[: chosen.randint(1, 4)]
        skipped = "".join(letter for letter in names[-1] if chosen.random() < 0.6)[:8]
        lower = part.lower()
        forms = [
            part, lower, lower, lower, skipped.lower(), skipped.lower(), folder + lower, f"{folder}/{lower}",
            f"{folder} {lower}", f"{lower} {folder}", f"'{lower}", f"{lower}$", f"^/{names[0]}", f"!{folder} {lower}",
            f"{lower} | {folder}", f"^/{names[0]} {lower} !x", f".{lower}$", "".join(name[0] for name in names).lower(),
        ]
        query = chosen.choice(forms).strip()
        if query:
            found.append(query)
    return found


def options_of(chosen: random.Random) -> list[str]:
    """Some options of fzf."""
    options: list[str] = []
    if chosen.random() < 0.3:
        options.append("--exact")
    if chosen.random() < 0.4:
        options.append(chosen.choice(["-i", "+i"]))
    if chosen.random() < 0.3:
        options.append("--literal")
    order = chosen.random()
    if order < 0.15:
        # Together with --tac the filter of fzf sorts in spite of it.
        options.append("+s")
    elif order < 0.4:
        options.append("--tac")
    if chosen.random() < 0.6:
        criteria = chosen.sample(["length", "chunk", "begin", "end"], chosen.randint(0, 3))
        if not criteria or chosen.random() < 0.3:
            criteria.append("index")
        options.append(f"--tiebreak={','.join(criteria)}")
    if chosen.random() < 0.5:
        ranges = ["1", "2", "3", "-1", "-2", "2..", "..2", "2..3", "-3..-2", "-9..2", "..", "1..-1"]
        fields = chosen.choices(ranges, k=chosen.randint(1, 2))
        options.append(f"--nth={','.join(fields)}")
        if chosen.random() < 0.7:
            options.append(f"--delimiter={chosen.choice(['/', '-', '/s', '_', 'ar'])}")
    return options


def varied(query: str, chosen: random.Random) -> str:
    """The same query, or one with another case, with marks, or with a white character."""
    place = chosen.randrange(len(query))
    letter = query[place]
    changed = chosen.choice([letter.upper(), letter.lower(), chosen.choice("éÀñöß"), f"\\ {letter}"])
    return query[:place] + changed + query[place + 1 :] if chosen.random() < 0.5 else query


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("filter", help="the finder-filter executable")
    parser.add_argument("paths", help="a file of lines")
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--top", type=int, default=50)
    parser.add_argument("--query", action="append", help="this query, in place of those from the seed")
    parser.add_argument("--options", action="store_true", help="each query with some of fzf's options")
    options = parser.parse_args()

    with open(options.paths, "rb") as file:
        lines = file.read().split(b"\n")
    kept = []
    for line in lines:
        try:
            kept.append(line.decode())
        except UnicodeDecodeError:
            continue
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as paths:
        paths.write("\n".join(line for line in kept if line) + "\n")
        paths.flush()
        same = found = 0
        ours = theirs = 0.0
        asked = options.query or queries(kept, options.queries, options.seed)
        chosen = random.Random(options.seed)
        for plain in asked:
            query = varied(plain, chosen) if options.options else plain
            added = options_of(chosen) if options.options else []
            mine = run([options.filter, *added, query], paths.name, options.top)
            other = run(["fzf", *added, "--filter", query], paths.name, options.top)
            ours += mine.seconds
            theirs += other.seconds
            if mine.count == other.count and mine.lines == other.lines:
                same += 1
                found += mine.count > 0
                continue
            print(f"differs: {query!r} {' '.join(added)}: {mine.count} and {other.count} lines")
            for left, right in zip(mine.lines, other.lines, strict=False):
                if left != right:
                    print(f"  {left.decode()!r}\n  {right.decode()!r}")
                    break
        print(f"{same} of {len(asked)} queries give the same first {options.top} and the same number of lines")
        print(f"{found} of these find something")
        print(f"CPU time: {ours:.2f} s, fzf {theirs:.2f} s, ratio {ours / theirs:.2f}")


if __name__ == "__main__":
    main()
