"""What a frontend knows of instances, and whether what it receives of them fits that."""

from __future__ import annotations

import copy
import re
from collections import defaultdict
from collections.abc import Callable, Collection
from typing import Any, Optional

from states import apply
from transcript import method, params

Check = Callable[[str, bool, str], bool]

OPERATIONS = ("add", "remove", "replace")


Choice = Optional[dict[str, Optional[int]]]
"""The outputs that are observed, with the limits of their windows; None for all outputs."""


class Instance:
    """What a frontend knows of an instance."""

    def __init__(
        self,
        number: int,
        entry: dict[str, Any],
        uses: Collection[str] | None,
        choices: list[Choice],
    ) -> None:
        self.number = number
        self.state = copy.deepcopy(entry["state"])
        self.revision = entry["revision"]
        self.uses = uses
        """The ids of others; None where that is not known."""
        self.choices = choices
        """All that were made."""
        self.possible = choices[-1:]
        """Those that may hold now: after an undo it may be each."""

    def choose(self, choice: Choice) -> None:
        self.choices.append(choice)
        self.possible = [choice]

    def move(self, output: str, limit: int) -> None:
        """A window has another limit."""
        now = [choice and {**choice, output: limit} for choice in self.possible]
        self.choices += now
        self.possible = now


def choice_of(observe: Any) -> Choice:
    if observe is None:
        return None
    choice: dict[str, int | None] = {}
    for entry in observe:
        output = entry if isinstance(entry, str) else entry["output"]
        window = None if isinstance(entry, str) else entry.get("window")
        choice[output] = window["limit"] if window else None
    return choice


class Instances:
    """The instances of one conversation."""

    def __init__(self, check: Check) -> None:
        self._check = check
        self.living: dict[str, Instance] = {}
        self._ended: dict[str, list[Instance]] = defaultdict(list)
        """Which an undo may bring back."""
        self._created = 0
        self._updated: list[str] | None = None
        """The instances of the turn's update."""
        self._unexplained: list[str] = []
        """What happens only where another process takes over, which has not been said yet."""

    # Notifications

    def update(self, entries: list[dict[str, Any]]) -> None:
        ids = [entry["id"] for entry in entries]
        self._check("updates", len(set(ids)) == len(ids), f"an instance twice: {ids}")
        self._updated = ids
        for entry in entries:
            if self.check_living(entry["id"]):
                self._take_entry(self.living[entry["id"]], entry)

    def check_living(self, id: str) -> bool:
        return self._check("ids", id in self.living, f"{id} is not there")

    def close(self, id: str) -> None:
        if self.check_living(id) and self._end(id).uses == set():
            self._unexplained.append(f"{id} is closed, and uses none")

    def _end(self, id: str) -> Instance:
        self._ended[id].append(self.living.pop(id))
        return self._ended[id][-1]

    def open(self, opened: list[dict[str, Any]]) -> None:
        """`host/resumed`, or a session that goes to another turn, announces instances."""
        for entry in opened:
            id = entry["id"]
            self._check("ids", id not in self.living, f"{id} is there already")
            before = self._ended.pop(id, [])
            # Of several with one id it may be any, and of a new one nothing else is known.
            uses = before[0].uses if len(before) == 1 else None
            choices = [choice for one in before for choice in one.choices]
            self._created += not before
            number = before[-1].number if before else self._created
            self.living[id] = Instance(number, entry, uses, choices)

    def explain(self) -> None:
        """Another process takes over."""
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
        uses = (asked.get("uses") or {}).values()
        choices = [choice_of(asked.get("observe"))]
        self.living[id] = Instance(self._created, result, {*uses}, choices)

    def result(self, request: dict[str, Any], result: dict[str, Any], is_in_array: bool) -> None:
        name, asked = method(request), params(request)
        id = str(asked.get("id"))
        instance = self.living.get(id)
        if name == "viewModel/create":
            self.create(asked, result)
        elif name == "viewModel/dispose":
            if id in self.living:
                self._end(id)
            users = [user for user, each in self.living.items() if id in (each.uses or ())]
            self._check("users", not users, f"{users} use {id}")
        elif name == "shutdown":
            self.living.clear()
        elif name in ("session/rewind", "session/undo", "session/redo"):
            self.explain()
            self.open(result.get("opened", []))
            for each in self.living.values():
                each.possible = each.choices
        elif instance is None:
            return
        elif name == "viewModel/snapshot":
            is_present = result["revision"] == instance.revision
            self._check("revisions", is_present, f"not {instance.revision}")
            self._check("snapshots", result["state"] == instance.state, f"not {instance.state}")
        elif name == "viewModel/observe":
            instance.choose(choice_of(asked["observe"]))
        elif name == "viewModel/window":
            instance.move(asked["output"], asked["limit"])
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
            self._check_choice(id, instance)

    def _check_choice(self, id: str, instance: Instance) -> None:
        """The state has what is observed, and full windows."""
        if None in instance.possible or not instance.possible:
            return
        names = set(instance.state)
        choices = [choice for choice in instance.possible if choice is not None]
        fitting = [choice for choice in choices if set(choice) == names]
        if not self._check("outputs", bool(fitting), f"{id} has {names}"):
            return
        instance.possible = [*fitting]
        for output, value in instance.state.items():
            limits = [choice[output] for choice in fitting]
            if value is not None and None not in limits:
                is_right = any(limit is not None and is_full(value, limit) for limit in limits)
                self._check("windows", is_right, f"{output} of {id}: {value}")

    def end(self) -> None:
        for what in self._unexplained:
            self._check("restarts", False, f"{what}, and no other process takes over")


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
