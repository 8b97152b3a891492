"""Checks conversations by the rules of protocol.md that hold whatever the ViewModels are.

    python3 validate.py [--rules] [FILE...]

A FILE is a transcript (a recording, too), or a page that has some. Each violation is printed with
its file, line and rule; `--rules` prints the rules. Nothing is known of the host's ViewModels, and
nothing but Python is needed. Forms of messages are `check_messages.py`'s.
"""

from __future__ import annotations

import argparse
import copy
import sys
from collections import Counter
from typing import Any

from conversations import conversations
from states import apply
from transcript import CLIENT, is_response, method, params, parts
from turn_order import TurnOrder

RULES = {
    "answers": "Each request is answered exactly once, with a result or an error.",
    "codes": "An error's code is in the table, and one of invalid params names the place.",
    "ids": "An instance that is told of is there: after its creation, before its end.",
    "revisions": "create gives 0, each entry of an update one more, a snapshot the present one.",
    "patches": "A patch fits, changes something, and has add, remove, replace and move only.",
    "snapshots": "A snapshot's state is what the patches have led to.",
    "outputs": "The state has the outputs that are observed.",
    "updates": "An update names each instance once, in the order of creation, the ended first.",
    "users": "When an instance ends, those that use it end before the answer.",
    "clock": "Virtual time is the sum of what the frontend has let pass.",
    "seqs": "Each seq ends exactly once: in done of its instance's update, or rejected.",
    "calls": "Service calls count from service-1; one that is open may be cancelled, once.",
    "windows": "A window is full as long as there are enough rows.",
    "arrays": "The answers to an array are arrays, but for calls that end later.",
    "order": "A turn says: update, cancellations, failures, rejections, answers, service calls.",
}

CODES = {-32700, -32800, *range(-32603, -32599), *range(-32019, -32000)}
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


class Validator:
    """Takes in one conversation, line by line, and finds violations."""

    def __init__(self) -> None:
        self.faults: list[tuple[int, str, str]] = []
        """The line, the rule, and what is wrong."""
        self.checks: Counter[str] = Counter()
        self._line = 0
        self._requests: dict[str, list[dict[str, Any]]] = {}
        self._seqs: Counter[str] = Counter()
        self._instances: dict[str, Instance] = {}
        self._created = 0
        self._calls: dict[str, str] = {}
        self._order = TurnOrder(self._check)
        self._sent: Any = None
        """The last line to the host."""
        self._has_ended = False
        self._now: float | None = 0
        """In milliseconds; None after a notification has moved it."""
        self._updated: list[str] = []
        """The instances of the turn's update."""
        self._answered: list[Any] = []
        """The answers to service calls that the host is about to take."""

    def take(self, number: int, mark: str, message: Any, is_last: bool = False) -> None:
        """Takes in a line. What follows the last one to the host may be of the end, too."""
        self._line = number
        if mark == CLIENT:
            if self._has_ended:
                return
            self._end_turn()
            self._order.begin(message, is_last)
            self._sent = message
            for part in parts(message):
                self._send(part)
            return
        self._order.take(message, self._requests)
        for part in parts(message):
            if is_response(part):
                self._take_answer(part)
            elif isinstance(part, dict):
                self._take(part)

    def end(self) -> None:
        self._end_turn()
        self._check("answers", not self._requests, f"without an answer: {list(self._requests)}")
        self._check("seqs", not self._seqs, f"without an end: {list(self._seqs)}")

    def _check(self, rule: str, holds: bool, what: str) -> bool:
        self.checks[rule] += 1
        if not holds:
            self.faults.append((self._line, rule, what))
        return holds

    # What the frontend sends

    def _send(self, part: Any) -> None:
        if not isinstance(part, dict):
            return
        if "id" in part and "method" not in part and ("result" in part or "error" in part):
            self._answered.append(part["id"])
            # In an array, what comes before it may cancel the call first.
            if not isinstance(self._sent, list):
                self._close_calls()
        elif is_id(part.get("id")):
            self._requests.setdefault(key(part["id"]), []).append(part)
        elif method(part) == "viewModel/input" and "id" not in part:
            if params(part).get("seq") is not None:
                self._seqs[seq_key(params(part))] += 1
        elif method(part) == "clock/advance":
            self._now = None
        elif method(part) == "exit" and part.get("jsonrpc") == "2.0":
            self._has_ended = True

    # What the host says

    def _take(self, part: dict[str, Any]) -> None:
        told = params(part)
        name = method(part)
        if name == "viewModel/update":
            self._take_update(told["updates"])
        elif name == "viewModel/rejected":
            self._check_error(told["error"])
            if "seq" in told:
                self._end_seq(seq_key(told))
        elif name == "viewModel/failed":
            self._check("ids", told["id"] in self._instances, f"{told['id']} is not there")
            self._check_error(told["error"])
        elif name == "viewModel/closed":
            found = self._instances.pop(told["id"], None)
            self._check("ids", found is not None, f"{told['id']} is not there")
        elif name == "service/call":
            expected = f"service-{len(self._calls) + 1}"
            self._check("calls", part["id"] == expected, f"expected {expected}")
            self._calls[part["id"]] = "open"
        elif name == "service/rejected":
            self._check_error(told["error"])
        elif name == "$/cancelRequest":
            is_open = self._calls.get(told["id"]) == "open"
            self._check("calls", is_open, f"{told['id']} is not open")
            self._calls[told["id"]] = "cancelled"

    def _take_update(self, entries: list[dict[str, Any]]) -> None:
        ids = [entry["id"] for entry in entries]
        self._check("updates", len(set(ids)) == len(ids), f"an instance twice: {ids}")
        self._updated = ids
        for entry in entries:
            instance = self._instances.get(entry["id"])
            if self._check("ids", instance is not None, f"{entry['id']} is not there") and instance:
                self._take_entry(instance, entry)
            for seq in entry.get("done", ()):
                self._end_seq(seq_key({"id": entry["id"], "seq": seq}))

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
                is_alone = operation["op"] == "replace" and len(entry["patch"]) == 1
                self._check("patches", is_alone, f"at the root: {operation}")
                instance.state = copy.deepcopy(operation["value"])
                continue
            try:
                apply(instance.state, copy.deepcopy(operation))
            except (KeyError, IndexError, TypeError, ValueError) as error:
                self._check("patches", False, f"{operation} does not fit: {error!r}")
        self._check("patches", instance.state != before, "the patch changes nothing")

    def _end_seq(self, seq: str) -> None:
        if self._check("seqs", self._seqs[seq] > 0, f"{seq} is not open"):
            self._seqs[seq] -= 1
        if not self._seqs[seq]:
            del self._seqs[seq]

    def _take_answer(self, answer: dict[str, Any]) -> None:
        self._check("answers", ("result" in answer) != ("error" in answer), "neither or both")
        if "error" in answer:
            self._check_error(answer["error"])
        if answer["id"] is None:
            self._check("answers", "error" in answer, "a result for null")
            # Nothing could be read of the line, so nothing else answers it.
            id = self._sent.get("id") if isinstance(self._sent, dict) else None
            if id is None or not is_id(id) or key(id) not in self._requests:
                return
            answer = {**answer, "id": id}
        requests = self._requests.get(key(answer["id"]), [])
        if not self._check("answers", bool(requests), f"{answer['id']} was not asked"):
            return
        # Of several with one id it is the first, but what a call waits for comes later.
        request = next((each for each in requests if fits(each, answer)), requests[0])
        requests.remove(request)
        if not requests:
            del self._requests[key(answer["id"])]
        if "result" in answer:
            self._take_result(method(request), params(request), answer["result"])

    def _take_result(self, name: str, asked: dict[str, Any], result: Any) -> None:
        id = str(asked.get("id"))
        if name == "viewModel/create":
            is_new = result["id"] not in self._instances
            self._check("ids", is_new, f"{result['id']} is there already")
            self._check("revisions", result["revision"] == 0, "expected 0")
            self._created += 1
            self._instances[result["id"]] = Instance(self._created, result, asked)
        elif name == "viewModel/snapshot" and id in self._instances:
            instance = self._instances[id]
            self._check(
                "revisions", result["revision"] == instance.revision, f"not {instance.revision}"
            )
            self._check("snapshots", result["state"] == instance.state, f"not {instance.state}")
        elif name == "viewModel/observe" and id in self._instances:
            self._instances[id].choose(asked["observe"])
        elif name == "viewModel/window" and id in self._instances:
            observed = self._instances[id].observed
            if observed is not None:
                observed[asked["output"]] = asked["limit"]
        elif name == "viewModel/dispose":
            self._instances.pop(id, None)
            users = [user for user, each in self._instances.items() if id in each.used]
            self._check("users", not users, f"{users} use {id}")
        elif name == "shutdown":
            self._instances.clear()
        elif name == "clock/advance":
            if self._now is not None:
                expected = self._now + asked["milliseconds"]
                self._check("clock", abs(result["now"] - expected) < 1e-3, f"not {expected}")
            self._now = result["now"]

    def _check_error(self, error: dict[str, Any]) -> None:
        code = error["code"]
        # A ViewModel's own error, which a service has given, has a code of its own.
        self._check("codes", code in CODES or code > -32000 or code < -33000, f"{code}")
        if code == -32602:
            has_place = "path" in (error.get("data") or {})
            self._check("codes", has_place, f"without data.path: {error['message']}")

    def _close_calls(self) -> None:
        for id in self._answered:
            if id in self._calls:
                self._calls[id] = "answered"
        self._answered.clear()

    def _end_turn(self) -> None:
        self._close_calls()
        if self._order.is_one:
            # Those that are gone by now have ended in the turn.
            living = [self._instances.get(id) for id in self._updated]
            numbers = [each.number if each else 0 for each in living]
            is_sorted = numbers == sorted(numbers)
            self._check("updates", is_sorted, f"not in the order of creation: {self._updated}")
        self._updated = []
        for id, instance in self._instances.items():
            if instance.observed is None:
                continue
            names = set(instance.observed)
            self._check("outputs", set(instance.state) == names, f"{id} has {set(instance.state)}")
            for output, limit in instance.observed.items():
                value = instance.state.get(output)
                if limit is not None and isinstance(value, dict):
                    self._check("windows", is_full(value, limit), f"{output} of {id}: {value}")


def is_full(window: dict[str, Any], limit: int) -> bool:
    total, offset, count = window["total"], window["offset"], len(window["items"])
    return bool(offset >= 0 and count == min(limit, total) and offset + count <= total)


def fits(request: dict[str, Any], answer: dict[str, Any]) -> bool:
    """Whether an answer may be that to a request, of several with one id."""
    if "error" in answer:
        return True
    return bool((method(request) == "viewModel/call") == (list(answer["result"]) == ["value"]))


def is_id(id: Any) -> bool:
    return isinstance(id, (str, int, float)) and not isinstance(id, bool)


def key(id: str | float) -> str:
    """Numbers are the same if their values are: integers of 64 bits, and else doubles."""
    if isinstance(id, int) and not -(2**63) <= id < 2**63:
        id = float(id)
    return repr(id)


def seq_key(told: dict[str, Any]) -> str:
    return f"{told.get('id')!r} {told['seq']!r}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", action="store_true", help="print the rules")
    parser.add_argument("files", nargs="*", metavar="FILE")
    options = parser.parse_args()
    if options.rules:
        for name, rule in RULES.items():
            print(f"{name:10} {rule}")
        return 0
    checks: Counter[str] = Counter()
    faults = 0
    for path in options.files:
        for lines in conversations(path):
            validator = Validator()
            last = max((number for number, mark, _ in lines if mark == CLIENT), default=0)
            for line in lines:
                validator.take(*line, is_last=line[0] == last)
            validator.end()
            for number, rule, what in validator.faults:
                print(f"{path}:{number}: {rule}: {what:.300}")
            faults += len(validator.faults)
            checks += validator.checks
    print(f"{len(options.files)} files, {sum(checks.values())} checks, {faults} faults")
    return 1 if faults or not checks else 0


if __name__ == "__main__":
    sys.exit(main())
