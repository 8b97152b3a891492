#!/usr/bin/env python3
"""Ends a supervised host's supervisor, worker and frontend in all orders: no process is left.

A worker without its supervisor continues to serve, and ends with its frontend.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from hosts import Killer
from mirror import Fault, ensure

CREATE = '{"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"%s","id":"v"}}\n'
HANG = '{"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"v","input":"hang"}}\n'

CALL = (
    '{"jsonrpc":"2.0","id":3,"method":"viewModel/call",'
    '"params":{"id":"v","input":"hangUnlessThere","arguments":["%s"]}}\n'
)
PRESS = HANG.replace("hang", "plusButtonDidTap")
UNDO = '{"jsonrpc":"2.0","id":2,"method":"session/undo"}\n'


class Host:
    """A supervised host, with all that may come to an end."""

    def __init__(self, path: str) -> None:
        self.supervisor = subprocess.Popen(
            [path, "--supervised"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            bufsize=0,
        )
        self._killer = Killer(0)
        self._killer.supervisor = self.supervisor

    def say(self, text: str) -> None:
        assert self.supervisor.stdin
        self.supervisor.stdin.write(text.encode())

    def receive(self) -> str:
        assert self.supervisor.stdout
        return self.supervisor.stdout.readline().decode()

    def ping(self) -> None:
        self.say('{"jsonrpc":"2.0","id":"p","method":"ping"}\n')
        ensure(self.receive() == '{"jsonrpc":"2.0","id":"p","result":{}}\n', "no answer to a ping")

    def create(self, name: str) -> None:
        self.say(CREATE % name)
        ensure('"result"' in self.receive(), f"{name} was not created")

    def kill_worker(self) -> None:
        self._killer.kill(signal.SIGKILL)

    def wait_for_work(self) -> None:
        """Until the worker is at something that takes long."""
        ticks = 0
        while ticks < 20:
            with suppress(FileNotFoundError, ProcessLookupError):
                numbers = Path(f"/proc/{self._killer.worker()}/stat").read_text().split(") ")[1]
                ticks = int(numbers.split()[11])

    def kill_supervisor(self) -> None:
        self.supervisor.kill()
        self.supervisor.wait()

    def close_input(self) -> None:
        assert self.supervisor.stdin
        self.supervisor.stdin.close()

    def close_output(self) -> None:
        assert self.supervisor.stdout
        self.supervisor.stdout.close()

    def close(self) -> None:
        self.close_input()
        self.close_output()

    def wait(self) -> int:
        """Until no process of the group is left; the runner of the tests has a limit."""
        status = self.supervisor.wait()
        with suppress(ProcessLookupError):
            while True:
                os.killpg(self.supervisor.pid, 0)
        return status


def frontend_ends(host: Host) -> None:
    host.close()
    ensure(host.wait() == 0, "the status is not 0")


def input_ends(host: Host) -> None:
    host.close_input()
    ensure(host.wait() == 0, "the status is not 0")


def worker_then_frontend(host: Host) -> None:
    host.kill_worker()
    host.close()
    host.wait()


def frontend_then_worker(host: Host) -> None:
    host.close()
    host.kill_worker()
    host.wait()


def worker_then_worker_at_a_line(host: Host) -> None:
    """The line has been begun once, so it is tried once more."""
    with tempfile.TemporaryDirectory() as folder:
        there = Path(folder, "there")
        host.create("example.stuck")
        host.kill_worker()
        host.say(CALL % there)
        host.wait_for_work()
        there.touch()
        host.kill_worker()
        answer = host.receive()
        ensure('"result"' in answer, answer)
    host.close()
    host.wait()


def supervisor_then_frontend(host: Host) -> None:
    host.kill_supervisor()
    host.ping()
    host.close()
    host.wait()


def supervisor_then_input(host: Host) -> None:
    host.kill_supervisor()
    host.ping()
    host.close_input()
    host.wait()


def frontend_then_supervisor(host: Host) -> None:
    host.close()
    host.kill_supervisor()
    host.wait()


def worker_then_supervisor(host: Host) -> None:
    host.kill_worker()
    host.kill_supervisor()
    host.close()
    host.wait()


def terminated(host: Host) -> None:
    host.supervisor.send_signal(signal.SIGTERM)
    ensure(host.wait() == 0, "the status is not 0")


def terminated_while_it_restores(host: Host) -> None:
    host.kill_worker()
    host.supervisor.send_signal(signal.SIGTERM)
    host.wait()


def hanging_then_frontend(host: Host) -> None:
    host.create("example.stuck")
    host.say(HANG)
    host.close()
    host.wait()


def hanging_then_supervisor(host: Host) -> None:
    host.create("example.stuck")
    host.say(HANG)
    host.kill_supervisor()
    host.close()
    host.wait()


def go_back(host: Host) -> None:
    """A worker is paused for another one, or about to be."""
    host.create("counter")
    host.say(PRESS)
    ensure("viewModel/update" in host.receive(), "nothing was counted")
    host.say(UNDO)


def going_back_then_frontend(host: Host) -> None:
    go_back(host)
    host.close()
    host.wait()


def going_back_then_supervisor(host: Host) -> None:
    go_back(host)
    host.kill_supervisor()
    host.close()
    host.wait()


def going_back_then_input(host: Host) -> None:
    go_back(host)
    host.close_input()
    ensure(host.wait() == 0, "the status is not 0")


def going_back_then_terminated(host: Host) -> None:
    go_back(host)
    host.supervisor.send_signal(signal.SIGTERM)
    host.wait()


def going_back_then_worker(host: Host) -> None:
    go_back(host)
    host.kill_worker()
    ensure("viewModel/update" in host.receive(), "nothing was taken back")
    ensure('"result":{"turn":2}' in host.receive(), "no answer")
    host.close()
    host.wait()


ENDS: tuple[Callable[[Host], None], ...] = (
    frontend_ends,
    input_ends,
    worker_then_frontend,
    worker_then_worker_at_a_line,
    frontend_then_worker,
    supervisor_then_frontend,
    supervisor_then_input,
    frontend_then_supervisor,
    worker_then_supervisor,
    terminated,
    terminated_while_it_restores,
    hanging_then_frontend,
    hanging_then_supervisor,
    going_back_then_frontend,
    going_back_then_supervisor,
    going_back_then_input,
    going_back_then_terminated,
    going_back_then_worker,
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host", help="the example host")
    path = os.path.abspath(parser.parse_args().host)
    faults = 0
    for end in ENDS:
        host = Host(path)
        signal.alarm(60)
        try:
            host.ping()
            end(host)
        except Fault as fault:
            faults += 1
            print(f"{end.__name__}: {fault}")
        finally:
            with suppress(ProcessLookupError):
                os.killpg(host.supervisor.pid, signal.SIGKILL)
    print(f"{len(ENDS)} ends, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
