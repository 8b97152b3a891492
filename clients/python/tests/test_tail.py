"""What is kept of standard error, and what of it an error shows."""

from __future__ import annotations

import unittest

import support  # noqa: F401

from viewmodel_host import HostDied
from viewmodel_host.tail import Tail, last_words


class TailTests(unittest.TestCase):
    def test_the_last_lines_however_the_bytes_are_cut(self) -> None:
        stream = "".join(f"line {number} ü\n" for number in range(300)).encode() + b"end"
        expected = [f"line {number} ü" for number in range(101, 300)] + ["end"]
        for size in (1, 7, 1000, len(stream)):
            with self.subTest(size=size):
                tail = Tail()
                for start in range(0, len(stream), size):
                    tail.feed(stream[start : start + size])
                self.assertEqual(tail.lines(), expected)

    def test_a_line_without_end_is_not_kept_whole(self) -> None:
        tail = Tail()
        for _ in range(100):
            tail.feed(b"x" * 100_000)
        self.assertEqual(tail.lines(), ["x" * 200_000])

    def test_the_last_words_are_where_a_crash_is_reported(self) -> None:
        before = [f"before {number}" for number in range(30)]
        after = [f"frame {number}" for number in range(50)]
        for crash in (
            "User.swift:7: Fatal error: Index out of range",
            "*** Program crashed: … ***",
        ):
            with self.subTest(crash):
                self.assertEqual(last_words([*before, crash, *after]), [crash, *after[:19]])
        self.assertEqual(last_words(before), before[-20:])
        self.assertEqual(last_words([]), [])

    def test_the_message_of_the_error(self) -> None:
        error = HostDied(-4, ["much noise", "Fatal error: Division by zero", "0 … in main"])
        self.assertEqual(
            str(error),
            "the host died by signal 4; its last words:\n"
            "  Fatal error: Division by zero\n"
            "  0 … in main",
        )
        self.assertEqual(str(HostDied(0, [])), "the host died with exit status 0")


if __name__ == "__main__":
    unittest.main()
