#!/usr/bin/env python3
"""Kills the worker of a supervised host at every place where it writes its journal: see README.md.

At each system call that moves bytes into the journal or out of it (by strace), and at each store
into its records (by gdb); in the end the session goes back to an earlier turn, and the process is
killed that takes over then. Whatever the place, all that is said is what a host says that is
not killed. With `--stores N` only every Nth store counts, as gdb takes a second each.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from hosts import Killer
from survive import group_exists

CALLS = ("splice", "pwrite64", "sendfile")
SETTER = "$s15OperatingSystem11MappedWordsVys6UInt64VSicis"
"""Stores a word."""
READERS = ("fast", "slow", "4 KB")


BACK = "store after going back"


def request(id: int, method: str, /, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


def put(id: str, name: str, *arguments: Any, **more: Any) -> dict[str, Any]:
    params = {"id": id, "input": name, "arguments": arguments, **more}
    return {"jsonrpc": "2.0", "method": "viewModel/input", "params": params}


Script = Iterator[tuple[dict[str, Any] | list[Any], int]]
"""Messages, each with how many lines it is answered by."""


def script() -> Script:
    capabilities = {"services": ["part"], "mergeUpdates": False}
    create = "viewModel/create"
    yield request(1, "initialize", protocolVersions=["1"], capabilities=capabilities), 1
    yield request(2, create, name="counter", id="c"), 1
    yield request(3, create, name="parallel", id="p"), 1
    yield put("c", "plusButtonDidTap", seq=1), 1
    yield put("p", "load", 2), 3
    yield {"jsonrpc": "2.0", "id": "service-1", "result": "x"}, 0
    yield {"jsonrpc": "2.0", "id": "service-2", "result": "y" * 9_000}, 1
    yield [put("c", "plusButtonDidTap"), request(4, "ping"), put("c", "bogus", seq=2)], 3
    yield request(5, "viewModel/call", id="c", input="plusButtonDidTap"), 2
    yield request(6, "viewModel/snapshot", id="p"), 1
    yield request(7, "viewModel/dispose", id="p"), 1


def going_back(method: str = "session/undo", count: int = 2) -> Script:
    yield request(8, method), count
    yield put("c", "plusButtonDidTap", seq=3), 1
    yield request(9, "viewModel/snapshot", id="p"), 1


REFUSED = rb'{"jsonrpc":"2.0","id":8,"error":{"code":-32018,.*\n'
"""The answer to the undo if the process that is to take over is killed before, or if gdb holds it
for longer than it has."""


class Host:
    """A supervised host, and the one frontend that it has."""

    def __init__(self, path: str, reader: str) -> None:
        self._is_slow = reader == "slow"
        (theirs_in, self._input), (self._output, theirs_out) = os.pipe(), os.pipe()
        if reader == "4 KB":
            fcntl.fcntl(self._output, fcntl.F_SETPIPE_SZ, 4096)
        self.process = subprocess.Popen(
            [path, "--supervised"],
            stdin=theirs_in,
            stdout=theirs_out,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"SWIFT_BACKTRACE": "enable=no"},
            start_new_session=True,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self.said = b""
        self._send(b'{"jsonrpc":"2.0","id":0,"method":"ping"}\n')
        self._read(1)

    def worker(self) -> int:
        killer = Killer(0)
        killer.supervisor = self.process
        found = killer.worker()
        assert found is not None
        return found

    def _send(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._input, data) :]

    def _read(self, count: int) -> None:
        """So many lines more."""
        wanted = self.said.count(b"\n") + count
        while self.said.count(b"\n") < wanted and not re.search(REFUSED + rb"\Z", self.said):
            data = os.read(self._output, 100 if self._is_slow else 1 << 16)
            if not data:
                return
            self.said += data
            if self._is_slow:
                time.sleep(0.0005)

    def talk(self, script: Script) -> None:
        for message, count in script:
            self._send(json.dumps(message).encode() + b"\n")
            self._read(count)

    def finish(self) -> str | None:
        """Gives what is wrong with how it ends."""
        os.close(self._input)
        while data := os.read(self._output, 1 << 16):
            self.said += data
        os.close(self._output)
        # How many turns two tasks take that come to their end at once is a matter of time.
        self.said = re.sub(rb'"turn":\d+', b'"turn":0', self.said)
        status = self.process.wait()
        if status:
            return f"it has ended with status {status}"
        return "a process is left" if group_exists(self.process.pid) else None

    def end(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def killed_at_call(worker: int, call: str, number: int) -> subprocess.Popen[str]:
    command = ["strace", "-p", str(worker), "-e", f"trace={call}"]
    command += ["-e", f"inject={call}:signal=SIGKILL:when={number}"]
    tracer = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert tracer.stderr is not None
    line = tracer.stderr.readline()
    if "attached" not in line:
        raise SystemExit(f"strace: {line}")
    return tracer


def killed_at_store(process: int, number: int) -> subprocess.Popen[str]:
    """The process is a worker, or a supervisor, whose next worker it is then."""
    steps = ["set follow-fork-mode child"]
    steps += ["set confirm off", f"break *(void*)&'{SETTER}'", f"ignore 1 {number - 1}"]
    # The symbols of libraries are most of what it reads, and not asked for.
    command = ["gdb", "-nx", "-batch", "-iex", "set auto-solib-add off", "-p", str(process)]
    for step in [*steps, "echo attached\\n", "continue", "kill"]:
        command += ["-ex", step]
    tracer = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert tracer.stdout is not None
    seen = ""
    for line in tracer.stdout:
        seen += line
        if line.startswith("attached"):
            break
    if not re.search(r"^Breakpoint 1 at ", seen, re.MULTILINE):
        raise SystemExit(f"gdb sets no breakpoint:\n{seen}")
    return tracer


class Run:
    """All places, one after another."""

    def __init__(self, path: str) -> None:
        self._path = path
        self.kills = 0
        self.refusals = 0
        """How many of these had the undo refused."""
        self.faults = 0
        self._expected = {reader: self._without(reader) for reader in READERS}
        self._back = {reader: self._without(reader, going_back()) for reader in READERS}
        # Without an undo, and with another error in the place of that answer.
        self._refused = {
            reader: self._without(reader, going_back("bogus", 1)) for reader in READERS
        }

    def _without(self, reader: str, *more: Script) -> bytes:
        host = Host(self._path, reader)
        try:
            for messages in (script(), *more):
                host.talk(messages)
            fault = host.finish()
        finally:
            host.end()
        if fault:
            raise SystemExit(fault)
        return host.said

    def once(self, reader: str, place: str, number: int) -> bool:
        """Gives whether the session has come to that place."""
        # One that goes back has its worker killed by the supervisor, which strace would report.
        goes_back = place not in CALLS
        host = Host(self._path, reader)
        try:
            if place == BACK:
                host.talk(script())
                tracer = killed_at_store(host.process.pid, number)
            else:
                worker = host.worker()
                tracer = (
                    killed_at_store(worker, number)
                    if place == "store"
                    else killed_at_call(worker, place, number)
                )
                host.talk(script())
            if goes_back:
                host.talk(going_back())
            fault = host.finish()
            traced = "".join(text or "" for text in tracer.communicate())
        finally:
            host.end()
        was_killed = " killed" in traced
        wanted = (self._back if goes_back else self._expected)[reader]
        if place == BACK and (refused := re.search(REFUSED, host.said)):
            wanted = re.sub(rb'.*"id":8,.*\n', refused[0], self._refused[reader])
            self.refusals += was_killed
        if not fault and host.said != wanted:
            fault = "it says something else"
        if fault:
            self.faults += 1
            print(f"{reader} reader, {place} {number}: {fault}", flush=True)
        self.kills += was_killed
        return was_killed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host", help="the example host, as a debug build")
    parser.add_argument("--stores", type=int, default=1, help="every so many counts")
    options = parser.parse_args()
    run = Run(os.path.abspath(options.host))
    for reader in READERS:
        for place in (*CALLS, "store", BACK):
            step = options.stores if place in ("store", BACK) else 1
            before = (run.kills, run.refusals)
            number = 1
            while run.once(reader, place, number):
                number += step
            kills, refusals = run.kills - before[0], run.refusals - before[1]
            print(f"{reader} reader, {place}: {kills} kills, {refusals} refused", flush=True)
            # Some have to come after the takeover, too.
            if kills == refusals:
                run.faults += 1
    print(f"{run.kills} kills, {run.faults} faults")
    return 1 if run.faults else 0


if __name__ == "__main__":
    sys.exit(main())
