#!/usr/bin/env python3
"""Sends inputs to ViewModels that other threads change meanwhile: run.py HOST [--inputs N] [NAME…]

HOST is example-host, with a real clock. It prints a line for each ViewModel whose name begins with
"threads.", and fails when the host ends, or has another count
than there were inputs.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator

CHUNK = 1_000
# Only then the host has them.
ENVIRONMENT = {**os.environ, "EXAMPLE_HOST_THREADS": "1"}


def lines(process: "subprocess.Popen[bytes]", request: int) -> Iterator[dict[str, object]]:
    """What the host says up to the answer to a request."""
    assert process.stdout is not None
    for line in process.stdout:
        # What dies may have written half a line.
        if not line.endswith(b"\n"):
            break
        message = json.loads(line)
        yield message
        if message.get("id") == request:
            return
    raise EOFError


def send(process: "subprocess.Popen[bytes]", *messages: dict[str, object]) -> None:
    assert process.stdin is not None
    text = "".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages)
    process.stdin.write(text.encode())
    process.stdin.flush()


def ask(
    process: "subprocess.Popen[bytes]", request: int, method: str, params: dict[str, object]
) -> object:
    send(process, {"id": request, "method": method, "params": params})
    answer = list(lines(process, request))[-1]
    if "error" in answer:
        raise ValueError(answer["error"])
    return answer["result"]


def tap(process: "subprocess.Popen[bytes]", inputs: int) -> int:
    """Sends so many inputs, and returns the count that the host has then."""
    call: dict[str, object] = {
        "method": "viewModel/input", "params": {"id": "vm", "input": "tap"}
    }
    sent = 0
    while sent < inputs:
        some = min(CHUNK, inputs - sent)
        sent += some
        send(process, *[call] * some, {"id": sent, "method": "ping"})
        for _ in lines(process, sent):
            pass
    state = ask(process, 4, "viewModel/snapshot", {"id": "vm"})
    assert isinstance(state, dict)
    count = state["state"]["count"]
    assert isinstance(count, int)
    return count


def check(host: str, name: str, inputs: int) -> str:
    """What went wrong with a ViewModel; empty if nothing."""
    with subprocess.Popen(
        [host], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENVIRONMENT
    ) as process:
        try:
            ask(process, 1, "viewModel/create", {"name": name, "id": "vm"})
            ask(process, 2, "viewModel/call", {"id": "vm", "input": "begin"})
            count = tap(process, inputs)
            ask(process, 3, "viewModel/call", {"id": "vm", "input": "end"})
        except (EOFError, BrokenPipeError):
            process.kill()
            return f"the host ended with {process.wait()}"
        assert process.stdin is not None
        process.stdin.close()
        status = process.wait()
    if status != 0:
        return f"the host ended with {status}"
    return "" if count == inputs else f"{inputs} inputs gave the count {count}"


def names(host: str) -> list[str]:
    done = subprocess.run(
        [host, "list"], check=True, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT
    )
    words = [line.split()[0] for line in done.stdout.splitlines() if line.strip()]
    return [word for word in words if word.startswith("threads.")]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--inputs", type=int, default=1_000_000)
    options = parser.parse_args()
    failures = 0
    for name in options.names or names(options.host):
        fault = check(options.host, name, options.inputs)
        print(f"{name:20} {fault or f'{options.inputs:,} inputs'}", flush=True)
        failures += bool(fault)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
