"""What a frontend knows of instances, and whether what it is told of them fits that."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any

from states import apply
from transcript import method, params

Check = Callable[[str, bool, str], bool]

OPERATIONS = ("add", "remove", "replace", "move")


class Instance:
    """What a frontend knows of an instance."""

    def __init__(self, number: int, result: dict[str, Any], asked: dict[str, Any]) -> None:
        self.number = number
        self.state = copy.deepcopy(result["state"])
        self.revision = result["revision"]
        self.used = set((asked.get("uses") or {}).values())
        self.choose(asked.get("observe"))

    def choose(self, observe: Any) -> None:
        """Takes in which outputs are observed, and through which windows, by their limits."""
        self.observed: dict[str, int | None] | None = None
        if observe is not None:
            self.observed = {}
            for entry in observe:
                output = entry if isinstance(entry, str) else entry["output"]
                window = None if isinstance(entry, str) else entry.get("window")
                self.observed[output] = window["limit"] if window else None


class Instances:
    """The instances of one conversation."""

    def __init__(self, check: Check) -> None:
        self._check = check
        self.living: dict[str, Instance] = {}
        self._created = 0
        self._updated: list[str] | None = None
        """The instances of the turn's update."""
        self._unexplained: list[str] = []
        """What happens only where another process goes on, which has not been said yet."""

    # Notifications

    def update(self, entries: list[dict[str, Any]]) -> None:
        ids = [entry["id"] for entry in entries]
        self._check("updates", len(set(ids)) == len(ids), f"an instance twice: {ids}")
        self._updated = ids
        for entry in entries:
            if self.told_of(entry["id"]):
                self._take_entry(self.living[entry["id"]], entry)

    def told_of(self, id: str) -> bool:
        return self._check("ids", id in self.living, f"{id} is not there")

    def close(self, id: str) -> None:
        if self.told_of(id) and not self.living.pop(id).used:
            self._unexplained.append(f"{id} is closed, and uses none")

    def explain(self) -> None:
        """Another process goes on."""
        self._unexplained.clear()

    def _take_entry(self, instance: Instance, entry: dict[str, Any]) -> None:
        expected = instance.revision + 1
        self._check("revisions", entry["revision"] == expected, f"expected {expected}")
        instance.revision = entry["revision"]
        if "patch" not in entry:
            return
        before = copy.deepcopy(instance.state)
        for operation in entry["patch"]:
            self._check("patches", operation["op"] in OPERATIONS, f"{operation}")
            if operation["path"] == "":
                self._replace(instance, entry)
                continue
            try:
                apply(instance.state, copy.deepcopy(operation))
            except (LookupError, TypeError, ValueError, AttributeError) as error:
                self._check("patches", False, f"{operation} does not fit: {error!r}")
        self._check("patches", instance.state != before, "the patch changes nothing")

    def _replace(self, instance: Instance, entry: dict[str, Any]) -> None:
        """The patch is of the whole state."""
        [operation, *more] = entry["patch"]
        is_state = operation["op"] == "replace" and isinstance(operation["value"], dict)
        if self._check("patches", is_state and not more, f"at the root: {entry['patch']}"):
            instance.state = copy.deepcopy(operation["value"])
        self._unexplained.append(f"the whole state of {entry['id']} is replaced")

    # Results

    def create(self, asked: dict[str, Any], result: dict[str, Any]) -> None:
        id, wanted = result["id"], asked.get("id")
        is_counted = re.fullmatch(re.escape(asked["name"]) + "-[1-9][0-9]*", id) is not None
        self._check("ids", id == wanted if wanted is not None else is_counted, f"{id} was created")
        self._check("ids", id not in self.living, f"{id} is there already")
        self._check("revisions", result["revision"] == 0, "expected 0")
        self._created += 1
        self.living[id] = Instance(self._created, result, asked)

    def result(self, request: dict[str, Any], result: dict[str, Any], is_in_array: bool) -> None:
        name, asked = method(request), params(request)
        id = str(asked.get("id"))
        instance = self.living.get(id)
        if name == "viewModel/create":
            self.create(asked, result)
        elif name == "viewModel/dispose":
            self.living.pop(id, None)
            users = [user for user, each in self.living.items() if id in each.used]
            self._check("users", not users, f"{users} use {id}")
        elif name == "shutdown":
            self.living.clear()
        elif name in ("session/rewind", "session/undo", "session/redo"):
            self.explain()
        elif instance is None:
            return
        elif name == "viewModel/snapshot":
            is_present = result["revision"] == instance.revision
            self._check("revisions", is_present, f"not {instance.revision}")
            self._check("snapshots", result["state"] == instance.state, f"not {instance.state}")
        elif name == "viewModel/observe":
            instance.choose(asked["observe"])
        elif name == "viewModel/window":
            if instance.observed is not None:
                instance.observed[asked["output"]] = asked["limit"]
            # In an array it may have moved on.
            if not is_in_array:
                self._check_window(instance.state.get(asked["output"]), asked, result)

    def _check_window(self, window: Any, asked: dict[str, Any], result: dict[str, Any]) -> None:
        total, offset = (window["total"], window["offset"]) if is_window(window) else (0, 0)
        expected = {"total": total, "offset": offset, "limit": asked["limit"]}
        self._check("windows", result == expected, f"expected {expected}")

    # The ends of turns, and of the conversation

    def end_turn(self, is_one: bool) -> None:
        if is_one:
            # Those that are gone by now have ended in the turn.
            living = [self.living.get(id) for id in self._updated or ()]
            numbers = [each.number if each else 0 for each in living]
            is_sorted = numbers == sorted(numbers)
            self._check("updates", is_sorted, f"not in the order of creation: {self._updated}")
        self._updated = None
        for id, instance in self.living.items():
            if instance.observed is None:
                continue
            names = set(instance.observed)
            self._check("outputs", set(instance.state) == names, f"{id} has {set(instance.state)}")
            for output, limit in instance.observed.items():
                value = instance.state.get(output)
                if limit is not None and value is not None:
                    self._check("windows", is_full(value, limit), f"{output} of {id}: {value}")

    def end(self) -> None:
        for what in self._unexplained:
            self._check("restarts", False, f"{what}, and no other process goes on")


def is_window(value: Any) -> bool:
    """Whether it is that of a list in a state."""
    return isinstance(value, dict) and list(
        map(type, map(value.get, ("total", "offset", "items")))
    ) == [int, int, list]


def is_full(window: Any, limit: int) -> bool:
    if not is_window(window):
        return False
    total, offset, count = window["total"], window["offset"], len(window["items"])
    return bool(offset >= 0 and count == min(limit, total) and offset + count <= total)
