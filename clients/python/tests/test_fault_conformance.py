"""Both faces play transcripts against the fake host, without a fault and with each."""

from __future__ import annotations

import signal
import tempfile
import unittest
from pathlib import Path
from typing import Any, ClassVar

from support import CONFORMANCE, ROOT, States, opened, settle, transcript_host
from transcripts import Player, Transcript

from viewmodel_host import AsyncHost, Host, HostDied, ProtocolError, ServiceFailed, VersionMismatch

SHARED = ROOT / "Tests" / "Transcripts"
PLAYED = [
    *(SHARED / f"{name}.transcript" for name in ("counter", "call", "user", "dispose")),
    CONFORMANCE / "transcripts" / "services.transcript",
    CONFORMANCE / "transcripts" / "restart.transcript",
]
FAULTS = [(), ("drip",), ("long",), ("interleave",), ("noise",), ("gap",), ("gap", "drip")]


def items(page: int | None = None) -> Any:
    """The service of services.transcript."""
    if page == 1:
        return {"items": [{"id": "1", "name": "ä"}], "pages": {"currentPage": 1, "nextPage": 2}}
    if page == 2:
        raise ServiceFailed(1, "net", {"retry": True})
    return [] if page is None else None


def read(path: Path) -> Transcript:
    return Transcript.read(path.name, path.read_text("utf-8"))


class Follower(Player):
    """Knows the states that the host's lines in the transcript lead to, and compares with them."""

    def __init__(self, host: Any, transcript: Transcript, gap: int | None) -> None:
        super().__init__(host)
        self.states = States(gap)
        self.answers = transcript.answers()
        self.resynced = 0

    async def compare(self) -> None:
        for message in next(self.answers):
            self.states.follow(message)
        for _ in range(2):  # a resync begins before the first is answered, and ends before the next
            await settle(self.host.ping())
        for id, instance in self.instances.items():
            if instance.closed is None:
                known = self.states.snapshot(id)
                found = {"id": id, "revision": instance.revision, "state": instance.state}
                if found != known:
                    raise AssertionError(f"the mirror has {found}, not {known}")
                self.compared += 1

    def changed(self, change: Any) -> None:
        self.resynced += change.resynced
        self.changes += 1


class Scenarios:
    class Case(unittest.IsolatedAsyncioTestCase):
        face: ClassVar[type[Any]]

        async def test_each_transcript_with_each_fault(self) -> None:
            compared = changes = 0
            for path in PLAYED:
                for faults in FAULTS:
                    if "gap" in faults and path.name == "dispose.transcript":
                        continue  # which has no update that could get lost
                    with self.subTest(path.name, faults=faults):
                        player = await self.play(path, faults)
                        compared += player.compared
                        changes += player.changes
            self.assertGreater(compared, 300)
            self.assertGreater(changes, 100)

        async def play(self, path: Path, faults: tuple[str, ...]) -> Follower:
            transcript = read(path).without_mixed_batches()
            with tempfile.TemporaryDirectory() as folder:
                copy = Path(folder) / path.name
                copy.write_text(transcript.text(), "utf-8")
                command = transcript_host(copy, faults=faults)
                gap = next((int(each[4:] or 0) for each in faults if each.startswith("gap")), None)
                async with opened(self.face, *command, services={"items": items}) as host:
                    host.on_rejected(lambda error: None)
                    player = Follower(host, transcript, gap)
                    if gap is None:
                        await player.play(transcript)
                    else:
                        with self.assertLogs("viewmodel_host", "WARNING") as logs:
                            await player.play(transcript)
                        self.assertEqual(sum("out of step" in each for each in logs.output), 1)
            self.assertEqual(player.resynced, 0 if gap is None else 1)
            return player

        async def fail_with(self, fault: str) -> BaseException:
            path = SHARED / "counter.transcript"
            transcript = read(path)
            with self.assertRaises(Exception) as caught:
                async with opened(self.face, *transcript_host(path, faults=[fault])) as host:
                    await Follower(host, transcript, None).play(transcript)
            return caught.exception

        async def test_the_host_dies(self) -> None:
            for fault in ("die=0", "die=1", "die=2", "die=5", "half=0", "half=1", "half=4"):
                with self.subTest(fault):
                    error = await self.fail_with(fault)
                    assert isinstance(error, HostDied), error
                    self.assertEqual(error.exit_status, -signal.SIGKILL)

        async def test_the_host_exits(self) -> None:
            for lines in (0, 1, 3):
                error = await self.fail_with(f"exit={lines}:3")
                assert isinstance(error, HostDied), error
                self.assertEqual((error.exit_status, error.stderr), (3, ["last words"]))

        async def test_a_line_that_is_not_json(self) -> None:
            for lines in (0, 1, 3):
                error = await self.fail_with(f"garbage={lines}")
                self.assertIsInstance(error, ProtocolError)
                self.assertIn("{this is not JSON", str(error))

        async def test_another_version(self) -> None:
            error = await self.fail_with("version")
            assert isinstance(error, VersionMismatch), error
            self.assertEqual((error.client, error.host), (["1"], ["2"]))


class FaultTests(Scenarios.Case):
    face = Host


class AsyncFaultTests(Scenarios.Case):
    face = AsyncHost


if __name__ == "__main__":
    unittest.main()
