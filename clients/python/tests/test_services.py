"""What the host asks of the frontend: the same scenarios with each face."""

from __future__ import annotations

import asyncio
import unittest
from typing import Any, ClassVar

from support import answer, create_counter, do, fake, opened, read, send, settle, transcript_host

from viewmodel_host import AsyncHost, ErrorCode, Host, RequestFailed

TOO_LONG = "x" * 17_000_000


def ask(id: str, name: str, **arguments: Any) -> dict[str, Any]:
    """Asks a service."""
    params = {"service": name, "id": "c", "arguments": arguments}
    message = {"jsonrpc": "2.0", "id": id, "method": "service/call", "params": params}
    return do("send", message=message)


def answered(id: str, **outcome: Any) -> dict[str, Any]:
    """Reads an answer."""
    return read("response", id=id, **outcome)


def refused(id: str, message: str) -> dict[str, Any]:
    return answered(id, error={"code": -32000, "message": message})


class Scenarios:
    class Case(unittest.IsolatedAsyncioTestCase):
        face: ClassVar[type[Any]]

        def play(self, *steps: Any, **services: Any) -> Any:
            command = fake(*create_counter(), *steps)
            return opened(self.face, *command, services=services)

        async def test_what_goes_wrong_in_a_service_is_an_answer(self) -> None:
            def fail() -> None:
                raise LookupError("nothing there")

            def fail_without_words() -> None:
                raise LookupError

            named: dict[str, int] = {}

            def fail_with_a_word() -> int:
                return named["two words"]

            def give_up() -> None:
                raise ValueError("oops")

            nested: Any = []
            for _ in range(600):
                nested = [nested]
            services: dict[str, Any] = {
                "fail": fail,
                "mute": fail_without_words,
                "key": fail_with_a_word,
                "oops": give_up,
                "strange": lambda: {1, 2},
                "infinite": lambda: float("inf"),
                "deep": lambda: nested,
                "long": lambda: TOO_LONG,
                "add": lambda a, b=1: a + b,
            }
            unwritable = "the answer cannot be written: "
            bytes = len(TOO_LONG) + len('{"jsonrpc":"2.0","id":"s-6","result":""}')
            too_long = f"a message of {bytes} bytes; the host reads at most 16777216"
            steps = [
                read("ping"),
                ask("s-1", "fail"),
                refused("s-1", "nothing there"),
                ask("s-2", "mute"),
                refused("s-2", "LookupError"),
                ask("s-3", "strange"),
                refused("s-3", unwritable + "Object of type set is not JSON serializable"),
                ask("s-4", "infinite"),
                read("response", id="s-4"),
                ask("s-5", "deep"),
                refused("s-5", unwritable + "nested deeper than the 512 that the host reads"),
                ask("s-6", "long"),
                refused("s-6", unwritable + too_long),
                ask("s-7", "add", a=2),
                answered("s-7", result=3),
                ask("s-8", "add", b=2),
                read("response", id="s-8"),
                ask("s-9", "add", a=2**60, b=1),
                answered("s-9", result=2**60 + 1),
                ask("s-10", "key"),
                refused("s-10", "KeyError: 'two words'"),
                ask("s-11", "oops"),
                refused("s-11", "ValueError: oops"),
                answer({}, id=3),
            ]
            with self.assertLogs("viewmodel_host", "WARNING") as logs:
                async with self.play(*steps, **services) as host:
                    await settle(host.create("counter"))
                    await settle(host.ping())
            logged = [text.split("\n")[0] for text in logs.output]
            prefix = "WARNING:viewmodel_host:the service"
            self.assertEqual(
                logged,
                [f"{prefix} {name} failed" for name in ("fail", "mute", "add", "key", "oops")],
            )
            self.assertIn("nothing there", logs.output[0])

        async def test_answers_that_cannot_be_used_are_told(self) -> None:
            told: list[Any] = []
            command = transcript_host("service-rejected")
            services = {"items": lambda page: {"items": "none"}}
            async with opened(self.face, *command, services=services) as host:
                host.on_service_rejected(told.append)
                instance = await settle(host.create("list", id="l"))
                await settle(instance.call("viewWillAppear"))
                await settle(host.ping())
                with self.assertRaises(RequestFailed) as caught:
                    await settle(host.create("list", id="m"))
                self.assertEqual(caught.exception.code, ErrorCode.SERVICE_MISSING)
            self.assertEqual(
                [(each.id, each.service, each.code, each.data) for each in told],
                [
                    ("service-1", "items", -32602, {"path": "/result/items"}),
                    ("service-7", None, -32600, None),
                ],
            )

        async def test_they_are_logged_when_nobody_listens(self) -> None:
            error = {"code": -32602, "message": "no array"}
            steps = (read("ping"), send("service/rejected", id="s-1", service="items", error=error))
            with self.assertLogs("viewmodel_host", "WARNING") as logs:
                async with self.play(*steps, answer({})) as host:
                    await settle(host.create("counter"))
                    await settle(host.ping())
            self.assertIn("rejected the answer of items: no array (-32602)", logs.output[0])


class ServiceTests(Scenarios.Case):
    face = Host

    async def test_a_call_that_is_cancelled_while_its_service_waits(self) -> None:
        def items(page: int) -> Any:
            if page == 1:
                instance.input("reload")  # for that the host cancels this call
                host.ping()
            return {"items": [], "pages": {"currentPage": page, "nextPage": None}}

        with Host(transcript_host("service-cancelled"), services={"items": items}) as host:
            instance = host.create("list", id="l")
            instance.input("viewWillAppear")
            instance.wait_until(lambda state: state["loading"])
            instance.wait_until(lambda state: not state["loading"])
            self.assertEqual(instance.revision, 3)
            instance.dispose()
        self.assertEqual(host.exit_status, 0)

    def test_services_answer_while_a_callback_waits(self) -> None:
        seen: list[Any] = []
        steps = (
            *create_counter(),
            read("ping"),
            send("host/log", level="info", message="go"),
            read("viewModel/call"),
            ask("s-1", "double", number=4),
            answered("s-1", result=8),
            answer({"value": 9}, id=4),
            answer({}, id=3),
        )
        services = {"double": lambda number: 2 * number}
        with Host(fake(*steps), services=services) as host:
            counter = host.create("counter")
            host.on_log(lambda line: seen.append(counter.call("ask")))
            host.ping()
        self.assertEqual((seen, host.exit_status), ([9], 0))

    def test_an_interrupt_in_a_service_comes_out(self) -> None:
        def interrupt() -> None:
            raise KeyboardInterrupt

        steps = (
            *create_counter(),
            read("ping"),
            ask("s-1", "interrupt"),
            refused("s-1", "KeyboardInterrupt"),
            answer({}, id=3),
        )
        with Host(fake(*steps), services={"interrupt": interrupt}) as host:
            host.create("counter")
            with self.assertRaises(KeyboardInterrupt):
                host.ping()


class AsyncServiceTests(Scenarios.Case):
    face = AsyncHost

    async def test_a_call_that_is_cancelled_cancels_its_task(self) -> None:
        asked, cancelled = asyncio.Event(), asyncio.Event()

        async def items(page: int) -> Any:
            if page == 1:
                asked.set()
                try:
                    await asyncio.Event().wait()
                finally:
                    cancelled.set()
            await asyncio.sleep(0)
            return {"items": [], "pages": {"currentPage": page, "nextPage": None}}

        command = transcript_host("service-cancelled")
        async with AsyncHost(command, services={"items": items}) as host:
            instance = await host.create("list", id="l")
            await instance.input("viewWillAppear")
            await asked.wait()
            await instance.input("reload")
            await instance.wait_until(lambda state: not state["loading"])
            self.assertEqual(instance.revision, 3)
            self.assertTrue(cancelled.is_set())
            await instance.dispose()
        self.assertEqual(host.exit_status, 0)

    async def test_the_end_of_the_host_cancels_what_runs(self) -> None:
        cancelled = asyncio.Event()

        async def wait() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                cancelled.set()

        steps = (read("ping"), ask("s-1", "wait"), answer({}))
        async with self.play(*steps, wait=wait) as host:
            await host.create("counter")
            await host.ping()
        await asyncio.wait_for(cancelled.wait(), 60)

    async def test_services_run_beside_each_other(self) -> None:
        met = asyncio.Event()

        async def first() -> str:
            await met.wait()
            return "first"

        async def second() -> str:
            met.set()
            return "second"

        steps = (
            read("ping"),
            ask("s-1", "first"),
            ask("s-2", "second"),
            answered("s-2", result="second"),
            answered("s-1", result="first"),
            answer({}, id=3),
        )
        async with self.play(*steps, first=first, second=second) as host:
            await host.create("counter")
            await host.ping()


if __name__ == "__main__":
    unittest.main()
