"""Lines as long as they may be, with content that is as bad as we could make it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Filling = Callable[[int], str]
"""JSON of about so many bytes, and never more."""
Beginning = list[str]

HOLE = "@"


def message(method: str, request: object = 1, **params: object) -> str:
    """A request, or with `None` a notification, as JSON."""
    head: dict[str, object] = {"jsonrpc": "2.0"}
    if request is not None:
        head["id"] = request
    return json.dumps({**head, "method": method, "params": params})


PING = message("ping", "pong")
"""Its answer, which has `PONG`, shows that a line has been handled."""
PONG = b'"id":"pong"'


def create(name: str, id: str, **parameters: object) -> str:
    return message("viewModel/create", f"create {id}", name=name, id=id, parameters=parameters)


def repeated(before: str, part: str, after: str, count: int) -> str:
    """`part,part,…` in between, of so many bytes."""
    times = max(1, (count - len(before) - len(after)) // (len(part.encode()) + 1))
    return before + ",".join([part] * times) + after


def numbered(before: str, part: str, after: str, count: int) -> str:
    """The same with a number in place of each `#`."""
    times = max(1, (count - len(before) - len(after)) // (len(part) + 8))
    return before + ",".join(part.replace("#", str(each)) for each in range(times)) + after


def text(part: str, count: int) -> str:
    return f'"{part * max(1, (count - 2) // len(part.encode(errors="surrogateescape")))}"'


# Halfway between two doubles, in more digits than a first look takes.
HALFWAY = "9007199254740993." + "0" * 760 + "1"

FILLINGS: dict[str, Filling] = {
    "a text": lambda count: text("x", count),
    "a text of escapes": lambda count: text("\\u00e9", count),
    "a text of pairs": lambda count: text("\\ud83d\\ude00", count),
    "a text of marks": lambda count: text("e" + "\u0301" * 256, count),
    "a text of marks alone": lambda count: text("\u0301", count),
    "a text of pointers": lambda count: text("~/", count),
    "a text of control characters": lambda count: text("\\u0000", count),
    "a text that is no UTF-8": lambda count: text("x", count - 8) + "\udcff",
    "a number": lambda count: "1" * count,
    "a fraction": lambda count: "0." + "0" * (count - 3) + "1",
    "numbers": lambda count: repeated("[", "1", "]", count),
    "numbers that are halfway": lambda count: repeated("[", HALFWAY, "]", count),
    "texts": lambda count: repeated("[", '"count"', "]", count),
    "arrays": lambda count: repeated("[", "[]", "]", count),
    "deep arrays": lambda count: repeated("[", "[" * 400 + "]" * 400, "]", count),
    "an array without end": lambda count: "[" * count,
    "objects": lambda count: repeated("[", '{"id":1}', "]", count),
    "other objects": lambda count: numbered("[", '{"id":#}', "]", count),
    "equal keys": lambda count: repeated("{", '"id":1', "}", count),
    "other keys": lambda count: numbered("{", '"k#":1', "}", count),
    "keys of marks": lambda count: numbered("{", '"k' + "\u0301" * 200 + '#":1', "}", count // 2),
}


@dataclass
class Template:
    name: str
    line: str
    beginning: str = "nothing"


def filled(template: Template, filling: Filling, count: int) -> str:
    head, _, tail = template.line.partition(f'"{HOLE}"')
    return head + filling(count - len(head) - len(tail)) + tail


BEGINNINGS: dict[str, Beginning] = {
    "nothing": [message("ping")],
    "services": [
        message(
            "initialize",
            protocolVersions=["1"],
            capabilities={"services": [f"searc{each:058}" for each in range(1_000)]},
        )
    ],
    "ids": [create("counter", f"{each:063}") for each in range(50)],
    "instances": [
        message(
            "initialize",
            protocolVersions=["1"],
            capabilities={"services": ["items", "part", "search", "lines"], "log": "debug"},
        ),
        create("example.form", "form"),
        create("example.rows", "rows", count=50),
        create("example.shapes", "shapes"),
        create("example.survey", "survey"),
        create("example.division", "division"),
        create("example.typing", "typing"),
        create("finder", "finder", lines=["a", "b"]),
        create("counter", "counter"),
        create("list", "list"),
        create("search.async", "search"),
        message("viewModel/input", None, id="list", input="viewWillAppear"),
    ],
}


def call(id: str, input: str, /, **arguments: object) -> Template:
    line = message("viewModel/call", id=id, input=input, arguments=arguments)
    return Template(f"call {id}.{input} {'/'.join(arguments)}", line, "instances")


def member(method: str, hole: str, request: object = 1, **params: object) -> Template:
    """A message with a hole in place of a member of its params; `a/b` is one within another."""
    outer: dict[str, Any] = dict(params)
    *path, last = hole.split("/")
    inner = outer
    for name in path:
        inner = inner.setdefault(name, {})
    inner[last] = HOLE
    beginning = "nothing" if method == "initialize" else "instances"
    return Template(f"{method} {hole}", message(method, request, **outer), beginning)


TEMPLATES = [
    Template("a line", f'"{HOLE}"'),
    Template("an array", f'["{HOLE}"]'),
    Template("jsonrpc", f'{{"jsonrpc":"{HOLE}","id":1,"method":"ping"}}'),
    Template("id", f'{{"jsonrpc":"2.0","id":"{HOLE}","method":"ping"}}'),
    Template("method", f'{{"jsonrpc":"2.0","id":1,"method":"{HOLE}"}}', "instances"),
    Template("notification", f'{{"jsonrpc":"2.0","method":"{HOLE}"}}', "instances"),
    Template("params", f'{{"jsonrpc":"2.0","id":1,"method":"ping","params":"{HOLE}"}}'),
    Template("result", f'{{"jsonrpc":"2.0","id":"service-1","result":"{HOLE}"}}', "instances"),
    Template("error", f'{{"jsonrpc":"2.0","id":"service-1","error":"{HOLE}"}}', "instances"),
    Template(
        "error message",
        f'{{"jsonrpc":"2.0","id":"service-1","error":{{"code":5,"message":"{HOLE}"}}}}',
        "instances",
    ),
    Template("response", f'{{"jsonrpc":"2.0","id":"{HOLE}","result":1}}', "instances"),
    member("initialize", "protocolVersions"),
    member("initialize", "capabilities", protocolVersions=["1"]),
    member("initialize", "capabilities/services", protocolVersions=["1"]),
    member("initialize", "capabilities/log", protocolVersions=["1"]),
    member("viewModel/list", "x"),
    member("viewModel/describe", "name"),
    member("contract/check", "contract"),
    member("contract/check", "contract/viewModels"),
    member("contract/check", "contract/$defs", contract={"viewModels": []}),
    member("viewModel/create", "name"),
    member("viewModel/create", "id", name="counter"),
    member("viewModel/create", "parameters", name="example.rows"),
    member("viewModel/create", "parameters/count", name="example.rows"),
    member("viewModel/create", "parameters/folder", name="finder"),
    member("viewModel/create", "parameters/lines", name="finder"),
    member("viewModel/create", "parameters/command", name="finder"),
    member("viewModel/create", "parameters/path", name="lines"),
    member("viewModel/create", "parameters/folder", name="list"),
    member("viewModel/create", "uses", name="pager"),
    member("viewModel/create", "uses/list", name="pager"),
    member("viewModel/create", "observe", name="counter"),
    member("viewModel/observe", "id", observe=[]),
    member("viewModel/observe", "observe", id="counter"),
    member("viewModel/window", "output", id="rows", offset=0, limit=1),
    member("viewModel/window", "offset", id="rows", output="rows", limit=1),
    member("viewModel/window", "limit", id="rows", output="rows", offset=0),
    member("viewModel/snapshot", "id"),
    member("viewModel/dispose", "id"),
    member("host/pending", "x"),
    member("shutdown", "x"),
    member("clock/advance", "milliseconds"),
    member("viewModel/input", "id", None, input="x"),
    member("viewModel/input", "input", None, id="counter"),
    member("viewModel/input", "seq", None, id="counter", input="plusButtonDidTap"),
    member("viewModel/input", "arguments", None, id="counter", input="plusButtonDidTap"),
    member("viewModel/call", "arguments", id="form", input="rename"),
    member("$/cancelRequest", "id", None),
    member("exit", "x", 1),
    call("form", "rename", name=HOLE),
    call("form", "addTag", tag=HOLE),
    call("rows", "insert", id=HOLE, at=0),
    call("rows", "rename", at=0, name=HOLE),
    call("shapes", "draw", shape=HOLE),
    call("shapes", "follow", node=HOLE),
    call("division", "divide", by=HOLE),
    call("typing", "type", key=HOLE),
    call("finder", "query", text=HOLE),
    call("list", "changeItem", item=HOLE),
    call("search", "search", text=HOLE),
]

BATCH = 5_000


def batch(part: str, count: int) -> str:
    """An array of as many messages as it may have, each as long as it may be then."""
    times = min(BATCH - 1, (count - 100) // (len(part) + 5))
    padding = " " * ((count - 100) // times - len(part) - 6)
    parts = [padding + part.replace("#", str(each)) for each in range(times)]
    return "[" + ",".join([PING, *parts]) + "]"


def batch_of(method: str, request: object = "#", **params: object) -> Filling:
    part = message(method, request, **params)
    return lambda count: batch(part, count)


def observing(part: str) -> Filling:
    head = '{"jsonrpc":"2.0","id":1,"method":"viewModel/observe","params":{"id":"rows","observe":['
    return lambda count: repeated(head, part, "]}}", count)


def page(count: int) -> str:
    head = '{"jsonrpc":"2.0","id":"service-1","result":{"items":['
    tail = '],"pages":{"currentPage":1}}}'
    return numbered(head, '{"id":"#","name":"x"}', tail, count)


NAMES = ["counter", "user", "list", "pager", "finder", "lines", "parallel", "search.rx"]
EMPTY = [{"name": name, "inputs": [], "outputs": []} for name in NAMES]

LINES: dict[str, tuple[str, Filling]] = {
    "observe an output again and again": ("instances", observing('"rows"')),
    "observe a window again and again": (
        "instances",
        observing('{"output":"rows","window":{"limit":1}}'),
    ),
    "a page of items": ("instances", page),
    "batch of pings": ("instances", batch_of("ping")),
    "batch of lists": ("instances", batch_of("viewModel/list")),
    "batch of descriptions": ("instances", batch_of("viewModel/describe", name="finder")),
    "batch of contracts": ("instances", batch_of("viewModel/describe")),
    "batch of comparisons": (
        "instances",
        batch_of("contract/check", contract={"viewModels": [], "$defs": {}}),
    ),
    "batch of comparisons of all": (
        "instances",
        batch_of("contract/check", contract={"viewModels": EMPTY, "$defs": {}}),
    ),
    "batch of counters": ("instances", batch_of("viewModel/create", name="counter")),
    "batch of finders": (
        "instances",
        batch_of("viewModel/create", name="finder", parameters={"lines": ["a"] * 200}),
    ),
    "batch of calls": (
        "instances",
        batch_of("viewModel/call", id="counter", input="plusButtonDidTap"),
    ),
    "batch of inputs": (
        "instances",
        batch_of("viewModel/input", None, id="rows", input="insert", arguments=[5000, 0]),
    ),
    "batch of tags": (
        "instances",
        batch_of("viewModel/input", None, id="form", input="addTag", arguments=["x" * 1000]),
    ),
    "batch of texts": (
        "instances",
        batch_of("viewModel/input", None, id="form", input="rename", arguments=["x" * 1000]),
    ),
    "batch of asynchronous calls": (
        "instances",
        batch_of("viewModel/call", id="survey", input="measure", arguments=["x" * 1000]),
    ),
    "batch of waiting calls": (
        "instances",
        batch_of("viewModel/call", id="survey", input="remember", arguments=["x" * 99, 10**9]),
    ),
    "batch of snapshots": ("instances", batch_of("viewModel/snapshot", id="rows")),
    "batch of windows": (
        "instances",
        batch_of("viewModel/observe", id="rows", observe=["rows", "names", "even"]),
    ),
    "batch of unknown methods": ("instances", batch_of("viewModel/" + "creat" * 200)),
    "batch of unknown inputs": (
        "instances",
        batch_of("viewModel/input", None, id="finder", input="quer" * 200),
    ),
    "batch of unknown names": (
        "instances",
        batch_of("viewModel/create", name="counte" * 200),
    ),
    "batch of wrong arguments": (
        "instances",
        batch_of("viewModel/call", id="form", input="rename", arguments={"nam" * 200: 1}),
    ),
    "batch of missing services": ("services", batch_of("viewModel/create", name="search.rx")),
    "batch of unknown ids": ("ids", batch_of("viewModel/snapshot", id=f"{0:062}x")),
    "batch of cancellations": ("instances", batch_of("$/cancelRequest", None, id="#")),
    "batch of pages": (
        "instances",
        batch_of("viewModel/input", None, id="list", input="reload"),
    ),
}
