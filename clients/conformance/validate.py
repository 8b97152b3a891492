"""Checks conversations by the rules of protocol.md that hold whatever the ViewModels are.

    python3 validate.py [--rules] [FILE...]

A FILE is a transcript (a recording, too), a page that has some, or the trace of a client. A trace
does not show which lines belong to one turn, so the rules of turns are not looked at in one, and
what was left open only where the host was shut down. Each violation is printed with its file, line
and rule; `--rules` prints the rules. Nothing is known of the host's ViewModels, and nothing but
Python is needed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from conversations import conversations
from errors import error_fault
from forms import Forms
from instances import Instances
from lifecycle import Lifecycle
from service_calls import ServiceCalls
from transcript import CLIENT, HOST, is_response, key, method, params, parts
from turn_order import TurnOrder

SCHEMA = Path(__file__).resolve().parents[1] / "messages.schema.json"

RULES = {
    "forms": "A line has the form that the schema says, and so has a request that is accepted.",
    "states": "What the host answers is allowed in its state, from initialize to shutdown.",
    "asked": "Logs, restarts, numbers of turns and services come to who has asked for them.",
    "answers": "Each request is answered exactly once, with a result or an error.",
    "cancelled": "A call that is cancelled is answered in the same turn.",
    "codes": "An error's code is in the table, and its data name what they have to.",
    "ids": "An instance that a line names is there: after its creation, before its end.",
    "revisions": "create gives 0, each entry of an update one more, a snapshot the present one.",
    "patches": "A patch fits, changes something, and has add, remove and replace only.",
    "snapshots": "A snapshot's state is what the patches have led to.",
    "outputs": "The state has the outputs that are observed.",
    "updates": "An update names each instance once, in the order of creation, the ended first.",
    "users": "When an instance ends, those that use it end before the answer.",
    "restarts": "A whole state is replaced, and an instance closed that uses none, only then.",
    "clock": "Virtual time is the sum of what the frontend has let pass.",
    "seqs": "Each seq ends exactly once: in done of its instance's update, or rejected.",
    "rejections": "A rejection repeats an input that was sent, and each once.",
    "calls": "Service calls count from service-1; one that is open may be cancelled, once.",
    "answers-used": "Of an answer to a service call is said what the table says, once.",
    "windows": "A window is full as long as there are enough rows, and where its move says.",
    "arrays": "An array's answers are one array, in the order of the requests, but for calls.",
    "order": "A turn says: update, cancellations, failures, rejections, answers, service calls.",
}

OF_TURNS = {"cancelled", "calls", "answers-used", "arrays", "order"}
"""The rules that are about one turn, so that a trace cannot break them."""

AT_ONCE = {-32600, -32602, -32003, -32004}
"""With which a call is refused that has not begun."""


class Validator:
    """Takes in one conversation, line by line, and finds violations."""

    def __init__(self, forms: Forms, is_trace: bool = False) -> None:
        self._is_trace = is_trace
        self.faults: list[tuple[int, str, str]] = []
        """The line, the rule, and what is wrong."""
        self.checks: Counter[str] = Counter()
        self._forms = forms
        self._line = 0
        self._requests: dict[str, list[dict[str, Any]]] = {}
        self._cancelled: list[dict[str, Any]] = []
        """The requests that the turn has to answer, as the frontend has cancelled them."""
        self._seqs: Counter[str] = Counter()
        self._inputs: Counter[str] = Counter()
        """The inputs that may still be rejected."""
        self._instances = Instances(self._check)
        self._calls = ServiceCalls(self._check)
        self._lifecycle = Lifecycle(self._check)
        self._order = TurnOrder(self._check)
        self._sent: Any = None
        """The last line to the host."""
        self._has_ended = False
        self._now: float | None = 0
        """In milliseconds; None after a notification has moved it."""

    def take(self, number: int, mark: str, message: Any, is_last: bool = False) -> None:
        """Takes in a line. What follows the last one to the host may be of the end, too."""
        self._line = number
        if mark == CLIENT:
            if self._has_ended:
                return
            self._end_turn()
            self._order.begin(message, is_last or self._is_trace)
            self._lifecycle.begin(message)
            self._sent = message
            for part in parts(message):
                self._send(part)
            return
        fault = self._forms("/$defs/FromHost")(message)
        if not self._check("forms", fault is None, str(fault)):
            return
        self._order.take(message, self._requests)
        for part in parts(message):
            if is_response(part):
                self._take_answer(part)
            else:
                self._take(part)

    def end(self) -> None:
        """All instances have ended, except those whose end is not reported."""
        self._calls.end()
        self._end_turn()
        if self._is_trace and not self._lifecycle.is_shut_down:
            return
        self._instances.end()
        self._check("answers", not self._requests, f"without an answer: {list(self._requests)}")
        self._check("seqs", not self._seqs, f"without an end: {list(self._seqs)}")

    def _check(self, rule: str, holds: bool, what: str) -> bool:
        if self._is_trace and rule in OF_TURNS:
            return holds
        self.checks[rule] += 1
        if not holds:
            self.faults.append((self._line, rule, what))
        return holds

    def _end_turn(self) -> None:
        self._calls.end_turn(self._instances.living)
        if not (self._is_trace and self._requests):  # what they change may be published in part
            self._instances.end_turn(self._order.is_one)
        for request in self._cancelled:
            waiting = self._requests.get(key(request["id"]), [])
            is_answered = all(one is not request for one in waiting)
            self._check("cancelled", is_answered, f"{request['id']} has no answer")
        self._cancelled.clear()

    # What the frontend sends

    def _send(self, part: Any) -> None:
        if not isinstance(part, dict):
            return
        if "id" in part and "method" not in part and ("result" in part or "error" in part):
            if not isinstance(part["id"], (bool, list, dict)):
                self._calls.answer(part, not isinstance(self._sent, list))
        elif is_id(part.get("id")):
            self._requests.setdefault(key(part["id"]), []).append(part)
        elif "id" in part:
            return
        elif method(part) == "viewModel/input":
            self._inputs[input_key(params(part))] += 1
            if params(part).get("seq") is not None:
                self._seqs[seq_key(params(part))] += 1
        elif method(part) == "clock/advance":
            self._now = None
        elif method(part) == "$/cancelRequest" and is_id(params(part).get("id")):
            waiting = self._requests.get(key(params(part)["id"]), [])
            if len(waiting) == 1 and method(waiting[0]) == "viewModel/call":
                self._cancelled += waiting
        elif method(part) == "exit" and part.get("jsonrpc") == "2.0":
            self._has_ended = True

    # What the host says

    def _take(self, part: dict[str, Any]) -> None:
        said = params(part)
        name = method(part)
        self._lifecycle.take(part)
        if "error" in said:
            self._check_error(said["error"])
        if name == "viewModel/update":
            self._instances.update(said["updates"])
            for entry in said["updates"]:
                for seq in entry.get("done", ()):
                    self._end_seq(seq_key({"id": entry["id"], "seq": seq}))
        elif name == "viewModel/rejected":
            self._take_rejection(said)
        elif name == "viewModel/failed":
            self._instances.check_living(said["id"])
        elif name == "viewModel/closed":
            self._lifecycle.closed()
            self._instances.close(said["id"])
        elif name == "service/call":
            self._calls.call(part)
            if "id" in said:
                self._instances.check_living(said["id"])
        elif name == "service/rejected":
            self._calls.reject(said)
        elif name == "$/cancelRequest":
            self._calls.cancel(said["id"])
        elif name == "host/restarted":
            self._instances.explain()
        elif name == "host/resumed":
            self._instances.open(said["opened"])

    def _take_rejection(self, said: dict[str, Any]) -> None:
        sent = input_key(said)
        if said["error"]["code"] == -32018:  # which may not repeat the input's name
            about = {"id": said.get("id"), "seq": said.get("seq")}
            sent = next((one for one in self._inputs if about.items() <= of(one).items()), sent)
        if self._check("rejections", self._inputs[sent] > 0, f"{sent} was not sent"):
            self._inputs[sent] -= 1
            if not self._inputs[sent]:
                del self._inputs[sent]
        if "seq" in said:
            self._end_seq(seq_key(said))

    def _end_seq(self, seq: str) -> None:
        if self._check("seqs", self._seqs[seq] > 0, f"{seq} is not open"):
            self._seqs[seq] -= 1
        if not self._seqs[seq]:
            del self._seqs[seq]

    def _take_answer(self, answer: dict[str, Any]) -> None:
        if "error" in answer:
            self._check_error(answer["error"])
        if answer["id"] is None:
            # Nothing could be read of the line, so nothing else answers it.
            id = self._sent.get("id") if isinstance(self._sent, dict) else None
            if id is None or not is_id(id) or key(id) not in self._requests:
                return
            answer = {**answer, "id": id}
        requests = self._requests.get(key(answer["id"]), [])
        if not self._check("answers", bool(requests), f"{answer['id']} was not asked"):
            return
        # Of several with one id it is the last that is refused at once, and else the first; but
        # what a call waits for comes later.
        is_refused = "error" in answer and answer["error"]["code"] in AT_ONCE
        several = requests[::-1] if is_refused else requests
        request = next((each for each in several if fits(each, answer)), several[0])
        requests.remove(request)
        if not requests:
            del self._requests[key(answer["id"])]
        self._lifecycle.answered(request, answer)
        if "result" in answer:
            self._take_result(request, answer["result"])

    def _take_result(self, request: dict[str, Any], result: Any) -> None:
        name = str(method(request))
        if not self._check("forms", name in self._forms.requests, f"a result of {name}"):
            return
        token = name.replace("/", "~1")
        form = self._forms(f"/$defs/Requests/properties/{token}/properties/result")
        fault = self._forms("/$defs/ToHost")(request)
        is_fine = self._check("forms", fault is None, f"{fault}, and it was accepted")
        fault = form(result)
        if not self._check("forms", fault is None, f"/result{fault}") or not is_fine:
            return
        self._instances.result(request, result, isinstance(self._sent, list))
        if method(request) == "clock/advance":
            if self._now is not None:
                expected = self._now + params(request)["milliseconds"]
                self._check("clock", abs(result["now"] - expected) < 1e-3, f"not {expected}")
            self._now = result["now"]

    def _check_error(self, error: dict[str, Any]) -> None:
        self._lifecycle.failed(error["code"])
        fault = error_fault(error)
        self._check("codes", fault is None, f"{fault}")


def fits(request: dict[str, Any], answer: dict[str, Any]) -> bool:
    """Whether an answer may be that to a request, of several with one id."""
    if "error" in answer:
        return True
    return bool((method(request) == "viewModel/call") == (list(answer["result"]) == ["value"]))


def is_id(id: Any) -> bool:
    return isinstance(id, (str, int, float)) and not isinstance(id, bool)


def seq_key(said: dict[str, Any]) -> str:
    return f"{said.get('id')!r} {said['seq']!r}"


def input_key(said: dict[str, Any]) -> str:
    """What a rejection repeats of an input. Null stands for none."""
    repeated = {name: said.get(name) for name in ("id", "input", "seq")}
    return json.dumps(repeated, sort_keys=True)


def of(key: str) -> dict[str, Any]:
    """What made the key of an input."""
    repeated: dict[str, Any] = json.loads(key)
    return repeated


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", action="store_true", help="print the rules")
    parser.add_argument("files", nargs="*", metavar="FILE")
    options = parser.parse_args()
    if options.rules:
        for name, rule in RULES.items():
            print(f"{name:12} {rule}")
        return 0
    forms = Forms(json.loads(SCHEMA.read_text(encoding="utf-8")))
    checks: Counter[str] = Counter()
    faults = 0
    for path in options.files:
        found = conversations(path)
        if not found:
            print(f"{path}: no line begins with {CLIENT} or {HOST}, so it is no transcript")
        for lines, is_trace in found:
            validator = Validator(forms, is_trace)
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
