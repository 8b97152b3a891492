"""Calls all members of the generated module view_models with the numbers of their arguments."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

# By their names, as there is nothing of them where this is type-checked.
import_module("async_view_models")
view_models = import_module("view_models")
Host = import_module("viewmodel_host").Host


def call(function: Callable[..., Any], *first: Any, others: int = 0) -> Any:
    """With the number of each argument; the last of them are other instances."""
    parameters = list(inspect.signature(function).parameters.values())[len(first) :]
    if first:
        own = ("id", "observe", "state_type")
        parameters = [each for each in parameters if each.name not in own]
    places = [each for each in parameters if each.kind is each.POSITIONAL_OR_KEYWORD]
    named = parameters[len(places) :]
    numbers = list(range(len(places)))
    given: dict[str, Any] = {each.name: len(places) + n for n, each in enumerate(named)}
    # The roles stand behind the parameters, and have no default.
    for each in named[len(named) - others :]:
        given[each.name] = "other"
    return function(*first, *numbers, **given)


def main(command: list[str]) -> None:
    with Host(command) as host:
        for made in list(vars(view_models).values()):
            if getattr(made, "__module__", "") != view_models.__name__:
                continue
            if not inspect.ismethod(getattr(made, "create", None)):
                continue
            source = inspect.getsource(made.create)
            roles = source.count(" if isinstance(")
            model = call(made.create, host, others=roles)
            for function, _ in inspect.getmembers(type(model.calls), inspect.isfunction):
                if function != "__init__":
                    call(getattr(model.calls, function))
                    call(getattr(model.inputs, function))


if __name__ == "__main__":
    main(sys.argv[1:])
