"""The ViewModels that ask no services, written again from what they are said to do."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, ClassVar

from engine import Body, Cancelled, Failed, Hop, Sleep, Task, Wait
from viewmodel import SECOND, ViewModel


class Counter(ViewModel):
    outputs = ("count", "isEven")
    inputs: ClassVar = {"plusButtonDidTap": [], "minusButtonDidTap": []}
    count = 0

    @property
    def isEven(self) -> bool:
        return self.count % 2 == 0

    def plusButtonDidTap(self) -> None:
        self.count += 1

    def minusButtonDidTap(self) -> None:
        self.count -= 1


class StreamingCounter(Counter):
    forgets = True


class User(ViewModel):
    """With an asynchronous method."""

    outputs = ("user",)
    inputs: ClassVar = {"fetch": [("userId", "integer")]}
    user: Any = None

    def fetch(self, userId: int) -> Body:
        with suppress(Cancelled):
            yield Sleep(SECOND)
            self.user = {"id": userId}


class ArticleUser(User):
    """That does not ask whether its sleep was cut short."""

    def fetch(self, userId: int) -> Body:
        with suppress(Cancelled):
            yield Sleep(SECOND)
        self.user = {"id": userId}


class DelayedUser(ViewModel):
    """With an operator that delays."""

    outputs = ("user",)
    inputs: ClassVar = {"fetch": [("userId", "integer")]}
    user: Any = None

    def fetch(self, userId: int) -> None:
        def show() -> None:
            self.user = {"id": userId}

        self.after(SECOND, show)


class TaskUser(DelayedUser):
    """With a task that is never cancelled."""

    def fetch(self, userId: int) -> None:
        def body() -> Body:
            yield Sleep(SECOND)
            self.user = {"id": userId}

        self.spawn(body())


class Form(ViewModel):
    outputs = ("name", "tags")
    inputs: ClassVar = {"rename": [("name", "string")], "addTag": [("tag", "string")]}
    name = ""

    def setup(self, parameters: dict[str, Any], uses: dict[str, ViewModel]) -> None:
        self.tags: list[str] = []

    def rename(self, name: str) -> None:
        self.name = name

    def addTag(self, tag: str) -> None:
        self.tags = [*self.tags, tag]
        self.host.emit("message", f"Added {tag}")


class Preview(ViewModel):
    outputs = ("text",)
    roles: ClassVar = {"form": "example.form"}

    def setup(self, parameters: dict[str, Any], uses: dict[str, ViewModel]) -> None:
        self.form = uses["form"]

    @property
    def text(self) -> str:
        return str(self.form.output("name")) or "nobody"


class Download(ViewModel):
    outputs = ("phase",)
    inputs: ClassVar = {"start": []}
    phase = "idle"

    def start(self) -> Body:
        self.phase = "running"
        try:
            yield Sleep(60 * SECOND)
            self.phase = "finished"
        except Cancelled:
            self.phase = "cancelled"


class Division(ViewModel):
    outputs = ("quotient",)
    inputs: ClassVar = {"divide": [("by", "number")]}
    quotient = 1.0

    def divide(self, by: float) -> None:
        self.quotient = 1 / by


class Faulty(ViewModel):
    outputs = ("attempts",)
    inputs: ClassVar = {
        "fail": [],
        "failLater": [],
        "say": [("text", "string")],
        "tick": [("number", "integer?")],
        "breakTicks": [],
    }
    parameters: ClassVar = [("refusing", "string?")]
    attempts = 0
    has_broken = False

    def setup(self, parameters: dict[str, Any], uses: dict[str, ViewModel]) -> None:
        if "refusing" in parameters:
            raise Failed

    def fail(self) -> None:
        self.attempts += 1
        raise Failed

    def failLater(self) -> Body:
        yield Sleep(1000)
        self.attempts += 1
        raise Failed

    def say(self, text: str) -> int:
        self.attempts += 1
        return len(text.encode())

    def tick(self, number: int = 1) -> None:
        if not self.has_broken:
            self.world.jobs.append(lambda: self.host.emit("tick", number))

    def breakTicks(self) -> None:
        if not self.has_broken:
            self.has_broken = True
            self.world.jobs.append(lambda: self.host.fail(-32011))


class Callback(ViewModel):
    outputs = ("waiting", "error")
    inputs: ClassVar = {
        "fetch": [("id", "integer")],
        "answer": [("id", "integer"), ("text", "string")],
        "refuse": [("id", "integer")],
        "forget": [("id", "integer")],
    }
    error: Any = None

    def setup(self, parameters: dict[str, Any], uses: dict[str, ViewModel]) -> None:
        self.handlers: list[tuple[int, Task]] = []

    @property
    def waiting(self) -> list[int]:
        return [id for id, _ in self.handlers]

    def fetch(self, id: int) -> Body:
        def begin(task: Task) -> Any:
            self.handlers.append((id, task))
            return lambda: self._release(id, but=task)

        return (yield Wait(begin))

    def answer(self, id: int, text: str) -> None:
        for task in self._take(id):
            task.resume(text)
        self.host.emit("ended", {"id": id, "text": text})

    def refuse(self, id: int) -> None:
        self.error = "refused"
        for task in self._take(id):
            task.resume(error=Failed())
        self.host.emit("ended", {"id": id, "text": "none"})

    def forget(self, id: int) -> None:
        self._release(id)

    def _release(self, id: int, but: Task | None = None) -> None:
        for task in self._take(id):
            if task is not but:
                task.resume(error=Failed())

    def _take(self, id: int) -> list[Task]:
        taken = [task for other, task in self.handlers if other == id]
        self.handlers = [handler for handler in self.handlers if handler[0] != id]
        return taken


class Plain(ViewModel):
    outputs = ("items", "sum")
    inputs: ClassVar = {
        "add": [("item", "titled"), ("atFront", "boolean?")],
        "addUp": [("numbers", "integers")],
    }
    parameters: ClassVar = [("titles", "strings"), ("start", "integer?")]

    def setup(self, parameters: dict[str, Any], uses: dict[str, ViewModel]) -> None:
        titles = parameters["titles"]
        self.items = [{"id": place, "title": title} for place, title in enumerate(titles)]
        self.sum = parameters.get("start", 0)

    def add(self, item: Any, atFront: bool = False) -> None:
        new = {"id": item["id"], "title": item["title"]}
        self.items = [new, *self.items] if atFront else [*self.items, new]

    def addUp(self, numbers: list[int]) -> Body:
        yield Hop()
        self.sum += sum(numbers)
        return self.sum


class Stopwatch(ViewModel):
    outputs = ("elapsed", "ticks")
    inputs: ClassVar = {
        "measure": [],
        "reset": [],
        "nap": [("microseconds", "integer")],
        "tick": [],
        "breakDown": [],
    }
    elapsed = 0
    ticks = 0

    def setup(self, parameters: dict[str, Any], uses: dict[str, ViewModel]) -> None:
        self.begin = self.world.now

    def measure(self) -> None:
        self.elapsed = (self.world.now - self.begin) // 1000

    def reset(self) -> None:
        self.begin = self.world.now

    def nap(self, microseconds: int) -> Body:
        begin = self.world.now
        yield Sleep(microseconds)
        return self.world.now - begin

    def tick(self) -> None:
        def body() -> Body:
            while True:
                yield Sleep(SECOND // 10)
                self.ticks += 1

        self.spawn(body())

    def breakDown(self) -> None:
        def body() -> Body:
            yield Sleep(500)
            self.host.fail(-32013)

        self.spawn(body())
