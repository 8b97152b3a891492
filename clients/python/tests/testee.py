#!/usr/bin/env python3
"""What the conformance suite drives: `Host`, or with the argument `async` `AsyncHost`."""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

import contextlib
from concurrent.futures import Future

from viewmodel_host import AsyncHost, Host, HostError, ServiceError

KINDS = {
    "HostNotFound": "not-found",
    "HostDied": "died",
    "HostClosed": "stopped",
    "VersionMismatch": "version",
    "ProtocolError": "protocol",
    "TimeoutError": "timeout",
    "RequestFailed": "request",
    "Cancelled": "cancelled",
    "InstanceClosed": "closed",
}


def described(error: BaseException) -> dict[str, Any]:
    kind = KINDS.get(type(error).__name__, "usage")
    about = {key: getattr(error, key) for key in ("id", "input", "code") if hasattr(error, key)}
    return {"kind": kind, "message": str(error), **about}


class Testee:
    """Each method is a command."""

    def __init__(self, face: type[Any]) -> None:
        self.face = face
        self.host: Any = None
        self.instances: dict[str, Any] = {}
        self.handles: dict[str, Any] = {}
        self.news: list[dict[str, Any]] = []

    def report(self, news: str, **details: Any) -> None:
        self.news.append({"news": news, **details})

    async def start(
        self, command: list[str], services: dict[str, Any] | None = None, **options: Any
    ) -> Any:
        named = {name: self.service(answers) for name, answers in (services or {}).items()}
        host = self.face(command, services=named, **options)
        self.host = await host.start() if isinstance(host, AsyncHost) else host
        self.instances.clear()
        self.host.on_rejected(self.rejected)
        self.host.on_failed(lambda failure: self.report("failed", id=failure.id, code=failure.code))
        return {"pid": self.host.pid}

    def rejected(self, failure: Any) -> None:
        if failure.service is None:
            about = {"id": failure.id, "input": failure.input, "code": failure.code}
            self.report("rejected", **about)

    def service(self, answers: list[dict[str, Any]]) -> Any:
        waiting = iter(answers)

        def answer(call: Any, **arguments: Any) -> Any:
            none = {"error": {"code": -32000, "message": "there is no more"}}
            given: dict[str, Any] = next(waiting, none)
            if "hold" in given:
                return Future() if self.face is Host else asyncio.Future()
            if "error" in given:
                error = given["error"]
                raise ServiceError(error["code"], error["message"], error.get("data"))
            return given["result"]

        return answer

    async def create(self, name: str, **details: Any) -> Any:
        report = self.report
        instance = await settled(
            self.host.create(
                name,
                on_change=lambda c: report(
                    "change", id=c.id, revision=c.revision, resynced=c.patch is None
                ),
                on_event=lambda e: report("event", id=e.id, event=e.name, value=e.value),
                **details,
            )
        )
        self.instances[instance.id] = instance
        instance.on_dropped(lambda count: report("dropped", id=instance.id, count=count))
        instance.on_closed(lambda reason: report("closed", id=instance.id, reason=reason))
        return {"id": instance.id, "revision": instance.revision, "state": instance.state}

    def send(self, how: Any, input: str, arguments: Any = None) -> Any:
        in_order = arguments if isinstance(arguments, list) else []
        named = arguments if isinstance(arguments, dict) else {}
        return how(input, *in_order, **named)

    async def input(self, key: str, id: str, timeout: float = 30, **details: Any) -> None:
        usual, self.host.timeout = self.host.timeout, timeout
        try:
            self.send(self.instances[id].input, **details)
        finally:
            self.host.timeout = usual

    async def call(self, key: str, id: str, **details: Any) -> None:
        instance = self.instances[id]
        how = instance.start if self.face is Host else instance.call
        self.handles[key] = self.send(how, **details)

    async def batch(self, commands: list[dict[str, Any]]) -> None:
        with self.host.turn():
            for command in commands:
                await getattr(self, command.pop("do"))(**command)

    async def cancel(self, key: str) -> None:
        # Its end may have been reported already.
        if key in self.handles:
            self.handles[key].cancel()

    async def observe(self, id: str, outputs: list[Any]) -> Any:
        await settled(self.instances[id].observe(outputs))
        return {}

    async def window(self, id: str, output: str, offset: int, limit: int) -> Any:
        return await settled(self.instances[id].move_window(output, offset, limit))

    async def snapshot(self, id: str) -> Any:
        return await settled(self.host.request("viewModel/snapshot", {"id": self.instances[id].id}))

    async def dispose(self, id: str) -> Any:
        await settled(self.instances[id].dispose())
        return {}

    async def request(self, method: str, params: Any = None, **options: Any) -> Any:
        return await settled(self.host.request(method, params, **options))

    async def restart(self) -> Any:
        await settled(self.host.restart())
        return {"pid": self.host.pid}

    async def exit(self) -> None:
        sys.exit()

    async def stop(self) -> None:
        await settled(self.host.close())

    async def look(self, number: int = 0) -> Any:
        with contextlib.suppress(HostError):
            await settled(self.host.request("ping", {"look": number}))
        await asyncio.sleep(0)
        return {
            id: {"revision": one.revision, "state": one.state, "stale": None}
            for id, one in self.instances.items()
            if one.closed is None
        }

    def collect(self) -> None:
        """Reports the handles that have ended."""
        for key, handle in list(self.handles.items()):
            done = handle.done if self.face is Host else handle.done()
            if done:
                del self.handles[key]
                try:
                    self.report(
                        "end",
                        key=key,
                        value=handle.wait() if self.face is Host else handle.result(),
                    )
                except asyncio.CancelledError:
                    self.report("end", key=key, error={"kind": "cancelled", "code": -32800})
                except Exception as error:
                    self.report("end", key=key, error=described(error))

    async def run(self, command: dict[str, Any]) -> dict[str, Any]:
        try:
            answer = {"ok": await getattr(self, command.pop("do"))(**command)}
        except Exception as error:
            answer = {"error": described(error)}
        self.collect()
        news, self.news = self.news, []
        return {**answer, "news": news}


async def settled(value: Any) -> Any:
    return await value if inspect.isawaitable(value) else value


async def main() -> None:
    logging.getLogger("viewmodel_host.stderr").setLevel(logging.CRITICAL)  # faults make much noise
    name = "python-async" if "async" in sys.argv else "python"
    testee = Testee(AsyncHost if "async" in sys.argv else Host)
    print(json.dumps({"client": name, "lacks": ["ends"]}), flush=True)
    while line := await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline):
        print(json.dumps(await testee.run(json.loads(line))), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
