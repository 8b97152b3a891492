"""What the modules that `viewmodel-generate python` and `python-asyncio` write have in common."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

from .aio import AsyncHost
from .errors import ErrorCode, HostError, RequestFailed
from .host import Host


class ContractBroken(HostError):
    """The host has changed in a way that breaks what a module was generated for."""


class Contract:
    """What a module was generated for, as JSON."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._kept: WeakKeyDictionary[object, set[object]] = WeakKeyDictionary()

    def check(self, host: Host, name: str | None = None) -> None:
        """Asks a host, once, whether it keeps this, or what of it is about one ViewModel.

        Raises ContractBroken if it does not.
        """
        if self._is_new(host, name):
            try:
                answer = host.request("contract/check", self._question(name))
            except RequestFailed as error:
                answer = _without(error)
            self._end(host, name, answer)

    def _is_new(self, host: Host | AsyncHost, name: str | None) -> bool:
        return (host.pid, name) not in self._kept.setdefault(host, set())

    def _question(self, name: str | None) -> Mapping[str, Any]:
        contract = json.loads(self._text)
        if name is not None:
            own = [each for each in contract["viewModels"] if each["name"] == name]
            contract["viewModels"] = own
        return {"contract": contract}

    def _end(self, host: Host | AsyncHost, name: str | None, answer: Any) -> None:
        said = [each["sentence"] for each in answer["changes"] if each["breaks"]]
        if said:
            more = f", and {len(said) - 3} more" if len(said) > 3 else ""
            raise ContractBroken(f"the host has changed: {'; '.join(said[:3])}{more}")
        self._kept[host].add((host.pid, name))


class AsyncContract(Contract):
    """The same for the face for asyncio."""

    async def check(self, host: AsyncHost, name: str | None = None) -> None:  # type: ignore[override]
        """See `Contract`."""
        if self._is_new(host, name):
            try:
                answer = await host.request("contract/check", self._question(name))
            except RequestFailed as error:
                answer = _without(error)
            self._end(host, name, answer)


def _without(error: RequestFailed) -> Any:
    """A host that is older than the question cannot tell. Raises any other error."""
    if error.code != ErrorCode.METHOD_NOT_FOUND:
        raise error
    return {"changes": []}


def given(values: Mapping[str, object]) -> dict[str, object]:
    """Those arguments that are not left out."""
    return {name: value for name, value in values.items() if value is not None}
