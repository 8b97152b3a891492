#!/usr/bin/env python3
"""Counts what a list costs with and without a window, by its length: see README.md."""

from __future__ import annotations

import argparse
import os
from typing import Any

from counting import Counter, message

LIMIT = 50
Observed = list[Any]
NOTHING: Observed = []
WHOLE: Observed = ["rows"]
"""The list as such: what there was before windows."""


def window(count: int) -> Observed:
    """A screenful in the middle."""
    return [{"output": "rows", "window": {"offset": count // 2, "limit": LIMIT, "anchor": True}}]


def create(count: int, observe: Observed, id: str = "r") -> bytes:
    parameters = {"count": count, "alone": True}
    return message(
        "viewModel/create", 1, name="example.rows", id=id, parameters=parameters, observe=observe
    )


def rename(at: int, number: int) -> bytes:
    return message("viewModel/call", 3, id="r", input="rename", arguments=[at, f"name {number}"])


class Table:
    """Each row of it: what the host needs for it, beyond what the ViewModel itself does."""

    def __init__(self, counter: Counter, count: int) -> None:
        self._counter = counter
        self._count = count

    def creation(self, observe: Observed) -> tuple[int, int]:
        dispose = message("viewModel/dispose", 2, id="r")

        def run(observe: Observed) -> tuple[int, int]:
            return self._each(lambda times: [create(self._count, observe), dispose] * times, 1, 2)

        return self._beyond(run(observe), run(NOTHING))

    def scroll(self) -> tuple[int, int]:
        """By one row, down."""

        def lines(times: int) -> list[bytes]:
            middle = self._count // 2
            moves = [
                message("viewModel/window", 2, id="r", output="rows", offset=offset, limit=LIMIT)
                for offset in range(middle + 1, middle + 1 + times)
            ]
            return [create(self._count, window(self._count)), *moves]

        return self._each(lines, 10, 40)

    def change(self, observe: Observed, at: int) -> tuple[int, int]:
        def run(observe: Observed) -> tuple[int, int]:
            def lines(times: int) -> list[bytes]:
                changes = [rename(at, number) for number in range(times)]
                return [create(self._count, observe), *changes]

            return self._each(lines, 10, 20)

        return self._beyond(run(observe), run(NOTHING))

    def _each(self, lines: Any, few: int, more: int) -> tuple[int, int]:
        instructions, length = self._counter.with_length(lines(few + more))
        fewer_instructions, shorter = self._counter.with_length(lines(few))
        return (instructions - fewer_instructions) // more, (length - shorter) // more

    @staticmethod
    def _beyond(found: tuple[int, int], without: tuple[int, int]) -> tuple[int, int]:
        return found[0] - without[0], found[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host", help="example-host, a release build")
    parser.add_argument("--most", type=int, default=1_000_000, help="the longest list (1000000)")
    parser.add_argument(
        "--most-whole", type=int, default=10_000, help="the longest without a window (10000)"
    )
    options = parser.parse_args()
    if not os.access(options.host, os.X_OK):
        parser.error(f"{options.host} is no program")
    counter = Counter(options.host)
    print("| rows | | creation | scroll | change inside | change outside |")
    print("|---|---|---|---|---|---|")
    count = 1_000
    while count <= options.most:
        table, middle = Table(counter, count), count // 2 + 10
        seen = window(count)
        show(
            count,
            "window",
            [
                table.creation(seen),
                table.scroll(),
                table.change(seen, middle),
                table.change(seen, count - 1),
            ],
        )
        if count <= options.most_whole:
            change = table.change(WHOLE, middle)
            show(count, "whole", [table.creation(WHOLE), None, change, None])
        count *= 10


def show(count: int, how: str, cells: list[tuple[int, int] | None]) -> None:
    texts = [f"{cell[0]:,}; {cell[1]:,} B" if cell else "" for cell in cells]
    print(f"| {count:,} | {how} | {' | '.join(texts)} |", flush=True)


if __name__ == "__main__":
    main()
