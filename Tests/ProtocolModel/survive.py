#!/usr/bin/env python3
"""Ends a supervised host again and again, and holds it to what it promises: see README.md.

No input that was not refused is lost, nothing is answered twice or never, and no process is left.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import random
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar

from compare import parsed
from form import Misshapen
from hosts import Killer
from mirror import Fault, Mirror, ensure

CRASHED = -32017
COUNTERS = ("c0", "c1", "c2")
SHARED = ("u", "r", "l", "p", "s", "f", "v", "n", "o")
CREATED = {
    "c0": "counter",
    "c1": "counter",
    "c2": "counter.functional",
    "u": "user",
    "r": "user.relays",
    "l": "list",
    "p": "parallel",
    "s": "example.survey",
    "h": "example.chain",
    "f": "example.form",
    "v": "example.preview",
    "n": "example.plain",
    "o": "example.stopwatch",
    "x": "example.crash",
}
CREATED_WITH: dict[str, dict[str, Any]] = {
    "v": {"uses": {"form": "f"}},
    "n": {"parameters": {"titles": []}},
}
TRAPS = ("fatalError", "forceCast", "forceUnwrap", "indexOutOfRange", "precondition")
OWN_WORK = ("sleepThenTrap", "trapInTimer", "trapElsewhere", "trapWithResult")
ENDS = ("exit", "fail", "recurse", *OWN_WORK)
SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT)


class Session:
    """One conversation with a supervised host. The seed says all but the time."""

    options: tuple[str, ...] = ("--supervised",)
    capabilities: ClassVar[dict[str, Any]] = {}
    """Those that it has besides."""
    created = CREATED
    """The instances, by their ids, with the names of their ViewModels."""
    counters: tuple[str, ...] = COUNTERS
    """Those that count their inputs."""
    ends: tuple[str, ...] = ENDS
    """What ends the host besides signals and traps."""
    expected: tuple[str, ...] = ("deaths", "inputs", "refused")
    """What has to be counted at least once."""

    def __init__(self, host: str, seed: int, deaths: int) -> None:
        self.chance = random.Random(seed)
        self.left = deaths
        self.counted: Counter[str] = Counter()
        self._mirror = Mirror()
        self._counts = dict.fromkeys(self.counters, 0)
        self._number = 0
        self._mortal: set[str] = set()
        """Those that may be closed."""
        self._out = bytearray()
        self._said = bytearray()
        self._answered: dict[Any, Any] = {}
        self._calls: list[tuple[str, str]] = []
        self._start(host)

    def _start(self, host: str) -> None:
        """Over pipes, or a socket as Node does; the pipe may be small, and the reader slow."""
        chance = self.chance
        command = [host, *self.options, "--hang", "2", "--memory-limit", "800000000"]
        self._slow = chance.random() < 0.4
        if chance.random() < 0.3:
            ours, theirs = socket.socketpair()
            self._input = self._output = ours.detach()
            self._process = self._spawn(command, theirs.fileno(), theirs.fileno())
            theirs.close()
        else:
            (theirs_in, self._input), (self._output, theirs_out) = os.pipe(), os.pipe()
            if self._slow:
                fcntl.fcntl(self._output, 1031, 4096)  # F_SETPIPE_SZ
            self._process = self._spawn(command, theirs_in, theirs_out)
            os.close(theirs_in)
            os.close(theirs_out)
        os.set_blocking(self._input, False)
        os.set_blocking(self._output, False)
        self._killer = Killer(0)
        self._killer.supervisor = self._process

    @staticmethod
    def _spawn(command: list[str], stdin: int, stdout: int) -> subprocess.Popen[bytes]:
        environment = os.environ | {"SWIFT_BACKTRACE": "enable=no"}
        return subprocess.Popen(
            command,
            stdin=stdin,
            stdout=stdout,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )

    # What is sent

    def _send(self, message: dict[str, Any]) -> None:
        line = json.dumps({"jsonrpc": "2.0", **message})
        self._mirror.sent(line)
        self._out += line.encode() + b"\n"

    def _request(self, method: str, **params: Any) -> int:
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        return self._number

    def _invoke(self, id: str, name: str, *arguments: Any) -> None:
        self._number += 1
        self.counted["inputs"] += 1
        params = {"id": id, "input": name, "arguments": list(arguments), "seq": self._number}
        self._send({"method": "viewModel/input", "params": params})

    def _begin(self) -> None:
        capabilities = {
            "services": ["items", "part", "chance"],
            "mergeUpdates": self.chance.choice((True, False, {"milliseconds": 5})),
            "restarts": True,
        }
        capabilities |= self.capabilities
        self._request("initialize", protocolVersions=["1"], capabilities=capabilities)
        for id, name in self.created.items():
            more = CREATED_WITH.get(id, {})
            self._wait = self._request("viewModel/create", name=name, id=id, **more)

    def _say_something(self) -> None:
        chance = self.chance
        way = chance.random()
        if way < 0.55:
            id = chance.choice(COUNTERS)
            self._counts[id] += 1
            self._invoke(id, "plusButtonDidTap")
        elif way < 0.7:
            self._invoke(chance.choice("ur"), "fetch", chance.randint(0, 9))
        elif way < 0.75:
            self._request("viewModel/call", id="u", input="fetch", arguments=[1])
        elif way < 0.8:
            self._invoke("l", chance.choice(("reload", "reachedBottom", "viewWillAppear")))
        elif way < 0.84:
            self._invoke("p", "load", chance.randint(0, 5))
        elif way < 0.9:
            self._invoke("s", "measure", f"a bb ccc d{chance.randint(0, 9)}")
        elif way < 0.91:
            self._invoke("h", "run")
        elif way < 0.93:
            self._invoke("f", "rename", f"name {chance.randint(0, 9)}")
        elif way < 0.95:
            self._invoke("n", "addUp", [chance.randint(0, 9)])
        elif way < 0.96:
            self._invoke("o", "measure")
        elif way < 0.98:
            self._request("viewModel/snapshot", id=chance.choice(COUNTERS + SHARED))
        else:
            self._request("ping")

    def _die(self) -> None:
        """Ends the worker in one of the ways."""
        chance = self.chance
        self.left -= 1
        self.counted["deaths"] += 1
        way = chance.random()
        if way < 0.6:
            kind = chance.choice(SIGNALS)
            # A host takes other signals for its own doing. At a second one it cancels its present
            # step, which may still be the same long one.
            if self.counted["other signals"] > 0:
                kind = signal.SIGKILL
            self._killer.kill(kind)
            if kind != signal.SIGKILL:
                self.counted["other signals"] += 1
                self._wait = self._request("ping")
        elif way < 0.85:
            self._invoke("x", chance.choice(TRAPS))
        else:
            name = chance.choice(self.ends)
            self._mortal.add(f"fatal {self.left}")
            self._request("viewModel/create", name="example.fatal", id=f"fatal {self.left}")
            self._invoke(f"fatal {self.left}", name)
            self._wait = self._request("ping")

    # What comes back

    def _take(self, line: str) -> Any:
        message = parsed(line)
        self._mirror.take(message)
        method = message.get("method")
        params = message.get("params", {})
        if method == "viewModel/rejected" and params["error"]["code"] == CRASHED:
            self.counted["refused"] += 1
            if params["id"] in self._counts:
                self._counts[params["id"]] -= 1
        elif method == "viewModel/closed":
            ensure(params["id"] in self._mortal, f"{params['id']} was closed: {params['reason']}")
        elif method == "service/call":
            self._calls.append((message["id"], params["service"]))
        elif method is None:
            self._answered[message["id"]] = message
        return message

    def _serve(self) -> None:
        while self._calls and self.chance.random() < 0.5:
            id, service = self._calls.pop(self.chance.randrange(len(self._calls)))
            items = [{"id": "a", "name": f"n{self.chance.randint(0, 9)}"}]
            page = {"items": items, "pages": {"currentPage": 1, "nextPage": 2}}
            self._send({"id": id, "result": page if service == "items" else "x"})

    def _exchange(self, selector: selectors.BaseSelector) -> None:
        is_slow = self._slow and self.left > 0 and self._wait in self._answered
        reads = not is_slow or self.chance.random() < 0.3
        events = selectors.EVENT_READ if reads else 0
        wanted = {self._output: events}
        if self._out:
            wanted[self._input] = wanted.get(self._input, 0) | selectors.EVENT_WRITE
        for file, mask in wanted.items():
            if mask:
                selector.register(file, mask)
        for key, mask in selector.select(0.001):
            if mask & selectors.EVENT_WRITE:
                with suppress(BlockingIOError):
                    del self._out[: os.write(self._input, self._out[:8192])]
            if mask & selectors.EVENT_READ:
                size = self.chance.choice((50, 700, 4000)) if is_slow else 65536
                data = os.read(key.fd, size)
                ensure(data, "the host has ended")
                self._said += data
        for file, mask in wanted.items():
            if mask:
                selector.unregister(file)
        *lines, rest = self._said.split(b"\n")
        self._said = bytearray(rest)
        for line in lines:
            self._take(line.decode())

    # The whole of it

    def run(self) -> None:
        try:
            with selectors.DefaultSelector() as selector:
                self._talk(selector)
            self._finish()
        finally:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            for file in {self._input, self._output}:
                os.close(file)

    def _talk(self, selector: selectors.BaseSelector) -> None:
        self._begin()
        due = pause = time.monotonic()
        while self.left:
            now = time.monotonic()
            if self._wait in self._answered and now > pause and len(self._out) < 20_000:
                if self.chance.random() < 0.005:
                    pause = now + self.chance.uniform(0, 0.5)
                for _ in range(self.chance.randint(0, 6)):
                    self._say_something()
            self._serve()
            self._exchange(selector)
            if self._wait in self._answered and now > due:
                self._die()
                due = time.monotonic() + self.chance.uniform(0.005, 0.12)
        self._settle(selector)
        finals = {id: self._request("viewModel/snapshot", id=id) for id in self.counters + SHARED}
        while not all(number in self._answered for number in finals.values()):
            self._exchange(selector)
        for id, count in self._counts.items():
            found = self._answered[finals[id]]["result"]["state"]["count"]
            ensure(found == count, f"{id} counts {found}, and {count} inputs were not refused")

    def _settle(self, selector: selectors.BaseSelector) -> None:
        """Waits until nothing is pending.

        Some work that the host is yet to die of may be a timer.
        """
        while True:
            id = self._request("host/pending")
            while id not in self._answered:
                self._serve()
                self._exchange(selector)
            pending = self._answered[id]["result"]
            if not self._calls and not any(
                pending.get(name) for name in ("inputs", "services", "tasks", "timer")
            ):
                return

    def _finish(self) -> None:
        """The end of the input ends all processes, and all has been answered."""
        self._mirror.end()
        os.set_blocking(self._output, True)
        if self._input == self._output:
            with socket.socket(fileno=os.dup(self._input)) as ours:
                ours.shutdown(socket.SHUT_WR)
        else:
            os.close(self._input)
            self._input = self._output
        while os.read(self._output, 65536):
            pass
        status = self._process.wait()
        ensure(status == 0, f"the host has ended with status {status}")
        ensure(not group_exists(self._process.pid), "a process is left")


def group_exists(id: int) -> bool:
    with suppress(ProcessLookupError):
        os.killpg(id, 0)
        return True
    return False


def held(kind: type[Session], description: str | None, *first: Callable[[str], None]) -> int:
    """Holds conversations as the command line says, after some with the host. Gives the status."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("host", help="the example host")
    parser.add_argument("--sessions", type=int, default=5)
    parser.add_argument("--deaths", type=int, default=40, help="in each session")
    parser.add_argument("--seed", type=int, default=1, help="of the first session")
    options = parser.parse_args()
    host = os.path.abspath(options.host)
    for conversation in first:
        conversation(host)
    faults = 0
    total: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for seed in range(options.seed, options.seed + options.sessions):
            session = kind(host, seed, options.deaths)
            try:
                session.run()
            except (Fault, Misshapen) as fault:
                faults += 1
                print(f"seed {seed}: {fault}", flush=True)
            total += session.counted
        os.chdir("/")
    seen = ", ".join(f"{count} {name}" for name, count in total.items())
    print(f"{seen}; sessions with a fault: {faults}")
    return 1 if faults or any(total[name] == 0 for name in kind.expected) else 0


if __name__ == "__main__":
    sys.exit(held(Session, __doc__))
