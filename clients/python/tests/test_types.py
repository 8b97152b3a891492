"""The types that a program gets. Most of this test is that mypy accepts it."""

from __future__ import annotations

import unittest
from typing import TYPE_CHECKING, Any, TypedDict

from support import create_counter, scripted, scripted_async

from viewmodel_host import AsyncInstance, Change, Instance, State

if TYPE_CHECKING:
    from typing_extensions import assert_type
else:

    def assert_type(value: Any, kind: Any) -> None:
        pass


class CounterState(TypedDict):
    count: int


def show(change: Change[CounterState]) -> None:
    assert_type(change.before["count"], int)


def count(counter: Instance[CounterState]) -> int:
    counter.on_change(show)
    counter.on_event(lambda event: None)
    return counter.wait_until(lambda state: state["count"] >= 0)["count"]


def anything(instance: Instance) -> State:
    return instance.state


class TypeTests(unittest.IsolatedAsyncioTestCase):
    def test_the_state_has_the_type_that_was_named(self) -> None:
        with scripted(*create_counter(), *create_counter("d")) as host:
            counter = host.create("counter", state_type=CounterState, on_change=show)
            assert_type(counter, Instance[CounterState])
            assert_type(counter.state, CounterState)
            self.assertEqual(count(counter), 0)
            other = host.create("counter")
            assert_type(other.state, State)
            self.assertEqual(anything(other), {"count": 0})

    async def test_with_asyncio(self) -> None:
        async with scripted_async(*create_counter()) as host:
            counter = await host.create("counter", state_type=CounterState)
            assert_type(counter, AsyncInstance[CounterState])
            self.assertEqual(counter.state["count"], 0)


if __name__ == "__main__":
    unittest.main()
