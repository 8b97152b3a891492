"""Compares what a host has said with what the model expects, line by line."""

from __future__ import annotations

import json
from typing import Any

from expected import Entry, Pattern, Turn, fits, shown
from kinds import LEVELS
from messages import refuse
from mirror import Fault, Mirror, ensure


class Reader:
    """Takes the lines of a host in, in order, and shows them to the mirror."""

    def __init__(self, lines: list[str], mirror: Mirror) -> None:
        self.lines = lines
        self.next = 0
        self.mirror = mirror
        self.log_level = "off"
        """The least level of the lines for people that may come."""
        self.logs: list[str] = []
        self._early: list[Any] = []
        """Lines for people that were not expected when they were read. They belong to a later
        turn, which may expect them: the next one that has another line."""

    def peek(self) -> Any:
        """The next line but those for people; None at the end."""
        while self.next < len(self.lines):
            line = parsed(self.lines[self.next])
            if not isinstance(line, dict) or line.get("method") != "host/log":
                return line
            self.mirror.take(line)
            if not self._wants(line):
                self._early.append(line)
            self.logs.append(line["params"]["message"])
            self.next += 1
        return None

    def take(self) -> Any:
        line = self.peek()
        ensure(all(map(self._wants, self._early)), "a log line that was not asked for")
        self._early.clear()
        if line is not None:
            self.next += 1
            self.mirror.take(line)
        return line

    def _wants(self, log: Any) -> bool:
        return LEVELS.index(log["params"]["level"]) >= LEVELS.index(self.log_level)


def parsed(line: str) -> Any:
    try:
        return json.loads(line, parse_constant=refuse)
    except ValueError:
        raise Fault(f"a line that is not JSON: {line:.300}") from None


def compare(turn: Turn, reader: Reader) -> None:
    """Takes the lines of one turn. Raises Fault where they are others than the model's."""
    take_update(turn.disposed, turn.entries, reader)
    take_block(turn.block, reader)
    if turn.array:
        take_array(turn.array, reader)
    take_update([], turn.late, reader)
    take_block(turn.late_block, reader)
    for call in turn.calls:
        line = reader.take()
        ensure(fits(call, line), f"expected {shown(call)}, found {said(line)}")
    reader.peek()
    for name in turn.logs:
        found = [log for log in reader.logs if name in log]
        ensure(found, f"no line for people says that {name} was ignored")
        reader.logs.remove(found[0])


def take_update(disposed: list[Entry], entries: list[Entry], reader: Reader) -> None:
    """The disposed come first, in any order; an id may be there again, as another instance."""
    if not disposed and not entries:
        return
    line = reader.take()
    wanted = [entry.id for entry in disposed + entries]
    is_update = isinstance(line, dict) and line.get("method") == "viewModel/update"
    ensure(is_update, f"expected an update of {wanted}, found {said(line)}")
    found = line["params"]["updates"]
    ids = [one["id"] for one in found]
    first = len(disposed)
    ensure(
        sorted(ids[:first]) == sorted(wanted[:first]) and ids[first:] == wanted[first:],
        f"expected {wanted}, found {ids}",
    )
    for entry in disposed:
        compare_entry(entry, found[ids[:first].index(entry.id)], reader.mirror)
    for entry, one in zip(entries, found[first:]):
        compare_entry(entry, one, reader.mirror)


def compare_entry(entry: Entry, found: dict[str, Any], mirror: Mirror) -> None:
    for name, wanted, one in (
        ("events", entry.events, found.get("events", [])),
        ("done", entry.done, found.get("done", [])),
        ("revision", entry.revision, found["revision"]),
        ("state", entry.state, mirror.known[entry.id].state),
    ):
        ensure(fits(wanted, one), f"{entry.id}: expected {name} {shown(wanted)}, found {one}")


def take_block(patterns: list[Pattern], reader: Reader) -> None:
    """The lines of a block come in any order."""
    left = list(patterns)
    while left:
        line = reader.take()
        match = next((pattern for pattern in left if fits(pattern, line)), None)
        wanted = " or ".join(shown(pattern) for pattern in left)
        ensure(match is not None, f"expected {wanted}, found {said(line)}")
        left.remove(match)


def take_array(patterns: list[Pattern], reader: Reader) -> None:
    """The responses to an array, in any order."""
    line = reader.take()
    ensure(isinstance(line, list), f"expected {shown(patterns)}, found {said(line)}")
    left = list(patterns)
    for response in line:
        match = next((pattern for pattern in left if fits(pattern, response)), None)
        ensure(match is not None, f"expected in an array {shown(left)}, found {said(response)}")
        left.remove(match)
    ensure(not left, f"an array lacks {shown(left)}")


def said(line: Any) -> str:
    return "nothing" if line is None else json.dumps(line, ensure_ascii=False)[:1000]
