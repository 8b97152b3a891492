"""The code in README.md and in examples/ runs, and prints what is said there."""

from __future__ import annotations

import os
import subprocess
import sys
import unittest
from pathlib import Path

from support import HERE, built_host

PACKAGE = HERE.parent


def run(*arguments: str) -> str:
    path = str(PACKAGE / "src")
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}
    environment["VIEWMODEL_HOST"] = built_host()
    done = subprocess.run(
        [sys.executable, *arguments], env=environment, capture_output=True, check=True
    )
    return done.stdout.decode("utf-8")


class ExampleTests(unittest.TestCase):
    def test_the_readme(self) -> None:
        text = (PACKAGE / "README.md").read_text("utf-8")
        blocks = [block.split("```")[0] for block in text.split("```python\n")[1:]]
        programs = [block for block in blocks if "import" in block]
        self.assertEqual(len(programs), 2)
        printed = "0 → 1\n1 → 2\n2 → 3\n{'count': 3, 'isEven': False}\n"
        self.assertIn("".join(f"    {line}\n" for line in printed.splitlines()), text)
        for program in programs:
            with self.subTest(program):
                self.assertEqual(run("-c", program), printed)

    def test_the_examples(self) -> None:
        printed = {"counter.py": "0 → 1\n1 → 2\n2 → 3\nodd\n"}
        self.assertEqual(
            {Path(file).name for file in (PACKAGE / "examples").glob("*.py")}, set(printed)
        )
        for name, expected in printed.items():
            with self.subTest(name):
                self.assertEqual(run(str(PACKAGE / "examples" / name), built_host()), expected)

    def test_the_benchmark(self) -> None:
        printed = run(str(PACKAGE / "benchmark.py"), "100")
        labels = [line[:22].strip() for line in printed.splitlines()[2:]]
        self.assertEqual(labels, ["readline, json.loads", "Host", "AsyncHost"])


if __name__ == "__main__":
    unittest.main()
