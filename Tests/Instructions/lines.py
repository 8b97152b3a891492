#!/usr/bin/env python3
"""Measures the sample `lines` on a file of a gigabyte, which it makes and removes."""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

LIMIT = 50


class Host:
    def __init__(self, command: str) -> None:
        self._process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._last = 0

    def send(self, method: str, **params: Any) -> int:
        assert self._process.stdin
        self._last += 1
        request = {"jsonrpc": "2.0", "id": self._last, "method": method, "params": params}
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        self._process.stdin.flush()
        return self._last

    def receive(self) -> Any:
        assert self._process.stdout
        return json.loads(self._process.stdout.readline())

    def ask(self, method: str, **params: Any) -> Any:
        id = self.send(method, **params)
        while (message := self.receive()).get("id") != id:
            pass
        return message["result"]

    def status(self, name: str) -> int:
        """A number in KB that the system reports of the process."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(status.split(f"{name}:")[1].split()[0])

    def close(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


def make(path: Path, size: int) -> None:
    """A file of lines of some 87 bytes."""
    words = "some words of a log file that is as long as such lines mostly are, so"
    with path.open("w") as file:
        number = 0
        while file.tell() < size:
            last = number + 100_000
            file.writelines(f"{each:010} {words} {each * 7919}\n" for each in range(number, last))
            number = last


def measure(host: Host, path: Path) -> None:
    size = path.stat().st_size
    host.ask("ping")
    before = host.status("VmRSS")
    start = time.monotonic()
    observe = ["indexed", {"output": "lines", "window": {"limit": LIMIT}}]
    host.send(
        "viewModel/create", name="lines", id="l", parameters={"path": str(path)}, observe=observe
    )
    seen = False
    indexed = 0
    while indexed < size:
        for update in host.receive().get("params", {}).get("updates", ()):
            changes = {one["path"]: one.get("value") for one in update["patch"]}
            if "/lines/items" in changes and not seen:
                seen = True
                print(f"first screen     {(time.monotonic() - start) * 1e3:8.1f} ms")
            indexed = changes.get("/indexed", indexed)
    print(f"all {size:,} bytes  {(time.monotonic() - start) * 1e3:8.1f} ms")
    start = time.monotonic()
    place = host.ask("viewModel/window", id="l", output="lines", offset=2**53, limit=LIMIT)
    print(f"to the last line {(time.monotonic() - start) * 1e3:8.1f} ms, of {place['total']:,}")
    start = time.monotonic()
    for number in range(100):
        offset = number * 1_037_389 % place["total"]
        host.ask("viewModel/window", id="l", output="lines", offset=offset, limit=LIMIT)
    print(f"to any line      {(time.monotonic() - start) * 10:8.1f} ms")
    print(f"memory           {host.status('VmHWM') - before:8,} KB at most, besides {before:,} KB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host", help="viewmodel-host, a release build")
    parser.add_argument("--bytes", type=int, default=1 << 30, help="the file's size (a gigabyte)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        make(path, options.bytes)
        host = Host(options.host)
        measure(host, path)
        host.close()


if __name__ == "__main__":
    main()
