"""JSON Pointer by the table of RFC 6901; JSON Patch by the appendix of RFC 6902, and its text."""

from __future__ import annotations

import copy
import unittest
from typing import Any

import support  # noqa: F401

from viewmodel_host.patch import PatchError, apply_patch, json_equal, parse_pointer, resolve

# RFC 6901, section 5
POINTER_DOCUMENT = {
    "foo": ["bar", "baz"],
    "": 0,
    "a/b": 1,
    "c%d": 2,
    "e^f": 3,
    "g|h": 4,
    "i\\j": 5,
    'k"l': 6,
    " ": 7,
    "m~n": 8,
}
POINTERS = [
    ("", POINTER_DOCUMENT),
    ("/foo", ["bar", "baz"]),
    ("/foo/0", "bar"),
    ("/", 0),
    ("/a~1b", 1),
    ("/c%d", 2),
    ("/e^f", 3),
    ("/g|h", 4),
    ("/i\\j", 5),
    ('/k"l', 6),
    ("/ ", 7),
    ("/m~0n", 8),
]


def op(op: str, path: str, *value: Any, **more: Any) -> dict[str, Any]:
    return {"op": op, "path": path, **({"value": value[0]} if value else {}), **more}


# RFC 6902, appendix A: title, document, patch, result
RFC = [
    ("A.1", {"foo": "bar"}, [op("add", "/baz", "qux")], {"baz": "qux", "foo": "bar"}),
    ("A.2", {"foo": ["a", "b"]}, [op("add", "/foo/1", "q")], {"foo": ["a", "q", "b"]}),
    ("A.3", {"baz": "qux", "foo": "bar"}, [op("remove", "/baz")], {"foo": "bar"}),
    ("A.4", {"foo": ["a", "q", "b"]}, [op("remove", "/foo/1")], {"foo": ["a", "b"]}),
    ("A.5", {"baz": "q", "foo": "b"}, [op("replace", "/baz", "boo")], {"baz": "boo", "foo": "b"}),
    (
        "A.6",
        {"foo": {"bar": "baz", "waldo": "fred"}, "qux": {"corge": "grault"}},
        [op("move", "/qux/thud", **{"from": "/foo/waldo"})],
        {"foo": {"bar": "baz"}, "qux": {"corge": "grault", "thud": "fred"}},
    ),
    (
        "A.7",
        {"foo": ["all", "grass", "cows", "eat"]},
        [op("move", "/foo/3", **{"from": "/foo/1"})],
        {"foo": ["all", "cows", "eat", "grass"]},
    ),
    (
        "A.8",
        {"baz": "qux", "foo": ["a", 2, "c"]},
        [op("test", "/baz", "qux"), op("test", "/foo/1", 2)],
        {"baz": "qux", "foo": ["a", 2, "c"]},
    ),
    (
        "A.10",
        {"foo": "bar"},
        [op("add", "/child", {"grandchild": {}})],
        {"foo": "bar", "child": {"grandchild": {}}},
    ),
    ("A.11", {"foo": "bar"}, [op("add", "/baz", "qux", xyz=123)], {"foo": "bar", "baz": "qux"}),
    ("A.14", {"/": 9, "~1": 10}, [op("test", "/~01", 10)], {"/": 9, "~1": 10}),
    ("A.16", {"foo": ["bar"]}, [op("add", "/foo/-", ["abc"])], {"foo": ["bar", ["abc"]]}),
    # what the text of section 4 says
    ("add over a member", {"a": 1}, [op("add", "/a", 2)], {"a": 2}),
    ("add at the end", {"a": [1]}, [op("add", "/a/1", 2)], {"a": [1, 2]}),
    ("add to an empty array", [], [op("add", "/0", 1)], [1]),
    ("add the whole", {"a": 1}, [op("add", "", [])], []),
    ("replace the whole", {"a": 1}, [op("replace", "", {"b": 2})], {"b": 2}),
    ("replace by null", {"a": 1}, [op("replace", "/a", None)], {"a": None}),
    ("move to itself", {"a": [1]}, [op("move", "/a", **{"from": "/a"})], {"a": [1]}),
    ("move up", {"a": {"b": 1}}, [op("move", "/a", **{"from": "/a/b"})], {"a": 1}),
    ("copy", {"a": [1]}, [op("copy", "/b", **{"from": "/a"})], {"a": [1], "b": [1]}),
    (
        "a copy is a thing of its own",
        {"a": [1]},
        [op("add", "/a/-", 2), op("copy", "/b", **{"from": "/a"}), op("add", "/a/-", 3)],
        {"a": [1, 2, 3], "b": [1, 2]},
    ),
    (
        "operations build on each other",
        {},
        [op("add", "/a", {}), op("add", "/a/b", 1)],
        {"a": {"b": 1}},
    ),
    ("an empty key", {"": {"": 1}}, [op("replace", "//", 2)], {"": {"": 2}}),
    ("no operations", {"a": 1}, [], {"a": 1}),
    ("numbers are equal by value", {"a": 1}, [op("test", "/a", 1.0)], {"a": 1}),
]

FAILING: list[tuple[str, Any, Any]] = [
    ("A.9", {"baz": "qux"}, [op("test", "/baz", "bar")]),
    ("A.12", {"foo": "bar"}, [op("add", "/baz/bat", "qux")]),
    ("A.13, as the parser leaves it", {"foo": "bar"}, [op("remove", "/baz")]),
    ("A.15", {"/": 9, "~1": 10}, [op("test", "/~01", "10")]),
    ("true is not 1", {"a": True}, [op("test", "/a", 1)]),
    ("remove nothing", {}, [op("remove", "/a")]),
    ("remove the whole", {}, [op("remove", "")]),
    ("replace nothing", {}, [op("replace", "/a", 1)]),
    ("replace past the end", {"a": [1]}, [op("replace", "/a/1", 1)]),
    ("remove past the end", {"a": [1]}, [op("remove", "/a/1")]),
    ("add past the end", {"a": [1]}, [op("add", "/a/2", 1)]),
    ("an index with a zero before it", {"a": [1, 2]}, [op("remove", "/a/01")]),
    ("a negative index", {"a": [1, 2]}, [op("remove", "/a/-1")]),
    ("an index in other digits", {"a": [1, 2]}, [op("remove", "/a/\u0661")]),
    ("an index that is a word", {"a": [1, 2]}, [op("add", "/a/b", 1)]),
    ("an index of many digits", {"a": [1, 2]}, [op("remove", "/a/" + "9" * 5000)]),
    ("the end holds nothing", {"a": [1, 2]}, [op("replace", "/a/-", 1)]),
    ("into a number", {"a": 1}, [op("add", "/a/b", 1)]),
    ("into a string", {"a": "xyz"}, [op("replace", "/a/0", 1)]),
    ("move from nothing", {}, [op("move", "/b", **{"from": "/a"})]),
    ("move into itself", {"a": {"b": {}}}, [op("move", "/a/b/c", **{"from": "/a"})]),
    ("copy from nothing", {}, [op("copy", "/b", **{"from": "/a"})]),
    ("no slash", {"a": 1}, [op("remove", "a")]),
    ("a bad escape", {"~2": 1}, [op("remove", "/~2")]),
    ("a path that is no string", {"a": 1}, [{"op": "remove", "path": 1}]),
    ("no path", {"a": 1}, [{"op": "remove"}]),
    ("no value", {"a": 1}, [{"op": "replace", "path": "/a"}]),
    ("no from", {"a": 1}, [{"op": "move", "path": "/b"}]),
    ("no operation", {"a": 1}, [{"path": "/a"}]),
    ("an unknown operation", {"a": 1}, [op("increment", "/a", 1)]),
    ("not an object", {"a": 1}, ["remove"]),
]


class PointerTests(unittest.TestCase):
    def test_the_table_of_the_rfc(self) -> None:
        for pointer, value in POINTERS:
            with self.subTest(pointer):
                self.assertEqual(resolve(POINTER_DOCUMENT, pointer), value)

    def test_escapes_are_undone_in_the_right_order(self) -> None:
        self.assertEqual(parse_pointer("/~01/~10/"), ["~1", "/0", ""])


class PatchTests(unittest.TestCase):
    def test_patches_that_fit(self) -> None:
        for title, document, patch, result in RFC:
            with self.subTest(title):
                before = copy.deepcopy((document, patch))
                found = apply_patch(document, patch)
                self.assertTrue(json_equal(found, result), found)
                self.assertEqual((document, patch), before, "what was given is left as it was")

    def test_patches_that_do_not_fit(self) -> None:
        for title, document, patch in FAILING:
            with self.subTest(title):
                before = copy.deepcopy(document)
                with self.assertRaises(PatchError):
                    apply_patch(document, patch)
                self.assertEqual(document, before)

    def test_a_patch_that_fails_in_the_middle_changes_nothing(self) -> None:
        document = {"a": {"b": [1, 2, 3]}, "c": 1}
        before = copy.deepcopy(document)
        with self.assertRaisesRegex(PatchError, "operation 2"):
            apply_patch(document, [op("add", "/a/b/0", 0), op("remove", "/c"), op("remove", "/c")])
        self.assertEqual(document, before)

    def test_what_a_patch_does_not_touch_is_shared(self) -> None:
        document: Any = {"big": [{"x": 1}, {"y": 2}], "other": {"z": 3}}
        found = apply_patch(document, [op("replace", "/big/0/x", 5)])
        self.assertEqual(found, {"big": [{"x": 5}, {"y": 2}], "other": {"z": 3}})
        self.assertIs(found["other"], document["other"])
        self.assertIs(found["big"][1], document["big"][1])

    def test_values_of_a_patch_are_not_changed_by_later_operations(self) -> None:
        value: dict[str, Any] = {"list": []}
        patch = [op("add", "/a", value), op("add", "/a/list/-", 1), op("remove", "/a/list/0")]
        patch.append(op("add", "/a/list/-", 2))
        self.assertEqual(apply_patch({}, patch), {"a": {"list": [2]}})
        self.assertEqual(value, {"list": []})


if __name__ == "__main__":
    unittest.main()
