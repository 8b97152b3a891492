"""`clients/test`, with clients that do nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

RUNNER = Path(__file__).resolve().parents[1] / "test"


class RunnerTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.clients = Path(folder.name) / "the clients"
        self.clients.mkdir()
        shutil.copy(RUNNER, self.clients / "test")

    def add(self, client: str, *lines: str) -> None:
        test = self.clients / client / "test"
        test.parent.mkdir()
        test.write_text("\n".join(["#!/bin/sh", *lines, ""]))
        test.chmod(0o755)

    def run_all(self, *named: str, ci: str = "") -> tuple[int, str]:
        done = subprocess.run(
            [str(self.clients / "test"), *named],
            env={**os.environ, "CI": ci},
            cwd="/",
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def test_all_pass(self) -> None:
        self.add("lua", "echo fine; echo indeed >&2")
        self.add("node", "read line || echo no input")
        status, shown = self.run_all(ci="true")
        expected = (
            "== lua\nfine\nindeed\n== node\nno input\n\nlua        passed\nnode       passed\n"
        )
        self.assertEqual((status, shown), (0, expected))

    def test_one_is_skipped(self) -> None:
        self.add("lua", "echo lua is missing: apt-get install lua; exit 77")
        self.add("node")
        summary = "\n\nlua        skipped: lua is missing: apt-get install lua\nnode       passed\n"
        for ci, expected in (("", 0), ("false", 0), ("true", 1)):
            with self.subTest(ci):
                status, shown = self.run_all(ci=ci)
                self.assertEqual(status, expected)
                self.assertIn(summary, shown)

    def test_one_fails(self) -> None:
        self.add("lua", "exit 3")
        self.add("node", "kill -KILL $$")
        self.add("python", "echo fine")
        status, shown = self.run_all()
        self.assertEqual(status, 1)
        self.assertIn("lua        failed: exit status 3\n", shown)
        self.assertIn("node       failed: exit status 137\n", shown)
        self.assertIn("python     passed\n", shown)
        self.assertEqual(self.run_all("python"), (0, "== python\nfine\n\npython     passed\n"))

    def test_a_client_that_is_not_there(self) -> None:
        self.add("python")
        status, shown = self.run_all("python", "pyhton")
        self.assertEqual(status, 1)
        self.assertIn("pyhton     failed: exit status 127\n", shown)


if __name__ == "__main__":
    unittest.main()
