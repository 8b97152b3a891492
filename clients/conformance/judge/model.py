"""What a client has to show and to report, by the lines that it has sent and got."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any, Optional

from states import apply
from transcript import is_response, method, params, parts, same

from .testee import Failed, Json, Testee
from .wire import ABOUT, CAME, SENT, Wire

OWN = ("it was disposed", "the host was stopped")
"""Reasons with which clients close instances by themselves."""


Observed = Optional[dict[str, Optional[tuple[int, int, bool]]]]
"""Outputs, and of lists offset, limit and anchor of the window. None for all that there is."""


def observed(given: Any) -> Observed:
    """What a member `observe` means. Of two entries about one output the last counts."""
    if given is None:
        return None
    chosen: dict[str, tuple[int, int, bool] | None] = {}
    for entry in given:
        output = entry if isinstance(entry, str) else entry["output"]
        window = None if isinstance(entry, str) else entry.get("window")
        chosen[output] = window and (
            window.get("offset", 0),
            window["limit"],
            window.get("anchor", False),
        )
    return chosen


class Model:
    """Follows the wire. `compare` asks the testee whether it has seen the same."""

    def __init__(
        self, testee: Testee, wire: Wire, services: dict[str, list[Json]] | None = None
    ) -> None:
        """`services` has what each service answers, in the order in which it is asked: then
        `compare` waits for answers that take their time, and not for those that are held.
        """
        self.testee = testee
        self.wire = wire
        self._answers = {name: list(answers) for name, answers in (services or {}).items()}
        self._unanswered: set[Any] = set()
        self.states: dict[str, Json] = {}
        """Revision and state of each instance that lives."""
        self.observed: dict[str, Observed] = {}
        """What was asked for last of the outputs of each, and through which windows."""
        self.moved: dict[str, Observed] = {}
        """The same, with the windows where they were moved to, which a restart may begin with."""
        self.compared = 0
        self.changes = 0
        self.ends: dict[str, Json] = {}
        """How those inputs and calls ended that did: `{}`, `{value}` or `{error}`."""
        self.keys: set[str] = set()
        """The inputs and calls that were sent."""
        self.unsent: set[str] = set()
        """Those of a batch that could not be sent."""
        self.host_ended: str | None = None
        self._requests: dict[Any, tuple[str, Json]] = {}
        self._looks = 0
        self._serves = False
        """A service was asked or answered since the testee looked last."""
        self._reported: list[Json] = []
        self._rejections: Counter[tuple[Any, Any, int]] = Counter()

    def compare(self) -> None:
        """What the testee shows and has reported is what the wire says."""
        shown: Json = {}
        news: list[Json] = []
        self._serves = True
        # What a service's answer changes comes after the ping, perhaps.
        while self._serves or self._unanswered:
            self._looks += 1
            shown = self.testee.do("look", number=self._looks)
            news += self.testee.take_news()
            self._follow_to_look()
        self.check(shown, news)

    def check(self, shown: Json, news: list[Json]) -> None:
        """The same, for what it has shown and reported."""
        wanted = {
            id: {"revision": one["revision"], "state": one["state"]}
            for id, one in self.states.items()
        }
        found = {
            id: {"revision": one["revision"], "state": one["state"]} for id, one in shown.items()
        }
        if not same(wanted, found):
            raise Failed(f"the states are {found}, not {wanted}")
        self.compared += len(found)
        self._check_news(news)
        self._check_ends(news)

    def follow_to_end(self) -> None:
        """Takes in all that was written down until the host ended."""
        self.host_ended = None
        while self.host_ended is None:
            self._follow(*self.wire.next())

    def begin_again(self) -> None:
        """Another host may begin: nothing that was asked of the one before is answered."""
        self._requests.clear()
        self._unanswered.clear()
        self.host_ended = None

    def _follow_to_look(self) -> None:
        self._serves = False
        asked: Any = None
        while True:
            mark, message = self.wire.next()
            self._follow(mark, message)
            if self.host_ended is not None:
                why = self.testee.attempt("request", method="ping")
                raise Failed(f"the host ended ({self.host_ended}): {why}")
            if (
                mark == SENT
                and method(message) == "ping"
                and params(message).get("look") == self._looks
            ):
                asked = message["id"]
            elif (
                mark == CAME
                and asked is not None
                and is_response(message)
                and message["id"] == asked
            ):
                return

    def _follow(self, mark: str, message: Any) -> None:
        if mark == ABOUT:
            if "start" in str(message):
                return
            self.host_ended = str(message)
            return
        for part in parts(message):
            if mark == SENT:
                self._sent(part)
            elif is_response(part):
                self._answered(part)
            elif method(part) == "service/call":
                self._asked(part)
            elif method(part) is not None:
                self._came(method(part), params(part))

    def _sent(self, message: Any) -> None:
        if is_response(message):
            self._serves = True
            self._unanswered.discard(message["id"])
        elif method(message) is not None and "id" in message:
            self._requests[message["id"]] = (message["method"], params(message))

    def _answered(self, message: Json) -> None:
        asked, details = self._requests.pop(message["id"], (None, {}))
        result = message.get("result")
        if "error" in message or asked is None:
            return
        if asked == "viewModel/create":
            again = result["id"] in self.states
            chosen = observed(details.get("observe"))
            wanted = self.observed.setdefault(result["id"], chosen)
            if chosen != wanted and chosen != self.moved.get(result["id"]):
                raise Failed(f"{result['id']} is created again with {details.get('observe')}")
            self.observed[result["id"]] = chosen
            self.moved.pop(result["id"], None)
            self.states[result["id"]] = copy.deepcopy(result)
            if again:
                self._report("change", result["id"], revision=result["revision"], resynced=True)
        elif asked == "viewModel/observe":
            self.observed[details["id"]] = observed(details["observe"])
            self.moved.pop(details["id"], None)
        elif asked == "viewModel/window":
            chosen = dict(self.moved.get(details["id"]) or self.observed[details["id"]] or {})
            if details["output"] in chosen:
                _, _, anchor = chosen[details["output"]] or (0, 0, False)
                chosen[details["output"]] = (details["offset"], details["limit"], anchor)
                self.moved[details["id"]] = chosen
        elif asked == "viewModel/dispose":
            self._forget(details["id"])

    def _asked(self, message: Json) -> None:
        self._serves = True
        answers = self._answers.get(params(message)["service"])
        if answers and "hold" not in answers.pop(0):
            self._unanswered.add(message["id"])

    def _came(self, name: str, details: Json) -> None:
        if name == "viewModel/update":
            self._updated(details["updates"])
        elif name == "viewModel/rejected":
            self._rejections[details.get("id"), details.get("input"), details["error"]["code"]] += 1
        elif name == "viewModel/failed" and details["id"] in self.states:
            self._report("failed", details["id"], code=details["error"]["code"])
        elif name == "viewModel/closed" and details["id"] in self.states:
            self._forget(details["id"])
            self._report("closed", details["id"], reason=details["reason"])
        elif name == "$/cancelRequest":
            self._unanswered.discard(details["id"])

    def _updated(self, updates: list[Json]) -> None:
        for update in updates:
            known = self.states.get(update["id"])
            if known is None:
                raise Failed(f"the host has published {update['id']}, which does not exist")
            known["revision"] = update["revision"]
            for operation in update.get("patch", ()):
                apply(known["state"], copy.deepcopy(operation))
        for update in updates:
            if update.get("patch"):
                self.changes += 1
                self._report("change", update["id"], revision=update["revision"], resynced=False)
        for update in updates:
            for event in update.get("events", ()):
                self._report("event", update["id"], event=event["event"], value=event["value"])
            if "droppedEvents" in update:
                self._report("dropped", update["id"], count=update["droppedEvents"])

    def _forget(self, id: str) -> None:
        self.states.pop(id, None)
        self.observed.pop(id, None)
        self.moved.pop(id, None)

    def _report(self, news: str, id: str, **details: Any) -> None:
        self._reported.append({"news": news, "id": id, **details})

    def _check_news(self, news: list[Json]) -> None:
        """Of each instance, the news come in the order of the host's lines."""
        wanted, self._reported = self._reported, []
        found = [
            one for one in news if one["news"] in ("change", "event", "dropped", "failed", "closed")
        ]
        found = [one for one in found if one.get("reason") not in OWN]
        ids = {one["id"] for one in (*wanted, *found)}
        for id in ids:
            mine = [[one for one in each if one["id"] == id] for each in (wanted, found)]
            if not same(*mine):
                raise Failed(f"of {id} it reported {mine[1]}, not {mine[0]}")

    def _check_ends(self, news: list[Json]) -> None:
        rejected = Counter(
            (one.get("id"), one.get("input"), one["code"])
            for one in news
            if one["news"] == "rejected"
        )
        failed: Counter[tuple[Any, Any, int]] = Counter()
        for one in news:
            if one["news"] != "end":
                continue
            if one["key"] in self.unsent and "error" in one:
                self.unsent.remove(one["key"])
                continue
            if one["key"] not in self.keys:
                raise Failed(f"ended, but was not sent or had ended before: {one}")
            self.keys.remove(one["key"])
            self.ends[one["key"]] = one
            error = one.get("error", {})
            if error.get("kind") == "rejected":
                failed[error["id"], error["input"], error["code"]] += 1
        if rejected - self._rejections or failed - self._rejections:
            raise Failed(
                f"reported as rejected: {rejected}, {failed}; rejected were {self._rejections}"
            )
        missing = self._rejections - (rejected | failed)
        if any(code != -32800 for _, _, code in missing):
            raise Failed(f"rejected, but not reported: {missing}")
        self._rejections.clear()
