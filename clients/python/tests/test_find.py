"""The finder: its parts, and the whole in a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
import unittest
from typing import Any

from support import CONFORMANCE, HERE, built_host

from viewmodel_host.find.keys import Keys
from viewmodel_host.find.prompt import Prompt
from viewmodel_host.find.screen import RESET, frame, row
from viewmodel_host.find.width import part, printable, width_of


class TerminalTests(unittest.TestCase):
    def test_it_does_what_such_programs_do(self) -> None:
        program = [sys.executable, "-m", "viewmodel_host.find"]
        source = str(HERE.parent / "src")
        done = subprocess.run(
            [sys.executable, str(CONFORMANCE / "finders.py"), *program],
            env={**os.environ, "VIEWMODEL_HOST": built_host(), "PYTHONPATH": source},
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"Ran \d\d+ tests")


class KeysTests(unittest.TestCase):
    def test_however_they_are_cut(self) -> None:
        typed = (
            "aé日\x1b[A\x1bOB\x1b[5~\x1b[1;5C\x1bx\t\r\x1b[200~p\rq\t\x01r\x1b[201~\x03".encode()
        )
        expected = ["a", "é", "日", "up", "down", "page-up", "toggle-down", "accept"]
        expected += ["p", " ", "q", " ", "r", "abort"]
        self.assertEqual(Keys().feed(typed), expected)
        for size in range(1, 7):
            keys, found = Keys(), []
            for place in range(0, len(typed), size):
                found += keys.feed(typed[place : place + size])
            self.assertEqual(found, expected, size)

    def test_escape_is_one_when_nothing_follows(self) -> None:
        for sequence, expected in ((b"\x1b", ["abort"]), (b"\x1b[", []), (b"\x1bO", [])):
            keys = Keys()
            self.assertEqual(keys.feed(sequence), [])
            self.assertTrue(keys.is_incomplete)
            self.assertEqual(keys.flush(), expected)
            self.assertFalse(keys.is_incomplete)
        self.assertEqual(Keys().feed(b"\x1b\x1b[A\xff"), ["abort", "up", "\ufffd"])


class PromptTests(unittest.TestCase):
    def test_keys(self) -> None:
        prompt = Prompt("ab cd")
        for key, text, cursor in (
            ("left", "ab cd", 4),
            ("x", "ab cxd", 5),
            ("delete", "ab cx", 5),
            ("delete", "ab cx", 5),
            ("backspace", "ab c", 4),
            ("delete-word", "ab ", 3),
            ("delete-word", "", 0),
            ("backspace", "", 0),
            ("é", "é", 1),
            ("home", "é", 0),
            ("left", "é", 0),
            ("delete-or-abort", "", 0),
        ):
            self.assertTrue(prompt.press(key), key)
            self.assertEqual((prompt.text, prompt.cursor), (text, cursor), key)
        self.assertFalse(prompt.press("delete-or-abort"))
        self.assertFalse(prompt.press("up"))


class RowTests(unittest.TestCase):
    def test_what_is_shown(self) -> None:
        """The same texts as in the other clients' tests."""
        table: list[tuple[str, list[list[int]], int, str]] = [
            ("", [], 5, ""),
            ("abcde", [[0, 1], [3, 5]], 5, "abcde"),
            ("日本", [[1, 2]], 4, "日本"),
            ("abcdefgh", [], 5, "abcd…"),
            ("abcdefgh", [[1, 3]], 5, "abcd…"),
            ("abcdefgh", [[6, 8]], 5, "…efgh"),
            ("abcdefgh", [[0, 1], [5, 6]], 5, "…def…"),
            ("日本日本", [[3, 4]], 5, "…日本"),
            ("日本日本", [], 4, "日…"),
            ("日本", [], 1, "…"),
        ]
        for text, ranges, width, expected in table:
            start, end = part(text, ranges, width)
            shown = "…" * (start > 0) + text[start:end] + "…" * (end < len(text))
            self.assertEqual(shown, expected)
            self.assertLessEqual(width_of(shown), width)

    def test_control_characters(self) -> None:
        self.assertEqual(printable("a\x1b[1m\x7f\x9bb\n"), "a␛[1m␡�b␊")

    def test_what_matches_is_marked(self) -> None:
        shown = row("abcdefgh", [[0, 1], [5, 6]], 5, "")
        self.assertEqual(shown, f"…de\x1b[1;32mf{RESET}…")


class FrameTests(unittest.TestCase):
    def test_no_screen_is_too_small(self) -> None:
        items = [{"id": number, "text": "日本語" * 9, "ranges": [[1, 3]]} for number in range(9)]
        state: dict[str, Any] = {
            "matches": {"total": 9, "offset": 0, "items": items},
            "total": 9,
            "candidates": 9,
            "isSearching": True,
            "index": 1,
            "selected": [{"id": 0, "text": ""}],
            "preview": {"id": 0, "lines": ["\tx", "日" * 99], "isTruncated": True},
        }
        for width in (1, 2, 3, 20, 89, 90, 91, 200):
            for height in (1, 2, 3, 30):
                lines, column = frame(Prompt("日本" * 9), state, "a problem", width, height)
                self.assertLessEqual(len(lines), height)
                self.assertGreaterEqual(column, 0)


if __name__ == "__main__":
    unittest.main()
