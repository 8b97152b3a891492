"""What the tests share: the package's path, the fake host, the built host."""

from __future__ import annotations

import faulthandler
import inspect
import json
import logging
import os
import sys
import unittest
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
CONFORMANCE = ROOT / "clients" / "conformance"
sys.path.insert(0, str(HERE.parent / "src"))
sys.path.append(str(CONFORMANCE))

from states import States as States  # noqa: E402

from viewmodel_host import AsyncHost, Host  # noqa: E402

# unittest turns asyncio's debug mode on, which reports slow callbacks and killed children.
logging.getLogger("asyncio").setLevel(logging.ERROR)


_run_test = unittest.TestCase.run


def _run_watched(test: unittest.TestCase, result: Any = None) -> Any:
    """A test that waits for ever shows where, and ends the run."""
    faulthandler.dump_traceback_later(600, exit=True)
    try:
        return _run_test(test, result)
    finally:
        faulthandler.cancel_dump_traceback_later()


unittest.TestCase.run = _run_watched  # type: ignore[assignment, method-assign]

SCRIPTED = [sys.executable, "-S", str(HERE / "scripted_host.py")]

Step = dict[str, Any]


def fake(*steps: Step, version: str | None = "1") -> list[str]:
    """The command of a fake host that plays a script, after it has answered `initialize`.

    With `version=None` the script has to answer that, too.
    """
    return [*SCRIPTED, json.dumps({"version": version, "steps": steps})]


@contextmanager
def scripted(*steps: Step, **options: Any) -> Iterator[Host]:
    """A `Host` on a fake one, that must have played its whole script at the end, and no more."""
    with Host(fake(*steps), **options) as host:
        yield host
    if host.exit_status != 0:
        raise AssertionError(f"the fake host ended with {host.exit_status}: {host.stderr_tail}")


@asynccontextmanager
async def scripted_async(*steps: Step, **options: Any) -> AsyncIterator[AsyncHost]:
    """`scripted` for asyncio."""
    async with AsyncHost(fake(*steps), **options) as host:
        yield host
    if host.exit_status != 0:
        raise AssertionError(f"the fake host ended with {host.exit_status}: {host.stderr_tail}")


def read(method: str, **params: Any) -> Step:
    """Reads a line, and goes on only if it is this message, with at least these params."""
    return {"do": "read", "method": method, "params": params}


def answer(result: Any, id: int | None = None) -> Step:
    """Answers a request: the one that was read last, or that with an id."""
    return {"do": "answer", "result": result, "id": id}


def refuse(code: int, message: str, data: Any = None, id: int | None = None) -> Step:
    """Answers a request with an error."""
    error = {"code": code, "message": message, **({} if data is None else {"data": data})}
    return {"do": "refuse", "error": error, "id": id}


def send(method: str, **params: Any) -> Step:
    """Writes a notification."""
    return {"do": "send", "message": {"jsonrpc": "2.0", "method": method, "params": params}}


def update(*updates: dict[str, Any]) -> Step:
    """Writes a `viewModel/update`."""
    return send("viewModel/update", updates=list(updates))


def counted(revision: int, count: int, **more: Any) -> dict[str, Any]:
    """An entry of an update, that sets the count of the instance `c`."""
    patch = [{"op": "replace", "path": "/count", "value": count}]
    return {"id": "c", "revision": revision, "patch": patch, **more}


def create_counter(id: str = "c", **state: Any) -> tuple[Step, Step]:
    """The steps that create a counter."""
    return (
        read("viewModel/create", name="counter"),
        answer({"id": id, "revision": 0, "state": {"count": 0, **state}}),
    )


def do(action: str, **details: Any) -> Step:
    """Any other step: see scripted_host.py."""
    return {"do": action, **details}


def transcript_host(
    *transcripts: str | Path, faults: Iterable[str] = (), starts: Path | None = None
) -> list[str]:
    """The command of the host that plays transcripts: see clients/conformance/README.md.

    A name without a folder is one of those that stand there.
    """
    own = CONFORMANCE / "transcripts"
    paths = [own / f"{each}.transcript" if isinstance(each, str) else each for each in transcripts]
    options = [part for fault in faults for part in ("--fault", fault)]
    counting = [] if starts is None else ["--starts", str(starts)]
    program = [sys.executable, "-S", str(CONFORMANCE / "fake_host.py")]
    return [*program, *options, *counting, *map(str, paths)]


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
async def opened(face: type[Any], *command: str, **options: Any) -> AsyncIterator[Any]:
    """A host of either face. It must end well."""
    host: Any = face(command, **options)
    if face is Host:
        with host:
            yield host
    else:
        async with host:
            yield host
    if host.exit_status != 0:
        raise AssertionError(f"the host ended with {host.exit_status}: {host.stderr_tail}")


def process_exists(pid: int) -> bool:
    """Whether there is such a process, be it a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
