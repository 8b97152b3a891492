"""The copy of an instance's state that the updates keep current."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from .handlers import Handlers
from .model import Change, Event, Snapshot
from .patch import PatchError, apply_patch
from .shape import member, optional_list

_NO_PATCH: list[Any] = []


class OutOfStep(Exception):
    """An update does not fit the state that is mirrored."""


class Mirror:
    """One instance as this side knows it."""

    def __init__(
        self, name: str, details: Mapping[str, Any], first: Snapshot, handlers: Handlers
    ) -> None:
        """`details` is what `viewModel/create` takes besides the name."""
        self.id = first.id
        self.details: dict[str, Any] = {**copy.deepcopy(dict(details)), "id": first.id}
        self.name = name
        self.revision = first.revision
        self.state = first.state
        self.handlers = handlers
        self.closed: str | None = None
        """Why the instance is gone, once it is."""
        self.lost = False
        """An update did not fit, and the whole state has not been had since."""
        self.resyncing = False
        """The whole state has been asked for."""
        self.stale: str | None = None
        """Why the whole state could not be had, when it could not."""

    def apply(self, update: Any) -> Change | None:
        """Takes one entry of an update over: the whole of its patch, or nothing."""
        revision, patch = update.get("revision"), update.get("patch", _NO_PATCH)
        if type(revision) is not int or type(patch) is not list:
            where = "viewModel/update"
            revision = member(update, "revision", int, where)
            patch = optional_list(update, "patch", where)
        if self.lost:
            return None
        if revision != self.revision + 1:
            raise OutOfStep(f"revision {revision} came after {self.revision}")
        if not patch:
            self.revision = revision
            return None
        try:
            state = apply_patch(self.state, patch)
        except PatchError as error:
            raise OutOfStep(str(error)) from None
        if not isinstance(state, dict):
            raise OutOfStep("the state would be no object")
        before, self.state, self.revision = self.state, state, revision
        change = Change.__new__(Change)  # `__init__` of a frozen dataclass is slow
        vars(change).update(
            id=self.id, revision=revision, before=before, state=state, patch=patch, resynced=False
        )
        return change

    def take(self, snapshot: Snapshot) -> Change | None:
        """Takes a whole state over, if it is not the one that is mirrored."""
        if not self.lost and snapshot.revision == self.revision:
            return None
        return self.replace(snapshot)

    def replace(self, snapshot: Snapshot) -> Change:
        """Takes a whole state over."""
        self.lost, self.stale = False, None
        before, self.state, self.revision = self.state, snapshot.state, snapshot.revision
        return Change(self.id, self.revision, before, self.state, (), resynced=True)

    def events(self, update: Any) -> list[Event]:
        """The events of an entry of an update."""
        where = f"the events of {self.id}"
        return [
            Event(self.id, member(event, "event", str, where), event.get("value"))
            for event in optional_list(update, "events", where)
        ]

    def dropped_events(self, update: Any) -> int:
        """How many events the host had no room for while nobody read."""
        return member(update, "droppedEvents", int, f"the events of {self.id}")
