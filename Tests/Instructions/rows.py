"""What is counted: small conversations of two lengths; the difference is what one more costs."""

from __future__ import annotations

from collections.abc import Callable

from counting import Counter, message

# Updates of turns that follow each other are not merged, so that every input has its own.
BEGINNING = [
    message("initialize", 0, protocolVersions=["1"], capabilities={"mergeUpdates": False}),
    message("viewModel/create", 1, name="counter", id="c"),
]
INPUT = message("viewModel/input", id="c", input="plusButtonDidTap")


def start(counter: Counter) -> int:
    """The whole process: its start, the first two answers and its end."""
    return counter.at_once(BEGINNING)


def input_in_a_row(counter: Counter) -> int:
    """One of many that come together, with its update."""
    return counter.each(lambda count: counter.at_once(BEGINNING + [INPUT] * count), 1_000, 5_000)


def input_after_a_pause(counter: Counter) -> int:
    """One that comes when the host has had nothing to do for a while, as a person's do."""
    return counter.each(lambda count: counter.one_by_one(BEGINNING, [INPUT] * count), 10, 50)


def instance(counter: Counter) -> int:
    """To create one, and dispose it."""

    def pairs(count: int) -> list[bytes]:
        return [
            line
            for number in range(count)
            for line in (
                message("viewModel/create", 10 + number, name="counter", id="x"),
                message("viewModel/dispose", 10 + number, id="x"),
            )
        ]

    return counter.each(lambda count: counter.at_once(BEGINNING + pairs(count)), 100, 500)


def member_of_a_contract(counter: Counter) -> int:
    """One more of thousands of ViewModels, inputs and alternatives that `contract/check` compares.

    When that is not linear, it is far more.
    """

    def check(count: int) -> list[bytes]:
        names = [f"n{number}" for number in range(count)]
        objects = [{"type": "object", "properties": {name: {}}} for name in names]
        contract = {
            "viewModels": [
                {
                    "name": "counter",
                    "inputs": [{"name": name, "arguments": []} for name in names],
                    "outputs": [
                        {"name": "count", "schema": {"anyOf": objects}},
                        {"name": "isEven", "schema": {"enum": names}},
                    ],
                },
                *({"name": name} for name in names),
            ],
            "$defs": {},
        }
        return [message("contract/check", 1, contract=contract)]

    return counter.each(lambda count: counter.at_once(check(count)), 2_000, 4_000)


ROWS: dict[str, Callable[[Counter], int]] = {
    "start": start,
    "input in a row": input_in_a_row,
    "input after a pause": input_after_a_pause,
    "create and dispose": instance,
    "member of a contract": member_of_a_contract,
}
