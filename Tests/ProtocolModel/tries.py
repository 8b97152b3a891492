"""Tries what is about to be sent, and other inputs: nothing changes; and just that comes then."""

from __future__ import annotations

import json
import random
from typing import Any

from mirror import ensure

UNTRIED = (-32002, -32010)
"""What refuses a request to try, and the input itself."""


class Tries:
    """For one conversation."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._params: list[dict[str, Any]] = []
        """Those of the inputs so far."""
        self._awaited = False
        """Whether the last that was tried is what is sent then."""
        self.count = 0

    def before(self, line: str) -> list[str]:
        """The requests to send before a line."""
        params = input_params(line)
        requests = []
        if self._params and self._chance.random() < 0.3:
            requests.append(self._request(self._chance.choice(self._params)))
        self._awaited = params is not None
        if params is not None:
            self._params.append(params)
            requests.append(self._request(params))
        return requests

    def _request(self, params: dict[str, Any]) -> str:
        self.count += 1
        id = f"try {self.count}"
        request = {"jsonrpc": "2.0", "id": id, "method": "viewModel/try", "params": params}
        return json.dumps(request, ensure_ascii=False)

    def without(self, said: list[str]) -> list[str]:
        """What a host has said to a line, but for answers to the requests before. Raises Fault."""
        answers = [line for line in said if line.startswith('{"jsonrpc":"2.0","id":"try ')]
        rest = [line for line in said if line not in answers]
        if self._awaited:
            ensure(bool(answers), "a try is not answered")
            answer = json.loads(answers[-1])
            error = answer.get("error")
            if error and error["code"] in UNTRIED:
                rejections = [json.loads(line)["params"]["error"] for line in rest]
                ensure(rejections == [error], f"a try is refused: {error}, then comes {rest}")
            else:
                messages = answer.get("result", {}).get("messages")
                ensure(
                    messages is not None and same(messages, rest),
                    f"tried: {answers[-1]}, then comes {rest}",
                )
        return rest


def same(messages: list[Any], lines: list[str]) -> bool:
    """With the members in the same order."""
    return [json.dumps(message) for message in messages] == [
        json.dumps(json.loads(line)) for line in lines
    ]


def input_params(line: str) -> dict[str, Any] | None:
    """The params of an input that can be tried."""
    try:
        message = json.loads(line)
    except ValueError:
        return None
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        return None
    if message.get("method") != "viewModel/input" or "id" in message:
        return None
    params = message.get("params")
    if not isinstance(params, dict):
        return None
    texts = isinstance(params.get("id"), str) and isinstance(params.get("input"), str)
    return params if texts else None
