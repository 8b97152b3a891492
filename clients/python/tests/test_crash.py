"""How the end of a host is told: each row of clients/conformance/crashes/expected.tsv."""

from __future__ import annotations

import unittest

from support import CONFORMANCE

from viewmodel_host import HostDied

CRASHES = CONFORMANCE / "crashes"


class CrashTests(unittest.TestCase):
    def test_the_reason(self) -> None:
        rows = [line.split("\t") for line in (CRASHES / "expected.tsv").read_text().splitlines()]
        self.assertGreater(len(rows), 15)
        for name, ended, reason in rows:
            with self.subTest(name, ended=ended):
                how, number = ended.split()
                lines = (CRASHES / name).read_text("utf-8").splitlines()
                error = HostDied(-int(number) if how == "signal" else int(number), lines)
                self.assertEqual(error.reason, reason or None)
                self.assertEqual(error.stderr, lines)

    def test_the_message(self) -> None:
        self.assertEqual(str(HostDied(0, ["print"])), "the host ended (exit status 0)")
        self.assertEqual(str(HostDied(-2, ["print"])), "the host ended by SIGINT")
        self.assertEqual(
            str(HostDied(3, ["bad option"])), "the host ended (exit status 3): bad option"
        )
        report = ["A.swift:7: Fatal error: boom", "", "*** Signal 4: Backtracing", "rax 0"]
        message = "the host ended by SIGILL: A.swift:7: Fatal error: boom"
        self.assertEqual(str(HostDied(-4, report)), message)


if __name__ == "__main__":
    unittest.main()
