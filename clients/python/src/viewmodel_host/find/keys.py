"""The keys that a terminal sends, by name."""

from __future__ import annotations

import codecs
import re

NAMES = {
    "\x01": "home",
    "\x02": "left",
    "\x03": "abort",
    "\x04": "delete-or-abort",
    "\x05": "end",
    "\x06": "right",
    "\x07": "abort",
    "\x08": "backspace",
    "\t": "toggle-down",
    "\n": "down",
    "\x0b": "up",
    "\x0c": "redraw",
    "\r": "accept",
    "\x0e": "down",
    "\x10": "up",
    "\x11": "abort",
    "\x15": "clear",
    "\x17": "delete-word",
    "\x1a": "suspend",
    "\x1b": "abort",
    "\x7f": "backspace",
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1b[C": "right",
    "\x1b[D": "left",
    "\x1b[F": "end",
    "\x1b[H": "home",
    "\x1b[Z": "toggle-up",
    "\x1b[1~": "home",
    "\x1b[3~": "delete",
    "\x1b[4~": "end",
    "\x1b[5~": "page-up",
    "\x1b[6~": "page-down",
    "\x1bOA": "up",
    "\x1bOB": "down",
    "\x1bOC": "right",
    "\x1bOD": "left",
    "\x1bOF": "end",
    "\x1bOH": "home",
}

SEQUENCE = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1bO[ -~]|\x1b[^\x1b\[O]|[^\x1b]", re.DOTALL)
BEGUN = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|O)?")
PASTE, PASTED = "\x1b[200~", "\x1b[201~"


class Keys:
    """Takes apart what is typed. A key is a character, or a name longer than one."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._pasting = False

    def feed(self, data: bytes) -> list[str]:
        """The keys that some bytes complete."""
        self._rest += self._decoder.decode(data)
        keys: list[str] = []
        while self._rest:
            match = SEQUENCE.match(self._rest)
            if match is None:
                if BEGUN.fullmatch(self._rest):
                    break
                match = re.match(r"\x1b", self._rest)
                assert match is not None
            self._rest = self._rest[match.end() :]
            keys += self._key(match.group())
        return keys

    @property
    def is_incomplete(self) -> bool:
        """Whether there is the start of a sequence; or somebody has typed Escape."""
        return bool(self._rest)

    def flush(self) -> list[str]:
        """What there is, taken as it is, as nothing has followed it."""
        rest, self._rest = self._rest, ""
        return ["abort"] if rest == "\x1b" else []

    def _key(self, sequence: str) -> list[str]:
        if sequence in (PASTE, PASTED):
            self._pasting = sequence == PASTE
            return []
        if self._pasting and len(sequence) == 1:
            return [" "] if sequence in "\r\n\t" else [sequence] if sequence.isprintable() else []
        if sequence in NAMES:
            return [NAMES[sequence]]
        return [sequence] if len(sequence) == 1 and sequence >= " " else []
