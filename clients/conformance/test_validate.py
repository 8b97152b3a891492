"""The validator, by sessions that go back and that are resumed: what hosts have said in such."""

from __future__ import annotations

import contextlib
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import validate

FOLDER = Path(__file__).resolve().parent / "supervised"
UNDO, WINDOW, GONE, RESUMED = (
    (FOLDER / f"{name}.transcript").read_text("utf-8")
    for name in ("undo", "undo-window", "undo-input", "resumed")
)


def faults(conversation: str) -> list[str]:
    """The rules that are broken in it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "conversation"
        path.write_text(conversation, "utf-8")
        said = io.StringIO()
        with (
            contextlib.redirect_stdout(said),
            mock.patch.object(sys, "argv", ["validate.py", str(path)]),
        ):
            validate.main()
    *found, _ = said.getvalue().splitlines()
    return [line.split(": ")[1] for line in found]


def traced(conversation: str) -> str:
    lines = [line for line in conversation.splitlines() if line]
    return "".join(f"2026-03-01 09:30:00.125 {line}\n" for line in ["# started", *lines, "# ended"])


class ValidatorTests(unittest.TestCase):
    def test_what_hosts_say_is_right(self) -> None:
        for conversation in (UNDO, WINDOW, GONE, RESUMED):
            self.assertEqual(faults(conversation), [])
            self.assertEqual(faults(traced(conversation)), [])

    def test_after_an_undo_the_outputs_are_some_that_were_observed(self) -> None:
        wrong = UNDO.replace('"path":"","value":{"count":0}', '"path":"","value":{"other":0}')
        self.assertEqual(faults(wrong), ["outputs"])
        # What was observed last does not hold any more.
        more = {"jsonrpc": "2.0", "id": 9, "method": "ping"}
        answer = {"jsonrpc": "2.0", "id": 9, "result": {}}
        patch = [
            {"op": "remove", "path": "/count"},
            {"op": "add", "path": "/isEven", "value": True},
        ]
        entry = {"id": "c", "revision": 2, "patch": patch}
        update = {"jsonrpc": "2.0", "method": "viewModel/update", "params": {"updates": [entry]}}
        said = f"--> {json.dumps(more)}\n<-- {json.dumps(update)}\n<-- {json.dumps(answer)}\n"
        self.assertEqual(faults(UNDO + said), ["outputs"])

    def test_after_an_undo_a_window_is_full_by_a_limit_that_it_had(self) -> None:
        wrong = WINDOW.replace('"value":{"rows":{"total":3,"offset":0,"items":[{"id":0}]', "%")
        wrong = wrong.replace("%", '"value":{"rows":{"total":3,"offset":0,"items":[]')
        self.assertEqual(faults(wrong), ["windows"])

    def test_what_is_opened_is_there_once(self) -> None:
        again = {"id": "c", "revision": 4, "state": {"isEven": False}, "name": "counter"}
        twice = UNDO.replace('"turn":4}', f'"turn":4,"opened":[{json.dumps(again)}]}}')
        self.assertEqual(faults(twice), ["ids"])
        unknown = RESUMED.replace('"opened":[{"id":"l"', '"opened":[{"id":"m"')
        self.assertIn("ids", faults(unknown))

    def test_a_host_is_resumed_before_all_else(self) -> None:
        _, first, resumed, answer, *rest = RESUMED.splitlines()
        self.assertEqual(faults("\n".join([first, answer, resumed, *rest])), ["states"])
        self.assertEqual(faults("\n".join([first, answer, rest[0]])), ["asked", "ids"])

    def test_a_trace_has_a_conversation_for_each_start(self) -> None:
        self.assertEqual(faults(traced(UNDO) + traced(UNDO)), [])
        # One that has died answers nothing more; one that was shut down has answered all.
        asked = '--> {"jsonrpc":"2.0","id":20,"method":"ping"}\n'
        end = asked.replace("20", "21").replace("ping", "shutdown")
        end += '<-- {"jsonrpc":"2.0","id":21,"result":{}}\n'
        self.assertEqual(faults(traced(UNDO + asked)), [])
        self.assertEqual(faults(traced(UNDO + asked + end)), ["answers"])


if __name__ == "__main__":
    unittest.main()
