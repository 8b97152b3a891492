"""`judge [OPTION…] TESTEE…`: whether a client is right. See ../README.md."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Callable

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from judge.endings import endings
from judge.fault_tests import meet, rows
from judge.growth import growth
from judge.play import ROOT, Player, Transcript, transcripts
from judge.processes import adopt
from judge.random_steps import kills, random_steps, supervised
from judge.stopped import stopped
from judge.testee import Failed, Testee
from judge.wire import Wire

PARTS = (
    "transcripts",
    "endings-busy",
    "endings-stopped",
    "endings-idle",
    "faults",
    "stopped",
    "random",
    "kills",
    "supervised",
)
"""The longest first. Each has testees of its own, so that some can be judged at the same time."""
FAKE = Path(__file__).resolve().parents[1] / "fake_host.py"
OWN = FAKE.with_name("transcripts")
"""Which the fake host plays, as they hold what no built host is made to do."""
TRANSCRIPTS = (ROOT / "protocol.md", ROOT / "Tests" / "Transcripts")


def built(name: str) -> str | None:
    """The path of a built host."""
    given = os.environ.get(name.upper().replace("-", "_"))
    places = (
        [given] if given else [str(ROOT / ".build" / kind / name) for kind in ("release", "debug")]
    )
    return next((place for place in places if os.access(place, os.X_OK)), None)


class Judge:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.hosts = {
            "viewmodel-host": options.viewmodel_host or built("viewmodel-host"),
            "example-host": options.example_host or built("example-host"),
        }
        self.failures: list[str] = []
        """What has failed so far, with `--keep-going`."""

    def testee(self, wire: Wire | None = None) -> Testee:
        environment = {} if wire is None else {"VIEWMODEL_HOST_TRACE": wire.path}
        return Testee(self.options.testee, environment)

    def with_wire(self, work: Callable[[Testee, Wire], str]) -> str:
        with tempfile.TemporaryDirectory() as folder:
            wire = Wire(folder)
            return work(self.testee(wire), wire)

    def to_its_end(self, work: Callable[[Testee, Wire], str]) -> str:
        def whole(testee: Testee, wire: Wire) -> str:
            said = work(testee, wire)
            if testee.end() != 0:
                raise Failed("the testee has not ended well")
            return f"{testee.client}: {said}"

        return self.with_wire(whole)

    def transcripts(self) -> str:
        given = self.options.transcripts or TRANSCRIPTS
        found = [one for path in given for one in transcripts(Path(path).resolve())]
        left = list(filter(self._chosen, found))
        late = sum(bool(one.lines) and not one.answers_at_once for one in found)
        empty = sum(not one.lines for one in found)
        left += [one for one in transcripts(OWN) if "restart" not in one.name]
        played = [0, 0, 0]
        said = ""
        while left:  # once more after each that has failed, with --keep-going
            said = self.with_wire(
                lambda testee, wire: self._transcripts(testee, wire, left, played)
            )
        out = f"left out of {len(found)}: {late} in which a service is not answered at once"
        return f"{said}; {out}, {empty} in which nothing is left to say"

    def _transcripts(
        self, testee: Testee, wire: Wire, left: list[Transcript], played: list[int]
    ) -> str:
        """Takes from `left` what it plays; counts transcripts, states and answers in `played`."""
        while left:
            transcript = left.pop(0)
            if transcript.name.startswith(str(OWN.relative_to(ROOT))):
                if transcript.holds and "late" in testee.lacks:
                    continue
                command = [sys.executable, "-S", str(FAKE), str(ROOT / transcript.name)]
            else:
                host = self.hosts["example-host" if transcript.example else "viewmodel-host"]
                command = [str(host), "--clock", "virtual"]
            try:
                player = self._play(testee, wire, transcript, command)
            except Failed as error:
                self._note(error)
                testee.abandon()
                return f"{testee.client}: FAILED"
            for index, count in enumerate((1, player.model.compared, player.answers)):
                played[index] += count
        count, compared, answers = played
        few = count < 60 or compared < 400 or answers < 200
        if few and not self.options.only and not self.failures:
            raise Failed(f"only {count} transcripts, {compared} states, {answers} answers")
        if testee.end() != 0:
            raise Failed("the testee has not ended well")
        said = f"{count} transcripts, {compared} states and {answers} answers compared"
        return f"{testee.client}: {said}"

    def _note(self, error: Failed) -> None:
        """Something has failed: the end of the part, unless it is to keep going."""
        if not self.options.keep_going:
            raise error
        self.failures.append(str(error))
        print(f"FAILED: {error!s:.1500}", flush=True)

    def _chosen(self, transcript: Transcript) -> bool:
        sayable = transcript.lines and transcript.answers_at_once
        return bool(sayable) and (not self.options.only or self.options.only in transcript.name)

    def _play(
        self, testee: Testee, wire: Wire, transcript: Transcript, command: list[str]
    ) -> Player:
        if transcript.services:  # some clients know services for good
            testee = self.testee(wire)
        testee.do("start", command=command, services=transcript.services or None)
        player = Player(testee, wire, transcript.services)
        player.play(transcript)
        testee.do("stop")
        testee.take_news()
        player.model.follow_to_end()
        if transcript.services:
            testee.end()
        return player

    def faults(self) -> str:
        testee = self.testee()
        met = rows(self.options.only)
        for fault in met:
            try:
                meet(testee, fault)
            except Failed as error:
                self._note(Failed(f"fault {fault.name}: {error}"))
                testee.abandon()
                testee = self.testee()
        testee.end()
        return f"{testee.client}: {len(met)} faults"

    def stopped(self) -> str:
        testee = self.testee()
        stopped(testee)
        testee.end()
        return f"{testee.client}: a host that stands still"

    def random(self) -> str:
        host, options = [str(self.hosts["example-host"])], self.options
        return self.to_its_end(
            lambda testee, wire: random_steps(testee, wire, host, options.steps, options.seed)
        )

    def kills(self) -> str:
        host, options = [str(self.hosts["example-host"])], self.options
        return self.to_its_end(
            lambda testee, wire: kills(testee, wire, host, options.kill, options.seed)
        )

    def supervised(self) -> str:
        host, options = [str(self.hosts["example-host"])], self.options
        return self.to_its_end(
            lambda testee, wire: supervised(testee, wire, host, options.kill_worker, options.seed)
        )

    def endings(self, state: str) -> str:
        host = [str(self.hosts["example-host"])]
        count = endings(self.testee, host, state, self.options.grace)
        return f"{count} ways of ending with a host that is {state}"

    def growth(self) -> str:
        testee = self.testee()
        for row in growth(testee, self.options.most):
            print(row, flush=True)
        testee.end()
        return "microseconds of processor time for one of so many"

    def judge(self, part: str) -> str:
        name, _, state = part.partition("-")
        judge: Callable[..., str] = getattr(self, name)
        said = judge(state) if state else judge()
        if self.failures:
            failures, self.failures = self.failures, []
            raise Failed(f"{said}, of which {len(failures)} failed")
        return said


def judge_apart(part: str) -> tuple[str, int]:
    """Judges a part in a process of its own: what it says, and its exit status."""
    command = [sys.executable, str(Path(__file__).parent), "--part", part, *sys.argv[1:]]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    return done.stdout, done.returncode


def main() -> int:
    parser = argparse.ArgumentParser(prog="judge", description=__doc__)
    parser.add_argument(
        "--part",
        action="append",
        choices=(*PARTS, "growth"),
        help="only this; may be given several times",
    )
    parser.add_argument(
        "--keep-going",
        action="store_true",
        help="continue after a fault or a transcript that failed",
    )
    parser.add_argument(
        "--verbose", action="store_true", help="show each command and its answer, on standard error"
    )
    for host in ("viewmodel-host", "example-host"):
        variable = host.upper().replace("-", "_")
        parser.add_argument(
            f"--{host}", metavar="PATH", help=f"that host (${variable}, or one that was built here)"
        )
    parser.add_argument(
        "--transcripts",
        action="append",
        metavar="PATH",
        help="a folder of transcripts, or a page that has some (those of this repository)",
    )
    parser.add_argument(
        "--only", metavar="TEXT", help="only the fault, or the transcripts, of that name"
    )
    parser.add_argument("--steps", type=int, default=100, metavar="N", help="random steps (100)")
    parser.add_argument("--kill", type=int, default=40, metavar="N", help="kills (40)")
    parser.add_argument(
        "--kill-worker", type=int, default=30, metavar="N", help="kills of supervised hosts (30)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of what is drawn (1)")
    parser.add_argument(
        "--grace",
        type=float,
        default=60,
        metavar="SECONDS",
        help="in which all has to be gone (60)",
    )
    parser.add_argument(
        "--most", type=int, default=100_000, metavar="N", help="the largest flood (100000)"
    )
    parser.add_argument(
        "--jobs",
        type=int,
        default=2 * (os.cpu_count() or 1),
        metavar="N",
        help="parts to judge at the same time (twice as many as there are processors: most wait)",
    )
    parser.add_argument("testee", nargs=argparse.REMAINDER, help="the testee's command")
    options = parser.parse_args()
    if not options.part and options.jobs > 1:
        failed = 0
        with ThreadPoolExecutor(options.jobs) as pool:
            for said, status in pool.map(judge_apart, PARTS):
                print(said, end="", flush=True)
                failed |= status
        return failed
    adopt()
    Testee.is_verbose = options.verbose
    judge = Judge(options)
    failed = 0
    for part in options.part or PARTS:
        needs_host = part not in ("faults", "stopped", "growth")
        if needs_host and None in judge.hosts.values():
            print(f"skipped: {part}: no built viewmodel-host or example-host (swift build)")
            failed += os.environ.get("CI") == "true"
            continue
        try:
            print(f"{part}: {judge.judge(part)}", flush=True)
        except Failed as error:
            failed += 1
            print(f"{part}: FAILED: {error!s:.1500}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
