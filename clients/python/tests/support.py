"""What the tests share: the built hosts, hosts that play something, and both faces alike."""

from __future__ import annotations

import asyncio
import inspect
import os
import sys
import unittest
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, ClassVar

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
CONFORMANCE = ROOT / "clients" / "conformance"
sys.path.insert(0, str(HERE.parent / "src"))
sys.path.append(str(CONFORMANCE))

from viewmodel_host import AsyncHost, Host  # noqa: E402

ANSWER = """
import json, os, signal, sys, time
def read():
    return json.loads(sys.stdin.readline())
def write(**members):
    print(json.dumps({"jsonrpc": "2.0", **members}), flush=True)
def update(revision, count):
    patch = [{"op": "replace", "path": "/count", "value": count}]
    updates = [{"id": "c", "revision": revision, "patch": patch}]
    write(method="viewModel/update", params={"updates": updates})
write(id=read()["id"], result={"protocolVersion": "1", "host": {"name": "scripted"}})
"""
"""How a scripted host begins."""


def scripted(script: str) -> list[str]:
    """The command of a host that answers `initialize`, and then does what a script says."""
    return [sys.executable, "-S", "-c", f"{ANSWER}\n{script}"]


def transcript_host(*names: str, faults: list[str], starts: Path) -> list[str]:
    """The command of the host that plays transcripts: see clients/conformance/README.md."""
    paths = [str(CONFORMANCE / "transcripts" / f"{name}.transcript") for name in names]
    options = [part for fault in faults for part in ("--fault", fault)]
    program = [sys.executable, "-S", str(CONFORMANCE / "fake_host.py"), "--starts", str(starts)]
    return [*program, *options, *paths]


def built_host(name: str = "viewmodel-host") -> str:
    """The path of a built host. Without one the test is skipped, but in CI it fails.

    VIEWMODEL_HOST names the main one; the others are looked for beside it.
    """
    named = os.environ.get("VIEWMODEL_HOST")
    builds = [ROOT / ".build" / kind / name for kind in ("release", "debug")]
    for path in [Path(named).resolve().with_name(name)] if named else builds:
        if path.is_file():
            return str(path)
    message = f"there is no {name}: run `swift build`, or set VIEWMODEL_HOST"
    if os.environ.get("CI"):
        raise AssertionError(message)
    raise unittest.SkipTest(message)


async def settle(value: Any) -> Any:
    """What a method of either face gives: the asyncio one's is awaited."""
    return await value if inspect.isawaitable(value) else value


@asynccontextmanager
async def opened(face: type[Any], command: Any, **options: Any) -> AsyncIterator[Any]:
    """A host of either face."""
    if face is Host:
        with Host(command, **options) as host:
            yield host
    else:
        async with AsyncHost(command, **options) as other:
            yield other


class FaceCase(unittest.IsolatedAsyncioTestCase):
    """Tests that are written once: a class runs them with `Host`, and its subclass with the other.

    These are `class ThingTests(FaceCase)` and `class AsyncThingTests(ThingTests)`.
    """

    face: ClassVar[type[Any]] = Host

    def open(self, *command: str, **options: Any) -> Any:
        return opened(self.face, command or [built_host()], **options)

    def script(self, script: str, **options: Any) -> Any:
        return opened(self.face, scripted(script), **options)

    async def ended(self, host: Any) -> None:
        """Waits until the host has ended on its own, without asking it anything."""
        while host.error is None:
            if self.face is Host:
                host.poll(1)
            await asyncio.sleep(0.01)
