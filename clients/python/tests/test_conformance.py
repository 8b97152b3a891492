"""The transcripts that all clients play: byte by byte, and through the mirrors of both faces."""

from __future__ import annotations

import asyncio
import re
import unittest
from typing import Any

from support import ROOT, built_host, opened
from transcripts import Player, Transcript, as_written, from_folder, from_protocol, transcripts

from viewmodel_host import AsyncHost, ErrorCode, Host
from viewmodel_host.async_child import AsyncChild
from viewmodel_host.child import Child
from viewmodel_host.command import Launch


def command(transcript: Transcript) -> tuple[str, ...]:
    """The host that has what the transcript asks for: most examples are not in the main one."""
    sent = "".join(line for mark, line in transcript.lines if mark == "-->")
    has_examples = transcript.name.startswith("Examples/") or '"example.' in sent
    return (built_host("example-host" if has_examples else "viewmodel-host"), "--clock", "virtual")


class ConformanceTests(unittest.IsolatedAsyncioTestCase):
    def test_there_are_transcripts(self) -> None:
        self.assertGreater(len(from_protocol()), 10)
        if (ROOT / "Tests" / "Transcripts").is_dir():
            self.assertGreater(len(from_folder()), 0)
        for transcript in transcripts():
            with self.subTest(transcript.name):
                self.assertGreater(len(transcript.lines), 1)

    def test_the_error_codes_are_those_of_the_protocol(self) -> None:
        table = (ROOT / "protocol.md").read_text("utf-8").split("## Errors")[1]
        rows = re.findall(r"^\| (-\d+) \| ([^|]+) \|", table, re.MULTILINE)
        expected = {
            name.upper().replace("VIEWMODEL", "VIEW_MODEL").replace(" ", "_"): int(code)
            for code, name in rows
        }
        found = {code.name: int(code) for code in ErrorCode}
        self.assertEqual(found, expected)

    def test_replay_through_the_transport(self) -> None:
        built_host("example-host")
        for transcript in transcripts():
            with self.subTest(transcript.name):
                self.replay(transcript, Child(Launch(command(transcript))))

    def replay(self, transcript: Transcript, child: Child) -> None:
        try:
            last = transcript.until_the_last_sent()
            for mark, line in transcript.lines[:last]:
                if mark == "-->":
                    child.send(line.encode() + b"\n")
                    continue
                while not child.lines:
                    self.assertTrue(child.exchange(60), f"instead of {line} came nothing")
                    self.assertFalse(child.ended and not child.lines, f"ended before {line}")
                self.assertEqual(as_written(child.lines.popleft().decode()), as_written(line))
            self.assertEqual(child.close(timeout=60), 0)
            rest = [as_written(line.decode()) for line in child.lines]
            self.assertEqual(rest, [as_written(line) for _, line in transcript.lines[last:]])
        finally:
            child.kill()

    async def test_replay_through_the_asyncio_transport(self) -> None:
        built_host("example-host")
        for transcript in transcripts():
            with self.subTest(transcript.name):
                await self.replay_async(transcript)

    async def replay_async(self, transcript: Transcript) -> None:
        queue: asyncio.Queue[Any] = asyncio.Queue()

        def take(lines: list[bytes]) -> None:
            for line in lines:
                queue.put_nowait(as_written(line.decode()))

        child = AsyncChild(take, lambda: queue.put_nowait(None))
        await child.start(Launch(command(transcript)))
        try:
            last = transcript.until_the_last_sent()
            for mark, line in transcript.lines[:last]:
                if mark == "-->":
                    child.send(line.encode() + b"\n")
                else:
                    self.assertEqual(await queue.get(), as_written(line))
            await child.close(timeout=60)
            for _, line in transcript.lines[last:]:
                self.assertEqual(await queue.get(), as_written(line))
            self.assertIsNone(await queue.get())
            self.assertEqual(child.exit_status, 0)
        finally:
            await child.close(timeout=0)

    async def test_the_mirror_has_the_state_that_a_snapshot_gives(self) -> None:
        await self.mirror(Host)

    async def test_the_mirror_of_the_asyncio_face_has_it_too(self) -> None:
        await self.mirror(AsyncHost)

    async def mirror(self, face: type[Any]) -> None:
        built_host("example-host")
        compared = changes = 0
        for transcript in transcripts():
            with self.subTest(transcript.name):
                services = transcript.services()
                async with opened(face, *command(transcript), services=services) as host:
                    host.on_rejected(lambda error: None)
                    host.on_service_rejected(lambda rejected: None)
                    host.on_failed(lambda failure: None)
                    player = Player(host)
                    await player.play(transcript)
                compared += player.compared
                changes += player.changes
        self.assertGreater(compared, 100)
        self.assertGreater(changes, 20)


if __name__ == "__main__":
    unittest.main()
