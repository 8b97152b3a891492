#!/usr/bin/env python3
"""Replaces the executable of a watched host under random conversations: see README.md.

The conversation continues as if nothing had happened. An executable that has said something else
takes over if it has not said it yet. Otherwise the old one continues, and the host says so.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from mirror import ensure
from survive import Session, held

WORDS = (b"this never works either", b"this never works at all")
"""What `example.faulty` says in one executable, and in the other."""

FOR_PEOPLE = ((b"0.1.0", b'0."""'), (b"Ignored the unknown ", b'"Ignored" an unknown'))
"""What no frontend goes by, and as much of the same length, which takes more in JSON."""


class Executables:
    """Two programs that differ in what they say, one of which stands at a path."""

    def __init__(self, host: Path, folder: Path) -> None:
        first = host.read_bytes()
        ensure(first.count(WORDS[0]) == 1, f"{host} does not have the words to replace")
        self._versions = (first, first.replace(WORDS[0], WORDS[1]))
        self.path = folder / host.name
        self.put(0)

    def put(self, version: int) -> None:
        self._put(self._versions[version])

    def put_other_words_for_people(self) -> None:
        """The first one with another version and another line of log, which are also longer."""
        content = self._versions[0]
        for words, others in FOR_PEOPLE:
            ensure(content.count(words) == 1, f"the host does not have {words!r} once")
            content = content.replace(words, others)
        self._put(content)

    def put_wrong(self) -> None:
        self._put(b"this is no program")

    def _put(self, content: bytes) -> None:
        new = self.path.with_suffix(".new")
        new.write_bytes(content)
        new.chmod(0o755)
        new.rename(self.path)


class Watched(Session):
    """One conversation. What ends the host in others is a new executable here."""

    options = ("--watch",)
    capabilities: ClassVar = {"log": "error"}
    created = Session.created | {"w": "example.faulty"}
    expected = ("deaths", "inputs", "taken over", "kept on")

    def __init__(self, host: str, seed: int, deaths: int) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._executables = Executables(Path(host), Path(self._folder.name))
        self._serving = 0
        self._next: int | None = None
        self._kills = False
        self._words: set[int] = set()
        self._words_before: set[int] = set()
        self._is_changing = False
        super().__init__(str(self._executables.path), seed, deaths)

    def _say_something(self) -> None:
        if self.chance.random() < 0.01 and self._serving not in self._words:
            self._invoke("w", "failLater")
        super()._say_something()

    def _die(self) -> None:
        """Puts another executable in place, unless what came of the last is not known yet."""
        if self._is_changing:
            return
        self.left -= 1
        self.counted["deaths"] += 1
        self._words_before = set(self._words)
        self._kills = self.chance.random() < 0.2
        if self.chance.random() < 0.1:
            self._next = None
            self._executables.put_wrong()
        else:
            self._next = self.chance.randrange(2)
            self._executables.put(self._next)
        self._is_changing = True
        if self._kills:
            time.sleep(self.chance.uniform(0, 0.08))
            self._killer.kill(signal.SIGKILL)

    def _take(self, line: str) -> Any:
        message = super()._take(line)
        method, params = message.get("method"), message.get("params", {})
        if method == "host/restarted" and params["cause"] == "executable":
            self._taken_over()
        elif method == "host/log":
            self._kept_on(params["message"])
        elif method == "viewModel/rejected" and params["id"] == "w":
            self._note_words(params["error"]["message"].encode())
        return message

    def _taken_over(self) -> None:
        if self._kills and not self._is_changing:
            return  # A process that was killed has said it, too.
        ensure(self._is_changing, "a new executable, and none was put in place")
        ensure(self._next is not None, "what is no program has taken over")
        ensure(
            self._next == self._serving or self._serving not in self._words_before,
            "an executable that says something else has taken over",
        )
        assert self._next is not None
        self._serving = self._next
        self._is_changing = False
        self.counted["taken over"] += 1

    def _kept_on(self, words: str) -> None:
        ensure(words.startswith("the new executable does not take over: "), words)
        ensure(self._is_changing, f"{words}, and none was put in place")
        if self._next is None:
            ensure("Exec format error" in words, words)
        elif not self._kills:
            ensure(self._next != self._serving, words)
            ensure(self._serving in self._words, words)
            ensure("it says something else" in words and ": turn " in words, words)
        self._is_changing = False
        self.counted["kept on"] += 1

    def _note_words(self, words: bytes) -> None:
        ensure(words in WORDS, f"said {words!r}")
        version = WORDS.index(words)
        ensure(version == self._serving or self._is_changing, f"said {words!r}")
        self._words.add(version)


class Frontend:
    """The frontend of a watched host, whose executable may be replaced by one with other words."""

    def __init__(self, host: str, folder: str, log: str = "error") -> None:
        self._executables = Executables(Path(host), Path(folder))
        self.put = self._executables.put
        self.put_other_words_for_people = self._executables.put_other_words_for_people
        self._process = subprocess.Popen(
            [self._executables.path, "--watch"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
        )
        self._initialize(log)

    def _initialize(self, log: str) -> None:
        self.say(
            '"id":1,"method":"initialize","params":{"protocolVersions":["1"],'
            f'"capabilities":{{"restarts":true,"services":["chance"],"log":"{log}"}}}}'
        )
        self.receive()

    def kill(self) -> None:
        """Ends the process that serves."""
        (serving,) = self.children()
        os.kill(serving, signal.SIGKILL)

    def children(self) -> list[int]:
        """The process that serves, and others that are about to."""
        tasks = Path(f"/proc/{self._process.pid}/task")
        found: list[int] = []
        for task in os.listdir(tasks):
            with suppress(FileNotFoundError, ProcessLookupError):
                found += map(int, (tasks / task / "children").read_text().split())
        return found

    def say(self, members: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f'{{"jsonrpc":"2.0",{members}}}\n'.encode())
        self._process.stdin.flush()

    def create(self, number: int, name: str, id: str) -> None:
        params = f'{{"name":"{name}","id":"{id}"}}'
        self.say(f'"id":{number},"method":"viewModel/create","params":{params}')

    def receive(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().decode()

    def receive_until(self, words: str) -> None:
        """What comes of an executable comes between two others."""
        while words not in (line := self.receive()):
            ensure(line, f"the host has ended, and has not said {words!r}")
            ensure('"cause"' not in line and "does not take over" not in line, line)

    def ask(self, members: str, answer: str) -> None:
        self.say(members)
        self.receive_until(answer)

    def end(self) -> None:
        said, _ = self._process.communicate()
        ensure(not said and self._process.returncode == 0, f"at the end: {said!r}")


def names_the_difference(host: str) -> None:
    """An executable that does not take over says how what it says differs."""
    with tempfile.TemporaryDirectory() as folder:
        frontend = Frontend(host, folder)
        frontend.create(2, "example.faulty", "f")
        frontend.say('"id":3,"method":"viewModel/call","params":{"id":"f","input":"failLater"}')
        while '"id":3' not in frontend.receive():
            pass
        frontend.put(1)
        log = frontend.receive()
        ensure("it says something else: expected …" in log, log)
        ensure(all(word.decode() in log for word in WORDS), log)
        frontend.end()


def leaves_a_hang(host: str) -> None:
    """An input that does not return is run again by an executable in which it does."""
    with tempfile.TemporaryDirectory() as folder:
        frontend = Frontend(host, folder)
        there = Path(folder, "there")
        frontend.create(2, "counter", "c")
        frontend.create(3, "example.stuck", "s")
        frontend.receive()
        frontend.receive()
        frontend.say('"method":"viewModel/input","params":{"id":"c","input":"plusButtonDidTap"}')
        ensure('"value":1' in frontend.receive(), "nothing was counted")
        frontend.say(
            '"id":4,"method":"viewModel/call","params":{"id":"s","input":"hangUnlessThere",'
            f'"arguments":["{there}"]}}'
        )
        frontend.say('"id":5,"method":"viewModel/snapshot","params":{"id":"c"}')
        # Each executable has the line once more, however many do not return from it, and whatever
        # is written beside it.
        writer = subprocess.Popen(["sh", "-c", "while :; do :>log; sleep 0.2; done"], cwd=folder)
        for _ in range(2):
            frontend.put(0)
            line = frontend.receive()
            ensure('"cause":"executable"' in line, line)
        writer.kill()
        there.touch()
        frontend.put(0)
        said = [frontend.receive() for _ in range(3)]
        # The one before has found the file if it has begun just then.
        ensure(any('"cause":"executable"' in line for line in said), f"{said}")
        ensure(any('"id":4,"result":' in line for line in said), f"{said}")
        ensure(any('"id":5' in line and '"count":1' in line for line in said), f"{said}")
        frontend.end()


def says_why_it_was_ended(host: str) -> None:
    """What was ended for an executable that fails then was ended by the host, and says so."""
    with tempfile.TemporaryDirectory() as folder:
        frontend = Frontend(host, folder)
        there = Path(folder, "there")
        frontend.create(2, "example.stuck", "s")
        frontend.receive()
        frontend.say(
            '"id":4,"method":"viewModel/call","params":{"id":"s","input":"hangUnlessThere",'
            f'"arguments":["{there}"]}}'
        )
        line = ""
        # Until a successor has stopped after it has come so far, and before it continues.
        while '"cause":"crash"' not in line:
            (serving,) = frontend.children()
            frontend.put(0)
            while len(frontend.children()) < 2:
                pass
            (successor,) = set(frontend.children()) - {serving}
            while state(successor) not in "SZ":
                pass
            os.kill(successor, signal.SIGSTOP)
            while state(serving) not in "Z" and state(successor) not in "Z":
                time.sleep(0.05)
            os.kill(successor, signal.SIGKILL)
            line = frontend.receive()
        ensure("it was ended for the new executable, as its turn went on for 2 s" in line, line)
        line = frontend.receive()
        ensure("does not take over: ended by SIGKILL" in line, line)
        # The input runs again, perhaps before the file is there: then a build is the way out.
        there.touch()
        frontend.put(0)
        expected = {'"id":4', '"cause":"executable"'}
        while expected:
            line = frontend.receive()
            ensure(line, f"the host has ended, and has not said {expected}")
            expected = {words for words in expected if words not in line}
        frontend.end()


def state(process: int) -> str:
    """What `ps` says of it: S for one that waits, T for one that is stopped, Z for none."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return "Z"


def leaves_words_for_people(host: str) -> None:
    """An executable with another version, and other lines of log, says the same."""
    for level in ("error", "warning"):
        with tempfile.TemporaryDirectory() as folder:
            frontend = Frontend(host, folder, level)
            frontend.create(2, "counter", "c")
            frontend.receive_until('"id":"c"')
            for count in range(1, 4):
                frontend.say('"method":"window/didFocus"')
                frontend.ask(TAP, f'"/count","value":{count}')
            frontend.put_other_words_for_people()
            frontend.receive_until('"cause":"executable"')
            frontend.ask(TAP, '"/count","value":4')
            # Once more, and this time it is the one that serves.
            frontend.kill()
            line = frontend.receive()
            ensure('"cause":"crash"' in line and '"differs"' not in line, line)
            frontend.ask('"id":3,"method":"session/rewind","params":{"turn":4}', '{"turn":4}')
            frontend.ask(TAP, '"/count","value":2')
            frontend.put(0)
            frontend.receive_until('"cause":"executable"')
            frontend.ask(TAP, '"/count","value":3')
            frontend.end()


def names_the_difference_after_an_undo(host: str) -> None:
    """The state to which the session went back is another one: here as it was read from a file."""
    with tempfile.TemporaryDirectory() as folder:
        frontend = Frontend(host, folder)
        chance = Path(folder, "chance")
        chance.write_text("what it was")
        frontend.create(2, "example.chance", "c")
        frontend.create(3, "counter", "d")
        read = '"method":"viewModel/input","params":{"id":"c","input":"read"}'
        frontend.ask(read, '"/text","value":"what it was"')
        tap = TAP.replace('"c"', '"d"')
        frontend.ask(tap, '"/count","value":1')
        frontend.ask('"id":4,"method":"session/undo"', '"id":4')
        chance.write_text("what it is now")
        frontend.put(0)
        log = frontend.receive()
        ensure("it says something else: expected …" in log, log)
        ensure(r"\"id\":\"c\"" in log.partition(", found …")[2], log)
        frontend.ask(tap, '"/count","value":1')
        frontend.end()


FIRST, SECOND = (word.decode() for word in WORDS)
FAIL = '"method":"viewModel/input","params":{"id":"w","input":"failLater","seq":%d}'
TAP = '"method":"viewModel/input","params":{"id":"c","input":"plusButtonDidTap"}'


def goes_back(host: str) -> None:
    """What was taken back is not compared; what has come since is, and so is what is so then."""
    for fails_again in (False, True):
        with tempfile.TemporaryDirectory() as folder:
            frontend = Frontend(host, folder)
            frontend.create(2, "counter", "c")
            frontend.create(3, "example.faulty", "w")
            frontend.receive_until('"id":"w"')
            frontend.ask(TAP, '"/count","value":1')
            frontend.ask(FAIL % 1, FIRST)
            # The words are taken back, and the count.
            frontend.ask('"id":4,"method":"session/rewind","params":{"turn":3}', '{"turn":3}')
            if fails_again:
                frontend.ask(FAIL % 2, FIRST)
            frontend.ask(TAP, '"/count","value":1')
            frontend.put(1)
            frontend.receive_until(
                "it says something else" if fails_again else '"cause":"executable"'
            )
            frontend.ask(TAP, '"/count","value":2')
            frontend.ask(FAIL % 3, FIRST if fails_again else SECOND)
            frontend.end()


if __name__ == "__main__":
    sys.exit(
        held(
            Watched,
            __doc__,
            leaves_words_for_people,
            goes_back,
            names_the_difference,
            names_the_difference_after_an_undo,
            says_why_it_was_ended,
            leaves_a_hang,
        )
    )
