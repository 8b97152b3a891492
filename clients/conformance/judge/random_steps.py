"""Random conversations with a built host, and hosts that are killed anywhere in them."""

from __future__ import annotations

import os
import random
import signal
from typing import Any

from .model import Model
from .processes import only_child
from .testee import Failed, Json, Testee
from .wire import Wire

NAMES = [
    "counter",
    "counter.functional",
    "user",
    "user.relays",
    "list",
    "pager",
    "foos.caught",
    "foos.action",
    "chain.async",
    "parallel",
    "example.form",
    "example.preview",
    "example.download",
    "example.division",
    "example.typing",
    "example.stopwatch",
    "example.errors",
    "example.plain",
    "example.shapes",
    "example.rows",
]
LONG = ["example.rows"]
"""Whose lists may be long."""
OFFSETS = [-3, 0, 0, 1, 2, 3, 5, 500, 2**53]
LIMITS = [0, 1, 2, 3, 5, 8, -1]
"""Of windows; -1 is an error."""
MOST = 12
"""How many instances live at a time, at most."""
WORDS = ["", "a", "zwei", 'ü\n"', "e\u0301", "🦉 owl", "x" * 300, "-1"]


class Steps:
    """Draws commands. The same seed draws the same."""

    def __init__(self, testee: Testee, wire: Wire, host: list[str], seed: int) -> None:
        self.random = random.Random(seed)
        self.testee = testee
        self.wire = wire
        self.names: dict[str, str] = {}
        self.described: dict[str, Json] = {}
        self._numbers = 0
        self.windows = 0
        """How many windows have moved."""
        self.unknown = 0
        """How many kills were reported without the signal."""
        services = {
            name: [self._answer(name) for _ in range(2000)]
            for name in ("items", "foos", "first", "second")
        }
        # Programs answer those of a testee that lacks `late`, and take their time.
        self.model = Model(testee, wire, services if "late" in testee.lacks else None)
        self.pid = testee.do("start", command=[*host, "--clock", "virtual"], services=services)[
            "pid"
        ]
        for name in NAMES:
            self.described[name] = testee.do(
                "request", method="viewModel/describe", params={"name": name}
            )
        self.model.compare()

    def run(self, count: int, between: int = 1) -> None:
        """Takes so many steps, and compares after each, or after several."""
        for step in range(count):
            command = self.draw()
            try:
                answer = self.testee.attempt(**command)
                if answer.get("error", {}).get("kind") == "died":
                    raise Failed(f"it gives {answer}")
                self.take(command, answer)
                if step % between == 0 or step == count - 1:
                    self.model.compare()
                    self._check_place(command, answer)
            except Failed as error:
                raise Failed(f"step {step}, {command}: {error}") from None

    def _check_place(self, command: Json, answer: Json) -> None:
        """What a move gives is where the window stands. Only inputs change long lists."""
        if command["do"] != "window" or "ok" not in answer:
            return
        self.windows += 1
        value = self.model.states[command["id"]]["state"][command["output"]] or {}
        place = {"total": value.get("total", 0), "offset": value.get("offset", 0)}
        is_same = answer["ok"] == {**place, "limit": command["limit"]}
        if self.names[command["id"]] in LONG and not is_same:
            raise Failed(f"it gives {answer}")

    def send_and_kill(self, pid: int, steps: int) -> list[Json]:
        """Kills a process in the middle of so many steps: the answers."""
        commands = [self.draw() for _ in range(steps)]
        commands = [
            one
            for one in commands
            if one["do"] in ("input", "call", "batch", "advance", "snapshot")
        ]
        for command in commands:
            self.testee.send(**command)
        answered = self.random.randint(0, len(commands))
        answers = [self.testee.answer() for _ in range(answered)]
        os.kill(pid, signal.SIGKILL)
        answers += [self.testee.answer() for _ in commands[answered:]]
        for command, answer in zip(commands, answers):
            self.take(command, answer)
        return answers

    def kill_worker(self, steps: int) -> None:
        """Kills the process that serves for a supervised host: the client notices nothing."""
        worker = only_child(self.pid)
        answers = self.send_and_kill(worker, steps)
        answers.append(self.testee.attempt("request", method="ping"))
        if any(answer.get("error", {}).get("kind") == "died" for answer in answers):
            raise Failed(f"after the kill it says {answers}")
        self.model.compare()
        if only_child(self.pid) == worker:
            raise Failed("the process that was killed is still there")

    def kill(self, steps: int) -> None:
        """Kills the host in the middle of so many steps; then a new one begins."""
        answers = self.send_and_kill(self.pid, steps)
        answers.append(self.testee.attempt("request", method="ping"))
        said = [answer.get("error", {}) for answer in answers]
        if said[-1].get("kind") != "died":
            raise Failed(f"after the kill it says {said}")
        if not any("SIGKILL" in str(one) for one in said):
            self.unknown += 1
            if "status" not in self.testee.lacks or said[-1].get("message") != "the host ended":
                raise Failed(f"after the kill it says {said}")
        shown = self.testee.do("look")
        self.model.follow_to_end()
        self.model.check(shown, self.testee.take_news())
        if self.model.keys and "ends" not in self.testee.lacks:
            raise Failed(f"sent, and without an end up to this look: {self.model.keys}")
        self.model.begin_again()
        self.pid = self.testee.do("restart")["pid"]
        self.model.compare()

    def take(self, command: Json, answer: Json) -> None:
        """What the answer to a command means for the model."""
        if "error" in answer and answer["error"]["kind"] not in (
            "request",
            "closed",
            "died",
            "cancelled",
            "rejected",
        ):
            raise Failed(f"it gives {answer}")
        if command["do"] == "create" and "ok" in answer:
            self.names[answer["ok"]["id"]] = command["name"]
        for each in command["commands"] if command["do"] == "batch" else [command]:
            if each["do"] in ("input", "call") and "ok" in answer:
                self.model.keys.add(each["key"])
            elif (
                command["do"] == "batch"
            ):  # whose failure reports it, and the handles may report it, too
                self.model.unsent.add(each["key"])

    def draw(self) -> Json:
        living = [id for id in self.model.states if id in self.names]
        kind = self.random.choices(
            [
                "create",
                "input",
                "call",
                "batch",
                "observe",
                "window",
                "dispose",
                "snapshot",
                "advance",
                "cancel",
            ],
            [12 if len(living) < MOST else 0, 40, 15, 6, 4, 8, 4, 3, 10, 3],
        )[0]
        if kind == "advance":
            return {
                "do": "request",
                "method": "clock/advance",
                "params": {"milliseconds": self.random.choice([0, 1, 300, 2000])},
            }
        if kind == "create" or not living:
            return self._creation(living)
        id = self.random.choice(living)
        if kind == "batch":
            return {
                "do": "batch",
                "commands": [self._input(self.random.choice(living)) for _ in range(3)],
            }
        if kind == "observe":
            return {"do": "observe", "id": id, "outputs": self._observed(self.names[id])}
        if kind == "window":
            return self._move(living)
        if kind in ("dispose", "snapshot"):
            return {"do": kind, "id": id}
        calls = sorted(key for key in self.model.keys if key.startswith("call"))
        if kind == "cancel" and calls:
            return {"do": "cancel", "key": self.random.choice(calls)}
        return self._input(id, "call" if kind == "call" else "input")

    def _creation(self, living: list[str]) -> Json:
        name = self.random.choice(LONG if self.random.random() < 0.2 else NAMES)
        about = self.described[name]
        uses = {}
        for role in about["uses"]:
            fit = [id for id in living if self.names[id] in role["viewModels"]]
            if fit:
                uses[role["name"]] = self.random.choice(fit)
        parameters = {one["name"]: self._value(one["schema"]) for one in about["parameters"]}
        self._numbers += 1
        id = self.random.choice([f"i{self._numbers}", f"ü {self._numbers}"])
        return {
            "do": "create",
            "name": name,
            "id": id,
            "uses": uses or None,
            "parameters": parameters or None,
            "observe": self._observed(name) if name in LONG or self.random.random() < 0.2 else None,
        }

    def _observed(self, name: str) -> list[Any]:
        """Some outputs, and of lists some rows; of long lists never all."""
        outputs = self.described[name]["outputs"]
        chosen = self.random.sample(outputs, self.random.randint(0, len(outputs)))
        windows = [
            is_list(one["schema"]) and (name in LONG or self.random.random() < 0.5)
            for one in chosen
        ]
        return [
            {"output": one["name"], "window": self._window()} if seen else one["name"]
            for one, seen in zip(chosen, windows)
        ]

    def _window(self) -> Json:
        window: Json = {"limit": self.random.choice(LIMITS)}
        if self.random.random() < 0.7:
            window["offset"] = self.random.choice(OFFSETS)
        if self.random.random() < 0.7:
            window["anchor"] = self.random.random() < 0.5
        return window

    def _move(self, living: list[str]) -> Json:
        """Moves a window, if there is one; now and then one that there is not."""
        windows = [
            (id, output)
            for id in living
            for output, value in self.model.states[id]["state"].items()
            if isinstance(value, dict) and value.keys() == {"total", "offset", "items"}
        ]
        id = self.random.choice(living)
        outputs = [one["name"] for one in self.described[self.names[id]]["outputs"]]
        if windows and self.random.random() < 0.95:
            id, output = self.random.choice(windows)
        else:
            output = self.random.choice([*outputs, "noSuchOutput"])
        offset, limit = self.random.choice(OFFSETS), self.random.choice(LIMITS)
        return {"do": "window", "id": id, "output": output, "offset": offset, "limit": limit}

    def _input(self, id: str, do: str = "input") -> Json:
        inputs = self.described[self.names[id]]["inputs"]
        self._numbers += 1
        command = {"do": do, "key": f"{do} {self._numbers}", "id": id}
        if not inputs or self.random.random() < 0.02:
            return {**command, "input": "noSuchInput"}
        drawn = self.random.choice(inputs)
        arguments = {one["name"]: self._value(one["schema"]) for one in drawn["arguments"]}
        return {**command, "input": drawn["name"], "arguments": arguments or None}

    def _value(self, schema: Any) -> Any:
        if not isinstance(schema, dict):
            return None
        if "enum" in schema:
            return self.random.choice(schema["enum"])
        for key in ("oneOf", "anyOf"):
            if key in schema:
                return self._value(self.random.choice(schema[key]))
        kind = schema.get("type")
        kind = self.random.choice(kind) if isinstance(kind, list) else kind
        if kind == "integer":
            return self.random.choice([0, 1, 2, 3, -1, 1000])
        if kind == "number":
            return self.random.choice([0, 1.5, -0.25, 1e9])
        if kind == "boolean":
            return self.random.random() < 0.5
        if kind == "array":
            return [self._value(schema.get("items")) for _ in range(self.random.randint(0, 3))]
        if kind == "object":
            return {name: self._value(one) for name, one in schema.get("properties", {}).items()}
        return None if kind == "null" else self.random.choice(WORDS)

    def _answer(self, service: str) -> Json:
        drawn = self.random.random()
        if drawn < 0.15:
            return {"error": {"code": 503, "message": "away"}}
        if drawn < 0.2:
            return {"result": self.random.choice([None, 5, "text", {"a": 1}])}
        if drawn < 0.3 and "late" not in self.testee.lacks:
            return {"hold": True}
        if service == "items":
            page = self.random.randint(1, 3)
            items = [
                {"id": f"{page}{self.random.randint(0, 99)}", "name": self.random.choice(WORDS)}
                for _ in range(4)
            ]
            pages = {"currentPage": page, "nextPage": self.random.choice([None, page + 1])}
            return {"result": {"items": items, "pages": pages}}
        return {"result": ["f1", "f2"]}


def is_list(schema: Any) -> bool:
    """Whether an output is a list, or may be null instead."""
    if not isinstance(schema, dict):
        return False
    kinds = schema.get("type")
    return "array" in (kinds if isinstance(kinds, list) else [kinds]) or any(
        is_list(one) for key in ("oneOf", "anyOf") for one in schema.get(key, ())
    )


def random_steps(testee: Testee, wire: Wire, host: list[str], count: int, seed: int) -> str:
    steps = Steps(testee, wire, host, seed)
    steps.run(count)
    testee.do("stop")
    model = steps.model
    said = f"{model.compared} states compared after {model.changes} changes"
    return f"{count} random steps: {said}, {steps.windows} moves of windows"


def kills(testee: Testee, wire: Wire, host: list[str], count: int, seed: int) -> str:
    steps = Steps(testee, wire, host, seed)
    for number in range(count):
        try:
            steps.run(4, between=4)
            steps.kill(steps.random.randint(1, 12))
        except Failed as error:
            raise Failed(f"kill {number}: {error}") from None
    testee.do("stop")
    if steps.unknown > 2 + count // 20:
        raise Failed(f"{steps.unknown} of {count} kills were reported without the signal")
    unknown = f", {steps.unknown} of them reported without the signal" if steps.unknown else ""
    return f"{count} kills{unknown}: {steps.model.compared} states compared"


def supervised(testee: Testee, wire: Wire, host: list[str], count: int, seed: int) -> str:
    steps = Steps(testee, wire, [*host, "--supervised"], seed)
    for number in range(count):
        try:
            steps.run(4, between=4)
            steps.kill_worker(steps.random.randint(1, 12))
        except Failed as error:
            raise Failed(f"kill {number}: {error}") from None
    testee.do("stop")
    return f"{count} kills that the client does not notice: {steps.model.compared} states compared"
