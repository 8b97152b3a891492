#!/usr/bin/env python3
"""A counter that has one fault, at its input `fault`: faulty_host.py NAME STARTS.

STARTS is a file that counts the starts: all but the first are without the fault.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from judge.faults import FAULTS, LIMIT, Fault, compact

NOISE = b"noise " * 30_000


class FaultyHost:
    """Instances that count the inputs which they get."""

    line_bytes = LIMIT

    def __init__(self, fault: Fault | None) -> None:
        self.fault = fault
        self.counts: dict[str, dict[str, Any]] = {}
        self.splits = False
        """Whether the answers to the line wait to be written in several arrays."""
        self.held: list[Any] = []

    def run(self) -> None:
        for line in sys.stdin.buffer:
            if len(line) > LIMIT:
                error = {"code": -32009, "message": "A line of more bytes than the limit"}
                self.write({"jsonrpc": "2.0", "id": None, "error": error})
                continue
            message = json.loads(line)
            is_array = isinstance(message, list)
            self.splits = is_array and self.fault is not None and self.fault.act == "split"
            for part in message if isinstance(message, list) else [message]:
                if part.get("method") == "exit":
                    return
                self.take(part)
            if self.held:
                *others, last = self.held
                self.held = []
                self.write([last])
                self.write(others[::-1])

    def take(self, message: dict[str, Any]) -> None:
        method, params = message.get("method"), message.get("params") or {}
        if method == "viewModel/input":
            self.count(params, {"done": [params["seq"]]} if "seq" in params else {})
            if params["input"] == "flood":
                for _ in range(params["arguments"]["count"]):
                    self.count(params, {})
        elif "id" in message and method is not None:
            self.answer(message["id"], method, params)

    def answer(self, id: Any, method: str, params: dict[str, Any]) -> None:
        result: Any = {}
        if method == "initialize":
            limits = {"depth": 512, "queueBytes": 1 << 20, "calls": 100_000}
            result = {
                "protocolVersion": "1",
                "host": {"name": "faulty", "version": "0.1.0"},
                "capabilities": {"batch": True, "mergeUpdates": True, "services": True},
                "limits": {"lineBytes": self.line_bytes, **limits},
            }
        elif method == "viewModel/create":
            self.counts[params["id"]] = {"revision": 0, "state": {"count": 0}}
            result = {"id": params["id"], **self.counts[params["id"]]}
        elif method == "viewModel/snapshot":
            result = {"id": params["id"], **self.counts[params["id"]]}
        elif method == "viewModel/call":
            self.count(params, {})
            result = {"value": None}
        elif method == "viewModel/dispose":
            self.counts.pop(params["id"], None)
        elif method == "viewModel/describe":
            result = {
                "name": params["name"],
                "inputs": [{"name": "plus"}],
                "outputs": [],
                "events": [],
            }
        self.write({"jsonrpc": "2.0", "id": id, "result": result})

    def count(self, params: dict[str, Any], more: dict[str, Any]) -> None:
        if params["input"] == "fault" and self.fault:
            fault, self.current = self.fault, params
            self.act(fault)
        known = self.counts[params["id"]]
        known["revision"] += 1
        known["state"]["count"] += 1
        patch = [{"op": "replace", "path": "/count", "value": known["state"]["count"]}]
        entry = {"id": params["id"], "revision": known["revision"], "patch": patch, **more}
        self.write({"jsonrpc": "2.0", "method": "viewModel/update", "params": {"updates": [entry]}})

    def act(self, fault: Fault) -> None:
        for line in fault.lines:
            if isinstance(line, str):
                put(1, line.encode() + b"\n")
            else:
                self.write(line)
        words = fault.act.split()
        if "noise" in words:
            put(2, NOISE)
        if "half" in words:
            put(1, b'{"jsonrpc":"2.0","method":"viewModel/upd')
        if "kill" in words:
            os.kill(os.getpid(), signal.SIGKILL)
        if "exit" in words:
            put(2, b"\nlast words\n")
            os._exit(int(words[-1]))
        if "mute" in words:
            os.close(1)
            while True:
                signal.pause()

    def write(self, message: Any) -> None:
        if self.splits and "result" in message:
            self.held.append(message)
            return
        data = compact(message).encode() + b"\n"
        if self.fault and self.fault.act == "drip":
            for index in range(len(data)):
                put(1, data[index : index + 1])
        else:
            put(1, data)


def put(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def main() -> None:
    name, starts = sys.argv[1:]
    with open(starts, "ab") as file:
        file.write(b".")
        first = file.tell() == 1
    fault = next((one for one in FAULTS if one.name == name), None)
    try:
        FaultyHost(fault if first else None).run()
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    main()
