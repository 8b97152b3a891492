"""What applying updates costs, beside plain reading and parsing: python3 benchmark.py [UPDATES]

The counter of the built host (VIEWMODEL_HOST, or the one in .build) counts; its lines are recorded,
and come from a pipe then, in each of some rounds.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import Any, Callable, Union

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "src"), str(HERE / "tests")]

from support import built_host  # noqa: E402

from viewmodel_host import AsyncHost, Host  # noqa: E402

ROUNDS = 9
# It answers the first two lines with the first two, and then writes the rest.
PLAY = 'read -r _; sed -n 1p "$1"; read -r _; sed 1d "$1"; cat > /dev/null'

Measured = Union[float, Awaitable[float]]
Measure = Callable[[list[str], int], Measured]


def message(**members: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", **members}) + "\n"


def record(updates: int, file: Path) -> None:
    """Has the host write an update for each input."""
    initialize = {"protocolVersions": ["1"], "capabilities": {"mergeUpdates": False}}
    sent = message(id=1, method="initialize", params=initialize)
    sent += message(id=2, method="viewModel/create", params={"name": "counter", "id": "c"})
    count = message(method="viewModel/input", params={"id": "c", "input": "plusButtonDidTap"})
    with file.open("wb") as output:
        command = [built_host()]
        subprocess.run(command, input=(sent + updates * count).encode(), stdout=output, check=True)


def plain(command: list[str], updates: int) -> float:
    """Reads and parses the lines, and does nothing with them."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"\n")
        process.stdin.flush()
        json.loads(process.stdout.readline())
        start = time.process_time()
        process.stdin.write(b"\n")
        process.stdin.flush()
        for _ in range(updates + 1):
            json.loads(process.stdout.readline())
        return time.process_time() - start


class Counting:
    """Keeps nothing: to collect what a program has kept is not the client's work."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, change: Any) -> None:
        self.count += 1


def host(command: list[str], updates: int) -> float:
    """`Host`, with a callback for each change."""
    seen = Counting()
    with Host(command) as host:
        start = time.process_time()
        counter = host.create("counter", id="c", on_change=seen)
        counter.until(lambda state: state["count"] == updates)
        end = time.process_time()
    assert seen.count == updates
    return end - start


async def async_host(command: list[str], updates: int) -> float:
    """`AsyncHost`, with a callback for each change."""
    seen = Counting()
    async with AsyncHost(command) as host:
        start = time.process_time()
        counter = await host.create("counter", id="c", on_change=seen)
        await counter.until(lambda state: state["count"] == updates)
        end = time.process_time()
    assert seen.count == updates
    return end - start


def once(measure: Measure, command: list[str], updates: int) -> float:
    measured = measure(command, updates)
    return measured if isinstance(measured, float) else asyncio.run(wait(measured))


async def wait(measured: Awaitable[float]) -> float:
    return await measured


def main(updates: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "lines"
        record(updates, file)
        command = ["sh", "-c", PLAY, "sh", str(file)]
        print(f"{updates} updates of the counter, in turn, the least of {ROUNDS} rounds")
        print(f"{'':24}{'seconds':>9}{'µs each':>9}{'ratio':>7}")
        both: dict[str, Measure] = {"Host": host, "AsyncHost": async_host}
        measures: dict[str, Measure] = {"readline, json.loads": plain, **both}
        rounds = [
            [once(measure, command, updates) for measure in measures.values()]
            for _ in range(ROUNDS)
        ]
        least = [min(times) for times in zip(*rounds)]
        for label, seconds in zip(measures, least):
            each = seconds / updates * 1e6
            print(f"{label:24}{seconds:9.3f}{each:9.1f}{seconds / least[0]:7.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
