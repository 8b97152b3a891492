#!/usr/bin/env python3
"""Replaces the executable of a watched host under random conversations: see README.md.

The conversation goes on as if nothing had happened. An executable that has said something else
takes over if it has not said it yet; otherwise the one before goes on, and the host says so.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, ClassVar

from mirror import Fault, ensure
from survive import Session, held

WORDS = (b"this never works either", b"this never works at all")
"""What `example.faulty` says in one executable, and in the other."""


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
    """A watched host, at a path of its own."""

    def __init__(self, host: str, folder: str) -> None:
        self._host = host
        self.path = Path(folder, Path(host).name)
        shutil.copy(host, self.path)
        self.process = subprocess.Popen(
            [self.path, "--watch"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.say(
            '"id":1,"method":"initialize","params":{"protocolVersions":["1"],'
            '"capabilities":{"restarts":true,"log":"error"}}'
        )
        self.hear()

    def say(self, members: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f'{{"jsonrpc":"2.0",{members}}}\n'.encode())
        self.process.stdin.flush()

    def create(self, number: int, name: str, id: str) -> None:
        params = f'{{"name":"{name}","id":"{id}"}}'
        self.say(f'"id":{number},"method":"viewModel/create","params":{params}')

    def hear(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().decode()

    def build(self) -> None:
        """Puts an executable in place that is another file of the same content."""
        new = self.path.with_suffix(".new")
        shutil.copy(self._host, new)
        new.rename(self.path)

    def end(self) -> None:
        said, _ = self.process.communicate()
        ensure(not said and self.process.returncode == 0, f"at the end: {said!r}")


def names_the_difference(host: str) -> None:
    """An executable that does not take over says how what it says differs."""
    with tempfile.TemporaryDirectory() as folder:
        executables = Executables(Path(host), Path(folder))
        frontend = Frontend(host, folder)
        frontend.create(2, "example.faulty", "f")
        frontend.say('"id":3,"method":"viewModel/call","params":{"id":"f","input":"failLater"}')
        while '"id":3' not in frontend.hear():
            pass
        executables.put(1)
        log = frontend.hear()
        ensure("it says something else: expected …" in log, log)
        ensure(all(word.decode() in log for word in WORDS), log)
        frontend.end()


def leaves_a_hang(host: str) -> None:
    """An input that does not return is had anew by an executable in which it does."""
    with tempfile.TemporaryDirectory() as folder:
        frontend = Frontend(host, folder)
        there = Path(folder, "there")
        frontend.create(2, "counter", "c")
        frontend.create(3, "example.stuck", "s")
        frontend.hear()
        frontend.hear()
        frontend.say('"method":"viewModel/input","params":{"id":"c","input":"plusButtonDidTap"}')
        ensure('"value":1' in frontend.hear(), "nothing was counted")
        frontend.say(
            '"id":4,"method":"viewModel/call","params":{"id":"s","input":"hangUnlessThere",'
            f'"arguments":["{there}"]}}'
        )
        frontend.say('"id":5,"method":"viewModel/snapshot","params":{"id":"c"}')
        # Each executable has the line once more, however many do not return from it.
        for _ in range(2):
            frontend.build()
            told = frontend.hear()
            ensure('"cause":"executable"' in told, told)
        there.touch()
        frontend.build()
        said = [frontend.hear() for _ in range(3)]
        # The one before has found the file if it has begun just then.
        ensure(any('"cause":"executable"' in line for line in said), f"{said}")
        ensure(any('"id":4,"result":' in line for line in said), f"{said}")
        ensure(any('"id":5' in line and '"count":1' in line for line in said), f"{said}")
        frontend.end()


FAIL = '"method":"viewModel/input","params":{"id":"w","input":"failLater","seq":%d}'
TAP = '"method":"viewModel/input","params":{"id":"c","input":"plusButtonDidTap"}'


class GoingBack:
    """A session that goes back; then another executable is put in place, which says other words."""

    def __init__(self, host: str, folder: str, *, fails_again: bool) -> None:
        self._executables = Executables(Path(host), Path(folder))
        self._fails_again = fails_again

    def run(self) -> None:
        with subprocess.Popen(
            [self._executables.path, "--watch"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as process:
            self._process = process
            self._talk()
            assert process.stdin is not None
            process.stdin.close()
            ensure(process.wait() == 0, "the status is not 0")

    def _talk(self) -> None:
        capabilities = '{"restarts":true,"log":"error"}'
        params = f'"params":{{"protocolVersions":["1"],"capabilities":{capabilities}}}'
        self._say(f'"id":1,"method":"initialize",{params}', b'"id":1')
        for id, name in (("c", "counter"), ("w", "example.faulty")):
            params = f'"params":{{"name":"{name}","id":"{id}"}}'
            self._say(f'"id":"{id}","method":"viewModel/create",{params}', f'"id":"{id}"'.encode())
        self._say(TAP, b'"/count","value":1')
        self._say(FAIL % 1, WORDS[0])
        # The words are taken back, and the count.
        self._say('"id":3,"method":"session/rewind","params":{"turn":3}', b'"result":{"turn":3}')
        if self._fails_again:
            self._say(FAIL % 2, WORDS[0])
        self._say(TAP, b'"/count","value":1')
        self._executables.put(1)
        self._hear(b"it says something else" if self._fails_again else b'"cause":"executable"')
        self._say(TAP, b'"/count","value":2')
        self._say(FAIL % 3, WORDS[0 if self._fails_again else 1])

    def _say(self, line: str, answer: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f'{{"jsonrpc":"2.0",{line}}}\n'.encode())
        self._process.stdin.flush()
        self._hear(answer)

    def _hear(self, words: bytes) -> None:
        """Until a line has these words. What comes of an executable comes between two others."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if words in line:
                return
            ensure(b'"cause"' not in line and b"does not take over" not in line, f"{line!r}")
        raise Fault(f"the host has ended, and has not said {words!r}")


def goes_back(host: str) -> None:
    """What was taken back is not compared; what has come since is, and so is what is so then."""
    for fails_again in (False, True):
        with tempfile.TemporaryDirectory() as folder:
            GoingBack(host, folder, fails_again=fails_again).run()


if __name__ == "__main__":
    path = next(word for word in sys.argv[1:] if not word.startswith("-"))
    goes_back(path)
    names_the_difference(path)
    leaves_a_hang(path)
    sys.exit(held(Watched, __doc__))
