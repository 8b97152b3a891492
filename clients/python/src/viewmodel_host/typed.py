"""What the modules that `viewmodel-generate python` and `python-asyncio` write have in common."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypedDict
from weakref import WeakKeyDictionary

from .async_host import AsyncHost
from .errors import ErrorCode, HostError, RequestFailed
from .host import Host
from .host_base import HostBase


class ContractBroken(HostError):
    """The host has changed in a way that breaks what a module was generated for."""


class _Change(TypedDict):
    breaks: bool
    sentence: str


class _Answer(TypedDict):
    compatible: bool
    changes: list[_Change]


class _Document:
    """A contract, and the processes that keep it."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._kept: WeakKeyDictionary[HostBase, set[tuple[int | None, str | None]]] = (
            WeakKeyDictionary()
        )

    def _is_kept(self, host: Host | AsyncHost, name: str | None) -> bool:
        return (host.pid, name) in self._kept.get(host, ())

    def _question(self, name: str | None) -> Mapping[str, Any]:
        contract = json.loads(self._text)
        if name is not None:
            own = [each for each in contract["viewModels"] if each["name"] == name]
            contract["viewModels"] = own
        return {"contract": contract}

    def _end(self, host: Host | AsyncHost, name: str | None, answer: _Answer) -> None:
        """Raises ContractBroken if the host does not keep it."""
        if not answer["compatible"]:
            said = [each["sentence"] for each in answer["changes"] if each["breaks"]]
            more = f", and {len(said) - 3} more" if len(said) > 3 else ""
            raise ContractBroken(f"the host has changed: {'; '.join(said[:3])}{more}")
        self._kept.setdefault(host, set()).add((host.pid, name))


def _without_answer(error: RequestFailed) -> _Answer:
    """A host that is older than the question cannot tell. Raises any other error."""
    if error.code != ErrorCode.METHOD_NOT_FOUND:
        raise error
    return {"compatible": True, "changes": []}


class Contract(_Document):
    """What a module was generated for, as JSON."""

    def check(self, host: Host, name: str | None = None) -> None:
        """Asks a host, once, whether it keeps this, or what of it is about one ViewModel.

        Raises ContractBroken if it does not.
        """
        if self._is_kept(host, name):
            return
        try:
            answer: _Answer = host.request("contract/check", self._question(name))
        except RequestFailed as error:
            answer = _without_answer(error)
        self._end(host, name, answer)


class AsyncContract(_Document):
    """The same for the face for asyncio."""

    async def check(self, host: AsyncHost, name: str | None = None) -> None:
        """Asks a host, once, whether it keeps this, or what of it is about one ViewModel.

        Raises ContractBroken if it does not.
        """
        if self._is_kept(host, name):
            return
        try:
            answer: _Answer = await host.request("contract/check", self._question(name))
        except RequestFailed as error:
            answer = _without_answer(error)
        self._end(host, name, answer)


def given(values: Mapping[str, object]) -> dict[str, object]:
    """Those arguments that are not left out."""
    return {name: value for name, value in values.items() if value is not None}
