"""A program that drives its client by commands: ../README.md has its language."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections import deque
from typing import IO, Any

PATIENCE = 600
"""Seconds after which a testee hangs that does not answer. Commands take milliseconds."""
SLOW = 5
"""Seconds after which the judge prints what it waits for."""
MOST_SAID = 20_000
"""Bytes of a testee's standard error that are shown."""

Json = dict[str, Any]


class Failed(Exception):
    """A testee has not done what it should."""


def without_none(command: Json) -> Json:
    """A command without what it leaves out, as are those in it."""
    kept = {key: value for key, value in command.items() if value is not None}
    if "commands" in kept:
        kept["commands"] = [without_none(each) for each in kept["commands"]]
    return kept


class Testee:
    """Sends commands and reads the answers, in order."""

    is_verbose = False
    """Whether commands and answers are shown."""

    def __init__(self, command: list[str], environment: dict[str, str] | None = None) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, env={**os.environ, **(environment or {})}
        )
        assert self.process.stderr
        threading.Thread(target=pass_on, args=[self.process.stderr], daemon=True).start()
        self._sent = deque(["its first line"])
        """The commands that it has not answered, as text."""
        self.client = "the testee"
        hello = self.read()
        self.client = hello["client"]
        self.lacks: set[str] = set(hello.get("lacks", ()))
        self.news: list[Json] = []
        """What it has reported, in order, until `take_news`."""
        self.waiting = 0
        """How many commands it has not answered."""

    def send(self, do: str, **details: Any) -> None:
        """Sends a command, and does not wait for its answer."""
        assert self.process.stdin
        command = {"do": do, **details}
        text = json.dumps(without_none(command))
        self._trace("-->", text)
        try:
            self.process.stdin.write(text.encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Failed(f"the testee ended before {command}") from None
        self.waiting += 1
        self._sent.append(text)

    def answer(self) -> Json:
        """The answer to the first command that has none: it has `ok` or `error`."""
        answer = self.read()
        self.waiting -= 1
        self.news += answer.get("news", ())
        return answer

    def do(self, do: str, **details: Any) -> Any:
        """Sends a command; what it gives. Raises Failed if it fails."""
        self.send(do, **details)
        answer = self.answer()
        if "ok" not in answer:
            raise Failed(f"{do} {details} failed: {answer}")
        return answer["ok"]

    def attempt(self, do: str, **details: Any) -> Json:
        """Sends a command; its answer, whichever it is."""
        self.send(do, **details)
        return self.answer()

    def take_news(self) -> list[Json]:
        """What it has reported since the last call of this."""
        news, self.news = self.news, []
        return news

    def read(self) -> Json:
        """The next line that it prints."""
        assert self.process.stdout
        what = self._sent.popleft() if self._sent else "anything"
        slow = threading.Timer(SLOW, say, [f"{self.client}: waits for {SLOW} s: {what:.500}"])
        timer = threading.Timer(PATIENCE, self.process.send_signal, [signal.SIGKILL])
        slow.start()
        timer.start()
        try:
            line = self.process.stdout.readline()
        finally:
            slow.cancel()
            timer.cancel()
        self._trace("<--", line.decode("utf-8", "replace").rstrip("\n"))
        if not line.endswith(b"\n"):
            raise Failed(
                f"the testee ended ({self.process.wait()}), or hung for {PATIENCE} seconds"
            )
        return json.loads(line)

    def _trace(self, mark: str, text: str) -> None:
        if self.is_verbose:
            say(f"{self.client} {mark} {text:.2000}")

    def abandon(self) -> None:
        """Ends one that has failed, whatever it is at."""
        self.process.kill()
        with contextlib.suppress(Failed):
            self.end()

    def end(self, with_signal: int | None = None) -> int:
        """Ends it: by the end of its input, or by a signal. Its exit status."""
        assert self.process.stdin
        assert self.process.stdout
        if with_signal is not None:
            self.process.send_signal(with_signal)
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        timer = threading.Timer(PATIENCE, self.process.send_signal, [signal.SIGKILL])
        timer.start()
        status = self.process.wait()
        timer.cancel()
        self.process.stdout.close()
        return status


def say(text: str) -> None:
    """For people, on standard error."""
    print(f"judge: {text}", file=sys.stderr, flush=True)


def pass_on(errors: IO[bytes]) -> None:
    """Reads the standard error of a testee to its end, and shows the beginning."""
    left = MOST_SAID
    while said := os.read(errors.fileno(), 65_536):
        with contextlib.suppress(OSError):
            os.write(2, said[:left])
            if left > 0 and len(said) > left:
                say("the testee's standard error continues")
        left = max(0, left - len(said))
    errors.close()
