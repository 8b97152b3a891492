"""Plays transcripts: what a frontend says in one, by a testee; and what has to come of it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from transcript import (
    CLIENT,
    Line,
    is_response,
    method,
    params,
    parsed,
    parts,
    read_transcript,
    same,
    written,
)

from .model import Model
from .testee import Failed, Json, Testee
from .wire import Wire

ROOT = Path(__file__).resolve().parents[3]
ENDS = ("shutdown", "exit", "initialize")
"""What no client says in the middle of a conversation: the playing stops there."""


class Transcript:
    """A conversation: first what the frontend says of itself, then the rest."""

    def __init__(self, name: str, lines: list[Line]) -> None:
        self.name = name
        self.lines = lines
        self.services: Json = {}
        """How services answer, in the order in which they are asked."""
        self.capabilities: Json = {}
        self._take_initialize()
        self._take_services()

    def _take_initialize(self) -> None:
        if self.lines and method(self.lines[0].message) == "initialize":
            self.capabilities = params(self.lines[0].message).get("capabilities") or {}
            # How large integers are written is a client's own choice.
            if "error" in (self.lines[1].message or {}) or "integers" in self.capabilities:
                self.lines = []
                return
            self.lines = self.lines[2:]
        for index, line in enumerate(self.lines):
            if line.mark == CLIENT and any(method(part) in ENDS for part in parts(line.message)):
                self.lines = self.lines[:index]
                break

    def _take_services(self) -> None:
        for name in self.capabilities.get("services") or []:
            self.services[name] = []
        given = {
            part["id"]: part
            for line in self.lines
            if line.mark == CLIENT
            for part in parts(line.message)
            if is_response(part) and isinstance(part["id"], str)
        }
        for line in self.lines:
            if line.mark != CLIENT and method(line.message) == "service/call":
                answer = given.get(line.message["id"], {"hold": True})
                if (answer.get("error") or {}) == {
                    "code": -32800,
                    "message": "Cancelled",
                }:  # which the client gives on its own
                    answer = {"hold": True}
                kept = {key: answer[key] for key in ("result", "error", "hold") if key in answer}
                self.services.get(params(line.message).get("service"), []).append(kept)

    def answers(self) -> dict[Any, Json]:
        """The host's responses by their ids, but for ids that are used more than once."""
        uses: Counter[str] = Counter()
        answers: dict[Any, Json] = {}
        for line in self.lines:
            for part in parts(line.message):
                if line.mark == CLIENT and method(part) is not None:
                    uses[written_id(part.get("id"))] += 1
                elif line.mark != CLIENT and is_response(part):
                    answers[written_id(part["id"])] = part
        return {id: answer for id, answer in answers.items() if uses[id] == 1}

    @property
    def holds(self) -> bool:
        """A service does not answer until it is cancelled."""
        return any("hold" in answer for answers in self.services.values() for answer in answers)

    @property
    def answers_at_once(self) -> bool:
        """Each service is answered by the next line of the frontend."""
        waiting: list[Any] = []
        for line in self.lines:
            if line.mark != CLIENT:
                waiting += [
                    part["id"] for part in parts(line.message) if method(part) == "service/call"
                ]
            elif waiting and not (is_response(line.message) and line.message["id"] in waiting):
                return False
            elif waiting:
                waiting.remove(line.message["id"])
        return not waiting

    @property
    def example(self) -> bool:
        """It needs the host with the ViewModels of the tests."""
        asked = [line.text for line in self.lines if line.mark == CLIENT]
        return "Examples" in self.name or any('"name":"example.' in text for text in asked)


def transcripts(path: Path) -> list[Transcript]:
    """Those of a folder, or of a page that has some."""
    name = str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)
    if path.is_dir():
        return [
            Transcript(str(Path(name) / file.relative_to(path)), read_transcript(str(file)))
            for file in sorted(path.glob("**/*.transcript"))
        ]
    if not path.is_file():
        raise Failed(f"there is no {path}: --transcripts names folders and pages that have some")
    _, *blocks = path.read_text("utf-8").split("```transcript\n")
    return [
        Transcript(
            f"{name}, block {number}",
            [
                Line(index, text[:3], text[4:], parsed(text[4:]))
                for index, text in enumerate(block.split("```")[0].splitlines())
                if text[:3] in ("-->", "<--")
            ],
        )
        for number, block in enumerate(blocks, 1)
    ]


class Player:
    """Plays one transcript. After each message the testee is asked what it sees."""

    def __init__(self, testee: Testee, wire: Wire, services: dict[str, list[Json]]) -> None:
        self.testee = testee
        self.model = Model(testee, wire, services)
        self.answers = 0
        """How many answers were compared with the transcript's."""

    def play(self, transcript: Transcript) -> None:
        """Raises Failed."""
        pending: dict[str, Json] = {}
        answers = transcript.answers()
        for line in transcript.lines:
            if line.mark != CLIENT or line.message is None or is_response(line.message):
                continue
            try:
                self._say(line.message, answers, pending)
                self.model.compare()
            except Failed as error:
                raise Failed(f"{transcript.name}:{line.number}: {error}") from None
        for key, answer in pending.items():
            if key in self.model.ends:
                self._same_outcome(f"{transcript.name}, call {key}", answer, self.model.ends[key])

    def _say(self, message: Any, expected: dict[Any, Json], pending: dict[str, Json]) -> None:
        messages = [part for part in parts(message) if isinstance(part, dict)]
        together = [self._command(part) for part in messages]
        if not isinstance(message, list):
            for part in messages:
                self._say_one(part, expected, pending)
        elif together and all(
            command and command["do"] in ("input", "call") for command in together
        ):
            self.testee.do("batch", commands=together)
            self.model.keys |= {command["key"] for command in together if command}
        else:  # no client can send that as one turn
            for part in messages:
                self._say_one(part, {}, {})
                self.model.compare()

    def _say_one(self, part: Json, expected: dict[Any, Json], pending: dict[str, Json]) -> None:
        command = self._command(part)
        if command is None:
            return
        answer = self.testee.attempt(**command)
        wanted = expected.get(written_id(part.get("id"))) if "id" in part else None
        if command["do"] in ("input", "call"):
            if "ok" not in answer:
                raise Failed(f"{command} failed: {answer}")
            self.model.keys.add(command["key"])
            if wanted:
                pending[command["key"]] = wanted
        elif wanted:
            self._same_outcome(str(command), wanted, answer)

    def _key(self, part: Json) -> str:
        return f"{method(part)} {written_id(part.get('id'))} {id(part)}"

    def _command(self, part: Json) -> Json | None:
        """What the client does to say a message; None for what it cannot say."""
        name, details = method(part), params(part)
        lives = isinstance(details.get("id"), str) and details["id"] in self.model.states
        if name in ("viewModel/input", "viewModel/call"):
            arguments = details.get("arguments")
            sayable = isinstance(details.get("input"), str) and isinstance(
                arguments, (dict, list, type(None))
            )
            if lives and sayable:
                do, key = str(name).split("/")[1], self._key(part)
                return {
                    "do": do,
                    "key": key,
                    "id": details["id"],
                    "input": details["input"],
                    "arguments": arguments,
                }
        if name == "$/cancelRequest":
            mine = [
                key
                for key in self.model.keys
                if key.startswith(f"viewModel/call {written_id(details.get('id'))} ")
            ]
            return {"do": "cancel", "key": mine[-1]} if mine else None
        if type(part.get("id")) not in (str, int, float) or not isinstance(name, str):
            return None
        if name == "viewModel/create" and is_creation(details):
            known = ("name", "id", "parameters", "uses", "observe")
            return {
                "do": "create",
                **{key: details[key] for key in known if details.get(key) is not None},
            }
        if name == "viewModel/dispose" and lives:
            return {"do": "dispose", "id": details["id"]}
        if name == "viewModel/observe" and lives and is_observed(details.get("observe")):
            return {"do": "observe", "id": details["id"], "outputs": details["observe"]}
        if name == "viewModel/window" and lives and is_move(**details):
            return {"do": "window", **details}
        if name == "viewModel/snapshot" and lives:
            return {"do": "snapshot", "id": details["id"]}
        return {"do": "request", "method": name, "params": part.get("params")}

    def _same_outcome(self, what: str, wanted: Json, found: Json) -> None:
        self.answers += 1
        if "error" in wanted:
            code = found.get("error", {}).get("code")
            if code != wanted["error"]["code"]:
                raise Failed(f"{what}: {found}, not {wanted}")
            return
        value = found.get("ok", found.get("value"))
        results = (without_revision(value), {"value": value})
        if not any(same(without_revision(wanted["result"]), one) for one in results):
            raise Failed(f"{what}: {found}, not {wanted}")


def written_id(id: Any) -> str:
    """1 and 1.0 are one id; 1 and "1" are two."""
    return written(int(id) if isinstance(id, float) and id.is_integer() else id)


def without_revision(value: Any) -> Any:
    """The client gives each input a `seq`, so there may be more updates than in the transcript."""
    if isinstance(value, dict) and "revision" in value:
        return {key: item for key, item in value.items() if key != "revision"}
    return value


def is_creation(details: Json) -> bool:
    """Its members have the types that they must have, so that every client can say it."""
    uses = details.get("uses") or {}
    return (
        isinstance(details.get("name"), str)
        and isinstance(details.get("id", ""), str)
        and isinstance(uses, dict)
        and all(isinstance(id, str) for id in uses.values())
        and isinstance(details.get("parameters") or {}, (dict, list))
        and ("observe" not in details or is_observed(details["observe"]))
    )


def is_observed(value: Any) -> bool:
    """Outputs to observe that every client can name, however wrong they are."""
    return isinstance(value, list) and all(
        isinstance(each, str) or (isinstance(each, dict) and is_window_entry(**each))
        for each in value
    )


def is_window_entry(output: Any = None, window: Any = None, **others: Any) -> bool:
    """An output, and the rows that are wanted of it."""
    rows = {} if window is None else window
    known = isinstance(rows, dict) and rows.keys() <= {"offset", "limit", "anchor"}
    return isinstance(output, str) and not others and known and None not in rows.values()


def is_move(output: Any = None, offset: Any = None, limit: Any = None, **others: Any) -> bool:
    """A move of a window that every client can ask for."""
    return (
        isinstance(output, str) and type(offset) is type(limit) is int and others.keys() == {"id"}
    )
