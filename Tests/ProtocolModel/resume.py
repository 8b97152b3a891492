#!/usr/bin/env python3
"""Ends all processes of hosts with a journal on disk, and has others continue it: see README.md.

Every input that was acknowledged counts, none counts twice, and all instances are there. A journal
that was cut off has its first turns; what is no journal, or of another executable, is an error.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

from form import Misshapen
from hosts import Killer
from mirror import Fault, Mirror, ensure
from survive import group_exists
from watch import WORDS, Executables

COUNTERS = ("c0", "c1", "c2")
CREATED = {
    "c0": "counter",
    "c1": "counter",
    "c2": "counter.functional",
    "u": "user",
    "l": "list",
    "s": "example.survey",
    "k": "example.chance",
    "f": "example.form",
    "v": "example.preview",
}
BAD_DATA = 65
ENDS = ("supervisor first", "worker first", "all at once", "the input", "the output")


class Host:
    """A host whose journal lies in a folder, with one frontend."""

    def __init__(self, path: Path | str, *options: str) -> None:
        self.process = subprocess.Popen(
            [path, *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | {"SWIFT_BACKTRACE": "enable=no"},
            start_new_session=True,
        )
        self.killer = Killer(0)
        self.killer.supervisor = self.process
        self.mirror = Mirror()
        self.number = 0
        self.answers: dict[Any, Any] = {}

    def send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        if self.process.stdin.closed:
            return
        line = json.dumps({"jsonrpc": "2.0", **message})
        self.mirror.sent(line)
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method: str, **params: Any) -> int:
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        return self.number

    def put(self, id: str, name: str, *arguments: Any) -> None:
        self.number += 1
        params = {"id": id, "input": name, "arguments": arguments, "seq": self.number}
        self.send({"method": "viewModel/input", "params": params})

    def receive(self) -> Any:
        """The next message; `None` at the end."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line.endswith(b"\n"):
            return None
        message = json.loads(line)
        self.mirror.take(message)
        if "method" not in message:
            self.answers[message["id"]] = message
        elif message["method"] == "service/call":
            self._answer(message)
        elif message["method"] == "host/restarted":
            # Only that depends on chance.
            differs = message["params"].get("differs", ["k"])
            ensure(differs == ["k"], f"a kill has changed {differs}")
        return message

    def _answer(self, call: dict[str, Any]) -> None:
        """What is asked for is another thing each time."""
        item = {"id": "a", "name": f"{call['id']} of {self.number}"}
        pages = {"currentPage": 1, "nextPage": None}
        self.send({"id": call["id"], "result": {"items": [item], "pages": pages}})

    def request(self, method: str, **params: Any) -> Any:
        number = self.ask(method, **params)
        while number not in self.answers:
            if not self.receive():
                raise Fault(f"the host has ended: {self.finish()}")
        return self.answers[number]

    def count(self, id: str) -> int:
        count: int = self.mirror.known[id].state["count"]
        return count

    def finish(self) -> tuple[int, str]:
        """The input ends. Gives the status, and what the host says to people."""
        _, errors = self.process.communicate()
        return self.process.returncode, errors.decode()

    def end(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        # The journal is another's when all have let go of it.
        while group_exists(self.process.pid):
            pass
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe:
                with suppress(BrokenPipeError):
                    pipe.close()


class Session:
    """One session, which has several hosts and frontends one after another."""

    def __init__(self, path: str, folder: Path, seed: int) -> None:
        self._path = path
        self._folder = str(folder / f"journal {seed}")
        self._chance = random.Random(seed)
        self._least = dict.fromkeys(COUNTERS, 0)
        self._most = dict.fromkeys(COUNTERS, 0)
        # The states at the end of the output, if the frontend has all of it.
        self._last: dict[str, Any] = {}
        self.counted: Counter[str] = Counter()

    def run(self, lives: int) -> None:
        for life in range(lives):
            host = Host(self._path, "--resume" if life else "--journal", self._folder)
            try:
                self._begin(host, is_first=life == 0)
                self._talk(host)
                self._end(host)
            finally:
                host.end()
        host = Host(self._path, "--resume", self._folder)
        try:
            self._begin(host, is_first=False)
            ensure((end := host.finish())[0] == 0, f"the host ends so: {end}")
            ensure(not group_exists(host.process.pid), "a process is left")
        finally:
            host.end()

    def _begin(self, host: Host, *, is_first: bool) -> None:
        capabilities = {"services": ["items", "chance"], "restarts": True}
        if not is_first:
            message = host.receive()
            if not message:
                raise Fault(f"the host has ended: {host.finish()}")
            ensure(message["method"] == "host/resumed", f"first came {message}")
            found = {entry["id"]: entry["name"] for entry in message["params"]["opened"]}
            ensure(found == CREATED, f"there is {found}")
            for id in COUNTERS:
                low, high = self._least[id], self._most[id]
                ensure(low <= host.count(id) <= high, f"{id} is not in {low}..{high}: {message}")
            for id, state in self._last.items():
                ensure(host.mirror.known[id].state == state, f"{id} was {state}: {message}")
        if is_first or self._chance.random() < 0.8:
            host.request("initialize", protocolVersions=["1"], capabilities=capabilities)
        if is_first:
            for id, name in CREATED.items():
                uses = {"form": "f"} if id == "v" else {}
                host.request("viewModel/create", name=name, id=id, uses=uses)
        for id in COUNTERS:
            snapshot = host.request("viewModel/snapshot", id=id)["result"]
            self._least[id] = self._most[id] = snapshot["state"]["count"]

    def _talk(self, host: Host) -> None:
        """Some of it is not waited for, so that the end comes amid something."""
        for _ in range(self._chance.randint(0, 120)):
            way = self._chance.random()
            if way < 0.6:
                id = self._chance.choice(COUNTERS)
                self._most[id] += 1
                self.counted["inputs"] += 1
                host.put(id, "plusButtonDidTap")
            elif way < 0.7:
                host.put("f", "rename", f"name {self._chance.randint(0, 9)}")
            elif way < 0.75:
                host.put("u", "fetch", 1)
            elif way < 0.8:
                host.put("s", "measure", "a bb ccc")
            elif way < 0.83:
                host.put("k", "throwDice")
            elif way < 0.86:
                host.put("l", "reload")
            elif way < 0.9:
                host.killer.kill(signal.SIGKILL)
            elif way < 0.94:
                if not self._undo(host):
                    return
            else:
                self._settle(host)

    def _settle(self, host: Host) -> None:
        """All inputs are acknowledged that were sent."""
        host.request("ping")
        for id in COUNTERS:
            ensure(host.count(id) == self._most[id], f"{id} counts {host.count(id)}")
            self._least[id] = self._most[id]

    def _undo(self, host: Host) -> bool:
        """Gives whether the answer was waited for; if not, the end is to come amid it."""
        self._settle(host)
        if self._chance.random() < 0.2:
            self._least = dict.fromkeys(COUNTERS, 0)
            host.ask("session/undo")
            return False
        self.counted["undone"] += "result" in host.request("session/undo")
        self._least = {id: host.count(id) for id in COUNTERS}
        self._most = dict(self._least)
        return True

    def _end(self, host: Host) -> None:
        way = self._chance.choice(ENDS)
        self.counted[way] += 1
        self._last = {}
        worker = host.killer.worker()
        assert worker is not None
        if way == "the input":
            assert host.process.stdin is not None
            host.process.stdin.close()
            while host.receive():
                pass
            ensure(host.process.wait() == 0, "the status is not 0")
            self._last = {id: known.state for id, known in host.mirror.known.items() if id != "k"}
            return
        if way == "the output":
            assert host.process.stdout is not None
            host.process.stdout.close()
        elif way == "all at once":
            os.killpg(host.process.pid, signal.SIGKILL)
        elif way == "supervisor first":
            host.process.kill()
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        else:
            host.killer.kill(signal.SIGKILL)
            os.killpg(host.process.pid, signal.SIGKILL)
        host.process.wait()


class Journal:
    """A journal of some inputs, of which copies are spoiled."""

    INPUTS = 12

    def __init__(self, path: str, folder: Path) -> None:
        self._path = path
        self._folder = folder / "whole"
        host = Host(path, "--journal", str(self._folder))
        host.request("viewModel/create", name="counter", id="c")
        for _ in range(self.INPUTS):
            host.request("viewModel/call", id="c", input="plusButtonDidTap")
        host.process.kill()
        host.end()

    def resumed(self, name: str, content: bytes) -> int:
        """What is counted when a file has another content; -1 when there is no counter."""
        copy = self._folder.with_name("spoiled")
        shutil.copytree(self._folder, copy)
        try:
            (copy / name).write_bytes(content)
            host = Host(self._path, "--resume", str(copy))
            try:
                message = host.receive()
                status, errors = host.finish()
                if name == "state":
                    ensure(status == BAD_DATA and "no journal" in errors, f"{status} {errors}")
                    return -1
                ensure(status == 0 and message, f"status {status}: {errors}")
                return host.count("c") if "c" in host.mirror.known else -1
            finally:
                host.end()
        finally:
            shutil.rmtree(copy)

    def check(self, chance: random.Random) -> int:
        """Gives how many journals were spoiled."""
        checked = 0
        for name in ("records", "input"):
            whole = (self._folder / name).read_bytes()
            # Words of eight bytes, of which the last is not 0.
            length = -(-len(whole.rstrip(b"\0")) // 8) * 8 if name == "records" else len(whole)
            before = -1
            cuts = sorted({0, length, *(chance.randrange(length) for _ in range(10))})
            for end in cuts:
                found = self.resumed(name, whole[:end])
                ensure(before <= found, f"{found} inputs of the first {end} bytes of {name}")
                before = found
                checked += 1
            ensure(before == self.INPUTS, f"{before} inputs of all {name}")
            for _ in range(5):
                place = chance.randrange(length)
                spoiled = bytearray(whole)
                spoiled[place] ^= 1 << chance.randrange(8)
                found = self.resumed(name, bytes(spoiled))
                ensure(found <= self.INPUTS, f"{found} inputs with byte {place} of {name}")
                checked += 1
        spoiled_states = (b"", b"no state\n", bytes(4096))
        for content in spoiled_states:
            self.resumed("state", content)
        ensure(self.resumed("output", b"") == self.INPUTS, "what was said is needed")
        return checked + len(spoiled_states) + 1


def other_executable(path: str, folder: Path) -> None:
    """Another executable continues if it says the same."""
    for says_it in (False, True):
        place = folder / f"executables {says_it}"
        place.mkdir()
        executables = Executables(Path(path), place)
        journal = str(place / "journal")
        host = Host(executables.path, "--journal", journal)
        host.request("viewModel/create", name="example.faulty", id="w")
        if says_it:
            host.request("viewModel/call", id="w", input="failLater")
        host.finish()
        executables.put(1)
        for _ in range(2):
            host = Host(executables.path, "--resume", journal)
            message = host.receive()
            if says_it:
                status, errors = host.finish()
                ensure(status == BAD_DATA and message is None, f"{status} {message}")
                ensure("turn " in errors and "another executable" in errors, errors)
            else:
                answer = host.request("viewModel/call", id="w", input="failLater")
                ensure(answer["error"]["message"].encode() == WORDS[1], f"{answer}")
                host.finish()


def in_use(path: str, folder: Path) -> None:
    """A session has one host."""
    host = Host(path, "--journal", str(folder / "in use"))
    host.request("ping")
    for option in ("--resume", "--journal"):
        other = Host(path, option, str(folder / "in use"))
        status, errors = other.finish()
        ensure(status != 0 and str(folder / "in use") in errors, f"{status} {errors}")
    host.request("ping")
    ensure(host.finish()[0] == 0, "the status is not 0")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host", help="the example host")
    parser.add_argument("--sessions", type=int, default=5)
    parser.add_argument("--lives", type=int, default=10, help="of each session")
    parser.add_argument("--seed", type=int, default=1, help="of the first session")
    options = parser.parse_args()
    path = os.path.abspath(options.host)
    faults = spoiled = 0
    total: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for seed in range(options.seed, options.seed + options.sessions):
            session = Session(path, folder, seed)
            try:
                session.run(options.lives)
            except (Fault, Misshapen) as fault:
                faults += 1
                print(f"seed {seed}: {fault}", flush=True)
            total += session.counted
        try:
            other_executable(path, folder)
            in_use(path, folder)
            spoiled = Journal(path, folder).check(random.Random(options.seed))
        except Fault as fault:
            faults += 1
            print(f"{fault}", flush=True)
    seen = ", ".join(f"{count} {name}" for name, count in total.items())
    print(f"{seen}; {spoiled} spoiled journals; faults: {faults}")
    return 1 if faults or not total["inputs"] or not spoiled else 0


if __name__ == "__main__":
    sys.exit(main())
