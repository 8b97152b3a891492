"""A supervised host, and what an input would do: the same with each face."""

from __future__ import annotations

import gc
import os
import signal
import unittest
from pathlib import Path
from typing import Any, ClassVar

from support import answer, built_host, create_counter, fake, opened, read, refuse, send, settle

from viewmodel_host import (
    AsyncHost,
    Change,
    Crash,
    ErrorCode,
    Host,
    HostDied,
    InputRejected,
    InstanceClosed,
    RequestFailed,
    Restarted,
    Trial,
    Turn,
)

CAPABILITIES = {"mergeUpdates": True, "log": "warning", "restarts": True}


def worker(pid: int) -> int:
    """The process that serves for a supervised host."""
    return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])


class Scenarios:
    class Case(unittest.IsolatedAsyncioTestCase):
        face: ClassVar[type[Any]]

        async def test_a_crash_costs_one_input(self) -> None:
            told: list[Restarted] = []
            example = built_host("example-host")
            async with opened(self.face, example, supervised=True, log="off") as host:
                host.on_restarted(told.append)
                counter = await settle(host.create("counter"))
                await settle(counter.call("plusButtonDidTap"))
                crash = await settle(host.create("example.crash"))
                ticket = crash.input("fatalError")
                with self.assertRaises(InputRejected) as caught:
                    await (settle(ticket.wait()) if self.face is Host else ticket)
                self.assertEqual(caught.exception.code, ErrorCode.CRASHED)
                self.assertIn("Fatal error: boom", caught.exception.message)
                self.assertEqual(caught.exception.data["line"], 11)
                with self.assertRaises(RequestFailed) as failed:
                    await settle(crash.call("precondition"))
                self.assertEqual(failed.exception.code, ErrorCode.CRASHED)
                await settle(counter.call("plusButtonDidTap"))
                self.assertEqual(counter.state["count"], 2)
            self.assertEqual(len(told), 2)
            self.assertIn("Fatal error: boom", told[0].reason)
            self.assertEqual(Path(str(told[0].file)).name, "CrashViewModel.swift")
            self.assertEqual(told[0].line, 11)
            self.assertGreaterEqual(told[0].milliseconds, 0)

        async def test_a_kill_costs_nothing(self) -> None:
            told: list[Restarted] = []
            async with opened(self.face, built_host(), supervised=True) as host:
                host.on_restarted(told.append)
                counter = await settle(host.create("counter"))
                await settle(counter.call("plusButtonDidTap"))
                os.kill(worker(host.pid), signal.SIGKILL)
                await settle(counter.call("plusButtonDidTap"))
                self.assertEqual(counter.state["count"], 2)
            self.assertEqual([each.reason for each in told], ["ended by SIGKILL"])

        async def test_without_a_callback_it_is_logged(self) -> None:
            steps = (
                read("initialize", capabilities=CAPABILITIES),
                answer({"protocolVersion": "1", "host": {"name": "fake-host"}}),
                send("host/restarted", reason="ended by SIGILL", milliseconds=3),
                read("ping"),
                answer({}),
            )
            # The fake host takes the option for none of its own.
            command = fake(*steps, version=None)
            with self.assertLogs("viewmodel_host", "WARNING") as logged:
                async with opened(self.face, *command, supervised=True) as host:
                    await settle(host.ping())
            self.assertEqual(
                logged.records[0].getMessage(),
                "the host goes on in another process: ended by SIGILL",
            )

        async def test_what_an_input_would_do(self) -> None:
            async with opened(self.face, built_host("example-host")) as host:
                counter = await settle(host.create("counter", id="c"))
                trial = await settle(counter.try_input("plusButtonDidTap"))
                self.assertIsNone(trial.crashed)
                [message] = trial.messages
                self.assertEqual(message["method"], "viewModel/update")
                self.assertEqual(message["params"]["updates"][0]["revision"], 1)
                self.assertEqual((counter.state["count"], counter.revision), (0, 0))
                wrong = await settle(counter.try_input("plusButtonDidTap", by=2))
                self.assertEqual(wrong.messages[0]["method"], "viewModel/rejected")
                crash = await settle(host.create("example.crash"))
                trial = await settle(crash.try_input("fatalError"))
                self.assertEqual(trial.messages, [])
                self.assertEqual(trial.crashed.line, 11)
                self.assertTrue(trial.crashed.reason.endswith("Fatal error: boom"))

        async def test_what_cannot_be_tried(self) -> None:
            steps = (
                *create_counter(),
                read("viewModel/try", id="c", input="plus", arguments=[1]),
                refuse(-32019, "Nothing can be tried now"),
                read("viewModel/try"),
                answer({"crashed": {"reason": "it did not return for 2 s"}}),
            )
            async with opened(self.face, *fake(*steps)) as host:
                counter = await settle(host.create("counter"))
                with self.assertRaises(RequestFailed) as caught:
                    await settle(counter.try_input("plus", 1))
                self.assertEqual(caught.exception.code, ErrorCode.BUSY)
                self.assertEqual(
                    await settle(counter.try_input("plus")),
                    Trial([], Crash("it did not return for 2 s")),
                )

        async def test_an_undo_and_a_redo(self) -> None:
            async with opened(self.face, built_host(), supervised=True) as host:
                counter = await settle(host.create("counter", id="c"))
                changes: list[Change] = []
                counter.on_change(changes.append)
                await settle(counter.call("plusButtonDidTap"))
                await settle(counter.call("plusButtonDidTap"))
                undone = await settle(host.undo())
                self.assertEqual(undone.opened, [])
                self.assertEqual(counter.state, {"count": 1, "isEven": False})
                self.assertEqual(counter.revision, 3)
                turns = await settle(host.turns())
                self.assertEqual([each.step for each in turns.turns], [False, False, True])
                self.assertEqual(
                    turns.turns[2],
                    Turn(
                        undone.turn,
                        "line",
                        [{"method": "viewModel/call", "id": "c", "input": "plusButtonDidTap"}],
                        True,
                    ),
                )
                self.assertEqual([each.step for each in turns.undone], [True])
                await settle(host.redo())
                self.assertEqual(counter.state, {"count": 2, "isEven": True})
                with self.assertRaises(RequestFailed) as caught:
                    await settle(host.redo())
                self.assertEqual(caught.exception.code, ErrorCode.INVALID_REQUEST)
                rewound = await settle(host.rewind(undone.turn))
                self.assertEqual(rewound.turn, undone.turn)
                self.assertEqual([each.state["count"] for each in changes], [1, 2, 1, 2, 1])

        async def test_instances_go_and_come_back(self) -> None:
            async with opened(self.face, built_host(), supervised=True) as host:
                first = await settle(host.create("counter", id="first"))
                closed: list[str] = []
                changes: list[Change] = []
                first.on_closed(closed.append)
                first.on_change(changes.append)
                await settle(first.call("plusButtonDidTap"))
                second = await settle(host.create("counter", id="second"))
                await settle(second.call("plusButtonDidTap"))
                await settle(first.dispose())
                undone = await settle(host.undo())
                [back] = undone.opened
                self.assertEqual((back.id, back.name), ("first", "counter"))
                self.assertIsNone(first.closed)
                self.assertEqual(first.state, {"count": 1, "isEven": False})
                self.assertEqual([each.resynced for each in changes], [False, True])
                self.assertEqual(len(closed), 1)
                await settle(first.call("plusButtonDidTap"))
                self.assertEqual(back.state["count"], 2)
                await settle(host.undo())
                await settle(host.undo())
                self.assertEqual(first.state["count"], 0)
                self.assertRegex(second.closed, "gone back")
                with self.assertRaises(InstanceClosed):
                    await settle(second.call("plusButtonDidTap"))

        async def test_an_instance_whose_handle_is_gone_comes_back_with_a_new_one(self) -> None:
            async with opened(self.face, built_host(), supervised=True) as host:
                counter = await settle(host.create("counter", id="c"))
                await settle(counter.call("plusButtonDidTap"))
                await settle(counter.call("plusButtonDidTap"))
                await settle(counter.dispose())
                del counter
                gc.collect()
                [back] = (await settle(host.undo())).opened
                self.assertEqual((back.id, back.revision), ("c", 1))
                await settle(back.call("plusButtonDidTap"))
                self.assertEqual(back.state, {"count": 2, "isEven": True})

        async def test_what_cannot_be_undone(self) -> None:
            async with opened(self.face, built_host(), supervised=True) as host:
                await settle(host.create("counter"))
                with self.assertRaises(RequestFailed) as caught:
                    await settle(host.undo())
                self.assertEqual(caught.exception.code, ErrorCode.INVALID_REQUEST)
                with self.assertRaises(RequestFailed) as caught:
                    await settle(host.rewind(99))
                self.assertEqual(caught.exception.code, ErrorCode.INVALID_PARAMS)
            async with opened(self.face, built_host()) as host:
                for method in (host.undo, host.redo, host.turns, lambda: host.rewind(1)):
                    with self.assertRaisesRegex(RequestFailed, "--supervised") as caught:
                        await settle(method())
                    self.assertEqual(caught.exception.code, ErrorCode.METHOD_NOT_FOUND)

        async def test_a_host_that_cannot_be_supervised_says_so(self) -> None:
            with self.assertRaisesRegex(HostDied, "do not go together"):
                async with opened(self.face, built_host(), supervised=True, record="x.transcript"):
                    pass


class HostTests(Scenarios.Case):
    face = Host


class AsyncHostTests(Scenarios.Case):
    face = AsyncHost


if __name__ == "__main__":
    unittest.main()
