#!/usr/bin/env python3
"""Has supervised sessions go back and forth, in random conversations: see README.md.

After each turn all states are noted. A session that goes to a turn has the states of that turn, and
what its mirror has from updates, byte for byte; also after a process was killed. Every request and
every input with a seq ends once.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from typing import Any

from hosts import Killer
from mirror import Fault, ensure
from patch import apply

CREATED = {
    "c": "counter",
    "d": "counter.functional",
    "f": "example.form",
    "v": "example.preview",
    "l": "list",
    "s": "example.survey",
    "u": "user",
}
SERVICES = ("items",)
GONE = -32018
State = dict[str, Any]


class Rewinding:
    """One conversation, line by line, with what was so after each turn."""

    def __init__(self, host: str, seed: int) -> None:
        self._chance = random.Random(seed)
        self._process = subprocess.Popen(
            [host, "--supervised"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._killer = Killer(seed)
        self._killer.supervisor = self._process
        self._number = 0
        self._states: dict[str, tuple[int, State]] = {}
        self._open: set[Any] = set()
        self._seqs: set[int] = set()
        self._asked: set[str] = set()
        self._turn = 0
        self._noted: dict[int, str] = {}
        self._undone: dict[int, str] = {}
        self._found = ""
        self._gone_to = 0
        """What was noted of later turns is not so in those that were taken back."""
        self.rewinds = 0
        self.restarts = 0
        self.checked = 0
        self.times: list[float] = []

    # What is said

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self._process.stdin.flush()

    def _begin(self, method: str, **params: Any) -> int:
        self._number += 1
        self._open.add(self._number)
        self._send({"id": self._number, "method": method, "params": params})
        return self._number

    def request(self, method: str, **params: Any) -> dict[str, Any]:
        """Waits for the answer, and takes in what comes before it."""
        return self._await(self._begin(method, **params))

    def _await(self, number: int) -> dict[str, Any]:
        while True:
            message = self._receive()
            if message.get("id") == number and "method" not in message:
                return message

    def _receive(self) -> dict[str, Any]:
        assert self._process.stdout
        line = self._process.stdout.readline()
        ensure(line, "the host has ended")
        message: dict[str, Any] = json.loads(line)
        self._take(message)
        return message

    def _take(self, message: dict[str, Any]) -> None:
        method, params = message.get("method"), message.get("params", {})
        if method is None:
            ensure(message["id"] in self._open, f"answered twice or never asked: {message}")
            self._open.remove(message["id"])
            result = message.get("result", {})
            for state in (result, *result.get("opened", ())):
                if "state" in state:
                    self._take_state(state["id"], state["revision"], state["state"])
        elif method == "viewModel/update":
            self._turn = params["turn"]
            for entry in params["updates"]:
                revision, state = self._states[entry["id"]]
                ensure(entry["revision"] == revision + 1, f"after revision {revision}: {entry}")
                for operation in entry.get("patch", ()):
                    apply(state, operation)
                self._states[entry["id"]] = (entry["revision"], state)
                for seq in entry.get("done", ()):
                    self._end_seq(seq)
        elif method == "viewModel/rejected":
            self._end_seq(params["seq"])
        elif method == "host/restarted":
            # Going back changes instances, and a restore does not.
            ensure("differs" not in params, f"a session that goes back as it did: {message}")
            self.restarts += 1
        elif method == "viewModel/closed":
            del self._states[params["id"]]
        elif method == "service/call":
            self._asked.add(message["id"])
        elif method == "$/cancelRequest":
            self._asked.discard(params["id"])
            assert self._process.stdin
            if not self._process.stdin.closed:
                error = {"code": -32800, "message": "Cancelled"}
                self._send({"id": params["id"], "error": error})

    def _take_state(self, id: str, revision: int, state: State) -> None:
        """One that comes whole: if the instance is known, it is what updates led to."""
        if id in self._states:
            last, known = self._states[id]
            ensure(revision == last, f"{id} has revision {revision}, and {last} was published")
            found, had = (json.dumps(each, sort_keys=True) for each in (state, known))
            ensure(found == had, f"{id} is {found}, and {had} was published")
        self._states[id] = (revision, state)

    def _end_seq(self, seq: int) -> None:
        ensure(seq in self._seqs, f"the seq {seq} has ended twice or was never sent")
        self._seqs.remove(seq)

    def _picture(self) -> str:
        """All states, as text."""
        return json.dumps({id: it for id, (_, it) in self._states.items()}, sort_keys=True)

    # The conversation

    def create_all(self) -> None:
        capabilities = {
            "services": list(SERVICES),
            "turns": True,
            "mergeUpdates": False,
            "restarts": True,
        }
        self.request("initialize", protocolVersions=["1"], capabilities=capabilities)
        for id, name in CREATED.items():
            uses = {"form": "f"} if id == "v" else {}
            self.request("viewModel/create", name=name, id=id, uses=uses)

    def say_something(self) -> None:
        self._undone = {}
        chance = self._chance
        way = chance.random()
        if way < 0.5:
            self._input(chance.choice("cd"), "plusButtonDidTap")
        elif way < 0.6:
            self._input("f", "rename", f"name {chance.randint(0, 99)}")
        elif way < 0.7:
            self._input("f", "addTag", f"tag {chance.randint(0, 99)}")
        elif way < 0.8:
            self._input("l", chance.choice(("reload", "reachedBottom", "viewWillAppear")))
        elif way < 0.9:
            self._input("s", "measure", f"a bb ccc d{chance.randint(0, 9)}")
        elif way < 0.93:
            self._input("u", "fetch", chance.randint(0, 9))
        elif way < 0.96:
            self._begin("viewModel/call", id="u", input="fetch", arguments=[1])
        elif self._asked:
            id = chance.choice(sorted(self._asked))
            self._asked.remove(id)
            items = [{"id": "a", "name": f"n{chance.randint(0, 9)}"}]
            page = {"items": items, "pages": {"currentPage": 1, "nextPage": 2}}
            self._send({"id": id, "result": page})
        self._settle()

    def _input(self, id: str, name: str, *arguments: Any) -> None:
        self._number += 1
        self._seqs.add(self._number)
        params = {"id": id, "input": name, "arguments": list(arguments), "seq": self._number}
        self._send({"method": "viewModel/input", "params": params})

    def _settle(self) -> None:
        """Until no task is at work; other things may wait. The states are noted."""
        while self.request("host/pending")["result"].get("tasks"):
            pass
        turns = self.request("session/turns", count=1)["result"]
        # The request for the turns is one itself, which changes nothing.
        self._noted[turns["turn"]] = self._noted[turns["turn"] + 1] = self._picture()

    def wander(self, method: str, **params: Any) -> None:
        """Goes to another turn, if there is one, where all is as it was noted."""
        # The request is a turn itself.
        present = self.request("session/turns", count=0)["result"]["turn"] + 1
        turn = self.go(method, **params)
        if turn is None:
            return
        is_back = method == "session/undo" or params.get("turn", turn + present) <= present
        noted = self._noted if is_back else self._undone
        if turn in noted:
            self.compare(turn, noted[turn])
        if is_back:
            self._undone |= {known: it for known, it in self._noted.items() if known > turn}
            self._noted = {known: it for known, it in self._noted.items() if known <= turn}
        else:
            self._noted = {known: it for known, it in self._noted.items() if known <= self._gone_to}
            self._noted |= {known: it for known, it in self._undone.items() if known <= turn}
        self._gone_to = turn

    def go(self, method: str, **params: Any) -> int | None:
        """Goes to another turn; `None` if there is none."""
        since = time.monotonic()
        answer = self.request(method, **params)
        if "error" in answer:
            ensure(answer["error"]["code"] == -32600, f"{answer}")
            return None
        self.times.append(time.monotonic() - since)
        self.rewinds += 1
        # What sleeps there continues, and may end before the snapshots are there.
        self._found = self._picture()
        turn: int = answer["result"]["turn"]
        for id in list(self._states):
            self.request("viewModel/snapshot", id=id)
        return turn

    def compare(self, turn: int, noted: str) -> None:
        ensure(self._found == noted, f"after turn {turn} there was {noted}, and now {self._found}")
        self.checked += 1

    def count(self) -> tuple[int, str]:
        """An input. Gives the number of its turn, and what is so then."""
        self._input("c", "plusButtonDidTap")
        while self._seqs:
            self._receive()
        return self._turn, self._picture()

    def kill(self) -> None:
        self._killer.kill(signal.SIGKILL)

    def finish(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        for line in self._process.stdout:
            self._take(json.loads(line))
        ensure(self._process.wait() == 0, "the status is not 0")
        ensure(not self._open and not self._seqs, f"without an end: {self._open} {self._seqs}")

    def end(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


def wander(host: Rewinding, chance: random.Random, steps: int) -> None:
    """Inputs, undo, redo, and turns at random; and a kill now and then."""
    for _ in range(steps):
        way = chance.random()
        if way < 0.6:
            host.say_something()
        elif way < 0.75:
            host.wander("session/undo")
        elif way < 0.87:
            host.wander("session/redo")
        elif way < 0.95:
            turns = host.request("session/turns", count=1000)["result"]
            known = [entry["turn"] for entry in turns["turns"] + turns["undone"]]
            host.wander("session/rewind", turn=chance.choice(known))
        else:
            host.kill()


def long(host: Rewinding, chance: random.Random, turns: int, rewinds: int) -> None:
    """A session of many turns goes to any of them."""
    noted = dict(host.count() for _ in range(turns))
    host.times = []
    turn = turns
    for _ in range(rewinds):
        # The snapshots there have the next numbers now.
        others = [each for each in noted if not turn < each <= turn + len(CREATED)]
        turn = chance.choice(others)
        ensure(host.go("session/rewind", turn=turn) == turn, f"another turn than {turn}")
        host.compare(turn, noted[turn])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host", help="the example host")
    parser.add_argument("--sessions", type=int, default=5)
    parser.add_argument("--steps", type=int, default=100, help="in each session")
    parser.add_argument("--turns", type=int, default=10_000, help="of the long session")
    parser.add_argument("--rewinds", type=int, default=20, help="in the long session")
    parser.add_argument("--seed", type=int, default=1, help="of the first session")
    options = parser.parse_args()
    path = os.path.abspath(options.host)
    faults = rewinds = restarts = checked = 0
    for seed in range(options.seed, options.seed + options.sessions + 1):
        host = Rewinding(path, seed)
        chance = random.Random(-seed)
        try:
            host.create_all()
            if seed == options.seed + options.sessions:
                long(host, chance, options.turns, options.rewinds)
            else:
                wander(host, chance, options.steps)
            host.finish()
        except Fault as fault:
            faults += 1
            print(f"seed {seed}: {fault}", flush=True)
        finally:
            host.end()
        rewinds += host.rewinds
        restarts += host.restarts
        checked += host.checked
    median = sorted(host.times)[len(host.times) // 2] if host.times else 0
    print(
        f"{rewinds} times to another turn, {checked} compared with what was noted there,"
        f" after {median * 1000:.0f} ms in the long session (median),"
        f" {restarts} restarts;"
        f" sessions with a fault: {faults}"
    )
    return 1 if faults or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
