"""What is kept of standard error."""

from __future__ import annotations

import unittest

import support  # noqa: F401

from viewmodel_host.tail import Tail


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


if __name__ == "__main__":
    unittest.main()
