"""Compares what a host has said with what the model expects, line by line."""

from __future__ import annotations

import copy
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
        self.logs: list[str] = []

    def peek(self) -> Any:
        """The next line but those for people; None at the end."""
        while self.next < len(self.lines):
            line = parsed(self.lines[self.next])
            if not isinstance(line, dict) or line.get("method") != "host/log":
                return line
            self.mirror.take(line)
            level = LEVELS.index(line["params"]["level"])
            ensure(level >= LEVELS.index(self.mirror.log_level), "a log line that nobody wants")
            self.logs.append(line["params"]["message"])
            self.next += 1
        return None

    def take(self) -> Any:
        line = self.peek()
        if line is not None:
            self.next += 1
            self.mirror.take(line)
        return line


def parsed(line: str) -> Any:
    try:
        return json.loads(line, parse_constant=refuse)
    except ValueError:
        raise Fault(f"a line that is not JSON: {line:.300}") from None


def compare(turn: Turn, reader: Reader) -> None:
    """Takes the lines of one turn. Raises Fault where they are others than the model's."""
    take_update(turn.disposed, turn.entries, reader)
    take_block(turn, reader)
    take_update([], turn.late, reader)
    for call in turn.calls:
        line = reader.take()
        ensure(fits(call, line), f"expected {shown(call)}, found {said(line)}")
    reader.peek()
    for name in turn.logs:
        found = [log for log in reader.logs if name in log]
        ensure(found, f"no line for people says that {name} was ignored")
        reader.logs.remove(found[0])


def take_update(disposed: list[Entry], entries: list[Entry], reader: Reader) -> None:
    if not disposed and not entries:
        return
    line = reader.peek()
    is_update = isinstance(line, dict) and line.get("method") == "viewModel/update"
    needed = [entry for entry in disposed if not entry.may_miss] + entries
    if not is_update and not needed:
        return
    ensure(is_update, f"expected an update of {[one.id for one in needed]}, found {said(line)}")
    reader.take()
    ensure("updates" in line["params"], "an update without updates")
    found = list(line["params"]["updates"])
    # The disposed come first, in any order; an id may be there again, as another instance.
    for place in range(len(disposed) - 1, -1, -1):
        entry = disposed[place]
        mine = [one for one in found[: len(disposed)] if one["id"] == entry.id]
        ensure(mine or entry.may_miss, f"expected {entry.id} among the first of {said(line)}")
        if mine:
            compare_entry(entry, mine[0], reader.mirror)
            found.remove(mine[0])
    ids = [one["id"] for one in found]
    ensure(ids == [one.id for one in entries], f"expected {[e.id for e in entries]}, found {ids}")
    for entry, one in zip(entries, found):
        compare_entry(entry, one, reader.mirror)


def compare_entry(entry: Entry, found: dict[str, Any], mirror: Mirror) -> None:
    if not entry.may_miss:
        for name, wanted in (("events", entry.events), ("done", entry.done)):
            ensure(
                fits(wanted, found.get(name, [])) or (name == "events" and entry.state is None),
                f"{entry.id}: expected {name} {shown(wanted)}, found {found.get(name)}",
            )
    ensure(
        entry.revision == found["revision"],
        f"{entry.id}: expected revision {entry.revision}, found {found['revision']}",
    )
    state = mirror.known[entry.id].state
    if entry.state is not None:
        ensure(
            fits(entry.state, state), f"{entry.id}: expected {shown(entry.state)}, found {state}"
        )


def take_block(turn: Turn, reader: Reader) -> None:
    """The lines of a block come in any order, and then the array of responses."""
    left: list[Pattern] = copy.copy(turn.block)
    while left:
        line = reader.take()
        match = next((pattern for pattern in left if fits(pattern, line)), None)
        wanted = " or ".join(shown(pattern) for pattern in left)
        ensure(match is not None, f"expected {wanted}, found {said(line)}")
        left.remove(match)
    if turn.array:
        line = reader.take()
        ensure(isinstance(line, list), f"expected {shown(turn.array)}, found {said(line)}")
        take_array(turn.array, line)


def take_array(patterns: list[Pattern], line: list[Any]) -> None:
    left = list(patterns)
    for response in line:
        match = next((pattern for pattern in left if fits(pattern, response)), None)
        ensure(match is not None, f"expected in an array {shown(left)}, found {said(response)}")
        left.remove(match)
    ensure(not left, f"an array lacks {shown(left)}")


def said(line: Any) -> str:
    return "nothing" if line is None else json.dumps(line, ensure_ascii=False)[:1000]
