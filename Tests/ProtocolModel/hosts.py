"""Starts a host, sends it a conversation in one of several ways, and gives what it says."""

from __future__ import annotations

import os
import random
import selectors
import signal
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

from asking import FOLDER
from tries import Tries

WAYS = ("at once", "line by line", "in pieces", "byte by byte", "with headers")
KILLED = "killed again and again"
TRIED = "with tries"
BOTH = "with tries, killed again and again"


class Died(Exception):
    """The host has ended otherwise than with status 0."""


class Hosts:
    """Where hosts are started from: a folder with known content."""

    def __init__(self, path: str, clock: str) -> None:
        self.command = [os.path.abspath(path), "--clock", clock]
        self._folder = tempfile.TemporaryDirectory(prefix="protocol-model-")
        self.kills = 0
        self.tries = 0
        self.frequency: float | None = None
        """How often a host is killed, of the places where that is possible."""
        self.folder = Path(self._folder.name) / "listed"
        self.folder.mkdir()
        for name in FOLDER:
            (self.folder / name).touch()

    def scratch(self, name: str) -> str:
        """A file beside the folder."""
        return str(self.folder.parent / name)

    def start(self, *options: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [*self.command, *options],
            cwd=self.folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def run(self, lines: list[str], way: str, seed: int = 0, *options: str) -> list[str]:
        """The lines of the host's output, for these lines and then the end of the input."""
        if way == "line by line":
            return self._step(lines, *options)
        if way in (KILLED, TRIED, BOTH):
            killer = Killer(seed, self.frequency) if way != TRIED else None
            tries = Tries(seed) if way != KILLED else None
            said = self._step(lines, *["--supervised"] * bool(killer), killer=killer, tries=tries)
            self.kills += killer.kills if killer else 0
            self.tries += tries.count if tries else 0
            return said
        pieces = cut(lines, way, random.Random(seed))
        process = self.start(*options)
        text = exchanged(process, pieces)
        return unframed(text) if way == "with headers" else split(text)

    def _step(
        self,
        lines: list[str],
        *options: str,
        killer: Killer | None = None,
        tries: Tries | None = None,
    ) -> list[str]:
        """Each line with a ping behind it: its answer shows where the output for the line ends."""
        process = self.start(*options)
        if killer:
            killer.supervisor = process
        assert process.stdin is not None
        assert process.stdout is not None
        said: list[str] = []
        for number, line in enumerate(lines):
            ping = f'{{"jsonrpc":"2.0","id":"step {number}","method":"ping"}}'
            if killer:
                killer.pass_by()
            asked = [*tries.before(line), line, ping] if tries else [line, ping]
            try:
                process.stdin.write("".join(f"{line}\n" for line in asked).encode())
                process.stdin.flush()
            except BrokenPipeError:
                break
            if killer:
                killer.pass_by()
            begin = len(said)
            while answer := process.stdout.readline():
                if f'"id":"step {number}"'.encode() in answer:
                    break
                said += split(answer.decode())
            if tries:
                said[begin:] = tries.without(said[begin:])
        try:
            rest, _ = process.communicate()
        except BrokenPipeError:
            rest = b""
        check_status(process)
        return said + split(rest.decode())


class Killer:
    """Ends the process that a supervisor has started, now and then, the hard way."""

    def __init__(self, seed: int, frequency: float | None = None) -> None:
        self._chance = random.Random(seed)
        self._frequency = frequency or self._chance.choice((0.02, 0.1, 0.3))
        self.supervisor: subprocess.Popen[bytes] | None = None
        self.kills = 0

    def pass_by(self) -> None:
        if self._chance.random() > self._frequency:
            return
        self.kill(signal.SIGKILL)

    def kill(self, signal: int) -> None:
        worker = self.worker()
        if worker is not None:
            with suppress(ProcessLookupError):
                os.kill(worker, signal)
                self.kills += 1

    def worker(self) -> int | None:
        """Waits for it, as the supervisor may just be about to start one."""
        assert self.supervisor is not None
        id = self.supervisor.pid
        while self.supervisor.poll() is None:
            with suppress(FileNotFoundError, ProcessLookupError):
                for child in Path(f"/proc/{id}/task/{id}/children").read_text().split():
                    if " Z " not in Path(f"/proc/{child}/stat").read_text():
                        return int(child)
        return None


def cut(lines: list[str], way: str, chance: random.Random) -> list[bytes]:
    if way == "with headers":
        framed = (f"Content-Length: {len(line.encode())}\r\n\r\n{line}" for line in lines if line)
        data = "".join(framed).encode()
    else:
        data = "".join(f"{line}\n" for line in lines).encode()
    if way == "at once":
        return [data]
    longest = 1 if way == "byte by byte" else 300
    pieces = []
    while data:
        length = chance.randint(1, longest)
        pieces.append(data[:length])
        data = data[length:]
    return pieces


def exchanged(process: subprocess.Popen[bytes], pieces: list[bytes]) -> str:
    """Writes and reads at the same time. Each piece is a write of its own."""
    assert process.stdin is not None
    assert process.stdout is not None
    said = bytearray()
    os.set_blocking(process.stdin.fileno(), False)
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdin, selectors.EVENT_WRITE)
        selector.register(process.stdout, selectors.EVENT_READ)
        pieces = pieces[::-1]
        while selector.get_map():
            for ready, _ in selector.select():
                if ready.fileobj is process.stdout:
                    data = os.read(process.stdout.fileno(), 1 << 16)
                    said += data
                    if not data:
                        selector.unregister(process.stdout)
                    continue
                try:
                    piece = pieces.pop() if pieces else b""
                    written = os.write(process.stdin.fileno(), piece)
                    if written < len(piece):
                        pieces.append(piece[written:])
                except BlockingIOError:
                    pieces.append(piece)
                except BrokenPipeError:
                    pieces = []
                if not pieces:
                    selector.unregister(process.stdin)
                    with suppress(BrokenPipeError):
                        process.stdin.close()
    check_status(process)
    return said.decode()


def check_status(process: subprocess.Popen[bytes]) -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe:
            with suppress(BrokenPipeError):
                pipe.close()
    if process.wait() != 0:
        raise Died(f"the host has ended with status {process.returncode}")


def split(text: str) -> list[str]:
    *lines, rest = text.split("\n")
    if rest:
        raise Died(f"a line without its end: {rest:.300}")
    return lines


def unframed(text: str) -> list[str]:
    """The messages of an output with headers."""
    data, messages = text.encode(), []
    while data:
        head, end, data = data.partition(b"\r\n\r\n")
        name, _, length = head.partition(b": ")
        if not end or name != b"Content-Length" or len(data) < int(length):
            raise Died(f"no header: {head!r:.300}")
        messages.append(data[: int(length)].decode())
        data = data[int(length) :]
    return messages
