#!/usr/bin/env python3
"""Sends the longest lines with the worst content to each method and member: worst.py HOST [WORD…]

Whatever a line holds, it is answered or refused, and takes the main thread no more than a few
seconds of CPU. It prints each line that took more than half of the limit, and the slowest.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from lines import BEGINNINGS, FILLINGS, LINES, PING, PONG, TEMPLATES, Beginning, filled

TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Cost:
    """What a line has cost: the CPU of the main thread in seconds, and the bytes of the answers."""

    name: str
    seconds: float
    answers: int


class Host:
    def __init__(self, command: list[str], beginning: Beginning) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.cost("", "\n".join(beginning))

    def cost(self, name: str, line: str) -> Cost:
        """Sends a line and a ping, and waits until that is answered.

        Or until the ping is that an array begins with: the answers to an array come together.
        """
        before = self._cpu()
        data = line.encode(errors="surrogateescape") + f"\n{PING}\n".encode()
        # On another thread, as the host reads nothing while its output is not read.
        writer = threading.Thread(target=self._write, args=(data,))
        writer.start()
        answers = self._read()
        writer.join()
        return Cost(name, self._cpu() - before, answers)

    def _write(self, data: bytes) -> None:
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(data)
            self._process.stdin.flush()

    def _read(self) -> int:
        """How many bytes come up to the ping's answer, with what comes together with it."""
        assert self._process.stdout is not None
        count, last = 0, b""
        while data := os.read(self._process.stdout.fileno(), 1 << 20):
            count += len(data)
            last = (last + data)[-100 - len(data) :]
            if PONG in last:
                return count
            last = last[-100:]
        raise SystemExit(f"the host has ended with status {self._process.wait()}")

    def _cpu(self) -> float:
        """The CPU that the main thread has used, in seconds."""
        id = self._process.pid
        fields = Path(f"/proc/{id}/task/{id}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def end(self) -> None:
        """Without what disposing takes."""
        self._process.kill()
        self._process.communicate()


def costs(options: argparse.Namespace) -> Iterator[Cost]:
    def wanted(name: str) -> bool:
        return all(word in name for word in options.only)

    for template in TEMPLATES:
        names = [name for name in FILLINGS if wanted(f"{template.name}: {name}")]
        if not names:
            continue
        host = Host([options.host], BEGINNINGS[template.beginning])
        for name in names:
            line = filled(template, FILLINGS[name], options.bytes)
            yield host.cost(f"{template.name}: {name}", line)
        host.end()
    for name, (beginning, make) in LINES.items():
        if not wanted(name):
            continue
        host = Host([options.host], BEGINNINGS[beginning])
        yield host.cost(name, make(options.bytes))
        host.end()


def main() -> int:
    options = parse()
    count, faults, slowest = 0, 0, Cost("none", 0, 0)
    for cost in costs(options):
        count += 1
        faults += cost.seconds > options.limit
        slowest = max(slowest, cost, key=lambda one: one.seconds)
        if options.verbose or cost.seconds > options.limit / 2:
            print(f"{cost.seconds:6.2f} s {cost.answers:12,} B  {cost.name}", flush=True)
    print(
        f"{count} lines of {options.bytes:,} bytes, {faults} over {options.limit} s; "
        f"the slowest, {slowest.seconds:.2f} s: {slowest.name}"
    )
    return 1 if faults or not count else 0


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host", help="the example host, a release build")
    parser.add_argument("only", nargs="*", help="words that a line's name must have")
    parser.add_argument("--bytes", type=int, default=16 << 20, help="of a line (16 MiB)")
    parser.add_argument("--limit", type=float, default=2.0, help="in seconds of CPU (2)")
    parser.add_argument("--verbose", action="store_true", help="print each line")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
