"""The code in README.md and in examples/ runs, and prints what is said there."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from support import HERE, ROOT, built_host

from viewmodel_host import demo

PACKAGE = HERE.parent
README = (PACKAGE / "README.md").read_text("utf-8")


def run(*arguments: str, input: str = "") -> str:
    path = str(PACKAGE / "src")
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}
    environment["VIEWMODEL_HOST"] = built_host()
    done = subprocess.run(
        [sys.executable, *arguments],
        input=input.encode(),
        env=environment,
        capture_output=True,
        check=True,
    )
    return done.stdout.decode("utf-8")


def blocks(language: str) -> list[str]:
    return [block.split("```")[0] for block in README.split(f"```{language}\n")[1:]]


class ExampleTests(unittest.TestCase):
    def test_the_readme(self) -> None:
        programs = [block for block in blocks("python") if "import" in block and "count" in block]
        self.assertEqual(len(programs), 2)
        printed = "0 → 1\n1 → 2\n2 → 3\n{'count': 3, 'isEven': False}\n"
        self.assertIn("".join(f"    {line}\n" for line in printed.splitlines()), README)
        for program in programs:
            with self.subTest(program):
                self.assertEqual(run("-c", program), printed)

    def test_the_services_of_the_readme(self) -> None:
        (block,) = (block for block in blocks("python") if "services=" in block)
        program = f"""from viewmodel_host import *\n{block}
with host, host.create("list") as instance:
    instance.call("viewWillAppear")
    state = instance.wait_until(lambda state: not state["loading"])
    print(len(state["items"]), state["items"][9]["name"])
"""
        self.assertEqual(run("-c", program), "10 item 10\n")

    def test_the_window_of_the_readme(self) -> None:
        (block,) = (block for block in blocks("python") if "Viewport(" in block)
        with tempfile.TemporaryDirectory() as folder:
            for number in range(10, 70):
                (Path(folder) / str(number)).touch()
            printed = run("-c", block.replace("/etc", folder)).splitlines()
        expected = [f"{'>' if number == 13 else ' '} {number}" for number in range(10, 30)]
        self.assertEqual(printed, expected)

    def test_the_types_of_the_readme(self) -> None:
        (block,) = (block for block in blocks("python") if "TypedDict" in block)
        program = f"""from typing import TypedDict; from viewmodel_host import *
host = Host()
{block}
host.close()
"""
        self.assertEqual(run("-c", program), "0\n")

    def test_the_licence_and_the_console_script(self) -> None:
        self.assertEqual((PACKAGE / "LICENSE").read_bytes(), (ROOT / "LICENSE").read_bytes())
        settings = (PACKAGE / "pyproject.toml").read_text("utf-8")
        self.assertIn('license-files = ["LICENSE"]', settings)
        self.assertIn('viewmodel-demo = "viewmodel_host.demo:run"', settings)
        self.assertTrue(callable(demo.run))

    def test_the_restart_of_the_readme(self) -> None:
        (block,) = (block for block in blocks("python") if "host.restart()" in block)
        program = f"""import os; from viewmodel_host import *
with Host() as host, host.create("counter") as counter:
    counter.call("plusButtonDidTap")
    os.kill(host.pid, 9)
    while counter.state["count"] > 0:
        {block.strip().replace(chr(10), chr(10) + 8 * " ")}
"""
        self.assertEqual(run("-c", program), "")

    def test_the_demonstration_of_the_readme(self) -> None:
        (block,) = (block for block in blocks("text") if "viewmodel_host.demo" in block)
        lines = block.splitlines()[1:]
        keys = [line for line in lines if not line.startswith((" ", "-"))]
        shown = run("-m", "viewmodel_host.demo", input="".join(f"{key}\n" for key in keys))
        expected = [line for line in lines if line not in keys and "…" not in line]
        self.assertEqual([line for line in shown.splitlines() if line in expected], expected)

    def test_the_examples(self) -> None:
        printed = {"counter.py": "0 → 1\n1 → 2\n2 → 3\nodd\n"}
        names = {Path(file).name for file in (PACKAGE / "examples").glob("*.py")}
        # The other one needs a web server, which test_articles.py has.
        self.assertEqual(names - {"list_from_http.py"}, set(printed))
        for name, expected in printed.items():
            with self.subTest(name):
                self.assertEqual(run(str(PACKAGE / "examples" / name), built_host()), expected)

    def test_the_benchmark(self) -> None:
        printed = run(str(PACKAGE / "benchmark.py"), "100")
        labels = [line[:22].strip() for line in printed.splitlines()[2:]]
        self.assertEqual(labels, ["readline, json.loads", "Host", "AsyncHost"])


if __name__ == "__main__":
    unittest.main()
