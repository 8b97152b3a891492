"""The ViewModels that ask services, written again, and the catalog of all that the model knows."""

from __future__ import annotations

import unicodedata
from typing import Any, ClassVar

from engine import Ask, Body, Cancelled, Failed, Hop, ServiceFailed, Task
from viewmodel import SECOND, ViewModel
from viewmodels import (
    ArticleUser,
    Callback,
    Counter,
    DelayedUser,
    Division,
    Download,
    Faulty,
    Form,
    Plain,
    Preview,
    Stopwatch,
    StreamingCounter,
    TaskUser,
    User,
)

FOLDER = ["a.txt", "b.txt", "c.txt", "d.txt", "e.txt"]
"""What the folder holds in which the host is started: a list without a service shows it."""


class List(ViewModel):
    outputs = ("items", "loading")
    inputs: ClassVar = {
        "viewWillAppear": [],
        "reachedBottom": [],
        "reload": [],
        "paginate": [],
        "changeItem": [("item", "item")],
    }
    parameters: ClassVar = [("folder", "string?"), ("pageSize", "integer?")]
    loading = False
    next_page: int | None = None
    has_appeared = False
    task: Task | None = None
    loads = 0

    def setup(self, parameters: dict[str, Any], uses: dict[str, ViewModel]) -> None:
        self.items: list[Any] = []
        self.reached: dict[str, int] = {}
        self.page_size = parameters.get("pageSize", 20)
        self.lists_folder = "folder" in parameters or not self.host.answers("items")
        if self.lists_folder and self.page_size < 1:
            raise Failed

    def viewWillAppear(self) -> None:
        if not self.has_appeared:
            self.has_appeared = True
            self._load(1)

    def reachedBottom(self) -> None:
        self._reach("bottom")

    def paginate(self) -> None:
        self._reach("pagination")

    def reload(self) -> None:
        self._show([])
        self.next_page = None
        self._load(1)

    def changeItem(self, item: Any) -> None:
        new = {"id": item["id"], "name": item["name"]}
        places = [place for place, old in enumerate(self.items) if old["id"] == new["id"]]
        if places and not equal(self.items[places[0]]["name"], new["name"]):
            self._show([*self.items[: places[0]], new, *self.items[places[0] + 1 :]])

    def _reach(self, what: str) -> None:
        if self.world.now - self.reached.get(what, -SECOND) < SECOND:
            return
        self.reached[what] = self.world.now
        if not self.loading and self.next_page is not None:
            self._load(self.next_page)

    def _load(self, number: int) -> None:
        if self.task:
            self.task.cancel()
        self.loading = True
        self.loads += 1
        self.task = self.spawn(self._page(number, self.loads))

    def _page(self, number: int, load: int) -> Body:
        error = None
        try:
            if self.lists_folder:
                page = self._folder_page(number)
            else:
                [page] = yield Ask(self.host, [("items", {"page": number})])
        except (ServiceFailed, Cancelled) as failure:
            error = failure
        if load != self.loads:  # it was cancelled
            return
        if isinstance(error, ServiceFailed):
            self.host.emit("error", error.text)
        else:
            new = [{"id": item["id"], "name": item["name"]} for item in page["items"]]
            self._show(new if number == 1 else [*self.items, *new])
            self.next_page = page["pages"].get("nextPage")
        self.loading = False

    def _folder_page(self, number: int) -> Any:
        end = number * self.page_size
        names = FOLDER[end - self.page_size : end]
        return {
            "items": [{"id": name, "name": name} for name in names],
            "pages": {"nextPage": number + 1 if end < len(FOLDER) else None},
        }

    def _show(self, items: list[Any]) -> None:
        self.items = items
        for watcher in self.watchers:
            self.world.jobs.append(watcher.used_changed)


def equal(one: str, other: str) -> bool:
    """As Swift compares texts: é is e with an accent."""
    return unicodedata.normalize("NFC", one) == unicodedata.normalize("NFC", other)


class Pager(ViewModel):
    outputs = ("items", "index", "hasPrevious", "hasNext")
    inputs: ClassVar = {"willTransitionTo": [("index", "integer")]}
    parameters: ClassVar = [("selectedId", "string")]
    roles: ClassVar = {"list": "list"}
    index: int | None = None

    def setup(self, parameters: dict[str, Any], uses: dict[str, ViewModel]) -> None:
        self.items: list[Any] = []
        self.selected = parameters["selectedId"]
        self.list = uses["list"]
        self.used_changed()

    @property
    def hasPrevious(self) -> bool:
        return (self.index or 0) > 0

    @property
    def hasNext(self) -> bool:
        return self.index is not None and self.index + 1 < len(self.items)

    def willTransitionTo(self, index: int) -> None:
        if not 0 <= index < len(self.items):
            raise Failed
        self.index = index
        if index == len(self.items) - 1:
            self.list.paginate()  # type: ignore[attr-defined]

    def used_changed(self) -> None:
        new = self.list.output("items")
        if not new:
            return
        if self.index is not None:
            self.items = new
            self.index = min(self.index, len(new) - 1)
        else:
            places = [place for place, item in enumerate(new) if item["id"] == self.selected]
            if places:
                self.items, self.index = new, places[0]


class CaughtFoos(ViewModel):
    outputs = ("foos",)
    inputs: ClassVar = {"refresh": []}
    services = ("foos",)
    forgets = True
    foos: Any = None

    def refresh(self) -> None:
        def show(foos: Any) -> None:
            self.foos = foos

        self.host.ask("foos", {}, show, lambda text: self.host.emit("error", text))


class Concurrency(ViewModel):
    outputs = ("state", "error")
    inputs: ClassVar = {"fetch": []}
    services = ("example",)
    state: Any = None
    error: Any = None

    def fetch(self) -> Body:
        try:
            [example] = yield Ask(self.host, [("example", {})], is_cancellable=False)
            self.state = {"example": {"v": example["v"]}}
        except ServiceFailed as failure:
            self.error = failure.text


class Chain(ViewModel):
    inputs: ClassVar = {"fetch": []}
    services = ("fetchUser", "processUser")

    def fetch(self) -> Body:
        try:
            [user] = yield Ask(self.host, [("fetchUser", {})])
            [status] = yield Ask(self.host, [("processUser", {"userId": user["id"]})])
        except (ServiceFailed, Cancelled):
            return None
        self.host.emit("finalStatus", status)
        return status


class Parallel(ViewModel):
    outputs = ("results", "loading")
    inputs: ClassVar = {"load": [("count", "integer")]}
    services = ("part",)
    loading = False
    task: Task | None = None
    loads = 0

    def setup(self, parameters: dict[str, Any], uses: dict[str, ViewModel]) -> None:
        self.results: list[str] = []

    def load(self, count: int) -> None:
        if not 0 <= count <= 10_000:
            raise Failed
        if self.task:
            self.task.cancel()
        self.loading = True
        self.loads += 1
        self.task = self.spawn(self._parts(count, self.loads))

    def _parts(self, count: int, load: int) -> Body:
        error = None
        try:
            yield Hop()  # to the tasks of a group
            results = yield Ask(self.host, [("part", {"index": place}) for place in range(count)])
        except (ServiceFailed, Cancelled) as failure:
            error = failure
        if load != self.loads:  # it was cancelled
            return
        if isinstance(error, ServiceFailed):
            self.host.emit("error", error.text)
        else:
            self.results = results
        self.loading = False


CATALOG: dict[str, type[ViewModel]] = {
    "counter": Counter,
    "counter.kickstarter": StreamingCounter,
    "counter.functional": StreamingCounter,
    "counter.transform": StreamingCounter,
    "user": User,
    "user.article": ArticleUser,
    "user.relays": DelayedUser,
    "user.observer": DelayedUser,
    "user.protocols": DelayedUser,
    "user.method": DelayedUser,
    "user.injected": DelayedUser,
    "user.combine": DelayedUser,
    "user.task": TaskUser,
    "chain.async": Chain,
    "list": List,
    "pager": Pager,
    "foos.caught": CaughtFoos,
    "example.concurrency": Concurrency,
    "parallel": Parallel,
    "example.form": Form,
    "example.preview": Preview,
    "example.download": Download,
    "example.division": Division,
    "example.faulty": Faulty,
    "example.callback": Callback,
    "example.plain": Plain,
    "example.stopwatch": Stopwatch,
}

SERVICES = ("items", "foos", "example", "fetchUser", "processUser", "part")
