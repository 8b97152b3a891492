"""Plays one conversation to a host, in two ways, and says what is wrong."""

from __future__ import annotations

import random
from pathlib import Path

from compare import Reader, compare
from form import Misshapen
from found import Found, follow
from generator import Generator
from hosts import WAYS, Died, Hosts
from methods import new_session
from mirror import Fault, Mirror, ensure
from slow import Slow, recorded, timeless


class Check:
    def __init__(self, hosts: Hosts, rules_only: bool, avoid: tuple[str, ...] = ()) -> None:
        self.hosts = hosts
        self.rules_only = rules_only
        self.avoid = avoid
        self.messages = 0
        self.folder: Path | None = None
        """Where conversations are written to: in virtual time those that agree with the model, in
        real time recordings."""
        self._written = 0

    def seed(self, seed: int) -> Found | None:
        chance = random.Random(seed)
        length = chance.choice((5, 15, 30, 60, 120, 250))
        lines = Generator(seed, length, self.avoid).conversation()
        if chance.random() < 0.2:
            lines = lines[: chance.randint(1, len(lines))] if lines else lines
        self.messages += len(lines)
        other = chance.choices(WAYS[1:], (4, 4, 1, 2))[0]
        return self.conversation(lines, "at once") or self.same(lines, other, seed)

    def slow_seed(self, seed: int) -> Found | None:
        """With the real clock, and a slow reader."""
        slow = Slow(self.hosts, seed)
        lines = slow.lines()
        self.messages += len(lines)
        try:
            return slow.check(lines, self._kept(f"slow-{seed}"))
        except Died as died:
            return Found(str(died), "slowly", lines, [])

    def other_seed(self, seed: int, way: str) -> Found | None:
        """What a host says does not depend on whether it is killed, and asked to try what comes."""
        lines = Generator(seed, 60, self.avoid).conversation()
        self.messages += len(lines)
        return self.same(lines, way, seed)

    def recorded_seed(self, seed: int) -> Found | None:
        """With the real clock, and a session that is recorded."""
        lines = timeless(Generator(seed, 60, self.avoid).conversation())
        self.messages += len(lines)
        try:
            return recorded(self.hosts, lines, seed, self._kept(f"recorded-{seed}"))
        except Died as died:
            return Found(str(died), "recorded", lines, [])

    def conversation(self, lines: list[str], way: str, seed: int = 0) -> Found | None:
        """Compares what the host says with the model."""
        try:
            said = self.hosts.run(lines, way, seed)
        except Died as died:
            return Found(str(died), way, lines, [])
        return self.judge(lines, said, way)

    def judge(self, lines: list[str], said: list[str], way: str = "at once") -> Found | None:
        found = Found("", way, lines, said)
        try:
            if self.rules_only:
                follow(lines, said)
            else:
                walk(lines, said, found.ends)
        except (Fault, Misshapen) as fault:
            found.fault = str(fault)
            return found
        self._written += 1
        if path := None if self.rules_only else self._kept(f"{self._written}"):
            Path(path).write_text("\n".join(found.transcript()) + "\n", encoding="utf-8")
        return None

    def _kept(self, name: str) -> str | None:
        """The path of a conversation that is to be kept."""
        return str(self.folder.resolve() / f"{name}.transcript") if self.folder else None

    def same(self, lines: list[str], way: str, seed: int) -> Found | None:
        """The output does not depend on how the bytes come."""
        try:
            once = self.hosts.run(lines, "at once")
            said = self.hosts.run(lines, way, seed)
        except (Died, Fault) as fault:
            return Found(str(fault), way, lines, [])
        if once == said:
            return None
        place = next(
            (place for place, (one, other) in enumerate(zip(once, said)) if one != other),
            min(len(once), len(said)),
        )
        other = once[place] if place < len(once) else "nothing"
        return Found(f"line {place + 1} of the output is, sent at once: {other}", way, lines, said)


def walk(lines: list[str], said: list[str], ends: list[int]) -> None:
    """Compares line by line with the model. Raises Fault or Misshapen."""
    model, mirror = new_session(), Mirror()
    reader = Reader(said, mirror)
    for line in lines:
        mirror.sent(line)
        turns = model.receive(line)
        reader.log_level = model.log_level
        for turn in turns:
            compare(turn, reader)
        ends.append(reader.next)
    for turn in model.end():
        compare(turn, reader)
    line = reader.take()
    ensure(line is None, f"expected nothing more, found {line}")
    mirror.end()
