#!/usr/bin/env python3
"""Has a supervised host forget what is over, and kills it meanwhile: see README.md.

Its journal stays as short as `--journal-limit` says, and ids and numbers count on. Where an
instance always lives the host says that it cannot be restored any more, until none lives.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from hosts import Killer
from mirror import Fault, Mirror, ensure

LIMIT = 100_000


class Host:
    def __init__(self, path: str) -> None:
        self.process = subprocess.Popen(
            [path, "--supervised", "--journal-limit", str(LIMIT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"SWIFT_BACKTRACE": "enable=no"},
        )
        self._killer = Killer(0)
        self._killer.supervisor = self.process
        self._mirror = Mirror()
        self._number = 0
        self.lines = 0
        self.calls: list[str] = []
        self.logs: list[str] = []

    def send(self, message: dict[str, Any]) -> None:
        line = json.dumps({"jsonrpc": "2.0", **message})
        self._mirror.sent(line)
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def request(self, method: str, **params: Any) -> Any:
        answer = self._answer(method, params)
        ensure("result" in answer, f"{answer}")
        return answer["result"]

    def error(self, method: str, **params: Any) -> Any:
        answer = self._answer(method, params)
        ensure("error" in answer, f"{answer}")
        return answer["error"]

    def _answer(self, method: str, params: dict[str, Any]) -> Any:
        self._number += 1
        self.send({"id": self._number, "method": method, "params": params})
        while True:
            message = self.receive()
            if message.get("id") == self._number and "method" not in message:
                return message

    def receive(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        ensure(line, "the host has ended")
        self.lines += 1
        message = json.loads(line)
        self._mirror.take(message)
        if message.get("method") == "host/log":
            self.logs.append(message["params"]["message"])
        if message.get("method") == "service/call":
            self.calls.append(message["id"])
            self.send({"id": message["id"], "result": "x"})
        return message

    def kill(self) -> None:
        self._killer.kill(signal.SIGKILL)

    def size(self) -> int:
        """How much room the files of the journal take."""
        total = 0
        for file in Path(f"/proc/{self.process.pid}/fd").iterdir():
            if os.readlink(file).startswith("/memfd:"):
                total += os.stat(file).st_blocks * 512
        return total

    def end(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self._mirror.end()
        ensure(self.process.wait() == 0, "the host has failed")


def held(path: str, rounds: int, seed: int) -> str:
    chance = random.Random(seed)
    host = Host(path)
    try:
        capabilities = {"services": ["part", "chance"]}
        host.request("initialize", protocolVersions=["1"], capabilities=capabilities)
        kills = greatest = 0
        for number in range(1, rounds + 1):
            counter = host.request("viewModel/create", name="counter")["id"]
            ensure(counter == f"counter-{number}", f"{counter} is the counter of round {number}")
            host.request("viewModel/create", name="parallel", id="p")
            host.request("viewModel/call", id="p", input="load", arguments=[3])
            # What it says is not the same twice.
            host.request("viewModel/create", name="example.chance", id="k")
            host.request("viewModel/call", id="k", input="throwDice")
            deaths = {chance.randrange(600) for _ in range(chance.randrange(3))}
            for count in range(300):
                for place in (2 * count, 2 * count + 1):
                    if place in deaths:
                        host.kill()
                        kills += 1
                host.request("viewModel/call", id=counter, input="plusButtonDidTap")
            state = host.request("viewModel/snapshot", id=counter)["state"]
            ensure(state["count"] == 300, f"{state} after 300 inputs")
            while host.request("host/pending")["services"]:
                host.receive()
            greatest = max(greatest, host.size())
            ensure(greatest < 5 * LIMIT, f"the journal takes {greatest} bytes")
            for id in ("p", "k", counter):
                host.request("viewModel/dispose", id=id)
            if chance.random() < 0.3:
                host.kill()
                kills += 1
            host.request("ping")
            greatest = max(greatest, host.size())
        ensure(len(host.calls) == 3 * rounds, f"{len(host.calls)} service calls")
        host.end()
        return f"{rounds} rounds, {kills} kills, {host.lines} lines, at most {greatest} bytes"
    finally:
        host.process.kill()
        host.process.wait()


def call(host: Host, count: int) -> None:
    for _ in range(count):
        host.request("viewModel/call", id="c", input="plusButtonDidTap")


def outgrown(path: str) -> None:
    """With an instance that lives too long nothing can be restored; after its end all can be."""
    for ends_first in (True, False):
        host = Host(path)
        try:
            capabilities = {"log": "error"}
            host.request("initialize", protocolVersions=["1"], capabilities=capabilities)
            host.request("viewModel/create", name="counter", id="c")
            call(host, 200)
            host.kill()
            while not host.logs:
                call(host, 100)
            ensure("cannot be restored" in host.logs[0], f"{host.logs}")
            call(host, 10 * LIMIT // 200)
            ensure(len(host.logs) == 1, f"{host.logs}")
            ensure(host.size() < 5_000_000, f"the journal takes {host.size()} bytes")
            ensure(host.error("session/undo")["code"] == -32018, "there is something to undo")
            if ends_first:
                host.request("viewModel/dispose", id="c")
                host.request("ping")
                host.request("viewModel/create", name="counter", id="c")
                call(host, 10)
                host.kill()
                call(host, 10)
                state = host.request("viewModel/snapshot", id="c")["state"]
                ensure(state["count"] == 20, f"{state} after 20 inputs")
                host.end()
            else:
                host.kill()
                ensure(host.process.wait() != 0, "a lost session has ended well")
        finally:
            host.process.kill()
            host.process.wait()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host", help="the example host")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    try:
        outgrown(os.path.abspath(options.host))
        print(held(os.path.abspath(options.host), options.rounds, options.seed))
    except Fault as fault:
        print(fault)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
