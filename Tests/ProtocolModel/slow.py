"""With the real clock: readers that do not read for a while, and sessions that are recorded.

Here is no model: when a timer fires, and which updates are merged, is not known. The rules hold
all the same, and in the end the mirror is what the host has.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import threading
from typing import Any

from compare import parsed
from form import Misshapen
from found import Found, follow
from hosts import Hosts, check_status, split
from mirror import Fault, ensure

TEXT = "some text " * 300


class Slow:
    """One conversation with a slow reader. The seed says how slow, and about what."""

    def __init__(self, hosts: Hosts, seed: int) -> None:
        self.hosts = hosts
        self.chance = random.Random(seed)
        self.merges = self.chance.random() < 0.5
        self.messages = self.chance.choice((50, 400, 1200))
        self._count = 0

    def request(self, method: str, **params: Any) -> str:
        self._count += 1
        return json.dumps({"jsonrpc": "2.0", "id": self._count, "method": method, "params": params})

    def lines(self) -> list[str]:
        """Much to say: long texts, events, several instances that share, and work of their own."""
        chance = self.chance
        apart = {"milliseconds": self.chance.choice((0, 1, 5, 30))}
        capabilities = {"mergeUpdates": self.merges and self.chance.choice((True, apart))}
        lines = [self.request("initialize", protocolVersions=["1"], capabilities=capabilities)]
        for id, name, uses in (
            ("f", "example.form", {}),
            ("p", "example.preview", {"form": "f"}),
            ("u", "user", {}),
            ("r", "user.relays", {}),
            ("c", "counter", {}),
            ("s", "example.stopwatch", {}),
        ):
            lines.append(self.request("viewModel/create", name=name, id=id, uses=uses))
        lines.append(self.invoke("s", "tick", []))
        choices: list[tuple[str, str, list[Any]]] = [
            ("f", "rename", [TEXT]),
            ("f", "addTag", ["tag"]),
            ("u", "fetch", [1]),
            ("r", "fetch", [2]),
            ("c", "plusButtonDidTap", []),
            ("s", "measure", []),
            ("f", "bogus", []),
        ]
        while len(lines) < self.messages:
            id, name, arguments = chance.choice(choices)
            if name == "rename":
                arguments = [TEXT * chance.randint(0, 3) + str(len(lines))]
            way = chance.random()
            if way < 0.1:
                some = (self.invoke(*chance.choice(choices)) for _ in range(5))
                lines.append(f"[{','.join(some)}]")
            elif way < 0.2:
                lines.append(self.request("viewModel/snapshot", id=chance.choice("fpurcs")))
            elif way < 0.25:
                lines.append(self.request("viewModel/call", id=id, input=name, arguments=arguments))
            else:
                lines.append(self.invoke(id, name, arguments))
        return lines + [self.request("viewModel/snapshot", id=id) for id in "fpurcs"]

    def invoke(self, id: str, name: str, arguments: list[Any]) -> str:
        self._count += 1
        params = {"id": id, "input": name, "arguments": arguments, "seq": self._count}
        return json.dumps({"jsonrpc": "2.0", "method": "viewModel/input", "params": params})

    def check(self, lines: list[str], record: str | None) -> Found | None:
        """Follows what the host says, which it also records in that file, if there is one."""
        process = self.hosts.start(*(["--record", record] if record else []))
        said: list[str] = []
        try:
            said = split(self._exchange(process, lines))
            follow(lines, said)
            if not self.merges:
                every_turn(said)
        except (Fault, Misshapen) as fault:
            return Found(str(fault), "slowly", lines, said)
        return None

    def _exchange(self, process: subprocess.Popen[bytes], lines: list[str]) -> str:
        """Another thread writes, as the host may stop reading; this one reads as it likes."""
        assert process.stdin is not None
        assert process.stdout is not None
        stdin, out = process.stdin, process.stdout.fileno()

        def write() -> None:
            stdin.write("".join(f"{line}\n" for line in lines).encode())
            stdin.close()

        writer = threading.Thread(target=write)
        writer.start()
        said = bytearray()
        if self.chance.random() < 0.5:
            writer.join(timeout=self.chance.random())
        while data := os.read(out, self.chance.choice((1, 100, 4096, 1 << 16))):
            said += data
            if self.chance.random() < 0.01:
                writer.join(timeout=self.chance.random() / 20)
        writer.join()
        process.stdin = None
        check_status(process)
        return said.decode()


def every_turn(said: list[str]) -> None:
    """Without merging, each line with inputs has an update of its own: none of `c` leaps."""
    known: dict[str, int] = {}
    for line in said:
        one = parsed(line)
        if isinstance(one, dict) and one.get("method") == "viewModel/update":
            for entry in one["params"]["updates"]:
                last = known.get(entry["id"], 0)
                ensure(entry["revision"] == last + 1, f"{entry['id']} leaps")
                ensure("droppedEvents" not in entry, "events are dropped, though nothing is merged")
                known[entry["id"]] = entry["revision"]


def recorded(hosts: Hosts, lines: list[str], seed: int, kept: str | None) -> Found | None:
    """Records a session and replays the transcript: a host must say the same again. The recording
    stays where it is to be kept."""
    file = kept or hosts.scratch(f"recorded-{seed}.transcript")
    chance = random.Random(seed)
    process = hosts.start("--record", file)
    assert process.stdin is not None
    assert process.stdout is not None
    reader = Drain(process)
    reader.start()
    try:
        for line in lines:
            process.stdin.write(f"{line}\n".encode())
            process.stdin.flush()
            if chance.random() < 0.2:
                reader.join(timeout=chance.random() / 10)
        process.stdin.close()
    except BrokenPipeError:  # after `exit`
        pass
    reader.join()
    check_status(process)
    replay = [hosts.command[0], "replay", file]
    replayed = subprocess.run(replay, capture_output=True, text=True, cwd=hosts.folder)
    with open(file, encoding="utf-8") as transcript:
        text = transcript.read()
    if not kept:
        os.remove(file)
    if replayed.returncode == 0:
        return None
    fault = f"the recorded session does not replay: {replayed.stdout}{replayed.stderr}"
    return Found(fault, "recorded", [], text.split("\n"))


class Drain(threading.Thread):
    """Reads what a host says, and forgets it."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        super().__init__()
        assert process.stdout
        self._out = process.stdout.fileno()

    def run(self) -> None:
        while os.read(self._out, 1 << 16):
            pass


def timeless(lines: list[str]) -> list[str]:
    """The conversation without `clock/advance`, which only a virtual clock has, and without what
    shows the time (a transcript has whole milliseconds) or works on other threads."""
    telling = ("clock/advance", "host/pending", "measure", "nap", "addUp", "parallel")
    return [line for line in lines if not any(word in line for word in telling)]
