"""The code in README.md and in examples/ runs, and prints what is said there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlparse

from support import HERE, ROOT, built_host

PACKAGE = HERE.parent
README = (PACKAGE / "README.md").read_text("utf-8")


def run(*arguments: str) -> str:
    path = str(PACKAGE / "src")
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}
    environment.update(VIEWMODEL_HOST=built_host(), no_proxy="127.0.0.1")
    done = subprocess.run(
        [sys.executable, *arguments], env=environment, capture_output=True, check=True
    )
    return done.stdout.decode("utf-8")


def block(words: str) -> str:
    """The block of the README that has these words."""
    blocks = [each.split("```")[0] for each in README.split("```python\n")[1:]]
    (found,) = (each for each in blocks if words in each)
    return found


class Articles(BaseHTTPRequestHandler):
    """Seven articles, three a page."""

    def do_GET(self) -> None:
        page = int(parse_qs(urlparse(self.path).query)["page"][0])
        ids = range(page * 3 - 2, min(page * 3, 7) + 1)
        items = [{"id": str(id), "name": f"Article {id}"} for id in ids]
        pages = {"currentPage": page, "nextPage": page + 1 if page < 3 else None}
        self.send_response(500 if "broken" in self.path else 200)
        self.end_headers()
        self.wfile.write(json.dumps({"items": items, "pages": pages}).encode())

    def log_message(self, *_: object) -> None:
        pass


class ExampleTests(unittest.TestCase):
    def test_the_first_of_the_readme(self) -> None:
        printed = "0 → 1\n1 → 2\n2 → 3\n{'count': 3, 'isEven': False}\n"
        self.assertIn("".join(f"    {line}\n" for line in printed.splitlines()), README)
        self.assertEqual(run("-c", block("with Host() as host, host.create")), printed)
        self.assertEqual(run("-c", block("asyncio.run(main())")), printed)

    def test_the_services_of_the_readme(self) -> None:
        program = f"""from viewmodel_host import *\n{block("services=")}
with host, host.create("list") as instance:
    instance.call("viewWillAppear")
    state = instance.until(lambda state: not state["loading"])
    print(len(state["items"]), state["items"][9]["name"])
"""
        self.assertEqual(run("-c", program), "10 item 10\n")

    def test_the_window_of_the_readme(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for number in range(10, 70):
                (Path(folder) / str(number)).touch()
            program = f"from viewmodel_host import *\n{block('move_window')}"
            self.assertEqual(run("-c", program.replace("/etc", folder)), "60 40\n")

    def test_the_types_of_the_readme(self) -> None:
        program = f"""from typing import TypedDict; from viewmodel_host import *
host = Host()
{block("TypedDict")}
host.close()
"""
        self.assertEqual(run("-c", program), "0\n")

    def test_the_restart_and_the_undo_of_the_readme(self) -> None:
        restart = block("host.restart()").replace("\n", "\n        ")
        program = f"""import os; from viewmodel_host import *
with Host() as host, host.create("counter") as counter:
    counter.call("plusButtonDidTap")
    os.kill(host.pid, 9)
    while counter.state["count"] > 0:
        {restart}
"""
        self.assertEqual(run("-c", program), "")
        self.assertEqual(run("-c", f"from viewmodel_host import *\n{block('host.undo()')}"), "0\n")

    def test_the_licence(self) -> None:
        self.assertEqual((PACKAGE / "LICENSE").read_bytes(), (ROOT / "LICENSE").read_bytes())

    def test_the_examples(self) -> None:
        program = str(PACKAGE / "examples" / "counter.py")
        self.assertEqual(run(program, built_host()), "0 → 1\n1 → 2\n2 → 3\nodd\n")

    def test_the_example_with_a_web_server(self) -> None:
        server = HTTPServer(("127.0.0.1", 0), Articles)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        program, url = PACKAGE / "examples" / "list_from_http.py", f"http://127.0.0.1:{server.server_port}/"
        lines = run(str(program), url, built_host()).splitlines()
        six = ", ".join(f"Article {number}" for number in range(1, 7))
        three = "Article 1, Article 2, Article 3"
        self.assertEqual(lines, [three, six, "6 of 6", "7 of 7: Article 7"])
        lines = run(str(program), url + "broken", built_host()).splitlines()
        self.assertEqual(lines, ["! HTTP Error 500: Internal Server Error", "", ""])

    def test_the_benchmark(self) -> None:
        printed = run(str(PACKAGE / "benchmark.py"), "100")
        labels = [line[:22].strip() for line in printed.splitlines()[2:]]
        self.assertEqual(labels, ["readline, json.loads", "Host", "AsyncHost"])


if __name__ == "__main__":
    unittest.main()
