"""The fake host, by a client that writes lines of its own: python3 -m unittest."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SHARED = HERE.parents[1] / "Tests" / "Transcripts"
sys.path.insert(0, str(HERE))

from faults import LONG  # noqa: E402
from transcript import CLIENT, parsed, read_transcript, same  # noqa: E402


class Client:
    """Writes a line, and reads lines until one is what it waits for."""

    def __init__(self, *arguments: str) -> None:
        pipe = subprocess.PIPE
        command = [sys.executable, "-S", str(HERE / "fake_host.py"), *arguments]
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 (closed in end)
        self.lines: list[bytes] = []
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=self.errors)

    def write(self, message: Any) -> None:
        assert self.process.stdin
        text = message if isinstance(message, str) else json.dumps(message)
        self.process.stdin.write(text.encode() + b"\n")
        self.process.stdin.flush()

    def request(self, id: Any, method: str, /, **params: Any) -> None:
        self.write({"method": method, "params": params, "jsonrpc": "2.0", "id": id})

    def notify(self, method: str, /, **params: Any) -> None:
        self.write({"jsonrpc": "2.0", "method": method, "params": params})

    def read(self) -> Any:
        assert self.process.stdout
        self.lines.append(self.process.stdout.readline())
        return parsed(self.lines[-1].decode())

    def end(self) -> tuple[int, list[Any], str]:
        """Closes the input: the status, what else was written, the errors."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        with self.process.stdout as stdout:
            rest = [parsed(line.decode()) for line in stdout]
        status = self.process.wait()
        with self.errors as errors:
            errors.seek(0)
            return status, rest, errors.read().decode()


def update(revision: int, count: int, **more: Any) -> dict[str, Any]:
    patch = [{"op": "replace", "path": "/count", "value": count}]
    entry = {"id": "c", "revision": revision, "patch": patch, **more}
    return {"jsonrpc": "2.0", "method": "viewModel/update", "params": {"updates": [entry]}}


INPUT = {"id": "c", "input": "plus"}
STATE = {"id": "c", "revision": 0, "state": {"count": 0}}
SHORT: list[tuple[str, Any]] = [
    ("-->", {"jsonrpc": "2.0", "id": 1, "method": "viewModel/create", "params": {"name": "n"}}),
    ("<--", {"jsonrpc": "2.0", "id": 1, "result": STATE}),
    ("-->", {"jsonrpc": "2.0", "method": "viewModel/input", "params": {**INPUT, "seq": 5}}),
    ("<--", update(1, 1, done=[5], events=[{"event": "e", "value": 1}])),
    ("-->", {"jsonrpc": "2.0", "method": "viewModel/input", "params": INPUT}),
    ("<--", update(2, 2)),
]


class FakeHostTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def client(self, lines: list[tuple[str, Any]], *faults: str) -> Client:
        path = self.folder / "t.transcript"
        path.write_text("".join(f"{mark} {text(message)}\n" for mark, message in lines))
        return Client(*(part for fault in faults for part in ("--fault", fault)), str(path))

    def begin(self, *faults: str) -> Client:
        """As far as the answer to `create`: two lines."""
        client = self.client(SHORT, *faults)
        client.request(0, "initialize", protocolVersions=["1"])
        self.assertEqual(client.read()["id"], 0)
        client.request("mine", "viewModel/create", name="n", parameters={}, uses=None)
        self.assertEqual(client.read()["result"], STATE)
        return client

    def count(self, client: Client, seq: Any = 70) -> Any:
        client.notify("viewModel/input", **INPUT, seq=seq, arguments=[])
        return client.read()["params"]["updates"][0]

    def end(self, client: Client) -> None:
        self.assertEqual(client.end(), (0, [], ""))

    def refused(self, client: Client) -> str:
        status, _, errors = client.end()
        self.assertEqual(status, 97, errors)
        self.assertIn("fake host: ", errors)
        return errors

    # Mapping

    def test_ids_and_seqs_are_the_clients(self) -> None:
        client = self.begin()
        self.assertEqual(self.count(client, seq="one")["done"], ["one"])
        self.assertEqual(self.count(client, seq="two")["done"], ["two"])
        client.request([], "ping")
        self.assertEqual(client.read(), {"jsonrpc": "2.0", "id": [], "result": {}})
        self.end(client)

    def test_a_client_may_leave_seqs_out(self) -> None:
        client = self.begin()
        for _ in range(2):
            client.notify("viewModel/input", **INPUT)
            self.assertNotIn("done", client.read()["params"]["updates"][0])
        self.end(client)

    def test_equal_ids_of_a_transcript(self) -> None:
        client = Client(str(SHARED / "call.transcript"))
        asked = [line.message for line in read_transcript(str(SHARED / "call.transcript"))]
        answers: dict[Any, Any] = {}
        for number, message in enumerate(asked):
            if "method" not in message or message["method"] == "viewModel/update":
                answer = client.read()
                if "id" in answer:
                    answers[answer["id"]] = answer.get("error", {}).get("code")
                continue
            client.write({**message, "id": number})
        overlapping = [number for number, message in enumerate(asked) if message.get("id") == 11]
        self.assertEqual(answers[overlapping[0]], None)
        self.assertEqual(answers[overlapping[1]], -32600)
        self.end(client)

    # Refusing

    def test_something_else_is_refused(self) -> None:
        for message in (
            {**SHORT[2][1], "method": "viewModel/call"},
            {**SHORT[2][1], "id": 3},
            {**SHORT[2][1], "params": {**INPUT, "arguments": {"by": 1}}},
            {**SHORT[2][1], "params": {**INPUT, "more": 1}},
            {**SHORT[2][1], "jsonrpc": "1.0"},
            {"jsonrpc": "2.0", "id": 9, "method": "viewModel/snapshot", "params": {"id": "c"}},
            {"jsonrpc": "2.0", "id": 9, "result": 1},
            [SHORT[2][1]],
            [],
            7,
            "no JSON",
        ):
            with self.subTest(message=message):
                client = self.begin()
                client.write(message)
                self.assertIn("line 3: expected ", self.refused(client))

    def test_the_end_is_refused_too_early_and_more_too_late(self) -> None:
        self.assertIn("found the end of the input", self.refused(self.begin()))
        client = self.begin()
        self.count(client)
        self.count(client)
        client.notify("viewModel/input", **INPUT)
        self.assertIn("expected nothing more", self.refused(client))

    def test_bad_arguments(self) -> None:
        path = str(SHARED / "counter.transcript")
        bad = self.folder / "bad"
        bad.write_text("nonsense\n")
        for arguments in (
            [],
            [str(self.folder / "none")],
            [str(bad)],
            ["--fault", "di=1", path],
            ["--fault", "die", path],
            ["--fault", "drip=1", path],
            ["--fault", "exit=2", path],
        ):
            with self.subTest(arguments=arguments):
                status, rest, errors = Client(*arguments).end()
                self.assertEqual((status, rest), (2, []))
                self.assertIn("usage: ", errors)

    # Lines that no client sends

    def test_lines_that_are_not_json_are_skipped_with_their_answers(self) -> None:
        answer = {"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "no"}}
        client = self.client([("-->", "{"), ("<--", answer), ("-->", ""), *SHORT[:2]])
        client.write(SHORT[0][1])
        self.assertEqual(client.read()["id"], 1)
        self.end(client)

    def test_or_compared_with_what_was_sent(self) -> None:
        answer = {"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "no"}}
        client = self.client([("-->", "{"), ("<--", answer), *SHORT[:2]])
        client.write("{")
        self.assertEqual(client.read(), answer)
        client.write(SHORT[0][1])
        self.assertEqual(client.read()["id"], 1)
        self.end(client)

    # Services

    def test_answers_of_services_are_compared(self) -> None:
        call = {"jsonrpc": "2.0", "id": "service-1", "method": "service/call", "params": {}}
        answers: list[tuple[dict[str, Any], dict[str, Any], bool]] = [
            ({"result": []}, {"result": []}, True),
            ({"result": []}, {"result": {}}, False),
            ({"result": 1}, {"result": 1.0}, True),
            ({"result": 1}, {"result": True}, False),
            ({"result": 1}, {"error": {"code": 1, "message": "a"}}, False),
            ({"result": None}, {"result": None}, True),
            ({"error": {"code": 1, "message": "a"}}, {"error": {"code": 1, "message": "a"}}, True),
            ({"error": {"code": 1, "message": "a"}}, {"error": {"code": 1, "message": "b"}}, False),
            (
                {"error": {"code": -32800, "message": "a"}},
                {"error": {"code": -32800, "message": "b", "data": None}},
                True,
            ),
        ]
        for wanted, sent, right in answers:
            with self.subTest(wanted=wanted, sent=sent):
                head = {"jsonrpc": "2.0", "id": "service-1"}
                client = self.client([*SHORT[:2], ("<--", call), ("-->", {**head, **wanted})])
                client.write(SHORT[0][1])
                client.read()
                self.assertEqual(client.read(), call)
                client.write({**head, **sent})
                if right:
                    self.end(client)
                else:
                    self.refused(client)

    def test_an_answer_and_a_request_may_change_places(self) -> None:
        call = {"jsonrpc": "2.0", "id": "service-1", "method": "service/call", "params": {}}
        answer = {"jsonrpc": "2.0", "id": "service-1", "result": 1}
        begin = [*SHORT[:2], ("<--", call)]
        for sent in ([SHORT[2], ("-->", answer)], [("-->", answer), SHORT[2]]):
            with self.subTest(sent=sent):
                client = self.client([*begin, *sent, SHORT[3]])
                client.write(SHORT[0][1])
                client.read()
                client.read()
                client.write(answer)
                client.write(SHORT[2][1])
                self.assertEqual(client.read(), SHORT[3][1])
                self.end(client)

    def test_an_answer_that_is_given_twice_is_refused(self) -> None:
        answer = {"jsonrpc": "2.0", "id": "service-1", "result": 1}
        client = self.client([SHORT[2], ("-->", answer)])
        for message in (answer, answer, SHORT[2][1]):
            client.write(message)
        self.refused(client)

    def test_services_that_are_not_offered_are_refused(self) -> None:
        params = {"protocolVersions": ["1"], "capabilities": {"services": ["items"]}}
        wanted = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
        client = self.client([("-->", wanted)])
        client.request(1, "initialize", protocolVersions=["1"], capabilities={"services": []})
        self.refused(client)

    # Faults

    def test_drip_and_noise_change_nothing(self) -> None:
        client = self.begin("drip", "noise")
        self.assertEqual(self.count(client)["revision"], 1)
        self.count(client)
        status, _, errors = client.end()
        self.assertEqual(status, 0)
        self.assertGreater(len(errors), 500_000)

    def test_long(self) -> None:
        client = self.begin("long")
        self.assertGreater(len(client.lines[-1]), LONG)
        self.assertEqual(self.count(client)["revision"], 1)
        self.assertLess(len(client.lines[-1]), 500)
        client.end()

    def test_interleave(self) -> None:
        client = self.client(SHORT, "interleave")
        client.request(1, "initialize")
        client.request(2, "viewModel/create", name="n")
        found = [client.read() for _ in range(4)]
        client.end()
        self.assertEqual([each.get("id") for each in found], [1, None, None, 2])
        between = [each.get("method") for each in found[1:3]]
        self.assertEqual(between, ["viewModel/update", "host/log"])

    def test_die_half_exit_and_garbage(self) -> None:
        client = self.begin("die=2")
        self.assertEqual(client.end()[0], -signal.SIGKILL)
        client = self.client(SHORT, "half=1")
        client.request(1, "initialize")
        client.read()
        client.request(2, "viewModel/create", name="n")
        status, rest, _ = client.end()
        self.assertEqual((status, rest), (-signal.SIGKILL, [None]))
        self.assertEqual(self.begin("exit=2:3").end(), (3, [], "last words\n"))
        client = self.begin("garbage=2")
        client.notify("viewModel/input", **INPUT)
        self.assertIsNone(client.read())
        self.assertEqual(client.read()["params"]["updates"][0]["revision"], 1)
        client.end()

    def test_version(self) -> None:
        client = self.client(SHORT, "version")
        client.request(1, "initialize", protocolVersions=["1"])
        self.assertEqual(client.read()["error"]["code"], -32008)
        self.end(client)

    def test_starts(self) -> None:
        folder = HERE / "transcripts"
        first, later = str(folder / "restart.transcript"), str(folder / "restart-fails.transcript")
        arguments = ("--fault", "die=0", "--starts", str(self.folder / "starts"), first, later)
        self.assertEqual(Client(*arguments).end()[0], -signal.SIGKILL)
        for _ in range(2):
            client = Client(*arguments)
            for line in read_transcript(later):
                if line.mark == CLIENT:
                    client.write(line.message)
                else:
                    self.assertEqual(client.read(), line.message)
            self.end(client)

    # All of them

    def test_each_transcript_plays_as_it_stands(self) -> None:
        own = (HERE / "transcripts").glob("*.transcript")
        compared = 0
        for path in sorted([*own, *SHARED.glob("**/*.transcript")]):
            with self.subTest(path.name):
                client = Client(str(path))
                for line in read_transcript(str(path)):
                    if line.mark == CLIENT:
                        client.write(line.text)
                    else:
                        found = client.read()
                        self.assertTrue(same(found, line.message), f"{line.text} is {found}")
                        compared += 1
                self.end(client)
        self.assertGreater(compared, 300)


def text(message: Any) -> str:
    return message if isinstance(message, str) else json.dumps(message)


if __name__ == "__main__":
    unittest.main()
