#!/usr/bin/env python3
"""Plays the host's side of a transcript for a client: see README.md."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from faults import Faults, Writer, put
from names import Names
from transcript import CLIENT, Line, fits, is_response, method, params, parsed, read_transcript

INITIALIZED = {
    "protocolVersion": "1",
    "host": {"name": "fake-host", "version": "0.1.0"},
    "capabilities": {"batch": True, "mergeUpdates": True, "services": True},
    "limits": {"lineBytes": 16777216, "depth": 512, "queueBytes": 1048576, "calls": 100000},
}
UNSUPPORTED = {
    "code": -32008,
    "message": "No common protocol version: the frontend speaks 1, this host 2",
    "data": {"supported": ["2"]},
}


class FakeHost:
    """Reads the `-->` lines of a transcript and writes its `<--` lines, in their order.

    A client's answer to a `service/call` and its next request may change places: they do not wait
    for each other. Nothing else may.
    """

    def __init__(self, lines: list[Line], faults: Faults) -> None:
        self.lines = lines
        self.next = 0
        self.faults = faults
        self.writer = Writer(faults)
        self.names = Names()
        self.early: list[Any] = []
        self.unread: list[Any] = []

    def play(self) -> None:
        """Plays all of it, then reads until the end of the input, or `exit`."""
        while self.next < len(self.lines):
            line = self.lines[self.next]
            if line.mark == CLIENT:
                self._await(line)
            else:
                self.next += 1
                self._say(line)
        if self.early:
            fail(f"sent twice: {shown(self.early[0])}")
        if method(self._last_sent()) == "exit":
            return
        while (message := self._read("nothing more")) is not None:
            if method(message) == "shutdown":
                self._answer(message, {"result": {}})
            elif method(message) == "exit":
                return
            elif not self._aside(message):
                fail(f"expected nothing more, found {shown(message)}")

    def _last_sent(self) -> Any:
        return next((line.message for line in reversed(self.lines) if line.mark == CLIENT), None)

    def _await(self, line: Line) -> None:
        """Reads what stands in a line from the client."""
        if not line.text:
            self.next += 1
            return
        for message in self.early:
            if self._suits(line, message):
                self.early.remove(message)
                self._take(line, message)
                return
        message = self._read(line.text)
        if message is None:
            fail(f"line {line.number}: expected {line.text:.300}, found the end of the input")
        if self._suits(line, message):
            self._take(line, message)
        elif line.message is None:
            self._skip(message)
        elif self._may_be_early(line, message):
            self.early.append(message)
        elif not self._aside(message):
            fail(f"line {line.number}: expected {line.text:.300}, found {shown(message)}")

    def _take(self, line: Line, message: Any) -> None:
        self.next += 1
        if line.message is not None:
            self.names.learn(line.message, message)
        if method(message) == "initialize" and self.faults.version:
            self._refuse(message)

    def _suits(self, line: Line, message: Any) -> bool:
        if line.message is None:
            return bool(line.text == message)
        if method(line.message) == method(message) == "$/cancelRequest":
            wanted, found = params(line.message).get("id"), params(message).get("id")
            return bool(self.names.request(wanted) == found)
        return fits(line.message, message)

    def _skip(self, message: Any) -> None:
        """Leaves out a line that is not JSON, with what the host says to it: no client sends it."""
        self.next += 1
        while self.next < len(self.lines) and self.lines[self.next].mark != CLIENT:
            self.next += 1
        self.unread.append(message)

    def _may_be_early(self, line: Line, message: Any) -> bool:
        """An answer where a request is due, or a request where an answer is; and its turn comes."""
        answers = is_response(message)
        if answers == is_response(line.message):
            return False
        for later in self.lines[self.next :]:
            if later.mark == CLIENT and is_response(later.message) == answers:
                if self._suits(later, message):
                    return True
                if not answers:
                    return False
        return False

    def _aside(self, message: Any) -> bool:
        """Answers what need not be in a transcript."""
        if method(message) == "initialize" and self.writer.lines == 0:
            if self.faults.version:
                self._refuse(message)
            else:
                self._answer(message, {"result": INITIALIZED})
        elif method(message) == "ping":
            self._answer(message, {"result": {}})
        else:
            return False
        return True

    def _refuse(self, initialize: Any) -> None:
        """Speaks another version, and nothing else is left to play."""
        self._answer(initialize, {"error": UNSUPPORTED})
        self.lines, self.next = [], 0

    def _answer(self, message: Any, outcome: dict[str, Any]) -> None:
        self.writer.write({"jsonrpc": "2.0", "id": message["id"], **outcome})

    def _say(self, line: Line) -> None:
        if line.message is None:
            fail(f"line {line.number} of the transcript is not JSON: {line.text:.300}")
        message = self.names.translated(line.message)
        self.writer.write(message, line.text if message == line.message else None)

    def _read(self, wanted: str) -> Any:
        """The next message; as text where it is not JSON. None at the end of the input."""
        if self.unread:
            return self.unread.pop()
        while data := sys.stdin.buffer.readline():
            if not data.endswith(b"\n"):
                fail(f"expected {wanted:.300}, found a line without its end: {data!r:.300}")
            text = data[:-1].decode("utf-8", "replace")
            if text:
                message = parsed(text)
                return text if message is None else message
        return None


def count(path: str) -> int:
    """How often this was called before with this file: as many bytes are in it."""
    with open(path, "ab") as file:
        file.write(b".")
        return file.tell() - 1


def shown(message: Any) -> str:
    return f"{message!r:.1000}"


def fail(message: str) -> None:
    """Says what did not fit, and ends."""
    put(2, f"fake host: {message}\n".encode("utf-8", "replace"))
    os._exit(97)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--fault", action="append", default=[], metavar="NAME[=VALUE]", help="see README.md"
    )
    parser.add_argument("--starts", metavar="FILE", help="counts the starts in FILE")
    parser.add_argument("--supervised", action="store_true", help="changes nothing")
    parser.add_argument("transcript", nargs="+", help="the one for each start")
    options = parser.parse_args()
    try:
        faults = Faults.parse(options.fault)
        transcripts = [read_transcript(path) for path in options.transcript]
        start = count(options.starts) if options.starts else 0
    except (OSError, ValueError) as error:
        parser.error(str(error))
    lines = transcripts[min(start, len(transcripts) - 1)]
    sys.setrecursionlimit(5000)  # for lines that are nested as deep as hosts read
    try:
        FakeHost(lines, faults if start == 0 else Faults()).play()
    except BrokenPipeError:
        fail("the client reads no more, but the transcript continues")


if __name__ == "__main__":
    main()
