"""Packages of apps that keep their imports, built as their authors build them.

    python3 Tests/AppImports/run.py

`app` has sources that import RxSwift, RxCocoa, RxRelay, Action, Combine, SwiftUI, UIKit, and
libraries on RxSwift, and gets modules of these names from Sources/AppImports; a transcript says
what they do. `foreign` has a module of its own named RxSwift in its package graph, and an adapter
for it; it sends on another thread, and is built as for platforms where executors cannot be
installed. Both are built in .build/app-imports, where a second run takes less long.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SCRATCH = HERE.parents[1] / ".build" / "app-imports"


def run(*command: str | Path, text: str = "") -> str:
    """What a command prints. What it prints to standard error is shown if it fails."""
    done = subprocess.run(
        [str(word) for word in command], input=text, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        words = " ".join(map(str, command))
        sys.exit(f"failed: {words}: {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def build(package: str, *options: str) -> Path:
    """Builds a package's program. A warning is a fault where those of this repository are."""
    program = f"{package}-host"
    print(f"- {package} builds", flush=True)
    # The folders differ, so that no file of one package is taken for the other's.
    scratch = SCRATCH / package
    run("swift", "build", "--package-path", HERE / package, "--scratch-path", scratch,
        "--product", program, *options)
    return scratch / "debug" / program


def message(method: str, **params: object) -> str:
    return json.dumps({"jsonrpc": "2.0", "method": method, "params": params}) + "\n"


def bags(host: Path) -> None:
    """Of subscriptions in bags whose objects are gone there are at most 64."""
    lines: list[dict[str, object]] = []
    for number in range(300):
        create = {"name": "bound", "id": "b"}
        lines.append({"id": 2 * number, "method": "viewModel/create", "params": create})
        lines.append({"id": 2 * number + 1, "method": "viewModel/dispose", "params": {"id": "b"}})
    text = "".join(json.dumps({"jsonrpc": "2.0", **line}) + "\n" for line in lines)
    answers = [json.loads(line).get("result", {}) for line in run(host, text=text).splitlines()]
    living = [answer["state"]["living"] for answer in answers if "state" in answer]
    if len(living) != 300 or not 1 <= max(living) <= 64:
        sys.exit(f"failed: {len(living)} instances were made, and subscriptions lived: {living}")


def foreign(host: Path) -> None:
    """Elements of another thread come in their order; those of the main thread in their turns."""
    count = 200
    create = {"jsonrpc": "2.0", "id": 1, "method": "viewModel/create",
              "params": {"name": "numbers", "id": "n"}}
    inputs = [message("viewModel/input", id="n", input="send", arguments=[number])
              for number in range(1, count + 1)]
    with subprocess.Popen(
        [host], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(create) + "\n" + "".join(inputs))
        process.stdin.flush()
        events: list[object] = []
        numbers: list[object] = []
        while len(events) < count or numbers[-1:] != [count]:
            line = process.stdout.readline()
            if not line:
                sys.exit(f"failed: the host ended after {len(events)} of {count} events")
            params = json.loads(line).get("params", {})
            for update in params.get("updates", []):
                events += [event["value"] for event in update.get("events", [])]
                numbers += [change["value"] for change in update.get("patch", [])]
        process.stdin.close()
        status = process.wait()
    if events != list(range(1, count + 1)) or status != 0:
        sys.exit(f"failed: the host ended with {status}, and the events came as {events}")
    # Updates may be merged while this reads slowly.
    if numbers[-1] != count or numbers != sorted(numbers, key=lambda number: int(str(number))):
        sys.exit(f"failed: the output was {numbers}")


def main() -> None:
    app = build("app")
    print("- app does what its transcript says", flush=True)
    run(app, "replay", HERE / "app" / "app.transcript")
    print("- app lets go of bags", flush=True)
    bags(app)
    # `foreign` depends on no AppImports: SwiftPM refuses two modules of one name in a graph.
    host = build("foreign", "-Xswiftc", "-DMAIN_QUEUE")
    print("- foreign sends on two threads", flush=True)
    foreign(host)
    print("passed")


if __name__ == "__main__":
    main()
