"""What `viewmodel-generate python` writes drives the list and the pager, and mypy accepts it."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import pydoc
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

from support import ROOT, built_host

from viewmodel_host import AsyncHost, Host, RequestFailed
from viewmodel_host.typed import AsyncContract, Contract

GOLDEN = ROOT / "Tests" / "Generated"

PROGRAM = """
from typing import List, Optional, TypedDict

from typing_extensions import assert_type
from view_models import (
    CounterViewModel, ItemsPage, Item, ListItemsWindow, ListViewModel, PagerViewModel, services,
)
from viewmodel_host import Host, Instance, ServiceCall

def items(call: ServiceCall, page: int) -> ItemsPage:
    return {"items": [{"id": "a", "name": "A"}], "pages": {"currentPage": page}}

host = Host("example-host", services=services(items=items))
counter = CounterViewModel.create(host)
assert_type(counter.state["count"], int)
counter.inputs.plusButtonDidTap()
entries = ListViewModel.create(host, pageSize=2, id="l")
assert_type(entries.state["items"], List[Item])
entries.events.error(print)
pager = PagerViewModel.create(host, selectedId="a", list=entries)
assert_type(pager.state["index"], Optional[int])
pager.calls.willTransitionTo(1)
plain: Instance = host.create("counter")
plain.state["count"]

class Screen(TypedDict):
    loading: bool
    items: ListItemsWindow

rows = {"output": "items", "window": {"limit": 50}}
some = ListViewModel.create(host, observe=["loading", rows], state_type=Screen)
assert_type(some.state["items"]["items"], List[Item])
some.on_change(lambda change: print(change.state["items"]["total"] + 1))
with some as same:
    assert_type(same, ListViewModel[Screen])
"""

ASYNC_PROGRAM = """
import asyncio
from typing import List, Optional

from async_view_models import (
    ExamplePlainViewModel, Item, ItemsPage, ListViewModel, PagerViewModel, services
)
from typing_extensions import assert_type
from viewmodel_host import AsyncHost, ServiceCall

async def items(call: ServiceCall, page: int) -> ItemsPage:
    return {"items": [{"id": "a", "name": "A"}], "pages": {"currentPage": page}}

async def main() -> None:
    async with AsyncHost("example-host", services=services(items=items)) as host:
        entries = await ListViewModel.create(host, pageSize=2)
        assert_type(entries.state["items"], List[Item])
        async with await PagerViewModel.create(host, selectedId="a", list=entries) as pager:
            assert_type(pager.state["index"], Optional[int])
            await pager.calls.willTransitionTo(1)
        plain = await ExamplePlainViewModel.create(host, titles=["a"])
        assert_type(await plain.calls.addUp([1, 2]), int)

asyncio.run(main())
"""

# Each of these lines is a mistake.
MISTAKES = """
from view_models import ListViewModel, PagerViewModel, services
from viewmodel_host import Host
host = Host("example-host")
pager: PagerViewModel = PagerViewModel.create(host, list=ListViewModel.create(host))
pager.calls.willTransitionTo("1")
pager.calls.willTransition(1)
pager.state["indices"]
ListViewModel.create(host, pageSize="2")
services(items=lambda number: None)
ListViewModel.create(host, observe=["loading"])
"""


def page_of(page: int) -> Any:
    names = {1: ["a", "b"], 2: ["c"]}[page]
    items = [{"id": name, "name": name.upper()} for name in names]
    return {"items": items, "pages": {"currentPage": page, "nextPage": 2 if page < 2 else None}}


class GeneratedTests(unittest.TestCase):
    def setUp(self) -> None:
        self.host = built_host("example-host")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.generate("python")
        self.generate("python-asyncio")

    def generate(self, language: str) -> None:
        program = os.environ.get("VIEWMODEL_GENERATE") or built_host("viewmodel-generate")
        command = [program, language, "--output", str(self.folder), "--", self.host]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

    def module(self, name: str = "view_models") -> Any:
        spec = importlib.util.spec_from_file_location(name, self.folder / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    def test_it_drives_the_list_and_the_pager(self) -> None:
        views = self.module()
        services = views.services(items=lambda call, page: page_of(page))
        with Host(self.host, services=services) as host:
            entries = views.ListViewModel.create(host, id="l")
            changes: list[Any] = []
            entries.on_change(changes.append)
            entries.calls.viewWillAppear()
            entries.instance.until(lambda state: state["items"])
            self.assertEqual([item["name"] for item in entries.state["items"]], ["A", "B"])
            self.assertGreater(len(changes), 0)
            with views.PagerViewModel.create(host, selectedId="b", list=entries) as pager:
                self.assertEqual(pager.state["index"], 1)
                pager.calls.willTransitionTo(0)
                self.assertEqual(pager.state["index"], 0)
                with self.assertRaises(RequestFailed):
                    pager.calls.willTransitionTo(index=9)
            self.assertIsNotNone(pager.instance.closed)
            rows = {"output": "items", "window": {"limit": 1, "offset": 1}}
            seen = views.ListViewModel.create(host, observe=["loading", rows], state_type=dict)
            seen.inputs.viewWillAppear()
            seen.instance.until(lambda state: state["items"]["total"])
            items = {"total": 2, "offset": 1, "items": [{"id": "b", "name": "B"}]}
            self.assertEqual(seen.state, {"loading": False, "items": items})

    def test_it_drives_the_list_and_the_pager_with_asyncio(self) -> None:
        views = self.module("async_view_models")

        async def items(call: Any, page: int) -> Any:
            return page_of(page)

        async def drive() -> None:
            async with AsyncHost(self.host, services=views.services(items=items)) as host:
                entries = await views.ListViewModel.create(host, id="l")
                entries.inputs.viewWillAppear()
                await entries.instance.until(lambda state: state["items"])
                pager = await views.PagerViewModel.create(host, selectedId="b", list=entries)
                async with pager:
                    await pager.calls.willTransitionTo(0)
                    self.assertEqual(pager.state["index"], 0)
                plain = await views.ExamplePlainViewModel.create(host, titles=[])
                self.assertEqual(await plain.calls.addUp([1, 2]), 3)
                form = await views.ExampleFormViewModel.create(host)
                said: list[str] = []
                form.events.message(said.append)
                await form.calls.addTag("x")
                self.assertEqual(said, ["Added x"])

        asyncio.run(drive())

    def test_what_the_author_wrote_is_in_help(self) -> None:
        views = self.module()
        said = pydoc.plain(pydoc.render_doc(views.ListInputs.changeItem))
        self.assertIn("Replaces the item with the same id, if there is one.", said)
        self.assertIn("`item`: what stands there from now on.", said)
        self.assertIn("Asks for a page", pydoc.plain(pydoc.render_doc(views.ItemsService)))

    def test_arguments_that_are_left_out_and_names_that_python_has_for_itself(self) -> None:
        views = self.module()
        with Host(self.host) as host:
            plain = views.ExamplePlainViewModel.create(host, titles=["a"])
            plain.calls.add({"id": 7, "title": "b"})
            plain.calls.add({"id": 8, "title": "c"}, atFront=True)
            titles = [item["title"] for item in plain.state["items"]]
            self.assertEqual(titles, ["c", "a", "b"])
            names = views.ExampleNamesViewModel.create(host, id_="x", self_=1)
            odd = {"class": 1, "list": ["a"], "the answer": "a|b"}
            names.calls.end(2, nil='it\'s "so"', callback=odd)
            self.assertEqual(names.state, {"odd": odd, "class": 2, "2 words-or.more": 2})
            self.assertEqual(names.calls.list_([1], instance={"x": "a|b"}, t=True), [odd])

    def test_a_host_that_has_changed_is_refused_with_what_is_gone(self) -> None:
        views, others = self.module(), self.module("async_view_models")
        command = [self.host, "schema"]
        known = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        counter = next(each for each in known["viewModels"] if each["name"] == "counter")
        counter["inputs"].append({"name": "reset", "arguments": [], "async": False})
        views._contract = Contract(json.dumps(known))
        others._contract = AsyncContract(json.dumps(known))
        said = "the host has changed: sent: counter: input reset is gone"
        with Host(self.host) as host:
            with self.assertRaises(views.ContractBroken) as caught:
                views.CounterViewModel.create(host)
            self.assertEqual(str(caught.exception), said)
            # Of others it is the same as ever.
            views.ExamplePlainViewModel.create(host, titles=[])
            with self.assertRaises(views.ContractBroken):
                views.check(host)

        async def drive() -> None:
            async with AsyncHost(self.host) as host:
                await others.CounterViewModel.create(host)

        with self.assertRaises(views.ContractBroken):
            asyncio.run(drive())

    def mypy(self, *names: str) -> subprocess.CompletedProcess[str]:
        if importlib.util.find_spec("mypy") is None:
            self.skipTest("there is no mypy")
        command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", ".cache", *names]
        environment = {"MYPYPATH": str(ROOT / "clients" / "python" / "src"), "PATH": ""}
        return subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True
        )

    def test_mypy_accepts_it_and_finds_mistakes(self) -> None:
        (self.folder / "program.py").write_text(PROGRAM)
        (self.folder / "async_program.py").write_text(ASYNC_PROGRAM)
        done = self.mypy("program.py", "async_program.py")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        (self.folder / "mistakes.py").write_text(MISTAKES)
        found = self.mypy("mistakes.py").stdout
        lines = {int(line.split(":")[1]) for line in found.splitlines() if ": error: " in line}
        count = len(MISTAKES.strip().splitlines())
        self.assertEqual(lines, set(range(5, count + 2)), found)

    def test_mypy_accepts_what_is_committed(self) -> None:
        done = self.mypy(*map(str, GOLDEN.glob("python*/*.py")))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_basedpyright_accepts_it(self) -> None:
        if importlib.util.find_spec("basedpyright") is None:
            self.skipTest("there is no basedpyright")
        (self.folder / "program.py").write_text(PROGRAM)
        (self.folder / "async_program.py").write_text(ASYNC_PROGRAM)
        sources = str(ROOT / "clients" / "python" / "src")
        # As strict as its own defaults, with warnings, for what is generated.
        strict = ["view_models.py", "async_view_models.py", str(GOLDEN)]
        for include, mode in [(strict, "recommended"), (["*program.py"], "standard")]:
            settings = {"extraPaths": [sources], "include": include, "typeCheckingMode": mode}
            settings["pythonVersion"] = "3.9"
            (self.folder / "pyrightconfig.json").write_text(json.dumps(settings))
            command = [sys.executable, "-m", "basedpyright", "--project", str(self.folder)]
            done = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
