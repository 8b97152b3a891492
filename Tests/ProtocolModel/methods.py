"""The methods of the model's session: what each answers, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from asking import CATALOG
from engine import Failed
from instances import Instance, Reply, Running, report
from kinds import LEVELS, bound, has_kind
from messages import Message, Refused, key, without_nulls
from session import Session, codes

LONGEST = 4_611_686_018_427
"""Milliseconds since the start: time stops there."""


Handler = Callable[[Session, dict[str, Any], Reply], Any]


@dataclass
class Method:
    handle: Handler
    is_always_allowed: bool = False


def text(params: dict[str, Any], name: str) -> str:
    if not isinstance(params.get(name), str):
        raise Refused(-32602)
    return str(params[name])


def texts(value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(part, str) for part in value):
        raise Refused(-32602)
    return value


def found(session: Session, id: Any) -> Instance:
    if id not in session.instances:
        raise Refused(-32003)
    return session.instances[id]


def initialize(session: Session, params: dict[str, Any], _: Reply) -> Any:
    if session.phase in ("running", "shut down"):
        raise Refused(-32600 if session.phase == "running" else -32010)
    offered = texts(params.get("protocolVersions"))
    client, given = params.get("client", {"name": ""}), params.get("capabilities", {})
    if not isinstance(client, dict) or not isinstance(given, dict):
        raise Refused(-32602)
    client, given = without_nulls(client), without_nulls(given)
    if not all(isinstance(it, str) for it in (client.get("name"), client.get("version", ""))):
        raise Refused(-32602)
    level = given.get("log", "off")
    if not has_kind(given.get("mergeUpdates", True), "merging") or level not in LEVELS:
        raise Refused(-32602)
    services = texts(given.get("services", []))
    if "1" not in offered:
        session.phase = "refused"
        raise Refused(-32008)
    session.phase = "running"
    session.log_level = level
    session.services = set(services)
    return has_members("protocolVersion", "host", "capabilities", "limits")


def has_members(*names: str) -> Callable[[Any], bool]:
    def are_there(value: Any) -> bool:
        return isinstance(value, dict) and set(names) <= value.keys()

    are_there.__name__ = f"object with {', '.join(names)}"
    return are_there


def list_all(session: Session, params: dict[str, Any], _: Reply) -> Any:
    return {"viewModels": lambda all: set(CATALOG) <= {one["name"] for one in all}}


def describe(session: Session, params: dict[str, Any], _: Reply) -> Any:
    name = text(params, "name")
    if name not in CATALOG:
        raise Refused(-32001)
    vm = CATALOG[name]

    def is_described(it: Any) -> bool:
        return (
            it["name"] == name
            and [one["name"] for one in it["outputs"]] == list(vm.outputs)
            and {one["name"] for one in it["inputs"]} >= set(vm.inputs)
            and [one["name"] for one in it["uses"]] == list(vm.roles)
        )

    return is_described


def create(session: Session, params: dict[str, Any], _: Reply) -> Any:
    name = text(params, "name")
    if name not in CATALOG:
        raise Refused(-32001)
    make = CATALOG[name]
    id = text(params, "id") if "id" in params else None
    if id in session.instances:
        raise Refused(-32005)
    observed = outputs(make.outputs, params.get("observe", list(make.outputs)))
    given = params.get("uses", {})
    if not isinstance(given, dict) or not given.keys() <= make.roles.keys():
        raise Refused(-32602)
    uses: dict[str, Instance] = {}
    for role, wanted in make.roles.items():
        uses[role] = found(session, text(given, role))
        if uses[role].name != wanted:
            raise Refused(-32602)
    number = session.numbers.get(name, 0) + 1
    while f"{name}-{number}" in session.instances:
        number += 1
    instance = Instance(session, f"{name}-{number}" if id is None else id, name)
    vm = instance.vm = make(session.world, instance)
    parameters = bound(params.get("parameters"), make.parameters)
    if any(service not in session.services for service in make.services):
        raise Refused(-32014)
    if parameters is None:
        raise Refused(-32602)
    try:
        vm.setup(parameters, {role: used.vm for role, used in uses.items()})
    except Failed:
        raise Refused(-32006) from None
    if id is None:
        session.numbers[name] = number
    for used in uses.values():
        used.users.add(instance)
        used.vm.watchers.append(vm)
        instance.used.append(used)
    session.created += 1
    instance.serial = session.created
    instance.observed = observed
    session.instances[instance.id] = instance
    return instance


def outputs(names: tuple[str, ...], wanted: Any) -> list[str]:
    if not set(texts(wanted)) <= set(names):
        raise Refused(-32602)
    return list(wanted)


def observe(session: Session, params: dict[str, Any], _: Reply) -> Any:
    instance = found(session, text(params, "id"))
    instance.observed = outputs(instance.vm.outputs, params.get("observe"))
    return {}


def dispose(session: Session, params: dict[str, Any], _: Reply) -> Any:
    session.dispose(found(session, text(params, "id")))
    return {}


def snapshot(session: Session, params: dict[str, Any], _: Reply) -> Any:
    return found(session, text(params, "id"))


def call(session: Session, params: dict[str, Any], reply: Reply) -> Any:
    if key(reply.id) in session.calls:
        raise Refused(-32600)
    start(session, params, reply)
    return None


def start(session: Session, params: dict[str, Any], reply: Reply | None) -> None:
    """Calls an input."""
    instance = found(session, text(params, "id"))
    name = text(params, "input")
    if name not in instance.vm.inputs:
        raise Refused(-32004)
    arguments = bound(params.get("arguments"), instance.vm.inputs[name])
    if arguments is None:
        raise Refused(-32602)
    try:
        value = getattr(instance.vm, name)(**arguments)
    except Failed:
        report(instance, params, reply, -32007)
        return
    if isinstance(value, Generator):
        Running(instance, params, reply).begin(value)
    else:
        report(instance, params, reply, {"value": value})


def pending(session: Session, params: dict[str, Any], _: Reply) -> Any:
    inputs = sum(len(instance.running) for instance in session.instances.values())
    services = len(session.sent) + len(session.unsent)
    due = session.world.next_due
    left = None if due is None else (due - session.world.now + 999) // 1000

    def is_pending(value: Any) -> bool:
        return (value["inputs"], value["services"]) == (inputs, services) and (
            left is None or 0 <= value.get("timer", -1) <= left
        )

    is_pending.__name__ = f"{inputs} inputs, {services} services, timer {left}"
    return is_pending


def advance(session: Session, params: dict[str, Any], _: Reply) -> Any:
    milliseconds = params.get("milliseconds")
    if not isinstance(milliseconds, (int, float)) or isinstance(milliseconds, bool):
        raise Refused(-32602)
    if milliseconds < 0:
        raise Refused(-32602)
    session.cut()
    world = session.world
    end = min(world.now + round(milliseconds * 1000), LONGEST * 1000)
    while (timer := world.next_timer(end)) is not None:
        timer.fire()
        session.cut()
    world.now = end
    return {"now": end / 1000}


def shut_down(session: Session, params: dict[str, Any], _: Reply) -> Any:
    session.dispose_all()
    session.phase = "shut down"
    return {}


def check_contract(session: Session, params: dict[str, Any], _: Reply) -> Any:
    if not isinstance(params.get("contract"), dict):
        raise Refused(-32602)

    def is_answer(it: Any) -> bool:
        return bool(it["compatible"] == all(not one["breaks"] for one in it["changes"]))

    return is_answer


METHODS = {
    "initialize": Method(initialize, is_always_allowed=True),
    "ping": Method(lambda session, params, reply: {}, is_always_allowed=True),
    "shutdown": Method(shut_down),
    "viewModel/list": Method(list_all),
    "viewModel/describe": Method(describe),
    "contract/check": Method(check_contract),
    "viewModel/create": Method(create),
    "viewModel/observe": Method(observe),
    "viewModel/dispose": Method(dispose),
    "viewModel/snapshot": Method(snapshot),
    "viewModel/call": Method(call),
    "host/pending": Method(pending),
    "clock/advance": Method(advance, is_always_allowed=True),
}


def take_input(session: Session, message: Message) -> None:
    said = message.named
    try:
        session.check_phase()
        session.phase = "running"
        if message.has_wrong_params:
            raise Refused(-32602)
        if "seq" in said and (
            isinstance(said["seq"], bool) or not isinstance(said["seq"], (int, float, str))
        ):
            raise Refused(-32602)
        text(said, "input")
        start(session, said, None)
    except Refused as refused:
        session.reject(said, codes(message, refused.code))


def cancel(session: Session, message: Message) -> None:
    id = message.named.get("id")
    running = session.calls.get(key(id)) if not isinstance(id, (list, dict)) else None
    if running is not None and not (id is None and "id" not in message.named):
        running.cancel()


def leave(session: Session, message: Message) -> None:
    session.dispose_all()
    session.phase = "ended"


NOTICES: dict[str, Callable[[Session, Message], None]] = {
    "viewModel/input": take_input,
    "$/cancelRequest": cancel,
    "exit": leave,
}


def new_session() -> Session:
    return Session(METHODS, NOTICES)
