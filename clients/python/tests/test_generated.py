"""What `viewmodel-generate python` writes drives the list and the pager, and mypy accepts it."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import pydoc
import rlcompleter
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

from support import ROOT, built_host

GOLDEN = ROOT / "Tests" / "Generated"

PROGRAM = """
from typing import Callable, List, Optional, TypedDict

from typing_extensions import assert_type
from view_models import (
    CounterViewModel, ExampleFormViewModel, Item, ListItemsWindow, ListViewModel, PagerViewModel,
    services,
)
from viewmodel_host import Host, Ticket, window

def items(page: int) -> "ItemsPage":
    return {"items": [{"id": "a", "name": "A"}], "pages": {"currentPage": page}}

from view_models import ItemsPage

host = Host("example-host", services=services(items=items))
counter = CounterViewModel.create(host)
assert_type(counter.state["count"], int)
assert_type(counter.inputs.plusButtonDidTap(), Ticket[None])
entries = ListViewModel.create(host, pageSize=2, id="l")
assert_type(entries.state["items"], List[Item])
entries.events.error(print)
pager = PagerViewModel.create(host, selectedId="a", list=entries)
assert_type(pager.state["index"], Optional[int])
pager.calls.willTransitionTo(1)

class Screen(TypedDict):
    loading: bool
    items: ListItemsWindow

some = ListViewModel.create(
    host, observe=["loading", window("items", 50)], state_type=Screen
)
assert_type(some.state["loading"], bool)
assert_type(some.state["items"]["items"], List[Item])
some.on_change(lambda change: print(change.state["items"]["total"] + 1))
PagerViewModel.create(host, selectedId="a", list=some)
with some as same:
    assert_type(same, ListViewModel[Screen])

def shown(entries: ListViewModel) -> List[Item]:
    return entries.state["items"]
"""

ASYNC_PROGRAM = """
import asyncio
from typing import List, Optional, TypedDict

from async_view_models import (
    ExamplePlainViewModel, Item, ItemsPage, ListViewModel, PagerViewModel, services
)
from typing_extensions import assert_type
from viewmodel_host import AsyncHost

async def items(page: int) -> ItemsPage:
    return {"items": [{"id": "a", "name": "A"}], "pages": {"currentPage": page}}

class Screen(TypedDict):
    loading: bool

async def main() -> None:
    async with AsyncHost("example-host", services=services(items=items)) as host:
        entries = await ListViewModel.create(host, pageSize=2)
        assert_type(entries.state["items"], List[Item])
        await entries.inputs.reload()
        async with await PagerViewModel.create(host, selectedId="a", list=entries) as pager:
            assert_type(pager.state["index"], Optional[int])
            await pager.calls.willTransitionTo(1)
        plain = await ExamplePlainViewModel.create(host, titles=["a"])
        assert_type(await plain.calls.addUp([1, 2]), int)
        assert_type(plain.inputs.addUp([1, 2]), "asyncio.Future[None]")
        some = await ListViewModel.create(host, observe=["loading"], state_type=Screen)
        assert_type(some.state["loading"], bool)

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


class GeneratedTests(unittest.TestCase):
    def setUp(self) -> None:
        self.host = built_host("example-host")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.generate()

    def generate(self, *names: str, language: str = "python") -> None:
        program = built_host("viewmodel-generate")
        output = ["--output", str(self.folder), "--", self.host]
        subprocess.run([program, language, *names, *output], check=True, stdout=subprocess.DEVNULL)

    def contract(self, *names: str) -> str:
        return subprocess.run(
            [self.host, "schema", *names], check=True, stdout=subprocess.PIPE, text=True
        ).stdout

    def module(self, name: str = "view_models") -> Any:
        spec = importlib.util.spec_from_file_location(name, self.folder / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    def test_it_drives_the_list_and_the_pager(self) -> None:
        from viewmodel_host import Host, InputRejected, window

        views = self.module()
        pages = {1: ["a", "b"], 2: ["c"]}

        def items(page: int) -> Any:
            return {
                "items": [{"id": name, "name": name.upper()} for name in pages[page]],
                "pages": {"currentPage": page, "nextPage": page + 1 if page < 2 else None},
            }

        with Host([self.host, "--clock", "virtual"], services=views.services(items=items)) as host:
            entries = views.ListViewModel.create(host, id="l")
            self.assertEqual(entries.instance.id, "l")
            changes: list[Any] = []
            entries.on_change(changes.append)
            entries.calls.viewWillAppear()
            entries.instance.wait_until(lambda state: state["items"])
            names = [item["name"] for item in entries.state["items"]]
            self.assertEqual(names, ["A", "B"])
            self.assertGreater(len(changes), 0)
            with views.PagerViewModel.create(host, selectedId="b", list=entries) as pager:
                self.assertEqual(pager.state["index"], 1)
                pager.inputs.willTransitionTo(0).wait()
                self.assertEqual(pager.state["index"], 0)
                with self.assertRaises(InputRejected):
                    pager.inputs.willTransitionTo(index=9).wait()
            self.assertIsNotNone(pager.instance.closed)
            # By its id, or as an instance of the client.
            pager = views.PagerViewModel.create(host, selectedId="a", list=entries.instance)
            self.assertEqual(pager.state["index"], 0)
            rows = window("items", 1, offset=1)
            seen = views.ListViewModel.create(host, observe=["loading", rows], state_type=dict)
            seen.calls.viewWillAppear()
            seen.instance.wait_until(lambda state: state["items"]["total"])
            row = {"id": "b", "name": "B"}
            items = {"total": 2, "offset": 1, "items": [row]}
            self.assertEqual(seen.state, {"loading": False, "items": items})

    def test_what_the_author_wrote_is_in_help_and_in_completion(self) -> None:
        views = self.module()

        def help_of(thing: Any) -> str:
            return pydoc.plain(pydoc.render_doc(thing))

        said = help_of(views.ListInputs.changeItem)
        self.assertIn("Replaces the item with the same id, if there is one.", said)
        self.assertIn("`item`: what stands there from now on.", said)
        self.assertIn("Swipes through the items of a list", help_of(views.PagerViewModel))
        self.assertIn("Returns: whether it has worked", help_of(views.ChainAsyncCalls.fetch))
        self.assertIn("Asks for a page of a list.", help_of(views.ItemsService))
        complete = rlcompleter.Completer({"entries": views.ListInputs}).complete
        self.assertEqual(complete("entries.ch", 0), "entries.changeItem(")

    def test_it_drives_the_list_and_the_pager_with_asyncio(self) -> None:
        from viewmodel_host import AsyncHost, InputRejected

        self.generate(language="python-asyncio")
        views = self.module("async_view_models")

        async def items(page: int) -> Any:
            names = {1: ["a", "b"], 2: ["c"]}[page]
            return {
                "items": [{"id": name, "name": name.upper()} for name in names],
                "pages": {"currentPage": page, "nextPage": page + 1 if page < 2 else None},
            }

        async def drive() -> None:
            services = views.services(items=items)
            async with AsyncHost([self.host, "--clock", "virtual"], services=services) as host:
                entries = await views.ListViewModel.create(host, id="l")
                told: list[Any] = []
                entries.on_change(told.append)
                await entries.calls.viewWillAppear()
                await entries.instance.wait_until(lambda state: state["items"])
                names = [item["name"] for item in entries.state["items"]]
                self.assertEqual(names, ["A", "B"])
                self.assertGreater(len(told), 0)
                pager = await views.PagerViewModel.create(host, selectedId="b", list=entries)
                async with pager:
                    self.assertEqual(pager.state["index"], 1)
                    await pager.inputs.willTransitionTo(0)
                    self.assertEqual(pager.state["index"], 0)
                    with self.assertRaises(InputRejected):
                        await pager.inputs.willTransitionTo(9)
                self.assertIsNotNone(pager.instance.closed)
                plain = await views.ExamplePlainViewModel.create(host, titles=[])
                self.assertEqual(await plain.calls.addUp([1, 2]), 3)
                form = await views.ExampleFormViewModel.create(host)
                said: list[str] = []
                form.events.message(said.append)
                await form.inputs.addTag("x")
                self.assertEqual(said, ["Added x"])

        asyncio.run(drive())

    def test_asyncio_refuses_a_host_that_has_changed(self) -> None:
        from viewmodel_host import AsyncHost
        from viewmodel_host.typed import AsyncContract

        self.generate("counter", language="python-asyncio")
        views = self.module("async_view_models")
        changed = self.contract("counter").replace('"name":"plusButtonDidTap"', '"name":"reset"')
        views._contract = AsyncContract(changed)

        async def drive() -> None:
            async with AsyncHost([self.host]) as host:
                with self.assertRaises(views.ContractBroken) as caught:
                    await views.CounterViewModel.create(host)
                said = "the host has changed: sent: counter: input reset is gone"
                self.assertEqual(str(caught.exception), said)

        asyncio.run(drive())

    def test_an_argument_that_is_left_out_is_not_sent(self) -> None:
        from viewmodel_host import Host

        views = self.module()
        with Host([self.host]) as host:
            plain = views.ExamplePlainViewModel.create(host, titles=["a"])
            plain.calls.add({"id": 7, "title": "b"})
            plain.calls.add({"id": 8, "title": "c"}, atFront=True)
            titles = [item["title"] for item in plain.state["items"]]
            self.assertEqual(titles, ["c", "a", "b"])

    def test_names_that_python_has_for_itself(self) -> None:
        from viewmodel_host import Host

        views = self.module()
        with Host([self.host]) as host:
            names = views.ExampleNamesViewModel.create(host, id_="x", self_=1)
            odd = {"class": 1, "list": ["a"], "the answer": "a|b"}
            names.calls.end(2, nil='it\'s "so"', callback=odd)
            self.assertEqual(names.state, {"odd": odd, "class": 2, "2 words-or.more": 2})
            self.assertEqual(names.calls.list_([1], instance={"x": "a|b"}, t=True), [odd])

    def test_a_host_that_has_changed_is_refused_with_what_is_gone(self) -> None:
        from viewmodel_host import Host
        from viewmodel_host.typed import Contract

        views = self.module()
        known = json.loads(self.contract())
        counter = next(each for each in known["viewModels"] if each["name"] == "counter")
        counter["inputs"].append({"name": "reset", "arguments": [], "async": False})
        views._contract = Contract(json.dumps(known))
        with Host([self.host]) as host:
            with self.assertRaises(views.ContractBroken) as caught:
                views.CounterViewModel.create(host)
            said = "the host has changed: sent: counter: input reset is gone"
            self.assertEqual(str(caught.exception), said)
            # Of others it is the same as ever.
            views.ExamplePlainViewModel.create(host, titles=[])
            with self.assertRaises(views.ContractBroken):
                views.check(host)

    def test_only_what_is_named_is_there(self) -> None:
        self.generate("counter")
        views = self.module()
        self.assertTrue(hasattr(views, "CounterViewModel"))
        self.assertFalse(hasattr(views, "ListViewModel"))

    def mypy(self, name: str, text: str) -> subprocess.CompletedProcess[str]:
        (self.folder / name).write_text(text)
        return self.mypy_of(name)

    def mypy_of(self, *names: str) -> subprocess.CompletedProcess[str]:
        if importlib.util.find_spec("mypy") is None:
            self.skipTest("there is no mypy")
        command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", ".cache", *names]
        environment = {"MYPYPATH": str(ROOT / "clients" / "python" / "src"), "PATH": ""}
        return subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True
        )

    def test_mypy_accepts_it(self) -> None:
        done = self.mypy("program.py", PROGRAM)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_mypy_accepts_the_face_for_asyncio(self) -> None:
        self.generate(language="python-asyncio")
        done = self.mypy("program.py", ASYNC_PROGRAM)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_mypy_accepts_what_is_committed(self) -> None:
        done = self.mypy_of(*map(str, GOLDEN.glob("python*/*.py")))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_basedpyright_accepts_it(self) -> None:
        if importlib.util.find_spec("basedpyright") is None:
            self.skipTest("there is no basedpyright")
        self.generate(language="python-asyncio")
        (self.folder / "program.py").write_text(PROGRAM)
        (self.folder / "async_program.py").write_text(ASYNC_PROGRAM)
        sources = str(ROOT / "clients" / "python" / "src")
        # As strict as it is by itself, with warnings, for what is generated.
        strict = ["view_models.py", "async_view_models.py", str(GOLDEN)]
        for include, mode in [(strict, "recommended"), (["*program.py"], "standard")]:
            settings = {"extraPaths": [sources], "include": include, "typeCheckingMode": mode}
            settings["pythonVersion"] = "3.9"
            (self.folder / "pyrightconfig.json").write_text(json.dumps(settings))
            command = [sys.executable, "-m", "basedpyright", "--project", str(self.folder)]
            done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_mypy_refuses_mistakes(self) -> None:
        done = self.mypy("mistakes.py", MISTAKES)
        lines = MISTAKES.split("\n")
        wrong = set(range(lines.index('host = Host("example-host")') + 2, len(lines)))
        found = {int(line.split(":")[1]) for line in done.stdout.split("\n") if "error:" in line}
        self.assertEqual(found, wrong, done.stdout)


if __name__ == "__main__":
    unittest.main()
