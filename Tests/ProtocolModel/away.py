#!/usr/bin/env python3
"""How long a supervised host is away: from SIGKILL to the answer to a ping.

Each session is killed several times when all is answered; shown are the least and the median, in
milliseconds.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Input = tuple[str, list[Any]]
SESSIONS: list[tuple[str, int, Callable[[int], Input]]] = [
    ("counter", 1_000, lambda _: ("plusButtonDidTap", [])),
    ("counter", 10_000, lambda _: ("plusButtonDidTap", [])),
    ("counter.functional", 10_000, lambda _: ("plusButtonDidTap", [])),
    ("user", 10_000, lambda number: ("fetch", [number])),
    ("user.relays", 10_000, lambda number: ("fetch", [number])),
    ("example.form", 10_000, lambda number: ("rename", [f"name {number}"])),
    ("example.survey", 10_000, lambda number: ("measure", [f"a bb ccc d{number % 100}"])),
]
"""The ViewModels, how many inputs they have, and which."""


class Host:
    def __init__(self, path: str) -> None:
        self._process = subprocess.Popen(
            [path, "--supervised"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"SWIFT_BACKTRACE": "enable=no"},
        )
        self._number = 0

    def send(self, method: str, **params: Any) -> int:
        self._number += 1
        message = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        return self._number

    def wait(self, id: int) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.flush()
        for line in self._process.stdout:
            message = json.loads(line)
            if message.get("id") != id:
                continue
            if "error" in message:
                raise SystemExit(message["error"]["message"])
            return
        raise SystemExit("the host has ended")

    def killed(self) -> float:
        """The seconds from a kill to the next answer."""
        supervisor = self._process.pid
        children = Path(f"/proc/{supervisor}/task/{supervisor}/children").read_text().split()
        start = time.perf_counter()
        os.kill(int(children[0]), signal.SIGKILL)
        self.wait(self.send("ping"))
        seconds = time.perf_counter() - start
        # The next worker is to be done with all that follows.
        time.sleep(0.2)
        return seconds

    def end(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.kill()
        self._process.wait()


def times(
    path: str, name: str, count: int, make: Callable[[int], Input], kills: int
) -> list[float]:
    host = Host(path)
    try:
        host.wait(host.send("viewModel/create", name=name, id="x"))
        # Those that sleep do so at the same time; the others answer at once, which has to be read.
        some = count if name.startswith("user") else 100
        for start in range(0, count, some):
            for number in range(start, start + some):
                input, arguments = make(number)
                last = host.send("viewModel/call", id="x", input=input, arguments=arguments)
            host.wait(last)
        return [host.killed() for _ in range(kills)]
    finally:
        host.end()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host", help="the example host, as a release build")
    parser.add_argument("--kills", type=int, default=5, help="of each session")
    options = parser.parse_args()
    print(f"{'session':<22} {'inputs':>7} {'least':>7} {'median':>7}")
    for name, count, make in SESSIONS:
        found = [1_000 * each for each in times(options.host, name, count, make, options.kills)]
        least, median = min(found), statistics.median(found)
        print(f"{name:<22} {count:>7} {least:>7.1f} {median:>7.1f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
