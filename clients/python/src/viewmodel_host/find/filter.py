"""Finds without a screen: prints what matches, the best first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Callable

from ..async_host import AsyncHost
from ..model import Event
from ..windows import Output, window

PAGE = 5_000


async def matches(
    host: AsyncHost,
    parameters: Mapping[str, Any],
    query: str,
    say: Callable[[str], None],
    take: Callable[[list[str]], None],
) -> int:
    """Gives all that matches to `take`, some at a time, and says what went wrong.

    Returns how many there are.
    """

    def event(event: Event) -> None:
        say(str(event.value))

    observe: list[Output] = [window("matches", 1), "isSearching"]
    finder = await host.create("finder", parameters=parameters, observe=observe, on_event=event)
    await finder.input("query", text=query)
    await finder.wait_until(lambda state: not state["isSearching"], timeout=None)
    total: int = finder.state["matches"]["total"]
    for offset in range(0, total, PAGE):
        # A window is as full as it can be: one that is longer than the rest would begin before.
        await finder.move_window("matches", offset, min(PAGE, total - offset))
        take([item["text"] for item in finder.state["matches"]["items"]])
    return total
