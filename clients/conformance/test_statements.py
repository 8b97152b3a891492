"""Each numbered statement of protocol.md has a row in statements.md, and what that names exists."""

from __future__ import annotations

import re
import unittest
from pathlib import Path

from judge.__main__ import PARTS, ROOT
from judge.faults import FAULTS
from validate import RULES

HERE = Path(__file__).resolve().parent
STATEMENT = re.compile(r"^(?:- )?\[([A-Z]\d+)\] ", re.MULTILINE)
# One that is for some platforms only is indented; so are other types within a suite.
SUITE = re.compile(r"(?:  (?=@Suite))?(?:@\w+(?:\(.*\))? )*(?:\w+ )*(?:struct|extension) (\w+)")
ROW = re.compile(r"^\| ([A-Z]\d+) \| (.+) \|$", re.MULTILINE)


def swift_tests() -> set[str]:
    """All tests, as SUITE.NAME, and SUITE.* for each suite."""
    found = set()
    for path in ROOT.glob("Tests/**/*.swift"):
        suite = ""
        for line in path.read_text("utf-8").splitlines():
            if match := SUITE.match(line):
                suite = match[1]
                found.add(f"{suite}.*")
            elif match := re.match(r" +(?:@Test(?:\(.*\))? )?(?:mutating )?func (\w+)\(", line):
                found.add(f"{suite}.{match[1]}")
    return found


def examples() -> set[str]:
    """The headings of the sections of protocol.md that have an example."""
    sections = re.split(r"^#+ ", (ROOT / "protocol.md").read_text("utf-8"), flags=re.MULTILINE)
    return {one.split("\n")[0] for one in sections if "\n```transcript\n" in one}


def exists(kind: str, name: str) -> bool:
    if kind == "transcript":
        return (ROOT / "Tests" / "Transcripts" / name).is_file()
    if kind == "kit":
        return (HERE / "transcripts" / f"{name}.transcript").is_file()
    if kind == "program":
        return (ROOT / name).is_file()
    names = {
        "rule": set(RULES),
        "test": TESTS,
        "example": EXAMPLES,
        "judge": {fault.name for fault in FAULTS} | set(PARTS),
        "unobservable": {name},
    }
    return name in names.get(kind, set())


TESTS = swift_tests()
EXAMPLES = examples()


class Statements(unittest.TestCase):
    protocol = (ROOT / "protocol.md").read_text("utf-8")
    rows = ROW.findall((HERE / "statements.md").read_text("utf-8"))

    def test_each_statement_has_a_number_of_its_own(self) -> None:
        numbers = STATEMENT.findall(self.protocol)
        self.assertGreater(len(numbers), 90)
        self.assertEqual(sorted(set(numbers)), sorted(numbers))

    def test_each_statement_has_a_row_and_each_row_a_statement(self) -> None:
        numbers = [number for number, _ in self.rows]
        self.assertEqual(sorted(numbers), sorted(STATEMENT.findall(self.protocol)))

    def test_what_notices_a_violation_exists(self) -> None:
        for number, noticed in self.rows:
            for one in noticed.split("; "):
                kind, _, name = one.partition(" ")
                with self.subTest(statement=number, noticed=one):
                    self.assertTrue(name and exists(kind, name))

    def test_what_refers_to_a_statement_refers_to_one_that_there_is(self) -> None:
        named = set(re.findall(r"\[([A-Z]\d+)\]", self.protocol))
        self.assertEqual(set(), named - set(STATEMENT.findall(self.protocol)))

    def test_no_line_of_prose_is_longer_than_120(self) -> None:
        outside = re.sub(r"^```.*?^```$", "", self.protocol, flags=re.DOTALL | re.MULTILINE)
        self.assertEqual([], [line for line in outside.splitlines() if len(line) > 120])


if __name__ == "__main__":
    unittest.main()
