"""The line in which somebody types what is to be found."""

from __future__ import annotations


class Prompt:
    """A text with a cursor."""

    def __init__(self, text: str = "") -> None:
        self.text = text
        self.cursor = len(text)

    def press(self, key: str) -> bool:
        """Does what a key does to a line. False: it does nothing to one."""
        if len(key) == 1:
            self._replace(self.cursor, self.cursor, key)
        elif key in ("backspace", "delete-word", "clear"):
            self._replace(self._start(key), self.cursor)
        elif key == "delete" or (key == "delete-or-abort" and self.text):
            self._replace(self.cursor, self.cursor + 1)
        elif key in ("home", "end", "left", "right"):
            places = {
                "home": 0,
                "end": len(self.text),
                "left": max(0, self.cursor - 1),
                "right": min(len(self.text), self.cursor + 1),
            }
            self.cursor = places[key]
        else:
            return False
        return True

    def _start(self, key: str) -> int:
        """From where on a key deletes."""
        if key == "clear":
            return 0
        if key == "backspace":
            return max(0, self.cursor - 1)
        words = self.text[: self.cursor].rstrip()
        return words.rfind(" ") + 1

    def _replace(self, start: int, end: int, text: str = "") -> None:
        self.text = self.text[:start] + text + self.text[end:]
        self.cursor = start + len(text)
