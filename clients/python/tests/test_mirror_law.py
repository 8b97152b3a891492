"""A law: whatever is sent to whatever ViewModel, the mirror has the state that a snapshot gives."""

from __future__ import annotations

import random
import unittest
from typing import Any

from support import built_host

from viewmodel_host import Change, Host, Instance, RequestFailed

STRINGS = ["", "a", "ü", "😀", "é", "e\u0301", "\u2028", "a/b~c", "x" * 50]


class Frontend:
    """Sends inputs that the catalog describes, at random, but always the same for a seed."""

    def __init__(self, host: Host, seed: int) -> None:
        self.host = host
        self.random = random.Random(seed)
        # One of the examples never returns.
        # One never answers, and one works in real time, also between a ping and a snapshot.
        # Of the changes of one only a snapshot tells.
        # Two make as many rows, or start as many tasks, as they are told, also 2^53.
        left_out = (
            "example.stuck", "example.dispatch", "example.crash", "example.fatal", "example.half",
            "example.chance", "example.rows", "example.crowded",
        )
        names = [name for name in host.list() if name not in left_out]
        self.catalog = {name: host.describe(name) for name in names}
        self.instances: list[Instance] = []
        self.changes = self.events = self.resyncs = 0

    def step(self) -> None:
        self.instances = [each for each in self.instances if each.closed is None]
        chance = self.random.random()
        if chance < 0.06 or not self.instances:
            self.create(self.random.choice(list(self.catalog)))
        elif chance < 0.08:
            self.random.choice(self.instances).dispose()
        elif chance < 0.18:
            self.host.advance(self.random.choice([0, 1, 10, 1000, 60_000]))
        elif chance < 0.3:
            with self.host.batch():
                for _ in range(self.random.randrange(1, 5)):
                    self.send(self.random.choice(self.instances))
        else:
            self.send(self.random.choice(self.instances))

    def create(self, name: str) -> None:
        about = self.catalog[name]
        uses = {}
        for role in about["uses"]:
            fitting = [each for each in self.instances if each.name in role["viewModels"]]
            if not fitting:
                return
            uses[role["name"]] = self.random.choice(fitting)
        try:
            instance = self.host.create(
                name,
                parameters=self.arguments(about["parameters"]),
                uses=uses,
                on_change=self.changed,
                on_event=self.emitted,
            )
        except RequestFailed:
            return  # its init threw
        self.instances.append(instance)

    def send(self, instance: Instance) -> None:
        inputs = self.catalog[instance.name]["inputs"]
        if inputs:
            input = self.random.choice(inputs)
            send = instance.input if self.random.random() < 0.7 else instance.start
            send(input["name"], **self.arguments(input["arguments"]))

    def arguments(self, described: list[Any]) -> dict[str, Any]:
        given = [each for each in described if each["required"] or self.random.random() < 0.5]
        return {each["name"]: self.value(each["schema"]) for each in given}

    def value(self, schema: Any) -> Any:
        kind = schema.get("type")
        if "enum" in schema:
            return self.random.choice(schema["enum"])
        if isinstance(kind, list):
            kind = self.random.choice(kind)
        if kind == "array":
            item = schema.get("items", {})
            return [self.value(item) for _ in range(self.random.randrange(4))]
        if kind == "object":
            return {name: self.value(each) for name, each in schema.get("properties", {}).items()}
        values: dict[Any, list[Any]] = {
            "boolean": [True, False],
            "integer": [0, 1, 2, 3, -1, 2**53],
            "null": [None],
            "number": [0, 1, 0.1, -2.5, 1e300],
            "string": STRINGS,
        }
        return self.random.choice(values.get(kind, [None, 1, "a", [1], {"a": 1}]))

    def changed(self, change: Change) -> None:
        self.changes += 1
        self.resyncs += change.resynced

    def emitted(self, event: Any) -> None:
        self.events += 1


class MirrorLawTests(unittest.TestCase):
    def test_the_mirror_has_the_state_that_a_snapshot_gives(self) -> None:
        events = 0
        for seed in range(3):
            with self.subTest(seed=seed):
                events += self.play(seed)
        self.assertGreater(events, 0)

    def play(self, seed: int) -> int:
        """The number of events that there were."""
        with Host([built_host("example-host"), "--clock", "virtual"]) as host:
            host.on_rejected(lambda error: None)
            host.on_failed(lambda failure: None)
            frontend = Frontend(host, seed)
            for _ in range(400):
                frontend.step()
                host.ping()
                for instance in frontend.instances:
                    if instance.closed is None:
                        mirrored = (instance.revision, instance.state)
                        snapshot = instance.snapshot()  # as JSON: members may have another order
                        self.assertEqual(mirrored, (snapshot.revision, snapshot.state))
            self.assertEqual(frontend.resyncs, 0)
            self.assertGreater(frontend.changes, 20)
            return frontend.events


if __name__ == "__main__":
    unittest.main()
