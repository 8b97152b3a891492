"""Reads transcripts, and plays them: as bytes, and through a face with its mirrors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from support import ROOT, settle

from viewmodel_host import Host, RequestFailed, ServiceFailed


@dataclass
class Transcript:
    """A conversation: its lines in order, each with who wrote it."""

    name: str
    lines: list[tuple[str, str]] = field(default_factory=list)

    def until_the_last_sent(self) -> int:
        """The number of lines up to the last that is sent: the rest may come at the end only."""
        return max(index for index, (mark, _) in enumerate(self.lines, 1) if mark == "-->")

    def text(self) -> str:
        """As it stands in a file."""
        return "".join(f"{mark} {line}\n" for mark, line in self.lines)

    def answers(self) -> Iterator[list[Any]]:
        """What the host says after each line that is sent, but for the answers to itself."""
        said: list[Any] | None = None
        for mark, line in self.lines:
            if mark == "-->" and is_answer(json.loads(line)):
                continue
            if mark == "-->":
                if said is not None:
                    yield said
                said = []
            elif said is not None:
                said.append(json.loads(line))
        yield said or []

    def services(self) -> dict[str, Any]:
        """Services that answer as the frontend does here, in the order in which they are asked."""
        messages = [(mark, json.loads(line)) for mark, line in self.lines if is_json(line)]
        given = {part["id"]: part for mark, part in messages if mark == "-->" and has_outcome(part)}
        asked = [part for mark, part in messages if mark == "<--" and asks_service(part)]
        answers: Iterator[dict[str, Any]]
        answers = iter([given.get(part["id"], {}) for part in asked])

        def answer(**arguments: Any) -> Any:
            message = next(answers, {})
            error = message.get("error", {"code": -32800, "message": "there is no more"})
            if "result" not in message:
                raise ServiceFailed(error["code"], error["message"], error.get("data"))
            return message["result"]

        return {part["params"]["service"]: answer for part in asked}

    def without_mixed_batches(self) -> Transcript:
        """It ends before a batch with something else than inputs and calls: no face can send it."""
        for index, (mark, line) in enumerate(self.lines):
            if mark == "-->" and line.startswith("[") and "viewModel/dispose" in line:
                return Transcript(self.name, self.lines[:index])
        return self

    @staticmethod
    def read(name: str, text: str) -> Transcript:
        transcript = Transcript(name)
        for number, line in enumerate(text.split("\n"), 1):
            mark, message = line[:3], line[4:]
            if mark in ("-->", "<--") and line[3:4] in ("", " "):
                transcript.lines.append((mark, message))
            elif line and not line.startswith("#"):
                raise ValueError(f"{name}:{number}: neither a message nor a comment: {line}")
        return transcript


def transcripts() -> list[Transcript]:
    """Those of the protocol's text, and those of the folder."""
    return from_protocol() + from_folder()


def from_folder() -> list[Transcript]:
    folder = ROOT / "Tests" / "Transcripts"
    files = sorted(folder.glob("**/*.transcript"))
    return [
        Transcript.read(file.relative_to(folder).as_posix(), file.read_text("utf-8"))
        for file in files
    ]


def from_protocol() -> list[Transcript]:
    _, *blocks = (ROOT / "protocol.md").read_text("utf-8").split("```transcript\n")
    return [
        Transcript.read(f"protocol.md, block {number}", block.split("```")[0])
        for number, block in enumerate(blocks, 1)
    ]


class Player:
    """Plays what a frontend says in a transcript with a host of either face.

    After each message it asks for a snapshot of every instance: the mirror must have the same state
    at the same revision.
    """

    def __init__(self, host: Any) -> None:
        self.host = host
        self.instances: dict[str, Any] = {}
        self.calls: dict[Any, Any] = {}
        self.compared = 0
        self.changes = 0
        self.ended = False

    async def play(self, transcript: Transcript) -> None:
        for mark, line in transcript.lines:
            if mark == "-->" and not self.ended:
                try:
                    message = json.loads(line)
                except ValueError:
                    continue
                if is_answer(message):  # the services of the face give it
                    continue
                await self.say(message)
                if not self.ended:
                    await self.compare()

    async def say(self, message: Any) -> None:
        parts = message if isinstance(message, list) else [message]
        parts = [part for part in parts if isinstance(part, dict)]
        if len(parts) > 1 and all(map(self.is_sendable, parts)):
            with self.host.batch():
                for part in parts:
                    self.send(part)
            return
        for part in parts:
            if self.is_sendable(part):
                self.send(part)
            else:
                with suppress(RequestFailed):  # as it may be in the transcript
                    await self.ask(part.get("method"), part.get("params") or {})

    def is_sendable(self, message: dict[str, Any]) -> bool:
        """It is an input or a call of an instance that lives, or a cancellation."""
        params = message.get("params")
        if not isinstance(params, dict):
            return False
        if message.get("method") == "$/cancelRequest":
            return params.get("id") in self.calls
        instance = self.instances.get(str(params.get("id")))
        if instance is None or instance.closed is not None:
            return False
        is_input = message.get("method") in ("viewModel/input", "viewModel/call")
        return is_input and isinstance(params.get("input"), str)

    def send(self, message: dict[str, Any]) -> None:
        params = message["params"]
        if message.get("method") == "$/cancelRequest":
            self.calls[params["id"]].cancel()
            return
        instance = self.instances[params["id"]]
        arguments = params.get("arguments", {})
        in_order = arguments if isinstance(arguments, list) else []
        named = arguments if isinstance(arguments, dict) else {}
        if message.get("method") == "viewModel/input":
            instance.input(params["input"], *in_order, **named)
        else:
            start = instance.start if isinstance(self.host, Host) else instance.call
            self.calls[message["id"]] = start(params["input"], *in_order, **named)

    async def ask(self, method: Any, params: Any) -> None:
        if method == "viewModel/create" and is_creation(params):
            known = ("id", "parameters", "uses", "observe")
            details = {key: params[key] for key in known if params.get(key) is not None}
            name = params["name"]
            instance = await settle(self.host.create(name, on_change=self.changed, **details))
            self.instances[instance.id] = instance
        elif method == "viewModel/dispose" and self.lives(params):
            await settle(self.instances[params["id"]].dispose())
        elif method == "viewModel/observe" and self.can_observe(params):
            await settle(self.instances[params["id"]].observe(params["observe"]))
        elif method in ("shutdown", "exit"):
            self.ended = True
        elif isinstance(method, str) and method != "initialize" and "/input" not in method:
            await settle(self.host.request(method, params))

    def can_observe(self, params: dict[str, Any]) -> bool:
        if not self.lives(params) or params.keys() != {"id", "observe"}:
            return False
        return is_names(params["observe"])

    def lives(self, params: dict[str, Any]) -> bool:
        instance = self.instances.get(str(params.get("id")))
        return instance is not None and instance.closed is None

    async def compare(self) -> None:
        await settle(self.host.ping())
        for id, instance in list(self.instances.items()):
            if instance.closed is not None:
                del self.instances[id]
                continue
            snapshot = await settle(instance.snapshot())
            for _ in range(10):
                if snapshot.revision >= instance.revision:
                    break
                snapshot = await settle(instance.snapshot())  # a service has answered since
            found = (instance.revision, instance.state)
            if found != (snapshot.revision, snapshot.state):
                raise AssertionError(f"the mirror has {found}, the host {snapshot}")
            self.compared += 1

    def changed(self, change: Any) -> None:
        if change.resynced:
            raise AssertionError(f"the mirror was out of step: {change}")
        self.changes += 1


def is_json(line: str) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


def asks_service(message: Any) -> bool:
    return isinstance(message, dict) and message.get("method") == "service/call"


def has_outcome(message: Any) -> bool:
    """It is a response to a request of the host."""
    return (
        isinstance(message, dict)
        and isinstance(message.get("id"), str)
        and ("result" in message or is_error(message.get("error")))
    )


def is_error(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("code"), int) and "message" in value


def is_answer(message: Any) -> bool:
    """It is a response, or nothing at all."""
    return isinstance(message, dict) and "method" not in message


def is_creation(params: Any) -> bool:
    """The faces can send it: members have the types that they must have."""
    if not isinstance(params, dict):
        return False
    uses = params.get("uses", {})
    return (
        isinstance(params.get("name"), str)
        and isinstance(params.get("id", ""), str)
        and isinstance(uses, dict)
        and all(isinstance(id, str) for id in uses.values())
        and is_names(params.get("observe", []))
    )


def is_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def as_written(line: str) -> Any:
    """A line as it is compared: all of it counts but the spaces between the tokens."""
    try:
        return json.loads(line, object_pairs_hook=tuple, parse_float=str, parse_int=str)
    except ValueError:
        return line
