"""What the modules share that `viewmodel-generate python` and `python-asyncio` write."""

from __future__ import annotations

import json
from typing import Any

from .client import BaseHost
from .errors import HostError
from .instance import AnswerT
from .protocol import Request
from .protocol import given as given


class ContractBroken(HostError):
    """The host no longer offers what a module was generated for."""


class Contract:
    """The contract that a module was generated for, as JSON."""

    def __init__(self, text: str) -> None:
        self._text = text

    def check(self, host: BaseHost[AnswerT, Any], name: str | None = None) -> AnswerT:
        """Asks a host, once, whether it keeps the contract, or the part about one ViewModel.

        Raises ContractBroken if it does not.
        """
        asked = (self, name)
        if asked in host._kept:
            return host._wait(Request("contract/check").end())
        contract = json.loads(self._text)
        if name is not None:
            contract["viewModels"] = [one for one in contract["viewModels"] if one["name"] == name]

        def compared(answer: Any) -> None:
            breaks = [each["sentence"] for each in answer["changes"] if each["breaks"]]
            if breaks:
                more = f", and {len(breaks) - 3} more" if len(breaks) > 3 else ""
                raise ContractBroken(f"the host has changed: {'; '.join(breaks[:3])}{more}")
            host._kept.add(asked)

        params = {"contract": contract}
        return host._wait(host._request("contract/check", params, compared))


AsyncContract = Contract
