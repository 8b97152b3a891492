"""`clients/test`, with clients that do nothing."""

from __future__ import annotations

import os
import re
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
        self.root = Path(folder.name) / "the repository"
        self.clients = self.root / "the clients"
        self.clients.mkdir(parents=True)
        shutil.copy(RUNNER, self.clients / "test")

    def add(self, client: str, *lines: str) -> None:
        self.program(self.clients / client / "test", *lines)

    def program(self, path: Path, *lines: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
        path.chmod(0o755)

    def build(self, kind: str) -> Path:
        """Two hosts, that were built now."""
        for name in ("viewmodel-host", "example-host"):
            self.program(self.root / ".build" / kind / name)
        return self.root / ".build" / kind

    def run_all(self, *arguments: str, **environment: str) -> tuple[int, list[str]]:
        """The exit status, and the lines that were shown, with 0 for each time."""
        inherited = dict(os.environ)
        for name in ("CI", "VIEWMODEL_HOST", "EXAMPLE_HOST"):
            inherited.pop(name, None)
        done = subprocess.run(
            [str(self.clients / "test"), *arguments],
            env={**inherited, **environment},
            cwd="/",
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        self.assertEqual(done.stderr, "")
        return done.returncode, re.sub(r" in \d+ s", " in 0 s", done.stdout).splitlines()

    def summary(self, shown: list[str]) -> list[str]:
        """What stands behind the last empty line."""
        return shown[len(shown) - shown[::-1].index("") :]

    def test_of_those_that_pass_only_the_last_line_is_shown(self) -> None:
        self.build("debug")
        self.add("lua", "echo fine; echo 7 tests >&2")
        self.add("node", "read line || echo no input")
        self.add("python")
        status, shown = self.run_all(CI="true")
        self.assertEqual(status, 0)
        self.assertFalse({"fine", "7 tests"} & set(shown))
        expected = [
            "lua          passed in 0 s: 7 tests",
            "node         passed in 0 s: no input",
            "python       passed in 0 s",
            "nothing was skipped",
        ]
        self.assertEqual(self.summary(shown), expected)
        _, shown = self.run_all("-v", "lua")
        self.assertEqual(shown[-7:-2], ["", "== lua", "fine", "7 tests", ""])

    def test_one_is_skipped(self) -> None:
        self.build("debug")
        self.add("lua", "echo lua is missing: apt-get install lua; exit 77")
        self.add("node")
        for ci, expected in (("", 0), ("false", 0), ("true", 1)):
            with self.subTest(ci):
                status, shown = self.run_all(CI=ci)
                self.assertEqual(status, expected)
                line = "lua          skipped: lua is missing: apt-get install lua"
                self.assertIn(line, self.summary(shown))

    def test_a_part_that_was_skipped_is_reported_last(self) -> None:
        self.build("debug")
        self.add("lua", "echo '  skipped: lint: there is no lint'", "echo 7 tests")
        self.add("node", "echo '# skipped: 0'; echo 'skipped: a: b'; echo ok")
        status, shown = self.run_all()
        self.assertEqual(status, 0)
        expected = ["skipped:", "  lua: lint: there is no lint", "  node: a: b"]
        self.assertEqual(shown[-3:], expected)

    def test_one_fails(self) -> None:
        self.build("debug")
        self.add("lua", "echo why; exit 3")
        self.add("node", "kill -KILL $$")
        self.add("python", "echo fine")
        status, shown = self.run_all()
        self.assertEqual(status, 1)
        self.assertIn("why", shown)
        expected = [
            "lua          failed in 0 s: exit status 3",
            "node         failed in 0 s: exit status 137",
            "python       passed in 0 s: fine",
        ]
        self.assertEqual(self.summary(shown)[:3], expected)
        self.assertEqual(self.run_all("python")[0], 0)

    def test_a_client_that_is_not_there(self) -> None:
        self.add("python")
        status, shown = self.run_all("python", "pyhton")
        self.assertEqual(status, 1)
        self.assertIn("pyhton       failed in 0 s: exit status 127", shown)

    def test_clients_run_beside_each_other(self) -> None:
        # Each continues only while the other runs.
        os.mkfifo(self.clients / "there")
        os.mkfifo(self.clients / "back")
        self.add("lua", "echo hello > there; cat back")
        self.add("node", "cat there; echo hello > back")
        status, _ = self.run_all("-j", "2")
        self.assertEqual(status, 0)

    def test_the_hosts_are_those_that_were_built_last(self) -> None:
        self.add("lua", 'echo "$VIEWMODEL_HOST $EXAMPLE_HOST"')
        release, debug = self.build("release"), self.build("debug")
        os.utime(release / "viewmodel-host", (0, 0))
        hosts = [str((debug / name).resolve()) for name in ("viewmodel-host", "example-host")]
        _, shown = self.run_all()
        self.assertIn(f"lua          passed in 0 s: {' '.join(hosts)}", shown)
        given = [str(release / name) for name in ("viewmodel-host", "example-host")]
        _, shown = self.run_all(VIEWMODEL_HOST=given[0])
        self.assertIn(f"lua          passed in 0 s: {' '.join(given)}", shown)

    def test_without_a_host_it_says_what_builds_it(self) -> None:
        self.add("lua")
        status, shown = self.run_all()
        self.assertEqual(status, 0)
        self.assertEqual(shown[0], shown[-1])
        self.assertTrue(shown[-1].endswith("to build them: swift build"))


if __name__ == "__main__":
    unittest.main()
