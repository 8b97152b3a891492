"""Holds the conversations of a file with the module view_models, and prints the results."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path

# By their names, as there is nothing of them where this is type-checked.
view_models = import_module("view_models")
Host = import_module("viewmodel_host").Host


def main(path: str, command: list[str]) -> None:
    with Host(command) as host:
        for step in json.loads(Path(path).read_text(encoding="utf-8")):
            name = step["viewModel"]
            model = getattr(view_models, f"{name.capitalize()}ViewModel").create(host)
            returned = []
            for call in step["calls"]:
                given = {each["name"]: each["value"] for each in call["arguments"]}
                returned.append(getattr(model.calls, call["input"])(**given))
            print(json.dumps([returned, model.state]))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
