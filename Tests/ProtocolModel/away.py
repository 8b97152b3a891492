#!/usr/bin/env python3
"""How long a supervised host is away: from SIGKILL to the answer to a ping.

Each session is killed several times when all is answered; shown are the least and the median, in
milliseconds. ViewModels that are named have sessions of 10,000 random inputs, by their schemas;
services are answered at once.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1] / "ContractLaw"))

from schema_values import Values

Input = tuple[str, list[Any]]
SESSIONS: list[tuple[str, int, Callable[[int], Input] | None]] = [
    ("counter", 1_000, lambda _: ("plusButtonDidTap", [])),
    ("counter", 10_000, lambda _: ("plusButtonDidTap", [])),
    ("counter.functional", 10_000, lambda _: ("plusButtonDidTap", [])),
    ("user", 10_000, lambda number: ("fetch", [number])),
    ("user.relays", 10_000, lambda number: ("fetch", [number])),
    ("example.form", 10_000, lambda number: ("rename", [f"name {number}"])),
    ("example.survey", 10_000, lambda number: ("measure", [f"a bb ccc d{number % 100}"])),
]
"""The ViewModels, how many inputs they have, and which."""
PARAMETERS: dict[str, dict[str, Any]] = {
    "lines": {"path": __file__},
    "pager": {"selectedId": "a"},
    "pager.article": {"selectedId": "a"},
}
"""What some are created with."""
NUMBERS = {"load": range(4), "willTransitionTo": range(4)}
"""The numbers that some inputs get. With most others they only fail."""


def contract(path: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(subprocess.check_output([path, "schema"]))
    return found


class Host:
    def __init__(self, path: str) -> None:
        described = contract(path)
        self._process = subprocess.Popen(
            [path, "--supervised"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"SWIFT_BACKTRACE": "enable=no"},
        )
        self._number = 0
        self._values = Values(1, described["$defs"])
        self._services = {each["name"]: each["result"] for each in described["services"]}
        self._view_models = {each["name"]: each for each in described["viewModels"]}
        capabilities = {"services": list(self._services)}
        self.wait(self.send("initialize", protocolVersions=["1"], capabilities=capabilities))

    def create(self, name: str, id: str) -> None:
        """Creates a ViewModel, and before it those that it uses."""
        uses = {}
        for role in self._view_models[name]["uses"]:
            uses[role["name"]] = role["name"]
            self.create(role["viewModels"][0], role["name"])
        parameters = PARAMETERS.get(name, {})
        self.wait(self.send("viewModel/create", name=name, id=id, uses=uses, parameters=parameters))

    def inputs(self, view_model: str) -> Iterator[Input]:
        """Random inputs of a ViewModel; none if it has no input."""
        inputs = self._view_models[view_model]["inputs"]
        while inputs:
            input = self._values.random.choice(inputs)
            name = input["name"]
            if name in NUMBERS:
                yield name, [self._values.random.choice(NUMBERS[name])]
            else:
                yield name, [self._values.valid(each["schema"]) for each in input["arguments"]]

    def send(self, method: str, **params: Any) -> int:
        self._number += 1
        self._write(id=self._number, method=method, params=params)
        return self._number

    def input(self, name: str, arguments: list[Any]) -> None:
        params = {"id": "x", "input": name, "arguments": arguments}
        self._write(method="viewModel/input", params=params)

    def _write(self, **message: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def wait(self, id: int) -> Any:
        """The result of a request. Meanwhile services are answered."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.flush()
        for line in self._process.stdout:
            message = json.loads(line)
            if message.get("method") == "service/call":
                schema = self._services[message["params"]["service"]]
                self._write(id=message["id"], result=self._values.valid(schema))
                self._process.stdin.flush()
            if message.get("id") != id:
                continue
            if "error" in message:
                raise SystemExit(message["error"]["message"])
            return message["result"]
        raise SystemExit("the host has ended")

    def settle(self) -> None:
        """Waits until nothing is pending."""
        kinds = ("inputs", "services", "tasks", "timer")
        while any(map(self.wait(self.send("host/pending")).get, kinds)):
            time.sleep(0.01)

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


def away(path: str, name: str, count: int, make: Callable[[int], Input] | None, kills: int) -> None:
    """Prints how long the host is away. Inputs that nothing makes are random."""
    host = Host(path)
    try:
        host.create(name, "x")
        inputs = map(make, range(count)) if make else itertools.islice(host.inputs(name), count)
        for number, (input, arguments) in enumerate(inputs):
            host.input(input, arguments)
            # What the host writes has to be read.
            if number % 100 == 99:
                host.wait(host.send("ping"))
        host.settle()
        found = [1_000 * host.killed() for _ in range(kills)]
    finally:
        host.end()
    least, median = min(found), statistics.median(found)
    print(f"{name:<22} {count:>7} {least:>7.1f} {median:>7.1f}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host", help="the example host, as a release build")
    parser.add_argument("names", nargs="*", help="ViewModels that get random inputs")
    parser.add_argument("--kills", type=int, default=5, help="of each session")
    parser.add_argument("--all", action="store_true", help="name all that have inputs")
    options = parser.parse_args()
    names = options.names
    if options.all:
        names = [each["name"] for each in contract(options.host)["viewModels"] if each["inputs"]]
    sessions = [(name, 10_000, None) for name in names] or SESSIONS
    print(f"{'session':<22} {'inputs':>7} {'least':>7} {'median':>7}")
    for name, count, make in sessions:
        away(options.host, name, count, make, options.kills)
    return 0


if __name__ == "__main__":
    sys.exit(main())
