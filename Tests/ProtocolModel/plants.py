"""More ways in which a host can be wrong, for the validator, and the rule that each breaks."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

from lies import (
    Lie,
    Line,
    changes,
    delays,
    errors,
    follows,
    method,
    of,
    replaces,
    responses,
    snapshots,
    swaps,
    updates,
)

Find = Callable[[list[Line]], list[Any]]


def is_answer(line: Line) -> bool:
    return isinstance(line, dict) and "method" not in line


def is_answers(line: Line) -> bool:
    return isinstance(line, list) or is_answer(line)


def creates(line: Line) -> bool:
    result = line.get("result") if is_answer(line) else None
    return isinstance(result, dict) and result.get("revision") == 0


def is_whole(line: Line) -> bool:
    return isinstance(line, list) and len(line) > 1


def is_cancelled(line: Line) -> bool:
    return is_answer(line) and "by the frontend" in line.get("error", {}).get("message", "")


def said(name: str, **params: Any) -> Line:
    return {"jsonrpc": "2.0", "method": name, "params": params}


def update(id: str, **entry: Any) -> Line:
    return said("viewModel/update", updates=[{"id": id, **entry}])


ERROR = {"code": -32603, "message": "a lie"}


def several(lines: list[Line]) -> list[Line]:
    return [line for line in lines if of("viewModel/update")(line) and is_several(line)]


def is_several(line: Line) -> bool:
    return len(line["params"]["updates"]) > 1


def apart(line: Line) -> list[Line]:
    first, *rest = line["params"]["updates"]
    return [said("viewModel/update", updates=part) for part in ([first], rest)]


def twice(line: Line) -> None:
    entries = line["params"]["updates"]
    more = {"id": entries[0]["id"], "revision": entries[0]["revision"] + 1, "droppedEvents": 1}
    entries.insert(1, more)


def gives_done_away(line: Line) -> None:
    entries = line["params"]["updates"]
    entries[0]["done"], entries[1]["done"] = (
        entries[1].get("done", ["a"]),
        entries[0].get("done", ["b"]),
    )


def appended(lines: list[Line]) -> list[dict[str, Any]]:
    """The operations that add an element to an array."""
    operations = [one for entry in updates(lines, "patch") for one in entry["patch"]]
    return [one for one in operations if one["op"] == "add" and re.search(r"/\d+$", one["path"])]


def params_of(name: str) -> Find:
    return lambda lines: [line["params"] for line in lines if method(line) == name]


def calls(lines: list[Line]) -> list[Line]:
    """All service calls but the first."""
    return [line for line in lines if method(line) == "service/call"][1:]


def with_code(code: int) -> Find:
    return lambda lines: [
        part for part in responses(lines) if part.get("error", {}).get("code") == code
    ]


def succeed(part: dict[str, Any]) -> None:
    del part["error"]
    part["result"] = {}


def windows(lines: list[Line]) -> list[dict[str, Any]]:
    """The windows in states that have rows."""
    values = [value for one in snapshots(lines) for value in one["state"].values()]
    return [value for value in values if isinstance(value, dict) and value.get("items")]


def moves(lines: list[Line]) -> list[dict[str, Any]]:
    results = [part["result"] for part in responses(lines) if "result" in part]
    return [result for result in results if list(result) == ["total", "offset", "limit"]]


def seqs(line: Line) -> bool:
    return of("viewModel/update")(line) and "done" in line["params"]["updates"][0]


def rejected(line: Line) -> Line:
    entry = line["params"]["updates"][0]
    return said(
        "viewModel/rejected", id=entry["id"], input="lie", seq=entry["done"][0], error=ERROR
    )


def closing(lines: list[Line], chance: random.Random) -> bool:
    """An instance is closed while all end."""
    places = [n for n, line in enumerate(lines) if with_code(-32010)([line])]
    if not places or not (places[0] > 1 and is_answer(lines[places[0] - 1])):
        return False
    lines.insert(places[0] - 1, said("viewModel/closed", id="lie", reason="a lie"))
    return True


ANSWER, ANSWERS, UPDATE = is_answer, is_answers, of("viewModel/update")
REJECTED, CLOSED, FAILED = (of(f"viewModel/{name}") for name in ("rejected", "closed", "failed"))
CALL, CANCEL, UNUSED = of("service/call"), of("$/cancelRequest"), of("service/rejected")
LOST = {"op": "replace", "path": "/lie", "value": 1}
NOTHING = [{"op": "add", "path": "/lie", "value": 1}, {"op": "remove", "path": "/lie"}]

PLANTS: dict[str, tuple[Lie, str]] = {
    # The order of a turn
    "a rejection before the update": (swaps(UPDATE, REJECTED), "order"),
    "a cancellation before the update": (swaps(UPDATE, CANCEL), "order"),
    "a failure before the update": (swaps(UPDATE, FAILED), "order"),
    "an answer before a rejection": (swaps(REJECTED, ANSWERS), "order"),
    "an answer before a closing": (swaps(CLOSED, ANSWERS), "order"),
    "an answer before a cancellation": (swaps(CANCEL, ANSWERS), "order"),
    "a service call before an answer": (swaps(ANSWER, CALL), "order"),
    "a service call before the update": (swaps(UPDATE, CALL), "order"),
    "service/rejected before the update": (swaps(UPDATE, UNUSED), "order"),
    "a turn has two updates": (
        replaces(lambda line: UPDATE(line) and is_several(line), apart),
        "updates",
    ),
    # Arrays
    "the answers of an array in another order": (
        replaces(is_whole, lambda line: [line[::-1]]),
        "arrays",
    ),
    "an array is answered by two": (
        replaces(is_whole, lambda line: [line[:1], line[1:]]),
        "arrays",
    ),
    "an array lacks an answer": (
        changes(lambda it: list(filter(is_whole, it)), list.pop),
        "answers",
    ),
    "an array has an answer twice": (
        replaces(is_whole, lambda line: [[*line, line[0]]]),
        "answers",
    ),
    "an array answers one": (replaces(ANSWER, lambda line: [[line]]), "arrays"),
    "an empty array": (follows(ANSWER, lambda line: []), "forms"),
    # Instances
    "an update before the creation": (
        follows(creates, lambda line: update(line["result"]["id"], revision=1, done=[1]), 0),
        "ids",
    ),
    "an update after the closing": (
        follows(CLOSED, lambda line: update(line["params"]["id"], revision=1, done=[1])),
        "ids",
    ),
    "a failure after the closing": (
        follows(
            CLOSED, lambda line: said("viewModel/failed", id=line["params"]["id"], error=ERROR)
        ),
        "ids",
    ),
    "an instance is closed that uses none": (
        follows(
            creates, lambda line: said("viewModel/closed", id=line["result"]["id"], reason="a lie")
        ),
        "restarts",
    ),
    "another id than was asked for": (
        changes(
            lambda it: [line["result"] for line in it if creates(line)],
            lambda result: result.__setitem__("id", "a lie"),
        ),
        "ids",
    ),
    "a creation with revision 1": (
        changes(
            lambda it: [line["result"] for line in it if creates(line)],
            lambda result: result.__setitem__("revision", 1),
        ),
        "revisions",
    ),
    "an output that is not observed": (
        changes(snapshots, lambda result: result["state"].__setitem__("lie", 1)),
        "outputs",
    ),
    "a revision twice": (
        changes(updates, lambda entry: entry.__setitem__("revision", entry["revision"] - 1)),
        "revisions",
    ),
    "an instance twice in an update": (
        changes(lambda it: list(filter(UPDATE, it)), twice),
        "updates",
    ),
    # Patches
    "a patch that does not fit": (
        changes(lambda it: updates(it, "patch"), lambda entry: entry["patch"].append(LOST)),
        "patches",
    ),
    "a patch that changes nothing": (
        changes(lambda it: updates(it, "patch"), lambda entry: entry.update(patch=NOTHING)),
        "patches",
    ),
    "a patch of the whole state": (
        changes(
            lambda it: updates(it, "patch"),
            lambda entry: entry.update(patch=[{**LOST, "path": ""}]),
        ),
        "restarts",
    ),
    "a path that ends in -": (
        changes(appended, lambda one: one.update(path=re.sub(r"\d+$", "-", one["path"]))),
        "patches",
    ),
    "an operation that tests": (
        changes(
            lambda it: updates(it, "patch"),
            lambda entry: entry["patch"].insert(0, {**LOST, "op": "test"}),
        ),
        "forms",
    ),
    "a patch without operations": (
        changes(lambda it: updates(it, "patch"), lambda entry: entry["patch"].clear()),
        "forms",
    ),
    "an entry that says nothing": (
        changes(lambda it: updates(it, "done"), lambda entry: entry.pop("done")),
        "forms",
    ),
    "an update of no instance": (
        changes(params_of("viewModel/update"), lambda sent: sent["updates"].clear()),
        "forms",
    ),
    # Seqs
    "a seq is done and rejected": (follows(seqs, rejected), "seqs"),
    "a seq is done by another instance": (changes(several, gives_done_away), "seqs"),
    "a rejection of another input": (
        changes(params_of("viewModel/rejected"), lambda sent: sent.update(input="lie")),
        "rejections",
    ),
    # Services
    "the number of a service call twice": (
        changes(calls, lambda line: line.update(id="service-1")),
        "calls",
    ),
    "a service call of an instance that is not there": (
        changes(params_of("service/call"), lambda sent: sent.update(id="a lie")),
        "ids",
    ),
    "a service that was not named": (
        changes(params_of("service/call"), lambda sent: sent.update(service="lie")),
        "asked",
    ),
    "a cancellation of what was not asked": (
        changes(params_of("$/cancelRequest"), lambda sent: sent.update(id="service-999")),
        "calls",
    ),
    "what has been answered is cancelled": (
        follows(UNUSED, lambda line: said("$/cancelRequest", id=line["params"]["id"]), 0),
        "calls",
    ),
    "an answer is rejected that was of use": (
        follows(CALL, lambda line: said("service/rejected", id=line["id"], error=ERROR)),
        "answers-used",
    ),
    "an answer is rejected with another code": (
        changes(params_of("service/rejected"), lambda sent: sent["error"].update(code=-32603)),
        "answers-used",
    ),
    "a cancelled call is answered later": (delays(is_cancelled), "cancelled"),
    # What has to be asked for, and states
    "a log line that was not asked for": (
        follows(ANSWER, lambda line: said("host/log", level="debug", message="a lie")),
        "asked",
    ),
    "a restart that was not asked for": (
        follows(
            ANSWER, lambda line: said("host/restarted", cause="crash", reason="", milliseconds=1)
        ),
        "asked",
    ),
    "the number of a turn that was not asked for": (
        changes(params_of("viewModel/update"), lambda sent: sent.update(turn=1)),
        "asked",
    ),
    "a result after shutdown": (changes(with_code(-32010), succeed), "states"),
    "it is shut down too early": (
        changes(errors, lambda error: error.update(code=-32010)),
        "states",
    ),
    "it was not initialized": (changes(errors, lambda error: error.update(code=-32002)), "states"),
    "an instance is closed while all end": (closing, "states"),
    # Errors, windows, results
    "a code that is not in the table": (
        changes(errors, lambda error: error.update(code=-32099)),
        "codes",
    ),
    "the place of what is wrong is not named": (
        changes(
            lambda it: [one for one in errors(it) if one["code"] == -32602],
            lambda error: error.pop("data"),
        ),
        "codes",
    ),
    "a window that is not full": (changes(windows, lambda value: value["items"].pop()), "windows"),
    "a window that stands elsewhere": (
        changes(moves, lambda result: result.update(offset=result["offset"] + 1)),
        "windows",
    ),
    "a result of another form": (
        changes(
            lambda it: [part for part in responses(it) if "result" in part],
            lambda part: part.update(result={"lie": 1}),
        ),
        "forms",
    ),
}
