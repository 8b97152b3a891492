"""What a frontend may rely on, whatever the ViewModels do: the rules of protocol.md.

A mirror takes all lines in, those to the host and those from it, and keeps the state of each
instance by applying the patches.
"""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

from expected import fits
from form import check_form
from messages import Kind, Message, NotJSON, key, parse
from patch import apply


class Fault(Exception):
    """The host has broken a rule."""


class Known:
    """What a frontend knows of an instance."""

    def __init__(self, result: dict[str, Any], serial: int) -> None:
        self.revision: int = result["revision"]
        self.serial = serial
        self.state = copy.deepcopy(result["state"])


class Mirror:
    def __init__(self) -> None:
        self.known: dict[str, Known] = {}
        self._created = 0
        self._requests: dict[Any, list[Message]] = {}
        """What waits for an answer."""
        self._seqs: Counter[str] = Counter()
        self._last_call = 0
        self._cancelled: set[Any] = set()
        self._has_ended = False

    def sent(self, line: str) -> None:
        """A line goes to the host."""
        if self._has_ended or not line:
            return
        try:
            payload = parse(line)
        except NotJSON:
            self._expect(Message(Kind.INVALID))
            return
        for message in payload if isinstance(payload, list) else [payload]:
            if message.kind in (Kind.REQUEST, Kind.INVALID):
                self._expect(message)
            if message.kind is Kind.NOTIFICATION:
                if message.method == "viewModel/input" and "seq" in message.named:
                    self._seqs[seq_key(message.named)] += 1
                self._has_ended = self._has_ended or message.method == "exit"

    def _expect(self, message: Message) -> None:
        self._requests.setdefault(key(message.id), []).append(message)

    def take(self, line: Any) -> None:
        """A line comes from the host."""
        if isinstance(line, list):
            ensure(line, "an array without responses")
            for response in line:
                ensure("method" not in response, "an array with something else than responses")
                self._take_response(response)
            return
        check_form(line)
        method = line.get("method")
        params = line.get("params", {})
        if method is None:
            self._take_response(line)
        elif method == "viewModel/update":
            ids = [entry["id"] for entry in params["updates"]]
            ensure(len(set(ids)) == len(ids), "an instance is twice in an update")
            for entry in params["updates"]:
                self._take_entry(entry)
        elif method == "viewModel/rejected":
            if "seq" in params:
                self._end_seq(params)
        elif method in ("viewModel/failed", "viewModel/closed"):
            ensure(params["id"] in self.known, f"{method} about {params['id']}, which is not there")
            if method == "viewModel/closed":
                del self.known[params["id"]]
        elif method == "host/resumed":
            ensure(not self.known, "a session is resumed that is already running")
            for opened in params["opened"]:
                self._created += 1
                self.known[opened["id"]] = Known(opened, self._created)
        elif method == "service/call":
            self._take_call(line)
        elif method == "$/cancelRequest":
            number = params["id"].removeprefix("service-")
            ensure(number.isdigit() and 0 < int(number) <= self._last_call, "cancels no call")
            ensure(number not in self._cancelled, "a service call is cancelled twice")
            self._cancelled.add(number)

    def _take_call(self, line: dict[str, Any]) -> None:
        self._last_call += 1
        ensure(line["id"] == f"service-{self._last_call}", "service calls are not counted")
        id = line["params"].get("id")
        ensure(id is None or id in self.known, f"a service call of {id}, which is not there")

    def _take_entry(self, entry: dict[str, Any]) -> None:
        known = self.known.get(entry["id"])
        ensure(known is not None, f"an update of {entry['id']}, which is not there")
        assert known is not None
        ensure(
            entry["revision"] == known.revision + 1,
            f"revision {entry['revision']} of {entry['id']} follows upon {known.revision}",
        )
        known.revision += 1
        try:
            for operation in entry.get("patch", ()):
                apply(known.state, copy.deepcopy(operation))
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise Fault(f"a patch of {entry['id']} cannot be applied: {error!r}") from None
        for seq in entry.get("done", ()):
            self._end_seq({"id": entry["id"], "seq": seq})

    def _end_seq(self, params: dict[str, Any]) -> None:
        name = seq_key(params)
        ensure(self._seqs[name] > 0, f"a seq ends that was not sent, or twice: {name}")
        self._seqs[name] -= 1

    def _take_response(self, response: dict[str, Any]) -> None:
        check_form(response)
        waiting = self._requests.get(key(response["id"]))
        ensure(waiting, f"an answer to what was not asked, or the second: {response['id']!r}")
        assert waiting is not None
        # Of two with one id, the one that is refused is the second.
        request = waiting.pop(-1 if response.get("error", {}).get("code") == -32600 else 0)
        result = response.get("result")
        if result is None:
            return
        id: Any = request.named.get("id")
        if request.method == "viewModel/create":
            ensure(result["revision"] == 0, "a creation is answered with a revision but 0")
            ensure(result["id"] not in self.known, f"{result['id']} is created twice")
            ensure(
                id is None or id == result["id"], "an instance has another id than was asked for"
            )
            self._created += 1
            self.known[result["id"]] = Known(result, self._created)
        elif request.method == "viewModel/dispose":
            ensure(id in self.known, f"the end of {id}, which is not there")
            del self.known[id]
        elif request.method == "viewModel/snapshot":
            known = self.known.get(id)
            ensure(known is not None, f"a snapshot of {id}, which is not there")
            assert known is not None
            mine = {"id": id, "revision": known.revision, "state": known.state}
            ensure(fits(mine, result), f"the snapshot is {result}, the mirror has {mine}")
        elif request.method == "shutdown":
            self.known = {}

    def end(self) -> None:
        """The host has ended: nothing may be left over."""
        left = [message.id for messages in self._requests.values() for message in messages]
        ensure(not left, f"never answered: {left}")
        seqs = [seq for seq, count in self._seqs.items() if count]
        ensure(not seqs, f"seqs that never ended: {', '.join(seqs)}")


def seq_key(params: dict[str, Any]) -> str:
    """An id and a seq as text. 1 is 1.0."""
    seq = params["seq"]
    is_number = isinstance(seq, (int, float)) and not isinstance(seq, bool)
    return f"{float(seq) if is_number else seq!r} of {params.get('id')!r}"


def ensure(condition: Any, fault: str) -> None:
    if not condition:
        raise Fault(fault)
