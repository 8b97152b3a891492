"""Cutting a stream into lines, and lines into messages."""

from __future__ import annotations

import unittest

import support  # noqa: F401

from viewmodel_host.errors import ProtocolError
from viewmodel_host.lines import LineBuffer, decode, depth, encode

STREAM = '{"a":"ü"}\n\n[1,2]\r\n   \n"\\n"\n7\nhalf'.encode()
LINES = ['{"a":"ü"}'.encode(), b"[1,2]\r", b'"\\n"', b"7"]


class LineBufferTests(unittest.TestCase):
    def test_the_same_lines_however_the_bytes_are_cut(self) -> None:
        for size in range(1, len(STREAM) + 1):
            with self.subTest(size=size):
                buffer = LineBuffer()
                lines = []
                for start in range(0, len(STREAM), size):
                    lines += buffer.feed(STREAM[start : start + size])
                self.assertEqual(lines, LINES)

    def test_the_same_lines_at_every_place_of_one_cut(self) -> None:
        for place in range(len(STREAM) + 1):
            with self.subTest(place=place):
                buffer = LineBuffer()
                lines = buffer.feed(STREAM[:place]) + buffer.feed(STREAM[place:])
                self.assertEqual(lines, LINES)

    def test_a_line_is_there_as_soon_as_it_ends(self) -> None:
        buffer = LineBuffer()
        self.assertEqual(buffer.feed(b"1\n2"), [b"1"])
        self.assertEqual(buffer.feed(b"\n"), [b"2"])


class MessageTests(unittest.TestCase):
    def test_a_message_is_compact_utf8_in_one_line(self) -> None:
        self.assertEqual(encode({"a": ["ü\n", 1.5, None]}), '{"a":["ü\\n",1.5,null]}\n'.encode())

    def test_numbers_stay_exact(self) -> None:
        for text in ("9223372036854775807", "-9223372036854775808", "0.1", "1e+21", "5e-324"):
            with self.subTest(text):
                self.assertEqual(decode(encode(decode(text.encode()))), decode(text.encode()))
        self.assertEqual(decode(b"9223372036854775807"), 9223372036854775807)

    def test_what_has_no_json_form(self) -> None:
        for value in (float("nan"), float("inf"), "\ud800", {"a": "\udfff"}):
            with self.subTest(repr(value)), self.assertRaises(ValueError):
                encode(value)

    def test_lines_that_are_not_json(self) -> None:
        for line in (b"", b"{", b"hello", b"NaN", b"[Infinity]", b'"\xff"', b"{}{}", b"[" * 100000):
            with self.subTest(line[:20]), self.assertRaises(ProtocolError):
                decode(line)

    def test_depth(self) -> None:
        table = [(1, 0), ([], 1), ({}, 1), ([1, [2], {"a": [3]}], 3), ({"a": (1, {})}, 3)]
        for value, expected in table:
            with self.subTest(repr(value)):
                self.assertEqual(depth(value, 512), expected)
        self.assertEqual(depth([[[[]]]], 2), 3)


if __name__ == "__main__":
    unittest.main()
