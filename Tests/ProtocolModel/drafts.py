"""Random messages, chosen with the model at hand, so that most of them make sense."""

from __future__ import annotations

import random
from typing import Any

from asking import CATALOG, SERVICES
from methods import new_session
from values import ITEM_IDS, Values
from viewmodel import ViewModel

IDS = ("a", "b", "c", "d", "é", "e\u0301", "counter-1", "list-2", "")
FAVORITES = ("counter", "user", "list", "pager", "example.form", "example.preview", "foos.caught")
TIMES = (0, 1, 1, 7, 99, 100, 400, 500, 999, 1000, 1000, 1001, 2000, 5000, 59_999, 60_000)


OPTIONAL = {
    "initialize": ("capabilities", "client"),
    "viewModel/create": ("id", "parameters", "uses", "observe"),
    "viewModel/call": ("arguments",),
    "viewModel/input": ("arguments", "seq"),
}


class Drafts:
    """Writes single messages, and notes what a conversation has come to."""

    def __init__(self, seed: int, avoid: tuple[str, ...] = ()) -> None:
        self.chance = random.Random(seed)
        self.avoid = avoid
        """What is known to be wrong: `closed`, `equal texts`."""
        self.values = Values(self.chance, "equal texts" not in avoid)
        self.model = new_session()
        self.lines: list[str] = []
        self.made: dict[str, str] = {}
        """The ViewModels of the instances that the array so far has created, by id."""
        self._is_array = False
        self._count = 0
        self._favorites = [*self.chance.sample(sorted(CATALOG), 4), *FAVORITES]

    def request(self, method: str, params: Any = None, id: Any = None) -> dict[str, Any]:
        self._count += 1
        if id is None:
            numbers = (self._count, self._count, self._count, f"r{self._count}", self._count + 0.5)
            id = self.chance.choice(numbers)
            if self.chance.random() < 0.05:
                id = float(self._count)
        message: dict[str, Any] = {"jsonrpc": "2.0", "id": id, "method": method}
        return self.with_params(message, params)

    def with_params(self, message: dict[str, Any], params: Any) -> dict[str, Any]:
        if params is not None:
            message["params"] = params
            if isinstance(params, dict) and self.chance.random() < 0.03:
                params["unknown"] = {"member": 1}
            if isinstance(params, dict) and self.chance.random() < 0.05:
                optional = OPTIONAL.get(message["method"], ("unknown",))
                params.setdefault(self.chance.choice(optional), None)
        elif self.chance.random() < 0.1:
            message["params"] = None
        return message

    def notification(self, method: str, params: Any = None) -> dict[str, Any]:
        return self.with_params({"jsonrpc": "2.0", "method": method}, params)

    def initialize(self) -> Any:
        capabilities: dict[str, Any] = {}
        if self.chance.random() < 0.9:
            few = self.chance.random() < 0.2
            names = self.chance.sample(SERVICES, self.chance.randint(0, 6)) if few else SERVICES
            capabilities["services"] = list(names)
        if self.chance.random() < 0.5:
            apart = {"milliseconds": self.chance.choice((0, 1, 5, 30))}
            capabilities["mergeUpdates"] = self.chance.choice((True, False, apart))
        if self.chance.random() < 0.5:
            levels = ("debug", "info", "warning", "error", "off")
            capabilities["log"] = self.chance.choice(levels)
        params: dict[str, Any] = {"protocolVersions": ["1"], "capabilities": capabilities}
        way = self.chance.random()
        if way < 0.05:
            params["protocolVersions"] = self.chance.choice((["7"], []))
        elif way < 0.1:
            params.update(
                self.chance.choice(
                    (
                        {"protocolVersions": "1"},
                        {"protocolVersions": [1]},
                        {"capabilities": {"mergeUpdates": "yes"}},
                        {"capabilities": {"mergeUpdates": {"milliseconds": -1}}},
                        {"capabilities": {"services": ["items", 1]}},
                        {"capabilities": {"log": "loud"}},
                        {"capabilities": []},
                    )
                )
            )
        return self.request("initialize", params)

    def any_id(self) -> str:
        """An id that is in use, most often."""
        ids = [*self.model.instances, *self.made]
        return self.chance.choice(ids if ids and self.chance.random() < 0.95 else IDS)

    def name_of(self, id: str) -> str | None:
        if id in self.made:
            return self.made[id]
        return self.model.instances[id].name if id in self.model.instances else None

    def view_model(self, id: str) -> type[ViewModel]:
        return CATALOG[self.name_of(id) or "counter"]

    def create(self) -> Any:
        names = self._favorites if self.chance.random() < 0.7 else sorted(CATALOG)
        name = self.chance.choice(names)
        vm = CATALOG[name]
        params: dict[str, Any] = {"name": name}
        if self.chance.random() < 0.8:
            params["id"] = self.chance.choice(IDS)
        self.made[params.get("id", f"{name}-{self.model.numbers.get(name, 0) + 1}")] = name
        if vm.roles:
            params["uses"] = {role: self.user_of(wanted) for role, wanted in vm.roles.items()}
        if vm.parameters and (name != "list" or self.chance.random() < 0.2):
            params["parameters"] = self.parameters(name)
        if self.chance.random() < 0.15:
            params["observe"] = self.some_outputs(vm)
        if self.chance.random() < 0.06:
            params.update(
                self.chance.choice(
                    (
                        {"name": 5},
                        {"name": "bogus"},
                        {"id": 5},
                        {"observe": "x"},
                        {"observe": ["bogus"]},
                        {"uses": 5},
                        {"uses": {"bogus": "a"}},
                    )
                )
            )
        return self.request("viewModel/create", params)

    def user_of(self, wanted: str) -> str:
        ids = [id for id in (*self.model.instances, *self.made) if self.name_of(id) == wanted]
        return self.chance.choice(ids) if ids and self.chance.random() < 0.97 else self.any_id()

    def parameters(self, name: str) -> Any:
        if name == "example.faulty":
            return self.chance.choice(({}, [], {}, {"refusing": "no"}, {"refusing": 5}))
        if name == "list":
            return self.chance.choice(
                ({"pageSize": 2}, {"folder": ".", "pageSize": 2}, {"folder": ".", "pageSize": 0})
            )
        if name == "pager":
            return {"selectedId": self.chance.choice((*ITEM_IDS, "a.txt"))}
        if name == "example.plain" and self.chance.random() < 0.5:
            return [self.values.one("strings"), self.chance.randint(-9, 9)]
        return {"titles": self.values.one("strings"), **self.chance.choice(({}, {}, {"bogus": 1}))}

    def some_outputs(self, vm: type[ViewModel]) -> list[str]:
        names = self.chance.sample(vm.outputs, self.chance.randint(0, len(vm.outputs)))
        return names + names[:1] if self.chance.random() < 0.2 else names

    def invocation(self) -> dict[str, Any]:
        id = self.any_id()
        vm = self.view_model(id)
        name = self.chance.choice([*vm.inputs, "bogus"] if len(vm.inputs) < 1 else [*vm.inputs])
        params: dict[str, Any] = {"id": id, "input": name}
        arguments = self.arguments(vm, name)
        if arguments is not None:
            params["arguments"] = arguments
        if self.chance.random() < 0.04:
            wrong = ({"input": "bogus"}, {"input": 5}, {"id": "nobody"}, {"id": 5})
            params.update(self.chance.choice(wrong))
        return params

    def arguments(self, vm: type[ViewModel], name: str) -> Any:
        if self.chance.random() < 0.06:
            return self.values.arguments(vm.inputs.get(name, []), wrong=True)
        by_name = {"nap": (0, 1, 300, 2500), "load": (0, 1, 2, 3, 5, -1, 20_000)}
        if name in by_name:
            return [self.chance.choice(by_name[name])]
        if name == "willTransitionTo":
            return [self.chance.choice((0, 1, 2, 3, 4, 5, -1))]
        if name in ("fetch", "answer", "refuse", "forget") and "forget" in vm.inputs:
            number = (
                self._count if self._is_array and name == "fetch" else self.chance.randint(0, 3)
            )
            return [number, self.values.one("string")] if name == "answer" else [number]
        return self.values.arguments(vm.inputs.get(name, []))

    def input(self) -> Any:
        params: Any = self.invocation()
        if self.chance.random() < 0.8:
            self._count += 1
            seqs = (self._count, self._count, f"s{self._count}", self._count + 0.5, 1)
            params["seq"] = self.chance.choice(seqs)
        elif self.chance.random() < 0.03:
            params["seq"] = self.chance.choice((True, [], {}))
        elif self.chance.random() < 0.03:
            params = [1]
        return self.notification("viewModel/input", params)

    def call(self) -> Any:
        params = self.invocation()
        vm = self.view_model(str(params["id"]))
        id = None
        if vm and self.model.calls and self.chance.random() < 0.1:
            id = self.chance.choice([running.id for running in self.model.calls.values()])
        return self.request("viewModel/call", params, id)

    def cancel(self) -> Any:
        ids = [running.id for running in self.model.calls.values()]
        if ids and self.chance.random() < 0.9:
            return self.notification("$/cancelRequest", {"id": self.chance.choice(ids)})
        params: Any = ({"id": self._count}, {"id": "nobody"}, {}, {"id": True}, {"id": []})
        return self.notification("$/cancelRequest", self.chance.choice(params))

    def dispose(self) -> Any:
        id = self.any_id()
        return self.request("viewModel/dispose", {"id": id} if self.chance.random() < 0.97 else {})

    def observe(self) -> Any:
        id = self.any_id()
        if self.view_model(id).forgets:
            return self.snapshot()
        params: dict[str, Any] = {"id": id, "observe": self.some_outputs(self.view_model(id))}
        if self.chance.random() < 0.1:
            params["observe"] = self.chance.choice((["bogus"], "x", [5]))
        return self.request("viewModel/observe", params)

    def snapshot(self) -> Any:
        return self.request("viewModel/snapshot", {"id": self.any_id()})

    def answer(self) -> Any:
        numbers = list(self.model.sent)
        if numbers and self.chance.random() < 0.9:
            number = self.chance.choice(numbers)
            said = self.values.answer(self.model.sent[number].service)
        elif self.model.withdrawn and self.chance.random() < 0.8:
            number = self.chance.choice(sorted(self.model.withdrawn))
            error = {"error": {"code": -32800, "message": "Cancelled"}}
            said = self.chance.choice((error, error, {"result": None}))
        else:
            number = self.chance.randint(0, self.model.last_call + 1)
            said = {"result": 1}
        return {"jsonrpc": "2.0", "id": f"service-{number}", **said}

    def advance(self) -> Any:
        time: Any = self.chance.choice(TIMES)
        if self.chance.random() < 0.05:
            return self.request(
                "clock/advance",
                self.chance.choice(({"milliseconds": -1}, {"milliseconds": 1.5}, {}, [5])),
            )
        if self.chance.random() < 0.1:
            time = float(time)
        return self.request("clock/advance", {"milliseconds": time})

    def describe(self) -> Any:
        name = self.chance.choice([*CATALOG, "bogus"])
        method = self.chance.choice(("viewModel/describe", "viewModel/list"))
        return self.request(method, {"name": name})

    def unknown(self) -> Any:
        if self.chance.random() < 0.5:
            return self.request(self.chance.choice(("bogus", "viewModel/input", "")))
        return self.notification(
            self.chance.choice(("window/didFocus", "ping", "viewModel/create"))
        )

    def shut_down(self) -> Any:
        return self.request("shutdown")

    def leave(self) -> Any:
        return self.notification("exit")
