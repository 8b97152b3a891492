"""What is wrong with a conversation, and the rules that hold without a model."""

from __future__ import annotations

from dataclasses import dataclass, field

from compare import parsed
from mirror import Mirror


@dataclass
class Found:
    """A conversation in which the host does something wrong."""

    fault: str
    way: str
    lines: list[str]
    said: list[str]
    ends: list[int] = field(default_factory=list)
    """How many lines the host has said after each line to it, as far as that was compared."""

    def transcript(self) -> list[str]:
        if self.way == "recorded":
            return self.said
        written, begin = [], 0
        for place, line in enumerate(self.lines):
            written.append(f"--> {line}" if line else "-->")
            end = self.ends[place] if place < len(self.ends) else len(self.said)
            written += [f"<-- {said}" for said in self.said[begin:end]]
            begin = max(begin, end)
        return written + [f"<-- {said}" for said in self.said[begin:]]


def follow(lines: list[str], said: list[str]) -> None:
    """Looks only whether the rules hold. Raises Fault or Misshapen."""
    mirror = Mirror()
    for line in lines:
        mirror.sent(line)
    for line in said:
        mirror.take(parsed(line))
    mirror.end()
