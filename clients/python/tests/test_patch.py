"""Patches: those of all transcripts, and what is not in these."""

from __future__ import annotations

import copy
import json
import unittest
from typing import Any

from states import apply
from support import ROOT

from viewmodel_host.patch import patched


class PatchTests(unittest.TestCase):
    def test_all_transcripts_give_the_states_of_another_implementation(self) -> None:
        count = 0
        for path in (ROOT / "Tests" / "Transcripts").glob("**/*.transcript"):
            states: dict[str, Any] = {}
            for line in path.read_text("utf-8").splitlines():
                try:
                    message = json.loads(line[4:]) if line.startswith("<-- {") else {}
                except ValueError:
                    continue
                result = message.get("result")
                if isinstance(result, dict) and "state" in result:
                    states[result["id"]] = result["state"]
                for entry in (message.get("params") or {}).get("updates", ()):
                    patch = entry.get("patch")
                    before = states.get(entry["id"])
                    if patch and before is not None:
                        expected, kept = copy.deepcopy(before), copy.deepcopy((before, patch))
                        for operation in copy.deepcopy(patch):
                            apply(expected, operation)
                        states[entry["id"]] = patched(before, patch)
                        self.assertEqual(states[entry["id"]], expected, f"{path}: {line}")
                        self.assertEqual((before, patch), kept)
                        count += 1
        self.assertGreater(count, 300)

    def test_names_are_unescaped_and_a_whole_state_replaces_the_one_before(self) -> None:
        state = {"a/b~": [{"1": 1}, {"x": 2}], "kept": []}
        patch: list[Any] = [
            {"op": "replace", "path": "/a~1b~0/0/1", "value": 3},
            {"op": "remove", "path": "/a~1b~0/1"},
            {"op": "add", "path": "/a~1b~0/1", "value": "new"},
        ]
        after = patched(state, patch)
        self.assertEqual(after, {"a/b~": [{"1": 3}, "new"], "kept": []})
        self.assertIs(after["kept"], state["kept"])
        whole: Any = {"op": "replace", "path": "", "value": {}}
        self.assertEqual(patched(after, [whole]), {})

    def test_a_value_that_a_patch_brings_is_not_changed_by_its_next_operation(self) -> None:
        patch: list[Any] = [
            {"op": "add", "path": "/rows", "value": []},
            {"op": "add", "path": "/rows/0", "value": 1},
        ]
        self.assertEqual(patched({}, patch), {"rows": [1]})
        self.assertEqual(patch[0]["value"], [])

    def test_what_does_not_fit_raises(self) -> None:
        operations: list[Any] = [
            {"op": "replace", "path": "/none", "value": 1},
            {"op": "remove", "path": "/none"},
            {"op": "add", "path": "/none/x", "value": 1},
            {"op": "add", "path": "/a"},
            {"op": "explode", "path": "/a", "value": 1},
        ]
        for operation in operations:
            with self.assertRaises((LookupError, TypeError, ValueError)):
                patch: list[Any] = [operation]
                patched({"a": 1}, patch)


if __name__ == "__main__":
    unittest.main()
