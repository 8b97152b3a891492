"""A host that plays a script, given as JSON in its argument. It can do what a real one must not,
and what the one in clients/conformance cannot: outlive its input, close pipes, write for ever.

Each step is an object whose `do` names a method of `FakeHost` and whose other members are its
arguments. At the end of the script it reads until the end of its input. When the script does not
fit what the client sends, it says so on standard error and exits with 97.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any


class FakeHost:
    def __init__(self) -> None:
        self.last: dict[str, Any] = {}
        self.held: list[bytes] | None = None

    def play(self, script: dict[str, Any]) -> None:
        if script["version"] is not None:
            self.read("initialize", {})
            self.answer(initialized(script["version"]))
        for step in script["steps"]:
            details = {key: value for key, value in step.items() if key != "do"}
            getattr(self, step["do"])(**details)
        self.wait_for_eof()

    def read(self, method: str, params: dict[str, Any]) -> None:
        line = sys.stdin.buffer.readline()
        if not line.endswith(b"\n"):
            fail(f"expected {method}, found the end of the input: {line!r}")
        message = json.loads(line)
        if isinstance(message, list):
            found = "batch: " + " ".join(part["method"] for part in message)
            self.last = next((part for part in message if "id" in part), {})
            has = {}
        else:
            found = message.get("method", "response")
            self.last = message
            has = message.get("params", message)
        if found != method or any(has.get(key) != value for key, value in params.items()):
            fail(f"expected {method} {params}, found {line!r:.300}")

    def answer(self, result: Any, id: Any = None) -> None:
        self.write({"jsonrpc": "2.0", "id": id or self.last["id"], "result": result})

    def answer_batch(self, result: Any) -> None:
        self.write([{"jsonrpc": "2.0", "id": self.last["id"], "result": result}])

    def answer_as_long(self) -> None:
        """Answers a call with its argument."""
        self.answer({"value": self.last["params"]["arguments"]["text"]})

    def refuse(self, error: Any, id: Any = None) -> None:
        self.write({"jsonrpc": "2.0", "id": id or self.last["id"], "error": error})

    def send(self, message: Any) -> None:
        self.write(message)

    def count_to(self, end: int) -> None:
        """Writes an update for each number, in one write."""
        self.hold()
        for number in range(1, end + 1):
            patch = [{"op": "replace", "path": "/count", "value": number}]
            updates = [{"id": "c", "revision": number, "patch": patch}]
            params = {"updates": updates}
            self.write({"jsonrpc": "2.0", "method": "viewModel/update", "params": params})
        self.release()

    def raw(self, text: str) -> None:
        self.put(text.encode("utf-8", "surrogateescape"))

    def hold(self) -> None:
        self.held = []

    def release(self) -> None:
        held, self.held = self.held or [], None
        self.put(b"".join(held))

    def stderr(self, text: str, times: int = 1) -> None:
        write_all(2, text.encode() * times)

    def exit(self, status: int) -> None:
        os._exit(status)

    def kill(self, number: int) -> None:
        os.kill(os.getpid(), number)

    def close_stdout(self) -> None:
        os.close(1)

    def close_stdin(self) -> None:
        os.close(0)

    def wait_for_eof(self) -> None:
        for line in sys.stdin.buffer:
            fail(f"expected nothing more, found {line!r:.300}")

    def read_all(self) -> None:
        """Reads to the end, and says on standard error how many inputs came."""
        inputs = sum(b'"viewModel/input"' in line for line in sys.stdin.buffer)
        write_all(2, f"read {inputs} inputs\n".encode())

    def ignore_eof(self) -> None:
        """Outlives the end of its input, and SIGTERM."""
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        self.idle()

    def idle(self) -> None:
        """Outlives the end of its input, but not for ever."""
        signal.alarm(60)
        while True:
            signal.pause()

    def count_for_ever(self) -> None:
        """Answers each input with an update that has its seq, padded to be long."""
        revision = 0
        for line in sys.stdin.buffer:
            message = json.loads(line)
            if message["method"] == "ping":
                self.last = message
                self.answer({})
                continue
            revision += 1
            count = [{"op": "replace", "path": "/count", "value": revision}]
            pad = [{"op": "replace", "path": "/pad", "value": "x" * 500}]
            entry = {"id": "c", "revision": revision, "patch": count + pad}
            entry["done"] = [message["params"]["seq"]]
            params = {"updates": [entry]}
            self.write({"jsonrpc": "2.0", "method": "viewModel/update", "params": params})

    def write(self, message: Any) -> None:
        self.put(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")

    def put(self, data: bytes) -> None:
        if self.held is not None:
            self.held.append(data)
        else:
            write_all(1, data)


def initialized(version: str) -> dict[str, Any]:
    return {
        "protocolVersion": version,
        "host": {"name": "fake-host", "version": "0.1.0"},
        "capabilities": {"batch": True, "mergeUpdates": True, "clock": "virtual"},
        "limits": {"lineBytes": 16777216, "depth": 512, "queueBytes": 1048576},
    }


def write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def fail(message: str) -> None:
    write_all(2, f"fake host: {message}\n".encode())
    os._exit(97)


if __name__ == "__main__":
    FakeHost().play(json.loads(sys.argv[1]))
