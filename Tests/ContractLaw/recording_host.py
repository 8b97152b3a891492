"""A host for tests of generated code: it takes whatever it is sent, and writes down inputs.

    python3 recording_host.py CONTRACT RECORD

Each is a line of RECORD: the ViewModel, the input and the arguments, or what an instance is created
with. The state of an instance has the number of each output.
"""

from __future__ import annotations

import json
import sys
from typing import Any


def send(message: dict[str, Any]) -> None:
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def initialized(contract: dict[str, Any]) -> dict[str, Any]:
    return {
        "protocolVersion": "1",
        "host": contract["host"],
        "capabilities": {"clock": "real"},
        "limits": {"lineBytes": 1 << 24, "nesting": 512, "batch": 1000},
    }


def main(contract_path: str, record_path: str) -> None:
    with open(contract_path, encoding="utf-8") as file:
        contract = json.load(file)
    view_models = {each["name"]: each for each in contract["viewModels"]}
    names: dict[str, str] = {}
    revisions: dict[str, int] = {}
    record = open(record_path, "w", encoding="utf-8")  # noqa: SIM115 # until the process ends
    for line in sys.stdin:
        if not line.strip():
            continue
        message = json.loads(line)
        id, params = message.get("id"), message.get("params") or {}
        result: Any = None
        method = message.get("method")
        if method == "exit":
            break
        if method == "initialize":
            result = initialized(contract)
        elif method == "contract/check":
            result = {"compatible": True, "changes": []}
        elif method == "viewModel/create":
            name = params["name"]
            instance = params.get("id") or f"i-{len(names) + 1}"
            names[instance] = name
            revisions[instance] = 0
            given = [params.get("parameters") or {}, params.get("uses") or {}]
            record.write(json.dumps(["create", name, *given]) + "\n")
            state = {each["name"]: n for n, each in enumerate(view_models[name]["outputs"])}
            result = {"id": instance, "revision": 0, "state": state}
        elif method in ("viewModel/input", "viewModel/call"):
            sent = [names[params["id"]], params["input"], params.get("arguments") or {}, {}]
            record.write(json.dumps(sent) + "\n")
            if "seq" in params:
                revisions[params["id"]] += 1
                update = {
                    "id": params["id"],
                    "revision": revisions[params["id"]],
                    "done": [params["seq"]],
                }
                send({"method": "viewModel/update", "params": {"updates": [update]}})
            result = {"value": 7}
        else:
            result = {}
        record.flush()
        if id is not None:
            send({"id": id, "result": result})


if __name__ == "__main__":
    main(*sys.argv[1:])
