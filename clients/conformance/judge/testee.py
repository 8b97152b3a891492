"""A program that drives its client by commands: ../README.md has its language."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import threading
from typing import Any

PATIENCE = 600
"""Seconds after which a testee hangs that does not answer. Commands take milliseconds."""

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

    def __init__(self, command: list[str], environment: dict[str, str] | None = None) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, env={**os.environ, **(environment or {})}
        )
        hello = self.read()
        self.client: str = hello["client"]
        self.lacks: set[str] = set(hello.get("lacks", ()))
        self.news: list[Json] = []
        """What it has told, in order, until `take_news`."""
        self.waiting = 0
        """How many commands it has not answered."""

    def send(self, do: str, **details: Any) -> None:
        """Sends a command, and does not wait for its answer."""
        assert self.process.stdin
        command = {"do": do, **details}
        try:
            self.process.stdin.write(json.dumps(without_none(command)).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Failed(f"the testee ended before {command}") from None
        self.waiting += 1

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
        """What it has told since this was called before."""
        news, self.news = self.news, []
        return news

    def read(self) -> Json:
        """The next line that it prints."""
        assert self.process.stdout
        timer = threading.Timer(PATIENCE, self.process.send_signal, [signal.SIGKILL])
        timer.start()
        try:
            line = self.process.stdout.readline()
        finally:
            timer.cancel()
        if not line.endswith(b"\n"):
            raise Failed(
                f"the testee ended ({self.process.wait()}), or hung for {PATIENCE} seconds"
            )
        return json.loads(line)

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
