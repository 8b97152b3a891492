"""Control-C: it reaches this program only, at any point, and nothing is lost by it."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path
from types import FrameType
from typing import Any

from support import HERE, built_host, create_counter, do, process_exists, scripted

import viewmodel_host
from viewmodel_host import Host

PACKAGE = str(Path(viewmodel_host.__file__).parent)


def setUpModule() -> None:
    # What a script starts in its background ignores SIGINT, and so does what that starts.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        unittest.addModuleCleanup(signal.signal, signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.default_int_handler)


class Interruption:
    """SIGINT at the nth place of this package's code that runs in the `with` block.

    The places are those where Python looks for signals: where a function begins, and after a call.
    """

    def __init__(self, number: int) -> None:
        self._left = number
        self.place = ""

    @property
    def happened(self) -> bool:
        return self._left < 0

    def __enter__(self) -> Interruption:
        sys.setprofile(self._seen)
        return self

    def __exit__(self, *error: object) -> None:
        sys.setprofile(None)

    def _seen(self, frame: FrameType, event: str, value: Any) -> None:
        if event in ("call", "c_return") and frame.f_code.co_filename.startswith(PACKAGE):
            self._left -= 1
            if self._left == -1:
                self.place = f"{frame.f_code.co_filename}:{frame.f_lineno}"
                signal.raise_signal(signal.SIGINT)


class AnywhereTests(unittest.TestCase):
    def test_an_interrupt_at_any_place_loses_and_doubles_nothing(self) -> None:
        heard: list[int] = []
        interrupts = 0
        with scripted(*create_counter(pad=""), do("count_for_ever")) as host:
            counter = host.create("counter", on_change=lambda change: heard.append(change.revision))
            before = signal.getsignal(signal.SIGINT)
            for number in range(10_000):
                try:
                    with Interruption(number) as interruption:
                        counter.input("plus").wait()
                        host.ping()
                except KeyboardInterrupt:
                    interrupts += 1
                self.assertIs(signal.getsignal(signal.SIGINT), before)
                # The session goes on: what was sent is answered, and the mirror is in step.
                counter.inputs.plus().wait()
                host.ping()
                self.assertEqual(
                    heard[-1], counter.revision, f"after an interrupt at {interruption.place}"
                )
                self.assertEqual(counter.state["count"], counter.revision)
                if not interruption.happened:
                    break
        self.assertFalse(interruption.happened)
        self.assertGreater(interrupts, 100)
        # Each time both inputs arrived, but where the first was not sent yet; each was one update.
        self.assertLessEqual(counter.revision, 2 * number + 2)
        self.assertGreater(counter.revision, number + interrupts // 2)

    def test_a_handler_of_the_program_is_put_back(self) -> None:
        seen: list[int] = []
        before = signal.signal(signal.SIGINT, lambda number, frame: seen.append(number))
        self.addCleanup(signal.signal, signal.SIGINT, before)
        with scripted(*create_counter(pad=""), do("count_for_ever")) as host:
            counter = host.create("counter")
            with Interruption(50):
                counter.input("plus").wait()
        self.assertEqual((seen, counter.revision), ([signal.SIGINT], 1))


SYNCHRONOUS = """
from viewmodel_host import Host
host = Host()
counter = host.create("counter")
for _ in range(2):
    try:
        print("ready", host.pid, flush=True)
        counter.wait_until(lambda state: False)
    except KeyboardInterrupt:
        counter.call("plusButtonDidTap")
print(counter.state["count"], host.exit_status, flush=True)
"""
ASYNCHRONOUS = """
import asyncio
from viewmodel_host import AsyncHost
async def main():
    async with AsyncHost() as host, await host.create("counter") as counter:
        loop, interrupted = asyncio.get_running_loop(), asyncio.Event()
        loop.add_signal_handler(2, interrupted.set)
        for _ in range(2):
            print("ready", host.pid, flush=True)
            await interrupted.wait()
            interrupted.clear()
            await counter.call("plusButtonDidTap")
        print(counter.state["count"], host.exit_status, flush=True)
asyncio.run(main())
"""


class TerminalTests(unittest.TestCase):
    """Control-C is typed: the terminal signals the whole foreground process group."""

    def test_the_host_lives_until_the_program_has_cleaned_up(self) -> None:
        for program in (SYNCHRONOUS, ASYNCHRONOUS):
            with self.subTest(program):
                shown = self.type_interrupts(program).replace("^C", "")  # the echo
                self.assertEqual(shown.split()[-2:], ["2", "None"], shown)
                wait_for_end(int(shown.split("ready ")[-1].split()[0]))

    def type_interrupts(self, program: str) -> str:
        """What the program prints, when Control-C is typed each time that it is ready."""
        host = built_host()
        child, terminal = pty.fork()
        if child == 0:
            os.environ.update(PYTHONPATH=str(HERE.parent / "src"), VIEWMODEL_HOST=host)
            os.execv(sys.executable, [sys.executable, "-c", program])
        shown, typed = b"", 0
        while True:
            while typed and not select.select([terminal], [], [], 60)[0]:
                # One that comes when Python is about to wait is seen with the next (PEP 475).
                os.write(terminal, b"\x03")
            if not (part := self.read(terminal)):
                break
            shown += part
            while typed < shown.count(b"\n") and typed < shown.count(b"ready"):
                os.write(terminal, b"\x03")
                typed += 1
        os.close(terminal)
        self.assertEqual(os.waitpid(child, 0)[1], 0, shown.decode())
        return shown.decode()

    def read(self, terminal: int) -> bytes:
        try:
            return os.read(terminal, 4096)
        except OSError:  # so ends a terminal on Linux
            return b""

    def test_the_host_ends_when_the_program_is_killed(self) -> None:
        program = "from viewmodel_host import Host; print(Host().pid, flush=True); input()"
        environment = {**os.environ, "PYTHONPATH": str(HERE.parent / "src")}
        frontend = subprocess.Popen(
            [sys.executable, "-c", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**environment, "VIEWMODEL_HOST": built_host()},
        )
        with frontend:
            assert frontend.stdout
            pid = int(frontend.stdout.readline())
            self.assertTrue(process_exists(pid))
            frontend.kill()
        wait_for_end(pid)

    def test_a_host_that_is_told_to_end(self) -> None:
        with Host([built_host()]) as host:
            os.kill(host.pid, signal.SIGINT)
            with self.assertRaisesRegex(
                viewmodel_host.HostDied, r"^the host ended \(exit status 0\)$"
            ):
                host.wait_until(lambda: False)


def wait_for_end(pid: int) -> None:
    """Of a process that is not our child."""
    while process_exists(pid):
        time.sleep(0.01)


if __name__ == "__main__":
    unittest.main()
